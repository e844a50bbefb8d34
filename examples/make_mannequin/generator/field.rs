//! Signed distance fields the body is modelled from: negative inside, metres, good to a few per cent near the surface.

use glam::{Vec2, Vec3};

/// The union of two fields whose seam is filled with a fillet about `radius` wide.
pub fn smooth_union(a: f32, b: f32, radius: f32) -> f32 {
    let h = (radius - (a - b).abs()).max(0.0);
    a.min(b) - h * h / (4.0 * radius)
}

/// What is inside both fields, the edge rounded over about `radius`.
pub fn smooth_intersection(a: f32, b: f32, radius: f32) -> f32 {
    -smooth_union(-a, -b, radius)
}

/// 0 below `from`, 1 above `to`, without a kink at either.
pub fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Two balls of different radius and everything between them.
#[derive(Clone, Copy, Debug)]
pub struct RoundCone {
    pub from: Vec3,
    pub to: Vec3,
    pub from_radius: f32,
    pub to_radius: f32,
}

impl RoundCone {
    pub fn distance(&self, point: Vec3) -> f32 {
        let axis = self.to - self.from;
        let length = axis.length();
        let along = (point - self.from).dot(axis) / length;
        let away = ((point - self.from).length_squared() - along * along).max(0.0).sqrt();
        // In the plane through the axis, the side is a line that leans by the difference of the radii.
        let lean = (self.from_radius - self.to_radius) / length;
        let straight = (1.0 - lean * lean).max(0.0).sqrt();
        let shifted = along - away * lean / straight.max(1e-6);
        if shifted <= 0.0 {
            Vec2::new(along, away).length() - self.from_radius
        } else if shifted >= length {
            Vec2::new(along - length, away).length() - self.to_radius
        } else {
            away * straight + along * lean - self.from_radius
        }
    }
}

/// A ball stretched along the axes.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid {
    pub center: Vec3,
    pub radii: Vec3,
}

impl Ellipsoid {
    pub fn distance(&self, point: Vec3) -> f32 {
        let q = point - self.center;
        let level = (q / self.radii).length();
        let slope = (q / (self.radii * self.radii)).length();
        if slope < 1e-6 { -self.radii.min_element() } else { level * (level - 1.0) / slope }
    }
}

/// A cross-section of a [`Loft`]: four quarter ellipses that meet at right angles.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Metres from the loft's start.
    pub at: f32,
    /// Radii towards +side, −side, +front and −front.
    pub radii: [f32; 4],
    /// Shifts the centre along front.
    pub shift: f32,
}

/// A limb or trunk: cross-sections along a straight axis, blended smoothly, the ends closed by half ellipsoids.
#[derive(Clone, Debug)]
pub struct Loft {
    pub start: Vec3,
    /// Unit; the three at right angles.
    pub axis: Vec3,
    pub side: Vec3,
    pub front: Vec3,
    /// In rising order of `at`.
    pub stations: Vec<Station>,
    /// How far the caps reach past the first and the last station.
    pub caps: [f32; 2],
}

impl Loft {
    /// From `start` to `end`, stations given at fractions of the way; `front_hint` is made square to the axis.
    pub fn between(start: Vec3, end: Vec3, front_hint: Vec3, caps: [f32; 2], stations: &[(f32, [f32; 4])]) -> Self {
        let axis = (end - start).normalize_or(Vec3::Y);
        let front = (front_hint - axis * front_hint.dot(axis)).normalize_or(Vec3::Z);
        let length = (end - start).length();
        Self {
            start,
            axis,
            side: axis.cross(front),
            front,
            stations: stations.iter().map(|&(at, radii)| Station { at: at * length, radii, shift: 0.0 }).collect(),
            caps,
        }
    }

    pub fn distance(&self, point: Vec3) -> f32 {
        let q = point - self.start;
        let along = q.dot(self.axis);
        let station = self.station(along);
        let (first, last) = (self.stations[0].at, self.stations[self.stations.len() - 1].at);
        let (over, cap) = if along < first {
            (along - first, self.caps[0])
        } else if along > last {
            (along - last, self.caps[1])
        } else {
            (0.0, 1.0)
        };
        let side = q.dot(self.side);
        let front = q.dot(self.front) - station.shift;
        let side_radius = if side >= 0.0 { station.radii[0] } else { station.radii[1] };
        let front_radius = if front >= 0.0 { station.radii[2] } else { station.radii[3] };
        let away = Vec3::new(side, front, over);
        let radii = Vec3::new(side_radius, front_radius, cap);
        let level = (away / radii).length();
        // Divided by the slope of the level, so that flat sections measure as true as round ones.
        let slope = (away / (radii * radii)).length();
        if slope < 1e-6 { -side_radius.min(front_radius) } else { level * (level - 1.0) / slope }
    }

    /// The cross-section at `along`, by cubic Hermite interpolation between stations.
    fn station(&self, along: f32) -> Station {
        let s = &self.stations;
        let last = s.len() - 1;
        if along <= s[0].at {
            return s[0];
        }
        if along >= s[last].at {
            return s[last];
        }
        let next = s.iter().position(|station| station.at > along).unwrap_or(last).max(1);
        let (b, c) = (s[next - 1], s[next]);
        let (a, d) = (s[next.saturating_sub(2)], s[(next + 1).min(last)]);
        let span = c.at - b.at;
        let t = (along - b.at) / span;
        let blend = |a_value: f32, b_value: f32, c_value: f32, d_value: f32| {
            let in_slope = if a.at < b.at { (c_value - a_value) / (c.at - a.at) } else { 0.0 } * span;
            let out_slope = if d.at > c.at { (d_value - b_value) / (d.at - b.at) } else { 0.0 } * span;
            let (t2, t3) = (t * t, t * t * t);
            b_value * (2.0 * t3 - 3.0 * t2 + 1.0)
                + in_slope * (t3 - 2.0 * t2 + t)
                + c_value * (3.0 * t2 - 2.0 * t3)
                + out_slope * (t3 - t2)
        };
        let mut radii = [0.0; 4];
        for (index, radius) in radii.iter_mut().enumerate() {
            *radius = blend(a.radii[index], b.radii[index], c.radii[index], d.radii[index]);
        }
        Station { at: along, radii, shift: blend(a.shift, b.shift, c.shift, d.shift) }
    }
}
