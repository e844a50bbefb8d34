//! Draws a [`RenderScene`](super::viewport::scene::RenderScene) with OpenGL 3.3.
//!
//! The only folder that names three-d, glow or cgmath. The picture goes into a multisampled target of its own, of
//! exactly the physical pixels that are shown, and only when the scene has changed; the window's paint callback copies
//! it. So it does not depend on the window's depth buffer or samples, and an idle window costs nothing.

mod character;
mod crease;
mod ground;
mod light;
pub mod offscreen;
mod picture;
mod program;
mod renderer;
#[cfg(test)]
mod tests;
mod window;

pub use eframe::glow::Context as GlContext;
pub use renderer::Renderer;
pub use window::SharedRenderer;

/// Why there is no 3D picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The driver is older than what the renderer needs.
    #[error(
        "the 3D view needs OpenGL 3.3; this driver offers {version}. Update the graphics driver, or start with \
         LIBGL_ALWAYS_SOFTWARE=1 on Linux to draw on the processor"
    )]
    TooOld { version: String },
    /// The driver refused something that OpenGL 3.3 promises.
    #[error(
        "the graphics driver ({version}) could not {doing}: {reason}. Update the driver, or start with \
             LIBGL_ALWAYS_SOFTWARE=1 on Linux to draw on the processor"
    )]
    Driver { version: String, doing: &'static str, reason: String },
    #[error("there is no OpenGL to draw with: {0}")]
    NoContext(String),
    #[error("a picture of {width}×{height} pixels is too large: at most {max}×{max} are possible", max = picture::MAX_SIDE)]
    TooLarge { width: u32, height: u32 },
    #[error("a picture needs at least one pixel each way")]
    NoPixels,
}
