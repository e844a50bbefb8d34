use surefoot::glam::Vec3;
use surefoot::humanoid::{Role, Side};
use surefoot::rig::PropNote;

use crate::editor::core::Session;
use crate::editor::core::props::{holds, known_props};
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Command, Edit, Item};

fn hold(session: &mut Session, name: &str, side: Side) -> PropNote {
    let note = session.stage().unwrap().propose_prop(name, side).unwrap();
    session.apply(Action::Edit { label: "Hold".into(), edit: Edit::Prop(Some(note.clone())) });
    session.tick(0.0);
    note
}

fn palm(session: &Session, side: Side) -> Vec3 {
    let stage = session.stage().unwrap();
    stage.bound().unwrap().palm_in_world(side, stage.solved(), stage.world_from_model()).unwrap().translation
}

/// Whatever is offered is within reach at once: each hand that holds is where its grip is.
#[test]
fn every_thing_is_put_where_the_hands_reach_it() {
    for side in Side::BOTH {
        for (name, _) in known_props() {
            let mut session = open(mannequin());
            let note = hold(&mut session, name, side);
            let (thing, place) = session.stage().unwrap().placed_prop(session.document()).unwrap();
            let held = holds(&note, (thing, place));
            assert!(held.iter().any(|hold| hold.side == side), "{name}");
            for hold in held {
                let far = palm(&session, hold.side).distance(hold.palm_in_world.translation);
                assert!(far < 0.004, "{name}, {:?}: {far}", hold.side);
            }
            assert_eq!(session.stage().unwrap().report().hang.is_some(), *name == "ledge");
        }
    }
}

#[test]
fn a_thing_that_is_moved_takes_the_hand_along_and_undo_brings_both_back() {
    let mut session = open(mannequin());
    hold(&mut session, "mug", Side::Right);
    let before = palm(&session, Side::Right);
    let handle = *session.handles().iter().find(|handle| handle.item == Item::Prop).unwrap();
    let chain_of = |item: Item| match item {
        Item::Goal(chain) => Some(session.document().rig().chains[chain].name.clone()),
        _ => None,
    };
    let goals: Vec<String> = session.handles().iter().filter_map(|handle| chain_of(handle.item)).collect();
    assert!(!goals.contains(&"right_arm".to_owned()) && goals.contains(&"left_arm".to_owned()), "{goals:?}");
    let by = Vec3::new(0.05, 0.06, 0.02);
    let position_in_world = handle.position_in_world + by;
    session.apply(Action::MoveHandle { item: Item::Prop, position_in_world, rotation_in_world: None });
    session.tick(0.0);
    assert!((palm(&session, Side::Right) - before).distance(by) < 0.004);
    session.apply(Action::Run(Command::Undo));
    session.tick(0.0);
    assert!(palm(&session, Side::Right).distance(before) < 1e-5);
    session.apply(Action::Edit { label: "Remove".into(), edit: Edit::Prop(None) });
    session.tick(0.0);
    assert!(session.handles().iter().all(|handle| handle.item != Item::Prop));
}

#[test]
fn one_who_hangs_is_off_the_ground_with_both_hands_on_the_ledge() {
    let mut session = open(mannequin());
    hold(&mut session, "ledge", Side::Left);
    let stage = session.stage().unwrap();
    let report = stage.report();
    assert!(report.hang.unwrap().reaches && report.hang.unwrap().hands == 2);
    assert!(report.feet.iter().all(|foot| !foot.planted));
    let at = |role: Role| stage.solved_globals().position(stage.map().get(role).unwrap());
    let (_, place) = stage.placed_prop(session.document()).unwrap();
    let out = place.rotation * Vec3::Z;
    for role in [Role::Hips, Role::Head, Role::LeftFoot, Role::RightFoot, Role::LeftLowerLeg] {
        assert!((at(role) - place.translation).dot(out) > 0.02, "{role} hangs in front of the wall");
    }
}
