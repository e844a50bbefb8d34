//! A lower and an upper bound in one field.

use std::ops::RangeInclusive;

use eframe::egui::{self, CursorIcon, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::change::Change;
use super::number;
use super::value_field::{
    RESET_GUTTER, Slot, Spec, drive, is_typing, paint_fill, paint_well, reset_button, typing, with_unit,
};
use crate::editor::theme::{self, Meaning, ROW, STEP, Theme};

/// Two numbers, the lower never above the upper. Each half of the field moves the bound nearer to it.
pub struct RangeField<'a> {
    name: &'a str,
    value: [f32; 2],
    range: RangeInclusive<f32>,
    limits: RangeInclusive<f32>,
    default: Option<[f32; 2]>,
    unit: &'a str,
    snap: f64,
    tip: &'a str,
}

impl<'a> RangeField<'a> {
    /// A screen reader says `name` with "from" and "to".
    pub fn new(name: &'a str, value: [f32; 2], range: RangeInclusive<f32>) -> Self {
        let limits = range.clone();
        Self { name, value, range, limits, default: None, unit: "", snap: 5.0, tip: "" }
    }

    /// What can be typed, where that is more than what can be dragged to.
    pub fn limits(mut self, limits: RangeInclusive<f32>) -> Self {
        self.limits = limits;
        self
    }

    pub fn default(mut self, default: [f32; 2]) -> Self {
        self.default = Some(default);
        self
    }

    pub fn unit(mut self, unit: &'a str) -> Self {
        self.unit = unit;
        self
    }

    pub fn tip(mut self, tip: &'a str) -> Self {
        self.tip = tip;
        self
    }

    /// As wide as there is room.
    pub fn show(self, ui: &mut Ui) -> Change<[f32; 2]> {
        let (_, whole) = ui.allocate_space(vec2(ui.available_width().max(96.0), ROW));
        let field = whole.with_max_x(whole.right() - RESET_GUTTER);
        let id = ui.make_persistent_id(("range", self.name));
        let [lower, upper] = self.value;
        let (from, to) = (*self.range.start(), *self.range.end());
        let place = |value: f32| ((value - from) / (to - from)).clamp(0.0, 1.0);
        let middle = field.left() + field.width() * (0.5 * (place(lower) + place(upper))).clamp(0.3, 0.7);
        let names = [format!("{} from", self.name), format!("{} to", self.name)];

        let mut change = Change::None;
        let mut any = None;
        let halves = [field.with_max_x(middle), field.with_min_x(middle)];
        let slots = [0, 1].map(|side| Slot { rect: halves[side], id: id.with(side), name: &names[side] });
        let (least, most) = (*self.limits.start(), *self.limits.end());
        let sides = [
            (lower, from, upper.max(from), least, upper.max(least)),
            (upper, lower.min(to), to, lower.min(most), most),
        ];
        let specs = sides.map(|(value, from, to, least, most)| Spec {
            value: value.into(),
            range: from.into()..=to.into(),
            limits: least.into()..=most.into(),
            unit: self.unit,
            scale: 1.0,
            decimals: 0,
            snap: self.snap,
            logarithmic: false,
        });
        let with = |side: usize, bound: f64| {
            let mut value = self.value;
            value[side] = bound as f32;
            value
        };
        let typed = [0, 1].map(|side| ui.data(|data| is_typing(data, slots[side].id)));
        for side in [0, 1].into_iter().filter(|&side| !typed[side]) {
            let (slot, spec) = (&slots[side], &specs[side]);
            let response = ui.interact(slot.rect, slot.id, Sense::click_and_drag());
            // The whole field is the way of both bounds.
            let share = (spec.range.end() - spec.range.start()) as f32 / (to - from);
            let done = drive(ui, &response, slot, spec, field.width() * share.max(1e-3));
            if !done.is_none() {
                change = done.map(|bound| with(side, bound));
            }
            let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal).on_hover_ui(|ui| {
                let facts = [format!("{} to {}", show(least), with_unit(&show(most), self.unit))];
                super::tip::explain(ui, self.tip, &facts);
            });
            any = Some(match any {
                None => response,
                Some(other) => response.union(other),
            });
        }
        if let Some(response) = any.filter(|_| ui.is_rect_visible(field)) {
            self.paint(ui, field, &response, place(lower)..=place(upper), typed);
        }
        // Text fields go on top.
        for side in [0, 1].into_iter().filter(|&side| typed[side]) {
            if let Some(Change::Set(bound)) = typing(ui, &slots[side], &specs[side]) {
                change = Change::Set(with(side, bound));
            }
        }
        if let Some(default) = self.default.filter(|default| *default != self.value) {
            let gutter = Rect::from_min_max(pos2(field.right(), whole.top()), whole.max);
            let text = format!("{} to {}", show(default[0]), with_unit(&show(default[1]), self.unit));
            if reset_button(ui, gutter, id.with("reset"), self.name, &text) {
                change = Change::Set(default);
            }
        }
        change
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &egui::Response, span: RangeInclusive<f32>, typed: [bool; 2]) {
        let theme = Theme::of(ui);
        paint_well(ui, rect, response, Meaning::Selection);
        paint_fill(ui, rect, f64::from(*span.start())..=f64::from(*span.end()), theme.fill_of(Meaning::Selection));
        // The ends can be grabbed: say so only while the pointer is there, since the numbers stand in their way.
        let grabbed = response.hovered() || response.dragged();
        for place in [*span.start(), *span.end()].into_iter().filter(|_| grabbed) {
            let x = rect.left() + 1.5 + (rect.width() - 3.0) * place;
            let handle = [pos2(x, rect.top() + 5.0), pos2(x, rect.bottom() - 5.0)];
            ui.painter().line_segment(handle, Stroke::new(2.0, theme.color(Meaning::Selection)));
        }
        let unit = ui.painter().layout_no_wrap(self.unit.to_owned(), theme::small(), theme.quiet_on_fill());
        let texts = self.value.map(|bound| ui.painter().layout_no_wrap(show(bound), theme::body(), theme.text1));
        let [lower, upper] = texts;
        let y = |height: f32| rect.center().y - height / 2.0;
        if !typed[0] {
            ui.painter().galley(pos2(rect.left() + 2.0 * STEP, y(lower.size().y)), lower, theme.text1);
        }
        if !typed[1] {
            let unit_at = rect.right() - 2.0 * STEP - unit.size().x;
            let gap = if self.unit.starts_with('°') { 1.0 } else { STEP };
            ui.painter().galley(pos2(unit_at - gap - upper.size().x, y(upper.size().y)), upper, theme.text1);
            ui.painter().galley(pos2(unit_at, y(unit.size().y)), unit, theme.quiet_on_fill());
        }
    }
}

fn show(bound: f32) -> String {
    number::show(f64::from(bound), 0, true)
}
