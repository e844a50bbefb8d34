//! The panels as a person meets them, with the bundled character and no window.

use eframe::egui::{self, Role, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::character::Character;
use surefoot::ground::{GroundShape, PieceShape};
use surefoot::humanoid::Names;
use surefoot::rig::{BoneRef, FabrikMethod, GroundingMethod, JointLimit, LimitShape, Shoulder, Solver, TwistBone};

use super::{Panels, Workspace, show};
use crate::editor::core::shoulder_turn;
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{
    Action, Actions, Command, Edit, Item, JointLimitState, LoadedModel, LookState, Opened, PlaybackAction, RangeState,
    Session, ViewOptions,
};
use crate::editor::theme;

/// A window with everything but the viewport; actions are applied as the application does, and kept.
pub(super) struct Window {
    pub session: Session,
    pub panels: Panels,
    done: Vec<Action>,
}

pub(super) fn window(session: Session) -> Harness<'static, Window> {
    let state = Window { session, panels: Panels::default(), done: Vec::new() };
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1600.0, 1400.0))
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(40)
        .with_context_setup(theme::install)
        .build_ui_state(
            |ui, window: &mut Window| {
                let mut actions = Actions::default();
                show(ui, &window.session, &mut window.panels, &mut actions, |_, _| {});
                let actions = actions.take();
                let lasting = |action: &&Action| !matches!(action, Action::Hover(_) | Action::Hint(_));
                window.done.extend(actions.iter().filter(lasting).cloned());
                window.session.apply_all(actions);
                window.session.tick(0.0);
            },
            state,
        );
    harness.run();
    harness
}

pub(super) fn bundled() -> Session {
    open(mannequin())
}

pub(super) fn click(harness: &mut Harness<'_, Window>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn search_bones(harness: &mut Harness<'_, Window>, text: &str) {
    harness.get_by_label("Search bones").focus();
    harness.run();
    harness.get_by_label("Search bones").type_text(text);
    harness.run();
}

fn select(harness: &mut Harness<'_, Window>, item: Item) {
    let mut actions = Actions::default();
    actions.select(item);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
}

fn chain_called(harness: &Harness<'_, Window>, name: &str) -> usize {
    let chains = &harness.state().session.document().rig().chains;
    chains.iter().position(|chain| chain.name == name).expect("the preset has this chain")
}

#[test]
fn an_empty_window_says_how_to_begin() {
    let mut harness = window(Session::new(ViewOptions::default(), Vec::new(), false));
    click(&mut harness, "Open model…");
    assert_eq!(harness.state().done, [Action::Run(Command::OpenModel)]);
}

#[test]
fn every_workspace_and_every_inspector_names_its_widgets() {
    let mut harness = window(bundled());
    let rig = harness.state().session.document().rig().clone();
    let foot = harness.state().session.stage().and_then(|stage| stage.map().get(surefoot::humanoid::Role::LeftFoot));
    let mut items: Vec<Item> = (0..rig.chains.len()).map(Item::Chain).collect();
    items.extend((0..rig.limits.len()).map(Item::Limit));
    items.extend([Item::LookAt, Item::Grounding, Item::Ground, Item::Bone(foot.expect("it has feet"))]);
    for item in items {
        select(&mut harness, item);
        harness.check_accessibility();
    }
    let whole = surefoot::ground::scene("raft").unwrap();
    let raft = Edit::Scene(Some(Box::new(whole)));
    harness.state_mut().session.apply(Action::Edit { label: "Raft".into(), edit: raft });
    for piece in 0..2 {
        select(&mut harness, Item::Piece(piece));
        harness.check_accessibility();
    }
    for workspace in [Workspace::Map, Workspace::Ground, Workspace::Report, Workspace::Rig] {
        harness.state_mut().panels.workspace = workspace;
        harness.run();
        harness.check_accessibility();
    }
}

#[test]
fn fields_of_one_inspector_have_names_of_their_own() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    for name in
        ["Position weight", "Rotation weight", "Hint weight", "Soften from", "Root bone", "Middle bone", "Tip bone"]
    {
        harness.get_by_label(name);
    }
    select(&mut harness, Item::LookAt);
    for name in
        ["Look weight", "Body weight", "Head weight", "Eyes weight", "Look clamp", "Head range left", "Eyes range left"]
    {
        harness.get_by_label(name);
    }
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

