//! A limb of two bones, solved exactly.
//!
//! **What it does.** The triangle of root, middle and tip has known sides, so the middle joint lies
//! `(a² − b² + d²) / 2d` along the line to the goal and a right-angled rest off it, on the side that is asked for.
//! The limb is swung onto the goal, rolled so that its own bend plane meets the wanted one, and then only its two hinges
//! are moved; so upper and lower bone never wring against each other. Half-angle algebra throughout: no trigonometry, but for a hint
//! that counts in part and for softening.
//!
//! **Inputs.** [`Problem`]: three joints, the goal, the hint and the natural bend, weights, softening, stretch and a range of bend, in
//! any one space and unit. **Outputs.** [`Solution`]: the turns of the two upper joints in that space, the factor on the bones' length, and where
//! the joints end.
//!
//! **Guarantees.** Finite for finite input; what is not finite leaves the limb alone. Both bones keep their length (times the stretch).
//! A goal within reach, bend range and softening is met to 1e-4 of the limb's length. Weight 0 gives the identity, bit for bit. With softening a
//! limb never bends less than 2° and never backward. The result depends on the arguments alone.
//!
//! **Singular cases.** A goal on the root, or nearer than the bones can fold, keeps the nearest distance there is. A hint on the
//! limb's line keeps the present bend plane, and fades in within 3° of it. A straight limb bends the natural way, and without one to a side that is
//! always the same; one bent against its nature is over-stretched, and comes back to the natural side. A bone without length is carried along.
//!
//! **Sources.** The law of cosines; the order of swing, roll and hinge is this crate's own.
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::two_bone::{self, Problem};
//!
//! // A straight leg whose foot is raised: the knee goes forward.
//! let solution = two_bone::solve(&Problem {
//!     root: Vec3::new(0.1, 0.9, 0.0),
//!     mid: Vec3::new(0.1, 0.5, 0.0),
//!     tip: Vec3::new(0.1, 0.1, 0.0),
//!     goal: Vec3::new(0.1, 0.4, 0.0),
//!     bend_hint: Vec3::ZERO,
//!     hint_weight: 1.0,
//!     natural_bend: Vec3::Z,
//!     weight: 1.0,
//!     soften_from: 1.0,
//!     max_stretch: 0.0,
//!     bend_range: None,
//! });
//! assert!(solution.mid.distance(Vec3::new(0.1, 0.65, 0.312)) < 1e-3);
//! ```

#[cfg(test)]
mod tests;
mod wide;

use glam::{Quat, Vec3};

use crate::math::{any_orthogonal, arc_between, direction_or, reject, shortened, smooth_step};
use crate::solve::{Decision, Decisions};
pub(crate) use wide::{Problems, solve as solve_four};

/// The bend that softening leaves in a limb that reaches as far as it can: 2°; and sine and cosine of its half, which nearly every limb asks
/// for.
const SOFT_FLEX: f32 = 0.034_906_585;
const HALF_SOFT_FLEX: (f32, f32) = (0.017_452_406, 0.999_847_7);

/// A middle joint this far off the line, by the limb's length, tells the side to which the limb bends, and one nearer than the
/// other nothing.
const BENT: f32 = 0.03;
const STRAIGHT: f32 = 0.002;

/// A middle joint no farther off the plane of limb and nature, by the limb's length, lies in it.
const IN_PLANE: f32 = 3e-6;

/// Inside this sine of the angle between hint and limb the hint counts less and less, and not at all on the line.
const HINT_CONE_SIN: f32 = 0.05;

/// What is asked of a limb. Any consistent space, any consistent unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    pub root: Vec3,
    pub mid: Vec3,
    pub tip: Vec3,
    /// Where the tip shall be. Not finite: the limb is left alone.
    pub goal: Vec3,
    /// The direction, seen from the limb, in which the middle joint shall lie; any length. Zero: the plane of the incoming
    /// pose is kept.
    pub bend_hint: Vec3,
    /// How far the bend plane turns from the incoming pose's to the hint's. 0..=1.
    pub hint_weight: f32,
    /// The direction in which this limb bends by nature, carried by the incoming pose; any length. It gives the bend its
    /// sign (a knee a little behind the line is over-stretched, not bent) and decides for a limb that is straight.
    pub natural_bend: Vec3,
    /// How far the tip goes from where it is to the goal. 0..=1; 0 gives the identity, bit for bit.
    pub weight: f32,
    /// Share of the full length from which reaching slows down. 0.5..=1, 1 is off.
    pub soften_from: f32,
    /// How much longer the limb may become, as a share of its length. 0 is off.
    pub max_stretch: f32,
    /// Least and greatest bend of the middle joint, radians, 0 is straight. None: 0..π.
    pub bend_range: Option<[f32; 2]>,
}

