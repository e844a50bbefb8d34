use serde::{Deserialize, Serialize};

use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// The form of an analytic ground. Seen along its heading: `ahead` metres forward of the origin, `aside` metres to the left.
/// All have height 0 at the origin, where the character stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum GroundShape {
    /// Height 0 everywhere.
    Flat,
    /// A plane through the origin. -80..=80; negative falls towards the heading.
    Slope { angle_deg: f32 },
    /// Steps without end, up ahead and down behind; the origin is in the middle of one. Metres, `rise` -2..=2, `run` 0.05..=10.
    Stairs { rise: f32, run: f32 },
    /// Waves along both axes. Metres, `amplitude` 0..=2, `length` 0.1..=100.
    Bumps { amplitude: f32, length: f32 },
    /// An edge 0.2 m ahead, beyond which the ground is `height` metres lower. -5..=5.
    Ledge { height: f32 },
    /// A ramp that begins at the origin and fills the left half only, with an open side. -60..=60.
    RampCorner { angle_deg: f32 },
}

impl GroundShape {
    /// Where a [`GroundShape::Ledge`] has its edge, metres ahead.
    pub const LEDGE_AHEAD: f32 = 0.2;

    /// Metres above the origin's height, and the change of height per metre `[ahead, aside]`.
    pub fn height_and_slope(&self, ahead: f32, aside: f32) -> (f32, [f32; 2]) {
        match *self {
            Self::Flat => (0.0, [0.0; 2]),
            Self::Slope { angle_deg } => {
                let grade = grade(angle_deg);
                (grade * ahead, [grade, 0.0])
            }
            Self::Stairs { rise, run } => (rise * (ahead / run.max(0.05) + 0.5).floor(), [0.0; 2]),
            Self::Bumps { amplitude, length } => {
                let turns = std::f32::consts::TAU / length.max(0.1);
                let ((sin_ahead, cos_ahead), (sin_aside, cos_aside)) =
                    ((ahead * turns).sin_cos(), (aside * turns).sin_cos());
                let slope = [amplitude * turns * cos_ahead * cos_aside, -amplitude * turns * sin_ahead * sin_aside];
                (amplitude * sin_ahead * cos_aside, slope)
            }
            Self::Ledge { height } => (if ahead > Self::LEDGE_AHEAD { -height } else { 0.0 }, [0.0; 2]),
            Self::RampCorner { angle_deg } if ahead > 0.0 && aside > 0.0 => {
                let grade = grade(angle_deg);
                (grade * ahead, [grade, 0.0])
            }
            Self::RampCorner { .. } => (0.0, [0.0; 2]),
        }
    }
}

fn grade(angle_deg: f32) -> f32 {
    angle_deg.clamp(-80.0, 80.0).to_radians().tan()
}

/// An analytic ground, turned to a heading.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundScene {
    pub shape: GroundShape,
    /// The direction in which the ground rises: degrees from the way the character faces, towards its left. Default 0.
    #[serde(default)]
    pub heading_deg: f32,
}

impl Default for GroundScene {
    fn default() -> Self {
        Self { shape: GroundShape::Flat, heading_deg: 0.0 }
    }
}

/// Degrees, whole turns and more among them.
pub(super) const HEADING: Kind = Kind::Number { min: -3600.0, max: 3600.0 };

pub(crate) const GROUND_SCENE: Record = Record {
    name: "GroundScene",
    fields: &[
        Field::required("shape", Kind::Choice(&GROUND_SHAPE), "the form of the ground"),
        Field::or("heading_deg", HEADING, "0.0", "the direction in which it rises"),
    ],
};

pub(super) const GROUND_SHAPE: Choice = Choice {
    name: "GroundShape",
    variants: &[
        Variant { name: "Flat", body: Body::Nothing },
        Variant { name: "Slope", body: Body::Fields(&Record { name: "Slope", fields: &[angle(80.0)] }) },
        Variant {
            name: "Stairs",
            body: Body::Fields(&Record {
                name: "Stairs",
                fields: &[
                    Field::required("rise", Kind::Number { min: -2.0, max: 2.0 }, "height of a step, metres"),
                    Field::required("run", Kind::Number { min: 0.05, max: 10.0 }, "depth of a step, metres"),
                ],
            }),
        },
        Variant {
            name: "Bumps",
            body: Body::Fields(&Record {
                name: "Bumps",
                fields: &[
                    Field::required("amplitude", Kind::Number { min: 0.0, max: 2.0 }, "height of a wave, metres"),
                    Field::required("length", Kind::Number { min: 0.1, max: 100.0 }, "length of a wave, metres"),
                ],
            }),
        },
        Variant {
            name: "Ledge",
            body: Body::Fields(&Record {
                name: "Ledge",
                fields: &[Field::required("height", Kind::Number { min: -5.0, max: 5.0 }, "how far it drops, metres")],
            }),
        },
        Variant { name: "RampCorner", body: Body::Fields(&Record { name: "RampCorner", fields: &[angle(60.0)] }) },
    ],
};

const fn angle(largest: f32) -> Field {
    Field::required("angle_deg", Kind::Number { min: -largest, max: largest }, "how steep it is")
}
