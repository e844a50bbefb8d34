//! Where a limb's bend plane turns fast.
//!
//! A limb of two bones bends in the plane of its goal line and its hint. Where the goal comes near the hint's own line, a small step of the
//! goal turns that plane far: the knee or elbow swings round. No solver can take that away, for it lies in the question; a map of
//! where it is lets an animator put the hint where the hand does not go.
//!
//! **Inputs.** The plane's normal as a function of the goal; the goal; a step that is small beside the limb. One space and unit.
//! **Output.** Radians of turn a unit of the goal's way, in the direction in which the plane turns fastest.
//! **Example.** For a fixed hint direction the plane turns by `1 / r` radians a metre at the distance `r` metres from the line
//! through the root along the hint:
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::singularity::turn_rate;
//!
//! let hint = Vec3::Z;
//! let normal = |goal: Vec3| goal.cross(hint).try_normalize();
//! let rate = turn_rate(normal, Vec3::new(0.1, 0.0, 0.4), 1e-3).unwrap();
//! assert!((rate - 10.0).abs() < 0.01);
//! ```

use glam::{Mat3, Vec3};

use crate::math::direction_or;

/// The bend plane turns by 1° a millimetre: radians a metre. What is faster looks like a jump.
pub const FAST: f32 = 17.453_293;

/// The line on which a limb's bend has no side, as a direction from the limb's root; any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pole {
    /// The hint stands still: the plane swings round its line, to both sides of the root.
    Hint(Vec3),
    /// The bend goes with the limb by the smallest turn from this direction: it has no side straight behind.
    Carried(Vec3),
}

/// As [`turn_rate`], for a limb whose bend has the given pole; `goal` is seen from the limb's root. Exact where hint and weight are whole.
/// Infinite on the pole.
pub fn pole_rate(pole: Pole, goal: Vec3) -> f32 {
    let squares = |other: Vec3| {
        let squares = [goal.length_squared(), other.length_squared()];
        squares.iter().all(|square| (1e-20..1e20).contains(square)).then_some(squares)
    };
    match pole {
        Pole::Hint(hint) => {
            if let Some([_, along]) = squares(hint) {
                return (along / goal.cross(hint).length_squared()).sqrt();
            }
        }
        Pole::Carried(from) => {
            if let Some([far, along]) = squares(from) {
                let cosine = goal.dot(from) / (far * along).sqrt();
                return (1.0 / (far * (0.5 + 0.5 * cosine).max(0.0))).sqrt();
            }
        }
    }
    let distance = goal.length();
    let limb = direction_or(goal, Vec3::ZERO);
    let off = match pole {
        Pole::Hint(hint) => limb.cross(direction_or(hint, Vec3::ZERO)).length(),
        Pole::Carried(from) => (0.5 + 0.5 * limb.dot(direction_or(from, limb))).max(0.0).sqrt(),
    };
    if distance * off > 0.0 { 1.0 / (distance * off) } else { f32::INFINITY }
}

/// Whether it is plain that [`pole_rate`] is less than `1 / distance`; without a root or a division.
pub(crate) fn is_slow(pole: Pole, goal: Vec3, distance: f32) -> bool {
    let least = distance * distance;
    match pole {
        Pole::Hint(hint) => goal.cross(hint).length_squared() > hint.length_squared() * least,
        // Ahead of the line that is carried along, half of the distance's square is left.
        Pole::Carried(from) => goal.dot(from) > 0.0 && goal.length_squared() > 2.0 * least,
    }
}

/// How fast a limb's bend plane turns as the goal moves from `goal`: radians a unit of length, by central differences over `step` to
/// either side. None where the plane is not known on the way.
///
/// Planes have no upper side, so a normal that turns over counts as the same plane.
pub fn turn_rate(normal: impl Fn(Vec3) -> Option<Vec3>, goal: Vec3, step: f32) -> Option<f32> {
    let here = normal(goal)?;
    let along = |axis: Vec3| {
        let same_side = |normal: Vec3| if normal.dot(here) < 0.0 { -normal } else { normal };
        let (ahead, behind) = (same_side(normal(goal + axis * step)?), same_side(normal(goal - axis * step)?));
        Some((ahead - behind) / (2.0 * step))
    };
    let change = Mat3::from_cols(along(Vec3::X)?, along(Vec3::Y)?, along(Vec3::Z)?);
    Some(largest_stretch(change))
}

