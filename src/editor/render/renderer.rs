//! Turns a scene into a picture, and copies the picture to where it is shown.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use three_d::context::HasContext as _;
use three_d::{
    Context, CoreError, Cull, DepthTest, RenderStates, RenderTarget, ScissorBox, VertexBuffer, Viewport, WriteMask,
};

use super::RenderError;
use super::character::GpuCharacter;
use super::ground::GpuGround;
use super::light::Shadows;
use super::picture::{MAX_SIDE, Picture};
use super::program::{Programs, Shader};
use crate::editor::viewport::scene::{RenderCamera, RenderScene, Shading, Srgb};

/// Draws scenes with one OpenGL context, which must be current in every call and when it is dropped.
pub struct Renderer {
    context: Context,
    programs: Programs,
    /// A triangle that covers the picture.
    cover: VertexBuffer<[f32; 2]>,
    shadows: Shadows,
    character: Option<GpuCharacter>,
    ghost: Option<GpuCharacter>,
    prop: Option<GpuCharacter>,
    /// As many as the ground has parts; none for one that cannot be drawn.
    ground: Vec<Option<GpuGround>>,
    picture: Option<Picture>,
    /// What `picture` shows.
    shown: Option<RenderScene>,
}

/// A part of the window, physical pixels, counted from its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRect {
    pub left: i32,
    pub bottom: i32,
    pub width: u32,
    pub height: u32,
}

