//! A field that is a slider and a text field in one.

use std::ops::RangeInclusive;

use eframe::egui::{
    self, CornerRadius, CursorIcon, Id, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, TextEdit, Ui,
    WidgetInfo, accesskit, pos2, vec2,
};

use super::change::Change;
use super::icon::Icon;
use super::number;
use super::text_field::bare_text_edit;
use crate::editor::theme::{self, Meaning, RADIUS, ROW, STEP, Theme};

/// Width to the right of every field in which the reset arrow appears.
pub const RESET_GUTTER: f32 = 24.0;

/// A number in its range, with a unit.
///
/// Dragging changes it (Shift is fine, Ctrl snaps, Esc calls it off), a click or Enter types it, and sums such as
/// `90/2` or `3 cm` are accepted; arrow keys step it. The fill shows its place in the range.
pub struct ValueField<'a> {
    name: &'a str,
    value: f64,
    /// What can be dragged to.
    range: RangeInclusive<f64>,
    /// What can be typed.
    limits: RangeInclusive<f64>,
    default: Option<f64>,
    unit: &'a str,
    scale: f64,
    decimals: usize,
    snap: f64,
    logarithmic: bool,
    meaning: Meaning,
    tip: &'a str,
    gutter: bool,
}

impl<'a> ValueField<'a> {
    /// `name` is what a screen reader says, unique in its panel: "Position weight".
    pub fn new(name: &'a str, value: f32, range: RangeInclusive<f32>) -> Self {
        Self {
            name,
            value: f64::from(value),
            range: f64::from(*range.start())..=f64::from(*range.end()),
            limits: f64::from(*range.start())..=f64::from(*range.end()),
            default: None,
            unit: "",
            scale: 1.0,
            decimals: 2,
            snap: 0.1,
            logarithmic: false,
            meaning: Meaning::Plain,
            tip: "",
            gutter: true,
        }
    }

    /// Where it differs from this, an arrow puts it back.
    pub fn default(mut self, default: f32) -> Self {
        self.default = Some(f64::from(default));
        self
    }

    /// The part of the range that is used in practice: the fill and a drag cover it, beyond it a value can be typed.
    pub fn usual(mut self, range: RangeInclusive<f32>) -> Self {
        self.range = f64::from(*range.start())..=f64::from(*range.end());
        self
    }

    pub fn unit(mut self, unit: &'a str) -> Self {
        self.unit = unit;
        self
    }

    /// Shows the value times `scale`: 100 for a share in percent.
    pub fn scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    pub fn decimals(mut self, decimals: usize) -> Self {
        self.decimals = decimals;
        self
    }

    /// What Ctrl snaps to, as shown.
    pub fn snap(mut self, snap: f64) -> Self {
        self.snap = snap;
        self
    }

    /// Equal ways of the pointer multiply the value equally. The range is above 0.
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    pub fn meaning(mut self, meaning: Meaning) -> Self {
        self.meaning = meaning;
        self
    }

    /// What the value does and what its extremes mean.
    pub fn tip(mut self, tip: &'a str) -> Self {
        self.tip = tip;
        self
    }

    /// Leaves no room for the reset arrow: for bars, where nothing lines up below.
    pub fn tight(mut self) -> Self {
        self.gutter = false;
        self
    }

    /// As wide as there is room.
    pub fn show(self, ui: &mut Ui) -> Change<f32> {
        let width = ui.available_width().max(48.0);
        self.show_sized(ui, width)
    }

    pub fn show_sized(self, ui: &mut Ui, width: f32) -> Change<f32> {
        let (_, whole) = ui.allocate_space(vec2(width, ROW));
        let id = ui.make_persistent_id(("value", self.name));
        let field = if self.gutter { whole.with_max_x(whole.right() - RESET_GUTTER) } else { whole };
        let mut change = self.input(ui, field, id);
        if self.gutter && self.differs() {
            let gutter = Rect::from_min_max(pos2(field.right(), whole.top()), whole.max);
            if reset_button(ui, gutter, id.with("reset"), self.name, &self.default_text())
                && let Some(default) = self.default
            {
                change = Change::Set(default);
            }
        }
        change.map(|value| value as f32)
    }

    fn differs(&self) -> bool {
        self.default.is_some_and(|default| default as f32 != self.value as f32)
    }

    fn default_text(&self) -> String {
        self.default.map_or_else(String::new, |default| self.text(default))
    }

