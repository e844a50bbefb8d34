//! Opening, saving, quitting and what comes back after a crash.

use surefoot::humanoid::Role;
use surefoot::rig::{BoneRef, Rig};

use super::{edit, slope};
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{
    Action, Answer, Command, Edit, LoadedModel, Next, PathPurpose, Prompt, Request, Severity, Trouble,
};
use crate::editor::core::{Opened, Session};

#[test]
fn a_role_given_in_a_preset_keeps_the_roles_that_were_found() {
    let mut session = open(mannequin());
    let preset = Rig { bones: Default::default(), ..Rig::clone(session.document().rig()) };
    edit(&mut session, "Make a preset", Edit::Rig(Box::new(preset)));
    let feet = session.stage().unwrap().map().get(Role::LeftFoot);
    edit(&mut session, "Drop the jaw", Edit::Role { role: Role::Jaw, bone: None });
    let map = session.stage().unwrap().map();
    assert_eq!((map.get(Role::LeftFoot), map.get(Role::Jaw)), (feet, None));
}

#[test]
fn a_rig_of_another_character_is_fitted_to_this_one() {
    let mut session = open(mannequin());
    let fitted = Rig::clone(session.document().rig());
    let mut foreign = fitted.clone();
    for (role, bone) in &mut foreign.bones {
        *bone = BoneRef::Node(format!("mixamorig:{role}"));
    }
    session.opened(Opened { rig: Some(("/a/foreign.ron".into(), foreign, Vec::new())), ..Opened::default() });
    assert_eq!(session.document().rig().bones, fitted.bones);
    assert!(session.document().is_dirty() && session.stage().unwrap().is_bound());
    assert_eq!(session.count_problems(Severity::Error), 0);
}

#[test]
fn quitting_asks_saves_and_goes_on() {
    let mut session = open(mannequin());
    session.apply(Action::Run(Command::Quit));
    assert_eq!(session.take_requests(), [Request::Quit], "nothing to save");
    edit(&mut session, "Set slope", slope(30.0));
    session.apply(Action::Run(Command::Quit));
    assert_eq!(session.prompt(), Some(&Prompt::Unsaved(Next::Quit)));
    session.apply(Action::Run(Command::Cancel));
    assert_eq!(session.prompt(), None);
    assert_eq!(session.take_requests(), []);

    session.apply(Action::Run(Command::Quit));
    session.apply(Action::Answer(Answer::Save));
    let asked = session.take_requests();
    assert!(matches!(asked[..], [Request::PickPath { purpose: PathPurpose::SaveRig, .. }]), "{asked:?}");
    session.path_chosen(PathPurpose::SaveRig, "/a/hero.rig.ron".into());
    let written = session.take_requests();
    let [Request::Write { path, text }] = &written[..] else { panic!("{written:?}") };
    assert_eq!(path.to_str(), Some("/a/hero.rig.ron"));
    assert_eq!(Rig::from_ron(text).unwrap().rig, **session.document().rig());
    session.saved(path.clone());
    assert_eq!(session.take_requests(), [Request::Quit]);
    assert_eq!(session.title(), "hero.rig.ron — Surefoot");
}