/// How a limb is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// Turns the upper bone and all below about the root.
    pub root_turn: Quat,
    /// Turns the lower bone and all below about the middle joint, after `root_turn`.
    pub mid_turn: Quat,
    /// Factor on the length of both bones; 1 unless stretching is allowed and needed.
    pub stretch: f32,
    /// Where middle joint and tip end.
    pub mid: Vec3,
    pub tip: Vec3,
    pub decided_by: Decisions,
}

/// Solves `problem`.
pub fn solve(problem: &Problem) -> Solution {
    let Problem { root, mid, tip, .. } = *problem;
    let mut decided_by = Decisions::default();
    let untouched = |decided_by| Solution {
        root_turn: Quat::IDENTITY,
        mid_turn: Quat::IDENTITY,
        stretch: 1.0,
        mid,
        tip,
        decided_by,
    };
    let weight = if problem.weight.is_finite() { problem.weight.clamp(0.0, 1.0) } else { 0.0 };
    if weight == 0.0 {
        decided_by.insert(Decision::Weight);
        return untouched(decided_by);
    }
    if !(problem.goal.is_finite() && root.is_finite() && mid.is_finite() && tip.is_finite()) {
        decided_by.insert(Decision::GoalNotFinite);
        return untouched(decided_by);
    }
    let upper = mid - root;
    let lower = tip - mid;
    let (a, b) = (upper.length(), lower.length());
    let full = a + b;
    if !(full > f32::MIN_POSITIVE && full.is_finite()) {
        decided_by.insert(Decision::OutOfReach);
        return untouched(decided_by);
    }
    if weight < 1.0 {
        decided_by.insert(Decision::Weight);
    }

    let to_tip = tip - root;
    let limb_now =
        to_tip.try_normalize().or_else(|| upper.try_normalize()).unwrap_or_else(|| direction_or(lower, Vec3::NEG_Y));
    let to_goal = shortened(to_tip + (problem.goal - tip) * weight, (full * 1e6).max(1.0));
    let wanted = to_goal.length();
    let limb = if wanted > full * 1e-6 { to_goal / wanted } else { direction_or(to_goal, limb_now) };
    let Reach { distance, stretch, factors } = Reach::of(problem, wanted, [a, b], &mut decided_by);
    let side = Side::of(upper, limb_now, full, problem.natural_bend);
    let (swing, bend_swung) = swing_onto(limb_now, limb, side.bend);
    let (bend, roll) = wanted_bend(problem, limb, bend_swung, &mut decided_by);
    // Of any length but zero, as are its factors: made unit once, at the end.
    let plane_turn = roll * swing;

    let (new_a, new_b) = (a * stretch, b * stretch);
    let [along, off] = corner([new_a, new_b], distance, factors.map(|factor| factor * (stretch * stretch)));
    let new_upper = limb * along + bend * off;
    let new_tip = limb * distance;

    let (root_turn, mid_turn) = match side.off {
        // The limb lies in its own bend plane: only the two hinges move, and their turns are known from sides alone.
        Some(off_now) if a > full * 1e-3 && b > full * 1e-3 => {
            let hinge = limb.cross(bend);
            let along_now = upper.dot(limb_now);
            let upper_turn = hinge_turn(hinge, [along_now, off_now], [along, off], a * new_a);
            // Seen along the bones, the lower one goes back to the line that the upper one has left.
            let lower_now = along_and_off([along_now, off_now], [lower.dot(limb_now), -off_now]);
            let lower_new = along_and_off([along, off], [distance - along, -off]);
            (unit(upper_turn * plane_turn), unit(hinge_turn(hinge, lower_now, lower_new, a * b * new_a * new_b)))
        }
        _ => {
            let plane_turn = unit(plane_turn);
            let root_turn = unit(turn_onto(plane_turn * upper, new_upper) * plane_turn);
            (root_turn, turn_onto(root_turn * lower, new_tip - new_upper))
        }
    };
    Solution { root_turn, mid_turn, stretch, mid: root + new_upper, tip: root + new_tip, decided_by }
}

/// A multiple of the smallest rotation from unit `from` onto unit `to`, and what it makes of `across`, a unit vector at right angles
/// to `from`.
fn swing_onto(from: Vec3, to: Vec3, across: Vec3) -> (Quat, Vec3) {
    let nearness = 1.0 + from.dot(to);
    if nearness < 0.01 {
        let swing = arc_between(from, to);
        return (swing, swing * across);
    }
    let axis = from.cross(to);
    let swung = across - (from + to) * (across.dot(to) / nearness);
    (Quat::from_xyzw(axis.x, axis.y, axis.z, nearness), swung)
}

