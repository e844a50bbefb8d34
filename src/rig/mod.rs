//! The rig: what an animator decides about a character, as plain data that reads and writes as RON.
//!
//! Bones are named by role, or by node for one character only; lengths are metres on a body whose leg is
//! [`Rig::reference_leg_length`] long, and binding scales them. A rig that names roles alone is a *preset* and fits any
//! humanoid. Reading is in [`Rig::from_ron`], fitting to a skeleton in [`Rig::bind`].

mod anatomy;
mod chain;
mod contacts;
mod correction;
mod diagnostic;
mod document;
mod editor_notes;
mod fit_twist;
mod fix;
mod format;
mod gait;
mod grounding;
mod limit;
mod look_at;
mod migrations;
mod presets;
mod resolve;
mod ron_text;
mod rules;
pub mod schema;
mod shoulder;
mod spelling;
mod text;
mod twist;

pub use chain::{Chain, Fabrik, FabrikMethod, Hint, HintMode, Solver, TwoBone};
pub use contacts::{ClipContacts, ContactsMisfit};
pub use correction::{Axis, Correction, RestSource};
pub use diagnostic::{Code, Diagnostic, RigError, Severity};
pub use document::{BoneRef, FORMAT_VERSION, Rig};
pub use editor_notes::{EditorNotes, GoalNote, PropNote};
pub use fix::Fix;
pub(crate) use format::Format;
pub use gait::Gait;
pub use grounding::{Foot, FootLock, Grounding, GroundingMethod};
pub use limit::{JointLimit, LimitShape};
pub use look_at::{EyeMaps, LookAt, LookRange, RangeMap};
pub use presets::{DEFAULT_PRESET, preset, preset_names};
pub use resolve::ResolveError;
pub use ron_text::{Reading, place_of, validate};
pub use shoulder::Shoulder;
pub(crate) use spelling::nearest as nearest_spelling;
pub use text::Place;
pub(crate) use text::{Node, Tree};
pub use twist::TwistBone;
