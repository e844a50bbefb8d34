//! What glam lacks: transforms kept as parts, guarded angles and directions, swing and twist, springs by half-life.

mod angle;
mod blend;
mod lanes;
mod piecewise;
mod spring;
mod swing_twist;
mod transform;
mod wide;

pub(crate) use angle::{NEAR_UNIT, is_near_unit, rotated, towards_unit, turned, unit_or};
pub use angle::{
    acos_clamped, angle_between, any_orthogonal, arc_between, atan2, direction_or, far_apart, reject, shortened, swung,
};
pub use blend::smooth_step;
pub(crate) use lanes::{atan2_lanes, sin_cos_lanes};
pub(crate) use piecewise::piecewise;
pub use spring::{Spring, decay_factor};
pub use swing_twist::{SwingTwist, swing_twist};
pub use transform::Transform;
pub(crate) use wide::{Quatx4, Vec3x4, angles_between};