/// A multiple of the rotation about `hinge` from one direction in its plane to another, each given as its parts along the limb and
/// towards the bend; `size` is the product of their lengths. Half-angle algebra: no trigonometry.
fn hinge_turn(hinge: Vec3, [x, y]: [f32; 2], [to_x, to_y]: [f32; 2], size: f32) -> Quat {
    let (cosine, sine) = (x * to_x + y * to_y, x * to_y - y * to_x);
    // (size + cosine, sine) is a multiple of the half angle's cosine and sine; near half a turn the other form of it is.
    let [half_cosine, half_sine] =
        if cosine >= 0.0 { [size + cosine, sine] } else { [sine.abs(), (size - cosine).copysign(sine)] };
    let axis = hinge * half_sine;
    Quat::from_xyzw(axis.x, axis.y, axis.z, half_cosine)
}

/// Made unit; the identity where it has no length.
fn unit(turn: Quat) -> Quat {
    let squared = turn.length_squared();
    if squared > f32::MIN_POSITIVE { turn * (1.0 / squared.sqrt()) } else { Quat::IDENTITY }
}

/// `[x, y]` seen from the direction `[along, off]`: its parts on that and across it.
fn along_and_off([along, off]: [f32; 2], [x, y]: [f32; 2]) -> [f32; 2] {
    [along * x + off * y, along * y - off * x]
}

/// Where the middle joint is: its parts along the limb and towards the bend. `factors` as in [`Reach`], stretched.
fn corner([a, b]: [f32; 2], distance: f32, factors: [f32; 2]) -> [f32; 2] {
    let full = a + b;
    if !(distance > full * 1e-7) {
        return [0.0, a];
    }
    let along = ((a - b) * full + distance * distance) / (2.0 * distance);
    if along.abs() < 0.7 * a {
        return [along, ((a - along) * (a + along)).sqrt()];
    }
    // Near a straight limb and near a folded one what is off the line is the smaller part by far: Heron has it without cancelling.
    let off = ((factors[0] * factors[1]).sqrt() / (2.0 * distance)).min(a);
    [((a - off) * (a + off)).sqrt().copysign(along), off]
}

/// How far the limb reaches.
struct Reach {
    /// From the root to where the tip ends.
    distance: f32,
    /// Factor on both bones.
    stretch: f32,
    /// What lacks to straight and to folded, unstretched: see [`Bent::factors`].
    factors: [f32; 2],
}

impl Reach {
    fn of(problem: &Problem, wanted: f32, [a, b]: [f32; 2], decided_by: &mut Decisions) -> Self {
        let full = a + b;
        let soften = problem.soften_from < 1.0;
        let [least, greatest] = problem.bend_range.unwrap_or([0.0, std::f32::consts::PI]);
        let longest = Bent::at(if soften { least.max(SOFT_FLEX) } else { least }, [a, b]);
        let shortest = Bent::at(greatest, [a, b]);
        let shortest = if shortest.distance > longest.distance { longest } else { shortest };
        let at = |bent: Bent, stretch: f32| Self { distance: bent.distance * stretch, stretch, factors: bent.factors };
        let free = |distance: f32| {
            let to_straight = (full - distance) * (full + distance);
            let to_folded = (distance - (a - b)) * (distance + (a - b));
            // So near to an end of the range that rounding hides the bend, the end has it.
            let factors = [to_straight.max(longest.factors[0]), to_folded.max(shortest.factors[1])];
            Self { distance, stretch: 1.0, factors }
        };

        let max_stretch = if problem.max_stretch.is_finite() { problem.max_stretch.max(0.0) } else { 0.0 };
        if wanted > longest.distance && max_stretch > 0.0 {
            let stretch = (wanted / longest.distance).min(1.0 + max_stretch);
            decided_by.insert(Decision::Stretched);
            if wanted > longest.distance * stretch {
                decided_by.insert(Decision::OutOfReach);
            }
            return at(longest, stretch);
        }
        if wanted < shortest.distance {
            let is_limit = shortest.distance > (a - b).abs() * 1.000_01;
            decided_by.insert(if is_limit { Decision::Limit } else { Decision::TooNear });
            return at(shortest, 1.0);
        }
        if wanted > full * (1.0 + 1e-6) {
            decided_by.insert(Decision::OutOfReach);
        }
        let slow_from = full * problem.soften_from.clamp(0.5, 1.0);
        if soften && wanted > slow_from && longest.distance > slow_from {
            decided_by.insert(Decision::Softened);
            let room = longest.distance - slow_from;
            return free(slow_from + room * (1.0 - (-(wanted - slow_from) / room).exp()));
        }
        if wanted > longest.distance {
            if longest.distance < full * 0.999_999 {
                decided_by.insert(Decision::Limit);
            }
            return at(longest, 1.0);
        }
        free(wanted)
    }
}

/// A limb at a known bend.
#[derive(Clone, Copy)]
struct Bent {
    distance: f32,
    /// `(a + b)² − d²` and `d² − (a − b)²`: the root of their product is four times the triangle's area.
    factors: [f32; 2],
}

