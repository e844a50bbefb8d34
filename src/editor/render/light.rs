//! The key light, what it sees of the character, and how near the character comes to the ground.

use glam::{Affine3A, Mat4, Vec2, Vec3};
use surefoot::math::direction_or;
use surefoot::skin::Bounds;
use three_d::{ClearState, Context, CoreError, DepthTexture2D, Viewport, Wrapping};

use super::program::Shader;

const SHADOW_SIDE_PX: u32 = 1536;
const CONTACT_SIDE_PX: u32 = 512;
/// How near a foot has to come to darken the ground, in shares of the character's height.
const CONTACT_REACH: f32 = 0.065;

/// The two depth maps behind shadows, and the views they are taken from.
pub(super) struct Shadows {
    shadow_map: DepthTexture2D,
    contact_map: DepthTexture2D,
    views: LightViews,
}

impl Shadows {
    pub fn new(context: &Context) -> Self {
        let map = |side| DepthTexture2D::new::<f32>(context, side, side, Wrapping::ClampToEdge, Wrapping::ClampToEdge);
        Self {
            shadow_map: map(SHADOW_SIDE_PX),
            contact_map: map(CONTACT_SIDE_PX),
            views: LightViews::around(Bounds::EMPTY, Vec3::Y),
        }
    }

    /// Takes both maps anew of a character within `bounds`, lit from the direction `to_key`; `draw` draws its depth with the matrix (clip from world) and
    /// the viewport given.
    pub fn update(&mut self, bounds: Bounds, to_key: Vec3, draw: impl Fn(Mat4, Viewport)) -> Result<(), CoreError> {
        self.views = LightViews::around(bounds, to_key);
        for (map, clip_from_world) in
            [(&self.shadow_map, self.views.shadow_clip()), (&self.contact_map, self.views.contact_clip())]
        {
            map.as_depth_target().clear(ClearState::depth(1.0)).write::<CoreError>(|| {
                if !bounds.is_empty() {
                    draw(clip_from_world, Viewport::new_at_origo(map.width(), map.height()));
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Sets everything that the lighting functions of the shaders read.
    pub fn apply(&self, shader: &Shader, to_key: Vec3, shadows: bool) {
        let views = &self.views;
        shader.set("to_key", direction_or(to_key, Vec3::Y));
        shader.set("shadow_strength", if shadows && views.any { 1.0 } else { 0.0 });
        shader.depth_texture("shadow_map", &self.shadow_map);
        shader.set("light_from_world", Mat4::from(views.light_from_world));
        shader.set("light_half_size", views.light_half_size);
        shader.set("light_depth", views.light_depth);
        shader.depth_texture("contact_map", &self.contact_map);
        shader.set("contact_center", views.contact_center);
        shader.set("contact_half_size", views.contact_half_size);
        shader.set("contact_floor", views.contact_floor);
        shader.set("contact_range", views.contact_range);
        shader.set("contact_reach", views.contact_reach);
    }
}

/// Two parallel views of a box: along the light, and from straight below. Lengths in metres.
struct LightViews {
    any: bool,
    /// z grows away from the light, 0 at the box's nearest corner.
    light_from_world: Affine3A,
    light_half_size: f32,
    light_depth: f32,
    contact_center: Vec2,
    contact_half_size: f32,
    contact_floor: f32,
    contact_range: f32,
    contact_reach: f32,
}

impl LightViews {
    fn around(bounds: Bounds, to_key: Vec3) -> Self {
        let any = !bounds.is_empty() && bounds.size().is_finite();
        let bounds = if any { bounds } else { Bounds { min: Vec3::ZERO, max: Vec3::ONE } };
        let to_key = direction_or(to_key, Vec3::Y);
        let right = direction_or(Vec3::Y.cross(to_key), Vec3::X);
        let up = to_key.cross(right);
        // Right, up and away from the light are left-handed, as OpenGL's depth is.
        let turn = glam::Mat3::from_cols(right, up, -to_key).transpose();
        let in_light = Bounds::around(bounds.corners().map(|corner| turn * corner));
        let center = in_light.center();
        let offset = -Vec3::new(center.x, center.y, in_light.min.z);
        let radius = (bounds.size().length() * 0.5).max(1e-3);
        let height = bounds.size().max_element().max(1e-3);
        let contact_reach = height * CONTACT_REACH;
        let contact_half_size = bounds.size().x.max(bounds.size().z) * 0.5 + contact_reach * 2.0;
        Self {
            any,
            light_from_world: Affine3A::from_mat3_translation(turn, offset),
            // Room beyond the box, so that soft edges end inside the map.
            light_half_size: in_light.size().x.max(in_light.size().y) * 0.5 + radius * 0.16,
            light_depth: in_light.size().z.max(1e-3) * 1.01,
            contact_center: Vec2::new(bounds.center().x, bounds.center().z),
            contact_half_size,
            contact_floor: bounds.min.y - height * 0.01,
            contact_range: (bounds.size().y * 1.02).max(1e-3),
            contact_reach,
        }
    }

    fn shadow_clip(&self) -> Mat4 {
        let across = 1.0 / self.light_half_size;
        // Depth 0..light_depth becomes -1..1.
        let clip_from_light =
            Mat4::from_translation(Vec3::NEG_Z) * Mat4::from_scale(Vec3::new(across, across, 2.0 / self.light_depth));
        clip_from_light * Mat4::from(self.light_from_world)
    }

    fn contact_clip(&self) -> Mat4 {
        let across = 1.0 / self.contact_half_size;
        let deep = 2.0 / self.contact_range;
        let (center, floor) = (self.contact_center, self.contact_floor);
        Mat4::from_cols_array_2d(&[
            [across, 0.0, 0.0, 0.0],
            [0.0, 0.0, deep, 0.0],
            [0.0, across, 0.0, 0.0],
            [-center.x * across, -center.y * across, -floor * deep - 1.0, 1.0],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TO_KEY: Vec3 = Vec3::new(-0.42, 0.77, 0.48);

    #[test]
    fn both_views_hold_the_whole_box() {
        let bounds = Bounds { min: Vec3::new(-0.8, -0.1, -0.3), max: Vec3::new(0.9, 1.7, 0.4) };
        let views = LightViews::around(bounds, TO_KEY);
        for clip_from_world in [views.shadow_clip(), views.contact_clip()] {
            for corner in bounds.corners() {
                let clip = clip_from_world.project_point3(corner);
                assert!(clip.abs().cmple(Vec3::splat(1.0)).all(), "{corner} lands at {clip}");
            }
        }
    }

    #[test]
    fn the_lights_depth_grows_away_from_it_and_the_ground_views_upwards() {
        let views = LightViews::around(Bounds { min: Vec3::ZERO, max: Vec3::ONE }, TO_KEY);
        let deeper = views.shadow_clip().project_point3(Vec3::ZERO).z;
        let nearer = views.shadow_clip().project_point3(TO_KEY * 0.5).z;
        assert!(nearer < deeper);
        let low = views.contact_clip().project_point3(Vec3::ZERO).z;
        let high = views.contact_clip().project_point3(Vec3::Y).z;
        assert!(low < high);
    }
}
