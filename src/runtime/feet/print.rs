//! Prints of feet: where a flat foot stands, and what brings an animated one onto it.

use std::f32::consts::TAU;

use glam::{Quat, Vec3, Vec4};

use super::sight::Sight;
use super::{UP, aside, level};
use crate::ground::Surface;
use crate::math::{atan2, direction_or, is_near_unit, sin_cos_lanes, towards_unit, unit_or};
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{Slip, Stand};
use crate::solve::grounding::{Plane, Sole};

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
        let squared = cosine * cosine + sine * sine;
        let turned = if squared > 0.0 {
            // By the same angle.
            let per_length = if is_near_unit(squared) { towards_unit(squared) } else { 1.0 / squared.sqrt() };
            let turn = |point: Vec3| about_up(sole.ball, [sine * per_length, cosine * per_length], point);
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
            let weight = bell(over);
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

/// `point` turned about up through `pivot` by the angle of which this is the sine and the cosine.
fn about_up(pivot: Vec3, [sine, cosine]: [f32; 2], point: Vec3) -> Vec3 {
    let way = point - pivot;
    pivot + Vec3::new(way.x * cosine + way.z * sine, way.y, way.z * cosine - way.x * sine)
}

/// e to the power of `-over²`; 1 for what is not over. Near there, where most contacts of a standing foot are, without that function.
fn bell(over: f32) -> f32 {
    let squared = if over > 0.0 { over * over } else { 0.0 };
    if squared < 1e-3 { 1.0 - squared * (1.0 - 0.5 * squared) } else { (-squared).exp() }
}

impl Slip {
    pub fn apply(&self, ankle: Vec3, sole: &Sole) -> (Vec3, Sole, Quat) {
        if *self == Self::default() {
            return (ankle, *sole, Quat::IDENTITY);
        }
        let (sine, cosine) = if self.yaw.abs() < TAU {
            let [sine, cosine] = sin_cos_lanes(Vec4::splat(0.5 * self.yaw));
            (sine.x, cosine.x)
        } else {
            (0.5 * self.yaw).sin_cos()
        };
        let whole = [2.0 * sine * cosine, 1.0 - 2.0 * sine * sine];
        let moved = |point: Vec3| about_up(sole.ball, whole, point) + self.by;
        let turned = Sole { heel: moved(sole.heel), ball: sole.ball + self.by, toe: moved(sole.toe) };
        (moved(ankle), turned, Quat::from_xyzw(0.0, sine, 0.0, cosine))
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
    /// The plane on which the foot stood, from the character's origin, on what carries it now.
    pub(super) fn ground(&self, sight: &Sight) -> Plane {
        let frame = sight.frame(self.surface);
        Plane {
            point: frame.rotation * self.plane.point + frame.translation,
            normal: direction_or(frame.rotation * self.plane.normal, UP),
        }
    }

    /// From the character's origin, on what carries it now.
    pub(super) fn print(&self, sight: &Sight) -> Print {
        if self.surface == Surface::WORLD {
            return Print { ball: self.ball - sight.place.origin, ahead: unit_or(self.ahead, Vec3::Z) };
        }
        let frame = sight.frame(self.surface);
        let ahead = direction_or(level(frame.rotation * self.ahead), Vec3::Z);
        Print { ball: frame.rotation * self.ball + frame.translation, ahead }
    }
}
