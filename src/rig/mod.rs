//! The rig: what an animator decides about a character, as plain data that reads and writes as RON.
//!
//! Bones are named by role, or by node for one character only; lengths are metres on a body whose leg is
//! [`Rig::reference_leg_length`] long, and binding scales them. A rig that names roles alone is a *preset* and fits any
//! humanoid. Reading is in [`Rig::from_ron`], fitting to a skeleton in [`Rig::bind`].

mod chain;
mod document;
mod editor_notes;
mod grounding;
mod limit;
mod look_at;
mod resolve;
mod spelling;

pub use chain::{Chain, Fabrik, Hint, HintMode, Solver, TwoBone};
pub use document::{BoneRef, FORMAT_VERSION, Rig};
pub use editor_notes::{EditorNotes, GoalNote};
pub use grounding::{Foot, Grounding};
pub use limit::{JointLimit, LimitShape};
pub use look_at::{LookAt, LookRange};
pub use resolve::ResolveError;
