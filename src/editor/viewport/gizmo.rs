//! The gizmo's geometry: which part is under the pointer, and where a drag of it leads.
//!
//! Our own and small, because the crates that exist want another egui; the maths is pure and tested without a window.

use eframe::egui::{Pos2, Vec2 as PointVec, pos2};
use glam::{Quat, Vec3};
use surefoot::math::{any_orthogonal, direction_or, reject};

use super::camera::Ray;
use super::lens::{Lens, distance_to_segment};
use crate::editor::core::GizmoMode;

/// Length of an arrow and radius of a ring, in points of the window.
pub const SIZE: f32 = 78.0;
/// Where an arrow begins: the middle is for the free drag.
pub const HOLE: f32 = 16.0;
const REACH: f32 = 8.0;
/// The square of a plane handle, in shares of the arrow.
pub const PLANE: [f32; 2] = [0.30, 0.52];

/// What can be grabbed. Numbers are axes: 0 x, 1 y, 2 z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Arrow(usize),
    /// The plane at right angles to this axis.
    Plane(usize),
    Ring(usize),
    /// Freely, in the plane that faces the viewer.
    Free,
}

/// Where the gizmo stands and along which axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gizmo {
    pub origin: Vec3,
    /// Unit.
    pub axes: [Vec3; 3],
    pub mode: GizmoMode,
    /// It can be turned as well as moved.
    pub turns: bool,
}

impl Gizmo {
    pub fn new(origin: Vec3, orientation: Quat, mode: GizmoMode, turns: bool) -> Self {
        Self { origin, axes: [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| orientation * axis), mode, turns }
    }

    fn scale(&self, lens: &Lens<'_>) -> f32 {
        lens.metres_per_point(self.origin) * SIZE
    }

    /// Both ends of an arrow on screen; none where it points at the viewer.
    pub fn arrow(&self, lens: &Lens<'_>, axis: usize) -> Option<[Pos2; 2]> {
        let scale = self.scale(lens);
        let direction = self.axes[axis];
        if direction.dot(lens.towards_viewer(self.origin)).abs() > 0.985 {
            return None;
        }
        lens.segment(self.origin + direction * (scale * HOLE / SIZE), self.origin + direction * scale)
    }

    /// The corners of a plane handle on screen; none where the plane is seen from its edge.
    pub fn plane(&self, lens: &Lens<'_>, axis: usize) -> Option<[Pos2; 4]> {
        let scale = self.scale(lens);
        if self.axes[axis].dot(lens.towards_viewer(self.origin)).abs() < 0.2 {
            return None;
        }
        let (u, v) = (self.axes[(axis + 1) % 3], self.axes[(axis + 2) % 3]);
        let [near, far] = PLANE.map(|share| share * scale);
        let corners = [(near, near), (far, near), (far, far), (near, far)];
        let [a, b, c, d] = corners.map(|(along_u, along_v)| lens.project(self.origin + u * along_u + v * along_v));
        Some([a?, b?, c?, d?])
    }

    /// The half of a ring that faces the viewer, as points on screen.
    pub fn ring(&self, lens: &Lens<'_>, axis: usize) -> Vec<Pos2> {
        let scale = self.scale(lens);
        let normal = self.axes[axis];
        let viewer = lens.towards_viewer(self.origin);
        let middle = direction_or(reject(viewer, normal), any_orthogonal(normal));
        let side = normal.cross(middle);
        // Seen from above, the whole ring faces the viewer.
        let half_angle =
            if normal.dot(viewer).abs() > 0.97 { std::f32::consts::PI } else { std::f32::consts::FRAC_PI_2 };
        (0..=48)
            .filter_map(|step| {
                let angle = half_angle * (step as f32 / 24.0 - 1.0);
                lens.project(self.origin + (middle * angle.cos() + side * angle.sin()) * scale)
            })
            .collect()
    }

    /// The part under `at`.
    pub fn part_at(&self, lens: &Lens<'_>, at: Pos2) -> Option<Part> {
        let center = lens.project(self.origin)?;
        if center.distance(at) <= HOLE * 0.8 {
            return Some(Part::Free);
        }
        if self.mode == GizmoMode::Rotate && self.turns {
            let distance = |axis| {
                let ring = self.ring(lens, axis);
                let segments = ring.windows(2).map(|pair| distance_to_segment(at, [pair[0], pair[1]]));
                segments.fold(f32::INFINITY, f32::min)
            };
            return nearest(distance).map(Part::Ring);
        }
        if let Some(axis) = (0..3).find(|&axis| self.plane(lens, axis).is_some_and(|corners| is_inside(at, &corners))) {
            return Some(Part::Plane(axis));
        }
        nearest(|axis| self.arrow(lens, axis).map_or(f32::INFINITY, |segment| distance_to_segment(at, segment)))
            .map(Part::Arrow)
    }
}

fn nearest(distance: impl Fn(usize) -> f32) -> Option<usize> {
    let axes = (0..3).map(|axis| (axis, distance(axis))).filter(|(_, distance)| *distance <= REACH);
    axes.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(axis, _)| axis)
}

