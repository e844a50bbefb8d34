use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::GroundShape;
use super::scene::{GROUND_SHAPE, HEADING};
use crate::math::Transform;
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// One piece of a [`Scene`](super::Scene): a shape, where it is, and how it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Shown to people; any text.
    #[serde(default)]
    pub name: String,
    pub shape: PieceShape,
    /// Where its origin is: of a block, a ramp and rubble the middle of the underside. Scene axes, metres. Default the scene's origin.
    #[serde(default)]
    pub position: [f32; 3],
    /// The direction of its front: degrees from the way the character faces, towards its left. Default 0.
    #[serde(default)]
    pub heading_deg: f32,
    /// How far its front is raised about its origin. Degrees, -90..=90, default 0.
    #[serde(default)]
    pub pitch_deg: f32,
    /// How far its left side is raised about its origin. Degrees, -90..=90, default 0.
    #[serde(default)]
    pub roll_deg: f32,
    /// Only casts with this bit in their mask meet it. 0..=31, default 0.
    #[serde(default)]
    pub layer: u32,
    /// To and fro, where it moves. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<Moving>,
    /// How fast it turns about its origin, towards its left. Degrees a second, -720..=720, default 0.
    #[serde(default)]
    pub turning_deg_per_s: f32,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PieceShape {
    /// An analytic ground without end.
    Ground(GroundShape),
    /// A box: a tread, a stone, a raft, a ceiling. Its edges to the left, up and ahead; metres, each 0.01..=1000.
    Block { size: [f32; 3] },
    /// A wedge that rises ahead from nothing to its full height. Its edges to the left, up and ahead; metres, each 0.01..=1000.
    Ramp { size: [f32; 3] },
    /// Stones strewn at random over a level area, each a block that is turned, tilted and sunk a little.
    Rubble {
        /// Other numbers give other stones; the same number the same ones everywhere.
        seed: u32,
        /// 1..=1000.
        count: u32,
        /// The longest edge of the smallest and of the largest stone, metres. Each 0.02..=5.
        size: [f32; 2],
        /// Edges of the area to the left and ahead, about the origin, metres. Each 0.1..=200.
        area: [f32; 2],
    },
    /// The triangles of a glTF or GLB file, relative to the scene's folder, `/` between parts.
    Mesh { file: String },
}

/// A way to and fro, slow at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moving {
    /// From its position to where it turns back: scene axes, metres, each -1000..=1000.
    pub by: [f32; 3],
    /// There and back, seconds. 0.1..=3600.
    pub period_s: f32,
}

impl Piece {
    /// The shape at the scene's origin, standing still.
    pub fn new(shape: PieceShape) -> Self {
        Self {
            name: String::new(),
            shape,
            position: [0.0; 3],
            heading_deg: 0.0,
            pitch_deg: 0.0,
            roll_deg: 0.0,
            layer: 0,
            moving: None,
            turning_deg_per_s: 0.0,
        }
    }

    pub fn moves(&self) -> bool {
        self.moving.is_some() || self.turning_deg_per_s != 0.0
    }

    /// The scene's axes from the piece's at a time in seconds: a function of time alone. Values that are not finite count as 0.
    pub fn scene_from_piece(&self, time_s: f64) -> Transform {
        let [heading, pitch, roll] =
            [self.heading_deg, self.pitch_deg, self.roll_deg].map(|degrees| half_angle(f64::from(degrees), 1.0));
        let turned = half_angle(f64::from(self.turning_deg_per_s), time_s);
        let about = |axis: Vec3, (sine, cosine): (f32, f32)| Quat::from_vec4((axis * sine).extend(cosine));
        let tilt = about(Vec3::NEG_X, pitch) * about(Vec3::Z, roll);
        let rotation = about(Vec3::Y, turned) * about(Vec3::Y, heading) * tilt;
        let sound = |v: [f32; 3]| Vec3::from(v.map(|x| if x.is_finite() { x } else { 0.0 }));
        let translation =
            sound(self.position) + self.moving.map_or(Vec3::ZERO, |way| sound(way.by) * way.share(time_s));
        Transform { rotation, ..Transform::from_translation(translation) }
    }
}

