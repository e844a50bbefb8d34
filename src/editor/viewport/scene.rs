//! What the viewport shows in one frame, as plain data.
//!
//! Building one is cheap: meshes, characters and poses are shared, and an [`Arc`] that stays the same means that its
//! content stays the same, so the renderer uploads nothing for it and draws nothing when the whole scene is equal to
//! the last one. Whoever changes a pose or a ground makes a new `Arc` (or uses [`Arc::make_mut`], which does so while
//! the renderer holds the old one).

use std::sync::Arc;

use eframe::egui::Color32;
use glam::{Affine3A, Mat4, Vec3};
use surefoot::character::Character;
use surefoot::ground::SurfaceMesh;
use surefoot::math::{direction_or, reject};
use surefoot::pose::Globals;

use super::camera::OrbitCamera;
use crate::editor::theme::Theme;

/// A colour as three sRGB bytes, red, green, blue.
pub type Srgb = [u8; 3];

/// All that the 3D picture depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderScene {
    /// Width and height in physical pixels.
    pub size_px: [u32; 2],
    pub camera: RenderCamera,
    pub character: Option<RenderCharacter>,
    /// The character in another pose, seen through.
    pub ghost: Option<RenderCharacter>,
    pub prop: Option<RenderProp>,
    pub ground: Option<RenderGround>,
    /// Towards the light that casts the shadows, world space: see [`key_light`].
    pub to_key_light: Vec3,
    pub colors: SceneColors,
    pub style: SceneStyle,
}

/// Where the key light of a character that faces `forward` (world space, level) stands: high in front of its right
/// shoulder. Unit, towards the light.
pub fn key_light(forward: Vec3) -> Vec3 {
    let forward = direction_or(reject(forward, Vec3::Y), Vec3::Z);
    direction_or(forward * 0.48 - Vec3::Y.cross(forward) * 0.42 + Vec3::Y * 0.77, Vec3::Y)
}

/// From where the scene is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderCamera {
    /// Camera space from world space.
    pub view: Mat4,
    /// Clip space (OpenGL's, depth -1..=1) from camera space.
    pub projection: Mat4,
    /// World space, metres.
    pub eye: Vec3,
}

impl RenderCamera {
    /// `camera` for a picture of `size_px` pixels.
    pub fn of(camera: &OrbitCamera, size_px: [u32; 2]) -> Self {
        let aspect = size_px[0].max(1) as f32 / size_px[1].max(1) as f32;
        Self { view: camera.view(), projection: camera.projection(aspect), eye: camera.eye() }
    }
}

/// A posed character.
#[derive(Clone, Debug)]
pub struct RenderCharacter {
    pub character: Arc<Character>,
    /// One a joint of the character's skeleton, model space.
    pub pose: Arc<Globals>,
    pub world_from_model: Affine3A,
}

impl PartialEq for RenderCharacter {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.character, &other.character)
            && Arc::ptr_eq(&self.pose, &other.pose)
            && self.world_from_model == other.world_from_model
    }
}

/// A thing that is held, drawn plain.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderProp {
    pub solid: RenderCharacter,
    /// It stands between the viewer and the character.
    pub see_through: bool,
}

/// The ground that catches the shadow.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderGround {
    pub parts: Vec<RenderPart>,
    /// The point around which the ground is shown, world space.
    pub center: Vec3,
    /// Metres from the centre at which the ground has melted into the background; it starts to at a third of that.
    pub fade_radius: f32,
    /// How far all of it has gone by, metres.
    pub offset: Vec3,
}

/// One piece of the ground.
#[derive(Clone, Debug)]
pub struct RenderPart {
    pub mesh: Arc<SurfaceMesh>,
    /// Before the ground has gone by.
    pub world_from_mesh: Affine3A,
    /// The grid is drawn on it and goes with it; else the world's grid runs over it.
    pub own_grid: bool,
    /// The lines through the origin are drawn on it in colours of their own.
    pub axes: bool,
    /// Only its edges are drawn, because it would hide the character.
    pub see_through: bool,
}

impl PartialEq for RenderPart {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.mesh, &other.mesh)
            && self.world_from_mesh == other.world_from_mesh
            && self.own_grid == other.own_grid
            && self.axes == other.axes
            && self.see_through == other.see_through
    }
}

/// Colours from the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneColors {
    pub background_top: Srgb,
    pub background_bottom: Srgb,
    /// Of level ground in full light.
    pub ground: Srgb,
    /// Of the grid's lines in full light.
    pub grid: Srgb,
    /// Of the lines through the origin: the one along x, and the one along z.
    pub axis_x: Srgb,
    pub axis_z: Srgb,
    /// Of a character without its own colours.
    pub clay: Srgb,
    /// Of a thing that is held.
    pub prop: Srgb,
    pub ghost: Srgb,
}

impl From<&Theme> for SceneColors {
    fn from(theme: &Theme) -> Self {
        let srgb = |color: Color32| [color.r(), color.g(), color.b()];
        Self {
            background_top: srgb(theme.viewport_top),
            background_bottom: srgb(theme.viewport_bottom),
            ground: srgb(theme.floor),
            grid: srgb(theme.floor_line),
            axis_x: srgb(theme.axis_x),
            axis_z: srgb(theme.axis_z),
            clay: srgb(theme.clay),
            prop: srgb(theme.prop),
            ghost: srgb(theme.ghost),
        }
    }
}

/// How surfaces are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneStyle {
    pub shading: Shading,
    pub shadows: bool,
    /// Metres between grid lines; none for no grid.
    pub grid_spacing: Option<f32>,
}

impl Default for SceneStyle {
    fn default() -> Self {
        Self { shading: Shading::Textured, shadows: true, grid_spacing: Some(1.0) }
    }
}

/// How the character's surface is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Shading {
    /// With the file's colours and textures.
    #[default]
    Textured,
    /// Plain, so that form and contact read best.
    Clay,
    /// Plain and see-through, so that bones read.
    XRay,
}
