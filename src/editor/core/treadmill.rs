use glam::Vec3;
use surefoot::ground::{Ground, Hit, LayerMask, SceneGround, Surface};
use surefoot::math::Transform;

/// Ground that goes by under a character who walks and yet stays in the middle of the stage.
pub struct Treadmill<'a> {
    pub scene: &'a SceneGround,
    /// How far the character has come over the scene, metres.
    pub gone: Vec3,
}

impl Ground for Treadmill<'_> {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, layers: LayerMask) -> Option<Hit> {
        let hit = self.scene.cast(origin + self.gone, direction, max_distance, layers)?;
        Some(Hit { point: hit.point - self.gone, ..hit })
    }

    fn world_from_surface(&self, surface: Surface) -> Transform {
        let at_first = self.scene.world_from_surface(surface);
        Transform { translation: at_first.translation - self.gone, ..at_first }
    }
}

#[cfg(test)]
mod tests {
    use surefoot::ground::{GroundScene, Scene};

    use super::*;

    #[test]
    fn what_has_gone_by_is_behind() {
        let scene = Scene::from("slope:45".parse::<GroundScene>().unwrap()).placed(Vec3::Z).unwrap();
        let belt = Treadmill { scene: &scene, gone: Vec3::new(0.0, 3.0, 3.0) };
        let hit = belt.cast(Vec3::new(0.0, 5.0, 1.0), Vec3::NEG_Y, 10.0, LayerMask::ALL).unwrap();
        assert!(hit.point.distance(Vec3::new(0.0, 1.0, 1.0)) < 1e-5, "{hit:?}");
        assert_eq!(belt.world_from_surface(Surface::WORLD).translation, -belt.gone);
    }
}
