use glam::{Vec2, Vec3};

use super::{Params, UP};
use crate::math::{Spring, direction_or};

/// The plane through the feet is levelled by this share of their spread, so that feet on one line make no tilt about it.
const RIDGE: f32 = 1e-2;

/// The body over its feet: springs that follow their mean height and, from three feet on, the tilt of the plane through them.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyFollow {
    height: Spring<f32>,
    height_goal: f32,
    /// How much the plane rises to the world's x and z.
    slope: Spring<Vec2>,
    slope_goal: Vec2,
}

impl BodyFollow {
    /// The mean height of the feet as it is followed, world.
    pub fn height(&self) -> f32 {
        self.height.value
    }

    /// The mean height of the feet themselves.
    pub fn mean(&self) -> f32 {
        self.height_goal
    }

    /// Of the plane as it is followed; unit.
    pub fn normal(&self) -> Vec3 {
        direction_or(Vec3::new(-self.slope.value.x, 1.0, -self.slope.value.y), UP)
    }

    /// There at once.
    pub(super) fn arrive(&mut self, feet: impl ExactSizeIterator<Item = Vec3> + Clone, params: &Params) {
        (self.height_goal, self.slope_goal) = goals(feet, params);
        self.height = Spring::at(self.height_goal);
        self.slope = Spring::at(self.slope_goal);
    }

    /// One call on; `lifted` is how far what carries the feet has gone up.
    pub(super) fn follow(
        &mut self,
        feet: impl ExactSizeIterator<Item = Vec3> + Clone,
        params: &Params,
        lifted: f32,
        dt: f32,
    ) {
        if lifted.is_finite() {
            self.height.value += lifted;
            self.height_goal += lifted;
        }
        let (height, slope) = goals(feet, params);
        self.height.step_along(self.height_goal, height, params.body_half_life, dt);
        self.slope.step_along(self.slope_goal, slope, params.tilt_half_life, dt);
        (self.height_goal, self.slope_goal) = (height, slope);
        // An end, so that who stands stands still.
        let small = params.step_distance * 1e-4;
        if (self.height.value - height).abs() < small && self.height.velocity.abs() < small {
            self.height = Spring::at(height);
        }
        if self.slope.value.distance(slope) < 1e-5 && self.slope.velocity.length() < 1e-5 {
            self.slope = Spring::at(slope);
        }
        if !(self.height.value.is_finite() && self.slope.value.is_finite()) {
            (self.height, self.slope) = (Spring::at(height), Spring::at(slope));
        }
    }
}

/// The mean height of the feet, and the slope of the plane through them by least squares, weighted and capped.
fn goals(feet: impl ExactSizeIterator<Item = Vec3> + Clone, params: &Params) -> (f32, Vec2) {
    let count = feet.len();
    if count == 0 {
        return (0.0, Vec2::ZERO);
    }
    let mean = feet.clone().sum::<Vec3>() / count as f32;
    if count < 3 {
        return (mean.y, Vec2::ZERO);
    }
    let (mut xx, mut xz, mut zz, mut xy, mut zy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for foot in feet {
        let Vec3 { x, y, z } = foot - mean;
        (xx, xz, zz, xy, zy) = (xx + x * x, xz + x * z, zz + z * z, xy + x * y, zy + z * y);
    }
    let ridge = (xx + zz) * RIDGE;
    let (xx, zz) = (xx + ridge, zz + ridge);
    let determinant = xx * zz - xz * xz;
    if !(determinant > 0.0) {
        return (mean.y, Vec2::ZERO);
    }
    let slope = Vec2::new(xy * zz - zy * xz, zy * xx - xy * xz) / determinant;
    let tilt = (slope.length().atan() * params.tilt_weight).min(params.max_tilt);
    (mean.y, slope.try_normalize().map_or(Vec2::ZERO, |way| way * tilt.tan()))
}
