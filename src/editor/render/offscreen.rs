//! Pictures without a window, for the command line and for tests.

use surefoot::character::Image;

use super::picture::MAX_SIDE;
use super::{RenderError, Renderer};
use crate::editor::viewport::scene::RenderScene;

/// Draws one picture of `scene` in its own size, in an OpenGL context made for it.
///
/// # Errors
/// When the size is zero or above 8192 a side, or when there is no OpenGL to be had.
pub fn render_to_image(scene: &RenderScene) -> Result<Image, RenderError> {
    let [width, height] = scene.size_px;
    if width == 0 || height == 0 {
        return Err(RenderError::NoPixels);
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(RenderError::TooLarge { width, height });
    }
    let context = context::Headless::new()?;
    let mut renderer = Renderer::new(context.gl())?;
    renderer.render(scene)?;
    let (_, pixels) = renderer.read().ok_or(RenderError::NoPixels)?;
    Ok(Image { width, height, rgba: pixels.into_flattened() })
}

#[cfg(not(target_vendor = "apple"))]
pub(super) mod context {
    #![expect(unsafe_code, reason = "making an OpenGL context is a call into the driver, which no crate makes safe")]

    use std::ffi::CString;
    use std::sync::Arc;

    use glutin::api::egl::context::PossiblyCurrentContext;
    use glutin::api::egl::device::Device;
    use glutin::api::egl::display::Display;
    use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
    use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
    use glutin::display::GlDisplay as _;
    use glutin::prelude::PossiblyCurrentGlContext as _;

    use super::RenderError;

    /// An OpenGL context without a window or a display, current on the thread that made it until it is dropped.
    pub struct Headless {
        gl: Arc<three_d::context::Context>,
        current: PossiblyCurrentContext,
    }

    impl Headless {
        /// Tries each graphics device that EGL knows, the processor's own renderer among them.
        pub fn new() -> Result<Self, RenderError> {
            let devices = Device::query_devices().map_err(|error| {
                RenderError::NoContext(format!(
                    "EGL could not be asked for graphics devices ({error}). On Debian and Ubuntu install libegl1 and \
                     libgl1-mesa-dri"
                ))
            })?;
            let mut reasons = Vec::new();
            for device in devices {
                let name = device.name().unwrap_or("a graphics device").to_owned();
                match Self::on(&device) {
                    Ok(headless) => return Ok(headless),
                    Err(error) => reasons.push(format!("{name}: {error}")),
                }
            }
            let reasons = if reasons.is_empty() { "it knows no device".into() } else { reasons.join("; ") };
            Err(RenderError::NoContext(format!(
                "EGL gave no OpenGL 3.3 without a window ({reasons}). On Debian and Ubuntu install libegl1 and libgl1-mesa-dri"
            )))
        }

        pub fn gl(&self) -> Arc<three_d::context::Context> {
            self.gl.clone()
        }

        fn on(device: &Device) -> Result<Self, Box<dyn std::error::Error>> {
            // SAFETY: no native display is handed over, so there is none that could be invalid.
            let display = unsafe { Display::with_device(device, None)? };
            let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
            let attributes = ContextAttributesBuilder::new()
                .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
                .build(None);
            // SAFETY: the template and the attributes name no native window.
            let created = unsafe {
                let config = display.find_configs(template)?.next().ok_or("it offers no configuration")?;
                display.create_context(&config, &attributes)?
            };
            let current = created.make_current_surfaceless()?;
            let load =
                |name: &str| CString::new(name).map_or(std::ptr::null(), |name| display.get_proc_address(&name).cast());
            // SAFETY: the context is current on this thread, and the pointers come from its own display.
            let gl = unsafe { three_d::context::Context::from_loader_function(load) };
            Ok(Self { gl: Arc::new(gl), current })
        }
    }

    impl Drop for Headless {
        fn drop(&mut self) {
            if let Err(error) = self.current.make_not_current_in_place() {
                log::debug!("could not let go of the OpenGL context: {error}");
            }
        }
    }
}

#[cfg(target_vendor = "apple")]
pub(super) mod context {
    use std::sync::Arc;

    use super::RenderError;

    /// This system makes no OpenGL context without a window.
    pub enum Headless {}

    impl Headless {
        pub fn new() -> Result<Self, RenderError> {
            Err(RenderError::NoContext(
                "this system makes pictures only with a window open: use the editor's own picture command".into(),
            ))
        }

        pub fn gl(&self) -> Arc<three_d::context::Context> {
            match *self {}
        }
    }
}
