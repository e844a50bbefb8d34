//! Heels that are round: a foot that comes down toe up rolls over its heel onto its sole.

use glam::Vec3;

use crate::math::atan2;

/// The heel of a foot, which is no corner but a quarter of a round: it leaves the sole `radius` ahead of the corner and ends as high over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heel {
    /// Where a foot that stands flat is told to end: the corner that the round leaves out.
    pub corner: Vec3,
    /// Along the sole to the toes, and up from it; unit, at right angles.
    pub ahead: Vec3,
    pub up: Vec3,
    /// 0 for a heel that is its corner.
    pub radius: f32,
}

impl Heel {
    /// The place on ground of unit `normal` where the corner comes to lie once the foot has rolled down on its heel, over or in that ground as far as the
    /// round is; the corner itself of a foot that is not on its heel. While a heel rolls and does not slide this stays where it is.
    #[inline]
    pub fn on_ground(&self, normal: Vec3) -> Vec3 {
        let (rise, level) = (self.ahead.dot(normal), self.up.dot(normal));
        if !(self.radius > 0.0 && rise > 0.0) {
            return self.corner;
        }
        // No farther than upright, where the round ends.
        let length = (rise * rise + level * level).sqrt();
        let (sine, cosine) = if level > 0.0 { (rise / length, level / length) } else { (1.0, 0.0) };
        let angle = atan2(sine, cosine);
        // From the middle of the round down to the ground, and along that as far as it has rolled.
        let ahead = 1.0 - sine + (angle - 1.0) * cosine;
        let up = 1.0 - cosine - (angle - 1.0) * sine;
        self.corner + (self.ahead * ahead + self.up * up) * self.radius
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;

    #[test]
    fn a_round_heel_stays_where_it_rolls_and_is_as_high_as_its_round() {
        let radius = 0.035;
        let middle_when_flat = Vec3::new(0.0, radius, -0.05 + radius);
        for degrees in [0.0_f32, 1.0, 10.0, 30.0, 60.0, 89.0] {
            for rise in [0.0, -0.004, 0.02] {
                // A wheel that has rolled back by its angle, and was raised.
                let angle = degrees.to_radians();
                let turn = Quat::from_rotation_x(-angle);
                let middle = middle_when_flat - Vec3::Z * (radius * angle) + Vec3::Y * rise;
                let [corner, ahead, up] = [Vec3::new(0.0, -radius, -radius), Vec3::Z, Vec3::Y].map(|way| turn * way);
                let heel = Heel { corner: middle + corner, ahead, up, radius };
                let found = heel.on_ground(Vec3::Y);
                assert!(found.distance(Vec3::new(0.0, rise, -0.05)) < 1e-6, "{degrees}: {found}");
                // Whatever way it all is turned.
                let tilt = Quat::from_euler(glam::EulerRot::XYZ, 0.5, 1.0, -0.3);
                let [corner, ahead, up, normal] = [heel.corner, ahead, up, Vec3::Y].map(|way| tilt * way);
                let tilted = Heel { corner, ahead, up, radius }.on_ground(normal);
                assert!(tilted.distance(tilt * found) < 1e-6, "{degrees}");
            }
        }
        let raised = Quat::from_rotation_x(0.4);
        let on_toes = Heel { corner: Vec3::X, ahead: raised * Vec3::Z, up: raised * Vec3::Y, radius };
        assert_eq!(on_toes.on_ground(Vec3::Y), Vec3::X);
        assert!(Heel { ahead: -Vec3::Y, up: Vec3::Z, ..on_toes }.on_ground(-Vec3::Y).is_finite());
    }
}
