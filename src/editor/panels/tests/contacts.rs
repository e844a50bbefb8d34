//! The lanes of contacts as a person meets them.

use eframe::egui::{Key, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Window, click, window};
use crate::editor::core::test_session::walking;
use crate::editor::core::{Action, Command, ContactLane, Item, PlaybackAction};

fn lane(harness: &Harness<'_, Window>, chain: &str) -> ContactLane {
    harness.state().session.contact_lanes().into_iter().find(|lane| lane.chain == chain).unwrap()
}

/// The rig keeps tenths of a millisecond.
fn is_near(a: [f32; 2], b: [f32; 2]) -> bool {
    (0..2).all(|end| (a[end] - b[end]).abs() < 1.1e-4)
}

/// Drags the middle of a widget by so many points, in steps as a hand does.
fn drag(harness: &mut Harness<'_, Window>, name: &str, by: f32) {
    let from = harness.get_by_label(name).rect().center();
    harness.drag_at(from);
    harness.run();
    for step in 1..=4 {
        harness.hover_at(from + Vec2::new(by * step as f32 / 4.0, 0.0));
        harness.run();
    }
    harness.drop_at(from + Vec2::new(by, 0.0));
    harness.run();
}

fn run(harness: &mut Harness<'_, Window>, command: Command) {
    harness.state_mut().session.apply(Action::Run(command));
    harness.run();
}

#[test]
fn an_end_is_dragged_in_one_step_with_the_playhead_and_taken_back() {
    let mut harness = window(walking());
    let found = lane(&harness, "left_leg");
    let frame =
        harness.get_by_label("Left leg contact 1").rect().width() / (found.down[0][1] - found.down[0][0]) / 60.0;
    drag(&mut harness, "End of left leg contact 1", -10.0 * frame);
    let set = lane(&harness, "left_leg");
    assert_eq!(set.down[0][0], found.down[0][0]);
    // On a frame: 0.625 s is half a frame beside one.
    let lifts = set.down[0][1];
    assert!((lifts * 60.0 - (lifts * 60.0).round()).abs() < 0.01 && (lifts - 0.458).abs() < 0.017, "{lifts}");
    assert_eq!(set.found, Some(found.down.clone()));
    let session = &harness.state().session;
    assert!((session.playback().time - lifts).abs() < 1e-3);
    assert_eq!(session.selection().primary(), Some(Item::Contact { foot: set.foot, at: 0 }));
    assert_eq!(session.document().history().undo_label(), Some("Set left leg contact 1"));
    harness.check_accessibility();
    run(&mut harness, Command::Undo);
    assert_eq!(lane(&harness, "left_leg"), found);
}

#[test]
fn a_drag_is_called_off_with_escape() {
    let mut harness = window(walking());
    let found = lane(&harness, "left_leg");
    let from = harness.get_by_label("Left leg contact 1").rect().center();
    harness.drag_at(from);
    harness.run();
    harness.hover_at(from + Vec2::new(120.0, 0.0));
    harness.run();
    assert!(lane(&harness, "left_leg").found.is_some());
    harness.key_press(Key::Escape);
    harness.run();
    harness.drop_at(from + Vec2::new(240.0, 0.0));
    harness.run();
    assert_eq!(lane(&harness, "left_leg"), found);
    assert!(!harness.state().session.document().history().in_gesture());
}

#[test]
fn contacts_are_added_at_the_playhead_typed_taken_away_and_found_again() {
    let mut harness = window(walking());
    let found = lane(&harness, "left_leg");
    harness.state_mut().session.apply(Action::Playback(PlaybackAction::Seek(0.8)));
    harness.run();
    click(&mut harness, "Add a contact of the left leg at the playhead");
    let more = lane(&harness, "left_leg").down;
    assert!(more.len() == 2 && is_near(more[0], found.down[0]), "{more:?}");
    assert!((more[1][0] - 0.7).abs() < 1e-3 && (more[1][1] - 0.9).abs() < 1e-3, "{more:?}");
    // What was added is selected, and the inspector has its times.
    harness.get_by_label("Contact lifts").set_value_accesskit(0.95);
    harness.run();
    assert!((lane(&harness, "left_leg").down[1][1] - 0.95).abs() < 1e-3);
    harness.check_accessibility();
    click(&mut harness, "Take the contact away");
    let left = lane(&harness, "left_leg").down;
    assert!(left.len() == 1 && is_near(left[0], found.down[0]), "{left:?}");
    assert!(lane(&harness, "left_leg").found.is_some(), "what was set stays set");
    click(&mut harness, "Back to the contacts that are found for the left leg");
    assert_eq!(lane(&harness, "left_leg"), found);
}
