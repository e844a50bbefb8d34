use glam::{Mat3A, Quat, Vec3};

use super::Inputs;
use crate::math::Transform;

/// Where the character stands: an even scale, a rotation and a translation, checked.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub scale: f32,
    pub rotation: Quat,
    pub origin: Vec3,
    /// Rotation and scale, and back.
    world_from_model: Mat3A,
    model_from_world: Mat3A,
}

impl Place {
    /// None where the root is no place: not finite, or without size.
    pub fn of(inputs: &Inputs) -> Option<Self> {
        let Transform { translation, rotation, scale } = inputs.root;
        let length = rotation.length();
        let usable = inputs.root.is_finite() && scale.x > 0.0 && length > 1e-6 && length.is_finite();
        let rotation = if (length - 1.0).abs() < 1e-6 { rotation } else { rotation / length };
        usable.then(|| {
            let axes = Mat3A::from_quat(rotation);
            Self {
                scale: scale.x,
                rotation,
                origin: translation,
                world_from_model: axes * scale.x,
                model_from_world: axes.transpose() * (1.0 / scale.x),
            }
        })
    }

    pub fn to_world(self, point_in_model: Vec3) -> Vec3 {
        self.origin + self.around(point_in_model)
    }

    pub fn to_model(self, point_in_world: Vec3) -> Vec3 {
        self.around_to_model(point_in_world - self.origin)
    }

    /// World axes and metres, but counted from the character's own origin, so that precision does not depend on where it is.
    #[inline]
    pub fn around(self, point_in_model: Vec3) -> Vec3 {
        self.world_from_model * point_in_model
    }

    #[inline]
    pub fn around_to_model(self, point: Vec3) -> Vec3 {
        self.model_from_world * point
    }

    pub fn rotation_to_model(self, rotation_in_world: Quat) -> Quat {
        self.rotation.conjugate() * rotation_in_world
    }

    /// A turn in world axes as a turn in model axes.
    pub fn turn_to_model(self, turn_in_world: Quat) -> Quat {
        self.rotation.conjugate() * turn_in_world * self.rotation
    }
}
