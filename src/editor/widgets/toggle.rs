use eframe::egui::{Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::editor::theme::{Meaning, Theme};

/// A switch. Returns its response; `clicked` asks for the other state.
pub fn toggle(ui: &mut Ui, name: &str, on: bool, meaning: Meaning) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(26.0, 16.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Switch, ui.is_enabled(), on, name));
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        let place = ui.ctx().animate_bool_responsive(response.id, on);
        let color = match meaning {
            Meaning::Plain => theme.text2,
            meaning => theme.color(meaning),
        };
        let track = theme.bg3.lerp_to_gamma(color, place);
        let radius = rect.height() / 2.0;
        ui.painter().rect_filled(rect, radius, track);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_stroke(rect, radius, Stroke::new(1.0, theme.text2), StrokeKind::Outside);
        }
        let x = rect.left() + radius + (rect.width() - 2.0 * radius) * place;
        let knob = theme.text3.lerp_to_gamma(theme.knob, place);
        ui.painter().circle_filled(pos2(x, rect.center().y), radius - 2.5, knob);
    }
    response
}
