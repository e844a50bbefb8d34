//! The scene that is the ground, and its pieces.

use eframe::egui::{self, Ui};
use surefoot::ground::{Piece, Scene};

use super::super::scene_menu;
use super::piece;
use crate::editor::core::{Action, Actions, Command, Item, NewPiece, Session};
use crate::editor::meaning;
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{
    Change, Icon, ListItem, ValueField, Weight, hint, icon_button, icon_text_button, link, property, rule, section_head,
};

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let scene = session.document().scene();
    section_head(ui, "Scene", "");
    property(ui, "Stands on", |ui| scene_menu::field(ui, session, actions));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0 * STEP;
        if link(ui, "Open…", "Open a scene").clicked() {
            actions.run(Command::OpenScene);
        }
        if link(ui, "Save as…", "Save the scene").clicked() {
            actions.run(Command::SaveScene);
        }
    });
    if session.ground_moves() {
        time(ui, session, actions);
    }
    ui.add_space(STEP);
    section_head(ui, "Pieces", &scene.map_or_else(String::new, |scene| scene.pieces.len().to_string()));
    match scene {
        Some(scene) => list(ui, session, scene, actions),
        None => hint(ui, "Put something on the ground: a step, a stone, a raft."),
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(STEP, STEP);
        for new in NewPiece::ALL {
            let command = match new {
                NewPiece::Block => Command::AddBlock,
                NewPiece::Ramp => Command::AddRamp,
                NewPiece::Rubble => Command::AddRubble,
                NewPiece::Platform => Command::AddPlatform,
            };
            if icon_text_button(ui, Icon::Plus, new.name(), Weight::Quiet).on_hover_text(command.name()).clicked() {
                actions.run(command);
            }
        }
    });
    if let Some(Item::Piece(index)) = session.selection().primary()
        && let Some(scene) = scene.filter(|scene| index < scene.pieces.len())
    {
        rule(ui);
        piece::ui(ui, scene, index, actions);
    }
}

/// The clock of what moves.
fn time(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let clock = session.scene_clock();
    property(ui, "Time", |ui| {
        let (icon, name) = if clock.runs { (Icon::Pause, "Stop the ground") } else { (Icon::Play, "Move the ground") };
        if icon_button(ui, icon, name, clock.runs).clicked() {
            actions.run(Command::RunScene);
        }
        let field = ValueField::new("Time of the ground", clock.time_s as f32, 0.0..=36_000.0);
        let tip = "where what moves is at this time; it carries the character along";
        let field =
            field.usual(0.0..=20.0).unit("s").decimals(1).snap(0.5).default(0.0).meaning(Meaning::Ground).tip(tip);
        if let Change::Live(time) | Change::Set(time) = field.show(ui) {
            actions.push(Action::SeekScene(time));
        }
    });
}

fn list(ui: &mut Ui, session: &Session, scene: &Scene, actions: &mut Actions) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (index, piece) in scene.pieces.iter().enumerate() {
            let item = Item::Piece(index);
            let title = meaning::piece_title(piece, index);
            let shown = ui.push_id(index, |ui| {
                let item = ListItem {
                    name: &title,
                    note: &note(piece),
                    meaning: Meaning::Ground,
                    selected: session.selection().contains(item),
                    hovered: session.hover() == Some(item),
                    on: None,
                };
                item.show(ui).response
            });
            if shown.inner.clicked() {
                actions.select(item);
            }
            if shown.inner.hovered() {
                actions.push(Action::Hover(Some(item)));
                actions.hint("A piece of the ground. Click to change it, Delete to take it away.");
            }
        }
    });
}

fn note(piece: &Piece) -> String {
    let mut parts = Vec::new();
    if piece.moving.is_some() {
        parts.push("moves".to_owned());
    }
    if piece.turning_deg_per_s != 0.0 {
        parts.push("turns".to_owned());
    }
    if piece.layer != 0 {
        parts.push(format!("layer {}", piece.layer));
    }
    if parts.is_empty() { meaning::piece_kind(piece).to_lowercase() } else { parts.join(", ") }
}
