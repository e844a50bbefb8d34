//! Eyes towards a look target, two at a time.

use glam::Vec3;

use super::body::Body;
use super::bound::{BoundLook, EyePath};
use super::look::short;
use crate::math::{angles_between, rotated};
use crate::solve::look_at::{Frame, Gaze, Held};

/// How the eyes ended.
#[derive(Default)]
pub(super) struct Eyes {
    /// The larger angle between an eye's line of sight and the target, radians.
    pub error: f32,
    /// Whether a limit held one.
    pub clamped: bool,
}

/// Turns the eyes of `look`, of which there are some, towards `target` (model space); the head must be fresh.
pub(super) fn turn(body: &mut Body, look: &BoundLook, target: Vec3) -> Eyes {
    let head = body.rotation(look.head_joint);
    let frame = Frame { forward: rotated(head, look.in_head.forward), up: rotated(head, look.in_head.up) };
    let mut eyes = Eyes::default();
    let mut rest = &*look.eye_joints;
    while let [first, ..] = rest {
        // An eye that another carries waits for it.
        let pair = rest.get(1).filter(|second| !second.path.contains(&first.eye));
        turn_pair(body, look, &frame, [first, pair.unwrap_or(first)], target, &mut eyes);
        rest = &rest[1 + usize::from(pair.is_some())..];
    }
    eyes
}

/// Turns two eyes, or one that is named twice.
fn turn_pair(body: &mut Body, look: &BoundLook, frame: &Frame, pair: [&EyePath; 2], target: Vec3, eyes: &mut Eyes) {
    for eye in pair {
        body.refresh(&eye.path);
    }
    let sight = |body: &Body, eye: &EyePath| rotated(body.rotation(eye.eye), eye.forward_in_eye);
    let ways = pair.map(|eye| short(target - body.position(eye.eye)));
    let [sees_first, sees_second] = pair.map(|eye| sight(body, eye));
    let [sees_first, sees_second, wanted_first, wanted_second] =
        frame.four_gazes([sees_first, sees_second, ways[0], ways[1]]);
    let share = look.weight * look.eyes;
    let step = |eye: &EyePath, sees: Gaze, wanted: Gaze| {
        let held: Held = eye.map.map_or_else(|| look.eye_range.hold(wanted), |map| map.of(wanted));
        let toward = |sees: f32, held: f32| sees + (held - sees) * share;
        (Gaze { yaw: toward(sees.yaw, held.gaze.yaw), pitch: toward(sees.pitch, held.gaze.pitch) }, held.clamped)
    };
    let (first, second) = (step(pair[0], sees_first, wanted_first), step(pair[1], sees_second, wanted_second));
    let turns = frame.turns_between([sees_first, sees_second], [first.0, second.0]);
    let count = if pair[0].eye == pair[1].eye { 1 } else { 2 };
    for (eye, turn) in pair.into_iter().zip(turns).take(count) {
        body.turn(eye.eye, turn);
    }
    eyes.clamped |= first.1 | second.1;
    let sights = pair.map(|eye| sight(body, eye));
    let errors = angles_between([sights[0], sights[1], sights[0], sights[1]], [ways[0], ways[1], ways[0], ways[1]]);
    eyes.error = eyes.error.max(errors[0]).max(errors[1]);
}
