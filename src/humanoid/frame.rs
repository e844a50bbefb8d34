use glam::{Quat, Vec3};

use crate::humanoid::{HumanoidMap, Role, Side};
use crate::math::{arc_between, direction_or, reject};
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

    /// Standing along `up`, facing along `forward` as far as that is across `up`; a `forward` that is none is +Z
    /// tilted with `up`.
    pub fn new(up: Vec3, forward: Vec3) -> Self {
        let up = direction_or(up, Vec3::Y);
        let forward = direction_or(reject(forward, up), arc_between(Vec3::Y, up) * Vec3::Z);
        Self { up, forward, left: up.cross(forward) }
    }

    /// Turns vectors in body axes (x left, y up, z forward) into model space.
    pub fn model_from_body(&self) -> Quat {
        Quat::from_mat3(&glam::Mat3::from_cols(self.left, self.up, self.forward)).normalize()
    }
}

/// Works out which way a mapped character stands and faces from where its left and right bones rest.
///
/// Up is +Y, as glTF has it; [`body_frame_along`] takes it from elsewhere. Left is the mean of right-to-left over hips, shoulders, feet and hands that are mapped, so the
/// file's own names decide; forward follows from both. Where both toes, or for want of toes both knees, plainly point the other
/// way, the sides were named as the viewer sees them: then the body's shape decides. [`BodyFrame::GLTF`] where no pair is mapped.
pub fn body_frame(skeleton: &Skeleton, map: &HumanoidMap) -> BodyFrame {
    body_frame_along(skeleton, map, Vec3::Y)
}

/// As [`body_frame`], for a model in which `up` (unit) is up.
pub fn body_frame_along(skeleton: &Skeleton, map: &HumanoidMap, up: Vec3) -> BodyFrame {
    let Some(named) = frame_by_names(skeleton, map, up) else { return BodyFrame::new(up, Vec3::ZERO) };
    if is_named_from_in_front(skeleton, map, up) {
        return BodyFrame { up: named.up, forward: -named.forward, left: -named.left };
    }
    named
}

/// Whether toes or knees say that the left bones are on the body's right.
pub(super) fn is_named_from_in_front(skeleton: &Skeleton, map: &HumanoidMap, up: Vec3) -> bool {
    /// Of the length of a foot, and of a leg: less than that is chance.
    const TOES: f32 = 0.3;
    const KNEES: f32 = 0.01;
    let Some(named) = frame_by_names(skeleton, map, up) else { return false };
    let rest = skeleton.rest_globals();
    let position = |role: Role| map.get(role).map(|joint| rest.position(joint));
    let both = |ahead: &dyn Fn(Side) -> Option<f32>| Some([ahead(Side::Left)?, ahead(Side::Right)?]);
    let of = |side: Side, left: Role| if side == Side::Left { left } else { left.mirrored() };
    let toes = both(&|side| {
        let [ankle, toes] = [position(of(side, Role::LeftFoot))?, position(of(side, Role::LeftToes))?];
        Some((toes - ankle).dot(named.forward) / toes.distance(ankle).max(1e-9))
    });
    let knees = both(&|side| {
        let [hip, knee, ankle] =
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| position(of(side, role)));
        Some(bend(hip?, knee?, ankle?).dot(named.forward))
    });
    match (toes, knees) {
        (Some(toes), _) => toes.into_iter().all(|ahead| ahead < -TOES),
        (None, Some(knees)) => knees.into_iter().all(|ahead| ahead < -KNEES),
        (None, None) => false,
    }
}

/// How far the middle of a limb lies off the line between its ends, as a part of their distance. Model space.
pub(super) fn bend(top: Vec3, middle: Vec3, end: Vec3) -> Vec3 {
    let along = direction_or(end - top, Vec3::ZERO);
    reject(middle - top, along) / top.distance(end).max(1e-9)
}

fn frame_by_names(skeleton: &Skeleton, map: &HumanoidMap, up: Vec3) -> Option<BodyFrame> {
    let rest = skeleton.rest_globals();
    let across: Vec3 = [Role::LeftUpperLeg, Role::LeftUpperArm, Role::LeftFoot, Role::LeftHand]
        .into_iter()
        .filter_map(|role| Some((map.get(role)?, map.get(role.mirrored())?)))
        .map(|(left, right)| direction_or(rest.position(left) - rest.position(right), Vec3::ZERO))
        .sum();
    let left = reject(across, up).try_normalize()?;
    // Nearly all files face exactly along an axis; rounding noise in the joints must not turn them by a hair.
    let axes = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let left = axes.into_iter().find(|axis| axis.dot(left) > 0.995).unwrap_or(left);
    Some(BodyFrame { up, forward: left.cross(up), left })
}