    fn text(&self, value: f64) -> String {
        with_unit(&number::show(value * self.scale, self.decimals, true), self.unit)
    }

    fn input(&self, ui: &mut Ui, rect: Rect, id: Id) -> Change<f64> {
        let slot = Slot { rect, id, name: self.name };
        let spec = self.spec();
        if let Some(typed) = typing(ui, &slot, &spec) {
            return typed;
        }
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let change = drive(ui, &response, &slot, &spec, rect.width());
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, &response);
        }
        response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal).on_hover_ui(|ui| {
            let mut facts = vec![format!(
                "{} to {}",
                number::show(self.limits.start() * self.scale, self.decimals, true),
                self.text(*self.limits.end())
            )];
            if self.default.is_some() {
                facts.push(format!("default {}", self.default_text()));
            }
            super::tip::explain(ui, self.tip, &facts);
        });
        change
    }

    fn spec(&self) -> Spec<'_> {
        Spec {
            value: self.value,
            range: self.range.clone(),
            limits: self.limits.clone(),
            unit: self.unit,
            scale: self.scale,
            decimals: self.decimals,
            snap: self.snap,
            logarithmic: self.logarithmic,
        }
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response) {
        let theme = Theme::of(ui);
        let painter = ui.painter();
        paint_well(ui, rect, response, self.meaning);
        let spec = self.spec();
        // Ranges that straddle zero fill from zero.
        let from = spec.place(0f64.clamp(*self.range.start(), *self.range.end()));
        let to = spec.place(self.value);
        paint_fill(ui, rect, from.min(to)..=from.max(to), theme.fill_of(self.meaning));
        let quiet = theme.quiet_on_fill();
        let unit = painter.layout_no_wrap(self.unit.to_owned(), theme::small(), quiet);
        let room = rect.width() - 4.0 * STEP;
        let text = theme::line_of(
            ui,
            &number::show(self.value * self.scale, self.decimals, false),
            theme::body(),
            theme.text1,
            room,
        );
        let unit_fits = unit.size().x + text.size().x + STEP <= room;
        let left = pos2(rect.left() + 2.0 * STEP, rect.center().y - text.size().y / 2.0);
        painter.galley(left, text, theme.text1);
        if unit_fits {
            let right = pos2(rect.right() - 2.0 * STEP - unit.size().x, rect.center().y - unit.size().y / 2.0);
            painter.galley(right, unit, quiet);
        }
    }
}

/// `value unit`, with no space before a degree sign.
pub(super) fn with_unit(value: &str, unit: &str) -> String {
    match unit {
        "" => value.to_owned(),
        _ if unit.starts_with('°') => format!("{value}{unit}"),
        _ => format!("{value} {unit}"),
    }
}

/// Where a number is edited on screen.
pub(super) struct Slot<'a> {
    pub rect: Rect,
    pub id: Id,
    pub name: &'a str,
}

/// How a number is shown and changed.
pub(super) struct Spec<'a> {
    pub value: f64,
    /// What can be dragged to.
    pub range: RangeInclusive<f64>,
    /// What can be typed.
    pub limits: RangeInclusive<f64>,
    pub unit: &'a str,
    pub scale: f64,
    pub decimals: usize,
    /// As shown.
    pub snap: f64,
    pub logarithmic: bool,
}

