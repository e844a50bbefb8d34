use std::ops::{Add, Mul};

use glam::{Quat, Vec3, Vec3A};

/// The arc cosine of `cosine`, with anything outside -1..=1 (rounding puts it there) taken to the nearer end. Radians, 0..=π.
pub fn acos_clamped(cosine: f32) -> f32 {
    cosine.clamp(-1.0, 1.0).acos()
}

/// The angle of `(x, y)` from the x axis, radians, -π..=π, within 3e-7 of it; the same bits on every machine, and in a third of the time of
/// the system's. 0 where both are 0.
pub fn atan2(y: f32, x: f32) -> f32 {
    let (less, more) = if y.abs() < x.abs() { (y.abs(), x.abs()) } else { (x.abs(), y.abs()) };
    if !(more > 0.0 && more < f32::INFINITY) {
        return if more == 0.0 { 0.0 } else { y.atan2(x) };
    }
    let t = less / more;
    let eighth = t * arc_of_eighth(t * t);
    let quarter = if y.abs() < x.abs() { eighth } else { std::f32::consts::FRAC_PI_2 - eighth };
    let half = if x < 0.0 { std::f32::consts::PI - quarter } else { quarter };
    half.copysign(y)
}

/// The arc tangent of `t`, 0..=1, over `t`, from its square. One number or several lanes.
#[inline]
pub(super) fn arc_of_eighth<T>(z: T) -> T
where
    T: Copy + Add<Output = T> + Add<f32, Output = T> + Mul<Output = T> + Mul<f32, Output = T>,
{
    // The least largest error of an odd polynomial of degree 17 over 0..1: 1.4e-8 of the angle.
    const C: [f32; 9] = [
        1.0,
        -0.333_330_93,
        0.199_930_6,
        -0.142_071_65,
        0.106_547_84,
        -0.075_338_77,
        0.043_041_527,
        -0.016_284_239,
        0.002_903_841,
    ];
    let (z2, z4) = (z * z, (z * z) * (z * z));
    let low = (z * C[1] + C[0]) + (z * C[3] + C[2]) * z2;
    let high = (z * C[5] + C[4]) + (z * C[7] + C[6]) * z2 + z4 * C[8];
    low + high * z4
}

/// The angle between two vectors of any length, radians, 0..=π; exact to a few ulps near 0 and π, where `acos` is not.
/// Zero where either has no length.
#[inline]
pub fn angle_between(a: Vec3, b: Vec3) -> f32 {
    atan2(a.cross(b).length(), a.dot(b))
}

/// The distance between two points even where its square is too large for a single; at most the largest single.
pub fn far_apart(a: Vec3, b: Vec3) -> f32 {
    let squared = |a: f32, b: f32| (f64::from(a) - f64::from(b)).powi(2);
    let distance = (squared(a.x, b.x) + squared(a.y, b.y) + squared(a.z, b.z)).sqrt();
    if distance < f64::from(f32::MAX) { distance as f32 } else { f32::MAX }
}

/// `v`, or the same direction with no component longer than `most`, so that it can be squared: goals as far as 3e30 are ordinary
/// input. What is within passes bit for bit.
pub fn shortened(v: Vec3, most: f32) -> Vec3 {
    let largest = v.abs().max_element();
    if largest > most { v * (most / largest) } else { v }
}

/// The direction of `v`, or `fallback` where `v` is too short, infinite or not a number.
pub fn direction_or(v: Vec3, fallback: Vec3) -> Vec3 {
    v.try_normalize().unwrap_or(fallback)
}

/// `rotation * v` in fewer steps.
#[inline]
pub(crate) fn turned(rotation: Quat, v: Vec3A) -> Vec3A {
    let axis = Vec3A::from_vec4(rotation.into());
    let across = axis.cross(v);
    let twice = across + across;
    v + twice * rotation.w + axis.cross(twice)
}

/// [`turned`] for one that is at hand in three numbers.
#[inline]
pub(crate) fn rotated(rotation: Quat, v: Vec3) -> Vec3 {
    turned(rotation, v.into()).into()
}

/// Squared lengths as near to one are made one without a root.
pub(crate) const NEAR_UNIT: f32 = 2e-4;

#[inline]
pub(crate) fn is_near_unit(squared: f32) -> bool {
    (squared - 1.0).abs() < NEAR_UNIT
}

/// One over the root of what is nearly one: off by three eighths of the difference squared, which is below the rounding of singles.
#[inline]
pub(crate) fn towards_unit(squared: f32) -> f32 {
    1.5 - 0.5 * squared
}

/// [`direction_or`] of what is most likely unit but for rounding.
#[inline]
pub(crate) fn unit_or(v: Vec3, fallback: Vec3) -> Vec3 {
    let squared = v.length_squared();
    if is_near_unit(squared) { v * towards_unit(squared) } else { direction_or(v, fallback) }
}

/// What is left of `v` after its part along the unit vector `axis` is taken away.
pub fn reject(v: Vec3, axis: Vec3) -> Vec3 {
    v - axis * axis.dot(v)
}

