//! The list of what is solved, the timeline, roles and problems.

use eframe::egui::{self};
use egui_kittest::kittest::Queryable;
use surefoot::rig::{BoneRef, Solver};

use super::{bundled, chain_called, click, window};
use crate::editor::core::{Action, Actions, Command, Edit, Item, PlaybackAction};
use crate::editor::panels::Workspace;

#[test]
fn switches_of_the_rig_list_switch() {
    let mut harness = window(bundled());
    click(&mut harness, "Left leg: switch off");
    let index = chain_called(&harness, "left_leg");
    assert!(!harness.state().session.document().rig().chains[index].enabled);
    click(&mut harness, "Look-at: switch off");
    assert!(harness.state().session.document().rig().look_at.as_ref().is_some_and(|look| !look.enabled));
    click(&mut harness, "Left leg: switch on");
    assert!(harness.state().session.document().rig().chains[index].enabled);
}

#[test]
fn the_rig_list_selects_and_the_hint_mode_is_picked_from_a_list() {
    let mut harness = window(bundled());
    click(&mut harness, "Left leg");
    let index = chain_called(&harness, "left_leg");
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Chain(index)));
    click(&mut harness, "Hint mode");
    click(&mut harness, "Fixed to the body");
    let chain = &harness.state().session.document().rig().chains[index];
    let Solver::TwoBone(two_bone) = &chain.solver else { panic!("legs are two-bone") };
    assert_eq!(two_bone.hint.mode, surefoot::rig::HintMode::Character);
}

#[test]
fn the_timeline_plays_steps_and_seeks() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    actions.playback(PlaybackAction::Clip(Some(0)));
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    click(&mut harness, "Step forward");
    assert!((harness.state().session.playback().time - 1.0 / 60.0).abs() < 1e-6);
    harness.get_by_label("Time").set_value_accesskit(0.3);
    harness.run();
    assert!((harness.state().session.playback().time - 0.3).abs() < 1e-6);
    harness.get_by_label("Playback speed").set_value_accesskit(0.5);
    harness.run();
    assert_eq!(harness.state().session.playback().speed, 0.5);
}

#[test]
fn roles_are_corrected_by_hand() {
    let mut harness = window(bundled());
    harness.state_mut().panels.workspace = Workspace::Map;
    harness.run();
    click(&mut harness, "Bone for leftToes");
    let right = {
        let stage = harness.state().session.stage().expect("a character is open");
        let joint = stage.map().get(surefoot::humanoid::Role::RightToes).expect("it has toes");
        stage.skeleton().name(joint).to_owned()
    };
    harness.get_by_label("Search in bone for leftToes").type_text(&right);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    let bones = &harness.state().session.document().rig().bones;
    let right = BoneRef::Node(right);
    assert_eq!(bones.get(&surefoot::humanoid::Role::LeftToes), Some(&right));
    assert_eq!(bones.get(&surefoot::humanoid::Role::RightToes), None, "a bone has one role");
    assert!(bones.contains_key(&surefoot::humanoid::Role::LeftFoot), "the others stay");
}

#[test]
fn problems_are_reached_from_the_status_bar_shown_and_fixed() {
    let mut session = bundled();
    let mut rig = surefoot::rig::Rig::clone(session.document().rig());
    rig.character.up = surefoot::rig::Axis::Z;
    rig.character.metres_per_unit = 0.01;
    session.apply(Action::Edit { label: "Spoil".into(), edit: Edit::Rig(Box::new(rig)) });
    session.tick(0.0);
    let mut harness = window(session);
    harness.state_mut().panels.workspace = Workspace::Map;
    harness.run();
    assert!(harness.query_by_label("Show problem 1").is_none());
    click(&mut harness, "2 problems");
    assert_eq!(harness.state().panels.workspace, Workspace::Rig);
    harness.check_accessibility();
    click(&mut harness, "Show problem 1");
    let selected = harness.state().session.selection().primary();
    assert!(matches!(selected, Some(Item::Bone(_))), "{selected:?}");
    click(&mut harness, "Fix problem 1");
    assert_eq!(harness.state().session.document().history().undo_label(), Some("Take +Y as up"));
    let mut actions = Actions::default();
    actions.run(Command::Undo);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    click(&mut harness, "Fix all problems");
    assert_eq!(harness.state().session.document().history().undo_label(), Some("Fix 2 problems"));
    assert_eq!(harness.state().session.document().rig().character, surefoot::rig::Correction::default());
    harness.get_by_label("no problems");
}