impl Spec<'_> {
    /// 0..=1 along the range.
    pub fn place(&self, value: f64) -> f64 {
        let (from, to) = (*self.range.start(), *self.range.end());
        let share = if self.logarithmic {
            (value.max(f64::MIN_POSITIVE) / from).ln() / (to / from).ln()
        } else {
            (value - from) / (to - from)
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn at(&self, place: f64) -> f64 {
        let (from, to) = (*self.range.start(), *self.range.end());
        let value = if self.logarithmic { from * (to / from).powf(place) } else { from + (to - from) * place };
        value.clamp(from, to)
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(*self.limits.start(), *self.limits.end())
    }

    fn rounded(&self, value: f64, decimals: usize) -> f64 {
        self.clamp(number::round(value * self.scale, decimals) / self.scale)
    }

    /// One press of an arrow key.
    fn step(&self) -> f64 {
        10f64.powi(-(self.decimals as i32)) / self.scale
    }
}

#[derive(Clone)]
struct Drag {
    /// Place along the range, free of rounding.
    place: f64,
}

#[derive(Clone)]
struct Typing {
    text: String,
    fresh: bool,
}

/// Drags, keys and requests of assistive tools on a number; says its name and value to them.
pub(super) fn drive(ui: &mut Ui, response: &Response, slot: &Slot<'_>, spec: &Spec<'_>, width: f32) -> Change<f64> {
    let id = slot.id;
    let enabled = ui.is_enabled();
    let mut change = Change::None;
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(id, Drag { place: spec.place(spec.value) }));
        change = Change::Begin;
    } else if let Some(mut drag) = ui.data(|data| data.get_temp::<Drag>(id)) {
        // Escape also ends the toolkit's own drag, in the same frame.
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            ui.data_mut(|data| data.remove::<Drag>(id));
            change = Change::Cancel;
        } else if !response.dragged() {
            ui.data_mut(|data| data.remove::<Drag>(id));
            change = Change::Commit;
        } else {
            let (moved, modifiers) = (response.drag_delta().x, ui.input(|input| input.modifiers));
            if moved != 0.0 {
                let speed = if modifiers.shift { 0.1 } else { 1.0 };
                drag.place = (drag.place + f64::from(moved / width.max(1.0)) * speed).clamp(0.0, 1.0);
                let exact = spec.at(drag.place);
                let value = if modifiers.command && spec.snap > 0.0 {
                    ((exact * spec.scale / spec.snap).round() * spec.snap / spec.scale)
                        .clamp(*spec.range.start(), *spec.range.end())
                } else {
                    spec.rounded(exact, drag_decimals(spec, exact, modifiers.shift))
                };
                ui.data_mut(|data| data.insert_temp(id, drag));
                if value != spec.value {
                    change = Change::Live(value);
                }
            }
        }
    }
    if response.clicked() {
        begin_typing(ui, id, spec);
    }
    if ui.memory(|memory| memory.has_focus(id)) {
        let filter = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        ui.input_mut(|input| {
            for (key, sign) in [(Key::ArrowLeft, -1.0), (Key::ArrowRight, 1.0)] {
                for (modifiers, factor) in [(Modifiers::SHIFT, 10.0), (Modifiers::NONE, 1.0)] {
                    if input.consume_key(modifiers, key) {
                        change = Change::Set(spec.rounded(spec.value + sign * factor * spec.step(), 9));
                    }
                }
            }
        });
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            begin_typing(ui, id, spec);
        }
    }
    ui.input(|input| {
        let steps = input.num_accesskit_action_requests(id, accesskit::Action::Increment) as f64
            - input.num_accesskit_action_requests(id, accesskit::Action::Decrement) as f64;
        if steps != 0.0 {
            change = Change::Set(spec.rounded(spec.value + steps * spec.step(), 9));
        }
        for request in input.accesskit_action_requests(id, accesskit::Action::SetValue) {
            if let Some(accesskit::ActionData::NumericValue(value)) = request.data {
                change = Change::Set(spec.clamp(value / spec.scale));
            }
        }
    });
    let shown = spec.value * spec.scale;
    response
        .widget_info(|| WidgetInfo { value: Some(shown), ..WidgetInfo::labeled(Role::SpinButton, enabled, slot.name) });
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(spec.limits.start() * spec.scale);
        node.set_max_numeric_value(spec.limits.end() * spec.scale);
        node.set_value(with_unit(&number::show(shown, spec.decimals, true), spec.unit));
        node.add_action(accesskit::Action::SetValue);
        node.add_action(accesskit::Action::Increment);
        node.add_action(accesskit::Action::Decrement);
    });
    change
}

/// Digits a drag rounds to: those shown, one more when fine, and three that count on a logarithmic scale.
fn drag_decimals(spec: &Spec<'_>, value: f64, fine: bool) -> usize {
    let decimals = if spec.logarithmic {
        let size = (value * spec.scale).abs().max(1e-9).log10().floor();
        (1.0 - size).clamp(0.0, 9.0) as usize
    } else {
        spec.decimals
    };
    decimals + usize::from(fine)
}

fn begin_typing(ui: &Ui, id: Id, spec: &Spec<'_>) {
    let text = number::show(spec.value * spec.scale, spec.decimals, true);
    // The focus now and not with the text field in the next frame: what is typed until then must not be lost.
    let text_id = id.with("text");
    ui.memory_mut(|memory| memory.request_focus(text_id));
    select_all(ui, text_id, &text);
    ui.data_mut(|data| data.insert_temp(id, Typing { text, fresh: true }));
    ui.ctx().request_repaint();
}

