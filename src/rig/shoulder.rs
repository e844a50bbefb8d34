use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::schema::{Field, Kind, Record};

/// The bone above a limb that helps it reach: it turns towards a far goal before the limb is solved.
///
/// It goes `clamp((distance / length − 1 + offset) · weight, 0, 1)` of half of the way, where `distance` is from the limb's root
/// to its goal and `length` the limb's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shoulder {
    /// Above the limb's root: a clavicle.
    pub bone: BoneRef,
    /// How soon it turns fully. 0 leaves it alone. 0..=4, default 1.5.
    #[serde(default = "default_weight")]
    pub weight: f32,
    /// The share of the limb's length before full reach at which it begins to turn. 0..=1, default 0.2.
    #[serde(default = "default_offset")]
    pub offset: f32,
    /// How far it turns at most, degrees. 0..=90, default 30.
    #[serde(default = "default_max_turn")]
    pub max_turn_deg: f32,
}

pub(crate) const SHOULDER: Record = Record {
    name: "Shoulder",
    fields: &[
        Field::required("bone", Kind::BONE, "the bone above the limb's root that helps it reach"),
        Field::or("weight", Kind::Number { min: 0.0, max: 4.0 }, "1.5", "how soon it turns fully; 0 leaves it alone"),
        Field::or("offset", Kind::UNIT, "0.2", "the share of the limb's length before full reach at which it begins"),
        Field::or("max_turn_deg", Kind::Number { min: 0.0, max: 90.0 }, "30.0", "how far it turns at most"),
    ],
};

impl Shoulder {
    /// With the defaults.
    pub fn new(bone: BoneRef) -> Self {
        Self { bone, weight: default_weight(), offset: default_offset(), max_turn_deg: default_max_turn() }
    }
}

fn default_weight() -> f32 {
    1.5
}

fn default_offset() -> f32 {
    0.2
}

fn default_max_turn() -> f32 {
    30.0
}