impl Renderer {
    /// Compiles every shader.
    ///
    /// # Errors
    /// When the driver is too old, or refuses what OpenGL 3.3 promises.
    pub fn new(gl: Arc<three_d::context::Context>) -> Result<Self, RenderError> {
        let version = gl.version();
        let needed = if version.is_embedded { (3, 0) } else { (3, 3) };
        if (version.major, version.minor) < needed {
            return Err(RenderError::TooOld { version: version_text(&gl) });
        }
        let fault = |doing| {
            let version = version_text(&gl);
            move |error: CoreError| RenderError::Driver { version, doing, reason: error.to_string() }
        };
        let context = Context::from_gl_context(gl.clone()).map_err(fault("make a vertex array"))?;
        drain_errors(&context);
        let programs = Programs::new(&context).map_err(fault("compile the shaders"))?;
        let cover = VertexBuffer::new_with_data(&context, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]);
        let shadows = Shadows::new(&context);
        Ok(Self {
            context,
            programs,
            cover,
            shadows,
            character: None,
            ghost: None,
            prop: None,
            ground: Vec::new(),
            picture: None,
            shown: None,
        })
    }

    /// Draws `scene` into the renderer's own picture; nothing where it shows that scene already.
    ///
    /// A picture without pixels draws nothing; one larger than 8192 pixels a side is drawn smaller.
    /// Leaves the window's framebuffer bound.
    ///
    /// # Errors
    /// When the driver refuses a buffer or a texture, as a rule for want of memory.
    pub fn render(&mut self, scene: &RenderScene) -> Result<(), RenderError> {
        if scene.size_px.contains(&0) || self.shown.as_ref() == Some(scene) {
            return Ok(());
        }
        // three-d panics on an error that someone before left behind.
        drain_errors(&self.context);
        self.shown = None;
        let drawn = self.draw(scene);
        self.bind_window();
        drawn.map_err(|error| RenderError::Driver {
            version: version_text(&self.context),
            doing: "draw the scene",
            reason: error.to_string(),
        })?;
        self.shown = Some(scene.clone());
        Ok(())
    }

    /// Copies the picture into `target` of a window of `window_px` pixels, within `clip`. Nothing before the first
    /// picture.
    pub fn paint(&self, target: PixelRect, clip: PixelRect, window_px: [u32; 2]) {
        let Some(picture) = &self.picture else { return };
        if [target.width, target.height, clip.width, clip.height].contains(&0) {
            return;
        }
        drain_errors(&self.context);
        let shader = &self.programs.copy;
        let viewport = Viewport { x: target.left, y: target.bottom, width: target.width, height: target.height };
        let scissor = ScissorBox { x: clip.left, y: clip.bottom, width: clip.width, height: clip.height };
        let window = RenderTarget::screen(&self.context, window_px[0], window_px[1]);
        never_fails(window.write_partially(scissor, || {
            shader.texture("picture", picture.texture());
            shader.set("origin", Vec2::new(target.left as f32, target.bottom as f32));
            shader.set("size", Vec2::new(target.width as f32, target.height as f32));
            self.cover_with(shader, viewport);
            Ok(())
        }));
    }

    /// The picture's pixels and size, rows from the top; none before the first.
    pub fn read(&self) -> Option<([u32; 2], Vec<[u8; 4]>)> {
        let picture = self.picture.as_ref()?;
        let pixels = picture.read();
        self.bind_window();
        Some((picture.size_px(), pixels))
    }

    fn draw(&mut self, scene: &RenderScene) -> Result<(), CoreError> {
        let size_px = scene.size_px.map(|side| side.min(MAX_SIDE));
        let context = &self.context;
        if self.picture.as_ref().is_none_or(|picture| picture.size_px() != size_px) {
            self.picture = None;
            self.picture = Some(Picture::new(context, size_px)?);
        }
        self.upload(scene)?;
        let Some(picture) = &self.picture else { return Ok(()) };
        let viewport = Viewport::new_at_origo(size_px[0], size_px[1]);
        picture.draw(|| {
            let programs = &self.programs;
            for shader in [&programs.background, &programs.character, &programs.ground] {
                shader.set("picture_size", Vec2::new(size_px[0] as f32, size_px[1] as f32));
                shader.set("background_top", srgb(scene.colors.background_top));
                shader.set("background_bottom", srgb(scene.colors.background_bottom));
            }
            self.cover_with(&programs.background, viewport);
            if let Some(shown) = &scene.ground {
                let shader = &programs.ground;
                self.apply_view(shader, scene);
                shader.set("ground_color", linear(scene.colors.ground));
                shader.set("grid_color", linear(scene.colors.grid));
                shader.set("axis_x_color", linear(scene.colors.axis_x));
                shader.set("axis_z_color", linear(scene.colors.axis_z));
                shader.set("grid_spacing", scene.style.grid_spacing.filter(|spacing| *spacing > 0.0).unwrap_or(0.0));
                for (drawn, part) in self.ground.iter().zip(&shown.parts) {
                    if let Some(drawn) = drawn {
                        drawn.draw(shader, part, shown, viewport);
                    }
                }
            }
            if let (Some(character), Some(shown)) = (&self.character, &scene.character) {
                let shader = &programs.character;
                self.apply_view(shader, scene);
                let clay = linear(scene.colors.clay);
                character.draw(shader, shown, scene.style.shading, clay, scene.camera.eye, viewport);
            }
            if let (Some(prop), Some(shown)) = (&self.prop, &scene.prop) {
                let shader = &programs.character;
                self.apply_view(shader, scene);
                let shading = if shown.see_through { Shading::XRay } else { Shading::Clay };
                prop.draw(shader, &shown.solid, shading, linear(scene.colors.prop), scene.camera.eye, viewport);
            }
            if let (Some(ghost), Some(shown)) = (&self.ghost, &scene.ghost) {
                let shader = &programs.character;
                self.apply_view(shader, scene);
                // The shadows are those of the other pose.
                shader.set("shadow_strength", 0.0);
                ghost.draw_ghost(shader, shown, linear(scene.colors.ghost), viewport);
            }
            Ok(())
        })
    }

    /// Brings buffers, textures and shadow maps up to date.
    fn upload(&mut self, scene: &RenderScene) -> Result<(), CoreError> {
        let (parts, fade_radius) = scene.ground.as_ref().map_or((&[][..], 0.0), |it| (&it.parts, it.fade_radius));
        self.ground.truncate(parts.len());
        for (place, part) in parts.iter().enumerate() {
            if self.ground.get(place).is_some_and(|drawn| drawn.as_ref().is_some_and(|it| it.is_of(&part.mesh))) {
                continue;
            }
            let drawn = GpuGround::new(&self.context, &part.mesh, fade_radius);
            match self.ground.get_mut(place) {
                Some(slot) => *slot = drawn,
                None => self.ground.push(drawn),
            }
        }
        match &scene.ghost {
            Some(shown) => {
                if self.ghost.as_ref().is_none_or(|ghost| !ghost.is_of(&shown.character)) {
                    self.ghost = Some(GpuCharacter::ghost(&self.context, &shown.character));
                }
                if let Some(ghost) = &mut self.ghost {
                    ghost.set_pose(&shown.pose);
                }
            }
            None => self.ghost = None,
        }
        match &scene.prop {
            Some(shown) => {
                if self.prop.as_ref().is_none_or(|prop| !prop.is_of(&shown.solid.character)) {
                    self.prop = Some(GpuCharacter::new(&self.context, &shown.solid.character));
                }
                if let Some(prop) = &mut self.prop {
                    prop.set_pose(&shown.solid.pose);
                }
            }
            None => self.prop = None,
        }
        let Some(shown) = &scene.character else {
            self.character = None;
            return Ok(());
        };
        if self.character.as_ref().is_none_or(|character| !character.is_of(&shown.character)) {
            self.character = None;
            self.character = Some(GpuCharacter::new(&self.context, &shown.character));
        }
        let Some(character) = &mut self.character else { return Ok(()) };
        character.set_pose(&shown.pose);
        if scene.style.shadows {
            let bounds = character.bounds(&shown.world_from_model);
            let shader = &self.programs.depth;
            self.shadows.update(bounds, scene.to_key_light, |clip_from_world, viewport| {
                character.draw_depth(shader, shown, clip_from_world, viewport);
            })?;
        }
        Ok(())
    }

    fn apply_view(&self, shader: &Shader, scene: &RenderScene) {
        let RenderCamera { view, projection, eye } = scene.camera;
        shader.set("clip_from_world", projection * view);
        shader.set("eye", eye);
        // The last row of a parallel projection leaves depth out.
        let parallel = projection.row(3).z == 0.0;
        shader.set("parallel", if parallel { 1.0 } else { 0.0 });
        shader.set("toward_viewer", view.row(2).truncate());
        self.shadows.apply(shader, scene.to_key_light, scene.style.shadows && scene.character.is_some());
    }

    fn cover_with(&self, shader: &Shader, viewport: Viewport) {
        shader.attribute("corner", &self.cover);
        let states = RenderStates {
            write_mask: WriteMask::COLOR,
            depth_test: DepthTest::Always,
            cull: Cull::None,
            ..RenderStates::default()
        };
        shader.0.draw_arrays(states, viewport, 3);
    }

    /// The window library expects its own framebuffer to be bound, and restores all else itself.
    fn bind_window(&self) {
        never_fails(RenderTarget::screen(&self.context, 1, 1).write(|| Ok(())));
    }
}

/// three-d's targets pass on what the closure returns, and this one's cannot fail.
fn never_fails<T>(result: Result<T, std::convert::Infallible>) {
    let Ok(_) = result;
}

/// Clears errors that others left; bounded, since a lost context reports one for ever.
fn drain_errors(context: &Context) {
    for _ in 0..16 {
        match context.error_check() {
            Ok(()) => return,
            Err(error) => log::debug!("an earlier OpenGL error: {error}"),
        }
    }
}

fn version_text(gl: &three_d::context::Context) -> String {
    let version = gl.version();
    let name = if version.is_embedded { "OpenGL ES" } else { "OpenGL" };
    format!("{name} {}.{} {}", version.major, version.minor, version.vendor_info).trim_end().to_owned()
}

fn srgb(color: Srgb) -> Vec3 {
    Vec3::from_array(color.map(|channel| f32::from(channel) / 255.0))
}

fn linear(color: Srgb) -> Vec3 {
    let decode = |c: f32| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    Vec3::from_array(srgb(color).to_array().map(decode))
}
