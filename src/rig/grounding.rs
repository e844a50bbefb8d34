use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::contacts::{CLIP_CONTACTS, ClipContacts};
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// How feet are put on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GroundingMethod {
    /// By heel, ball and toe, with stands that are kept, swings that are led and a pelvis that goes as legs need.
    #[default]
    Full,
    /// By one ray a foot and one for its pitch, as most games begin: to compare with. It reads `ray_up`, `ray_down`, `sole_offset` (from the
    /// ground to the foot's joint), `flat_threshold` (feet whose heights over their ground differ by less are left alone), `layers` and the
    /// pelvis' fields.
    Simple,
}

/// Puts feet on the ground: casts, tilt, pelvis. Lengths are metres at the reference leg length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grounding {
    /// Default true.
    pub enabled: bool,
    /// Default `Full`.
    pub method: GroundingMethod,
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
    /// Seconds in which the pelvis makes half of its way down; 0 is at once. Where a clip tells what its feet will do, the pelvis goes down in
    /// time for them instead. 0..=5, default 0.08.
    pub pelvis_half_life: f32,
    /// And half of its way back up. 0..=5, default 0.4.
    pub pelvis_rise_half_life: f32,
    /// Where a clip tells what its feet will do, and the way goes up or down: how far the pelvis goes back from where it rises, so that legs reach and
    /// the character crouches less; as were the whole body to lean with its ground, this share of that. 0 not at all, 1 upright to the
    /// slope. 0..=1, default 0.3.
    pub set_back: f32,
    /// And how far the trunk leans to where it rises, as a share of the slope. 0..=1, default 0.3.
    pub lean: f32,
    /// Seconds in which a foot's height and tilt make half of their way; 0 is at once. 0..=5, default 0.04.
    pub foot_half_life: f32,
    /// While the character goes faster than this over what carries it, metres a second, its feet are left to the animation; they fade out and
    /// in with `foot_half_life`. 0..=100; left out, they are put on the ground at any speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fades_above: Option<f32>,
    /// A heel is raised about the ball at most this far late in a step, before the pelvis goes down. 0..=60, default 30.
    pub heel_lift_deg: f32,
    /// A swinging foot of which the clip is known goes this much higher over ground that is not level. 0..=1, default 0.02.
    pub swing_clearance: f32,
    pub lock: FootLock,
    /// When feet stand in clips, where that was set by hand; one entry a clip and foot. Elsewhere it is found in the clip. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<ClipContacts>,
}

/// Holds a foot to its place while it stands, on whatever carries it. Lengths are metres at the reference leg length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FootLock {
    /// Default true.
    pub enabled: bool,
    /// A foot near the ground that is slower than this, metres a second, stands. 0..=5, default 0.3.
    pub lock_below: f32,
    /// And is up again when the animation moves it faster than this. 0..=10, default 1.
    pub release_above: f32,
    /// A foot that is held this far from where the animation has it is let go. 0..=1, default 0.2.
    pub release_distance: f32,
    /// Or turned this far against it, degrees. 0..=180, default 45.
    pub release_angle_deg: f32,
    /// Seconds in which a foot that was let go makes half of its way back. 0..=5, default 0.1.
    pub release_half_life: f32,
}

impl Default for FootLock {
    fn default() -> Self {
        Self {
            enabled: true,
            lock_below: 0.3,
            release_above: 1.0,
            release_distance: 0.2,
            release_angle_deg: 45.0,
            release_half_life: 0.1,
        }
    }
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
    /// From the middle of the ball to either edge of the sole, metres at the reference leg length. 0..=1; 0.19 of the foot's length from
    /// heel to toe tip where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_breadth: Option<f32>,
    /// How round the heel is: the radius of the quarter of a circle over which a foot rolls that comes down toe up, from `heel`, which is straight below
    /// its end and straight behind its beginning; metres at the reference leg length. 0..=1, default 0: the heel is a corner, and a foot that
    /// comes down on it is raised for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heel_radius: Option<f32>,
}