#[test]
fn a_save_that_fails_or_is_called_off_does_not_quit() {
    for fails in [true, false] {
        let mut session = open(mannequin());
        edit(&mut session, "Set slope", slope(30.0));
        session.apply(Action::Run(Command::Quit));
        session.apply(Action::Answer(Answer::Save));
        session.take_requests();
        if fails {
            session.path_chosen(PathPurpose::SaveRig, "/a/b.ron".into());
            session.take_requests();
            session.failed(Trouble::new("The disk is full"));
        } else {
            session.pick_cancelled();
        }
        // A later save of its own must not close the window.
        session.saved("/a/b.ron".into());
        assert_eq!(session.take_requests(), []);
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_everything_open() {
    let mut session = open(mannequin());
    let before = session.document().rig().clone();
    session.apply(Action::OpenPaths(vec!["/a/broken.glb".into()]));
    assert!(session.loading().is_some());
    session.failed(Trouble::new("/a/broken.glb can't be opened"));
    assert!(session.loading().is_none() && session.stage().is_some());
    assert_eq!(session.document().rig(), &before);
    let message = session.messages().iter().find(|message| message.severity == Severity::Error).unwrap();
    let id = message.id;
    session.tick(100.0);
    assert!(session.messages().iter().any(|message| message.id == id), "errors stay");
    session.apply(Action::Dismiss(id));
    assert!(session.messages().iter().all(|message| message.id != id));
}

#[test]
fn recovered_work_is_unsaved_work() {
    let mut session = open(mannequin());
    let rig = Rig { name: "lost".into(), ..Rig::clone(session.document().rig()) };
    session.opened(Opened { recovered: Some((rig, Some("/a/hero.ron".into()))), ..Opened::default() });
    assert_eq!(session.title(), "hero.ron* — Surefoot");
    assert_eq!(session.document().rig().name, "lost");
}

#[test]
fn a_model_that_changed_on_disk_is_read_again_under_the_same_rig() {
    let model = LoadedModel { path: Some("/a/hero.glb".into()), ..mannequin() };
    let mut session = open(model.clone());
    edit(&mut session, "Rename", Edit::Name("mine".into()));
    session.note_change_on_disk("/a/other.glb".as_ref());
    assert!(session.changed_on_disk().is_empty(), "nothing of ours");
    session.note_change_on_disk("/a/hero.glb".as_ref());
    session.apply(Action::Reload("/a/hero.glb".into()));
    assert_eq!(session.take_requests(), [Request::ReloadModel { path: "/a/hero.glb".into() }]);
    session.opened(Opened { model: Some(model), keeps_rig: true, ..Opened::default() });
    assert_eq!((session.document().rig().name.as_str(), session.document().is_dirty()), ("mine", true));
}

#[test]
fn what_was_edited_while_a_file_was_read_is_asked_about() {
    let arrive = |session: &mut Session| {
        session.opened(Opened { model: Some(mannequin()), ..Opened::default() });
    };
    let loading = || {
        let mut session = open(mannequin());
        session.apply(Action::OpenPaths(vec!["hero.glb".into()]));
        assert!(session.loading().is_some());
        session
    };
    let mut session = loading();
    arrive(&mut session);
    assert_eq!(session.prompt(), None, "nothing was changed meanwhile");

    // Kept: the answer to the question is to stay.
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    assert_eq!(session.prompt(), Some(&Prompt::Unsaved(Next::TakeOver)));
    assert_eq!(session.document().history().undo_label(), Some("Set slope"), "nothing is replaced before the answer");
    session.apply(Action::Answer(Answer::Cancel));
    assert_eq!(session.document().history().undo_label(), Some("Set slope"));

    // Given up: what was read takes its place, once.
    arrive(&mut session);
    assert_eq!(session.prompt(), None, "nothing is being read any more, so this is no surprise");
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    session.apply(Action::Answer(Answer::Discard));
    assert_ne!(session.document().history().undo_label(), Some("Set slope"));
    assert!(!session.document().is_dirty());

    // Saved first.
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    session.apply(Action::Answer(Answer::Save));
    session.take_requests();
    session.path_chosen(PathPurpose::SaveRig, "/rigs/a.ron".into());
    assert!(session.take_requests().iter().any(|request| matches!(request, Request::Write { .. })));
    session.saved("/rigs/a.ron".into());
    assert!(session.document().path().is_none(), "the character that was read has a rig of its own");
}

/// The model's file is never among what is written, whatever is mended or given another role before saving.
#[test]
fn b5_saving_writes_the_rig_and_nothing_else() {
    let model = LoadedModel { path: Some("/models/hero.glb".into()), ..mannequin() };
    let (character, rest) = (model.character.clone(), model.character.skeleton.rest().clone());
    let mut session = open(model);
    for fix in [
        surefoot::rig::Fix::MetresPerUnit { value: 0.01 },
        surefoot::rig::Fix::Up { axis: surefoot::rig::Axis::Z },
        surefoot::rig::Fix::SwapSides,
    ] {
        edit(&mut session, "Mend", Edit::Mend(fix));
    }
    session.take_requests();
    session.apply(Action::Run(Command::Save));
    session.path_chosen(PathPurpose::SaveRig, "/rigs/hero.rig.ron".into());
    let written: Vec<Request> =
        session.take_requests().into_iter().filter(|request| matches!(request, Request::Write { .. })).collect();
    assert!(matches!(&written[..], [Request::Write { path, .. }] if path.ends_with("hero.rig.ron")), "{written:?}");
    assert_eq!(*session.stage().unwrap().character().skeleton.rest(), rest);
    assert!(std::sync::Arc::ptr_eq(session.stage().unwrap().character(), &character));
}
