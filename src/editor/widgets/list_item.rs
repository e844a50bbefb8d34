//! An item of a list: a bar in the colour of its meaning, a name, a quiet note, a switch.

use eframe::egui::{CornerRadius, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::{Icon, toggle};
use crate::editor::theme::{self, ITEM, Meaning, RADIUS, STEP, Theme};

/// What an item shows.
pub struct ListItem<'a> {
    pub name: &'a str,
    pub note: &'a str,
    pub meaning: Meaning,
    pub selected: bool,
    /// Lit because the same thing is under the pointer elsewhere.
    pub hovered: bool,
    /// The state of its switch; none for an item without one.
    pub on: Option<bool>,
}

/// What was done to an item.
pub struct ListItemResponse {
    pub response: Response,
    /// The switch was pressed.
    pub toggled: bool,
}

impl ListItem<'_> {
    pub fn show(self, ui: &mut Ui) -> ListItemResponse {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ITEM));
        let response = ui.interact(rect, ui.make_persistent_id(("item", self.name)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), self.selected, self.name));
        let off = self.on == Some(false);
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, off, response.hovered() || self.hovered, response.has_focus());
        }
        let mut toggled = false;
        if let Some(on) = self.on {
            let place =
                Rect::from_center_size(pos2(rect.right() - 13.0 - 2.0 * STEP, rect.center().y), vec2(26.0, 16.0));
            let mut switch = ui.new_child(UiBuilder::new().max_rect(place).id_salt(("switch", self.name)));
            let what = if on { "switch off" } else { "switch on" };
            toggled = toggle(&mut switch, &format!("{}: {what}", self.name), on, self.meaning).clicked();
        }
        ListItemResponse { response, toggled }
    }

    fn paint(&self, ui: &Ui, rect: Rect, off: bool, hovered: bool, focused: bool) {
        let theme = Theme::of(ui);
        let painter = ui.painter();
        let fill = if self.selected {
            theme.row_of(Meaning::Selection)
        } else if hovered || focused {
            theme.bg3
        } else {
            theme.bg2
        };
        painter.rect_filled(rect, RADIUS, fill);
        let color = if off { theme.text3 } else { theme.color(self.meaning) };
        let bar = rect.with_max_x(rect.left() + 3.0);
        let radius = RADIUS as u8;
        painter.rect_filled(bar, CornerRadius { nw: radius, sw: radius, ne: 0, se: 0 }, color);
        let mut left = rect.left() + 2.5 * STEP;
        if let Some(icon) = Icon::of(self.meaning) {
            let place = Rect::from_center_size(pos2(left + 8.0, rect.center().y), theme::square(16.0));
            icon.paint(painter, place, color);
            left += 6.0 * STEP;
        }
        let right = rect.right() - 2.0 * STEP - if self.on.is_some() { 26.0 + 2.0 * STEP } else { 0.0 };
        let name_color = if off { theme.text3 } else { theme.text1 };
        let name = theme::line_of(ui, self.name, theme::body(), name_color, right - left);
        let room = right - left - name.size().x - 2.0 * STEP;
        let note_color = if self.selected { theme.text2 } else { theme.text3 };
        let y = |height: f32| rect.center().y - height / 2.0;
        if room > 24.0 {
            let note = theme::line_of(ui, self.note, theme::small(), note_color, room);
            painter.galley(pos2(right - note.size().x, y(note.size().y)), note, note_color);
        }
        painter.galley(pos2(left, y(name.size().y)), name, name_color);
    }
}
