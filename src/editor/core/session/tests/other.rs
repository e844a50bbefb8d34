//! Two rigs side by side on the same pose and the same ground.

use surefoot::rig::GroundingMethod;

use crate::editor::core::test_session::{mannequin, walking_at};
use crate::editor::core::{Action, Command, Edit, OtherAction, PathPurpose, Request};
use crate::editor::core::{Opened, Session};

fn act(session: &mut Session, action: Action) {
    session.apply(action);
    session.tick(0.0);
}

/// The document's rig with feet by one ray, as a rig of its own.
fn by_one_ray(session: &Session) -> Edit {
    let grounding = session.document().rig().grounding.clone().unwrap();
    Edit::Grounding(Some(Box::new(surefoot::rig::Grounding { method: GroundingMethod::Simple, ..grounding })))
}

#[test]
fn what_is_kept_stays_as_it_was_while_the_rig_is_changed() {
    let mut session = walking_at(0.3);
    assert!(Command::ToggleOther.unavailable(&session).is_some());
    let before = session.stage().unwrap().solved_globals().clone();
    act(&mut session, Action::Other(OtherAction::Keep));
    let [(_, a), (_, b)] = session.stage().unwrap().both().unwrap();
    assert!(*a == before && *b == before, "both are the same rig");
    let edit = by_one_ray(&session);
    act(&mut session, Action::Edit { label: "One ray".into(), edit });
    let after = session.stage().unwrap().solved_globals().clone();
    let [(_, a), (_, b)] = session.stage().unwrap().both().unwrap();
    assert!(*a == after && *b == before && after != before);
    // What is seen goes to and fro; the document stays.
    let rig = session.document().rig().clone();
    act(&mut session, Action::Run(Command::ToggleOther));
    assert!(session.shows_other() && *session.stage().unwrap().solved_globals() == before);
    act(&mut session, Action::Run(Command::ToggleOther));
    assert!(!session.shows_other() && *session.stage().unwrap().solved_globals() == after);
    assert_eq!(session.document().rig(), &rig);
    act(&mut session, Action::Other(OtherAction::Drop));
    assert!(session.other().is_none() && session.stage().unwrap().both().is_none());
}

#[test]
fn the_other_rig_is_solved_as_it_would_be_alone() {
    let mut session = walking_at(0.3);
    act(&mut session, Action::Other(OtherAction::Preset("simple")));
    let [_, (report, globals)] = session.stage().unwrap().both().unwrap();
    let (report, globals) = (report.clone(), globals.clone());
    let names = |session: &Session, report: &surefoot::runtime::SolveReport| -> Vec<String> {
        report.feet.iter().map(|foot| session.document().rig().chains[foot.chain].name.clone()).collect()
    };
    assert_eq!(names(&session, &report).len(), 2);
    // The same preset as the document.
    let preset = session.other().unwrap().rig.clone();
    let mut rig = (*preset).clone();
    rig.editor = session.document().rig().editor.clone();
    act(&mut session, Action::Other(OtherAction::Drop));
    act(&mut session, Action::Edit { label: "Simple".into(), edit: Edit::Rig(Box::new(rig)) });
    assert_eq!(*session.stage().unwrap().solved_globals(), globals);
    let alone = session.stage().unwrap().report().clone();
    assert_eq!(names(&session, &alone), ["left_leg", "right_leg"]);
    for (of_other, of_document) in report.feet.iter().zip(&alone.feet) {
        assert_eq!(of_other.contacts, of_document.contacts);
    }
}

#[test]
fn another_character_is_compared_with_nothing() {
    let mut session = walking_at(0.3);
    act(&mut session, Action::Other(OtherAction::Preset("simple")));
    act(&mut session, Action::Other(OtherAction::Show(true)));
    session.opened(Opened { model: Some(mannequin()), ..Default::default() });
    session.tick(0.0);
    assert!(session.other().is_none() && !session.shows_other());
}

#[test]
fn a_rig_of_a_file_is_fitted_to_this_character_or_said_not_to_fit() {
    let mut session = walking_at(0.3);
    act(&mut session, Action::Other(OtherAction::Open));
    let asked = session.take_requests();
    assert!(matches!(asked[..], [Request::PickPath { purpose: PathPurpose::OpenOther, .. }]), "{asked:?}");
    let path = std::path::PathBuf::from("rigs/old.rig.ron");
    session.path_chosen(PathPurpose::OpenOther, path.clone());
    assert_eq!(session.take_requests(), [Request::ReadOther { path: path.clone() }]);
    // A preset names roles alone: the document says which bones they are.
    session.other_read(&path, surefoot::rig::preset("simple").unwrap(), Vec::new());
    session.tick(0.0);
    assert_eq!(session.other().unwrap().name, "old.rig.ron");
    assert!(session.stage().unwrap().both().is_some());
    let mut strange = surefoot::rig::preset("simple").unwrap();
    strange.chains[0].tip = surefoot::rig::BoneRef::Node("Paw".into());
    session.other_read(&path, strange, Vec::new());
    session.tick(0.0);
    assert!(session.other().is_none() && session.stage().unwrap().both().is_none());
    let told = session.messages().iter().map(|message| format!("{message:?}")).collect::<String>();
    assert!(told.contains("old.rig.ron does not fit") && told.contains("Paw"), "{told}");
}
