//! A character is rigged, posed and marked.

use glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::rig::{BoneRef, HintMode, Solver};

use super::{bone, edit, select, slope};
use crate::editor::core::Session;
use crate::editor::core::handles::{handles, hint_of_mut};
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Command, Edit, Item, LoopMode, PlaybackAction};

#[test]
fn a_character_is_rigged_at_once_and_that_can_be_undone() {
    let mut session = open(mannequin());
    assert!(session.document().rig().chains.len() >= 5);
    assert!(!session.document().is_dirty(), "nobody's work would be lost yet");
    assert_eq!(session.problems(), []);
    assert!(session.stage().unwrap().is_bound());
    session.apply(Action::Run(Command::Undo));
    assert!(session.document().rig().chains.is_empty());
    session.apply(Action::Run(Command::Redo));
    assert!(!session.document().is_dirty());
}

#[test]
fn feet_stand_on_the_slope_and_ik_off_passes_the_pose_through() {
    let mut session = open(mannequin());
    edit(&mut session, "Set slope", slope(20.0));
    let report = session.stage().unwrap().report();
    assert_eq!(report.feet.len(), 2);
    for contact in report.feet.iter().flat_map(|foot| foot.contacts) {
        assert!(contact.gap.abs() < 0.005, "{contact:?}");
    }
    session.apply(Action::Run(Command::ToggleIk));
    session.tick(0.0);
    let stage = session.stage().unwrap();
    assert_eq!(stage.solved_globals(), stage.incoming_globals());
}

#[test]
fn a_goal_that_is_dragged_is_reached_in_one_step_and_esc_takes_it_back() {
    let mut session = open(mannequin());
    let arm =
        session.document().rig().chains.iter().position(|chain| chain.tip == BoneRef::Role(Role::LeftHand)).unwrap();
    let item = Item::Goal(arm);
    let start = session.handles().iter().find(|handle| handle.item == item).unwrap().position_in_world;
    let before = session.document().rig().clone();
    session.apply(Action::BeginGesture { label: "Move goal".into() });
    for step in 1..=10 {
        let position_in_world = start + Vec3::new(-0.01, 0.01, 0.01) * step as f32;
        session.apply(Action::MoveHandle { item, position_in_world, rotation_in_world: None });
        session.tick(1.0 / 60.0);
    }
    let report = session.stage().unwrap().report().chains.iter().find(|report| report.chain == arm).copied().unwrap();
    assert!(report.reached && report.error < 0.001, "{report:?}");
    session.apply(Action::Run(Command::Cancel));
    assert_eq!(session.document().rig(), &before);

    session.apply(Action::BeginGesture { label: "Move goal".into() });
    session.apply(Action::MoveHandle { item, position_in_world: start + Vec3::Y * 0.1, rotation_in_world: None });
    session.apply(Action::MoveHandle { item, position_in_world: start + Vec3::Y * 0.2, rotation_in_world: None });
    session.apply(Action::CommitGesture);
    assert_eq!(session.document().history().undo_label(), Some("Move goal"));
    session.apply(Action::Run(Command::Undo));
    assert_eq!(session.document().rig(), &before);
}

#[test]
fn a_hint_lies_where_it_was_put() {
    for mode in [HintMode::RestBend, HintMode::Character, HintMode::FollowTip] {
        let mut session = open(mannequin());
        edit(&mut session, "Set slope", slope(15.0));
        let leg = session
            .document()
            .rig()
            .chains
            .iter()
            .position(|chain| chain.tip == BoneRef::Role(Role::LeftFoot))
            .unwrap();
        let mut chain = session.document().rig().chains[leg].clone();
        hint_of_mut(&mut chain).mode = mode;
        edit(&mut session, "Set mode", Edit::Chain { index: leg, chain });
        let at = |session: &Session| {
            session.handles().iter().find(|handle| handle.item == Item::Hint(leg)).unwrap().position_in_world
        };
        let wanted = at(&session) + Vec3::new(0.05, 0.1, 0.2);
        session.apply(Action::MoveHandle { item: Item::Hint(leg), position_in_world: wanted, rotation_in_world: None });
        // Straight after: solving may turn the leg, and what carries the hint with it.
        let stage = session.stage().unwrap();
        let now = handles(session.document(), stage);
        let now = now.iter().find(|handle| handle.item == Item::Hint(leg)).unwrap().position_in_world;
        assert!(now.distance(wanted) < 1e-4, "{mode:?}: {now} and not {wanted}");
    }
}

#[test]
fn nonsense_positions_do_not_reach_the_document() {
    let mut session = open(mannequin());
    let before = session.document().rig().clone();
    for item in [Item::Goal(0), Item::Hint(0), Item::LookTarget, Item::Goal(99), Item::Ground] {
        session.apply(Action::MoveHandle { item, position_in_world: Vec3::NAN, rotation_in_world: None });
    }
    session.apply(Action::MoveHandle { item: Item::Goal(99), position_in_world: Vec3::ONE, rotation_in_world: None });
    assert_eq!(session.document().rig(), &before);
}

#[test]
fn a_chain_is_marked_from_its_tip_and_taken_back() {
    let mut session = open(mannequin());
    let chains = session.document().rig().chains.len();
    let tip = bone(&session, Role::LeftIndexDistal);
    select(&mut session, tip);
    assert_eq!(Command::AddChain.unavailable(&session), None);
    session.apply(Action::Run(Command::AddChain));
    assert_eq!(session.selection().primary(), Some(Item::Chain(chains)));
    let chain = &session.document().rig().chains[chains];
    assert_eq!((chain.name.as_str(), &chain.root), ("left_index_distal", &BoneRef::Role(Role::LeftIndexProximal)));
    session.apply(Action::Run(Command::Undo));
    assert_eq!(session.document().rig().chains.len(), chains);
    assert!(session.selection().is_empty(), "what is gone is not selected");
}

#[test]
fn two_bones_make_a_long_chain_whichever_was_selected_first() {
    for (first, second) in [(Role::Hips, Role::Head), (Role::Head, Role::Hips)] {
        let mut session = open(mannequin());
        let (first, second) = (bone(&session, first), bone(&session, second));
        session.apply(Action::SelectAll(vec![first, second]));
        session.apply(Action::Run(Command::AddChain));
        let chain = session.document().rig().chains.last().unwrap();
        assert!(matches!(chain.solver, Solver::Fabrik(_)));
        assert_eq!((&chain.root, &chain.tip), (&BoneRef::Role(Role::Hips), &BoneRef::Role(Role::Head)));
    }
}

#[test]
fn playing_moves_the_pose_and_not_the_document() {
    let mut session = open(mannequin());
    session.apply(Action::Playback(PlaybackAction::Clip(Some(0))));
    session.apply(Action::Playback(PlaybackAction::Loop(LoopMode::Loop)));
    session.apply(Action::Run(Command::PlayPause));
    session.tick(0.1);
    let first = session.stage().unwrap().solved_globals().clone();
    session.tick(0.1);
    assert_ne!(session.stage().unwrap().solved_globals(), &first);
    assert!(!session.document().is_dirty());
}
