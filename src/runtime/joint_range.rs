//! What the joints of a rig are held to, for tools that draw it.

use glam::Vec3;

use super::BoundRig;
use crate::skeleton::JointId;
use crate::solve::limits::Cone;

/// What one limit of the rig holds on this skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRange {
    /// Index into the rig's limits.
    pub limit: usize,
    pub joint: JointId,
    /// Index into the rig's chains: the first that heeds the limit. None where none does: a cone holds joints of chains and those that
    /// the look-at turns, a hinge the middle of a limb of two bones.
    pub chain: Option<usize>,
    pub shape: RangeShape,
}

/// The form of what a joint is held to. Angles are radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RangeShape {
    /// In the joint's own frame, from the joint's rest rotation under its parent.
    Cone(Cone),
    /// Between the bone from `upper` to the joint and the one from there to `lower`.
    Hinge {
        upper: JointId,
        lower: JointId,
        /// The least and the greatest bend; 0 is straight.
        bend: [f32; 2],
        /// Where the joint goes when the limb bends: unit, model space at rest.
        to_side: Vec3,
    },
}

impl BoundRig {
    /// What each limit of the rig whose bone this character has holds, in the order of the rig.
    pub fn joint_ranges(&self) -> &[JointRange] {
        &self.joint_ranges
    }
}
