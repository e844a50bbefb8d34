//! Arms, hands, trunk and head: the parts that forward kinematics poses.

use glam::{Quat, Vec3};
use surefoot::humanoid::{Role, Side};

use super::super::skeleton::{HandFrame, LEFT_ELBOW, LEFT_SHOULDER, LEFT_WRIST, left_fingers, on};
use super::pose::{Pose, mirrored};

/// How one arm is held, in degrees.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// Forwards and up from hanging; negative is behind.
    pub raise: f32,
    /// Out from the body; 0 hangs straight down.
    pub spread: f32,
    /// Elbow, beyond its bend at rest.
    pub elbow: f32,
    /// Turns the upper arm about itself, thumb inwards.
    pub twist: f32,
    /// Curl of every finger joint.
    pub curl: f32,
    /// Lifts the collarbone.
    pub shrug: f32,
}

impl Arm {
    pub const RELAXED: Self = Self { raise: 3.0, spread: 9.0, elbow: 12.0, twist: 6.0, curl: 14.0, shrug: 0.0 };

    pub fn lerp(self, to: Self, t: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * t;
        Self {
            raise: mix(self.raise, to.raise),
            spread: mix(self.spread, to.spread),
            elbow: mix(self.elbow, to.elbow),
            twist: mix(self.twist, to.twist),
            curl: mix(self.curl, to.curl),
            shrug: mix(self.shrug, to.shrug),
        }
    }
}

/// The trunk as three turns shared along the spine, in degrees: forwards, to the left, leaning over to the left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    pub forwards: f32,
    pub left: f32,
    pub lean_left: f32,
}

impl Turn {
    pub fn rotation(self) -> Quat {
        Quat::from_rotation_y(self.left.to_radians())
            * Quat::from_rotation_z(-self.lean_left.to_radians())
            * Quat::from_rotation_x(self.forwards.to_radians())
    }

    fn share(self, share: f32) -> Quat {
        Self { forwards: self.forwards * share, left: self.left * share, lean_left: self.lean_left * share }.rotation()
    }
}

pub fn bend_trunk(pose: &mut Pose, turn: Turn) {
    pose.set(Role::Spine, turn.share(0.30));
    pose.set(Role::Chest, turn.share(0.35));
    pose.set(Role::UpperChest, turn.share(0.35));
}

/// Turns neck and head so that the head looks along `gaze`, given in model space, whatever the trunk does.
pub fn look(pose: &mut Pose, gaze: Turn) {
    let trunk = pose.rotation(Role::UpperChest);
    let needed = trunk.inverse() * gaze.rotation();
    let neck = Quat::IDENTITY.slerp(needed, 0.4);
    pose.set(Role::Neck, neck);
    pose.set(Role::Head, neck.inverse() * needed);
}

pub fn hold_arm(pose: &mut Pose, side: Side, arm: Arm) {
    let upper = (LEFT_ELBOW - LEFT_SHOULDER).normalize_or(Vec3::X);
    let lower = (LEFT_WRIST - LEFT_ELBOW).normalize_or(Vec3::X);
    // At rest the arm is this far out from hanging.
    let rest_spread = upper.x.atan2(-upper.y);
    let hang = Quat::from_rotation_z(arm.spread.to_radians() - rest_spread);
    let raise = Quat::from_rotation_x(-arm.raise.to_radians());
    let twist = Quat::from_axis_angle(upper, arm.twist.to_radians());
    let hinge = upper.cross(lower).normalize_or(Vec3::NEG_X);
    pose.set_on(side, Role::LeftShoulder, Quat::from_rotation_z(arm.shrug.to_radians()));
    let collar = pose.local_of(on(side, Role::LeftShoulder));
    let arm_in_chest = mirrored(side, raise * hang * twist);
    pose.set(on(side, Role::LeftUpperArm), collar.inverse() * arm_in_chest);
    pose.set_on(side, Role::LeftLowerArm, Quat::from_axis_angle(hinge, arm.elbow.to_radians()));
    curl_fingers(pose, side, arm.curl);
}

fn curl_fingers(pose: &mut Pose, side: Side, curl: f32) {
    let hand = HandFrame::left();
    for (index, finger) in left_fingers().into_iter().enumerate() {
        let thumb = index == 0;
        let axis = if thumb { hand.vector(0.35, -0.35, -0.87) } else { -hand.thumb };
        // Fingers further from the index curl a little more, as a relaxed hand does.
        let amount = if thumb { 0.35 } else { 0.82 + 0.12 * index as f32 };
        for (role, share) in finger.roles.into_iter().zip([0.9, 1.15, 0.8]) {
            let angle = (curl * amount * share).to_radians();
            pose.set_on(side, role, Quat::from_axis_angle(axis.normalize_or(Vec3::X), angle));
        }
    }
}
