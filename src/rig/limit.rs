use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;

/// How far one joint may turn, measured from the rest pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointLimit {
    pub bone: BoneRef,
    pub shape: LimitShape,
}

/// The form of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LimitShape {
    /// Bends in one plane only. The angle is the bend of the limb itself: 0 is straight, positive the way the joint
    /// bends by nature, so that a knee never goes backward. -180..=180, `min_deg` <= `max_deg`.
    Hinge { min_deg: f32, max_deg: f32 },
    /// The bone stays in an elliptic cone round its rest direction and its roll in a range.
    /// `swing_deg` are the half-angles about the bone's side and front axes, 0..=180; the roll is -180..=180.
    Cone { swing_deg: [f32; 2], twist_min_deg: f32, twist_max_deg: f32 },
}
