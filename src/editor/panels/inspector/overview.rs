use eframe::egui::Ui;
use surefoot::humanoid::Role;
use surefoot::rig::BoneRef;

use super::super::apply::push;
use super::fields::{fact, field_width, number};
use crate::editor::core::{Actions, Command, Edit, Session};
use crate::editor::widgets::{Icon, Weight, hint, icon_text_button, property, rule, section_head, text_field};

/// With nothing selected: the rig as a whole and the character it is on.
pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let rig = session.document().rig();
    section_head(ui, "Rig", "");
    let change = property(ui, "Name", |ui| {
        let width = field_width(ui);
        text_field(ui, "Rig name", &rig.name, width)
    });
    push(actions, "Rename the rig", change, Edit::Name);
    let change = property(ui, "Reference leg", |ui| {
        let field = number("reference_leg_length", "Reference leg length", rig.reference_leg_length).usual(0.3..=1.5);
        field.unit("m").decimals(3).snap(0.05).show(ui)
    });
    push(actions, "Set reference leg length", change, Edit::ReferenceLegLength);
    if session.stage().is_some() {
        if rig.look_at.is_none()
            && icon_text_button(ui, Icon::Plus, "Look-at", Weight::Quiet).clicked()
            && let Some(look) = new_look()
        {
            actions.edit("Add look-at", Edit::LookAt(Some(Box::new(look))));
        }
        if rig.grounding.is_none() && icon_text_button(ui, Icon::Plus, "Pelvis and feet", Weight::Quiet).clicked() {
            actions.edit("Add pelvis and feet", Edit::Grounding(Some(Box::default())));
        }
        if rig.chains.is_empty() && icon_text_button(ui, Icon::Plus, "The biped preset", Weight::Quiet).clicked() {
            actions.run(Command::ApplyBipedPreset);
        }
    }
    rule(ui);
    character(ui, session);
}

/// A look-at on the head's role with every default.
fn new_look() -> Option<surefoot::rig::LookAt> {
    let head = ron::to_string(&BoneRef::Role(Role::Head)).ok()?;
    ron::from_str(&format!("(head_bone: {head})")).ok()
}

fn character(ui: &mut Ui, session: &Session) {
    let Some(stage) = session.stage() else {
        hint(ui, "Open a model to begin.");
        return;
    };
    let character = stage.character();
    section_head(ui, "Character", "");
    fact(ui, "Model", &character.name, "");
    fact(ui, "Joints", &stage.skeleton().len().to_string(), "");
    fact(ui, "Leg", &format!("{:.3}", stage.leg_length()), "m");
    let triangles: usize = character.meshes.iter().map(|mesh| mesh.indices.len() / 3).sum();
    fact(ui, "Triangles", &triangles.to_string(), "");
    fact(ui, "Clips", &stage.clips().count().to_string(), "");
    let found = Role::ALL.into_iter().filter(|&role| stage.map().get(role).is_some()).count();
    let required = Role::ALL.into_iter().filter(|role| role.is_required());
    let missing = required.filter(|&role| stage.map().get(role).is_none()).count();
    let note = if missing == 0 { String::new() } else { format!("{missing} required missing") };
    fact(ui, "Roles found", &found.to_string(), &note);
}