impl Foot {
    /// The same foot with nothing said of its sole, which is worked out then.
    pub fn without_sole(&self) -> Self {
        Self { heel: None, ball: None, toe: None, half_breadth: None, heel_radius: None, ..self.clone() }
    }
}

pub(crate) const GROUNDING: Record = Record {
    name: "Grounding",
    fields: &[
        Field::or("enabled", Kind::Bool, "true", "switched off, feet keep the incoming pose"),
        Field::or("method", Kind::Choice(&METHOD), "Full", "how feet are put on the ground"),
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
        Field::or("pelvis_half_life", Kind::SECONDS, "0.08", "seconds in which the pelvis makes half of its way down"),
        Field::or("pelvis_rise_half_life", Kind::SECONDS, "0.4", "seconds in which it makes half of its way back up"),
        Field::or(
            "set_back",
            Kind::UNIT,
            "0.3",
            "how far the pelvis goes back from where the way rises, a share of the slope",
        ),
        Field::or("lean", Kind::UNIT, "0.3", "how far the trunk leans to where the way rises, a share of the slope"),
        Field::or("foot_half_life", Kind::SECONDS, "0.04", "seconds in which a foot makes half of its way"),
        Field::or(
            "fades_above",
            Kind::Optional(&Kind::Number { min: 0.0, max: 100.0 }),
            "None",
            "feet of a character that goes faster, metres a second, are left to the animation",
        ),
        Field::or(
            "heel_lift_deg",
            Kind::Number { min: 0.0, max: 60.0 },
            "30.0",
            "how far a heel is raised late in a step before the pelvis goes down",
        ),
        Field::or("swing_clearance", Kind::UNIT, "0.02", "how much higher a swinging foot goes over uneven ground"),
        Field::or("lock", Kind::Record(&FOOT_LOCK), "()", "holds a standing foot to its place"),
        Field::or(
            "contacts",
            Kind::List(&Kind::Record(&CLIP_CONTACTS)),
            "[]",
            "when feet stand in clips, where that was set by hand",
        ),
    ],
};

const METHOD: Choice = Choice {
    name: "GroundingMethod",
    variants: &[Variant { name: "Full", body: Body::Nothing }, Variant { name: "Simple", body: Body::Nothing }],
};

const FOOT_LOCK: Record = Record {
    name: "FootLock",
    fields: &[
        Field::or("enabled", Kind::Bool, "true", "switched off, feet slide as they are animated"),
        Field::or("lock_below", Kind::METRES, "0.3", "a foot near the ground that is slower, metres a second, stands"),
        Field::or(
            "release_above",
            Kind::Number { min: 0.0, max: 10.0 },
            "1.0",
            "a standing foot that is animated faster, metres a second, is up",
        ),
        Field::or("release_distance", Kind::UNIT, "0.2", "a foot held this far from the animation is let go"),
        Field::or(
            "release_angle_deg",
            Kind::Number { min: 0.0, max: 180.0 },
            "45.0",
            "a foot turned this far against the animation is let go",
        ),
        Field::or(
            "release_half_life",
            Kind::SECONDS,
            "0.1",
            "seconds in which a foot let go makes half of its way back",
        ),
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
        Field::or(
            "half_breadth",
            Kind::Optional(&Kind::UNIT),
            "None",
            "metres from the middle of the ball to either edge of the sole; 0.19 of the foot's length where left out",
        ),
        Field::or(
            "heel_radius",
            Kind::Optional(&Kind::UNIT),
            "None",
            "metres, the radius of the round over which a foot rolls down from its heel; a corner where left out",
        ),
    ],
};
impl Default for Grounding {
    fn default() -> Self {
        Self {
            enabled: true,
            method: GroundingMethod::Full,
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
            pelvis_rise_half_life: 0.4,
            set_back: 0.3,
            lean: 0.3,
            foot_half_life: 0.04,
            fades_above: None,
            heel_lift_deg: 30.0,
            swing_clearance: 0.02,
            lock: FootLock::default(),
            contacts: Vec::new(),
        }
    }
}
