use serde::{Deserialize, Serialize};

use crate::rig::schema::{Field, Kind, Record};

/// Walks a character without clips: feet stand until the body has gone too far from them, then step to where it will be.
///
/// Takes the place of grounding while a game asks for it. Lengths are metres at the reference leg length; a default that is a length is
/// chosen for a leg of 0.9 m.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gait {
    /// Default true.
    pub enabled: bool,
    /// Feet, by the names of the chains whose tips they are. Of each group one foot is up at a time, in the order given; the feet that
    /// stand at the same place in their groups step together, and no others are up then. A biped is one group of two, a trot is
    /// `[["left_fore", "right_fore"], ["right_hind", "left_hind"]]`. Each foot once; at most 16 a group. Default empty.
    pub groups: Vec<Vec<String>>,
    /// How far before and behind its home a foot stands at most; a faster body takes quicker steps. 0.01..=5, default 0.35.
    pub step_distance: f32,
    /// A standing character sets a foot right that is farther than this from home. 0.001..=1, default 0.06.
    pub stand_distance: f32,
    /// How far a foot is turned to either side of the body at most. 5..=90, default 25.
    pub step_angle_deg: f32,
    /// A standing character sets a foot right that is turned farther than this. 1..=90, default 12.
    pub stand_angle_deg: f32,
    /// Seconds that a foot is up on a slow walk; a fast one goes down to 0.3 of it. 0.02..=5, default 0.4.
    pub step_duration: f32,
    /// The share of a cycle that a foot is up; in effect at most its share of the turns. 0.05..=0.9, default 0.35.
    pub air_share: f32,
    /// How high a step goes: half a sine over the straight line, raised over what lies between; short steps are lower. 0..=1, default 0.06.
    pub lift: f32,
    /// How far ahead of home a foot lands: the body's way in this share of the time that the foot will stand. 0..=1, default 0.5, which
    /// centres its stand on home.
    pub overshoot: f32,
    /// Ground higher than this above the feet's mean height is not stepped on. 0..=5, default 0.45.
    pub step_up: f32,
    /// Nor is ground lower than this below it. 0..=5, default 0.45.
    pub step_down: f32,
    /// How much lower than at rest the body stands over its feet, so that legs can stride. 0..=1, default 0.05.
    pub crouch: f32,
    /// Seconds in which the body makes half of its way to the height of its feet; 0 is at once. 0..=5, default 0.1.
    pub body_half_life: f32,
    /// The share of the tilt of the plane through the feet that the body takes. Two feet make no plane. 0..=1, default 1.
    pub tilt_weight: f32,
    /// The body tilts at most so far. 0..=60, default 25.
    pub max_tilt_deg: f32,
    /// Seconds in which the body makes half of that turn; 0 is at once. 0..=5, default 0.15.
    pub tilt_half_life: f32,
    /// Late in a step a heel is raised about the toes at most this far, before the body goes down. 0..=60, default 40.
    pub heel_lift_deg: f32,
    /// Layers a cast may meet, as bits. Default all.
    pub layers: u32,
}

impl Default for Gait {
    fn default() -> Self {
        Self {
            enabled: true,
            groups: Vec::new(),
            step_distance: 0.35,
            stand_distance: 0.06,
            step_angle_deg: 25.0,
            stand_angle_deg: 12.0,
            step_duration: 0.4,
            air_share: 0.35,
            lift: 0.06,
            overshoot: 0.5,
            step_up: 0.45,
            step_down: 0.45,
            crouch: 0.05,
            body_half_life: 0.1,
            tilt_weight: 1.0,
            max_tilt_deg: 25.0,
            tilt_half_life: 0.15,
            heel_lift_deg: 40.0,
            layers: u32::MAX,
        }
    }
}

const TILT: Kind = Kind::Number { min: 0.0, max: 60.0 };

pub(crate) const GAIT: Record = Record {
    name: "Gait",
    fields: &[
        Field::or("enabled", Kind::Bool, "true", "switched off, nothing steps by itself"),
        Field::or(
            "groups",
            Kind::List(&Kind::List(&Kind::Name)),
            "[]",
            "feet by chain; of each group one is up at a time, in this order",
        ),
        Field::or(
            "step_distance",
            Kind::Number { min: 0.01, max: 5.0 },
            "0.35",
            "how far before and behind its home a foot stands at most",
        ),
        Field::or(
            "stand_distance",
            Kind::Number { min: 0.001, max: 1.0 },
            "0.06",
            "a standing character sets a foot right that is farther from home",
        ),
        Field::or(
            "step_angle_deg",
            Kind::Number { min: 5.0, max: 90.0 },
            "25.0",
            "how far a foot is turned to either side of the body at most",
        ),
        Field::or(
            "stand_angle_deg",
            Kind::Number { min: 1.0, max: 90.0 },
            "12.0",
            "a standing character sets a foot right that is turned farther",
        ),
        Field::or(
            "step_duration",
            Kind::Number { min: 0.02, max: 5.0 },
            "0.4",
            "seconds that a foot is up on a slow walk",
        ),
        Field::or("air_share", Kind::Number { min: 0.05, max: 0.9 }, "0.35", "the share of a cycle that a foot is up"),
        Field::or("lift", Kind::UNIT, "0.06", "how high a step goes"),
        Field::or(
            "overshoot",
            Kind::UNIT,
            "0.5",
            "a foot lands ahead of home by the body's way in this share of the time it will stand",
        ),
        Field::or("step_up", Kind::METRES, "0.45", "higher ground is not stepped on"),
        Field::or("step_down", Kind::METRES, "0.45", "lower ground is not stepped on"),
        Field::or("crouch", Kind::UNIT, "0.05", "how much lower than at rest the body stands over its feet"),
        Field::or("body_half_life", Kind::SECONDS, "0.1", "seconds in which the body makes half of its way"),
        Field::or("tilt_weight", Kind::UNIT, "1.0", "the share of the tilt of the feet's plane that the body takes"),
        Field::or("max_tilt_deg", TILT, "25.0", "the body tilts at most so far"),
        Field::or("tilt_half_life", Kind::SECONDS, "0.15", "seconds in which the body makes half of its turn"),
        Field::or("heel_lift_deg", TILT, "40.0", "how far a heel is raised late in a step before the body goes down"),
        Field::or("layers", Kind::Whole { min: 0, max: u32::MAX }, "4294967295", "layers a cast may meet, as bits"),
    ],
};
