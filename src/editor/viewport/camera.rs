//! A camera that orbits a point: framing, projecting and picking rays, with no windowing types.

use glam::{Affine3A, EulerRot, Mat4, Quat, Vec2, Vec3, Vec4};
use surefoot::math::direction_or;
use surefoot::skin::Bounds;

/// How depth turns into size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lens {
    #[default]
    Perspective,
    /// Parallel; shows as much as the perspective lens shows at the target.
    Orthographic,
}

/// A standard direction to look from, by the side of the character that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedView {
    Front,
    Back,
    /// The character's left side.
    Left,
    /// The character's right side.
    Right,
    Top,
    Bottom,
}

/// A half-line in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Metres.
    pub origin: Vec3,
    /// Unit.
    pub direction: Vec3,
}

/// A camera on a sphere around `target`, upright.
///
/// At yaw 0 and pitch 0 it stands in front of a character that faces +Z and looks back at it, along -Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// The point it looks at and turns about, world space, metres.
    pub target: Vec3,
    /// Radians about +Y; grows as the camera walks towards the character's left side.
    pub yaw: f32,
    /// Radians, -π/2..=π/2; grows as the camera rises.
    pub pitch: f32,
    /// Metres from the target, above 0.
    pub distance: f32,
    /// Vertical field of view, radians.
    pub fov_y: f32,
    pub lens: Lens,
    /// Half the size of what is looked at, metres; sets how far away things are still drawn.
    pub subject_radius: f32,
}

impl Default for OrbitCamera {
    /// Frames a person of 1.8 m at the origin, from the front left and a little above.
    fn default() -> Self {
        let mut camera = Self {
            target: Vec3::Y * 0.9,
            yaw: 0.6,
            pitch: 0.18,
            distance: 4.0,
            fov_y: 32_f32.to_radians(),
            lens: Lens::Perspective,
            subject_radius: 1.0,
        };
        camera.fit(Bounds { min: Vec3::new(-0.5, 0.0, -0.25), max: Vec3::new(0.5, 1.8, 0.25) }, 1.0);
        camera
    }
}

impl OrbitCamera {
    /// Nearest and farthest distance from the target, in subject radii.
    const DISTANCE_RANGE: std::ops::RangeInclusive<f32> = 0.02..=60.0;

