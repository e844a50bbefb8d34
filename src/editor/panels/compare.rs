//! A and B: what the rig is compared with, and which of the two is seen.

use eframe::egui::{Response, Ui};
use surefoot::rig::preset_names;

use crate::editor::core::{Action, Actions, Command, OtherAction, Session};
use crate::editor::widgets::{Weight, menu_at, menu_like_button, segmented};

/// In a bar: a menu that chooses what to compare with, and once that is chosen the two side by side.
pub fn bar(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(other) = session.other() else {
        let response = menu_like_button(ui, "Compare with another rig", "Compare", Weight::Quiet);
        if response.hovered() {
            actions.hint("Another rig, B, beside this one: the same pose on the same ground, and the same report.");
        }
        menu(&response, session, actions);
        return;
    };
    switch(ui, session, actions);
    let response = menu_like_button(ui, "B, the rig to compare with", &other.name, Weight::Quiet);
    menu(&response, session, actions);
}

/// Which of the two is seen.
pub fn switch(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let shown = session.shows_other();
    if let Some(shows_other) = segmented(ui, "rig of the two", shown, &[(false, "A"), (true, "B")]) {
        actions.push(Action::Other(OtherAction::Show(shows_other)));
    }
    if ui.rect_contains_pointer(ui.min_rect()) {
        let key = Command::ToggleOther.shortcuts().first().map(ToString::to_string).unwrap_or_default();
        actions.hint(format!("A is the rig that is edited, B what it is compared with ({key} goes to and fro)."));
    }
}

fn menu(response: &Response, session: &Session, actions: &mut Actions) {
    menu_at(response, |ui| {
        let mut chosen = None;
        if ui.button("This rig as it is now").clicked() {
            chosen = Some(OtherAction::Keep);
        }
        for name in preset_names() {
            if ui.button(format!("The preset {name}")).clicked() {
                chosen = Some(OtherAction::Preset(name));
            }
        }
        if ui.button("A rig in a file…").clicked() {
            chosen = Some(OtherAction::Open);
        }
        if session.other().is_some() {
            ui.separator();
            if ui.button("Compare no more").clicked() {
                chosen = Some(OtherAction::Drop);
            }
        }
        if let Some(action) = chosen {
            actions.push(Action::Other(action));
            ui.close();
        }
    });
}
