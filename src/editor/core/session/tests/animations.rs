use std::path::PathBuf;

use surefoot::humanoid::Role;
use surefoot::rig::BoneRef;

use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{
    Action, Command, Edit, LoadedModel, PathPurpose, PlaybackAction, Request, Severity, StageClip, Trouble,
};
use crate::editor::core::{Opened, Session};

/// What the loader hands back for the file that was asked for.
fn read(session: &mut Session, model: LoadedModel) {
    let asked = session.take_requests();
    assert!(matches!(&asked[..], [Request::Load { paths }] if paths.len() == 1), "{asked:?}");
    session.opened(Opened { model: Some(model), ..Opened::default() });
    session.tick(0.0);
}

fn clips(session: &Session) -> Vec<(String, Option<String>)> {
    let named = |found: StageClip<'_>| (found.clip.name.clone(), found.file.map(str::to_owned));
    session.stage().unwrap().clips().map(named).collect()
}

#[test]
fn clips_of_other_files_come_after_the_own_and_the_rig_stays() {
    let mut session = open(mannequin());
    let (own, rig) = (clips(&session), session.document().rig().clone());
    session.apply(Action::Run(Command::AddAnimations));
    assert!(matches!(&session.take_requests()[..], [Request::PickPath { purpose: PathPurpose::OpenAnimations, .. }]));
    session.path_chosen(PathPurpose::OpenAnimations, "/clips/walk.glb".into());
    read(&mut session, mannequin());
    let all = clips(&session);
    assert_eq!(all[..own.len()], own[..]);
    assert_eq!(all.len(), 2 * own.len());
    assert!(all[own.len()..].iter().all(|clip| clip.1.as_deref() == Some("walk.glb")), "{all:?}");
    assert_eq!(session.playback().clip, Some(own.len()), "the first that was added is shown");
    assert_eq!(*session.document().rig(), rig);
    assert!(!session.document().is_dirty());
    assert!(session.messages().last().unwrap().text.starts_with("Added"), "{:?}", session.messages());
}

#[test]
fn a_clip_of_the_same_body_moves_it_as_its_own_does() {
    let mut session = open(mannequin());
    let own = clips(&session).len();
    session.apply(Action::AddAnimations(vec!["walk.glb".into()]));
    read(&mut session, mannequin());
    session.apply(Action::Run(Command::ToggleIk));
    let hand = |session: &mut Session, clip: usize| {
        session.apply(Action::Playback(PlaybackAction::Clip(Some(clip))));
        session.apply(Action::Playback(PlaybackAction::Seek(0.3)));
        session.tick(0.0);
        let stage = session.stage().unwrap();
        stage.solved_globals().position(stage.map().get(Role::LeftHand).unwrap())
    };
    for clip in 0..own {
        let apart = hand(&mut session, clip).distance(hand(&mut session, own + clip));
        assert!(apart < 0.01, "clip {clip}: {apart} m apart");
    }
}

#[test]
fn several_files_are_read_one_after_the_other_and_one_that_cannot_be_read_stops_none() {
    let mut session = open(mannequin());
    let own = clips(&session).len();
    session.apply(Action::AddAnimations(vec!["a.glb".into(), "broken.glb".into(), "c.glb".into()]));
    read(&mut session, mannequin());
    session.take_requests();
    session.failed(Trouble::new("broken.glb can't be opened"));
    read(&mut session, mannequin());
    assert!(session.loading().is_none());
    let files: Vec<Option<String>> = clips(&session).into_iter().map(|clip| clip.1).collect();
    assert_eq!(files.len(), 3 * own);
    assert_eq!((files[own].as_deref(), files[2 * own].as_deref()), (Some("a.glb"), Some("c.glb")));
}

#[test]
fn a_file_without_clips_or_without_a_body_says_so() {
    let mut session = open(mannequin());
    let own = clips(&session).len();
    let mut still = mannequin();
    std::sync::Arc::make_mut(&mut still.character).clips.clear();
    session.apply(Action::AddAnimations(vec!["still.glb".into()]));
    read(&mut session, still);
    let mut nobody = mannequin();
    nobody.detection = std::sync::Arc::default();
    session.apply(Action::AddAnimations(vec!["fox.glb".into()]));
    read(&mut session, nobody);
    let errors = session.messages().iter().filter(|message| message.severity == Severity::Error);
    let told: Vec<&str> = errors.map(|message| message.text.as_str()).collect();
    assert_eq!(told, ["still.glb has no animations", "The clips of fox.glb do not fit this character"]);
    assert_eq!(clips(&session).len(), own);
}

#[test]
fn a_cancelled_file_is_forgotten_and_the_next_model_opens_as_one() {
    let mut session = open(mannequin());
    let own = clips(&session).len();
    session.apply(Action::AddAnimations(vec!["walk.glb".into()]));
    session.take_requests();
    session.apply(Action::CancelLoading);
    session.take_requests();
    session.apply(Action::OpenPaths(vec![PathBuf::from("hero.glb")]));
    read(&mut session, mannequin());
    assert_eq!(clips(&session).len(), own);
    assert_eq!(session.playback().clip, None);
}

#[test]
fn added_clips_follow_a_map_that_is_mended() {
    let mut session = open(mannequin());
    let own = clips(&session).len();
    let foot = session.stage().unwrap().map().get(Role::LeftHand).unwrap();
    let foot = BoneRef::naming(session.stage().unwrap().skeleton(), foot);
    let assign = |session: &mut Session, bone| {
        let edit = Edit::Role { role: Role::LeftHand, bone };
        session.apply(Action::Edit { label: "Assign".into(), edit });
    };
    assign(&mut session, None);
    session.apply(Action::AddAnimations(vec!["walk.glb".into()]));
    read(&mut session, mannequin());
    let moves_hand = |session: &Session| {
        let stage = session.stage().unwrap();
        let hand = stage.skeleton().find(match &foot {
            BoneRef::Node(name) => name,
            other => panic!("{other:?}"),
        });
        stage.clip(own).unwrap().channels.iter().any(|channel| Some(channel.joint) == hand)
    };
    assert!(!moves_hand(&session), "it has no such role yet");
    assign(&mut session, Some(foot.clone()));
    assert!(moves_hand(&session));
}
