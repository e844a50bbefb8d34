//! Joint limits, measured from the rest pose: an elliptic swing cone with a range of twist, and hinges.
//!
//! **What it does.** A rotation from rest is split into the swing of the bone and the twist about it. The swing is held in an elliptic
//! cone, in the direction in which it went; the twist is held at the nearer end of its range. A hinge of a limb is the range of bend of
//! [`two_bone`](super::two_bone).
//!
//! **Inputs.** A [`Cone`] and a rotation from rest, both in the joint's own rest frame; radians. **Outputs.** [`Clamped`]: the rotation inside, and
//! whether it had to be held.
//!
//! **Guarantees.** What is inside passes bit for bit; holding twice changes nothing; the same for any axes of the joint, for the frame is the
//! cone's own. A viewport that draws a limit calls [`Cone::clamp`].
//!
//! **Singular cases.** A swing of half a turn has no twist; it is taken as none. A half-angle of 0 is held as a ten-thousandth of a radian.
//!
//! **Source.** Swing and twist as in Baerlocher and Boulic, "Parametrization and range of motion of the ball-and-socket joint" (2001).
//!
//! ```
//! use surefoot::glam::{Quat, Vec3};
//! use surefoot::solve::limits::Cone;
//!
//! let neck = Cone { bone: Vec3::Y, side: Vec3::X, swing: [0.5, 0.3], twist: [-0.8, 0.8] };
//! let held = neck.clamp(Quat::from_rotation_x(0.9));
//! assert!(held.limited && held.rotation.angle_between(Quat::from_rotation_x(0.5)) < 1e-3);
//! ```

use glam::{Quat, Vec3};

use crate::math::{SwingTwist, atan2, swing_twist};

/// How far a joint may turn from rest. The frame is the joint's own: `bone` is the direction to its child at rest, `side` the
/// axis of the first half-angle, at right angles to it. Radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    pub bone: Vec3,
    pub side: Vec3,
    /// Half-angles about `side` and about `bone × side`. 0..=π.
    pub swing: [f32; 2],
    /// Least and greatest twist about `bone`. -π..=π.
    pub twist: [f32; 2],
}

/// A rotation from rest held inside its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clamped {
    pub rotation: Quat,
    /// Whether the limit had to hold anything.
    pub limited: bool,
}

impl Cone {
    /// Brings `from_rest`, a rotation of the joint relative to rest in the joint's rest frame, inside the limit. What is inside
    /// passes bit for bit.
    ///
    /// The swing is held on the ellipse in the direction in which it went, the twist at the nearer end of its range.
    pub fn clamp(&self, from_rest: Quat) -> Clamped {
        let SwingTwist { swing, twist } = swing_twist(from_rest, self.bone);
        let (swing_held, swing_limited) = self.clamp_swing(swing);
        let (twist_held, twist_limited) = self.clamp_twist(twist);
        if !(swing_limited || twist_limited) {
            return Clamped { rotation: from_rest, limited: false };
        }
        Clamped { rotation: (swing_held * twist_held).normalize(), limited: true }
    }

    /// This limit, opened as far as `share` of the way to where `from_rest` is outside of it: 0 leaves it as it is, with 1 `from_rest` is on
    /// its edge. A limit that holds an animation in part asks for the rest of the way only.
    pub fn opened(&self, from_rest: Quat, share: f32) -> Self {
        let SwingTwist { swing, twist } = swing_twist(from_rest, self.bone);
        let outside = self.outside(to_rotation_vector(swing));
        let open = 1.0 + (outside - 1.0).max(0.0) * share;
        let angle = to_rotation_vector(twist).dot(self.bone);
        let [least, most] = self.twist;
        Self {
            swing: self.swing.map(|half_angle| (half_angle.max(1e-4) * open).min(std::f32::consts::PI)),
            twist: [least + (angle - least).min(0.0) * share, most + (angle - most).max(0.0) * share],
            ..*self
        }
    }

    /// How far out on the ellipse a swing is: 1 on its edge.
    fn outside(&self, swing: Vec3) -> f32 {
        let front = self.bone.cross(self.side);
        let [rx, ry] = self.swing.map(|half_angle| half_angle.max(1e-4));
        ((swing.dot(self.side) / rx).powi(2) + (swing.dot(front) / ry).powi(2)).sqrt()
    }

    /// The edge of the swing: rotations from rest that only just pass, `count` of them once round the bone. They are found by
    /// [`Cone::clamp`] itself, so what is drawn with them is what is solved with. A half-angle of π holds nothing; there they
    /// stop a hair before half a turn.
    pub fn rim(&self, count: u32) -> impl Iterator<Item = Quat> + use<> {
        const FAR: f32 = std::f32::consts::PI - 1e-3;
        let cone = *self;
        let front = cone.bone.cross(cone.side);
        let [rx, ry] = cone.swing.map(|half_angle| half_angle.max(1e-4));
        (0..count).map(move |step| {
            let (sine, cosine) = (std::f32::consts::TAU * step as f32 / count as f32).sin_cos();
            let axis = crate::math::direction_or(cone.side * (rx * cosine) + front * (ry * sine), cone.side);
            cone.clamp(Quat::from_axis_angle(axis, FAR)).rotation
        })
    }

