use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::schema::{Field, Kind, Record};

/// Turns spine, head and eyes towards a target. The five numbers mean what they mean in Unity's `SetLookAtWeight`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAt {
    /// Default true.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Multiplies the other three. 0..=1, default 1.
    #[serde(default = "one")]
    pub weight: f32,
    /// How far the spine joins in. 0..=1, default 0.2.
    #[serde(default = "default_body")]
    pub body: f32,
    /// How far neck and head turn. 0..=1, default 0.9.
    #[serde(default = "default_head")]
    pub head: f32,
    /// How far the eyes turn. 0..=1, default 1.
    #[serde(default = "one")]
    pub eyes: f32,
    /// 0 lets the head turn all the way round, 0.5 within half of that (±90°), 1 not at all. 0..=1, default 0.5.
    #[serde(default = "half")]
    pub clamp: f32,
    /// Bones of the spine that join in, from below; the turn is shared by `spine_weights`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spine: Vec<BoneRef>,
    /// Share of the body's turn for each bone of `spine`; made to sum to 1. Equal where left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spine_weights: Vec<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neck: Option<BoneRef>,
    pub head_bone: BoneRef,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eye_bones: Vec<BoneRef>,
    /// How far neck and head together may turn from the chest.
    #[serde(default)]
    pub head_range: LookRange,
    /// How far the eyes may turn in the head; `left` and `right` are those of the body.
    #[serde(default = "default_eye_range")]
    pub eye_range: LookRange,
    /// VRM's range maps: an eye turns by a share of the way to the target instead of all of it, and `eye_range` does not count. None, the
    /// default: eyes meet the target as far as their range lets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye_maps: Option<EyeMaps>,
    /// Degrees a second at most; 0 is no limit. 0..=3600, default 360.
    #[serde(default = "default_speed")]
    pub max_speed_deg: f32,
    /// Seconds in which half of the way to the target is made; 0 is at once. 0..=5, default 0.08.
    #[serde(default = "default_half_life")]
    pub half_life: f32,
}

/// How far an eye turns to each side for a target that is so far off: as `rangeMapHorizontalInner` and its like in VRM 1.0, and
/// `lookAtHorizontalInner` in VRM 0.x with a straight curve. Painted and button eyes turn a little only; this keeps them from rolling
/// out of sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EyeMaps {
    /// Towards the nose.
    #[serde(default)]
    pub inner: RangeMap,
    /// Away from the nose.
    #[serde(default)]
    pub outer: RangeMap,
    #[serde(default)]
    pub up: RangeMap,
    #[serde(default)]
    pub down: RangeMap,
}

/// One side of [`EyeMaps`]: a target from 0 to `input_max_deg` off turns the eye by 0 to `output_max_deg`, evenly; one farther off by no
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RangeMap {
    /// VRM 1.0's `inputMaxValue`, VRM 0.x's `xRange`. Degrees, 0..=180, default 90; at 0 the eye turns all the way at once.
    #[serde(default = "default_input")]
    pub input_max_deg: f32,
    /// VRM 1.0's `outputScale` for bones, VRM 0.x's `yRange`. Degrees, 0..=180, default 10; 0 keeps the eye still.
    #[serde(default = "default_output")]
    pub output_max_deg: f32,
}

impl Default for RangeMap {
    fn default() -> Self {
        Self { input_max_deg: default_input(), output_max_deg: default_output() }
    }
}

/// Limits of a look to each side, degrees, each 0..=180.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookRange {
    pub left_deg: f32,
    pub right_deg: f32,
    pub up_deg: f32,
    pub down_deg: f32,
}

impl Default for LookRange {
    fn default() -> Self {
        Self { left_deg: 80.0, right_deg: 80.0, up_deg: 50.0, down_deg: 45.0 }
    }
}