    /// Takes camera space (x right, y up, looking along -z) into world space.
    pub fn world_from_camera(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation(), self.eye())
    }

    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// World space, metres.
    pub fn eye(&self) -> Vec3 {
        self.target + self.rotation() * (Vec3::Z * self.distance)
    }

    /// Camera space from world space.
    pub fn view(&self) -> Mat4 {
        Mat4::from(self.world_from_camera().inverse())
    }

    /// Clip space (OpenGL's, depth -1..=1) from camera space; `aspect` is width by height.
    pub fn projection(&self, aspect: f32) -> Mat4 {
        use glam::camera::rh::proj::opengl;
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let far = self.distance + 80.0 * self.subject_radius;
        match self.lens {
            Lens::Perspective => opengl::perspective(self.fov_y, aspect, self.distance * 0.02, far),
            Lens::Orthographic => {
                let half = self.distance * (self.fov_y * 0.5).tan();
                opengl::orthographic(-half * aspect, half * aspect, -half, half, -far, far)
            }
        }
    }

    /// Clip space from world space, for a picture of `size` pixels.
    pub fn clip_from_world(&self, size: Vec2) -> Mat4 {
        self.projection(size.x / size.y) * self.view()
    }

    /// [`project`] for one point; whoever draws works the matrix out once.
    #[cfg(test)]
    pub fn project(&self, point: Vec3, size: Vec2) -> Option<Vec3> {
        project(self.clip_from_world(size), point, size)
    }

    /// The ray through `pixel` (y down) of a picture of `size` pixels.
    pub fn ray(&self, pixel: Vec2, size: Vec2) -> Ray {
        let size = size.max(Vec2::ONE);
        let half = (self.fov_y * 0.5).tan() * Vec2::new(size.x / size.y, 1.0);
        let offset = Vec2::new(pixel.x / size.x * 2.0 - 1.0, 1.0 - pixel.y / size.y * 2.0) * half;
        let world_from_camera = self.world_from_camera();
        let (origin, direction) = match self.lens {
            Lens::Perspective => (Vec3::ZERO, offset.extend(-1.0)),
            Lens::Orthographic => ((offset * self.distance).extend(0.0), Vec3::NEG_Z),
        };
        Ray {
            origin: world_from_camera.transform_point3(origin),
            direction: direction_or(world_from_camera.transform_vector3(direction), Vec3::NEG_Z),
        }
    }

    /// How long a pixel is at `point`, metres; for handles that keep their size on screen.
    pub fn metres_per_pixel(&self, point: Vec3, size: Vec2) -> f32 {
        let depth = match self.lens {
            Lens::Perspective => (-self.world_from_camera().inverse().transform_point3(point).z).max(1e-4),
            Lens::Orthographic => self.distance,
        };
        2.0 * depth * (self.fov_y * 0.5).tan() / size.y.max(1.0)
    }

    /// Turns about the target by angles in radians; pitch stops at straight up and straight down.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        use std::f32::consts::{FRAC_PI_2, PI, TAU};
        self.yaw = (self.yaw + yaw + PI).rem_euclid(TAU) - PI;
        self.pitch = (self.pitch + pitch).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves the target so that it follows a pointer that moved by `pixels` (y down).
    pub fn pan(&mut self, pixels: Vec2, size: Vec2) {
        let step = pixels * self.metres_per_pixel(self.target, size);
        self.target += self.rotation() * Vec3::new(-step.x, step.y, 0.0);
    }

    /// Multiplies the distance by `factor` (below 1 goes closer), within reason for the subject's size.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            let (nearest, farthest) = (Self::DISTANCE_RANGE.start(), Self::DISTANCE_RANGE.end());
            let radius = self.subject_radius;
            self.distance = (self.distance * factor).clamp(nearest * radius, farthest * radius);
        }
    }

    /// Moves so that `bounds` fill most of a picture of this aspect (width by height), from the same direction.
    /// An empty box changes nothing.
    pub fn fit(&mut self, bounds: Bounds, aspect: f32) {
        if bounds.is_empty() || !bounds.size().is_finite() {
            return;
        }
        const MARGIN: f32 = 1.12;
        self.target = bounds.center();
        self.subject_radius = (bounds.size().length() * 0.5).max(1e-3);
        let half_y = (self.fov_y * 0.5).tan();
        let half_x = half_y * if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let camera_from_world = self.rotation().inverse();
        // Each corner asks for a distance: its offset across the view by the slope of the frustum, and its own depth.
        self.distance = bounds
            .corners()
            .map(|corner| {
                let offset = camera_from_world * (corner - self.target);
                let depth = if self.lens == Lens::Perspective { offset.z } else { 0.0 };
                depth + MARGIN * (offset.x.abs() / half_x).max(offset.y.abs() / half_y)
            })
            .into_iter()
            .fold(self.subject_radius * Self::DISTANCE_RANGE.start(), f32::max);
    }

    /// Looks from a standard side; the target and the distance stay. The sides are those of a character facing +Z.
    pub fn look_from(&mut self, view: NamedView) {
        use std::f32::consts::{FRAC_PI_2, PI};
        (self.yaw, self.pitch) = match view {
            NamedView::Front => (0.0, 0.0),
            NamedView::Back => (PI, 0.0),
            NamedView::Left => (FRAC_PI_2, 0.0),
            NamedView::Right => (-FRAC_PI_2, 0.0),
            NamedView::Top => (0.0, FRAC_PI_2),
            NamedView::Bottom => (0.0, -FRAC_PI_2),
        };
    }
}

