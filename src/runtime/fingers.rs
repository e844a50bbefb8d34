//! Bends the fingers of a hand, by goals of their own.

use glam::Quat;

use super::body::Body;
use super::hand::Hand;
use crate::humanoid::Side;
use crate::math::decay_factor;
use crate::prop::{Finger, HandPose};

/// Fades nearer to their end than this are over.
const FADED: f32 = 1e-4;

/// How the fingers of one hand shall be bent, this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FingerGoal {
    pub side: Side,
    pub pose: HandPose,
    /// 0 leaves the fingers as they came, bit for bit; 1 bends them. 0..=1.
    pub weight: f32,
}

/// How far a hand follows, from frame to frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FingerFade {
    weight: f32,
    pose: HandPose,
}

/// Bends the fingers of `hand`: towards the last goal for it, and back where there is none. `settle` arrives at once.
pub(super) fn bend(body: &mut Body, hand: &Hand, fade: &mut FingerFade, goals: &[FingerGoal], dt: f32, settle: bool) {
    let share = if settle { 0.0 } else { decay_factor(hand.fade_half_life, dt) };
    let goal = goals.iter().rev().find(|goal| goal.side == hand.side && goal.weight.is_finite());
    if let Some(goal) = goal {
        let jumps = share == 0.0 || fade.weight == 0.0;
        fade.pose = if jumps { goal.pose } else { goal.pose.lerp(&fade.pose, share) };
    }
    let wanted = goal.map_or(0.0, |goal| goal.weight.clamp(0.0, 1.0));
    let next = wanted + (fade.weight - wanted) * share;
    fade.weight = if (next - wanted).abs() < FADED { wanted } else { next };
    if fade.weight > 0.0 {
        for (finger, joints) in fade.pose.fingers().iter().zip(&hand.fingers) {
            bend_finger(body, joints, finger, fade.weight);
        }
    }
}

fn bend_finger(body: &mut Body, joints: &[Option<super::hand::FingerJoint>; 3], finger: &Finger, weight: f32) {
    let radians = |degrees: f32| if degrees.is_finite() { degrees.clamp(-180.0, 180.0).to_radians() } else { 0.0 };
    for (joint, bend) in joints.iter().zip(finger.bend_deg) {
        let Some(joint) = joint else { continue };
        let bent = Quat::from_axis_angle(joint.bend_axis, radians(bend) - joint.bent_at_rest);
        let turn = if joint.spread_axis == glam::Vec3::ZERO {
            bent
        } else {
            Quat::from_axis_angle(joint.spread_axis, radians(finger.spread_deg)) * bent
        };
        let wanted = turn * body.skeleton.rest().get(joint.joint).rotation;
        let now = body.pose.get(joint.joint).rotation;
        let rotation = if weight >= 1.0 { wanted.normalize() } else { now.slerp(wanted, weight).normalize() };
        if rotation.is_finite() {
            body.local_mut(joint.joint).rotation = rotation;
        }
    }
}
