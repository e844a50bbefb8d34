//! Hangs a body from its hands.
//!
//! **What it does.** Says how a body must be moved and tilted so that it hangs from hands that hold on to something: arms nearly
//! straight, each hand within reach, the body below and in front of what it holds. It tilts a little towards the lower hand, and
//! one that hangs by a single hand tilts until its weight comes nearer to lying under that hand.
//!
//! **Inputs.** [`Problem`], in any one space and unit. **Output.** [`Solution`]: a turn about the body's centre, then an offset.
//!
//! **Guarantees.** Finite for finite input, the identity for input that is not. Where both arms can reach, both do, and the arm that
//! is stretched most is stretched to exactly `straightness`. Mirrored input gives mirrored output. Continuous in the hands. The body
//! is never nearer than `stand_off` to the hands along `out`, as long as an arm can be that long; else as far off as it can.
//!
//! **Singular cases.** No arms, arms without length or hands that are not finite: nothing is moved. Hands wider apart than both arms
//! reach: level with the hands, between them, [`Solution::reaches`] is false. `out` of zero: straight below. Hands that are crossed
//! or one above the other tilt the body by no more than `max_tilt`.
//!
//! **Source.** Statics: a body hangs with its weight below what it hangs from. The choice of the lowest place that both arms allow is
//! this crate's own.
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::hang::{self, Arm, Problem};
//!
//! let arm = |side: f32| Arm { shoulder: Vec3::new(0.2 * side, 1.4, 0.0), length: 0.5, hand: Vec3::new(0.2 * side, 2.0, 0.3) };
//! let hung = hang::solve(&Problem { arms: &[arm(1.0), arm(-1.0)], ..Problem::below(Vec3::Y * 0.9) });
//! // Straight below the hands, which are 0.97 · 0.5 m over the shoulders.
//! assert!(hung.offset.distance(Vec3::new(0.0, 2.0 - 0.485 - 1.4, 0.3)) < 1e-5);
//! assert!(hung.reaches);
//! ```

use glam::{Quat, Vec3};

use crate::math::{arc_between, direction_or, reject};

/// An arm that holds on to something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Where the upper arm begins, before the body is moved.
    pub shoulder: Vec3,
    /// Shoulder to hand over the elbow.
    pub length: f32,
    /// Where the hand holds on.
    pub hand: Vec3,
}

/// A body and what it hangs from. Any consistent space and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem<'a> {
    /// One or two; more are treated alike, and only the first two tilt the body.
    pub arms: &'a [Arm],
    /// The body's centre of mass, about which it tilts: the pelvis does.
    pub centre: Vec3,
    /// Against gravity; unit.
    pub up: Vec3,
    /// From what is held to where the body hangs; any length, taken across `up`. Zero hangs it straight below.
    pub out: Vec3,
    /// How far in front of the hands the shoulders hang along `out`.
    pub stand_off: f32,
    /// Share of its length to which the arm that is stretched most is stretched. 0.5..=1, default 0.97.
    pub straightness: f32,
    /// Radians. 0..=π/2, default 0.2.
    pub max_tilt: f32,
}

impl Problem<'static> {
    /// With the defaults, without arms, +Y up, straight below.
    pub fn below(centre: Vec3) -> Self {
        Self { arms: &[], centre, up: Vec3::Y, out: Vec3::ZERO, stand_off: 0.0, straightness: 0.97, max_tilt: 0.2 }
    }
}

/// How the body goes: turned about its centre, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    pub turn: Quat,
    pub offset: Vec3,
    /// Whether every hand is within its arm's length afterwards.
    pub reaches: bool,
}

/// Hangs a body from its hands.
pub fn solve(problem: &Problem) -> Solution {
    let nothing = Solution { turn: Quat::IDENTITY, offset: Vec3::ZERO, reaches: false };
    let sound = |arm: &Arm| {
        arm.shoulder.is_finite() && arm.hand.is_finite() && arm.length > f32::MIN_POSITIVE && arm.length.is_finite()
    };
    let Problem { arms, centre, out, stand_off, .. } = *problem;
    if arms.is_empty() || !arms.iter().all(sound) || !centre.is_finite() {
        return nothing;
    }
    let up = direction_or(problem.up, Vec3::Y);
    let straightness = within(problem.straightness, 0.5, 1.0);
    let turn = tilt(problem, up, within(problem.max_tilt, 0.0, std::f32::consts::FRAC_PI_2));
    let shoulder = |arm: &Arm| centre + turn * (arm.shoulder - centre);

    let count = arms.len() as f32;
    let hands = arms.iter().map(|arm| arm.hand).sum::<Vec3>() / count;
    let shoulders = arms.iter().map(shoulder).sum::<Vec3>() / count;
    let shortest = arms.iter().map(|arm| arm.length).fold(f32::INFINITY, f32::min);
    // Farther than this in front an arm would hold the body level.
    let off = within(stand_off, 0.0, shortest * straightness * 0.9);
    let front = direction_or(reject(out, up), Vec3::ZERO);
    let foremost = arms.iter().map(|arm| (arm.hand - hands).dot(front)).fold(0.0, f32::max);
    let level = reject(hands - shoulders, up) + front * (off + foremost);
    // As low as the arm allows that holds it highest.
    let heights = arms.iter().map(|arm| {
        let way = arm.hand - (shoulder(arm) + level);
        let reach = arm.length * straightness;
        way.dot(up) - (reach * reach - reject(way, up).length_squared()).max(0.0).sqrt()
    });
    let offset = level + up * heights.fold(f32::NEG_INFINITY, f32::max);
    if !(offset.is_finite() && turn.is_finite()) {
        return nothing;
    }
    let reaches = arms.iter().all(|arm| (shoulder(arm) + offset).distance(arm.hand) <= arm.length * (1.0 + 1e-5));
    Solution { turn, offset, reaches }
}

