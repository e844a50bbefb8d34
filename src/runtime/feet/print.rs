//! Prints of feet: where a flat foot stands, and what brings an animated one onto it.

use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{UP, aside, level};
use crate::math::{atan2, direction_or};
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{Slip, Stand};
use crate::solve::grounding::Sole;

/// Contacts this much higher than the lowest, in feet, no longer decide where a standing foot is held.
const ROLL: f32 = 0.06;

/// A flat foot seen from above, from the character's origin; world axes.
#[derive(Clone, Copy)]
pub(super) struct Print {
    pub ball: Vec3,
    /// Unit and level.
    pub ahead: Vec3,
}

impl Print {
    /// Under `sole`, which points `ahead`, by the contact that is lowest: where it would stand if it were let down flat there.
    pub fn of(sole: &Sole, ahead: Vec3, sight: &Sight, foot: &BoundFoot) -> Self {
        let ahead = direction_or(ahead, sight.place.rotation * Vec3::Z);
        let flat = Self { ball: sole.ball, ahead };
        let slip = flat.hold(sole, ahead, sight, foot);
        Self { ball: flat.ball - slip.by, ahead }
    }

    /// Heel, ball and toe tip at the height of the ball.
    pub fn sole(&self, sight: &Sight, foot: &BoundFoot) -> Sole {
        let aside = aside(self.ahead);
        let [heel, toe] =
            foot.print.map(|print| self.ball + (self.ahead * print.x + aside * print.y) * sight.place.scale);
        Sole { heel, ball: self.ball, toe }
    }

    /// What must be done to `sole` for the contacts that are down to lie on this print.
    /// `ahead` is the level way that it points.
    pub fn hold(&self, sole: &Sole, ahead: Vec3, sight: &Sight, foot: &BoundFoot) -> Slip {
        let (cosine, sine) = (ahead.dot(self.ahead), ahead.cross(self.ahead).y);
        let yaw = atan2(sine, cosine);
        let length = (cosine * cosine + sine * sine).sqrt();
        let turned = if length > 0.0 {
            // About up, by the same angle.
            let (cosine, sine) = (cosine / length, sine / length);
            let turn = |point: Vec3| {
                let way = point - sole.ball;
                let level = level(way);
                sole.ball + (way - level) + level * cosine + aside(level) * sine
            };
            Sole { heel: turn(sole.heel), ball: sole.ball, toe: turn(sole.toe) }
        } else {
            *sole
        };
        let print = self.sole(sight, foot);
        let heights = turned.points().map(|point| sight.height(point));
        let lowest = heights.into_iter().fold(f32::INFINITY, f32::min);
        let per_roll = 1.0 / (ROLL * level(sole.toe - sole.heel).length()).max(f32::MIN_POSITIVE);
        let (mut whole, mut by) = (0.0, Vec3::ZERO);
        for ((wanted, is), height) in print.points().into_iter().zip(turned.points()).zip(heights) {
            let over = (height - lowest) * per_roll;
            let weight = if over > 0.0 { (-over * over).exp() } else { 1.0 };
            whole += weight;
            by += level(wanted - is) * weight;
        }
        let by = by / whole;
        Slip { by, yaw, to_print: level(self.ball - sole.ball - by) }
    }

    pub fn shifted(self, by: Vec3) -> Self {
        Self { ball: self.ball + by, ..self }
    }
}

impl Slip {
    pub fn apply(&self, ankle: Vec3, sole: &Sole) -> (Vec3, Sole, Quat) {
        if *self == Self::default() {
            return (ankle, *sole, Quat::IDENTITY);
        }
        let turn = Quat::from_axis_angle(UP, self.yaw);
        (sole.ball + turn * (ankle - sole.ball) + self.by, sole.moved(sole.ball, turn, self.by), turn)
    }

    pub fn plus(self, other: Self) -> Self {
        Self { by: self.by + other.by, yaw: self.yaw + other.yaw, to_print: self.to_print + other.to_print }
    }

    pub fn less(self, other: Self) -> Self {
        self.plus(other.share(-1.0))
    }

    pub fn share(&self, share: f32) -> Self {
        Self { by: self.by * share, yaw: self.yaw * share, to_print: self.to_print * share }
    }
}

impl Stand {
    /// From the character's origin, on what carries it now.
    pub(super) fn print(&self, sight: &Sight) -> Print {
        let frame = sight.frame(self.surface);
        let ahead = direction_or(level(frame.rotation * self.ahead), Vec3::Z);
        Print { ball: frame.rotation * self.ball + frame.translation, ahead }
    }
}
