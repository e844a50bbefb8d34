use glam::Vec3;

use super::{Ground, LayerMask, Surface};
use crate::math::Transform;

/// What a character stands on and goes along with: a game that lets its root ride so keeps it over its feet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    surface: Surface,
    world_from_surface: Transform,
}

impl Ride {
    /// Mounts what is under `feet` now, from `above` metres over them to as far below; world space. Ground that never moves where there is nothing.
    pub fn mount(ground: &dyn Ground, feet: Vec3, above: f32, layers: LayerMask) -> Self {
        let hit = ground.cast(feet + Vec3::Y * above, Vec3::NEG_Y, 2.0 * above, layers);
        let surface = hit.map_or(Surface::WORLD, |hit| hit.surface);
        Self { surface, world_from_surface: ground.world_from_surface(surface).unscaled() }
    }

    /// The world now from the world when it was mounted, for all that rides along. The identity, to the bit, where the ground has not moved.
    pub fn carried(&self, ground: &dyn Ground) -> Transform {
        let (then, now) = (self.world_from_surface, ground.world_from_surface(self.surface).unscaled());
        if then == now || !(then.is_finite() && now.is_finite()) {
            return Transform::IDENTITY;
        }
        let rotation = now.rotation * then.rotation.conjugate();
        let translation = now.translation - rotation * then.translation;
        Transform { rotation, ..Transform::from_translation(translation) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scene;

    #[test]
    fn a_rider_goes_where_its_place_on_the_raft_goes() {
        let mut ground = scene("raft").unwrap().placed(Vec3::Z).unwrap();
        let feet = Vec3::new(0.3, 0.0, 0.2);
        let ride = Ride::mount(&ground, feet, 0.5, LayerMask::ALL);
        assert_eq!(ride.carried(&ground), Transform::IDENTITY);
        // Half of the period: all the way, and turned by 12° a second for 4 s.
        ground.set_time(4.0);
        let (sine, cosine) = 48.0_f32.to_radians().sin_cos();
        let turned = Vec3::new(0.3 * cosine + 0.2 * sine, 0.0, 0.2 * cosine - 0.3 * sine);
        let wanted = Vec3::new(0.6, 0.08, 1.2) + turned;
        let carried = ride.carried(&ground);
        let found = carried.translation + carried.rotation * feet;
        assert!(found.distance(wanted) < 1e-5, "{found} for {wanted}");
        let beside = Ride::mount(&ground, Vec3::new(20.0, -0.25, 0.0), 0.5, LayerMask::ALL);
        ground.set_time(5.0);
        assert_eq!(beside.carried(&ground), Transform::IDENTITY);
    }
}
