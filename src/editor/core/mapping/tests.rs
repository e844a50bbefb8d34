use surefoot::humanoid::Role;
use surefoot::rig::BoneRef;
use surefoot::skeleton::JointId;

use super::super::test_session::{self, open};
use super::super::{Action, Command, Edit, PlaybackAction, Session};
use super::*;

fn mannequin() -> Session {
    open(test_session::mannequin())
}

fn joint(session: &Session, role: Role) -> Option<JointId> {
    session.stage().unwrap().map().get(role)
}

fn run(session: &mut Session, command: Command) {
    session.apply(Action::Run(command));
    session.tick(0.0);
}

fn assign(session: &mut Session, role: Role, bone: Option<BoneRef>) {
    session.apply(Action::Edit { label: "Assign".into(), edit: Edit::Role { role, bone } });
}

fn state(session: &Session, role: Role) -> RoleState {
    RoleView::all(session.stage().unwrap())[role as usize].state
}

#[test]
fn a_role_is_mapped_missing_or_wrong() {
    let mut session = mannequin();
    assert_eq!(state(&session, Role::LeftFoot), RoleState::Mapped);
    assign(&mut session, Role::LeftFoot, None);
    assert_eq!(state(&session, Role::LeftFoot), RoleState::Missing);
    assign(&mut session, Role::LeftToes, None);
    assert_eq!(state(&session, Role::LeftToes), RoleState::Unmapped);
    let shin = joint(&session, Role::LeftLowerLeg).unwrap();
    let shin = BoneRef::naming(session.stage().unwrap().skeleton(), shin);
    assign(&mut session, Role::LeftFoot, Some(shin));
    assert_eq!(state(&session, Role::LeftFoot), RoleState::Wrong);
    let views = RoleView::all(session.stage().unwrap());
    assert_eq!(views[Role::LeftFoot as usize].why, "leftLowerLeg has the same bone");
    assert!(views[Role::LeftFoot as usize].by_hand && !views[Role::RightFoot as usize].by_hand);
}

#[test]
fn a_bone_that_was_little_more_than_guessed_is_doubtful_until_it_is_set_by_hand() {
    let mut model = test_session::mannequin();
    let detection = std::sync::Arc::make_mut(&mut model.detection);
    let foot = detection.bones.iter_mut().find(|bone| bone.role == Role::LeftFoot).unwrap();
    (foot.confidence, foot.why) = (0.3, "by its place in the tree".into());
    let mut session = open(model);
    let view = |session: &Session| RoleView::all(session.stage().unwrap())[Role::LeftFoot as usize].clone();
    assert_eq!(view(&session).state, RoleState::Doubtful);
    assert_eq!(view(&session).why, "30 % sure: by its place in the tree");
    assert_eq!(state(&session, Role::RightFoot), RoleState::Mapped);
    let toes = joint(&session, Role::LeftToes).unwrap();
    let toes = BoneRef::naming(session.stage().unwrap().skeleton(), toes);
    assign(&mut session, Role::LeftToes, None);
    assign(&mut session, Role::LeftFoot, Some(toes));
    assert_eq!((view(&session).state, view(&session).why.as_str()), (RoleState::Mapped, "set by hand"));
}

#[test]
fn one_side_is_mirrored_onto_the_other_in_one_step() {
    let mut session = mannequin();
    let wanted = joint(&session, Role::RightFoot);
    assert!(Command::MirrorMapToRight.unavailable(&session).is_some(), "both sides are mapped");
    for role in [Role::RightFoot, Role::RightToes, Role::RightIndexProximal] {
        assign(&mut session, role, None);
    }
    let steps = session.document().history().position();
    run(&mut session, Command::MirrorMapToRight);
    assert_eq!(joint(&session, Role::RightFoot), wanted);
    assert!(joint(&session, Role::RightIndexProximal).is_some());
    assert_eq!(session.document().history().position(), steps + 1);
    run(&mut session, Command::Undo);
    assert_eq!(joint(&session, Role::RightFoot), None);
}

