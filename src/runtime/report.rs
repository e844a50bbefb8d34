use glam::Vec3;

use super::{GaitFootReport, HangReport};
use crate::solve::look_at::Frame;

pub use crate::solve::{Decision, Decisions};

/// How one chain ended. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainReport {
    /// Index into the rig's chains.
    pub chain: usize,
    /// None where the chain had no goal and passed the pose through.
    pub target: Option<Vec3>,
    pub position: Vec3,
    /// Distance from tip to target; 0 without a target.
    pub error: f32,
    pub reached: bool,
    pub iterations: u32,
    pub decided_by: Decisions,
}

/// A point of a sole and the ground under it. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactReport {
    /// `heel`, `ball` or `toe`.
    pub name: &'static str,
    pub position: Vec3,
    /// None where the cast met nothing.
    pub ground: Option<Vec3>,
    pub normal: Vec3,
    /// Height of the contact over the ground along the normal; below 0 it is inside.
    pub gap: f32,
}

/// How one foot ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootReport {
    /// Index into the rig's chains.
    pub chain: usize,
    pub planted: bool,
    /// It is told to stand, and does not: its leg reaches no farther.
    pub let_go: bool,
    /// Slope of the ground under the foot, radians.
    pub slope: f32,
    /// Angle between the sole and the ground (within the tilt cap), radians.
    pub sole_angle_error: f32,
    pub contacts: [ContactReport; 3],
}

/// How the look ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookReport {
    pub target: Vec3,
    /// Angle between the head's or eyes' line of sight and the target, radians.
    pub error: f32,
    /// A limit kept it from the target.
    pub clamped: bool,
    /// The axes from which the range of the head is counted: those of the chest before the look turned it; world space.
    pub frame: Frame,
}

/// What happened in one call of `solve`; kept in the memory and filled anew, so that a call allocates nothing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SolveReport {
    pub chains: Vec<ChainReport>,
    pub feet: Vec<FootReport>,
    pub look: Option<LookReport>,
    pub hang: Option<HangReport>,
    /// The feet that walk without a clip, in the order of the rig's groups; empty while they do not.
    pub gait: Vec<GaitFootReport>,
    /// How far the pelvis was moved, world space, metres.
    pub pelvis_offset: Vec3,
}
