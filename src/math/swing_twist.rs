use glam::{Quat, Vec3};

/// A rotation split in two: `swing * twist` is the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingTwist {
    /// Turns the axis itself; has no part about the axis.
    pub swing: Quat,
    /// Turns about the axis only.
    pub twist: Quat,
}

/// Splits unit `rotation` into a twist about the unit `axis` and the swing that remains.
///
/// Where the swing is half a turn the twist is not defined; the identity is taken.
pub fn swing_twist(rotation: Quat, axis: Vec3) -> SwingTwist {
    let along = axis * axis.dot(Vec3::new(rotation.x, rotation.y, rotation.z));
    let twist = Quat::from_xyzw(along.x, along.y, along.z, rotation.w);
    let length = twist.length();
    let twist = if length > 1e-6 { twist / length } else { Quat::IDENTITY };
    SwingTwist { swing: rotation * twist.conjugate(), twist }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_multiply_back_and_keep_to_their_axis() {
        let axis = Vec3::new(0.36, 0.48, 0.8);
        let rotation = Quat::from_rotation_x(0.7) * Quat::from_axis_angle(axis, 1.2);
        let SwingTwist { swing, twist } = swing_twist(rotation, axis);
        assert!((swing * twist).dot(rotation).abs() > 1.0 - 1e-6);
        assert!((twist * axis).distance(axis) < 1e-6);
        assert!(Vec3::new(swing.x, swing.y, swing.z).dot(axis).abs() < 1e-6);
    }

    #[test]
    fn half_a_turn_of_swing_is_finite() {
        let split = swing_twist(Quat::from_rotation_x(std::f32::consts::PI), Vec3::Y);
        assert!(split.swing.is_finite() && split.twist == Quat::IDENTITY);
    }
}
