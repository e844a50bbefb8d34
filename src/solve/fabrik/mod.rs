//! Forward and backward reaching over a chain of any length.
//!
//! **What it does.** One sweep pulls the chain from the goal to its root and back from the root to its tip, each joint moved along
//! the line to its neighbour; lengths hold by construction after the second half. Between sweeps the shape is extrapolated from the
//! last few, which takes a third of the sweeps; where that does not help, plain sweeps go on alone.
//!
//! **Inputs.** Joint positions root first, in any one space and unit; the goal in the same; how unwilling each bone is to turn;
//! the frames and limits of the joints; the side to which a straight chain bends.
//! **Outputs.** The joints in place, an [`Outcome`], and, for a chain with limits, the turn of each joint in [`Workspace::turns`].
//!
//! **Guarantees.** Finite for finite input. Distances between joints hold to 1e-6 of the chain's length. What is returned is never
//! farther from the goal than the best sweep. The result depends on the arguments alone; the workspace carries nothing from
//! call to call. Nothing is allocated once the workspace is large enough. A joint with a limit ends inside it.
//!
//! **Singular cases.** A goal out of reach straightens a chain without limits towards it, with no jump at the border. A goal too near for
//! the longest bone is taken at the nearest distance to which the chain can fold. A straight chain with the goal on its own
//! line is bent towards the hint first, or to a side that is always the same. Bones without length are carried along.
//!
//! **Sources.** Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the inverse kinematics problem" (2011), with its joint limits in
//! both halves of a sweep. Anderson, "Iterative procedures for nonlinear integral equations" (1965), for the extrapolation of long
//! chains, and Aitken's delta-squared for short ones.
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::fabrik::{self, Params, Workspace};
//!
//! let rest = [0.0, 0.4, 0.8, 1.2].map(|y| Vec3::new(0.0, y, 0.0));
//! let mut joints = rest;
//! let mut workspace = Workspace::for_joints(joints.len());
//! let goal = Vec3::new(0.5, 0.6, 0.2);
//! let outcome = fabrik::solve(&mut joints, &rest, goal, &Params::default(), &mut workspace);
//! assert!(outcome.reached && joints[3].distance(goal) < 1.2e-3);
//! assert!((joints[1].distance(joints[2]) - 0.4).abs() < 1e-6);
//! ```

mod descent;
mod extrapolate;
mod start;
mod sweep;
#[cfg(test)]
mod tests;
pub mod tree;
mod workspace;

use glam::{Quat, Vec3, Vec3A};

use crate::math::{far_apart, shortened};
use crate::solve::limits::Cone;
use crate::solve::{Decision, Decisions};
pub use workspace::Workspace;

/// A tolerance below this is met sooner from the incoming shape than from a bow, which is near the answer but slow to the last digits.
const FINE: f32 = 1e-5;

/// How a chain is solved. Any consistent space and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params<'a> {
    pub method: Method,
    /// A tip nearer to the goal than this share of the chain's length has reached it. Default 1e-3.
    pub tolerance: f32,
    /// Sweeps at most. Default 15.
    pub max_iterations: u32,
    /// How unwilling each bone is to turn from where the bone before carries it, 0..=1, from the root on; missing ones are 0.
    pub stiffness: &'a [f32],
    /// One a bone from the root on, or empty: a chain without limits needs no orientations.
    pub frames: &'a [JointFrame],
    /// The direction in which a straight chain bends; any length. Zero: a side that is always the same.
    pub bend_hint: Vec3,
}

impl Default for Params<'_> {
    fn default() -> Self {
        Self {
            method: Method::default(),
            tolerance: 1e-3,
            max_iterations: 15,
            stiffness: &[],
            frames: &[],
            bend_hint: Vec3::ZERO,
        }
    }
}

/// Which way the chain is brought to its goal. All keep the same promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Sweeps with extrapolation between them: the fewest iterations.
    #[default]
    Extrapolated,
    /// Sweeps alone, as published.
    Plain,
    /// Cyclic coordinate descent: each joint in turn, from the tip on, points the tip at the goal. Turns the joints near the tip most, as a
    /// tail or a tentacle that curls.
    Descent,
}

