use serde::{Deserialize, Serialize};

use crate::rig::schema::{Field, Kind, Record};

/// How one finger is bent; degrees.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Finger {
    /// At the knuckle, the middle and the last joint: 0 is straight on from the bone before, positive closes the hand. For the
    /// thumb, at its root, middle and last joint, from how it rests: positive brings it over the palm. Each -45..=120, default 0.
    #[serde(default)]
    pub bend_deg: [f32; 3],
    /// To the side, from how the finger rests: positive away from the middle finger, and the middle finger towards the thumb.
    /// -45..=45, default 0.
    #[serde(default)]
    pub spread_deg: f32,
}

/// How the fingers of one hand are bent; the same numbers for either hand. The default is a flat hand.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct HandPose {
    #[serde(default)]
    pub thumb: Finger,
    #[serde(default)]
    pub index: Finger,
    #[serde(default)]
    pub middle: Finger,
    #[serde(default)]
    pub ring: Finger,
    #[serde(default)]
    pub little: Finger,
}

impl Finger {
    /// Closed by `bend_deg`, without spread.
    pub const fn bent(bend_deg: [f32; 3]) -> Self {
        Self { bend_deg, spread_deg: 0.0 }
    }

    fn lerp(self, other: Self, t: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * t;
        let mut bend_deg = self.bend_deg;
        for (bend, other) in bend_deg.iter_mut().zip(other.bend_deg) {
            *bend = mix(*bend, other);
        }
        Self { bend_deg, spread_deg: mix(self.spread_deg, other.spread_deg) }
    }
}

impl HandPose {
    /// Thumb, index, middle, ring, little.
    pub const fn fingers(&self) -> [Finger; 5] {
        [self.thumb, self.index, self.middle, self.ring, self.little]
    }

    /// The four fingers bent alike, and the thumb by itself.
    pub const fn closed(fingers: [f32; 3], thumb: [f32; 3]) -> Self {
        let finger = Finger::bent(fingers);
        Self { thumb: Finger::bent(thumb), index: finger, middle: finger, ring: finger, little: finger }
    }

    /// Blends towards `other`, angle by angle. 0 gives `self`'s angles, 1 `other`'s.
    pub fn lerp(&self, other: &Self, t: f32) -> Self {
        Self {
            thumb: self.thumb.lerp(other.thumb, t),
            index: self.index.lerp(other.index, t),
            middle: self.middle.lerp(other.middle, t),
            ring: self.ring.lerp(other.ring, t),
            little: self.little.lerp(other.little, t),
        }
    }
}

const FINGER: Record = Record {
    name: "Finger",
    fields: &[
        Field::or(
            "bend_deg",
            Kind::Tuple(3, &Kind::Number { min: -45.0, max: 120.0 }),
            "(0.0, 0.0, 0.0)",
            "how far each joint is bent, from the knuckle on; 0 is straight",
        ),
        Field::or(
            "spread_deg",
            Kind::Number { min: -45.0, max: 45.0 },
            "0.0",
            "to the side, away from the middle finger",
        ),
    ],
};

pub(super) const HAND_POSE: Record = Record {
    name: "HandPose",
    fields: &[
        Field::or("thumb", Kind::Record(&FINGER), "()", "the thumb, from how it rests"),
        Field::or("index", Kind::Record(&FINGER), "()", "the index finger"),
        Field::or("middle", Kind::Record(&FINGER), "()", "the middle finger"),
        Field::or("ring", Kind::Record(&FINGER), "()", "the ring finger"),
        Field::or("little", Kind::Record(&FINGER), "()", "the little finger"),
    ],
};
