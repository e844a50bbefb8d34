use eframe::egui::Ui;
use surefoot::humanoid::Role;
use surefoot::skeleton::JointId;

use super::fields::{about, fact, field_width, under_fields};
use super::{limit, twist};
use crate::editor::core::mapping::{assigning, edit_of};
use crate::editor::core::{Action, Actions, Command, Item, Session, Stage};
use crate::editor::meaning;
use crate::editor::widgets::{Choice, Entry, Icon, Weight, hint, icon_text_button, link, property, rule, section_head};

pub fn ui(ui: &mut Ui, session: &Session, joint: JointId, actions: &mut Actions) {
    let Some(stage) = session.stage() else { return };
    let selected = session.selection().bones().count();
    let note = if selected > 1 { format!("{selected} selected") } else { "bone".to_owned() };
    section_head(ui, meaning::short_name(&meaning::joint_name(stage, joint)), &note);
    role(ui, stage, joint, actions);
    let skeleton = stage.skeleton();
    if let Some(parent) = skeleton.parent(joint) {
        property(ui, "Parent", |ui| {
            let name = meaning::joint_name(stage, parent);
            ui.add_space(8.0);
            if link(ui, meaning::short_name(&name), &format!("Select parent {name}")).clicked() {
                actions.select(Item::Bone(parent));
            }
        });
    }
    let children = skeleton.children(joint).count();
    fact(ui, "Children", &children.to_string(), "");
    let at = stage.solved_globals().position(joint);
    fact(ui, "Position", &format!("{:.3}  {:.3}  {:.3}", at.x, at.y, at.z), "m");
    chains(ui, session, stage, joint, actions);
    rule(ui);
    limits(ui, session, stage, joint, actions);
    twist::ui(ui, session, stage, joint, actions);
}

/// The role of a bone, and why it was found to have it.
fn role(ui: &mut Ui, stage: &Stage, joint: JointId, actions: &mut Actions) {
    let current = stage.map().role_of(joint);
    let name = meaning::joint_name(stage, joint);
    let picked = property(ui, "Role", |ui| {
        let choice = Choice {
            name: "Role of the bone",
            text: current.map_or("none", Role::name),
            note: "",
            tip: about("bones"),
            faulty: false,
        };
        let entries = || {
            let none = Entry { text: "none", note: "", depth: 0 };
            let roles = Role::ALL.into_iter().map(|role| Entry {
                text: role.name(),
                note: stage.map().get(role).map_or("", |joint| stage.skeleton().name(joint)),
                depth: 0,
            });
            std::iter::once(none).chain(roles).collect()
        };
        choice.show(ui, field_width(ui), Some(current.map_or(0, |role| role as usize + 1)), entries)
    });
    match picked.map(|picked| picked.checked_sub(1).map(|role| Role::ALL[role])) {
        Some(Some(role)) if Some(role) != current => {
            let edit = edit_of(stage, &assigning(stage, role, Some(joint)));
            actions.edit(format!("Make {} the {}", meaning::short_name(&name), role.name()), edit);
        }
        Some(None) => {
            if let Some(role) = current {
                actions.edit(
                    format!("Take the role of {} away", role.name()),
                    edit_of(stage, &assigning(stage, role, None)),
                );
            }
        }
        _ => {}
    }
    match current.map(|role| stage.detection().get(role).filter(|found| found.joint == joint)) {
        Some(Some(found)) => {
            under_fields(ui, |ui| hint(ui, &format!("{:.0} % sure: {}", found.confidence * 100.0, found.why)));
        }
        Some(None) => under_fields(ui, |ui| hint(ui, "set by hand")),
        None => {}
    }
}

/// The chains this bone is part of, and a way to add one.
fn chains(ui: &mut Ui, session: &Session, stage: &Stage, joint: JointId, actions: &mut Actions) {
    rule(ui);
    section_head(ui, "Chains", "");
    let mut any = false;
    for (index, chain) in session.document().rig().chains.iter().enumerate() {
        let inside = meaning::chain_joints(chain, stage).is_some_and(|joints| joints.contains(&joint));
        if inside {
            any = true;
            let title = meaning::chain_title(&chain.name);
            if link(ui, &title, &format!("Select {title}")).clicked() {
                actions.select(Item::Chain(index));
            }
        }
    }
    if !any {
        hint(ui, "No chain moves this bone.");
    }
    let reason = Command::AddChain.unavailable(session);
    let response = ui
        .add_enabled_ui(reason.is_none(), |ui| icon_text_button(ui, Icon::Plus, "Chain that ends here", Weight::Quiet))
        .inner;
    if response.hovered() {
        actions.push(Action::Hint(
            "Adds a chain whose tip is this bone; with two bones selected, one between them.".into(),
        ));
    }
    if response.clicked() {
        actions.run(Command::AddChain);
    }
    if let Some(reason) = reason {
        response.on_disabled_hover_text(reason);
    }
}

fn limits(ui: &mut Ui, session: &Session, stage: &Stage, joint: JointId, actions: &mut Actions) {
    let limits = &session.document().rig().limits;
    match limits.iter().position(|limit| stage.joint(&limit.bone) == Some(joint)) {
        Some(index) => {
            section_head(ui, "Limit", limit::form(&limits[index].shape));
            limit::shape(ui, session, index, "Limit", actions);
            limit::this_frame(ui, session, index);
        }
        None => {
            section_head(ui, "Limit", "none");
            if icon_text_button(ui, Icon::Plus, "Limit this joint", Weight::Quiet).clicked() {
                actions.run(Command::AddLimit);
            }
        }
    }
}
