//! Turns the clavicle towards a far goal before the arm is solved.
//!
//! **What it does.** An arm that must stretch takes its shoulder along. The clavicle turns from where the upper arm hangs towards the
//! goal, by `clamp((|goal − upper arm| / arm length − 1 + offset) · weight, 0, 1)` of half of the way; then the arm is solved from there.
//!
//! **Inputs.** [`Problem`], in any one space and unit. **Output.** The turn of the clavicle in that space, unit.
//!
//! **Guarantees.** The identity, bit for bit, for goals nearer than `(1 − offset)` of the arm's length, for weight 0, and for input that is not
//! finite. Never more than `max_turn`. Continuous in the goal.
//!
//! **Singular cases.** A goal on the clavicle, an arm or a clavicle without length: the identity.
//!
//! **Source.** The share is the one that animators know from full-body rigs for games; turning at most half of the way, so that a goal on the
//! far side of the body does not spin the clavicle, is this crate's own.
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::shoulder::{self, Problem};
//!
//! let problem = Problem {
//!     shoulder: Vec3::new(0.02, 1.4, 0.0),
//!     upper_arm: Vec3::new(0.17, 1.4, 0.0),
//!     arm_length: 0.5,
//!     goal: Vec3::new(0.17, 1.9, 0.3),
//!     weight: 1.5,
//!     offset: 0.2,
//!     max_turn: 0.5,
//! };
//! let moved = problem.shoulder + shoulder::solve(&problem) * (problem.upper_arm - problem.shoulder);
//! assert!(moved.distance(problem.goal) < problem.upper_arm.distance(problem.goal) - 0.02);
//! ```

use glam::{Quat, Vec3};

use crate::math::{arc_between, direction_or};

/// What is asked of a shoulder. Any consistent space and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The clavicle's joint.
    pub shoulder: Vec3,
    pub upper_arm: Vec3,
    /// Upper arm to hand, over the elbow.
    pub arm_length: f32,
    pub goal: Vec3,
    /// Default 1.5. 0 leaves the shoulder alone.
    pub weight: f32,
    /// Added to the reach before it is weighed; the shoulder starts to help this share of the arm's length before the
    /// goal is out of reach. Default 0.2.
    pub offset: f32,
    /// Radians at most. 0..=π.
    pub max_turn: f32,
}

/// The turn of the clavicle: from where the upper arm hangs towards the goal, by
/// `clamp((|goal − upper arm| / arm length − 1 + offset) · weight, 0, 1)` of the way.
pub fn solve(problem: &Problem) -> Quat {
    let Problem { shoulder, upper_arm, arm_length, goal, weight, offset, max_turn } = *problem;
    if !(goal.is_finite() && arm_length > f32::MIN_POSITIVE) {
        return Quat::IDENTITY;
    }
    let share = ((goal.distance(upper_arm) / arm_length - 1.0 + offset) * weight).clamp(0.0, 1.0);
    let bone = upper_arm - shoulder;
    let (Some(from), Some(to)) = (bone.try_normalize(), (goal - shoulder).try_normalize()) else {
        return Quat::IDENTITY;
    };
    if !(share > 0.0) {
        return Quat::IDENTITY;
    }
    // Half of the way at most in one step of blending, so that opposite directions do not spin the clavicle.
    let toward = direction_or(from.lerp(to, share * 0.5), from);
    let turn = arc_between(from, toward);
    let angle = crate::math::angle_between(from, toward);
    if angle > max_turn && angle > 0.0 { Quat::IDENTITY.slerp(turn, max_turn / angle) } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(goal: Vec3) -> Problem {
        Problem {
            shoulder: Vec3::new(0.02, 1.4, 0.0),
            upper_arm: Vec3::new(0.17, 1.4, 0.0),
            arm_length: 0.5,
            goal,
            weight: 1.5,
            offset: 0.2,
            max_turn: 0.6,
        }
    }

    #[test]
    fn a_near_goal_leaves_the_shoulder_alone() {
        // 0.39 of 0.5 away: 0.78 − 1 + 0.2 is below zero.
        assert_eq!(solve(&problem(Vec3::new(0.17, 1.4, 0.39))), Quat::IDENTITY);
    }

    #[test]
    fn a_far_goal_brings_the_arm_nearer() {
        let p = problem(Vec3::new(0.17, 1.9, 0.3));
        let moved = p.shoulder + solve(&p) * (p.upper_arm - p.shoulder);
        assert!(moved.distance(p.goal) < p.upper_arm.distance(p.goal) - 0.02, "{moved}");
    }

    #[test]
    fn the_turn_is_capped_and_finite() {
        for goal in [Vec3::new(-50.0, 1.4, 0.0), Vec3::new(0.02, 1.4, 0.0), Vec3::NAN, Vec3::splat(3e30)] {
            let turn = solve(&problem(goal));
            assert!(turn.is_finite() && crate::math::angle_between(turn * Vec3::X, Vec3::X) < 0.601);
        }
    }
}
