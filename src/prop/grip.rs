use glam::{Mat3, Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::fingers::HAND_POSE;
use super::{HandPose, Hold};
use crate::humanoid::Side;
use crate::math::{Transform, any_orthogonal, direction_or, reject};
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// One way to hold a prop: where the palm is, in the prop's own space, and how the fingers are bent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grip {
    /// Unique in the prop.
    pub name: String,
    /// The hand that position and directions are meant for; the other one gets their mirror image. Default `Either`.
    #[serde(default)]
    pub made_for: MadeFor,
    /// The middle of the palm, on the skin; metres. Default the origin.
    #[serde(default)]
    pub position: [f32; 3],
    /// Where the palm's flat side looks. Any length; default down.
    #[serde(default = "down")]
    pub faces: [f32; 3],
    /// Where the fingers point as they leave the palm, as far as that is across `faces`. Any length; default forward.
    #[serde(default = "forward")]
    pub points: [f32; 3],
    /// The axis of the prop across which the other hand's grip lies: the mirror plane goes through the prop's origin and stands
    /// across this axis. Default `X`.
    #[serde(default)]
    pub mirror: MirrorAxis,
    /// The direction from which the hand comes. Zero is from where the back of the hand looks; default zero.
    #[serde(default)]
    pub approach: [f32; 3],
    /// How far off the hand begins to come in that direction; metres. 0..=2, default 0.15.
    #[serde(default = "default_reach")]
    pub reach: f32,
    /// Default flat.
    #[serde(default)]
    pub fingers: HandPose,
}

/// The hand that a grip is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum MadeFor {
    Left,
    Right,
    /// Both hands hold alike, in one place: nothing is mirrored.
    #[default]
    Either,
}

/// An axis of the prop that a mirror plane stands across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum MirrorAxis {
    #[default]
    X,
    Y,
    Z,
}

impl Grip {
    /// The grip for one hand: itself, or its mirror image across its own plane where it is made for the other.
    ///
    /// The mirror image of a mirror image has the bits of the first.
    pub fn for_hand(&self, side: Side) -> Self {
        let made_for = match side {
            Side::Left => MadeFor::Left,
            Side::Right => MadeFor::Right,
        };
        if self.made_for == MadeFor::Either || self.made_for == made_for {
            return self.clone();
        }
        let flipped = |mut vector: [f32; 3]| {
            let axis = self.mirror as usize;
            // No minus in front of zero: it would show in the file.
            vector[axis] = if vector[axis] == 0.0 { 0.0 } else { -vector[axis] };
            vector
        };
        Self {
            made_for,
            position: flipped(self.position),
            faces: flipped(self.faces),
            points: flipped(self.points),
            approach: flipped(self.approach),
            ..self.clone()
        }
    }

    /// The palm in the prop's space, as the grip stands: metres, without scale.
    ///
    /// Directions that lie on one line or are not finite give a palm that faces along the first and points anywhere across.
    pub fn prop_from_palm(&self) -> Transform {
        let back = direction_or(-Vec3::from(self.faces), Vec3::Y);
        let fingers = direction_or(reject(Vec3::from(self.points), back), any_orthogonal(back));
        let rotation = Quat::from_mat3(&Mat3::from_cols(back.cross(fingers), back, fingers)).normalize();
        let translation = Vec3::from(self.position);
        let translation = if translation.is_finite() { translation } else { Vec3::ZERO };
        Transform { translation, rotation, scale: Vec3::ONE }
    }

    /// One hand on this grip of a prop that stands at `world_from_prop`. The prop's scale moves the palm and does not change the hand.
    pub fn hold(&self, side: Side, world_from_prop: Transform) -> Hold {
        Hold::new(&self.for_hand(side), side, world_from_prop)
    }
}

pub(super) const GRIP: Record = Record {
    name: "Grip",
    fields: &[
        Field::required("name", Kind::Name, "no other grip of the prop has it"),
        Field::or(
            "made_for",
            Kind::Choice(&MADE_FOR),
            "Either",
            "the hand it is meant for; the other gets its mirror image",
        ),
        Field::or("position", Kind::POINT, "(0.0, 0.0, 0.0)", "the middle of the palm, on the skin; metres"),
        Field::or("faces", Kind::POINT, "(0.0, -1.0, 0.0)", "where the palm's flat side looks"),
        Field::or("points", Kind::POINT, "(0.0, 0.0, 1.0)", "where the fingers point as they leave the palm"),
        Field::or("mirror", Kind::Choice(&MIRROR_AXIS), "X", "the axis that the mirror plane stands across"),
        Field::or(
            "approach",
            Kind::POINT,
            "(0.0, 0.0, 0.0)",
            "the direction from which the hand comes; zero is from its back",
        ),
        Field::or("reach", Kind::Number { min: 0.0, max: 2.0 }, "0.15", "how far off the hand begins to come, metres"),
        Field::or("fingers", Kind::Record(&HAND_POSE), "()", "how the fingers are bent"),
    ],
};

const MADE_FOR: Choice = Choice {
    name: "MadeFor",
    variants: &[
        Variant { name: "Left", body: Body::Nothing },
        Variant { name: "Right", body: Body::Nothing },
        Variant { name: "Either", body: Body::Nothing },
    ],
};

const MIRROR_AXIS: Choice = Choice {
    name: "MirrorAxis",
    variants: &[
        Variant { name: "X", body: Body::Nothing },
        Variant { name: "Y", body: Body::Nothing },
        Variant { name: "Z", body: Body::Nothing },
    ],
};

fn down() -> [f32; 3] {
    [0.0, -1.0, 0.0]
}

fn forward() -> [f32; 3] {
    [0.0, 0.0, 1.0]
}

fn default_reach() -> f32 {
    0.15
}

impl Default for Grip {
    /// A flat palm, face down on the prop's origin; without a name.
    fn default() -> Self {
        Self {
            name: String::new(),
            made_for: MadeFor::Either,
            position: [0.0; 3],
            faces: down(),
            points: forward(),
            mirror: MirrorAxis::X,
            approach: [0.0; 3],
            reach: default_reach(),
            fingers: HandPose::default(),
        }
    }
}
