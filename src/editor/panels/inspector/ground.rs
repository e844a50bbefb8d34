use eframe::egui::{self, Ui};
use surefoot::ground::{GroundScene, GroundShape};

use super::super::apply::push;
use super::super::ground_bar;
use super::scene;
use crate::editor::core::{Actions, Edit, Session};
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{ValueField, hint, property, rule, section_head};

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    section_head(ui, "Ground", "");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(STEP, STEP);
        ground_bar::forms(ui, session, false, actions);
    });
    ui.add_space(STEP);
    match session.document().base() {
        None => hint(ui, "This scene has no ground under its pieces."),
        Some(GroundScene { shape: GroundShape::Flat, .. }) => {
            let is_alone = session.document().scene().is_none();
            hint(
                ui,
                if is_alone { "Level ground at the character's own height." } else { "Level ground under the pieces." },
            );
        }
        Some(base) => form(ui, base, actions),
    }
    rule(ui);
    scene::ui(ui, session, actions);
}

fn form(ui: &mut Ui, base: GroundScene, actions: &mut Actions) {
    ground_bar::figures(ui, &base, "Ground ", None, actions);
    let change = property(ui, "Heading", |ui| {
        let field =
            ValueField::new("Ground heading", base.heading_deg, -180.0..=180.0).default(0.0).unit("°").decimals(0);
        let about = "the direction in which the ground rises, from the way the character faces, towards its left";
        field.snap(15.0).meaning(Meaning::Ground).tip(about).show(ui)
    });
    push(actions, "Turn the ground", change, |heading_deg| Edit::Ground(GroundScene { heading_deg, ..base }));
    ui.add_space(STEP);
    ui.vertical_centered(|ui| {
        ui.push_id("inspector", |ui| ground_bar::heading(ui, &base, "Ground heading dial", 96.0, actions))
    });
}