fn select_all(ui: &Ui, text_id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), text_id).unwrap_or_default();
    state.cursor.set_char_range(Some(egui::text::CCursorRange::select_all_str(text)));
    state.store(ui.ctx(), text_id);
}

/// Whether the number with this id is being typed.
pub(super) fn is_typing(data: &egui::util::IdTypeMap, id: Id) -> bool {
    data.get_temp::<Typing>(id).is_some()
}

/// The text field in the slot's place, while there is one.
pub(super) fn typing(ui: &mut Ui, slot: &Slot<'_>, spec: &Spec<'_>) -> Option<Change<f64>> {
    let mut typing = ui.data(|data| data.get_temp::<Typing>(slot.id))?;
    let theme = Theme::of(ui);
    let text_id = slot.id.with("text");
    let parsed = number::evaluate(&typing.text, spec.unit).map(|shown| spec.clamp(shown / spec.scale));
    let border = if parsed.is_some() { theme.selection } else { theme.bad };
    ui.painter().rect_filled(slot.rect, RADIUS, theme.bg0);
    ui.painter().rect_stroke(slot.rect, RADIUS, Stroke::new(1.0, border), StrokeKind::Inside);
    let response = bare_text_edit(ui, slot.name, text_id, &mut typing.text, slot.rect);
    // A number is one word, its decimal point included.
    if response.double_clicked() {
        select_all(ui, text_id, &typing.text);
    }
    if typing.fresh {
        typing.fresh = false;
    } else if !ui.memory(|memory| memory.has_focus(text_id)) {
        // By the memory: while another window has the keyboard, what is typed so far stays.
        ui.data_mut(|data| data.remove::<Typing>(slot.id));
        let called_off = ui.input(|input| input.key_pressed(Key::Escape));
        // Read what was typed up to this very frame.
        let parsed = number::evaluate(&typing.text, spec.unit).map(|shown| spec.clamp(shown / spec.scale));
        let change = match parsed {
            Some(value) if !called_off && value as f32 != spec.value as f32 => Change::Set(value),
            _ => Change::None,
        };
        return Some(change);
    }
    ui.data_mut(|data| data.insert_temp(slot.id, typing));
    Some(Change::None)
}

/// The ground a field's fill and text stand on.
pub(super) fn paint_well(ui: &Ui, rect: Rect, response: &Response, meaning: Meaning) {
    let theme = Theme::of(ui);
    let border = if response.has_focus() || response.dragged() {
        if meaning == Meaning::Plain { theme.text3 } else { theme.color(meaning) }
    } else if response.hovered() {
        theme.text3
    } else {
        theme.line
    };
    ui.painter().rect(rect, RADIUS, theme.bg0, Stroke::new(1.0, border), StrokeKind::Inside);
}

/// Fills a part of a field, `span` in 0..=1 along it, with its corners kept round.
pub(super) fn paint_fill(ui: &Ui, rect: Rect, span: RangeInclusive<f64>, color: egui::Color32) {
    let inner = rect.shrink(1.0);
    let at = |place: f64| inner.left() + inner.width() * place as f32;
    let fill = Rect::from_min_max(pos2(at(*span.start()), inner.top()), pos2(at(*span.end()), inner.bottom()));
    if fill.width() < 0.5 {
        return;
    }
    let radius = (RADIUS - 1.0) as u8;
    let corner = |touches: bool| if touches { radius } else { 0 };
    let (left, right) = (fill.left() <= inner.left() + 1.0, fill.right() >= inner.right() - 1.0);
    let corners = CornerRadius { nw: corner(left), sw: corner(left), ne: corner(right), se: corner(right) };
    ui.painter().rect_filled(fill, corners, color);
}

/// The arrow that puts a value back.
pub(super) fn reset_button(ui: &mut Ui, rect: Rect, id: Id, name: &str, default: &str) -> bool {
    let response = ui.interact(rect, id, Sense::click());
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        let color = if response.hovered() || response.has_focus() { theme.selection } else { theme.text3 };
        Icon::Reset.paint(ui.painter(), Rect::from_center_size(rect.center(), theme::square(15.0)), color);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Reset {}", lower_first(name))));
    response.on_hover_text(format!("Back to the default, {default}")).clicked()
}

/// `name` with a small first letter, to stand within a sentence; names such as "IK" stay.
pub fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), second) if second.is_none_or(|second| !second.is_uppercase()) => {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.to_owned(),
    }
}