fn is_inside(at: Pos2, corners: &[Pos2; 4]) -> bool {
    let cross = |a: PointVec, b: PointVec| a.x * b.y - a.y * b.x;
    let sides = (0..4).map(|corner| cross(corners[(corner + 1) % 4] - corners[corner], at - corners[corner]));
    let (positive, negative) =
        sides.fold((0, 0), |(p, n), side| (p + i32::from(side > 0.0), n + i32::from(side < 0.0)));
    positive == 0 || negative == 0
}

/// How a drag is bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Moves a tenth of the way.
    pub fine: bool,
    /// Metres and radians to snap to; none is free.
    pub snap: Option<(f32, f32)>,
}

/// A drag of one part, from where it began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoDrag {
    pub part: Part,
    gizmo: Gizmo,
    rotation: Quat,
    /// The plane-facing direction of a free drag.
    facing: Vec3,
    start: Pos2,
    /// From the grabbed point to the pointer, so that nothing jumps on the first move.
    start_ray: Ray,
}

/// Where a drag has led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    pub position: Vec3,
    pub rotation: Quat,
    /// Radians about the ring's axis, for the readout; 0 for moves.
    pub angle: f32,
}

impl GizmoDrag {
    pub fn begin(gizmo: Gizmo, part: Part, rotation: Quat, lens: &Lens<'_>, at: Pos2) -> Self {
        let facing = lens.towards_viewer(gizmo.origin);
        Self { part, gizmo, rotation, facing, start: at, start_ray: lens.ray(at) }
    }

    /// The same drag, bound to another part from its beginning on.
    pub fn bound_to(self, part: Part) -> Self {
        Self { part, ..self }
    }

    pub fn moved(&self, lens: &Lens<'_>, at: Pos2, rules: Rules) -> Moved {
        let at = if rules.fine { self.start + (at - self.start) * 0.1 } else { at };
        let ray = lens.ray(at);
        let Gizmo { origin, axes, .. } = self.gizmo;
        let still = Moved { position: origin, rotation: self.rotation, angle: 0.0 };
        match self.part {
            Part::Arrow(axis) => {
                let along = |ray: &Ray| nearest_on_axis(origin, axes[axis], ray);
                let (Some(now), Some(then)) = (along(&ray), along(&self.start_ray)) else { return still };
                let offset = snapped(now - then, rules.snap.map(|snap| snap.0));
                Moved { position: origin + axes[axis] * offset, ..still }
            }
            Part::Plane(axis) => self.moved_in_plane(axes[axis], &ray, rules, still),
            Part::Free => self.moved_in_plane(self.facing, &ray, rules, still),
            Part::Ring(axis) => {
                let Some(angle) = self.turned(lens, axes[axis], &ray, at) else { return still };
                let angle = snapped(angle, rules.snap.map(|snap| snap.1));
                Moved { rotation: Quat::from_axis_angle(axes[axis], angle) * self.rotation, angle, ..still }
            }
        }
    }

    fn moved_in_plane(&self, normal: Vec3, ray: &Ray, rules: Rules, still: Moved) -> Moved {
        let origin = self.gizmo.origin;
        let (Some(now), Some(then)) = (on_plane(origin, normal, ray), on_plane(origin, normal, &self.start_ray)) else {
            return still;
        };
        let mut offset = now - then;
        if let Some((metres, _)) = rules.snap {
            let along = self.gizmo.axes.map(|axis| snapped(offset.dot(axis), Some(metres)));
            offset = self.gizmo.axes[0] * along[0] + self.gizmo.axes[1] * along[1] + self.gizmo.axes[2] * along[2];
        }
        Moved { position: origin + offset, ..still }
    }

    /// Radians about `axis` from where the drag began.
    fn turned(&self, lens: &Lens<'_>, axis: Vec3, ray: &Ray, at: Pos2) -> Option<f32> {
        let origin = self.gizmo.origin;
        if axis.dot(self.facing).abs() > 0.25 {
            let from = reject(on_plane(origin, axis, &self.start_ray)? - origin, axis);
            let to = reject(on_plane(origin, axis, ray)? - origin, axis);
            return Some(from.cross(to).dot(axis).atan2(from.dot(to)));
        }
        // Seen from its edge a ring has no inside: the way along it is what counts.
        let tangent = direction_or(axis.cross(self.facing), Vec3::X);
        let step = lens.metres_per_point(origin) * SIZE;
        let [a, b] = lens.segment(origin, origin + tangent * step)?;
        let on_screen = b - a;
        let way = if on_screen.length() > 1.0 { on_screen / on_screen.length() } else { PointVec::X };
        Some((at - self.start).dot(way) / SIZE)
    }
}

fn snapped(value: f32, step: Option<f32>) -> f32 {
    match step {
        Some(step) if step > 0.0 => (value / step).round() * step,
        _ => value,
    }
}

/// How far along the axis through `origin` its point nearest to the ray lies; none where they are nearly parallel.
fn nearest_on_axis(origin: Vec3, axis: Vec3, ray: &Ray) -> Option<f32> {
    let across = axis.dot(ray.direction);
    let sine_sq = 1.0 - across * across;
    if sine_sq < 1e-4 {
        return None;
    }
    let offset = ray.origin - origin;
    Some((offset.dot(axis) - across * offset.dot(ray.direction)) / sine_sq)
}

