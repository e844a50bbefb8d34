//! From a rig and a skeleton to a solved pose: bind once, keep a memory a character, solve every frame.

mod bend;
mod bind;
mod body;
mod bound;
mod fade;
mod feet;
mod fingers;
mod foot_phase;
mod hand;
mod hang;
mod inputs;
mod joint_range;
mod limb;
mod look;
mod memory;
mod place;
mod report;
mod singular;
mod sole;
mod solve;
mod tree;
mod twist;

pub use bind::{BindCause, BindError, BindIssue};
pub use bound::BoundRig;
pub use fingers::FingerGoal;
pub use foot_phase::FootPhase;
pub use hand::Hand;
pub use hang::{Hang, HangReport};
pub use inputs::{Goal, Inputs};
pub use joint_range::{JointRange, RangeShape};
pub use look::HeadLook;
pub use memory::Memory;
pub use report::{ChainReport, ContactReport, Decision, Decisions, FootReport, LookReport, SolveReport};
pub use singular::SingularGoal;
pub use sole::{RiggedFoot, SolePoints};
