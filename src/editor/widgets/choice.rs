//! Choosing one of a list, in the style of the fields.

use eframe::egui::{
    self, Align, Key, Modifiers, Popup, PopupCloseBehavior, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo,
    pos2, vec2,
};

use super::value_field::paint_well;
use super::{Icon, fuzzy, search_field};
use crate::editor::theme::{self, Meaning, RADIUS, ROW, STEP, Theme};

/// A field that shows the current entry and opens a list.
pub struct Choice<'a> {
    /// What a screen reader says, unique in its panel.
    pub name: &'a str,
    /// The current entry.
    pub text: &'a str,
    /// In a quieter tone at the right: a bone's role.
    pub note: &'a str,
    pub tip: &'a str,
    /// Painted as a fault.
    pub faulty: bool,
}

/// An entry of a list.
pub struct Entry<'a> {
    pub text: &'a str,
    pub note: &'a str,
    pub depth: usize,
}

impl Choice<'_> {
    /// Returns the index of the entry that was picked. `entries` is called only while the list is open; a long list can be searched.
    pub fn show<'e>(
        &self,
        ui: &mut Ui,
        width: f32,
        current: Option<usize>,
        entries: impl FnOnce() -> Vec<Entry<'e>>,
    ) -> Option<usize> {
        self.show_with_list(ui, width, width.max(260.0), current, entries)
    }

    /// As [`Choice::show`], with a list that is as wide as its entries ask for.
    pub fn show_with_list<'e>(
        &self,
        ui: &mut Ui,
        width: f32,
        list_width: f32,
        current: Option<usize>,
        entries: impl FnOnce() -> Vec<Entry<'e>>,
    ) -> Option<usize> {
        let response = self.field(ui, width);
        pick_from(&response, self.name, list_width, current, entries)
    }

    fn field(&self, ui: &mut Ui, width: f32) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
        response.widget_info(|| WidgetInfo {
            current_text_value: Some(self.text.to_owned()),
            ..WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), self.name)
        });
        if ui.is_rect_visible(rect) {
            let theme = Theme::of(ui);
            paint_well(ui, rect, &response, if self.faulty { Meaning::Bad } else { Meaning::Plain });
            let arrow = Rect::from_center_size(pos2(rect.right() - 12.0, rect.center().y + 0.5), theme::square(13.0));
            Icon::ChevronDown.paint(ui.painter(), arrow, theme.text3);
            let (left, right) = (rect.left() + 2.0 * STEP, rect.right() - 5.5 * STEP);
            let color = if self.faulty { theme.bad } else { theme.text1 };
            let text = theme::line_of(ui, self.text, theme::body(), color, right - left);
            let room = right - left - text.size().x - 2.0 * STEP;
            let y = |height: f32| rect.center().y - height / 2.0;
            let note = theme::line_of(ui, self.note, theme::small(), theme.text3, room);
            if !self.note.is_empty() && !note.elided {
                ui.painter().galley(pos2(right - note.size().x, y(note.size().y)), note, theme.text3);
            }
            ui.painter().galley(pos2(left, y(text.size().y)), text, color);
        }
        if self.tip.is_empty() { response } else { response.on_hover_ui(|ui| super::tip::explain(ui, self.tip, &[])) }
    }
}

