use glam::{Quat, Vec3};

use super::UP;
use crate::ground::{Ground, Surface};
use crate::math::{atan2, direction_or, reject};

/// A foot on the ground. World space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub point: Vec3,
    /// Unit.
    pub normal: Vec3,
    /// Unit and level: where the body's ahead was.
    pub ahead: Vec3,
}

impl Standing {
    /// On the straight way to another place.
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        let turned = turn_between(self.ahead, other.ahead) * share;
        Self {
            point: self.point.lerp(other.point, share),
            normal: direction_or(self.normal.lerp(other.normal, share), UP),
            ahead: Quat::from_rotation_y(turned) * self.ahead,
        }
    }
}

/// The same in the axes of what carries it, so that it goes where that goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Print {
    pub surface: Surface,
    point: Vec3,
    normal: Vec3,
    ahead: Vec3,
}

impl Default for Print {
    fn default() -> Self {
        Self::fixed(Standing { point: Vec3::ZERO, normal: UP, ahead: Vec3::Z })
    }
}

impl Print {
    /// On ground that never moves.
    pub fn fixed(standing: Standing) -> Self {
        let Standing { point, normal, ahead } = standing;
        Self { surface: Surface::WORLD, point, normal, ahead }
    }

    pub fn on(surface: Surface, standing: Standing, ground: &dyn Ground) -> Self {
        let frame = SurfaceFrame::of(surface, ground);
        let turn = |vector: Vec3| frame.rotation.conjugate() * vector;
        Self {
            surface,
            point: frame.inverse_transform(standing.point),
            normal: turn(standing.normal),
            ahead: turn(standing.ahead),
        }
    }

    pub fn in_world(&self, ground: &dyn Ground) -> Standing {
        let frame = self.surface_in_world(ground);
        if frame == SurfaceFrame::STILL {
            return Standing { point: self.point, normal: self.normal, ahead: self.ahead };
        }
        Standing {
            point: frame.transform(self.point),
            normal: direction_or(frame.rotation * self.normal, UP),
            ahead: direction_or(reject(frame.rotation * self.ahead, UP), Vec3::Z),
        }
    }

    pub fn surface_in_world(&self, ground: &dyn Ground) -> SurfaceFrame {
        SurfaceFrame::of(self.surface, ground)
    }
}

/// World from the axes of a surface, checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceFrame {
    origin: Vec3,
    rotation: Quat,
}

impl SurfaceFrame {
    const STILL: Self = Self { origin: Vec3::ZERO, rotation: Quat::IDENTITY };

    fn of(surface: Surface, ground: &dyn Ground) -> Self {
        let frame = ground.world_from_surface(surface);
        let is_sound = frame.translation.is_finite() && frame.rotation.is_finite() && frame.rotation.is_normalized();
        if is_sound { Self { origin: frame.translation, rotation: frame.rotation } } else { Self::STILL }
    }

    pub fn transform(&self, point: Vec3) -> Vec3 {
        self.origin + self.rotation * point
    }

    pub fn inverse_transform(&self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * (point - self.origin)
    }
}

/// The turn about up from one level direction to another, radians to the left.
pub fn turn_between(from: Vec3, to: Vec3) -> f32 {
    atan2(from.cross(to).dot(UP), from.dot(to))
}