/// A unit vector at right angles to the unit vector `v`, the same one every time.
pub fn any_orthogonal(v: Vec3) -> Vec3 {
    let least = if v.x.abs() <= v.y.abs() && v.x.abs() <= v.z.abs() {
        Vec3::X
    } else if v.y.abs() <= v.z.abs() {
        Vec3::Y
    } else {
        Vec3::Z
    };
    direction_or(v.cross(least), Vec3::X)
}

/// The smallest rotation that turns unit `from` onto unit `to`. Opposite vectors turn half round about an axis that is
/// the same every time.
pub fn arc_between(from: Vec3, to: Vec3) -> Quat {
    let cosine = from.dot(to);
    if !cosine.is_finite() {
        return Quat::IDENTITY;
    }
    if cosine < -0.99 {
        // Their sum is short and holds more rounding the shorter it is. Half a turn about an axis across, and from there the rest, which is small.
        let axis = any_orthogonal(from);
        let rest = arc_between(direction_or(-from, to), to);
        return (rest * Quat::from_xyzw(axis.x, axis.y, axis.z, 0.0)).normalize();
    }
    // Half-angle algebra: the cosine of half of the angle is to its sine as 1 + cosine is to sine.
    let axis = from.cross(to);
    let twice = Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + cosine);
    twice * (1.0 / twice.length())
}

/// What the smallest rotation that turns unit `from` onto unit `to` makes of `v`: [`arc_between`] for a single vector.
pub fn swung(v: Vec3, from: Vec3, to: Vec3) -> Vec3 {
    let nearness = 1.0 + from.dot(to);
    if !(nearness > 0.01) {
        return arc_between(from, to) * v;
    }
    let along = from.dot(v);
    // The part along `from` comes to lie along `to`; of the rest, what is along `to` is mirrored about half of the way.
    v + to * along - from * along - (from + to) * ((to.dot(v) - along * (nearness - 1.0)) / nearness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arc_turns_one_onto_the_other_even_when_opposite() {
        let directions = [Vec3::X, Vec3::Y, -Vec3::X, Vec3::new(0.6, 0.0, 0.8), Vec3::new(-0.6, 0.0, -0.8), -Vec3::Z];
        for from in directions {
            for to in directions {
                assert!((arc_between(from, to) * from).distance(to) < 1e-5, "{from} onto {to}");
            }
        }
    }

    #[test]
    fn the_arc_tangent_is_that_of_doubles() {
        for k in 0..20_000 {
            let (turn, size) = (k as f64 * 0.001 - 10.0, 10.0_f64.powi(k % 60 - 30));
            let (y, x) = ((turn.sin() * size) as f32, (turn.cos() * size) as f32);
            let right = f64::from(y).atan2(f64::from(x));
            let error = (f64::from(atan2(y, x)) - right).abs();
            assert!(error <= 3e-7 * right.abs(), "{y} {x}: {error}");
        }
        for (y, x) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (1e-30, 1.0)] {
            assert_eq!(atan2(y, x), y.atan2(x), "{y} {x}");
        }
        assert!(atan2(f32::NAN, 1.0).is_nan() && atan2(1.0, f32::NAN).is_nan());
        assert_eq!(atan2(f32::INFINITY, 1.0), std::f32::consts::FRAC_PI_2);
    }

    #[test]
    fn a_vector_is_swung_as_the_arc_turns_it() {
        for k in 0..400 {
            let unit = |a: f32, b: f32| direction_or(Vec3::new((a * 1.3).sin(), b.cos(), (a + b).sin() * 0.7), Vec3::X);
            let (from, to) = (unit(k as f32, 0.3 * k as f32), unit(2.1 * k as f32, 0.7 * k as f32));
            let v = Vec3::new(0.3, -2.0, 1.1);
            assert!(
                swung(v, from, to).distance(arc_between(from, to) * v) < 3e-6 / (1.01 + from.dot(to)),
                "{from} {to}"
            );
        }
        assert!(swung(Vec3::Z, Vec3::X, -Vec3::X).is_finite());
    }

    #[test]
    fn almost_opposite_directions_meet_exactly() {
        for k in 0..200 {
            let from = direction_or(Vec3::new((k as f32).sin(), 0.3, (k as f32 * 1.7).cos()), Vec3::X);
            let to = direction_or(-from + any_orthogonal(from) * 10.0_f32.powf(-(k % 9) as f32), Vec3::X);
            assert!((arc_between(from, to) * from).distance(to) < 2e-6, "{from} onto {to}");
        }
    }

    #[test]
    fn small_angles_are_exact_where_acos_is_not() {
        let tiny = Vec3::new(1.0, 1e-4, 0.0);
        assert!((angle_between(Vec3::X, tiny) - 1e-4).abs() < 1e-9);
        assert_eq!(angle_between(Vec3::ZERO, Vec3::X), 0.0);
    }
}