    fn clamp_swing(&self, swing: Quat) -> (Quat, bool) {
        let vector = to_rotation_vector(swing);
        let front = self.bone.cross(self.side);
        let (x, y) = (vector.dot(self.side), vector.dot(front));
        let outside = self.outside(vector);
        if outside <= 1.0 {
            return (swing, false);
        }
        (Quat::from_scaled_axis((self.side * x + front * y) / outside), true)
    }

    fn clamp_twist(&self, twist: Quat) -> (Quat, bool) {
        let angle = to_rotation_vector(twist).dot(self.bone);
        let held = angle.clamp(self.twist[0].min(self.twist[1]), self.twist[1]);
        if held == angle { (twist, false) } else { (Quat::from_axis_angle(self.bone, held), true) }
    }
}

/// Axis times angle, the short way round: length 0..=π.
fn to_rotation_vector(rotation: Quat) -> Vec3 {
    let q = if rotation.w < 0.0 { -rotation } else { rotation };
    let v = Vec3::new(q.x, q.y, q.z);
    let sine = v.length();
    if sine < 1e-9 { v * 2.0 } else { v * (2.0 * atan2(sine, q.w) / sine) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone() -> Cone {
        Cone { bone: Vec3::Y, side: Vec3::X, swing: [0.5, 0.2], twist: [-0.3, 0.1] }
    }

    #[test]
    fn inside_passes_bit_for_bit() {
        let rotation = Quat::from_rotation_x(0.4) * Quat::from_rotation_y(-0.2);
        assert_eq!(cone().clamp(rotation), Clamped { rotation, limited: false });
    }

    #[test]
    fn each_axis_stops_at_its_own_angle() {
        for (wanted, held) in [
            (Quat::from_rotation_x(1.0), Quat::from_rotation_x(0.5)),
            (Quat::from_rotation_x(-2.0), Quat::from_rotation_x(-0.5)),
            (Quat::from_rotation_z(1.0), Quat::from_rotation_z(0.2)),
            (Quat::from_rotation_y(1.0), Quat::from_rotation_y(0.1)),
            (Quat::from_rotation_y(-1.0), Quat::from_rotation_y(-0.3)),
        ] {
            let clamped = cone().clamp(wanted);
            assert!(
                clamped.limited && clamped.rotation.dot(held).abs() > 1.0 - 1e-6,
                "{wanted} to {}",
                clamped.rotation
            );
        }
    }

    #[test]
    fn every_point_of_the_rim_passes_and_a_hair_outside_is_held_on_it() {
        for swing in [[0.5, 0.2], [1.2, 1.2], [2.9, 0.05], [0.01, 3.0]] {
            let cone = Cone { swing, ..cone() };
            let rim: Vec<Quat> = cone.rim(64).collect();
            assert_eq!(rim.len(), 64);
            for rotation in rim {
                let again = cone.clamp(rotation).rotation;
                assert!(again.angle_between(rotation) < 1e-3, "{swing:?}: {rotation} becomes {again}");
                let (axis, angle) = rotation.to_axis_angle();
                let outside = cone.clamp(Quat::from_axis_angle(axis, (angle * 1.01).min(std::f32::consts::PI - 1e-4)));
                assert!(outside.limited, "{swing:?}: nothing holds what lies outside {rotation}");
                assert!(outside.rotation.angle_between(rotation) < 2e-3);
                let inside = Quat::from_axis_angle(axis, angle * 0.99);
                assert_eq!(cone.clamp(inside), Clamped { rotation: inside, limited: false });
            }
        }
    }

    #[test]
    fn an_opened_limit_has_what_was_outside_on_its_edge() {
        for (out, angle) in [(Quat::from_rotation_x(1.0), 0.75), (Quat::from_rotation_z(-0.6), 0.4)] {
            assert_eq!(cone().opened(out, 0.0).clamp(out), cone().clamp(out));
            assert!(cone().opened(out, 1.0).clamp(out).rotation.angle_between(out) < 1e-3);
            assert!((cone().opened(out, 0.5).clamp(out).rotation.to_axis_angle().1 - angle).abs() < 1e-3);
        }
        let out = Quat::from_rotation_y(0.7);
        assert!((cone().opened(out, 0.5).clamp(out).rotation.to_axis_angle().1 - 0.4).abs() < 1e-3);
        let inside = Quat::from_rotation_x(0.3) * Quat::from_rotation_y(-0.2);
        assert_eq!(cone().opened(inside, 1.0), cone());
    }

    #[test]
    fn the_rim_has_the_half_angles_on_its_axes() {
        let rim: Vec<Quat> = cone().rim(4).collect();
        for (rotation, degrees) in rim.iter().zip([0.5_f32, 0.2, 0.5, 0.2]) {
            assert!((rotation.to_axis_angle().1 - degrees).abs() < 1e-4, "{rotation}");
        }
    }

    #[test]
    fn clamping_twice_changes_nothing() {
        for k in 0..100 {
            let t = k as f32 * 0.37;
            let rotation = Quat::from_rotation_x(t.sin() * 3.0) * Quat::from_rotation_y(t.cos() * 3.0);
            let once = cone().clamp(rotation).rotation;
            assert!(cone().clamp(once).rotation.dot(once).abs() > 1.0 - 1e-5);
        }
    }
}
