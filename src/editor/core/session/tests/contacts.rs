//! Contacts as a person sets them: kept in the rig, undone, and what the feet then do.

use surefoot::rig::Rig;

use crate::editor::core::Session;
use crate::editor::core::test_session::{mannequin, open, walking};
use crate::editor::core::{Action, Command, ContactLane, Edit, Item, PlaybackAction, SelectHow, contacts};

fn edit(session: &mut Session, edit: Edit) {
    session.apply(Action::Edit { label: "Set".into(), edit });
    session.tick(0.0);
}

fn lane(session: &Session, chain: &str) -> ContactLane {
    session.contact_lanes().into_iter().find(|lane| lane.chain == chain).unwrap()
}

#[test]
fn what_is_found_is_what_the_generator_made() {
    let session = walking();
    let lanes = session.contact_lanes();
    assert_eq!(lanes.len(), 2);
    for lane in lanes {
        let [[from, to]] = lane.down[..] else { panic!("{lane:?}") };
        assert!((to - from - 0.61).abs() < 0.025 && lane.found.is_none(), "{lane:?}");
    }
    let rest = open(mannequin());
    assert_eq!(rest.contact_lanes(), [], "a pose that does not move has none");
}

#[test]
fn what_is_set_is_kept_undone_saved_and_read() {
    let mut session = walking();
    let (left, right) = (lane(&session, "left_leg"), lane(&session, "right_leg"));
    let set = session.set_contacts(&right, Some(vec![[0.1, 0.3], [0.8, 1.05]])).unwrap();
    edit(&mut session, set);
    let now = lane(&session, "right_leg");
    assert_eq!((now.down, now.found), (vec![[0.1, 0.3], [0.8, 1.05]], Some(right.down.clone())));
    assert_eq!(lane(&session, "left_leg"), left);
    let saved = session.document().rig().to_ron();
    assert!(
        saved.contains(r#"(clip: "walk", clip_s: 1.0, chain: "right_leg", down: [(0.1, 0.3), (0.8, 1.05)])"#),
        "{saved}"
    );
    let read = Rig::from_ron(&saved).unwrap();
    assert_eq!((&read.rig, read.warnings.len()), (&**session.document().rig(), 0));
    assert_eq!(read.rig.to_ron(), saved);
    session.apply(Action::Run(Command::Undo));
    session.tick(0.0);
    assert_eq!(lane(&session, "right_leg"), right);
    session.apply(Action::Run(Command::Redo));
    session.tick(0.0);
    let back = session.set_contacts(&lane(&session, "right_leg"), None).unwrap();
    edit(&mut session, back);
    assert_eq!(lane(&session, "right_leg"), right);
    assert_eq!(session.document().rig().grounding.as_ref().unwrap().contacts, []);
}

#[test]
fn one_that_is_selected_is_deleted_as_anything_else() {
    let mut session = walking();
    let foot = lane(&session, "left_leg").foot;
    session.apply(Action::Select { item: Item::Contact { foot, at: 0 }, how: SelectHow::Replace });
    assert_eq!(Command::Delete.unavailable(&session), None);
    session.apply(Action::Run(Command::Delete));
    session.tick(0.0);
    assert_eq!(lane(&session, "left_leg").down, [] as [[f32; 2]; 0]);
    assert_eq!(session.document().history().undo_label(), Some("Remove the contact"));
    assert!(Command::Delete.unavailable(&session).is_some(), "there is none any more");
}

#[test]
fn a_foot_that_is_said_to_stand_stands() {
    let mut session = walking();
    // Half a step after the right foot landed the left one swings.
    let left = lane(&session, "left_leg");
    let swings_at = (left.down[0][1] + 0.19).rem_euclid(1.0);
    let planted = |session: &mut Session| {
        session.apply(Action::Playback(PlaybackAction::Seek(swings_at)));
        session.tick(0.0);
        session.stage().unwrap().report().feet.iter().map(|foot| foot.planted).collect::<Vec<_>>()
    };
    assert_eq!(planted(&mut session), [false, true]);
    let (down, _) = contacts::added(&left.down, swings_at, 1.0).unwrap();
    let set = session.set_contacts(&left, Some(down)).unwrap();
    edit(&mut session, set);
    assert_eq!(planted(&mut session), [true, true]);
}

#[test]
fn contacts_follow_their_chain_and_are_told_of_where_they_fit_no_clip() {
    let mut session = walking();
    let set = session.set_contacts(&lane(&session, "left_leg"), Some(vec![[0.25, 0.5]])).unwrap();
    edit(&mut session, set.clone());
    let rig = session.document().rig().clone();
    let index = rig.chains.iter().position(|chain| chain.name == "left_leg").unwrap();
    let chain = surefoot::rig::Chain { name: "sinister".into(), ..rig.chains[index].clone() };
    edit(&mut session, Edit::Chain { index, chain });
    assert_eq!(lane(&session, "sinister").down, [[0.25, 0.5]]);
    session.apply(Action::Run(Command::Undo));
    let Edit::Contacts { of, .. } = set else { panic!("{set:?}") };
    for (of, code) in [
        (surefoot::rig::ClipContacts { clip_s: 1.5, ..of.clone() }, "clip-length"),
        (surefoot::rig::ClipContacts { clip: "stroll".into(), ..of }, "no-such-clip"),
    ] {
        edit(&mut session, Edit::Contacts { of, by_hand: true });
        let problem = session.problems().iter().find(|problem| problem.code == code).cloned().unwrap();
        edit(&mut session, problem.fix.unwrap().edit);
        assert!(session.problems().iter().all(|problem| problem.code != code));
    }
}
