//! The tools of the viewport: move or rotate, axes, snap.

use eframe::egui::{Align2, Rect, Ui};

use super::plate;
use crate::editor::core::{Actions, Command, GizmoMode, GizmoSpace, Session};
use crate::editor::widgets::{Weight, button};

pub fn ui(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Actions) {
    let view = session.view_options();
    plate(ui, "tools", rect, Align2::LEFT_TOP, 0.0, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let tools =
                [(GizmoMode::Move, "Move", Command::GizmoMove), (GizmoMode::Rotate, "Rotate", Command::GizmoRotate)];
            for (mode, name, command) in tools {
                if switch(ui, session, actions, name, command, view.gizmo == mode) {
                    actions.run(command);
                }
            }
            ui.separator();
            let axes = if view.gizmo_space == GizmoSpace::Local { "Local axes" } else { "World axes" };
            if switch(ui, session, actions, axes, Command::ToggleGizmoSpace, false) {
                actions.run(Command::ToggleGizmoSpace);
            }
            let snap = if rect.width() < 480.0 {
                "Snap".to_owned()
            } else {
                format!("Snap {:.0} cm · {:.0}°", view.snap_distance * 100.0, view.snap_angle_deg)
            };
            if switch(ui, session, actions, &snap, Command::ToggleSnap, view.snap) {
                actions.run(Command::ToggleSnap);
            }
            ui.separator();
            if switch(ui, session, actions, "Ghost", Command::ToggleGhost, view.ghost) {
                actions.run(Command::ToggleGhost);
            }
            ui.separator();
            super::compare::bar(ui, session, actions);
        });
    });
}

fn switch(ui: &mut Ui, session: &Session, actions: &mut Actions, text: &str, command: Command, on: bool) -> bool {
    let weight = if on { Weight::Normal } else { Weight::Quiet };
    let response = button(ui, text, weight);
    let response = response.on_hover_text(tip(command));
    if response.hovered() {
        let hint = match command {
            Command::GizmoMove => "Moves goals, hints and the look target.",
            Command::GizmoRotate => "Turns goals.",
            Command::ToggleGizmoSpace => "Whether the axes of the gizmo are the world's or the handle's own.",
            Command::ToggleGhost => "Shows the pose as the clip has it, beside what IK makes of it.",
            _ => "Snaps always; without it, hold Ctrl while dragging.",
        };
        actions.hint(hint);
    }
    response.clicked() && command.unavailable(session).is_none()
}

/// The command and its key.
fn tip(command: Command) -> String {
    let shortcut = command.shortcuts().first().map(|shortcut| format!(" ({shortcut})")).unwrap_or_default();
    format!("{}{shortcut}", command.name())
}