impl Moving {
    /// How much of the way it has gone: 0 at first, 1 half a period later.
    fn share(self, time_s: f64) -> f32 {
        let turns = time_s / f64::from(self.period_s);
        if !turns.is_finite() {
            return 0.0;
        }
        (0.5 - 0.5 * (turns.fract() * std::f64::consts::TAU).cos()) as f32
    }
}

/// Sine and cosine of half of so many degrees times `times`; exact for none. Whole turns are taken away first, so that a platform turns as smoothly after
/// a day as in the first second.
fn half_angle(degrees: f64, times: f64) -> (f32, f32) {
    let turns = degrees / 360.0 * times;
    if !turns.is_finite() {
        return (0.0, 1.0);
    }
    let (sine, cosine) = (turns.fract() * std::f64::consts::PI).sin_cos();
    (sine as f32, cosine as f32)
}

const EDGES: Kind = Kind::Tuple(3, &Kind::Number { min: 0.01, max: 1000.0 });
const WAY: Kind = Kind::Tuple(3, &Kind::Number { min: -1000.0, max: 1000.0 });
const TILT: Kind = Kind::Number { min: -90.0, max: 90.0 };
const STONE: Kind = Kind::Number { min: 0.02, max: 5.0 };
const AREA: Kind = Kind::Number { min: 0.1, max: 200.0 };

pub(super) const PIECE: Record = Record {
    name: "Piece",
    fields: &[
        Field::or("name", Kind::Text, "\"\"", "shown to people"),
        Field::required("shape", Kind::Choice(&PIECE_SHAPE), "what it is"),
        Field::or(
            "position",
            Kind::Tuple(3, &Kind::Number { min: -10_000.0, max: 10_000.0 }),
            "(0.0, 0.0, 0.0)",
            "where the middle of its underside is: left, up, ahead; metres",
        ),
        Field::or("heading_deg", HEADING, "0.0", "the direction of its front, towards the left"),
        Field::or("pitch_deg", TILT, "0.0", "how far its front is raised"),
        Field::or("roll_deg", TILT, "0.0", "how far its left side is raised"),
        Field::or("layer", Kind::Whole { min: 0, max: 31 }, "0", "only casts with this bit in their mask meet it"),
        Field::or("moving", Kind::Optional(&Kind::Record(&MOVING)), "None", "its way to and fro"),
        Field::or(
            "turning_deg_per_s",
            Kind::Number { min: -720.0, max: 720.0 },
            "0.0",
            "how fast it turns about its origin, towards its left",
        ),
    ],
};

const MOVING: Record = Record {
    name: "Moving",
    fields: &[
        Field::required("by", WAY, "from its position to where it turns back: left, up, ahead; metres"),
        Field::required("period_s", Kind::Number { min: 0.1, max: 3600.0 }, "there and back, seconds"),
    ],
};

const PIECE_SHAPE: Choice = Choice {
    name: "PieceShape",
    variants: &[
        Variant { name: "Ground", body: Body::One(Kind::Choice(&GROUND_SHAPE)) },
        Variant {
            name: "Block",
            body: Body::Fields(&Record {
                name: "Block",
                fields: &[Field::required("size", EDGES, "its edges to the left, up and ahead, metres")],
            }),
        },
        Variant {
            name: "Ramp",
            body: Body::Fields(&Record {
                name: "Ramp",
                fields: &[Field::required("size", EDGES, "its edges to the left, up and ahead, metres")],
            }),
        },
        Variant {
            name: "Rubble",
            body: Body::Fields(&Record {
                name: "Rubble",
                fields: &[
                    Field::required("seed", Kind::Whole { min: 0, max: u32::MAX }, "which stones they are"),
                    Field::required("count", Kind::Whole { min: 1, max: 1000 }, "how many stones"),
                    Field::required("size", Kind::Tuple(2, &STONE), "of the smallest and the largest stone, metres"),
                    Field::required("area", Kind::Tuple(2, &AREA), "its edges to the left and ahead, metres"),
                ],
            }),
        },
        Variant {
            name: "Mesh",
            body: Body::Fields(&Record {
                name: "Mesh",
                fields: &[Field::required("file", Kind::Name, "a glTF or GLB file, relative to the scene's folder")],
            }),
        },
    ],
};
