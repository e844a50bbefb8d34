//! Sets the usual stage for one character: ground, light and a camera that frames it.

use std::sync::Arc;

use glam::{Affine3A, Vec3};
use surefoot::character::Character;
use surefoot::ground::{Ground, LayerMask, SceneGround, SurfacePatch};
use surefoot::pose::Globals;
use surefoot::skin::Bounds;

use super::camera::OrbitCamera;
use super::scene::{
    RenderCamera, RenderCharacter, RenderGround, RenderPart, RenderScene, SceneColors, SceneStyle, key_light,
};

/// How far the ground is shown, in heights of the character.
const GROUND_HEIGHTS: f32 = 5.5;

/// How much more ground is made than is seen, as a share, so that a walk does not need a new one at each step.
pub const SPARE: f32 = 0.25;

/// Around a character as posed, in the space of the pose: its meshes, or its joints with some room where it has no meshes. Empty
/// for one with neither.
pub fn bounds_of(character: &Character, pose: &Globals) -> Bounds {
    let meshes = character.bounds(pose);
    if !meshes.is_empty() {
        return meshes;
    }
    let joints = Bounds::around(pose.matrices().map(|matrix| Vec3::from(matrix.translation)));
    if joints.is_empty() {
        return joints;
    }
    let room = Vec3::splat(joints.size().max_element() * 0.06);
    Bounds { min: joints.min - room, max: joints.max + room }
}

/// What of `ground` is shown round a character within `bounds`.
pub fn ground_under(ground: &SceneGround, bounds: Bounds) -> RenderGround {
    ground_around(ground, bounds, Vec3::ZERO)
}

/// The same where the character has gone on over the scene by `gone`, and some way farther.
pub fn ground_around(ground: &SceneGround, bounds: Bounds, gone: Vec3) -> RenderGround {
    let (center, fade_radius) = ground_patch(bounds);
    let patch = SurfacePatch { center: center + gone, half_size: fade_radius * (1.0 + SPARE) };
    let part = |index: usize| RenderPart {
        mesh: Arc::new(ground.surface(index, patch)),
        world_from_mesh: Affine3A::IDENTITY,
        own_grid: ground.is_moving(index),
        axes: ground.is_endless(index) && !ground.is_moving(index),
        see_through: false,
    };
    let parts = (0..ground.len()).map(part).collect();
    let mut shown = RenderGround { parts, center, fade_radius, offset: Vec3::ZERO };
    follow(&mut shown, ground);
    shown
}

/// Puts every part where `ground` has it now.
pub fn follow(shown: &mut RenderGround, ground: &SceneGround) {
    for (index, part) in shown.parts.iter_mut().enumerate() {
        part.world_from_mesh = ground.world_from_piece(index).unwrap_or_default().to_affine();
    }
}

/// Leaves only the edges of what hangs over the middle of a character within `bounds` and is looked down on from `eye`.
pub fn uncover(shown: &mut RenderGround, ground: &SceneGround, bounds: Bounds, eye: Vec3) {
    for (index, part) in shown.parts.iter_mut().enumerate() {
        let lowest = ground.lowest(index) + shown.offset.y;
        part.see_through = lowest > bounds.center().y && lowest < eye.y;
    }
}

/// Where the ground is shown: its centre, and metres to where it has faded.
fn ground_patch(bounds: Bounds) -> (Vec3, f32) {
    let center = Vec3::new(bounds.center().x, 0.0, bounds.center().z);
    (center, (bounds.size().max_element() * GROUND_HEIGHTS).clamp(0.2, 100.0))
}

/// Metres between grid lines that suit a character of this height: 1 for people, else the power of ten below.
pub fn grid_spacing(height: f32) -> f32 {
    // Small children keep the metre.
    let exponent = (height * 1.25).log10().floor();
    if exponent.is_finite() { 10_f32.powf(exponent.clamp(-3.0, 3.0)) } else { 1.0 }
}

