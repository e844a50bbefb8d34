//! The window's report and the command line's are one.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use surefoot::character::Character;
use surefoot::ground::Ground;
use surefoot::humanoid::Names;
use surefoot::quality::{Playing, Subject, run};
use surefoot::stance::Motion;

use super::{ReportArgs, chosen_clips, fitted, grounds};
use crate::editor::core::{Action, Command, LoadedModel, Opened, PlaybackAction, Session, ViewOptions};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    report: ReportArgs,
}

fn measured(model: &Path) -> Session {
    let mut session = Session::new(ViewOptions::default(), Vec::new(), true);
    let character = Character::read(model).unwrap();
    session.opened(Opened { model: Some(LoadedModel::new(None, character, Names::built_in())), ..Opened::default() });
    let walk = session.stage().unwrap().clips().position(|found| found.clip.name == "walk").unwrap();
    session.apply(Action::Playback(PlaybackAction::Clip(Some(walk))));
    session.apply(Action::Run(Command::RunReport));
    let start = Instant::now();
    while session.report().suite().is_none() {
        assert!(start.elapsed() < Duration::from_secs(300), "the background does not come back");
        std::thread::sleep(Duration::from_millis(5));
        session.tick(0.0);
    }
    session
}

#[test]
fn every_ground_has_the_same_figures() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb");
    let session = measured(&model);
    let folder = tempfile::tempdir().unwrap();
    let rig = folder.path().join("biped.ron");
    std::fs::write(&rig, session.document().rig().to_ron()).unwrap();
    let (rig, model) = (rig.to_str().unwrap(), model.to_str().unwrap());
    let args = Line::parse_from(["report", rig, "--model", model, "--clip", "walk", "--suite"]).report;
    let fitted = fitted::read(&args.rig, &args.model, &args.detect).unwrap().unwrap();
    let (bound, under_clips) = (&fitted.bound, fitted.character.pose_under_clips());
    let clip = chosen_clips(&args, &fitted.character.clips).unwrap()[0];
    let motion = Motion::of(bound, clip, under_clips);
    let ahead = bound.world_from_model().rotation * bound.frame().forward;
    let laid: Vec<_> = grounds(&args).unwrap().into_iter().map(|(_, ground)| ground.laid(ahead, 0.0)).collect();
    let subject = Subject { bound, clip, under_clips, motion: &motion };
    let cells: Vec<(Subject, &(dyn Ground + Sync))> =
        laid.iter().map(|laid| (subject, &laid.ground as &(dyn Ground + Sync))).collect();
    let wanted = run(&cells, &Playing::default(), &|_| {}, &AtomicBool::new(false)).unwrap();
    let found = &session.report().suite().unwrap().cells;
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert_eq!(found.cell, wanted, "{}", found.ground);
    }
}
