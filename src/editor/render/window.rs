//! The renderer inside the window: shared with paint callbacks, and absent where the window has no OpenGL.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eframe::egui_glow::CallbackFn;
use eframe::{egui, egui_glow};

use super::renderer::PixelRect;
use super::{RenderError, Renderer};
use crate::editor::viewport::scene::RenderScene;

/// A renderer that paint callbacks can hold. Without OpenGL it draws nothing and says why.
#[derive(Clone)]
pub struct SharedRenderer(Arc<Mutex<State>>);

enum State {
    Ready(Box<Renderer>),
    Failed(RenderError),
}

impl SharedRenderer {
    /// Never fails: see [`SharedRenderer::failure`].
    pub fn new(creation: &eframe::CreationContext<'_>) -> Self {
        let state = match &creation.gl {
            Some(gl) => Renderer::new(gl.clone()).map_or_else(State::Failed, |ready| State::Ready(Box::new(ready))),
            None => State::Failed(RenderError::NoContext("the window was opened without it".into())),
        };
        if let State::Failed(error) = &state {
            log::error!("no 3D view: {error}");
        }
        Self(Arc::new(Mutex::new(state)))
    }

    /// A sentence that says why nothing is drawn and what to do; none while all is well.
    pub fn failure(&self) -> Option<String> {
        match &*self.lock() {
            State::Ready(_) => None,
            State::Failed(error) => Some(error.to_string()),
        }
    }

    /// A shape that shows `scene` in `rect`. The scene's size is taken from the window's own pixels when it is painted;
    /// its projection must have the proportions of `rect`.
    pub fn shape(&self, rect: egui::Rect, scene: RenderScene) -> egui::Shape {
        let shared = self.clone();
        let paint = move |info: egui::PaintCallbackInfo, _: &egui_glow::Painter| shared.paint(&info, &scene);
        egui::Shape::Callback(egui::PaintCallback { rect, callback: Arc::new(CallbackFn::new(paint)) })
    }

    /// Gives everything on the graphics card back; call it while the window's context is still there.
    pub fn release(&self) {
        *self.lock() = State::Failed(RenderError::NoContext("the window is closing".into()));
    }

    fn paint(&self, info: &egui::PaintCallbackInfo, scene: &RenderScene) {
        let mut state = self.lock();
        let State::Ready(renderer) = &mut *state else { return };
        let target = pixel_rect(&info.viewport_in_pixels());
        let mut sized = scene.clone();
        sized.size_px = [target.width, target.height];
        match renderer.render(&sized) {
            Ok(()) => renderer.paint(target, pixel_rect(&info.clip_rect_in_pixels()), info.screen_size_px),
            Err(error) => {
                log::error!("no 3D view: {error}");
                *state = State::Failed(error);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn pixel_rect(pixels: &egui::epaint::ViewportInPixels) -> PixelRect {
    PixelRect {
        left: pixels.left_px,
        bottom: pixels.from_bottom_px,
        width: pixels.width_px.max(0) as u32,
        height: pixels.height_px.max(0) as u32,
    }
}
