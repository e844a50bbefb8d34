use glam::{Quat, Vec3};

use super::Inputs;
use crate::math::Transform;

/// Where the character stands: an even scale, a rotation and a translation, checked.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub scale: f32,
    pub rotation: Quat,
    pub origin: Vec3,
}

impl Place {
    /// None where the root is no place: not finite, or without size.
    pub fn of(inputs: &Inputs) -> Option<Self> {
        let Transform { translation, rotation, scale } = inputs.root;
        let length = rotation.length();
        let usable = inputs.root.is_finite() && scale.x > 0.0 && length > 1e-6 && length.is_finite();
        usable.then(|| Self {
            scale: scale.x,
            rotation: if (length - 1.0).abs() < 1e-6 { rotation } else { rotation / length },
            origin: translation,
        })
    }

    pub fn to_world(self, point_in_model: Vec3) -> Vec3 {
        self.origin + self.around(point_in_model)
    }

    pub fn to_model(self, point_in_world: Vec3) -> Vec3 {
        self.around_to_model(point_in_world - self.origin)
    }

    /// World axes and metres, but counted from the character's own origin, so that precision does not depend on where it is.
    pub fn around(self, point_in_model: Vec3) -> Vec3 {
        self.rotation * (point_in_model * self.scale)
    }

    pub fn around_to_model(self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * point / self.scale
    }

    pub fn rotation_to_model(self, rotation_in_world: Quat) -> Quat {
        self.rotation.conjugate() * rotation_in_world
    }

    /// A turn in world axes as a turn in model axes.
    pub fn turn_to_model(self, turn_in_world: Quat) -> Quat {
        self.rotation.conjugate() * turn_in_world * self.rotation
    }
}
