//! What the thing under the pointer does; problems, solve time, saved state.

use eframe::egui::{self, Align, CursorIcon, Layout, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::editor::core::{Session, Severity};
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::Icon;

/// Whether the problems are asked for.
pub fn ui(ui: &mut Ui, session: &Session) -> bool {
    let theme = Theme::of(ui);
    let rect = ui.max_rect();
    let (mut taken, mut asked) = (0.0, false);
    let right = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(right, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * STEP;
        let document = session.document();
        let saved = match (document.is_dirty(), document.path().is_some()) {
            (true, _) => "unsaved changes",
            (false, true) => "saved",
            (false, false) => "nothing to save",
        };
        text(ui, saved, if document.is_dirty() { theme.selection } else { theme.text2 });
        if let Some(stage) = session.stage().filter(|_| !session.is_mapping()) {
            let micros = stage.solve_time().as_secs_f64() * 1e6;
            let time = if micros >= 1000.0 { format!("{:.1} ms", micros / 1000.0) } else { format!("{micros:.1} µs") };
            text(ui, &format!("solve {time}"), theme.text2);
        }
        asked = problems(ui, session);
        taken = rect.right() - ui.min_rect().left();
    });
    let room = rect.width() - taken - 4.0 * STEP;
    let hint = match session.status_hint() {
        "" => idle_hint(session),
        hint => hint,
    };
    let galley = theme::line_of(ui, hint, theme::body(), theme.text2, room);
    let response =
        ui.interact(rect.with_max_x(rect.left() + room.max(0.0)), ui.make_persistent_id("hint"), Sense::hover());
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(hint.to_owned()),
        ..WidgetInfo::labeled(Role::Status, true, "Hint")
    });
    ui.painter().galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, theme.text2);
    asked
}

/// What can be done where the pointer is over nothing.
fn idle_hint(session: &Session) -> &'static str {
    if session.stage().is_none() {
        if session.takes_drops() {
            "Open a model to begin, or drop one on the window."
        } else {
            "Open a model to begin."
        }
    } else if session.is_mapping() {
        "Drag a bone from the list onto a dot of the figure, or click a dot to pick its bone."
    } else if session.selection().is_empty() {
        "Click a bone or a handle to select it. Ctrl+P finds any command, F1 lists the keys."
    } else {
        "Drag a handle to move it. F frames the selection, Ctrl+P finds any command."
    }
}

/// Whether it was clicked.
fn problems(ui: &mut Ui, session: &Session) -> bool {
    let theme = Theme::of(ui);
    let (errors, warnings) = (session.count_problems(Severity::Error), session.count_problems(Severity::Warning));
    let count = errors + warnings;
    let (meaning, words) = match (errors, count) {
        (0, 0) => (None, "no problems".to_owned()),
        (0, 1) => (Some(Meaning::Warn), "1 problem".to_owned()),
        (0, count) => (Some(Meaning::Warn), format!("{count} problems")),
        (_, 1) => (Some(Meaning::Bad), "1 problem".to_owned()),
        (_, count) => (Some(Meaning::Bad), format!("{count} problems")),
    };
    let color = if meaning.is_some() { theme.text1 } else { theme.text2 };
    let galley = ui.painter().layout_no_wrap(words.clone(), theme::body(), color);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::click());
    let can_be_shown = session.stage().is_some();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, can_be_shown, &words));
    ui.painter().galley(rect.min, galley, color);
    if can_be_shown && (response.hovered() || response.has_focus()) {
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, color));
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
    if let Some((meaning, icon)) = meaning.and_then(|meaning| Some((meaning, Icon::of(meaning)?))) {
        ui.add_space(-3.0 * STEP);
        let (_, rect) = ui.allocate_space(vec2(14.0, 14.0));
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), theme::square(14.0)), theme.color(meaning));
    }
    can_be_shown && response.clicked()
}

fn text(ui: &mut Ui, text: &str, color: egui::Color32) {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(), color);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().galley(rect.min, galley, color);
}
