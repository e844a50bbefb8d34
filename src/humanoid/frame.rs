use glam::{Quat, Vec3};

use crate::humanoid::{HumanoidMap, Role};
use crate::math::{direction_or, reject};
use crate::skeleton::Skeleton;

/// The body's own axes in model space; unit, at right angles, `left = up × forward`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFrame {
    pub up: Vec3,
    pub forward: Vec3,
    pub left: Vec3,
}

impl BodyFrame {
    /// +Y up and +Z forward: a character that stands as glTF asks.
    pub const GLTF: Self = Self { up: Vec3::Y, forward: Vec3::Z, left: Vec3::X };

    /// Turns vectors in body axes (x left, y up, z forward) into model space.
    pub fn model_from_body(&self) -> Quat {
        Quat::from_mat3(&glam::Mat3::from_cols(self.left, self.up, self.forward)).normalize()
    }
}

/// Works out which way a mapped character stands and faces from where its left and right bones rest.
///
/// Up is +Y, as glTF has it. Left is the mean of right-to-left over hips, shoulders and hands that are mapped, so the file's own
/// names decide; forward follows from both. [`BodyFrame::GLTF`] where no pair is mapped.
pub fn body_frame(skeleton: &Skeleton, map: &HumanoidMap) -> BodyFrame {
    let rest = skeleton.rest_globals();
    let across: Vec3 = [Role::LeftUpperLeg, Role::LeftUpperArm, Role::LeftFoot, Role::LeftHand]
        .into_iter()
        .filter_map(|role| Some((map.get(role)?, map.get(role.mirrored())?)))
        .map(|(left, right)| direction_or(rest.position(left) - rest.position(right), Vec3::ZERO))
        .sum();
    let up = Vec3::Y;
    let Some(left) = reject(across, up).try_normalize() else {
        return BodyFrame::GLTF;
    };
    // Nearly all files face exactly along an axis; rounding noise in the joints must not turn them by a hair.
    let left =
        [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].into_iter().find(|axis| axis.dot(left) > 0.995).unwrap_or(left);
    BodyFrame { up, forward: left.cross(up), left }
}
