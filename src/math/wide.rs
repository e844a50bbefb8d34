//! Four vectors, and four rotations, side by side: the same step of four problems at the cost of one.

use std::ops::{Add, Mul, Sub};

use glam::{Mat4, Quat, Vec3, Vec4};

/// Four vectors, a lane each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vec3x4 {
    pub x: Vec4,
    pub y: Vec4,
    pub z: Vec4,
}

/// Four rotations, or multiples of rotations, a lane each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quatx4 {
    /// The part along the axes.
    pub v: Vec3x4,
    pub w: Vec4,
}

impl Vec3x4 {
    #[inline]
    pub fn new(lanes: [Vec3; 4]) -> Self {
        Self::from_rows(lanes.map(|lane| lane.extend(0.0))).0
    }

    /// And the fourth numbers of each.
    #[inline]
    pub fn from_rows([a, b, c, d]: [Vec4; 4]) -> (Self, Vec4) {
        let columns = Mat4::from_cols(a, b, c, d).transpose();
        (Self { x: columns.x_axis, y: columns.y_axis, z: columns.z_axis }, columns.w_axis)
    }

    /// Each lane, with a fourth number of its own.
    #[inline]
    pub fn rows(self, w: Vec4) -> [Vec4; 4] {
        let rows = Mat4::from_cols(self.x, self.y, self.z, w).transpose();
        [rows.x_axis, rows.y_axis, rows.z_axis, rows.w_axis]
    }

    #[inline]
    pub fn select(mask: glam::BVec4A, if_true: Self, if_false: Self) -> Self {
        let pick = |a, b| Vec4::select(mask, a, b);
        Self { x: pick(if_true.x, if_false.x), y: pick(if_true.y, if_false.y), z: pick(if_true.z, if_false.z) }
    }

    #[inline]
    pub fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - other.y * self.z,
            y: self.z * other.x - other.z * self.x,
            z: self.x * other.y - other.x * self.y,
        }
    }

    #[inline]
    pub fn length(self) -> Vec4 {
        self.dot(self).sqrt()
    }
}

/// The angles between vectors of any length that can be squared twice, as [`super::angle_between`] has them.
pub(crate) fn angles_between(a: [Vec3; 4], b: [Vec3; 4]) -> [f32; 4] {
    let (a, b) = (Vec3x4::new(a), Vec3x4::new(b));
    let (across, along) = (a.cross(b).length(), a.dot(b));
    let is_nothing = across.cmpeq(Vec4::ZERO) & along.cmpeq(Vec4::ZERO);
    Vec4::select(is_nothing, Vec4::ZERO, super::atan2_lanes(across, along)).to_array()
}

impl Add for Vec3x4 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vec3x4 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<Vec4> for Vec3x4 {
    type Output = Self;
    #[inline]
    fn mul(self, by: Vec4) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
    }
}

impl Quatx4 {
    #[inline]
    pub fn new(lanes: [Quat; 4]) -> Self {
        let (v, w) = Vec3x4::from_rows(lanes.map(Vec4::from));
        Self { v, w }
    }

    #[inline]
    pub fn lanes(self) -> [Quat; 4] {
        self.v.rows(self.w).map(Quat::from_vec4)
    }

    #[inline]
    pub fn conjugate(self) -> Self {
        let v = Vec3x4 { x: -self.v.x, y: -self.v.y, z: -self.v.z };
        Self { v, ..self }
    }

    #[inline]
    pub fn length_squared(self) -> Vec4 {
        self.v.dot(self.v) + self.w * self.w
    }

    /// What these rotations make of `v`.
    #[inline]
    pub fn turned(self, v: Vec3x4) -> Vec3x4 {
        let across = self.v.cross(v);
        let twice = across + across;
        v + twice * self.w + self.v.cross(twice)
    }
}

impl Mul for Quatx4 {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self {
            v: self.v * other.w + other.v * self.w + self.v.cross(other.v),
            w: self.w * other.w - self.v.dot(other.v),
        }
    }
}

impl Mul<Vec4> for Quatx4 {
    type Output = Self;
    #[inline]
    fn mul(self, by: Vec4) -> Self {
        Self { v: self.v * by, w: self.w * by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_single_pairs() {
        let a = [Vec3::X, Vec3::new(0.3, -2.0, 1.0), Vec3::Y * 1e-3, Vec3::ZERO];
        let b = [Vec3::NEG_X, Vec3::new(0.3, -2.0, 1.001), Vec3::Z, Vec3::X];
        let right = [0, 1, 2, 3].map(|lane| super::super::angle_between(a[lane], b[lane]));
        assert_eq!(angles_between(a, b), right);
        assert_eq!(right[3], 0.0);
    }

    #[test]
    fn lanes_are_singles_side_by_side() {
        let vector = |k: f32| Vec3::new((k * 1.3).sin(), k.cos() * 2.0, (k + 0.5).sin());
        let turn = |k: f32| Quat::from_rotation_x(k) * Quat::from_rotation_y(0.3 * k + 1.0);
        let [a, b] = [0.2, 3.0].map(|from| [0.0, 1.0, 2.0, 3.0].map(|lane| vector(from + lane)));
        let [p, q] = [0.7, 2.0].map(|from| [0.0, 1.0, 2.0, 3.0].map(|lane| turn(from + lane)));
        let (wide_a, wide_b) = (Vec3x4::new(a), Vec3x4::new(b));
        let crossed = wide_a.cross(wide_b).rows(wide_a.dot(wide_b));
        let turned = (Quatx4::new(p) * Quatx4::new(q).conjugate()).lanes();
        let carried = Quatx4::new(p).turned(wide_a).rows(Vec4::ZERO);
        for lane in 0..4 {
            assert!(crossed[lane].abs_diff_eq(a[lane].cross(b[lane]).extend(a[lane].dot(b[lane])), 1e-6));
            assert!(turned[lane].abs_diff_eq(p[lane] * q[lane].conjugate(), 1e-6));
            assert!(carried[lane].abs_diff_eq((p[lane] * a[lane]).extend(0.0), 2e-6));
        }
        assert!((wide_a.length()[2] - a[2].length()).abs() < 1e-6);
    }
}