/// The orientation of one joint as it comes in, and how far it may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointFrame {
    /// The solver's space from the joint, in the incoming pose.
    pub incoming: Quat,
    /// The same if the joint were at rest under the joint before it, which stays as it comes in.
    pub at_rest: Quat,
    /// In the joint's rest frame.
    pub limit: Option<Cone>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Distance from tip to goal.
    pub error: f32,
    pub reached: bool,
    pub iterations: u32,
    pub decided_by: Decisions,
}

/// Moves `joints` (root first; the root stays) so that the last reaches `goal`, keeping the distances between them in `incoming`.
///
/// `incoming` are the joints as the animation has them: stiffness and limits are measured from there. `joints` on entry is where the
/// search starts: the same values, or the last frame's answer for a warm start.
/// Fewer than two joints, a chain without length or a goal that is not finite: nothing moves.
pub fn solve(
    joints: &mut [Vec3],
    incoming: &[Vec3],
    goal: Vec3,
    params: &Params,
    workspace: &mut Workspace,
) -> Outcome {
    let mut decided_by = Decisions::default();
    workspace.clear();
    let (Some(&root), Some(&tip)) = (joints.first(), joints.last()) else {
        return Outcome { error: 0.0, reached: false, iterations: 0, decided_by };
    };
    if !goal.is_finite() {
        decided_by.insert(Decision::GoalNotFinite);
        return Outcome { error: 0.0, reached: false, iterations: 0, decided_by };
    }
    let total: f32 = incoming.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let is_sound = incoming.len() == joints.len()
        && total > f32::MIN_POSITIVE * 1e6
        && total.is_finite()
        && joints.iter().chain(incoming).all(|joint| joint.is_finite());
    if joints.len() < 2 || !is_sound {
        return Outcome { error: far_apart(tip, goal), reached: false, iterations: 0, decided_by };
    }

    // From here on the root is the origin and the chain is one long.
    workspace.load(joints, incoming, total);
    let reach = Vec3A::from(shortened(goal - root, total * 1e6) / total);
    let distance = reach.length();
    let is_limited = params.frames.len() + 1 == joints.len() && params.frames.iter().any(|frame| frame.limit.is_some());
    let is_stiff = params.stiffness.iter().any(|&stiffness| stiffness > 0.0);
    let tolerance = params.tolerance;
    let mut iterations = 0;

    if distance >= 1.0 {
        decided_by.insert(Decision::OutOfReach);
    }
    let nearest = workspace.nearest();
    let target = if distance < nearest {
        decided_by.insert(Decision::TooNear);
        let tip = workspace.tip();
        reach.try_normalize().or_else(|| tip.try_normalize()).unwrap_or(Vec3A::Y) * nearest
    } else {
        reach
    };
    if distance >= 1.0 && !is_limited && !is_stiff {
        workspace.straighten(reach);
        iterations = 1;
    } else if workspace.tip().distance(target) > tolerance || (is_limited && !workspace.is_within(params)) {
        let task = sweep::Task { target, tolerance, params, is_limited, is_stiff };
        let bends = start::unlock(workspace, target, params.bend_hint);
        let bowed = tolerance >= FINE && start::bow(workspace, target, params.bend_hint);
        iterations = match params.method {
            Method::Extrapolated => extrapolate::run(workspace, &task, bends || bowed),
            Method::Plain => sweep::run(workspace, &task, params.max_iterations, bends || bowed),
            Method::Descent => descent::run(workspace, &task, params.max_iterations, bends || bowed),
        };
        if is_limited && workspace.tip().distance(target) > tolerance && params.method != Method::Descent {
            // What the limits took away the other joints make up for, one after the other, as far as their own let them.
            iterations += descent::run(workspace, &task, params.max_iterations, false);
        }
        if workspace.met_limit {
            decided_by.insert(Decision::Limit);
        }
    }
    workspace.store(joints, root, total);
    let error = far_apart(joints[joints.len() - 1], goal);
    let reached = error <= tolerance * total;
    if !reached && iterations >= params.max_iterations && (nearest..1.0).contains(&distance) {
        decided_by.insert(Decision::IterationsSpent);
    }
    Outcome { error, reached, iterations, decided_by }
}
