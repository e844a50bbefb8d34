//! The solvers: pure functions on plain data, one file each. Nothing here knows a rig.
//!
//! All positions of one call are in one space, and the rotations that come back are *turns in that space*: to apply a turn
//! to a joint, multiply it from the left onto the joint's rotation in that space; everything below the joint turns with it.

mod decision;
pub mod fabrik;
pub mod gait;
pub mod grounding;
pub mod hang;
pub mod heel;
pub mod limits;
pub mod look_at;
pub mod shoulder;
pub mod singularity;
pub mod two_bone;

pub use decision::{Decision, Decisions};
