//! The look-at and the eyes.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Window, bundled, click, select, window};
use crate::editor::core::{Action, Actions, Item, LookState};

#[test]
fn a_look_at_something_behind_says_how_far_the_head_turns_and_what_holds_it() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    let behind_left = glam::Vec3::new(0.9, 1.6, -0.6);
    actions.push(Action::MoveHandle {
        item: Item::LookTarget,
        position_in_world: behind_left,
        rotation_in_world: None,
    });
    harness.state_mut().session.apply_all(actions.take());
    harness.state_mut().session.tick(0.0);
    select(&mut harness, Item::LookAt);
    harness.get_by_label_contains("A limit of the look holds it back. The head faces");
    let session = &harness.state().session;
    let look = session.document().rig().look_at.clone().unwrap();
    let state = LookState::of(session.stage().unwrap(), &look).unwrap();
    // 0.92 of the way to the 80° at which the range ends: the body's share of 0.2, and the head's 0.9 of the rest.
    assert!(state.is_held && (state.gaze.yaw.to_degrees() - 0.92 * 80.0).abs() < 2.0, "{:?}", state.gaze);
    assert!((state.range.left.to_degrees() - 80.0).abs() < 1e-3 && state.eyes.len() == 2);
}

#[test]
fn eyes_get_range_maps_and_lose_them_again() {
    let mut harness = window(bundled());
    select(&mut harness, Item::LookAt);
    click(&mut harness, "Use range maps for the eyes");
    harness.get_by_label("Eyes outer turn").set_value_accesskit(12.0);
    harness.run();
    harness.get_by_label("Eyes inner target").set_value_accesskit(60.0);
    harness.run();
    let maps = |harness: &Harness<'_, Window>| {
        harness.state().session.document().rig().look_at.as_ref().and_then(|look| look.eye_maps)
    };
    let set = maps(&harness).unwrap();
    assert_eq!((set.outer.output_max_deg, set.inner.input_max_deg, set.up.output_max_deg), (12.0, 60.0, 10.0));
    click(&mut harness, "Meet the target instead of range maps");
    assert_eq!(maps(&harness), None);
}
