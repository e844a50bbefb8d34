//! Spine, neck, head and eyes towards a look target.

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundLook, BoundRig};
use super::{LookReport, eyes};
use crate::math::{angle_between, rotated};
use crate::skeleton::JointId;
use crate::solve::look_at::{Follow, Frame, Gaze, Range};

/// A look that has come back this near to the animation is over. Radians.
const BACK: f32 = 1e-4;
/// No turn of the neck moves the head so far that the target is seen from another side by this much. Radians.
const OTHER_SIDE: f32 = 1.2;

pub(super) struct LookState<'a> {
    pub follow: &'a mut Follow,
    pub is_on: &'a mut bool,
    pub dt: f32,
}

/// Turns the bones of `look` so that the line of sight meets `target` (model space), or back to the animation without one.
pub(super) fn solve(body: &mut Body, look: &BoundLook, target: Option<Vec3>, state: LookState) -> Option<LookReport> {
    let LookState { follow, is_on, dt } = state;
    let asked = look.enabled && look.weight > 0.0;
    if !asked || (target.is_none() && !*is_on) {
        *is_on = false;
        *follow = Follow::default();
        return None;
    }
    body.refresh(&look.lineage);
    let carrier = look.chest.map_or(Quat::IDENTITY, |chest| body.rotation(chest));
    let frame = Frame { forward: rotated(carrier, look.in_chest.forward), up: rotated(carrier, look.in_chest.up) };
    let head_sight = |body: &Body| rotated(body.rotation(look.head_joint), look.in_head.forward);
    let eye_point = body.position(look.head_joint);
    if !(eye_point.is_finite() && frame.forward.is_finite()) {
        return None;
    }

    // What a joint sees, and where the target is from the head; with no target that is where the animation looks.
    let seen = |sees: Vec3, from: Vec3, without: Option<Gaze>| {
        let [sees, to_target] = frame.gazes(sees, target.map_or(sees, |target| short(target - from)));
        (sees, if target.is_some() { to_target } else { without.unwrap_or(sees) })
    };
    let (incoming, raw) = seen(head_sight(body), eye_point, None);
    if !*is_on {
        // A look begins from the animation, not from wherever the last one ended.
        *follow = Follow::default();
        if dt > 0.0 {
            follow.step(incoming, &look.head_range, look.half_life, look.max_speed, dt);
        }
    }
    *is_on = true;
    let held = follow.step(raw, &look.head_range, look.half_life, look.max_speed, dt);
    if target.is_none() && difference(held.gaze, incoming) < BACK {
        *is_on = false;
        *follow = Follow::default();
        return None;
    }

    let toward = |share: f32, goal: Gaze| Gaze {
        yaw: incoming.yaw + (goal.yaw - incoming.yaw) * share,
        pitch: incoming.pitch + (goal.pitch - incoming.pitch) * share,
    };

    let body_share = look.weight * look.body;
    if body_share > 0.0 {
        let whole = frame.turn_between(incoming, toward(body_share, held.gaze));
        let mut fresh = 0;
        for &(depth, share) in &look.spine {
            body.refresh(&look.lineage[fresh..=depth]);
            turn_within(body, look, look.lineage[depth], Quat::IDENTITY.slerp(whole, share));
            fresh = depth + 1;
        }
        body.refresh(&look.lineage[fresh..]);
    }
    // The eyes' share is the head's where there are no eyes, so that the target is met all the same.
    let head = if look.eye_joints.is_empty() { look.head + (1.0 - look.head) * look.eyes } else { look.head };
    let head_share = look.weight * (look.body + (1.0 - look.body) * head);
    let mut clamped = held.clamped;
    // Turning the neck moves the head, and with it the direction to the target: the second pass meets it.
    let head_depth = look.lineage.len() - 1;
    for (depth, share) in look.neck.map(|neck| (neck, 0.5)).into_iter().chain([(head_depth, 1.0)]) {
        let (sees, here) = seen(head_sight(body), body.position(look.head_joint), Some(incoming));
        let (now, was) = (look.head_range.hold(here), look.head_range.hold(raw));
        let moved = Gaze { yaw: now.gaze.yaw - was.gaze.yaw, pitch: now.gaze.pitch - was.gaze.pitch };
        // Behind the back and over the crown the two may lie on different sides; there the first one stands.
        let moved = if moved.yaw.abs() < OTHER_SIDE { moved } else { Gaze::default() };
        let refined = Gaze { yaw: held.gaze.yaw + moved.yaw, pitch: held.gaze.pitch + moved.pitch };
        let refined = look.head_range.hold(refined).gaze;
        clamped = now.clamped;
        let wanted = toward(head_share, refined);
        let step = Gaze {
            yaw: sees.yaw + (wanted.yaw - sees.yaw) * share,
            pitch: sees.pitch + (wanted.pitch - sees.pitch) * share,
        };
        clamped |= turn_within(body, look, look.lineage[depth], frame.turn_between(sees, step));
        if depth < head_depth {
            body.refresh(&look.lineage[depth + 1..]);
        }
    }

    let target = target?;
    let error = if look.eye_joints.is_empty() || !(look.weight * look.eyes > 0.0) {
        angle_between(head_sight(body), short(target - body.position(look.head_joint)))
    } else {
        let eyes = eyes::turn(body, look, target);
        // Eyes that meet the target make up for the head; those with a map do not.
        clamped &= look.eye_joints.iter().any(|eye| eye.map.is_some());
        clamped |= eyes.clamped;
        eyes.error
    };
    Some(LookReport { target, error, clamped, frame })
}

impl BoundRig {
    /// Which joint the rig's look-at turns and how far, for tools that draw it. None where nothing looks.
    pub fn head_look(&self) -> Option<HeadLook> {
        let look = self.look.as_ref().filter(|look| look.enabled)?;
        Some(HeadLook { head: look.head_joint, chest: look.chest, range: look.head_range })
    }
}

/// The head of a look-at and how far it may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadLook {
    pub head: JointId,
    /// The joint that carries neck and head, from whose front the range is counted.
    pub chest: Option<JointId>,
    /// The rig's range, narrowed by its clamp.
    pub range: Range,
}

/// Turns a joint as far as the rig's limit of it lets it go; whether that held it.
fn turn_within(body: &mut Body, look: &BoundLook, joint: JointId, turn: Quat) -> bool {
    let limit = look.limits.iter().find(|(of, _)| *of == joint).map(|(_, cone)| cone);
    body.turn_within(joint, turn, limit)
}

/// The same direction at a length that can be squared.
pub(super) fn short(v: Vec3) -> Vec3 {
    let largest = v.abs().max_element();
    if largest > 1e6 { v / largest } else { v }
}

fn difference(a: Gaze, b: Gaze) -> f32 {
    (a.yaw - b.yaw).abs().max((a.pitch - b.pitch).abs())
}
