//! Roles a bone can have in a human body, and which joint of a skeleton has which.

pub mod check;
pub mod detect;
mod frame;
mod map;
mod measure;
mod role;

pub use check::{Finding, RestPose, RoleFault, Severity, Subject, diagnose, rest_pose, role_faults};
pub use detect::{DetectInput, DetectedBone, Detection, DictionaryError, JointHint, Names, detect, detect_with};
pub use frame::{BodyFrame, body_frame, body_frame_along};
pub use map::HumanoidMap;
pub(crate) use measure::{ground_in_model, leg_length};
pub use role::{Role, Side};
