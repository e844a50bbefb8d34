//! Spreads the roll of a solved limb's ends over the bones between.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundRig, BoundTwist};
use super::limb;
use super::memory::ChainTarget;
use crate::math::swing_twist;
use crate::skeleton::JointId;

/// Rolls that differ by less are the same, radians.
const SAME: f32 = 1e-6;

/// Turns the twist bones of the chain at `index`, which must be solved and fresh; leaves it fresh, with its joints where and as they were.
pub(super) fn spread(bound: &BoundRig, body: &mut Body, target: &ChainTarget, index: usize) {
    let turned = if target.rotation.is_some() { target.rotation_weight } else { 0.0 };
    let weight = target.weight.max(turned);
    if !(weight > 0.0) {
        return;
    }
    for twist in bound.twists.iter().filter(|twist| twist.chain == index) {
        body.refresh(&twist.path);
        let wanted = twist.share * roll(body, twist.against, twist.of, twist.axis);
        let by = within_half_turn(wanted - roll(body, Some(twist.start), twist.joint, twist.axis)) * weight;
        if by.abs() > SAME {
            turn(body, twist, by);
            limb::refresh(body, &bound.chains[index]);
        }
    }
}

/// How far `joint` is rolled from rest about `axis` (at rest, model space), as seen from `against`; radians, within half a turn.
fn roll(body: &Body, against: Option<JointId>, joint: JointId, axis: Vec3) -> f32 {
    let carried = against.map_or(Quat::IDENTITY, |against| body.turn_from_rest(against));
    let twist = swing_twist(carried.conjugate() * body.turn_from_rest(joint), axis).twist;
    within_half_turn(2.0 * Vec3::new(twist.x, twist.y, twist.z).dot(axis).atan2(twist.w))
}

fn within_half_turn(angle: f32) -> f32 {
    if angle.is_finite() { angle - TAU * ((angle + PI) / TAU).floor() } else { 0.0 }
}

fn turn(body: &mut Body, twist: &BoundTwist, by: f32) {
    // About the line on which the end of the segment lies, so that turning a bone that carries the end leaves it in place.
    let on_the_way = !twist.below.is_empty();
    let from = if on_the_way { twist.joint } else { twist.start };
    let Some(axis) = (body.position(twist.end) - body.position(from)).try_normalize() else { return };
    let end_before = body.rotation(twist.end);
    body.turn(twist.joint, Quat::from_axis_angle(axis, by));
    if on_the_way {
        body.refresh(&twist.below);
        let back = end_before * body.rotation(twist.end).conjugate();
        body.turn(twist.end, back);
    }
}
