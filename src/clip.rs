//! Animation clips: keyed joint channels, sampled into a pose.

use glam::{Quat, Vec3};

use crate::skeleton::JointId;

/// How values between keys are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Step,
    Linear,
    /// glTF's cubic spline: each key holds in-tangent, value, out-tangent.
    Cubic,
}

/// The values of one channel; for [`Interpolation::Cubic`] three a key.
#[derive(Clone, Debug, PartialEq)]
pub enum ChannelValues {
    Translation(Vec<Vec3>),
    Rotation(Vec<Quat>),
    Scale(Vec<Vec3>),
}

/// One animated property of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    pub joint: JointId,
    pub interpolation: Interpolation,
    /// Seconds, rising.
    pub times: Vec<f32>,
    pub values: ChannelValues,
}

/// A named set of channels over the same time.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Clip {
    pub name: String,
    /// Seconds: the last key of any channel.
    pub duration: f32,
    pub channels: Vec<Channel>,
}
