//! From a rig and a skeleton to a solved pose: bind once, keep a memory a character, solve every frame.

mod inputs;
mod report;

pub use inputs::{Goal, Inputs};
pub use report::{ChainReport, ContactReport, Decision, Decisions, FootReport, LookReport, SolveReport};
