//! Walking without a clip over the ground that is chosen.

use crate::editor::core::Session;
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Command, Edit, Pace, PlaybackAction};

fn strolling(ground: &str) -> Session {
    let mut session = open(mannequin());
    let ground = Edit::Ground(ground.parse().unwrap());
    session.apply(Action::Edit { label: "Ground".into(), edit: ground });
    session.apply(Action::Run(Command::Stroll));
    session
}

fn ticks(session: &mut Session, count: u32) {
    (0..count).for_each(|_| session.tick(1.0 / 60.0));
}

#[test]
fn who_has_no_gait_gets_one_and_walks_up_the_slope_at_the_pace_that_is_asked() {
    let mut session = strolling("slope:15");
    let gait = session.document().rig().gait.clone().unwrap();
    assert_eq!(gait.groups, [["left_leg", "right_leg"]]);
    assert_eq!(session.document().history().undo_label(), Some("Add a gait"));
    assert!(session.playback().playing);
    let mut up = [0; 2];
    for _ in 0..120 {
        session.tick(1.0 / 60.0);
        let feet = &session.stage().unwrap().report().gait;
        assert_eq!(feet.len(), 2);
        for (foot, up) in feet.iter().zip(&mut up) {
            *up += u32::from(foot.is_up);
        }
        assert!(!feet.iter().all(|foot| foot.is_up), "one foot of a group at a time");
    }
    assert!(up.iter().all(|&frames| frames > 20), "{up:?}");
    let gone = session.stage().unwrap().gone();
    // 1.4 of its leg of 0.842 m a second, to five centimetres.
    let way = 1.2 * 2.0;
    assert!((gone.z - way).abs() < 0.05 && (gone.y - way * 15_f32.to_radians().tan()).abs() < 0.05, "{gone}");
    assert!(
        session
            .stage()
            .unwrap()
            .solved_globals()
            .position(session.stage().unwrap().skeleton().find("hips").unwrap())
            .is_finite()
    );
}

#[test]
fn it_is_paused_turned_and_left_for_a_clip() {
    let mut session = strolling("flat");
    ticks(&mut session, 60);
    session.apply(Action::Run(Command::PlayPause));
    let at = session.stage().unwrap().gone();
    ticks(&mut session, 30);
    assert_eq!(session.stage().unwrap().gone(), at);
    session.apply(Action::Playback(PlaybackAction::Stroll(Pace { speed: 1.0, turn_deg: 60.0 })));
    assert!(!session.playback().playing, "another pace is not to go on");
    session.apply(Action::Run(Command::PlayPause));
    ticks(&mut session, 90);
    let gone = session.stage().unwrap().gone();
    assert!((gone - at).x > 0.3, "to the left: {gone}");
    session.apply(Action::Playback(PlaybackAction::Clip(Some(1))));
    session.tick(0.0);
    assert!(session.playback().stroll().is_none() && session.stage().unwrap().report().gait.is_empty());
}

#[test]
fn a_rig_without_feet_says_what_it_lacks() {
    let mut session = open(mannequin());
    session.apply(Action::Edit { label: "No feet".into(), edit: Edit::Grounding(None) });
    assert!(Command::Stroll.unavailable(&session).is_some_and(|why| why.contains("two feet")));
}
