use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};

use crate::math::Transform;

/// A place on level ground and a heading: what a root does in the world as a character goes. Metres, radians, +Y up.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Planar {
    /// Level.
    pub translation: Vec3,
    /// About +Y: to the left, seen from above.
    pub yaw: f32,
}

impl Planar {
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, yaw: 0.0 };

    pub fn rotation(self) -> Quat {
        if self.yaw == 0.0 { Quat::IDENTITY } else { Quat::from_rotation_y(self.yaw) }
    }

    pub fn point(self, point: Vec3) -> Vec3 {
        self.rotation() * point + self.translation
    }

    /// First `other`, then this.
    pub fn after(self, other: Self) -> Self {
        Self { translation: self.point(other.translation), yaw: self.yaw + other.yaw }
    }

    pub fn inverse(self) -> Self {
        let back = Self { translation: Vec3::ZERO, yaw: -self.yaw };
        Self { translation: -back.point(self.translation), yaw: -self.yaw }
    }

    pub fn transform(self) -> Transform {
        Transform { translation: self.translation, rotation: self.rotation(), scale: Vec3::ONE }
    }
}

/// The way of going that does not change: so many metres a second in the mover's own axes, and so many radians a second to the left.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Twist {
    /// Level.
    pub velocity: Vec3,
    pub yaw_rate: f32,
}

impl Twist {
    /// Where it leads in `seconds`: along a line, or along an arc.
    pub fn after(self, seconds: f32) -> Planar {
        let yaw = self.yaw_rate * seconds;
        let (along, aside) = arc(yaw);
        let way = self.velocity * seconds;
        Planar { translation: way * along + Vec3::Y.cross(way) * aside, yaw }
    }

    /// What leads to `planar` in `seconds`.
    pub fn to(planar: Planar, seconds: f32) -> Self {
        let (along, aside) = arc(planar.yaw);
        let size = along * along + aside * aside;
        if !(seconds > 0.0 && size > 1e-6) {
            return Self::default();
        }
        let way = (planar.translation * along - Vec3::Y.cross(planar.translation) * aside) / size;
        Self { velocity: way / seconds, yaw_rate: planar.yaw / seconds }
    }

    /// Velocity of a point that moves along, in the mover's axes.
    pub fn at(self, point: Vec3) -> Vec3 {
        self.velocity + Vec3::Y.cross(point) * self.yaw_rate
    }
}

/// How far along the first direction and how far to its left an arc of this angle leads, for one of its length.
fn arc(yaw: f32) -> (f32, f32) {
    if yaw.abs() < 1e-3 {
        // The next terms are below the precision of a float.
        (1.0 - yaw * yaw / 6.0, yaw / 2.0)
    } else {
        (yaw.sin() / yaw, (1.0 - yaw.cos()) / yaw)
    }
}

/// The same angle, -π..=π.
pub(super) fn wrapped(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_quarter_turn_leads_round_a_circle() {
        // Forward along +Z with a turn to the left: the centre lies at +X, by the radius speed over yaw rate.
        let twist = Twist { velocity: Vec3::Z * FRAC_PI_2, yaw_rate: FRAC_PI_2 };
        let end = twist.after(1.0);
        assert!(end.translation.distance(Vec3::new(1.0, 0.0, 1.0)) < 1e-6, "{end:?}");
        assert!((end.rotation() * Vec3::Z).distance(Vec3::X) < 1e-6);
        let again = Twist::to(end, 1.0);
        assert!(again.velocity.distance(twist.velocity) < 1e-5 && (again.yaw_rate - twist.yaw_rate).abs() < 1e-6);
    }

    #[test]
    fn two_halves_make_the_whole() {
        let twist = Twist { velocity: Vec3::new(0.3, 0.0, 1.1), yaw_rate: -0.7 };
        let (half, whole) = (twist.after(0.65), twist.after(1.3));
        let twice = half.after(half);
        assert!(twice.translation.distance(whole.translation) < 1e-5 && (twice.yaw - whole.yaw).abs() < 1e-6);
        let nowhere = whole.after(whole.inverse());
        assert!(nowhere.translation.length() < 1e-5 && nowhere.yaw == 0.0);
    }
}