/// Where `point` in world space lands in a picture of `size` pixels: x to the right, y down, z its depth 0..=1.
/// None behind the camera. The matrix is [`OrbitCamera::clip_from_world`]'s for that size.
pub fn project(clip_from_world: Mat4, point: Vec3, size: Vec2) -> Option<Vec3> {
    let clip: Vec4 = clip_from_world * point.extend(1.0);
    if !(clip.w > f32::EPSILON) || !clip.is_finite() {
        return None;
    }
    let ndc = clip.truncate() / clip.w;
    Some(Vec3::new((ndc.x * 0.5 + 0.5) * size.x, (0.5 - ndc.y * 0.5) * size.y, ndc.z * 0.5 + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(1600.0, 900.0);

    fn cameras() -> Vec<OrbitCamera> {
        let mut cameras = Vec::new();
        for lens in [Lens::Perspective, Lens::Orthographic] {
            for (yaw, pitch) in [(0.0, 0.0), (0.6, 0.2), (-2.5, -0.7), (3.0, std::f32::consts::FRAC_PI_2)] {
                cameras.push(OrbitCamera { yaw, pitch, lens, ..OrbitCamera::default() });
            }
        }
        cameras
    }

    #[test]
    fn the_front_view_sees_the_characters_left_on_the_right() {
        let mut camera = OrbitCamera::default();
        camera.look_from(NamedView::Front);
        assert!(camera.eye().z > camera.target.z + 1.0);
        let left_hand = camera.project(camera.target + Vec3::X * 0.5, SIZE).unwrap();
        let head = camera.project(camera.target + Vec3::Y * 0.5, SIZE).unwrap();
        assert!(left_hand.x > SIZE.x * 0.5 + 50.0, "{left_hand}");
        assert!(head.y < SIZE.y * 0.5 - 50.0, "{head}");
    }

    #[test]
    fn a_ray_through_a_projected_point_meets_that_point() {
        for camera in cameras() {
            for point in [Vec3::new(0.3, 1.2, 0.1), Vec3::new(-0.4, 0.1, -0.2), camera.target] {
                let pixel = camera.project(point, SIZE).unwrap();
                let ray = camera.ray(pixel.truncate(), SIZE);
                let along = (point - ray.origin).dot(ray.direction);
                let miss = (ray.origin + ray.direction * along).distance(point);
                assert!(miss < 1e-4, "{camera:?} misses {point} by {miss}");
            }
        }
    }

    #[test]
    fn fitted_bounds_lie_inside_the_picture_and_fill_most_of_it() {
        let bounds = Bounds { min: Vec3::new(-0.9, 0.0, -0.2), max: Vec3::new(0.9, 1.8, 0.3) };
        for mut camera in cameras() {
            camera.fit(bounds, SIZE.x / SIZE.y);
            let pixels = bounds.corners().map(|corner| camera.project(corner, SIZE).unwrap().truncate());
            let seen = pixels.iter().fold((SIZE, Vec2::ZERO), |(min, max), &p| (min.min(p), max.max(p)));
            assert!(seen.0.cmpge(Vec2::ZERO).all() && seen.1.cmple(SIZE).all(), "{camera:?}: {seen:?}");
            let filled = ((seen.1 - seen.0) / SIZE).max_element();
            assert!(filled > 0.7, "{camera:?} fills only {filled}");
        }
    }

    #[test]
    fn panning_carries_the_target_under_the_pointer() {
        for mut camera in cameras() {
            let grabbed = camera.target;
            camera.pan(Vec2::new(120.0, -40.0), SIZE);
            let now = camera.project(grabbed, SIZE).unwrap().truncate();
            assert!(now.distance(SIZE * 0.5 + Vec2::new(120.0, -40.0)) < 0.1, "{camera:?}: {now}");
        }
    }

    #[test]
    fn no_input_makes_the_camera_infinite() {
        let mut camera = OrbitCamera::default();
        camera.zoom(f32::NAN);
        camera.zoom(0.0);
        camera.zoom(1e30);
        camera.fit(Bounds::EMPTY, 0.0);
        camera.fit(Bounds { min: Vec3::ONE, max: Vec3::ONE }, f32::NAN);
        assert!(camera.eye().is_finite() && camera.projection(0.0).is_finite());
        assert!(camera.ray(Vec2::ZERO, Vec2::ZERO).direction.is_finite());
    }
}
