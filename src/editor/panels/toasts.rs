//! What just happened, said in passing over the viewport.

use eframe::egui::{self, Align2, Area, Frame, Id, Margin, Order, Rect, Sense, Ui, pos2};

use crate::editor::core::{Actions, Message, Session, Severity};
use crate::editor::theme::{self, STEP, Theme};

/// The latest of them, in the middle under the top bar; it fades as it goes.
pub fn ui(ui: &mut Ui, rect: Rect, session: &Session, _actions: &mut Actions) {
    let Some(message) = session.messages().iter().rev().find(|message| message.severity == Severity::Info) else {
        return;
    };
    let theme = Theme::of(ui);
    let left = (Message::LIFETIME - message.age).clamp(0.0, Message::LIFETIME);
    let opacity = if session.view_options().reduced_motion { 1.0 } else { (left / 0.15).min(1.0) };
    Area::new(Id::unique("toast"))
        .order(Order::Foreground)
        .interactable(false)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(pos2(rect.center().x, rect.top() + 14.0))
        .show(ui.ctx(), |ui| {
            ui.multiply_opacity(opacity);
            Frame::new().fill(theme.bg3).corner_radius(8.0).inner_margin(Margin::symmetric(3 * STEP as i8, 6)).show(
                ui,
                |ui| {
                    let galley = theme::line_of(ui, &message.text, theme::body(), theme.text1, 420.0);
                    let (place, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Status, true, &message.text));
                    ui.painter().galley(place.min, galley, theme.text1);
                },
            );
        });
}