/// Moves a hanging body, whose shoulders and hands are given, by as little as brings every hand within `longest` of its arm's length.
/// For a body that follows what it hangs from with a delay.
pub fn hold_on(arms: &[Arm], longest: f32) -> Vec3 {
    let mut by = Vec3::ZERO;
    for _ in 0..8 {
        let mut all_reach = true;
        for arm in arms {
            let way = arm.hand - (arm.shoulder + by);
            let (far, reach) = (way.length(), arm.length * longest);
            if far > reach && far.is_finite() {
                all_reach = false;
                by += way * (1.0 - reach / far);
            }
        }
        if all_reach {
            break;
        }
    }
    if by.is_finite() { by } else { Vec3::ZERO }
}

fn tilt(problem: &Problem, up: Vec3, most: f32) -> Quat {
    match *problem.arms {
        [only] => {
            // The weight goes under the hand.
            let (from, to) = (problem.centre - only.shoulder, -up);
            let Some(from) = from.try_normalize() else { return Quat::IDENTITY };
            let angle = crate::math::angle_between(from, to);
            if angle > most { Quat::IDENTITY.slerp(arc_between(from, to), most / angle) } else { arc_between(from, to) }
        }
        [first, second, ..] => {
            let (shoulders, hands) = (second.shoulder - first.shoulder, second.hand - first.hand);
            let Some(across) = reject(shoulders, up).try_normalize() else { return Quat::IDENTITY };
            let width = shoulders.dot(across);
            let slant = |v: Vec3| v.dot(up).atan2(width);
            let angle = (slant(hands) - slant(shoulders)).clamp(-most, most);
            // From `across` towards `up`.
            Quat::from_axis_angle(direction_or(across.cross(up), Vec3::X), angle)
        }
        [] => Quat::IDENTITY,
    }
}

