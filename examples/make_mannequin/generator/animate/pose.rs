//! A pose under construction: local rotations, and legs placed by two-bone inverse kinematics.

use glam::{Mat3, Quat, Vec3};
use surefoot::humanoid::{Role, Side};

use super::super::skeleton::{Skeleton, on};

/// Where a foot is to be, in model space.
#[derive(Clone, Copy, Debug)]
pub struct FootTarget {
    pub ankle: Vec3,
    pub foot: Quat,
    pub toes: Quat,
}

/// Every local rotation, and where the hips are.
#[derive(Clone)]
pub struct Pose<'a> {
    skeleton: &'a Skeleton,
    pub root: Quat,
    /// Under the root.
    pub hips: Vec3,
    pub local: Vec<Quat>,
}

impl<'a> Pose<'a> {
    pub fn rest(skeleton: &'a Skeleton) -> Self {
        let hips = skeleton.position(Role::Hips);
        Self { skeleton, root: Quat::IDENTITY, hips, local: vec![Quat::IDENTITY; skeleton.joints.len()] }
    }

    pub fn set(&mut self, role: Role, rotation: Quat) {
        self.local[self.skeleton.index(role)] = rotation;
    }

    /// Sets `left_role` or its twin; the rotation is given as for the left and mirrored for the right.
    pub fn set_on(&mut self, side: Side, left_role: Role, rotation: Quat) {
        self.set(on(side, left_role), mirrored(side, rotation));
    }

    pub fn local_of(&self, role: Role) -> Quat {
        self.local[self.skeleton.index(role)]
    }

    /// Under the root, as all of the pose.
    pub fn rotation(&self, role: Role) -> Quat {
        let mut joint = self.skeleton.index(role);
        let mut rotation = self.local[joint];
        while let Some(parent) = self.skeleton.joints[joint].parent {
            rotation = self.local[parent] * rotation;
            joint = parent;
        }
        rotation
    }

    pub fn position(&self, role: Role) -> Vec3 {
        let joint = self.skeleton.joints[self.skeleton.index(role)];
        match joint.parent {
            None => self.hips,
            Some(parent) => {
                let parent = self.skeleton.joints[parent];
                self.position(parent.role) + self.rotation(parent.role) * (joint.position - parent.position)
            }
        }
    }

    /// Turns thigh and shin so that the ankle is at the target, or as near as the leg reaches, with the knee towards `forward`.
    pub fn place_foot(&mut self, side: Side, target: FootTarget, forward: Vec3) {
        let [thigh, shin, foot, toes] =
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes].map(|role| on(side, role));
        let [rest_hip, rest_knee, rest_ankle] = [thigh, shin, foot].map(|role| self.skeleton.position(role));
        let (upper, lower) = (rest_knee - rest_hip, rest_ankle - rest_knee);
        let (upper_length, lower_length) = (upper.length(), lower.length());

        let hip = self.position(thigh);
        let straight = (target.ankle - hip).normalize_or(Vec3::NEG_Y);
        let distance = hip.distance(target.ankle).min((upper_length + lower_length) * 0.9995);
        let ankle = hip + straight * distance;
        // The law of cosines gives how far along the line from hip to ankle the knee is.
        let along = (upper_length.powi(2) - lower_length.powi(2) + distance.powi(2)) / (2.0 * distance);
        let out = (upper_length.powi(2) - along * along).max(0.0).sqrt();
        let bend = (forward - straight * forward.dot(straight)).normalize_or(Vec3::Z);
        let knee = hip + straight * along + bend * out;

        let rest_hinge = upper.cross(lower);
        let hinge = straight.cross(bend) * -1.0;
        let thigh_rotation = turn(upper, rest_hinge, knee - hip, hinge);
        let shin_rotation = turn(lower, rest_hinge, ankle - knee, hinge);
        let hips = self.rotation(Role::Hips);
        self.set(thigh, hips.inverse() * thigh_rotation);
        self.set(shin, thigh_rotation.inverse() * shin_rotation);
        self.set(foot, shin_rotation.inverse() * target.foot);
        self.set(toes, target.foot.inverse() * target.toes);
    }
}

/// The rotation on the other side of the body.
pub fn mirrored(side: Side, left: Quat) -> Quat {
    match side {
        Side::Left => left,
        Side::Right => Quat::from_xyzw(left.x, -left.y, -left.z, left.w),
    }
}

/// The rotation that takes one direction and hinge to another.
fn turn(from: Vec3, from_hinge: Vec3, to: Vec3, to_hinge: Vec3) -> Quat {
    let frame = |along: Vec3, hinge: Vec3| {
        let along = along.normalize_or(Vec3::NEG_Y);
        let side = (hinge - along * hinge.dot(along)).normalize_or(Vec3::X);
        Mat3::from_cols(along, side, along.cross(side))
    };
    Quat::from_mat3(&(frame(to, to_hinge) * frame(from, from_hinge).transpose())).normalize()
}
