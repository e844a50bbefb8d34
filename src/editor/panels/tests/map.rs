//! The Map workspace as a person uses it.

use eframe::egui::{Key, Role as Access};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::humanoid::Role;
use surefoot::skeleton::JointId;

use super::{Window, bundled, click, window};
use crate::editor::core::mapping::MapGroup;
use crate::editor::core::{Action, Command, Item};
use crate::editor::panels::Workspace;

fn map_workspace() -> Harness<'static, Window> {
    let mut harness = window(bundled());
    harness.state_mut().panels.workspace = Workspace::Map;
    harness.run();
    harness
}

fn joint(harness: &Harness<'_, Window>, role: Role) -> Option<JointId> {
    harness.state().session.stage().expect("a character is open").map().get(role)
}

fn bone(harness: &Harness<'_, Window>, role: Role) -> String {
    let stage = harness.state().session.stage().expect("a character is open");
    stage.skeleton().name(stage.map().get(role).expect("it has this bone")).to_owned()
}

fn steps(harness: &Harness<'_, Window>) -> usize {
    harness.state().session.document().history().position()
}

fn run(harness: &mut Harness<'_, Window>, command: Command) {
    harness.state_mut().session.apply_all(vec![Action::Run(command)]);
    harness.run();
}

#[test]
fn every_dot_of_every_page_is_called_by_its_role_and_bone() {
    let mut harness = map_workspace();
    for (page, group) in ["Body", "Head", "L hand", "R hand"].into_iter().zip(MapGroup::ALL) {
        harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(page) && label.ends_with(" page")))
            .click();
        harness.run();
        for role in group.roles() {
            let called = match joint(&harness, role) {
                Some(_) => format!("{role}: {}", bone(&harness, role)),
                None => format!("{role}: no bone"),
            };
            harness.get_by_label(&called);
        }
        harness.check_accessibility();
    }
}

#[test]
fn a_click_on_a_dot_selects_its_bone_and_opens_the_list() {
    let mut harness = map_workspace();
    let (left, right) = (bone(&harness, Role::LeftToes), bone(&harness, Role::RightToes));
    click(&mut harness, &format!("leftToes: {left}"));
    let selected = joint(&harness, Role::LeftToes).map(Item::Bone);
    assert_eq!(harness.state().session.selection().primary(), selected);
    harness.get_by_label("Search in bone for leftToes").type_text(&right);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(bone(&harness, Role::LeftToes), right);
    assert_eq!(joint(&harness, Role::RightToes), None, "a bone has one role");
    harness.get_by_label("rightToes: no bone");
    run(&mut harness, Command::Undo);
    harness.get_by_label(&format!("leftToes: {left}"));
}

#[test]
fn a_role_can_be_left_without_a_bone() {
    let mut harness = map_workspace();
    let foot = bone(&harness, Role::LeftFoot);
    click(&mut harness, &format!("leftFoot: {foot}"));
    click(&mut harness, "No bone");
    harness.get_by_label("leftFoot: missing");
    run(&mut harness, Command::Undo);
    harness.get_by_label(&format!("leftFoot: {foot}"));
}

#[test]
fn a_bone_is_dragged_from_the_tree_onto_a_dot_in_one_step() {
    let mut harness = map_workspace();
    let (hips, spine) = (bone(&harness, Role::Hips), bone(&harness, Role::Spine));
    let before = steps(&harness);
    let from = harness.get_by_role_and_label(Access::TreeItem, &spine).rect().center();
    let to = harness.get_by_label(&format!("hips: {hips}")).rect().center();
    harness.drag_at(from);
    harness.step();
    for part in 1..=6 {
        harness.hover_at(from + (to - from) * (part as f32 / 6.0));
        harness.step();
    }
    assert!(harness.state().session.status_hint().contains("Let go"), "{}", harness.state().session.status_hint());
    harness.drop_at(to);
    harness.run();
    assert_eq!(bone(&harness, Role::Hips), spine);
    assert_eq!(joint(&harness, Role::Spine), None);
    assert_eq!(steps(&harness), before + 1);
    assert_eq!(harness.state().session.document().history().undo_label(), Some("Set bone for hips"));
}

#[test]
fn a_bone_that_is_held_over_a_page_opens_it_to_be_dropped_there() {
    let mut harness = map_workspace();
    let spine = bone(&harness, Role::Spine);
    let from = harness.get_by_role_and_label(Access::TreeItem, &spine).rect().center();
    let page = harness.get_by_label("L hand 15/15 page").rect().center();
    harness.drag_at(from);
    harness.step();
    for at in [from.lerp(page, 0.5), page, page] {
        harness.hover_at(at);
        harness.step();
    }
    let thumb = bone(&harness, Role::LeftThumbDistal);
    let to = harness.get_by_label(&format!("leftThumbDistal: {thumb}")).rect().center();
    harness.hover_at(to);
    harness.step();
    harness.drop_at(to);
    harness.run();
    assert_eq!(bone(&harness, Role::LeftThumbDistal), spine);
}

#[test]
fn a_side_is_mirrored_and_a_group_is_cleared() {
    let mut harness = map_workspace();
    let before = joint(&harness, Role::RightHand);
    click(&mut harness, "Clear body");
    assert_eq!(joint(&harness, Role::RightHand), None);
    assert!(joint(&harness, Role::RightIndexProximal).is_some());
    run(&mut harness, Command::Undo);
    let hand = bone(&harness, Role::RightHand);
    click(&mut harness, &format!("rightHand: {hand}"));
    click(&mut harness, "No bone");
    click(&mut harness, "Mirror the map");
    click(&mut harness, "From left to right");
    assert_eq!(joint(&harness, Role::RightHand), before);
}

#[test]
fn the_automatic_map_is_shown_and_then_applied_or_dropped() {
    let mut harness = map_workspace();
    let foot = bone(&harness, Role::LeftFoot);
    click(&mut harness, &format!("leftFoot: {foot}"));
    click(&mut harness, "No bone");
    let before = steps(&harness);
    click(&mut harness, "Map automatically…");
    harness.get_by_label(&format!("leftFoot: no bone to {foot}"));
    harness.check_accessibility();
    assert_eq!(joint(&harness, Role::LeftFoot), None, "nothing is changed yet");
    click(&mut harness, "Cancel");
    assert_eq!((joint(&harness, Role::LeftFoot), steps(&harness)), (None, before));
    click(&mut harness, "Map automatically…");
    click(&mut harness, "Apply");
    assert_eq!((bone(&harness, Role::LeftFoot), steps(&harness)), (foot, before + 1));
}

#[test]
fn the_question_is_shown_wherever_it_was_asked() {
    let mut harness = map_workspace();
    let foot = bone(&harness, Role::LeftFoot);
    click(&mut harness, &format!("leftFoot: {foot}"));
    click(&mut harness, "No bone");
    harness.state_mut().panels.workspace = Workspace::Rig;
    harness.run();
    run(&mut harness, Command::MapAutomatically);
    assert_eq!(harness.state().panels.workspace, Workspace::Map);
    harness.get_by_label("Apply");
}

#[test]
fn a_dot_under_the_pointer_lights_its_bone_everywhere() {
    let mut harness = map_workspace();
    let foot = bone(&harness, Role::LeftFoot);
    harness.get_by_label(&format!("leftFoot: {foot}")).hover();
    harness.run();
    assert_eq!(harness.state().session.hover(), joint(&harness, Role::LeftFoot).map(Item::Bone));
    assert!(harness.state().session.status_hint().starts_with(&format!("leftFoot: {foot}. ")));
}