fn solver_of(harness: &Harness<'_, Window>, index: usize) -> Solver {
    harness.state().session.document().rig().chains[index].solver.clone()
}

fn undo(harness: &mut Harness<'_, Window>) {
    let mut actions = Actions::default();
    actions.run(Command::Undo);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
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
fn a_limit_of_any_bone_starts_as_people_have_it_and_says_where_it_stands() {
    let mut harness = window(bundled());
    let role = surefoot::humanoid::Role::LeftUpperLeg;
    let hip = harness.state().session.stage().and_then(|stage| stage.map().get(role)).unwrap();
    select(&mut harness, Item::Bone(hip));
    click(&mut harness, "Limit this joint");
    let limits = |harness: &Harness<'_, Window>| harness.state().session.document().rig().limits.clone();
    let index = limits(&harness).len() - 1;
    assert_eq!(limits(&harness)[index].bone, BoneRef::Role(role));
    assert_eq!(Some(limits(&harness)[index].shape), LimitShape::anatomical(role));
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Limit(index)));
    harness.get_by_label_contains("from rest.");
    harness.get_by_label_contains("swing about the side axis").set_value_accesskit(10.0);
    harness.run();
    assert!(matches!(limits(&harness)[index].shape, LimitShape::Cone { swing_deg: [10.0, 45.0], .. }));
    click(&mut harness, "Set limit of leftUpperLeg as people have it");
    assert_eq!(Some(limits(&harness)[index].shape), LimitShape::anatomical(role));
    click(&mut harness, "Remove limit of leftUpperLeg");
    assert_eq!(limits(&harness).len(), index);
}

#[test]
fn a_look_at_something_behind_says_how_far_the_head_turns_and_what_holds_it() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    let behind_left = glam::Vec3::new(0.9, 1.6, -0.6);
    actions.push(Action::MoveHandle {
        item: Item::LookTarget,
        position_in_world: behind_left,
        rotation_in_world: None,
    });
    harness.state_mut().session.apply_all(actions.take());
    harness.state_mut().session.tick(0.0);
    select(&mut harness, Item::LookAt);
    harness.get_by_label_contains("A limit of the look holds it back. The head faces");
    let session = &harness.state().session;
    let look = session.document().rig().look_at.clone().unwrap();
    let state = LookState::of(session.stage().unwrap(), &look).unwrap();
    // 0.92 of the way to the 80° at which the range ends: the body's share of 0.2, and the head's 0.9 of the rest.
    assert!(state.is_held && (state.gaze.yaw.to_degrees() - 0.92 * 80.0).abs() < 2.0, "{:?}", state.gaze);
    assert!((state.range.left.to_degrees() - 80.0).abs() < 1e-3 && state.eyes.len() == 2);
}

#[test]
fn eyes_get_range_maps_and_lose_them_again() {
    let mut harness = window(bundled());
    select(&mut harness, Item::LookAt);
    click(&mut harness, "Use range maps for the eyes");
    harness.get_by_label("Eyes outer turn").set_value_accesskit(12.0);
    harness.run();
    harness.get_by_label("Eyes inner target").set_value_accesskit(60.0);
    harness.run();
    let maps = |harness: &Harness<'_, Window>| {
        harness.state().session.document().rig().look_at.as_ref().and_then(|look| look.eye_maps)
    };
    let set = maps(&harness).unwrap();
    assert_eq!((set.outer.output_max_deg, set.inner.input_max_deg, set.up.output_max_deg), (12.0, 60.0, 10.0));
    click(&mut harness, "Meet the target instead of range maps");
    assert_eq!(maps(&harness), None);
}

