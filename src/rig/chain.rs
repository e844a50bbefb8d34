use serde::{Deserialize, Serialize};

use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};
use crate::rig::shoulder::SHOULDER;
use crate::rig::{BoneRef, Shoulder};

/// A run of bones from `root` down to `tip` that is bent so that the tip reaches a goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chain {
    /// Unique in the rig; goals are given to chains by this name or by the role of the tip.
    pub name: String,
    /// Switched off, the incoming pose passes through. Default true.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// The first bone that turns.
    pub root: BoneRef,
    /// The bone whose origin reaches the goal. Need not be below `root` in the file: a foot that hangs from a control is
    /// carried along.
    pub tip: BoneRef,
    pub solver: Solver,
    /// How far towards the goal's position: 0 leaves the chain alone, 1 reaches. 0..=1, default 1.
    #[serde(default = "one")]
    pub position_weight: f32,
    /// How far the tip takes the goal's rotation. 0..=1, default 1.
    #[serde(default = "one")]
    pub rotation_weight: f32,
    /// A goal that comes, goes or changes its weight is faded: half of the rest of the way in every so many seconds, position and
    /// rotation each for themselves. A goal that goes is let go from where it was last. With `dt` of 0, and on the first call, it is
    /// there at once. 0..=5, 0 is always at once; default 0.
    #[serde(default)]
    pub fade_half_life: f32,
}

/// How a chain is bent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Solver {
    TwoBone(TwoBone),
    Fabrik(Fabrik),
}

/// A limb of two bones, solved exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwoBone {
    /// Knee or elbow, between root and tip.
    pub mid: BoneRef,
    #[serde(default)]
    pub hint: Hint,
    /// Share of the full length from which the limb slows down instead of snapping straight. 0.5..=1, 1 is off, default 0.97.
    #[serde(default = "default_soften")]
    pub soften_from: f32,
    /// How much longer than its bones the limb may become to reach; a share of its length. 0..=1, default 0.
    #[serde(default)]
    pub max_stretch: f32,
    /// The bone above that helps the limb reach. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shoulder: Option<Shoulder>,
}

/// How a chain of many bones is brought to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum FabrikMethod {
    /// Forward and backward reaching: the whole chain bends evenly.
    #[default]
    Sweeps,
    /// Cyclic coordinate descent: joints near the tip turn most, as in a tail or a tentacle that curls.
    Descent,
}

/// Forward and backward reaching, for chains of any length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fabrik {
    /// A goal nearer than this share of the chain's length counts as reached. 1e-6..=0.1, default 0.001.
    #[serde(default = "default_tolerance")]
    pub tolerance: f32,
    /// Sweeps at most. 1..=100, default 15.
    #[serde(default = "default_iterations")]
    pub max_iterations: u32,
    /// How unwilling each bone is to turn, from the root on; bones beyond the list are 0. Each 0..=1, default empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stiffness: Vec<f32>,
    #[serde(default)]
    pub hint: Hint,
    /// Default `Sweeps`.
    #[serde(default)]
    pub method: FabrikMethod,
}

/// Where the middle of a chain bends to when it follows a goal. A leg that only follows the ground keeps the bend it has in
/// the animation, so that level ground changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// Default `RestBend`.
    #[serde(default)]
    pub mode: HintMode,
    /// The hint point as seen from the middle joint at rest, in body axes: x left, y up, z forward; metres at
    /// the reference leg length. Zero is taken as the side the rest pose bends to. Default zero.
    #[serde(default)]
    pub offset: [f32; 3],
    /// How far the bend turns from the incoming pose's side towards the hint. 0..=1, default 1.
    #[serde(default = "one")]
    pub weight: f32,
}

/// What the hint moves with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum HintMode {
    /// The side the limb bends to at rest, carried by the bone above the limb.
    #[default]
    RestBend,
    /// A point fixed to the body.
    Character,
    /// A point that turns with the tip: knees point where the feet do.
    FollowTip,
    /// The side the incoming pose bends to; the rest side where that pose is straight.
    AnimatedBend,
}

impl Default for Hint {
    fn default() -> Self {
        Self { mode: HintMode::RestBend, offset: [0.0; 3], weight: 1.0 }
    }
}