/// A list that opens at a click on `response`. Returns the index of the entry that was picked; `entries` is called only while the
/// list is open.
pub fn pick_from<'e>(
    response: &Response,
    name: &str,
    width: f32,
    current: Option<usize>,
    entries: impl FnOnce() -> Vec<Entry<'e>>,
) -> Option<usize> {
    let mut picked = None;
    Popup::menu(response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(name)
        .width(width)
        .show(|ui| {
            ui.set_min_width(width);
            picked = list(ui, response.id, name, current, &entries());
            if picked.is_some() {
                ui.close();
            }
        });
    picked
}

/// From this many entries on a list can be searched.
const SEARCHABLE: usize = 10;

#[derive(Clone, Default)]
struct ListState {
    query: String,
    cursor: usize,
}

/// The entries that match what is typed, with a cursor that arrow keys move. Returns the one that was picked.
fn list(ui: &mut Ui, owner: egui::Id, name: &str, current: Option<usize>, entries: &[Entry<'_>]) -> Option<usize> {
    let state_id = owner.with("list");
    let pass = ui.ctx().cumulative_pass_nr();
    let just_opened = ui.data_mut(|data| {
        let last: Option<u64> = data.get_temp(state_id.with("pass"));
        data.insert_temp(state_id.with("pass"), pass);
        last.is_none_or(|last| pass > last + 1)
    });
    let mut state: ListState = if just_opened {
        ListState { query: String::new(), cursor: current.unwrap_or(0) }
    } else {
        ui.data(|data| data.get_temp(state_id)).unwrap_or_default()
    };
    if entries.len() >= SEARCHABLE {
        let response =
            search_field(ui, &mut state.query, &format!("Search in {}", super::value_field::lower_first(name)));
        if just_opened {
            response.request_focus();
        }
        if response.changed() {
            state.cursor = 0;
        }
        ui.add_space(STEP);
    }
    let shown: Vec<usize> =
        (0..entries.len()).filter(|&index| fuzzy::find(&state.query, entries[index].text).is_some()).collect();
    let moved = ui.input_mut(|input| {
        let down = input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) as isize;
        down - input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) as isize
    });
    if let Some(last) = shown.len().checked_sub(1) {
        state.cursor = state.cursor.min(last).saturating_add_signed(moved).min(last);
    }
    let mut picked = None;
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        picked = shown.get(state.cursor).copied();
    }
    if shown.is_empty() {
        super::section::empty(ui, "Nothing is called that.");
    }
    let follow = just_opened || moved != 0;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]);
    if follow {
        area = area.vertical_scroll_offset((state.cursor as f32 * ROW - 148.0).max(0.0));
    }
    area.show_rows(ui, ROW, shown.len(), |ui, rows| {
        for row in rows {
            let index = shown[row];
            let indent = if state.query.is_empty() { entries[index].depth } else { 0 };
            if entry(ui, (name, index), &entries[index], indent, current == Some(index), state.cursor == row).clicked()
            {
                picked = Some(index);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(state_id, state));
    picked
}

fn entry(ui: &mut Ui, salt: (&str, usize), entry: &Entry<'_>, indent: usize, current: bool, cursor: bool) -> Response {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.make_persistent_id(salt), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, current, entry.text));
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        if response.hovered() || cursor {
            ui.painter().rect_filled(rect, RADIUS, theme.bg3);
        }
        if current {
            let check = Rect::from_center_size(pos2(rect.left() + 3.0 * STEP, rect.center().y), theme::square(13.0));
            Icon::Check.paint(ui.painter(), check, theme.selection);
        }
        let left = rect.left() + 6.0 * STEP + indent.min(9) as f32 * 8.0;
        let right = rect.right() - 2.0 * STEP;
        let text = theme::line_of(ui, entry.text, theme::body(), theme.text1, right - left);
        let room = right - left - text.size().x - 2.0 * STEP;
        let y = |height: f32| rect.center().y - height / 2.0;
        let note = theme::line_of(ui, entry.note, theme::small(), theme.text2, room);
        if !entry.note.is_empty() && !note.elided {
            ui.painter().galley(pos2(right - note.size().x, y(note.size().y)), note, theme.text2);
        }
        ui.painter().galley(pos2(left, y(text.size().y)), text, theme.text1);
    }
    response
}

/// A short list that opens at a button, for menus such as "Preset: Biped".
pub fn menu_at(response: &Response, add: impl FnOnce(&mut Ui)) {
    Popup::menu(response).show(|ui| {
        ui.set_min_width(200.0);
        ui.spacing_mut().button_padding = vec2(2.0 * STEP, STEP);
        ui.with_layout(egui::Layout::top_down_justified(Align::LEFT), add);
    });
}