pub(crate) const LOOK_AT: Record = Record {
    name: "LookAt",
    fields: &[
        Field::or("enabled", Kind::Bool, "true", "switched off, the head keeps the incoming pose"),
        Field::or("weight", Kind::UNIT, "1.0", "multiplies body, head and eyes"),
        Field::or("body", Kind::UNIT, "0.2", "how far the spine joins in"),
        Field::or("head", Kind::UNIT, "0.9", "how far neck and head turn"),
        Field::or("eyes", Kind::UNIT, "1.0", "how far the eyes turn"),
        Field::or("clamp", Kind::UNIT, "0.5", "0 lets the head turn all the way round, 1 not at all"),
        Field::or("spine", Kind::List(&Kind::BONE), "[]", "bones of the spine that join in, from below"),
        Field::or("spine_weights", Kind::List(&Kind::UNIT), "[]", "share of the body's turn for each bone of `spine`"),
        Field::or("neck", Kind::Optional(&Kind::BONE), "None", "shares the head's turn"),
        Field::required("head_bone", Kind::BONE, "the bone that faces the target"),
        Field::or("eye_bones", Kind::List(&Kind::BONE), "[]", "the eyes"),
        Field::or(
            "head_range",
            Kind::Record(&LOOK_RANGE),
            "(left_deg: 80.0, right_deg: 80.0, up_deg: 50.0, down_deg: 45.0)",
            "how far neck and head together may turn from the chest",
        ),
        Field::or(
            "eye_range",
            Kind::Record(&LOOK_RANGE),
            "(left_deg: 35.0, right_deg: 35.0, up_deg: 20.0, down_deg: 25.0)",
            "how far the eyes may turn in the head",
        ),
        Field::or(
            "eye_maps",
            Kind::Optional(&Kind::Record(&EYE_MAPS)),
            "None",
            "VRM's range maps: how far eyes turn for how far the target is off, in place of `eye_range`",
        ),
        Field::or(
            "max_speed_deg",
            Kind::Number { min: 0.0, max: 3600.0 },
            "360.0",
            "degrees a second at most; 0 is no limit",
        ),
        Field::or("half_life", Kind::SECONDS, "0.08", "seconds in which half of the way to the target is made"),
    ],
};

const LOOK_RANGE: Record = Record {
    name: "LookRange",
    fields: &[
        Field::required("left_deg", Kind::HALF_TURN, "to the character's left"),
        Field::required("right_deg", Kind::HALF_TURN, "to the character's right"),
        Field::required("up_deg", Kind::HALF_TURN, "up"),
        Field::required("down_deg", Kind::HALF_TURN, "down"),
    ],
};

const EYE_MAPS: Record = Record {
    name: "EyeMaps",
    fields: &[
        Field::or("inner", Kind::Record(&RANGE_MAP), "()", "towards the nose"),
        Field::or("outer", Kind::Record(&RANGE_MAP), "()", "away from the nose"),
        Field::or("up", Kind::Record(&RANGE_MAP), "()", "up"),
        Field::or("down", Kind::Record(&RANGE_MAP), "()", "down"),
    ],
};

const RANGE_MAP: Record = Record {
    name: "RangeMap",
    fields: &[
        Field::or("input_max_deg", Kind::HALF_TURN, "90.0", "how far off the target is where the eye turns no farther"),
        Field::or("output_max_deg", Kind::HALF_TURN, "10.0", "how far the eye turns for that"),
    ],
};

fn default_input() -> f32 {
    90.0
}

fn default_output() -> f32 {
    10.0
}

fn yes() -> bool {
    true
}

fn one() -> f32 {
    1.0
}

fn half() -> f32 {
    0.5
}

fn default_body() -> f32 {
    0.2
}

fn default_head() -> f32 {
    0.9
}

fn default_eye_range() -> LookRange {
    LookRange { left_deg: 35.0, right_deg: 35.0, up_deg: 20.0, down_deg: 25.0 }
}

fn default_speed() -> f32 {
    360.0
}

fn default_half_life() -> f32 {
    0.08
}