#[test]
fn a_twist_bones_share_is_set_where_the_bone_is() {
    let mut harness = window(bundled());
    let role = surefoot::humanoid::Role::LeftShoulder;
    let [bone, of] = [role, surefoot::humanoid::Role::LeftHand].map(BoneRef::Role);
    let mut actions = Actions::default();
    actions.edit("Add", Edit::TwistBones(vec![TwistBone { bone, of, share: 0.5 }]));
    harness.state_mut().session.apply_all(actions.take());
    let joint = harness.state().session.stage().and_then(|stage| stage.map().get(role)).unwrap();
    select(&mut harness, Item::Bone(joint));
    harness.get_by_label("Share of the roll").set_value_accesskit(25.0);
    harness.run();
    let bones = |harness: &Harness<'_, Window>| harness.state().session.document().rig().twist_bones.clone();
    assert_eq!(bones(&harness)[0].share, 0.25);
    click(&mut harness, "Remove the twist bone");
    assert_eq!(bones(&harness), []);
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

#[test]
fn a_drag_on_a_field_is_one_gesture() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    let steps = harness.state().session.document().history().position();
    let from = harness.get_by_label("Position weight").rect().center();
    harness.drag_at(from);
    harness.step();
    for part in 1..=8 {
        harness.hover_at(from - Vec2::new(10.0 * part as f32, 0.0));
        harness.step();
    }
    harness.drop_at(from - Vec2::new(80.0, 0.0));
    harness.run();
    let document = harness.state().session.document();
    assert!(document.rig().chains[index].position_weight < 0.8);
    assert_eq!(document.history().position(), steps + 1);
    assert!(!document.history().in_gesture());
}

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
fn bones_are_searched_selected_and_made_the_tip_of_a_chain() {
    let mut harness = window(bundled());
    let chains = harness.state().session.document().rig().chains.len();
    let hand = {
        let stage = harness.state().session.stage().expect("a character is open");
        let joint = stage.map().get(surefoot::humanoid::Role::LeftIndexDistal).expect("it has fingers");
        stage.skeleton().name(joint).to_owned()
    };
    search_bones(&mut harness, &hand);
    click(&mut harness, &hand);
    assert!(matches!(harness.state().session.selection().primary(), Some(Item::Bone(_))));
    click(&mut harness, "Chain that ends here");
    assert_eq!(harness.state().session.document().rig().chains.len(), chains + 1);
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let mut harness = window(bundled());
    search_bones(&mut harness, "zzzz");
    // The head of the joint limits is a row as well.
    assert!(harness.query_all_by_role(Role::TreeItem).count() <= 1);
    click(&mut harness, "Clear the search");
    assert!(harness.query_all_by_role(Role::TreeItem).count() > 5);
}

#[test]
fn the_ground_bar_changes_form_and_figures() {
    let mut harness = window(bundled());
    click(&mut harness, "Stairs");
    assert!(matches!(harness.state().session.document().base().unwrap().shape, GroundShape::Stairs { .. }));
    harness.get_by_label("Stair rise").set_value_accesskit(20.0);
    harness.run();
    let GroundShape::Stairs { rise, .. } = harness.state().session.document().base().unwrap().shape else {
        panic!("stairs")
    };
    assert!((rise - 0.2).abs() < 1e-6, "shown in centimetres, kept in metres: {rise}");
    harness.get_by_label("Heading").set_value_accesskit(90.0);
    harness.run();
    assert_eq!(harness.state().session.document().base().unwrap().heading_deg, 90.0);
}

#[test]
fn a_scene_is_chosen_in_the_bar_and_its_pieces_changed_in_the_inspector() {
    let mut harness = window(bundled());
    harness.state_mut().panels.workspace = Workspace::Ground;
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Scene to stand on").click();
    harness.run();
    click(&mut harness, "Raft");
    assert_eq!(harness.state().session.document().scene().map(|scene| scene.name.as_str()), Some("Raft"));
    assert!(harness.query_all_by_label("Move the ground").count() > 0, "what moves can be set in motion");
    click(&mut harness, "Water");
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Piece(0)));
    harness.get_by_label("Piece up").set_value_accesskit(-40.0);
    harness.run();
    assert_eq!(harness.state().session.document().piece(0).unwrap().position, [0.0, -0.4, 0.0]);
    harness.get_by_label("Piece layer").set_value_accesskit(5.0);
    harness.run();
    assert_eq!(harness.state().session.document().piece(0).unwrap().layer, 5);
    click(&mut harness, "Block");
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Piece(2)));
    harness.get_by_label("Piece height").set_value_accesskit(30.0);
    harness.run();
    let PieceShape::Block { size } = harness.state().session.document().piece(2).unwrap().shape else {
        panic!("block")
    };
    assert!((size[1] - 0.3).abs() < 1e-6, "{size:?}");
    click(&mut harness, "Remove the piece");
    assert_eq!(harness.state().session.document().scene().unwrap().pieces.len(), 2);
}

