use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

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

pub(crate) const JOINT_LIMIT: Record = Record {
    name: "JointLimit",
    fields: &[
        Field::required("bone", Kind::BONE, "the bone that is held back"),
        Field::required("shape", Kind::Choice(&LIMIT_SHAPE), "how far it may turn"),
    ],
};

const LIMIT_SHAPE: Choice = Choice {
    name: "LimitShape",
    variants: &[
        Variant { name: "Hinge", body: Body::Fields(&HINGE) },
        Variant { name: "Cone", body: Body::Fields(&CONE) },
    ],
};

const HINGE: Record = Record {
    name: "Hinge",
    fields: &[
        Field::required("min_deg", Kind::TURN, "the least bend; 0 is straight"),
        Field::required("max_deg", Kind::TURN, "the largest bend"),
    ],
};

const CONE: Record = Record {
    name: "Cone",
    fields: &[
        Field::required(
            "swing_deg",
            Kind::Tuple(2, &Kind::HALF_TURN),
            "half-angles about the bone's side and front axes",
        ),
        Field::required("twist_min_deg", Kind::TURN, "the least roll"),
        Field::required("twist_max_deg", Kind::TURN, "the largest roll"),
    ],
};
