use std::time::{Duration, Instant};

use surefoot::ground::{GroundScene, GroundShape};
use surefoot::quality::suite_grounds;

use crate::editor::core::Session;
use crate::editor::core::test_session::{mannequin, open, walking};
use crate::editor::core::{Action, Command, Edit, PlaybackAction, ReportAction, ground_title};

fn wait(session: &mut Session, until: impl Fn(&Session) -> bool) {
    let start = Instant::now();
    while !until(session) {
        assert!(start.elapsed() < Duration::from_secs(300), "the background does not come back");
        std::thread::sleep(Duration::from_millis(5));
        session.tick(0.0);
    }
}

fn measured() -> Session {
    let mut session = walking();
    session.apply(Action::Run(Command::RunReport));
    wait(&mut session, |session| session.report().progress().is_none());
    session
}

fn show(session: &mut Session, ground: &str) {
    let ground: GroundScene = ground.parse().unwrap();
    let cells = &session.report().suite().unwrap().cells;
    let index = cells.iter().position(|cell| cell.ground == ground).unwrap();
    session.apply(Action::Report(ReportAction::ShowCell(index)));
    let is_there = |session: &Session| session.report().detail().is_some_and(|detail| detail.cell.ground == ground);
    wait(session, |session| is_there(session) && !session.report().is_busy());
}

#[test]
fn it_needs_a_clip_and_says_so() {
    let mut session = open(mannequin());
    session.apply(Action::Playback(PlaybackAction::Clip(None)));
    assert_eq!(Command::RunReport.unavailable(&session), Some("Choose a clip"));
    session.apply(Action::Run(Command::RunReport));
    assert!(session.report().progress().is_none());
}

#[test]
fn a_cancelled_run_leaves_nothing_and_its_thread_is_heard_no_more() {
    let mut session = walking();
    session.apply(Action::Run(Command::RunReport));
    assert_eq!(session.report().progress().map(|(_, count)| count), Some(suite_grounds().len()));
    assert!(session.next_wake().is_some_and(|seconds| seconds < 0.1), "the window wakes to show the progress");
    session.apply(Action::Report(ReportAction::Cancel));
    session.tick(0.0);
    assert!(session.report().progress().is_none() && session.report().suite().is_none());
    session.apply(Action::Run(Command::RunReport));
    session.apply(Action::Run(Command::Cancel));
    assert!(session.report().progress().is_none(), "Esc cancels it too");
}

#[test]
fn a_run_measures_every_ground_and_is_out_of_date_while_rig_or_clip_differ() {
    let mut session = measured();
    let suite = session.report().suite().unwrap();
    let grounds: Vec<GroundScene> = suite.cells.iter().map(|cell| cell.ground).collect();
    assert_eq!(grounds, suite_grounds());
    assert_eq!(suite.counts(false).iter().sum::<usize>(), grounds.len());
    assert_eq!(suite.clip_name(), "walk");
    assert!(session.report().is_current());

    session.apply(Action::Edit {
        label: "Flat".into(),
        edit: Edit::Ground(GroundScene { shape: GroundShape::Flat, heading_deg: 0.0 }),
    });
    session.tick(0.0);
    assert!(session.report().is_current(), "the ground of the document is no matter");
    let mut grounding = session.document().rig().grounding.clone().unwrap();
    grounding.step_up *= 0.5;
    session.apply(Action::Edit { label: "Step".into(), edit: Edit::Grounding(Some(Box::new(grounding))) });
    session.tick(0.0);
    assert!(!session.report().is_current());
    session.apply(Action::Run(Command::Undo));
    session.tick(0.0);
    assert!(session.report().is_current(), "as it was measured");
    session.apply(Action::Playback(PlaybackAction::Clip(None)));
    session.tick(0.0);
    assert!(!session.report().is_current());
    assert!(session.report().suite().is_some(), "the last result stays to be read");
}

#[test]
fn a_cell_becomes_the_ground_at_its_worst_frame_and_is_undone_as_one_step() {
    let mut session = measured();
    let before = session.document().base();
    for ground in ["slope:20@90", "stairs:0.15x0.3@0", "ledge:0.3@45"] {
        show(&mut session, ground);
        let wanted: GroundScene = ground.parse().unwrap();
        assert_eq!(session.document().base(), Some(wanted));
        let label = session.document().history().undo_label().map(str::to_owned);
        assert_eq!(label, Some(format!("Stand on {}", ground_title(&wanted))));
        let detail = session.report().detail().unwrap();
        let of_suite = session.report().suite().unwrap().cells.iter().find(|cell| cell.ground == wanted).unwrap();
        assert_eq!(detail.cell, *of_suite, "one ground alone measures the same");
        let frame = &detail.recording.frames[detail.worst.unwrap().frame];
        let playback = session.playback();
        assert!(!playback.playing && playback.travels);
        assert!((playback.time_in_stretch().unwrap() - frame.time_s).abs() < 1e-4);
        // What stands on stage is that frame, to the tenth of a millimetre.
        let stage = session.stage().unwrap();
        let pelvis = stage.bound().unwrap().grounded_pelvis().unwrap();
        let seen = stage.solved_globals().position(pelvis).y + stage.gone().y;
        assert!((seen - frame.pelvis).abs() < 1e-4, "{ground}: {seen} and {}", frame.pelvis);
    }
    for _ in 0..3 {
        session.apply(Action::Run(Command::Undo));
    }
    session.tick(0.0);
    assert_eq!(session.document().base(), before);
    assert_eq!((session.report().shown(), session.playback().stretch()), (None, None), "another ground is no cell");
}

#[test]
fn playing_on_goes_round_within_what_was_measured() {
    let mut session = measured();
    show(&mut session, "slope:20@0");
    let end = session.report().detail().unwrap().recording.frames.last().unwrap().time_s;
    session.apply(Action::Playback(PlaybackAction::Play(true)));
    for _ in 0..200 {
        session.tick(1.0 / 60.0);
        let time = session.playback().time_in_stretch().unwrap();
        assert!((0.0..=end + 1e-3).contains(&time), "{time} of {end}");
    }
}

#[test]
fn another_clip_on_the_same_ground_is_played_as_it_is_measured() {
    let mut session = measured();
    show(&mut session, "slope:20@0");
    let before = session.playback().stretch();
    let run = session.stage().unwrap().clips().position(|found| found.clip.name == "run").unwrap();
    session.apply(Action::Playback(PlaybackAction::Clip(Some(run))));
    session.tick(0.0);
    wait(&mut session, |session| !session.report().is_busy());
    assert!(!session.report().is_current(), "the grid is of the walk");
    let after = session.playback().stretch();
    assert!(after.is_some() && after != before);
    let end = session.report().detail().unwrap().recording.frames.last().unwrap().time_s;
    session.apply(Action::Playback(PlaybackAction::SeekInStretch(end)));
    session.tick(0.0);
    assert!((session.playback().time_in_stretch().unwrap() - end).abs() < 1e-3);
}