/// A camera that frames `bounds` from the front left of a character that faces `forward`, for a picture of this aspect
/// (width by height). It rises as far as it must to look down on the ground.
pub fn framing(bounds: Bounds, forward: Vec3, ground: &dyn Ground, aspect: f32) -> OrbitCamera {
    let mut camera = OrbitCamera { yaw: forward.x.atan2(forward.z) + 0.6, ..OrbitCamera::default() };
    camera.fit(bounds, aspect);
    for _ in 0..24 {
        if looks_down(&camera, ground) {
            break;
        }
        camera.orbit(0.0, 0.04);
        camera.fit(bounds, aspect);
    }
    camera
}

/// Lifts a camera that `ground` has come to hide the scene from, until it looks down on it; whether it had to.
pub fn lift_over(camera: &mut OrbitCamera, ground: &dyn Ground) -> bool {
    let before = camera.pitch;
    for _ in 0..36 {
        if looks_down(camera, ground) {
            break;
        }
        camera.orbit(0.0, 0.04);
    }
    camera.pitch != before
}

fn looks_down(camera: &OrbitCamera, ground: &dyn Ground) -> bool {
    const CLEARANCE: f32 = 0.22;
    let (eye, reach) = (camera.eye(), camera.distance * 4.0);
    let below = |from: Vec3| ground.cast(from, Vec3::NEG_Y, reach * 2.0, LayerMask::ALL);
    match below(eye) {
        Some(hit) => eye.y - hit.point.y > CLEARANCE * camera.distance,
        // Over nothing, and not inside of something.
        None => below(eye + Vec3::Y * reach).is_none(),
    }
}

/// A character in a pose, in the world, that faces `forward`.
pub struct Sitter {
    pub character: Arc<Character>,
    pub pose: Arc<Globals>,
    /// Level.
    pub forward: Vec3,
}

/// A still picture of `sitter` framed whole, standing on `ground`, of which `shown` is drawn.
pub fn portrait(
    sitter: &Sitter,
    ground: &SceneGround,
    mut shown: RenderGround,
    colors: SceneColors,
    size_px: [u32; 2],
) -> RenderScene {
    let bounds = bounds_of(&sitter.character, &sitter.pose);
    let aspect = size_px[0].max(1) as f32 / size_px[1].max(1) as f32;
    let camera = framing(bounds, sitter.forward, ground, aspect);
    uncover(&mut shown, ground, bounds, camera.eye());
    RenderScene {
        size_px,
        camera: RenderCamera::of(&camera, size_px),
        character: Some(RenderCharacter {
            character: sitter.character.clone(),
            pose: sitter.pose.clone(),
            world_from_model: Affine3A::IDENTITY,
        }),
        ghost: None,
        prop: None,
        ground: Some(shown),
        to_key_light: key_light(sitter.forward),
        colors,
        style: SceneStyle { grid_spacing: Some(grid_spacing(bounds.size().y)), ..SceneStyle::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_of_every_size_stand_on_a_metre_grid() {
        assert_eq!([0.85, 1.8, 4.4].map(grid_spacing), [1.0; 3]);
        assert_eq!([0.125, 79.0, 180.0].map(grid_spacing), [0.1, 10.0, 100.0]);
        assert_eq!([0.0, f32::NAN, f32::INFINITY].map(grid_spacing), [1.0; 3]);
    }

    #[test]
    fn the_camera_looks_down_on_a_slope_that_rises_towards_it() {
        let placed = "slope:35".parse::<surefoot::ground::GroundScene>().unwrap().placed(Vec3::Z);
        let bounds = Bounds { min: Vec3::new(-0.5, 0.0, -0.2), max: Vec3::new(0.5, 1.8, 0.2) };
        let eye = framing(bounds, Vec3::Z, &placed, 1.5).eye();
        assert!(eye.y > placed.surface_at(eye).0 + 0.5, "{eye}");
    }
}
