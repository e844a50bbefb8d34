//! Chains in the inspector: weights, methods, shoulders, and where a limb swings.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::rig::{BoneRef, FabrikMethod, JointLimit, LimitShape, Shoulder, Solver};

use super::{Window, bundled, chain_called, click, select, undo, window};
use crate::editor::core::shoulder_turn;
use crate::editor::core::{Action, Actions, Command, Edit, Item, JointLimitState, RangeState};

fn solver_of(harness: &Harness<'_, Window>, index: usize) -> Solver {
    harness.state().session.document().rig().chains[index].solver.clone()
}

#[test]
fn a_weight_is_set_in_one_undo_step_and_taken_back() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    harness.get_by_label("Rotation weight").set_value_accesskit(0.5);
    harness.run();
    let weight = |harness: &Harness<'_, Window>| harness.state().session.document().rig().chains[index].rotation_weight;
    assert_eq!(weight(&harness), 0.5);
    let label = harness.state().session.document().history().undo_label().map(str::to_owned);
    assert_eq!(label.as_deref(), Some("Set rotation weight of left leg"));
    let mut actions = Actions::default();
    actions.run(Command::Undo);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    assert_eq!(weight(&harness), 1.0);
}

#[test]
fn a_chain_of_many_bones_shows_how_it_reaches_and_takes_another_method() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "spine");
    select(&mut harness, Item::Chain(index));
    for name in ["Iterations at most", "Tolerance", "Stiffness of spine", "Hint weight", "Hint mode", "Hint up"] {
        harness.get_by_label(name);
    }
    click(&mut harness, "Descent method");
    let method = |harness: &Harness<'_, Window>| match solver_of(harness, index) {
        Solver::Fabrik(fabrik) => fabrik.method,
        Solver::TwoBone(_) => panic!("the spine has many bones"),
    };
    assert_eq!(method(&harness), FabrikMethod::Descent);
    harness.get_by_label("Joints near the tip turn most, as a tail curls.");
    undo(&mut harness);
    assert_eq!(method(&harness), FabrikMethod::Sweeps);
}

/// Steps until a label is there; what is awaited is worked out on another thread.
fn await_label(harness: &mut Harness<'_, Window>, name: &str) -> bool {
    for _ in 0..1000 {
        harness.step();
        if harness.query_by_label(name).is_some() {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    false
}

#[test]
fn the_map_of_swings_is_worked_out_kept_and_follows_the_hint() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_arm");
    select(&mut harness, Item::Chain(index));
    assert!(harness.state().session.swing_map().is_none());
    click(&mut harness, "Show where the elbow would swing");
    let legend = "Goals here turn the elbow by more than 1° a millimetre; move the hint away from them.";
    assert!(await_label(&mut harness, legend));
    let first = harness.state().session.swing_map().map(<[_]>::to_vec).unwrap();
    assert!(first.iter().all(|goal| goal.turn_rate > 17.4));
    // A goal that only moves asks nothing new; a hint that moves does.
    harness.step();
    assert!(harness.state().session.next_wake().is_none_or(|seconds| seconds > 0.1));
    harness.get_by_label("Hint sideways").set_value_accesskit(0.8);
    let changed = (0..1000).any(|_| {
        harness.step();
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.state().session.swing_map().is_some_and(|now| now != first)
    });
    assert!(changed);
    let spine = chain_called(&harness, "spine");
    select(&mut harness, Item::Chain(spine));
    assert!(harness.state().session.swing_map().is_none());
    assert!(harness.query_by_label_contains("would swing").is_none());
}

#[test]
fn a_shoulder_is_removed_and_proposed_again_from_the_bone_above() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_arm");
    select(&mut harness, Item::Chain(index));
    let shoulder = |harness: &Harness<'_, Window>| match solver_of(harness, index) {
        Solver::TwoBone(two_bone) => two_bone.shoulder,
        Solver::Fabrik(_) => panic!("an arm has two bones"),
    };
    harness.get_by_label("Shoulder weight").set_value_accesskit(2.0);
    harness.run();
    assert_eq!(shoulder(&harness).map(|shoulder| shoulder.weight), Some(2.0));
    for name in ["Shoulder bone", "Shoulder offset", "Shoulder largest turn"] {
        harness.get_by_label(name);
    }
    click(&mut harness, "Remove the shoulder");
    assert_eq!(shoulder(&harness), None);
    click(&mut harness, "Add shoulder");
    let clavicle = BoneRef::Role(surefoot::humanoid::Role::LeftShoulder);
    assert_eq!(shoulder(&harness), Some(Shoulder::new(clavicle)));
    undo(&mut harness);
    assert_eq!(shoulder(&harness), None);
}

#[test]
fn a_shoulder_that_helps_says_how_far_it_turned() {
    let mut harness = window(bundled());
    let arm = chain_called(&harness, "left_arm");
    let mut actions = Actions::default();
    let position_in_world = glam::Vec3::new(0.45, 1.95, 0.25);
    actions.push(Action::MoveHandle { item: Item::Goal(arm), position_in_world, rotation_in_world: None });
    harness.state_mut().session.apply_all(actions.take());
    harness.state_mut().session.tick(0.0);
    select(&mut harness, Item::Chain(arm));
    harness.get_by_label_contains("The shoulder turned to help it reach. It has turned");
    let session = &harness.state().session;
    let chain = &session.document().rig().chains[arm];
    let helped = shoulder_turn(session.stage().unwrap(), arm, chain).unwrap();
    assert!((1.0..=30.1).contains(&helped.turn.to_degrees()), "{helped:?}");
}

#[test]
fn an_elbow_that_is_folded_too_far_is_held_and_says_so() {
    let mut harness = window(bundled());
    let arm = chain_called(&harness, "left_arm");
    let elbow = surefoot::humanoid::Role::LeftLowerArm;
    let rig = harness.state().session.document().rig().clone();
    let index = rig.limits.iter().position(|limit| limit.bone == BoneRef::Role(elbow)).unwrap();
    let limit = JointLimit { shape: LimitShape::Hinge { min_deg: 0.0, max_deg: 60.0 }, ..rig.limits[index].clone() };
    let session = &mut harness.state_mut().session;
    let shoulder = session.stage().and_then(|stage| {
        Some(stage.rest_globals().position(stage.map().get(surefoot::humanoid::Role::LeftUpperArm)?))
    });
    let position_in_world = shoulder.unwrap() + glam::Vec3::new(0.1, -0.1, 0.1);
    let mut actions = Actions::default();
    actions.edit("Limit", Edit::Limit { index, limit });
    actions.push(Action::MoveHandle { item: Item::Goal(arm), position_in_world, rotation_in_world: None });
    session.apply_all(actions.take());
    session.tick(0.0);
    let state = JointLimitState::at(session.stage().unwrap(), index).unwrap();
    assert!(state.is_held());
    let RangeState::Hinge { bend, greatest, .. } = state.range else { panic!("an elbow is a hinge") };
    assert!((bend.to_degrees() - 60.0).abs() < 0.1 && (greatest.to_degrees() - 60.0).abs() < 1e-3, "{bend}");
    select(&mut harness, Item::Limit(index));
    harness.get_by_label("Bent 60°, between 0° and 60°. The limit holds its bend here.");
    select(&mut harness, Item::Chain(arm));
    harness.get_by_label_contains("leftLowerArm is at its limit.");
}

#[test]
fn a_leg_hangs_from_the_trunk_and_gets_no_shoulder() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    assert!(harness.query_by_label("Add shoulder").is_none());
    harness.get_by_label("No bone above the limb could help: it hangs from the trunk.");
}
