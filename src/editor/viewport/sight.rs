//! From where a character is seen whom the ground would hide.

use glam::Vec3;
use surefoot::ground::{Ground, LayerMask};

use super::camera::OrbitCamera;
use crate::editor::core::Treadmill;
use surefoot::skin::Bounds;

/// Places between the eye and what it looks at.
const PLACES: usize = 16;
/// So much of the way from the eye is looked along: what is looked at stands on the ground itself.
const WAY: f32 = 0.92;
/// Turns that are tried, the least first, degrees.
const TURNS_DEG: [f32; 8] = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0];

/// Frames `whole`, turned about it as little as it takes to see it from head to foot.
pub fn frame_in_sight(camera: &mut OrbitCamera, whole: Bounds, ground: &Treadmill, aspect: f32) {
    let turned = |degrees: f32| {
        let mut turned = *camera;
        turned.orbit(degrees.to_radians(), 0.0);
        turned.fit(whole, aspect);
        turned
    };
    let sees = |camera: &OrbitCamera| {
        let at = |share: f32| {
            let center = whole.center();
            Vec3::new(center.x, whole.min.y + share * whole.size().y, center.z)
        };
        [0.1, 0.5, 0.9].into_iter().all(|share| !hides(ground, camera.eye(), at(share)))
    };
    let all = TURNS_DEG.map(turned);
    *camera = all.into_iter().find(sees).unwrap_or(all[0]);
}

/// Whether the ground is anywhere over the line from `eye` to `point`.
fn hides(ground: &Treadmill, eye: Vec3, point: Vec3) -> bool {
    let above = 2.0 * eye.distance(point) + 10.0;
    (0..PLACES).any(|place| {
        let at = eye.lerp(point, WAY * place as f32 / (PLACES - 1) as f32);
        let origin = at + Vec3::Y * above;
        ground.cast(origin, Vec3::NEG_Y, above, LayerMask::ALL).is_some()
    })
}

#[cfg(test)]
mod tests {
    use surefoot::ground::{GroundScene, Scene};

    use super::*;

    fn yaw_after(ground: &str) -> (f32, OrbitCamera) {
        let scene = Scene::from(ground.parse::<GroundScene>().unwrap()).placed(Vec3::Z).unwrap();
        let whole = Bounds { min: Vec3::new(-0.5, 0.0, -0.25), max: Vec3::new(0.5, 1.8, 0.25) };
        let before = OrbitCamera::default();
        let mut camera = before;
        frame_in_sight(&mut camera, whole, &Treadmill { scene: &scene, gone: Vec3::ZERO }, 1.0);
        ((camera.rotation() * before.rotation().inverse()).angle_between(glam::Quat::IDENTITY).to_degrees(), camera)
    }

    #[test]
    fn the_view_turns_only_where_the_ground_is_in_the_way() {
        assert!(yaw_after("flat").0 < 0.1);
        assert!(yaw_after("slope:-20@0").0 < 0.1, "it falls towards the eye");
        let (turn, camera) = yaw_after("slope:35@0");
        assert!(turn > 40.0, "{turn}");
        // The eye is over the slope, which rises towards +Z.
        let eye = camera.eye();
        assert!(eye.y > eye.z * 35_f32.to_radians().tan(), "{eye}");
        assert!(yaw_after("stairs:0.2x0.28@0").0 > 40.0);
    }
}