impl Bent {
    fn at(bend: f32, [a, b]: [f32; 2]) -> Self {
        let most = 4.0 * a * b;
        if bend <= 0.0 {
            return Self { distance: a + b, factors: [0.0, most] };
        }
        if bend >= std::f32::consts::PI {
            return Self { distance: (a - b).abs(), factors: [most, 0.0] };
        }
        // The law of cosines for the outer angle, in the form that does not cancel where bones of one length fold.
        let (sine, cosine) = if bend == SOFT_FLEX { HALF_SOFT_FLEX } else { (0.5 * bend).sin_cos() };
        let factors = [most * sine * sine, most * cosine * cosine];
        Self { distance: ((a - b) * (a - b) + factors[1]).sqrt().min(a + b), factors }
    }
}

/// The side to which a limb bends.
struct Side {
    /// Unit, at right angles to the limb.
    bend: Vec3,
    /// How far the middle joint is off the limb's line towards `bend`; none where it lies elsewhere.
    off: Option<f32>,
}

impl Side {
    /// Of the incoming limb.
    ///
    /// The nearer the limb is to straight, the more its nature decides and the less the position of the middle joint, which is
    /// noise by then. A middle joint on the unnatural side is over-stretched: the plane is kept, the side is not.
    fn of(upper: Vec3, limb: Vec3, full: f32, natural_bend: Vec3) -> Self {
        let actual = reject(upper, limb);
        let offset = actual.length();
        let towards_nature = actual.dot(natural_bend);
        if offset > full * BENT && towards_nature >= 0.0 {
            return Self { bend: actual / offset, off: Some(offset) };
        }
        let squared = natural_bend.length_squared();
        // Of any length that can be squared.
        let is_sound = squared > 1e-20 && squared < 1e20;
        let nature = if is_sound { natural_bend } else { direction_or(natural_bend, Vec3::ZERO) };
        let natural = reject(nature, limb).try_normalize();
        if let Some(bend) = natural {
            let off = actual.dot(bend);
            if (actual - bend * off).length_squared() <= (full * IN_PLANE).powi(2) {
                return Self { bend, off: Some(off) };
            }
        }
        let bend = match (actual.try_normalize(), natural) {
            (Some(actual), Some(natural)) => {
                let same_side = if actual.dot(natural) < 0.0 { -actual } else { actual };
                let trust = smooth_step(STRAIGHT, BENT, offset / full);
                direction_or(natural.lerp(same_side, trust), natural)
            }
            (Some(actual), None) if offset > full * 1e-5 => actual,
            (_, natural) => natural.unwrap_or_else(|| any_orthogonal(limb)),
        };
        Self { bend, off: None }
    }
}

/// The bend that is wanted on the swung limb and the roll about `limb` that leads there from `bend_swung`.
fn wanted_bend(problem: &Problem, limb: Vec3, bend_swung: Vec3, decided_by: &mut Decisions) -> (Vec3, Quat) {
    let keep = (bend_swung, Quat::IDENTITY);
    let hint = problem.bend_hint;
    let squared = hint.length_squared();
    // Too short or too long to be squared, or not finite.
    let (hint, squared) = if squared > 1e-20 && squared < 1e20 {
        (hint, squared)
    } else {
        let Some(hint) = hint.try_normalize() else { return keep };
        (hint, 1.0)
    };
    let across = reject(hint, limb);
    let squared_sine = across.length_squared() / squared;
    if squared_sine < 1e-8 {
        decided_by.insert(Decision::HintOnLine);
        return keep;
    }
    let trust = if squared_sine < HINT_CONE_SIN * HINT_CONE_SIN {
        smooth_step(0.0, HINT_CONE_SIN, squared_sine.sqrt())
    } else {
        1.0
    };
    let weight = if problem.hint_weight.is_finite() { problem.hint_weight.clamp(0.0, 1.0) * trust } else { 0.0 };
    if weight == 0.0 {
        return keep;
    }
    let wanted = direction_or(across, bend_swung);
    if weight < 1.0 {
        let angle = bend_swung.cross(wanted).dot(limb).atan2(bend_swung.dot(wanted)) * weight;
        let roll = Quat::from_axis_angle(limb, angle);
        return (direction_or(reject(roll * bend_swung, limb), bend_swung), roll);
    }
    // The axis is known, so that half a turn is no special case.
    let (cosine, sine) = (bend_swung.dot(wanted), bend_swung.cross(wanted).dot(limb));
    (wanted, hinge_turn(limb, [1.0, 0.0], [cosine, sine], 1.0))
}

/// The smallest turn of `from` onto `to`'s direction; none where either has no length.
fn turn_onto(from: Vec3, to: Vec3) -> Quat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => arc_between(from, to),
        _ => Quat::IDENTITY,
    }
}