/// The largest singular value, by power iteration from the longest column.
fn largest_stretch(matrix: Mat3) -> f32 {
    let squared = matrix.transpose() * matrix;
    let columns = [squared.x_axis, squared.y_axis, squared.z_axis];
    let mut direction =
        columns.into_iter().fold(Vec3::ZERO, |a, b| if a.length_squared() >= b.length_squared() { a } else { b });
    for _ in 0..16 {
        match (squared * direction).try_normalize() {
            Some(next) => direction = next,
            None => return 0.0,
        }
    }
    (matrix * direction).length()
}

/// Points spread evenly through a shell round the origin, from the inner to the outer radius; the same ones every time.
///
/// `layers` spheres of `around` points each, laid out as the seeds of a sunflower.
pub fn shell([inner, outer]: [f32; 2], layers: u32, around: u32) -> impl Iterator<Item = Vec3> {
    const GOLDEN_ANGLE: f32 = 2.399_963_2;
    let layers = layers.max(1);
    (0..layers).flat_map(move |layer| {
        let radius = inner + (outer - inner) * (layer as f32 + 0.5) / layers as f32;
        (0..around).map(move |k| {
            let y = 1.0 - 2.0 * (k as f32 + 0.5) / around as f32;
            let (sine, cosine) = (k as f32 * GOLDEN_ANGLE).sin_cos();
            let across = (1.0 - y * y).max(0.0).sqrt();
            Vec3::new(across * cosine, y, across * sine) * radius
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::arc_between;

    #[test]
    fn the_turn_is_one_over_the_distance_from_the_hints_line() {
        let hint = Vec3::new(0.36, 0.48, 0.8);
        let normal = |goal: Vec3| goal.cross(hint).try_normalize();
        for goal in shell([0.1, 0.7], 3, 60) {
            let off = (goal - hint * goal.dot(hint)).length();
            if off > 0.02 {
                let rate = turn_rate(normal, goal, 1e-3).unwrap();
                assert!((rate * off - 1.0).abs() < 0.02, "{goal} {rate} {off}");
            }
        }
    }

    #[test]
    fn a_pole_tells_what_differences_find() {
        let (hint, from) = (Vec3::new(0.36, 0.48, 0.8), Vec3::NEG_Y);
        let carried = |goal: Vec3| {
            let limb = goal.try_normalize()?;
            Some((arc_between(from, limb) * Vec3::X).cross(limb))
        };
        for goal in shell([0.1, 0.7], 3, 60) {
            for (pole, rate) in [
                (Pole::Hint(hint * 3.0), turn_rate(|goal| goal.cross(hint).try_normalize(), goal, 1e-3)),
                (Pole::Carried(from), turn_rate(carried, goal, 1e-3)),
            ] {
                let (told, found) = (pole_rate(pole, goal), rate.unwrap());
                // The plane of a carried bend turns by no more than the bend itself, which turns about the limb too.
                let is_hint = matches!(pole, Pole::Hint(_));
                if told < 50.0 {
                    assert!(
                        found < told * 1.03 && (!is_hint || found > told * 0.97),
                        "{pole:?} {goal}: {told} {found}"
                    );
                }
            }
        }
        for goal in shell([0.01, 0.7], 9, 60) {
            for pole in [Pole::Hint(hint * 3.0), Pole::Carried(from * 0.1)] {
                assert!(!is_slow(pole, goal, 0.06) || pole_rate(pole, goal) < 1.0 / 0.06, "{pole:?} {goal}");
            }
        }
        assert!(is_slow(Pole::Hint(hint), Vec3::Y, 0.06) && is_slow(Pole::Carried(from), from, 0.06));
        assert_eq!(pole_rate(Pole::Hint(Vec3::Y), Vec3::NEG_Y), f32::INFINITY);
        assert_eq!(pole_rate(Pole::Carried(Vec3::Y), Vec3::ZERO), f32::INFINITY);
    }

    #[test]
    fn a_plane_that_stays_does_not_turn() {
        assert_eq!(turn_rate(|_| Some(Vec3::X), Vec3::ONE, 1e-3), Some(0.0));
        assert_eq!(
            turn_rate(|goal| Some(if goal.x > 1.0 { Vec3::X } else { Vec3::NEG_X }), Vec3::ONE, 1e-3),
            Some(0.0)
        );
        assert_eq!(turn_rate(|_| None, Vec3::ONE, 1e-3), None);
    }

    #[test]
    fn the_shell_is_even() {
        let points: Vec<Vec3> = shell([0.5, 1.0], 4, 200).collect();
        assert_eq!(points.len(), 800);
        let middle = points.iter().sum::<Vec3>() / 800.0;
        assert!(middle.length() < 0.01 && points.iter().all(|point| (0.5..=1.0).contains(&point.length())));
    }
}
