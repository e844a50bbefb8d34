use eframe::egui::{
    self, Align2, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, pos2, vec2,
};

use super::Icon;
use crate::editor::theme::{self, RADIUS, STEP, Theme};

/// A line to search with: a glass, the text, and a cross that clears it, as Esc does. `hint` is its name as well.
pub fn search_field(ui: &mut Ui, text: &mut String, hint: &str) -> Response {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 28.0));
    let id = ui.make_persistent_id(("search", hint));
    let focused = ui.memory(|memory| memory.has_focus(id));
    if focused && !text.is_empty() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        text.clear();
    }
    let border = if focused { theme.text3 } else { theme.line };
    ui.painter().rect(rect, RADIUS, theme.bg0, Stroke::new(1.0, border), StrokeKind::Inside);
    let glass = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), theme::square(14.0));
    Icon::Search.paint(ui.painter(), glass, theme.text3);
    let inner = Rect::from_min_max(pos2(rect.left() + 27.0, rect.top()), pos2(rect.right() - 26.0, rect.bottom()));
    let edit = TextEdit::singleline(text)
        .id(id)
        .font(theme::body())
        .hint_text(hint)
        .frame(egui::Frame::NONE)
        .margin(egui::Margin::ZERO)
        .desired_width(inner.width())
        .min_size(inner.size())
        .align(Align2::LEFT_CENTER);
    let mut response = ui.put(inner, edit);
    response.widget_info(|| WidgetInfo {
        label: Some(hint.to_owned()),
        ..WidgetInfo::text_edit(ui.is_enabled(), text.as_str(), text.as_str(), hint)
    });
    if !text.is_empty() {
        let place = Rect::from_center_size(pos2(rect.right() - 3.5 * STEP, rect.center().y), theme::square(20.0));
        let clear = ui.interact(place, id.with("clear"), Sense::click());
        clear.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), "Clear the search"));
        let color = if clear.hovered() { theme.text1 } else { theme.text3 };
        Icon::Close.paint(ui.painter(), place.shrink(4.0), color);
        if clear.clicked() {
            text.clear();
            response.mark_changed();
        }
    }
    response
}