#[test]
fn bones_without_a_side_in_their_names_are_mirrored_by_where_they_lie() {
    let session = mannequin();
    let stage = session.stage().unwrap();
    for role in [Role::LeftFoot, Role::LeftHand, Role::LeftUpperArm, Role::LeftThumbDistal] {
        let (left, right) = (joint(&session, role).unwrap(), joint(&session, role.mirrored()));
        assert_eq!(counterpart::by_place(stage, left), right, "{role}");
    }
    assert_eq!(counterpart::by_place(stage, joint(&session, Role::Head).unwrap()), None);
}

#[test]
fn a_group_is_cleared_in_one_step_and_the_others_stay() {
    let mut session = mannequin();
    let steps = session.document().history().position();
    run(&mut session, Command::ClearLeftHandMap);
    assert!(MapGroup::LeftHand.roles().all(|role| joint(&session, role).is_none()));
    assert!(joint(&session, Role::RightIndexProximal).is_some() && joint(&session, Role::LeftHand).is_some());
    assert_eq!(session.document().history().position(), steps + 1);
    assert!(Command::ClearLeftHandMap.unavailable(&session).is_some());
}

#[test]
fn one_role_stays_where_a_rig_would_name_no_bone_at_all() {
    let mut session = mannequin();
    for group in [MapGroup::Body, MapGroup::Head, MapGroup::LeftHand, MapGroup::RightHand] {
        run(&mut session, Command::clearing(group));
    }
    let mapped: Vec<Role> = session.stage().unwrap().map().iter().map(|(role, _)| role).collect();
    assert_eq!(mapped.len(), 1, "{mapped:?}");
}

#[test]
fn the_automatic_map_is_shown_before_it_is_made() {
    let mut session = mannequin();
    run(&mut session, Command::MapAutomatically);
    assert_eq!(session.map_preview(), None, "nothing would change");
    let (foot, hand) = (joint(&session, Role::LeftFoot), joint(&session, Role::LeftHand));
    assign(&mut session, Role::LeftFoot, None);
    run(&mut session, Command::MapAutomatically);
    let change = RoleChange { role: Role::LeftFoot, from: None, to: foot };
    assert_eq!(session.map_preview(), Some(vec![change]));
    run(&mut session, Command::Cancel);
    assert_eq!((session.map_preview(), joint(&session, Role::LeftFoot)), (None, None));
    let steps = session.document().history().position();
    run(&mut session, Command::MapAutomatically);
    session.apply(Action::EndMapPreview { apply: true });
    assert_eq!((joint(&session, Role::LeftFoot), joint(&session, Role::LeftHand)), (foot, hand));
    assert_eq!(session.document().history().position(), steps + 1);
}

#[test]
fn while_mapping_the_character_stands_in_its_rest_pose() {
    let mut session = mannequin();
    session.apply(Action::Playback(PlaybackAction::Clip(Some(1))));
    session.apply(Action::Playback(PlaybackAction::Seek(0.3)));
    session.tick(0.0);
    let rest = |session: &Session| {
        let stage = session.stage().unwrap();
        stage.solved_globals() == stage.skeleton().rest_globals()
    };
    assert!(!rest(&session) && !session.handles().is_empty());
    session.apply(Action::ShowMapping(true));
    session.tick(0.0);
    assert!(rest(&session) && session.handles().is_empty());
    session.apply(Action::ShowMapping(false));
    session.tick(0.0);
    assert!(!rest(&session));
}

#[test]
fn likely_bones_come_first() {
    let session = mannequin();
    let stage = session.stage().unwrap();
    for role in [Role::LeftFoot, Role::RightUpperArm, Role::Spine, Role::LeftRingDistal] {
        assert_eq!(candidates(stage, role).first().copied(), joint(&session, role), "{role}");
        assert!(candidates(stage, role).len() <= 5);
    }
}
