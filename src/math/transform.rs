use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// A transform kept as translation, rotation and scale, as glTF nodes and animation channels keep it.
///
/// Applied to a point as scale, then rotation, then translation. `rotation` is unit; `scale` may be zero or
/// negative on any axis (both are legal in glTF), so nothing here divides by it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transform {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Transform {
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// `other` turned and then shifted by this, of which the scale does not count; it keeps its own.
    pub fn carry(self, other: Self) -> Self {
        Self {
            translation: self.translation + self.rotation * other.translation,
            rotation: (self.rotation * other.rotation).normalize(),
            scale: other.scale,
        }
    }

    /// The same without scale: where `self` is world from a model in its own units, world from that model's axes in metres.
    pub const fn unscaled(self) -> Self {
        Self { scale: Vec3::ONE, ..self }
    }

    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// The nearest transform to `affine`; shear, which parts cannot hold, is dropped.
    ///
    /// A matrix that flattens space gives a zero scale and an arbitrary but unit rotation. Not-a-number and
    /// infinite entries give the identity.
    pub fn from_affine(affine: Affine3A) -> Self {
        if !affine.is_finite() {
            return Self::IDENTITY;
        }
        let [x, y, z] = [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis].map(Vec3::from);
        let flips = if x.cross(y).dot(z) < 0.0 { -1.0 } else { 1.0 };
        let scale = Vec3::new(x.length() * flips, y.length(), z.length());
        // Gram–Schmidt from whichever axes have a length, so that a flattened matrix still gives a rotation.
        let first = (x * flips).try_normalize().or_else(|| y.cross(z).try_normalize()).unwrap_or(Vec3::X);
        let second = (y - first * first.dot(y))
            .try_normalize()
            .or_else(|| z.cross(first).try_normalize())
            .unwrap_or_else(|| super::any_orthogonal(first));
        let third = first.cross(second);
        let rotation = Quat::from_mat3(&glam::Mat3::from_cols(first, second, third)).normalize_or_identity();
        Self { translation: affine.translation.into(), rotation, scale }
    }

    /// Blends towards `other`: the shortest way round for the rotation, linear for the rest. `t` = 0 gives `self`'s bits.
    pub fn lerp(self, other: Self, t: f32) -> Self {
        if t == 0.0 {
            return self;
        }
        Self {
            translation: self.translation.lerp(other.translation, t),
            rotation: self.rotation.slerp(other.rotation, t).normalize_or(self.rotation),
            scale: self.scale.lerp(other.scale, t),
        }
    }

    pub fn is_finite(self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

trait NormalizeOr {
    fn normalize_or(self, fallback: Self) -> Self;
    fn normalize_or_identity(self) -> Self;
}

impl NormalizeOr for Quat {
    fn normalize_or(self, fallback: Self) -> Self {
        let length = self.length();
        if length > 1e-6 && length.is_finite() { self / length } else { fallback }
    }

    fn normalize_or_identity(self) -> Self {
        self.normalize_or(Self::IDENTITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_survive_a_round_trip_through_a_matrix() {
        let start = Transform {
            translation: Vec3::new(1.0, -2.0, 3.0),
            rotation: Quat::from_rotation_z(1.1) * Quat::from_rotation_x(-0.4),
            scale: Vec3::new(0.01, 100.0, 2.0),
        };
        let back = Transform::from_affine(start.to_affine());
        assert!(back.translation.distance(start.translation) < 1e-6);
        assert!(back.rotation.dot(start.rotation).abs() > 1.0 - 1e-6);
        assert!((back.scale / start.scale - Vec3::ONE).length() < 1e-5);
    }

    #[test]
    fn what_is_carried_keeps_its_scale() {
        let way = Transform {
            translation: Vec3::X,
            rotation: Quat::from_rotation_y(std::f32::consts::FRAC_PI_2),
            scale: Vec3::splat(7.0),
        };
        let carried = way.carry(Transform { scale: Vec3::splat(0.5), ..Transform::from_translation(Vec3::Z) });
        // A quarter turn about +Y takes +Z to +X.
        assert!(carried.translation.distance(Vec3::X * 2.0) < 1e-6);
        assert!(carried.rotation.angle_between(way.rotation) < 1e-3);
        assert_eq!(carried.scale, Vec3::splat(0.5));
    }

    #[test]
    fn flattened_mirrored_and_broken_matrices_give_finite_parts() {
        for scale in [Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 0.0, 2.0), Vec3::new(-1.0, 1.0, 1.0)] {
            let parts = Transform::from_affine(Affine3A::from_scale(scale));
            assert!(parts.is_finite() && (parts.rotation.length() - 1.0).abs() < 1e-6, "{scale}: {parts:?}");
        }
        assert_eq!(Transform::from_affine(Affine3A::from_translation(Vec3::NAN)), Transform::IDENTITY);
    }
}