#[test]
fn the_inspector_of_the_feet_sets_their_lock_their_steps_and_their_method() {
    let mut harness = window(bundled());
    click(&mut harness, "Pelvis and feet");
    let grounding = |harness: &Harness<'_, Window>| harness.state().session.document().rig().grounding.clone().unwrap();
    harness.get_by_label("Distance at which a foot is let go").set_value_accesskit(35.0);
    harness.run();
    assert!((grounding(&harness).lock.release_distance - 0.35).abs() < 1e-6);
    harness.get_by_label("Heel lift").set_value_accesskit(20.0);
    harness.run();
    assert_eq!(grounding(&harness).heel_lift_deg, 20.0);
    click(&mut harness, "Hold standing feet to their place");
    assert!(!grounding(&harness).lock.enabled);
    assert!(harness.query_by_label("Angle at which a foot is let go").is_none(), "of no use while it is off");
    click(&mut harness, "One ray grounding method");
    assert_eq!(grounding(&harness).method, GroundingMethod::Simple);
    assert!(harness.query_by_label("Heel lift").is_none(), "that method lifts none");
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
fn the_palette_finds_and_runs_a_command() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    actions.run(Command::Palette);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    harness.get_by_label("Find a command").type_text("bone names");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(!harness.state().session.palette_open());
    assert!(harness.state().session.view_options().bone_names);
}

#[test]
fn the_sheet_of_keys_shows_every_shortcut() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    actions.run(Command::Shortcuts);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    for command in Command::all().filter(|command| !command.shortcuts().is_empty()) {
        let name = command.name().trim_end_matches('…');
        assert!(harness.query_all_by_label_contains(&format!("{name}: ")).next().is_some(), "{name}");
    }
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

/// Whatever is drawn takes its colours from the theme.
#[test]
fn no_colour_stands_outside_the_theme() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/editor"))];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("the source is there").flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // The renderer mixes light, which is no colour of the interface.
            if path.is_dir() && name != "render" {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "theme.rs" && name != "tests.rs" {
                let text = std::fs::read_to_string(&path).expect("source is text");
                let literals = [
                    "from_rgb",
                    "from_rgba",
                    "from_gray",
                    "from_hex",
                    "from_black",
                    "from_white",
                    "WHITE",
                    "BLACK",
                    "RED",
                ];
                let used = literals.into_iter().filter(|word| text.contains(&format!("Color32::{word}")));
                found.extend(used.map(|word| format!("{}: {word}", path.display())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_value_is_typed_into_the_inspector_even_with_other_windows_about() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    click(&mut harness, "Rotation weight");
    // Another window takes the keyboard for a while.
    harness.input_mut().focused = false;
    for _ in 0..30 {
        harness.step();
    }
    harness.get_by_role_and_label(Role::TextInput, "Rotation weight").type_text("1/4");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().session.document().rig().chains[index].rotation_weight, 0.25);
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

/// As many joints as a rig of controls has, none of them a bone of a body.
fn controls(count: usize) -> Session {
    let nodes = (0..count).map(|at| serde_json::json!({"name": format!("control_{at:04}")}));
    let json = serde_json::json!({"asset": {"version": "2.0"}, "nodes": nodes.collect::<Vec<_>>()});
    let nothing_beside = |uri: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, uri.to_owned()));
    let bytes = json.to_string();
    let character = Character::from_bytes("controls.gltf", bytes.as_bytes(), &nothing_beside).expect("it is whole");
    let mut session = Session::new(ViewOptions::default(), Vec::new(), true);
    session.opened(Opened { model: Some(LoadedModel::new(None, character, Names::built_in())), ..Opened::default() });
    session.tick(0.0);
    session
}

#[test]
fn e2_a_list_of_706_joints_draws_what_is_seen_and_is_searched() {
    let mut harness = window(controls(706));
    let rows = harness.query_all_by_role(Role::TreeItem).count();
    assert!((5..120).contains(&rows), "{rows} rows are drawn");
    assert!(harness.query_by_label("control_0700").is_none());
    search_bones(&mut harness, "control_0700");
    click(&mut harness, "control_0700");
    let session = &harness.state().session;
    let wanted = session.stage().and_then(|stage| stage.skeleton().find("control_0700"));
    assert_eq!(session.selection().primary(), wanted.map(Item::Bone));
    // Nothing here is a body, and that is said with what to do.
    let problem = &session.problems()[0];
    assert_eq!((problem.code, problem.severity), ("no-humanoid", crate::editor::core::Severity::Error));
    assert!(problem.advice.is_some());
}
