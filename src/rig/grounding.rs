use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::schema::{Field, Kind, Record};

/// Puts feet on the ground: casts, tilt, pelvis. Lengths are metres at the reference leg length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grounding {
    /// Default true.
    pub enabled: bool,
    /// 0..=1, default 1.
    pub weight: f32,
    pub feet: Vec<Foot>,
    /// How far above the foot a cast starts. 0..=5, default 0.5.
    pub ray_up: f32,
    /// How far below the character's ground a cast looks. 0..=5, default 0.5.
    pub ray_down: f32,
    /// Height added between sole and ground. -0.5..=0.5, default 0.
    pub sole_offset: f32,
    /// A sole tilts at most this far from level. 0..=90, default 45.
    pub max_tilt_deg: f32,
    /// Ground higher than this above the character's own is not stepped on. 0..=5, default 0.45.
    pub step_up: f32,
    /// Ground lower than this below the character's own is not reached for. 0..=5, default 0.45.
    pub step_down: f32,
    /// A foot within this height of the character's ground is on the ground; above, it swings. 0..=1, default 0.05.
    pub flat_threshold: f32,
    /// Layers a cast may meet, as bits. Default all.
    pub layers: u32,
    /// Share of the pelvis' way down that it goes. 0..=1, default 1.
    pub pelvis_weight: f32,
    /// The pelvis goes down at most this far. 0..=5, default 0.5.
    pub max_pelvis_drop: f32,
    /// Seconds in which the pelvis makes half of its way; 0 is at once. 0..=5, default 0.08.
    pub pelvis_half_life: f32,
    /// Seconds in which a foot's height and tilt make half of their way; 0 is at once. 0..=5, default 0.04.
    pub foot_half_life: f32,
}

/// One foot that stands on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foot {
    /// Name of the chain whose tip is this foot.
    pub chain: String,
    /// The joint that bends the toes, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toes: Option<BoneRef>,
    /// Heel at rest, from the foot joint, in body axes; metres at the reference leg length. Worked out from the
    /// skeleton where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heel: Option<[f32; 3]>,
    /// Ball of the foot, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ball: Option<[f32; 3]>,
    /// Tip of the toes, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toe: Option<[f32; 3]>,
}

pub(crate) const GROUNDING: Record = Record {
    name: "Grounding",
    fields: &[
        Field::or("enabled", Kind::Bool, "true", "switched off, feet keep the incoming pose"),
        Field::or("weight", Kind::UNIT, "1.0", "how far feet and pelvis follow the ground"),
        Field::or("feet", Kind::List(&Kind::Record(&FOOT)), "[]", "the feet that stand on the ground"),
        Field::or("ray_up", Kind::METRES, "0.5", "how far above the foot a cast starts"),
        Field::or("ray_down", Kind::METRES, "0.5", "how far below the character's ground a cast looks"),
        Field::or("sole_offset", Kind::Number { min: -0.5, max: 0.5 }, "0.0", "height added between sole and ground"),
        Field::or(
            "max_tilt_deg",
            Kind::Number { min: 0.0, max: 90.0 },
            "45.0",
            "a sole tilts at most this far from level",
        ),
        Field::or("step_up", Kind::METRES, "0.45", "higher ground is not stepped on"),
        Field::or("step_down", Kind::METRES, "0.45", "lower ground is not reached for"),
        Field::or("flat_threshold", Kind::UNIT, "0.05", "a foot within this height of the ground stands on it"),
        Field::or("layers", Kind::Whole { min: 0, max: u32::MAX }, "4294967295", "layers a cast may meet, as bits"),
        Field::or("pelvis_weight", Kind::UNIT, "1.0", "share of the pelvis' way down that it goes"),
        Field::or("max_pelvis_drop", Kind::METRES, "0.5", "the pelvis goes down at most this far"),
        Field::or("pelvis_half_life", Kind::SECONDS, "0.08", "seconds in which the pelvis makes half of its way"),
        Field::or("foot_half_life", Kind::SECONDS, "0.04", "seconds in which a foot makes half of its way"),
    ],
};

const FOOT: Record = Record {
    name: "Foot",
    fields: &[
        Field::required("chain", Kind::Name, "the chain whose tip is this foot"),
        Field::or("toes", Kind::Optional(&Kind::BONE), "None", "the joint that bends the toes"),
        Field::or("heel", Kind::Optional(&Kind::POINT), "None", "heel at rest, from the foot joint, in body axes"),
        Field::or("ball", Kind::Optional(&Kind::POINT), "None", "ball of the foot, likewise"),
        Field::or("toe", Kind::Optional(&Kind::POINT), "None", "tip of the toes, likewise"),
    ],
};
impl Default for Grounding {
    fn default() -> Self {
        Self {
            enabled: true,
            weight: 1.0,
            feet: Vec::new(),
            ray_up: 0.5,
            ray_down: 0.5,
            sole_offset: 0.0,
            max_tilt_deg: 45.0,
            step_up: 0.45,
            step_down: 0.45,
            flat_threshold: 0.05,
            layers: u32::MAX,
            pelvis_weight: 1.0,
            max_pelvis_drop: 0.5,
            pelvis_half_life: 0.08,
            foot_half_life: 0.04,
        }
    }
}