fn on_plane(origin: Vec3, normal: Vec3, ray: &Ray) -> Option<Vec3> {
    let closing = ray.direction.dot(normal);
    if closing.abs() < 1e-3 {
        return None;
    }
    let distance = (origin - ray.origin).dot(normal) / closing;
    (distance > 0.0).then(|| ray.origin + ray.direction * distance)
}

/// The tip of an arrow as a triangle.
pub fn arrow_head([from, to]: [Pos2; 2]) -> [Pos2; 3] {
    let along = to - from;
    let along = if along.length() > 1e-3 { along / along.length() } else { PointVec::X };
    let side = PointVec::new(-along.y, along.x);
    [to + along * 9.0, to + side * 4.5, to - side * 4.5].map(|p| pos2(p.x, p.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::viewport::camera::OrbitCamera;
    use eframe::egui::{Rect, vec2};

    fn rect() -> Rect {
        Rect::from_min_size(pos2(300.0, 40.0), vec2(800.0, 600.0))
    }

    const FREE: Rules = Rules { fine: false, snap: None };

    #[test]
    fn an_arrow_is_hit_where_it_is_drawn_and_moves_along_its_axis_only() {
        let camera = OrbitCamera::default();
        let lens = Lens::new(&camera, rect());
        let gizmo = Gizmo::new(Vec3::new(0.2, 1.1, 0.3), Quat::IDENTITY, GizmoMode::Move, true);
        for axis in 0..3 {
            let [from, to] = gizmo.arrow(&lens, axis).unwrap();
            let at = from + (to - from) * 0.9;
            assert_eq!(gizmo.part_at(&lens, at), Some(Part::Arrow(axis)));
            let start = lens.project(gizmo.origin).unwrap();
            let drag = GizmoDrag::begin(gizmo, Part::Arrow(axis), Quat::IDENTITY, &lens, start);
            let wanted = gizmo.origin + gizmo.axes[axis] * 0.25;
            let moved = drag.moved(&lens, lens.project(wanted).unwrap(), FREE).position;
            assert!(reject(moved - gizmo.origin, gizmo.axes[axis]).length() < 1e-5);
            assert!(moved.distance(wanted) < 1e-3, "{moved} is not {wanted}");
        }
    }

    #[test]
    fn a_free_drag_keeps_the_grabbed_point_under_the_pointer() {
        let camera = OrbitCamera::default();
        let lens = Lens::new(&camera, rect());
        let gizmo = Gizmo::new(Vec3::new(-0.3, 1.4, 0.1), Quat::IDENTITY, GizmoMode::Move, true);
        let center = lens.project(gizmo.origin).unwrap();
        assert_eq!(gizmo.part_at(&lens, center), Some(Part::Free));
        let drag = GizmoDrag::begin(gizmo, Part::Free, Quat::IDENTITY, &lens, center);
        let at = center + vec2(90.0, -45.0);
        let seen = lens.project(drag.moved(&lens, at, FREE).position).unwrap();
        assert!(seen.distance(at) < 0.1, "{seen:?} is not {at:?}");
    }

    #[test]
    fn snapping_lands_on_whole_steps_and_fine_goes_a_tenth() {
        let camera = OrbitCamera::default();
        let lens = Lens::new(&camera, rect());
        let gizmo = Gizmo::new(Vec3::Y, Quat::IDENTITY, GizmoMode::Move, true);
        let at = lens.project(gizmo.origin).unwrap();
        let drag = GizmoDrag::begin(gizmo, Part::Arrow(1), Quat::IDENTITY, &lens, at);
        let end = at + vec2(0.0, -100.0);
        let far = drag.moved(&lens, end, FREE).position.y - 1.0;
        let fine = drag.moved(&lens, end, Rules { fine: true, snap: None }).position.y - 1.0;
        let snapped = drag.moved(&lens, end, Rules { fine: false, snap: Some((0.05, 0.1)) }).position.y - 1.0;
        assert!((fine / far - 0.1).abs() < 0.02, "{fine} {far}");
        assert!((snapped / 0.05).fract().abs() < 1e-3 || (snapped / 0.05).fract().abs() > 0.999);
    }

    #[test]
    fn a_ring_turns_about_its_axis() {
        let mut camera = OrbitCamera::default();
        camera.orbit(0.0, 0.6);
        let lens = Lens::new(&camera, rect());
        let gizmo = Gizmo::new(Vec3::Y, Quat::IDENTITY, GizmoMode::Rotate, true);
        let ring = gizmo.ring(&lens, 1);
        let drag = GizmoDrag::begin(gizmo, Part::Ring(1), Quat::IDENTITY, &lens, ring[12]);
        let moved = drag.moved(&lens, ring[36], FREE);
        assert!((moved.rotation * Vec3::Y).distance(Vec3::Y) < 1e-5 && moved.position == gizmo.origin);
        assert!((moved.angle.abs() - std::f32::consts::FRAC_PI_2).abs() < 0.05, "{}", moved.angle);
    }
}