impl Default for Fabrik {
    fn default() -> Self {
        Self {
            tolerance: default_tolerance(),
            max_iterations: default_iterations(),
            stiffness: Vec::new(),
            hint: Hint::default(),
            method: FabrikMethod::default(),
        }
    }
}

pub(crate) const CHAIN: Record = Record {
    name: "Chain",
    fields: &[
        Field::required("name", Kind::Name, "goals are given to the chain by this name; no other chain has it"),
        Field::or("enabled", Kind::Bool, "true", "switched off, the incoming pose passes through"),
        Field::required("root", Kind::BONE, "the first bone that turns"),
        Field::required("tip", Kind::BONE, "the bone whose origin reaches the goal"),
        Field::required("solver", Kind::Choice(&SOLVER), "how the chain is bent"),
        Field::or("position_weight", Kind::UNIT, "1.0", "how far towards the goal's position"),
        Field::or("rotation_weight", Kind::UNIT, "1.0", "how far the tip takes the goal's rotation"),
        Field::or(
            "fade_half_life",
            Kind::SECONDS,
            "0.0",
            "a goal that comes or goes is half faded after so many seconds; 0 is at once",
        ),
    ],
};

const SOLVER: Choice = Choice {
    name: "Solver",
    variants: &[
        Variant { name: "TwoBone", body: Body::One(Kind::Record(&TWO_BONE)) },
        Variant { name: "Fabrik", body: Body::One(Kind::Record(&FABRIK)) },
    ],
};

const TWO_BONE: Record = Record {
    name: "TwoBone",
    fields: &[
        Field::required("mid", Kind::BONE, "knee or elbow, between root and tip"),
        Field::or("hint", Kind::Record(&HINT), "()", "where knee or elbow points"),
        Field::or(
            "soften_from",
            Kind::Number { min: 0.5, max: 1.0 },
            "0.97",
            "share of the full length from which the limb slows down instead of snapping straight; 1 is off",
        ),
        Field::or(
            "max_stretch",
            Kind::UNIT,
            "0.0",
            "how much longer than its bones the limb may become; a share of its length",
        ),
        Field::or(
            "shoulder",
            Kind::Optional(&Kind::Record(&SHOULDER)),
            "None",
            "the bone above that turns towards a far goal first",
        ),
    ],
};

const FABRIK: Record = Record {
    name: "Fabrik",
    fields: &[
        Field::or(
            "tolerance",
            Kind::Number { min: 1e-6, max: 0.1 },
            "0.001",
            "a goal nearer than this share of the chain's length counts as reached",
        ),
        Field::or("max_iterations", Kind::Whole { min: 1, max: 100 }, "15", "sweeps at most"),
        Field::or("stiffness", Kind::List(&Kind::UNIT), "[]", "how unwilling each bone is to turn, from the root on"),
        Field::or("hint", Kind::Record(&HINT), "()", "where the middle of the chain bends to"),
        Field::or("method", Kind::Choice(&FABRIK_METHOD), "Sweeps", "how the chain is brought to its goal"),
    ],
};

const FABRIK_METHOD: Choice = Choice {
    name: "FabrikMethod",
    variants: &[Variant { name: "Sweeps", body: Body::Nothing }, Variant { name: "Descent", body: Body::Nothing }],
};

const HINT: Record = Record {
    name: "Hint",
    fields: &[
        Field::or("mode", Kind::Choice(&HINT_MODE), "RestBend", "what the hint moves with"),
        Field::or(
            "offset",
            Kind::POINT,
            "(0.0, 0.0, 0.0)",
            "the hint as seen from the middle joint at rest; x left, y up, z forward, metres",
        ),
        Field::or("weight", Kind::UNIT, "1.0", "how far the bend turns from the incoming side towards the hint"),
    ],
};

const HINT_MODE: Choice = Choice {
    name: "HintMode",
    variants: &[
        Variant { name: "RestBend", body: Body::Nothing },
        Variant { name: "Character", body: Body::Nothing },
        Variant { name: "FollowTip", body: Body::Nothing },
        Variant { name: "AnimatedBend", body: Body::Nothing },
    ],
};

fn yes() -> bool {
    true
}

fn one() -> f32 {
    1.0
}

fn default_soften() -> f32 {
    0.97
}

fn default_tolerance() -> f32 {
    0.001
}

fn default_iterations() -> u32 {
    15
}
