//! The target that the scene is drawn into, and the texture that is shown.

use three_d::{
    ClearState, Context, CoreError, DepthTexture2D, Interpolation, RenderTarget, RenderTargetMultisample, Texture2D,
    Wrapping,
};

/// The largest side of a picture in pixels; every driver of the last fifteen years takes it.
pub(super) const MAX_SIDE: u32 = 8192;

/// OpenGL 3.3 promises at least this many.
const SAMPLES: u32 = 4;

/// A picture of a fixed size, drawn with several samples a pixel where the driver can.
pub(super) struct Picture {
    color: Texture2D,
    samples: Samples,
}

enum Samples {
    Many(RenderTargetMultisample<[u8; 4], f32>),
    One(DepthTexture2D),
}

impl Picture {
    /// `size_px` must be from 1 to [`MAX_SIDE`] each way.
    pub fn new(context: &Context, size_px: [u32; 2]) -> Result<Self, CoreError> {
        let [width, height] = size_px;
        let color = Texture2D::new_empty::<[u8; 4]>(
            context,
            width,
            height,
            Interpolation::Linear,
            Interpolation::Linear,
            None,
            Wrapping::ClampToEdge,
            Wrapping::ClampToEdge,
        );
        let many = RenderTargetMultisample::new(context, width, height, SAMPLES);
        if many.write(|| context.error_check()).is_ok() {
            return Ok(Self { color, samples: Samples::Many(many) });
        }
        log::warn!("the graphics driver gives no multisampled target: edges will look jagged");
        drop(many);
        let depth = DepthTexture2D::new::<f32>(context, width, height, Wrapping::ClampToEdge, Wrapping::ClampToEdge);
        RenderTarget::new(color.as_color_target(None), depth.as_depth_target()).write(|| context.error_check())?;
        Ok(Self { color, samples: Samples::One(depth) })
    }

    pub fn size_px(&self) -> [u32; 2] {
        [self.color.width(), self.color.height()]
    }

    /// Draws anew with `draw`, which finds a cleared target bound.
    pub fn draw(&self, draw: impl FnOnce() -> Result<(), CoreError>) -> Result<(), CoreError> {
        let cleared = ClearState::color_and_depth(0.0, 0.0, 0.0, 1.0, 1.0);
        match &self.samples {
            Samples::Many(target) => {
                target.clear(cleared).write(draw)?;
                target.resolve_color_to(&self.color.as_color_target(None));
            }
            Samples::One(depth) => {
                RenderTarget::new(self.color.as_color_target(None), depth.as_depth_target())
                    .clear(cleared)
                    .write(draw)?;
            }
        }
        Ok(())
    }

    pub fn texture(&self) -> &Texture2D {
        &self.color
    }

    /// Red, green, blue, alpha; rows from the top.
    pub fn read(&self) -> Vec<[u8; 4]> {
        self.color.as_color_target(None).read()
    }
}
