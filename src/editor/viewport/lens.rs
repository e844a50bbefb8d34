//! Between the window's points and the world: the camera as one rectangle of the window shows it.

use eframe::egui::{Pos2, Rect, pos2};
use glam::{Mat4, Vec2, Vec3};

use super::camera::{OrbitCamera, Ray, project};

/// A camera and the rectangle it fills. Everything is in the window's logical points, so it holds at every scale factor.
#[derive(Clone, Copy, Debug)]
pub struct Lens<'a> {
    pub camera: &'a OrbitCamera,
    pub rect: Rect,
    /// Hundreds of points are projected a frame.
    clip_from_world: Mat4,
}

impl<'a> Lens<'a> {
    pub fn new(camera: &'a OrbitCamera, rect: Rect) -> Self {
        Self { camera, rect, clip_from_world: camera.clip_from_world(size_of(rect)) }
    }

    pub fn size(&self) -> Vec2 {
        size_of(self.rect)
    }

    /// Where a point of the world is seen; none behind the camera.
    pub fn project(&self, point: Vec3) -> Option<Pos2> {
        let seen = project(self.clip_from_world, point, self.size())?;
        Some(pos2(self.rect.left() + seen.x, self.rect.top() + seen.y))
    }

    /// Both ends of a line, where both are before the camera.
    pub fn segment(&self, from: Vec3, to: Vec3) -> Option<[Pos2; 2]> {
        Some([self.project(from)?, self.project(to)?])
    }

    pub fn ray(&self, at: Pos2) -> Ray {
        let at = at - self.rect.min;
        self.camera.ray(Vec2::new(at.x, at.y), self.size())
    }

    /// How long one point of the window is at `point`, metres.
    pub fn metres_per_point(&self, point: Vec3) -> f32 {
        self.camera.metres_per_pixel(point, self.size())
    }

    /// Unit, towards the viewer, at `point`.
    pub fn towards_viewer(&self, point: Vec3) -> Vec3 {
        (self.camera.eye() - point).try_normalize().unwrap_or(Vec3::Z)
    }
}

fn size_of(rect: Rect) -> Vec2 {
    Vec2::new(rect.width().max(1.0), rect.height().max(1.0))
}

/// Distance from `at` to the segment, in points.
pub fn distance_to_segment(at: Pos2, [a, b]: [Pos2; 2]) -> f32 {
    let along = b - a;
    let length_sq = along.length_sq();
    let share = if length_sq > 1e-6 { ((at - a).dot(along) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    at.distance(a + along * share)
}
