//! Sets the usual stage for one character: ground, light and a camera that frames it.

use std::sync::Arc;

use glam::{Affine3A, Vec3};
use surefoot::character::Character;
use surefoot::ground::{PlacedScene, SurfacePatch};
use surefoot::pose::Globals;

use super::camera::{Bounds, OrbitCamera};
use super::scene::{RenderCamera, RenderCharacter, RenderGround, RenderScene, SceneColors, SceneStyle, key_light};

/// How far the ground is shown, in heights of the character.
const GROUND_HEIGHTS: f32 = 5.5;

/// Around every joint as posed, model space, with room for flesh. Empty for a character without joints.
pub fn bounds_of_joints(pose: &Globals) -> Bounds {
    let bounds = Bounds::around(pose.matrices().iter().map(|matrix| Vec3::from(matrix.translation)));
    if bounds.is_empty() {
        return bounds;
    }
    let room = Vec3::splat(bounds.size().max_element() * 0.06);
    Bounds { min: bounds.min - room, max: bounds.max + room }
}

/// The part of `placed` to show under a character within `bounds`.
pub fn ground_under(placed: &PlacedScene, bounds: Bounds) -> RenderGround {
    let center = Vec3::new(bounds.center().x, 0.0, bounds.center().z);
    let fade_radius = (bounds.size().max_element() * GROUND_HEIGHTS).clamp(1.0, 70.0);
    let mesh = Arc::new(placed.surface(SurfacePatch { center, half_size: fade_radius }));
    RenderGround { mesh, center, fade_radius }
}

/// A camera that frames `bounds` from the front left of a character that faces `forward`, for a picture of this aspect
/// (width by height). It rises as far as it must to look down on `placed`.
pub fn framing(bounds: Bounds, forward: Vec3, placed: &PlacedScene, aspect: f32) -> OrbitCamera {
    const CLEARANCE: f32 = 0.22;
    let mut camera = OrbitCamera::default();
    camera.yaw = forward.x.atan2(forward.z) + 0.6;
    camera.fit(bounds, aspect);
    for _ in 0..24 {
        let (ground, _) = placed.surface_at(camera.eye());
        if camera.eye().y - ground > CLEARANCE * camera.distance {
            break;
        }
        camera.orbit(0.0, 0.04);
        camera.fit(bounds, aspect);
    }
    camera
}

/// A character in a pose, in its own space, that faces `forward`.
pub struct Sitter {
    pub character: Arc<Character>,
    pub pose: Arc<Globals>,
    /// Model space, level.
    pub forward: Vec3,
}

/// A still picture of `sitter` on a ground, framed whole.
pub fn portrait(sitter: &Sitter, placed: &PlacedScene, colors: SceneColors, size_px: [u32; 2]) -> RenderScene {
    let bounds = bounds_of_joints(&sitter.pose);
    let aspect = size_px[0].max(1) as f32 / size_px[1].max(1) as f32;
    let camera = framing(bounds, sitter.forward, placed, aspect);
    RenderScene {
        size_px,
        camera: RenderCamera::of(&camera, size_px),
        character: Some(RenderCharacter {
            character: sitter.character.clone(),
            pose: sitter.pose.clone(),
            world_from_model: Affine3A::IDENTITY,
        }),
        ground: Some(ground_under(placed, bounds)),
        to_key_light: key_light(sitter.forward),
        colors,
        style: SceneStyle::default(),
    }
}