/// What is not a number counts as the least.
fn within(value: f32, least: f32, most: f32) -> f32 {
    if value >= least { value.min(most) } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTRE: Vec3 = Vec3::new(0.0, 0.9, 0.0);

    fn arm(side: f32, hand: Vec3) -> Arm {
        Arm { shoulder: Vec3::new(0.2 * side, 1.4, 0.0), length: 0.5, hand }
    }

    fn after(solution: &Solution, point: Vec3) -> Vec3 {
        CENTRE + solution.turn * (point - CENTRE) + solution.offset
    }

    /// 0.4 m in front of hands 0.2 m wider apart than the shoulders: √(0.485² − 0.4² − 0.1²) = 0.25542 m below them.
    #[test]
    fn the_body_stands_off_in_front_with_its_arms_nearly_straight() {
        let arms = [1.0, -1.0].map(|side| arm(side, Vec3::new(0.3 * side, 2.5, -1.0)));
        let hung =
            solve(&Problem { arms: &arms, out: Vec3::new(0.0, 7.0, 2.0), stand_off: 0.4, ..Problem::below(CENTRE) });
        assert!(hung.reaches && hung.turn.is_near_identity());
        for arm in arms {
            let shoulder = after(&hung, arm.shoulder);
            assert!((shoulder.distance(arm.hand) - 0.485).abs() < 1e-5);
            assert!((shoulder.z - -0.6).abs() < 1e-6 && (shoulder.y - (2.5 - 0.255_42)).abs() < 1e-4, "{shoulder}");
        }
    }

    #[test]
    fn it_tilts_towards_the_lower_hand_and_both_still_reach() {
        let arms = [arm(1.0, Vec3::new(0.2, 2.3, 0.0)), arm(-1.0, Vec3::new(-0.2, 2.26, 0.0))];
        let hung = solve(&Problem { arms: &arms, ..Problem::below(CENTRE) });
        // 4 cm over the shoulders' 40 cm, about z.
        let (axis, angle) = hung.turn.to_axis_angle();
        assert!((angle * axis.z - 0.1_f32.atan()).abs() < 1e-4, "{axis} {angle}");
        let stretched = arms.map(|arm| after(&hung, arm.shoulder).distance(arm.hand));
        assert!(hung.reaches && stretched.iter().all(|far| *far < 0.485 + 1e-5 && *far > 0.48), "{stretched:?}");
        // Hands a metre apart in height tilt it by the most and not beyond.
        let steep = [arm(1.0, Vec3::new(0.2, 2.8, 0.0)), arm(-1.0, Vec3::new(-0.2, 1.8, 0.0))];
        let hung = solve(&Problem { arms: &steep, ..Problem::below(CENTRE) });
        assert!((hung.turn.to_axis_angle().1 - 0.2).abs() < 1e-5);
    }

    #[test]
    fn by_one_hand_the_weight_comes_nearer_to_lying_below_it() {
        let only = [arm(1.0, Vec3::new(0.2, 2.4, 0.0))];
        let hung = solve(&Problem { arms: &only, ..Problem::below(CENTRE) });
        assert!(after(&hung, only[0].shoulder).distance(Vec3::new(0.2, 2.4 - 0.485, 0.0)) < 1e-5);
        let off = |centre: Vec3| (centre.x - 0.2).abs();
        assert!(off(after(&hung, CENTRE)) < 0.11, "{}", after(&hung, CENTRE));
        // Allowed to, it lies below the hand.
        let hung = solve(&Problem { arms: &only, max_tilt: 1.0, ..Problem::below(CENTRE) });
        assert!(off(after(&hung, CENTRE)) < 1e-5 && hung.reaches);
    }

    #[test]
    fn mirrored_and_scaled_input_gives_mirrored_and_scaled_output() {
        let arms = [arm(1.0, Vec3::new(0.1, 2.3, 0.2)), arm(-1.0, Vec3::new(-0.4, 2.4, 0.1))];
        let problem = Problem { arms: &arms, out: Vec3::new(0.3, 0.0, 1.0), stand_off: 0.2, ..Problem::below(CENTRE) };
        let hung = solve(&problem);
        let flip = |v: Vec3| v * Vec3::new(-1.0, 1.0, 1.0);
        let mirrored = arms.map(|arm| Arm { shoulder: flip(arm.shoulder), hand: flip(arm.hand), ..arm });
        let other = solve(&Problem { arms: &mirrored, out: flip(problem.out), ..problem });
        assert!(flip(hung.offset).distance(other.offset) < 1e-6);
        let turn = Quat::from_xyzw(hung.turn.x, -hung.turn.y, -hung.turn.z, hung.turn.w);
        assert!(turn.dot(other.turn).abs() > 1.0 - 1e-6);
        for scale in [0.01, 100.0] {
            let scaled = arms.map(|arm| Arm {
                shoulder: arm.shoulder * scale,
                hand: arm.hand * scale,
                length: arm.length * scale,
            });
            let problem = Problem { arms: &scaled, centre: CENTRE * scale, stand_off: 0.2 * scale, ..problem };
            assert!(solve(&problem).offset.distance(hung.offset * scale) < 1e-5 * scale);
        }
    }

    #[test]
    fn hands_out_of_reach_and_broken_numbers_are_answered() {
        let wide = [1.0, -1.0].map(|side| arm(side, Vec3::new(3.0 * side, 2.0, 0.0)));
        let hung = solve(&Problem { arms: &wide, ..Problem::below(CENTRE) });
        assert!(!hung.reaches && (after(&hung, wide[0].shoulder).y - 2.0).abs() < 1e-5);
        let far =
            solve(&Problem { arms: &[arm(1.0, Vec3::Y)], out: Vec3::Z, stand_off: 9.0, ..Problem::below(CENTRE) });
        assert!(far.reaches && far.offset.is_finite());
        for bad in [Vec3::NAN, Vec3::splat(f32::INFINITY)] {
            let hung = solve(&Problem { arms: &[arm(1.0, bad)], ..Problem::below(CENTRE) });
            assert_eq!((hung.turn, hung.offset), (Quat::IDENTITY, Vec3::ZERO));
        }
        let numbers = [f32::NAN, f32::INFINITY, -1.0, 1e30];
        for bad in numbers {
            let arms = [arm(1.0, Vec3::Y * 2.0)];
            let problem = Problem {
                arms: &arms,
                out: Vec3::splat(bad),
                up: Vec3::splat(bad),
                stand_off: bad,
                straightness: bad,
                max_tilt: bad,
                ..Problem::below(CENTRE)
            };
            let hung = solve(&problem);
            assert!(hung.offset.is_finite() && hung.turn.is_finite());
        }
        assert_eq!(solve(&Problem::below(CENTRE)).offset, Vec3::ZERO);
    }

    #[test]
    fn a_body_that_lags_is_pulled_within_reach_and_no_farther() {
        let arms = [1.0, -1.0].map(|side| arm(side, Vec3::new(0.2 * side, 2.0, 0.0)));
        assert!(hold_on(&arms, 1.0).distance(Vec3::Y * 0.1) < 1e-5);
        let near = [1.0, -1.0].map(|side| arm(side, Vec3::new(0.2 * side, 1.8, 0.0)));
        assert_eq!(hold_on(&near, 1.0), Vec3::ZERO);
        assert_eq!(hold_on(&[arm(1.0, Vec3::NAN)], 1.0), Vec3::ZERO);
    }
}
