use eframe::egui::{self, Align2, Id, Key, Rect, Response, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2};

use super::Change;
use crate::editor::theme::{self, RADIUS, ROW, STEP, Theme};

/// A line of text that is decided with Enter or by leaving it; Esc puts back what was there.
pub fn text_field(ui: &mut Ui, name: &str, text: &str, width: f32) -> Change<String> {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(width, ROW));
    let id = ui.make_persistent_id(("text", name));
    let mut draft = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| text.to_owned());
    let focused = ui.memory(|memory| memory.has_focus(id));
    let border = if focused { theme.text3 } else { theme.line };
    ui.painter().rect(rect, RADIUS, theme.bg0, Stroke::new(1.0, border), StrokeKind::Inside);
    let response = bare_text_edit(ui, name, id, &mut draft, rect);
    // By the memory: while another window has the keyboard, what is typed so far stays.
    if ui.memory(|memory| memory.has_focus(id)) {
        ui.data_mut(|data| data.insert_temp(id, draft));
        return Change::None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let called_off = ui.input(|input| input.key_pressed(Key::Escape));
    if response.lost_focus() && !called_off && draft != text { Change::Set(draft) } else { Change::None }
}

/// The text of a field whose frame, `rect`, is drawn already; it tells its name and text.
pub(super) fn bare_text_edit(ui: &mut Ui, name: &str, id: Id, text: &mut String, rect: Rect) -> Response {
    let inner = rect.shrink2(vec2(2.0 * STEP, 0.0));
    let edit = TextEdit::singleline(text)
        .id(id)
        .font(theme::body())
        .frame(egui::Frame::NONE)
        .margin(egui::Margin::ZERO)
        .desired_width(inner.width())
        .min_size(inner.size())
        .align(Align2::LEFT_CENTER);
    let response = ui.put(inner, edit);
    response.widget_info(|| WidgetInfo {
        label: Some(name.to_owned()),
        ..WidgetInfo::text_edit(ui.is_enabled(), text.as_str(), text.as_str(), "")
    });
    response
}
