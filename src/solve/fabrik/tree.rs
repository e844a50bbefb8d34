//! Several tips on one root: forward and backward reaching over a tree.
//!
//! **What it does.** One sweep pulls every tip to its goal and what hangs above along, tips first. A joint with several branches (a
//! sub-base) is pulled to a different place by each and takes the mean, by weight. Back from the root every bone regains its length.
//!
//! **Inputs.** Joint positions with parents before children, in any one space and unit, the parent of each, and goals for some.
//! **Outputs.** The joints in place and how each goal was met.
//!
//! **Guarantees.** Finite for finite input; bones keep their length to 1e-6 of the whole; the first joint stays; a chain without branches gives
//! the shape of plain sweeps over it. Joints that lead to no goal are carried along without turning against their parent's way.
//! Allocates nothing once the workspace is large enough. The result depends on the arguments alone.
//!
//! **Singular cases.** Goals that pull apart farther than the bones reach are met as nearly as the weights say. A goal that is not finite counts as
//! none.
//!
//! **Source.** Aristidou and Lasenby, "FABRIK" (2011), section on models with multiple end effectors.
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::fabrik::tree::{self, TreeGoal, TreeParams, TreeWorkspace};
//!
//! // A trunk with two arms.
//! let rest = [[0.0, 0.0], [0.0, 0.5], [-0.4, 0.5], [-0.8, 0.5], [0.4, 0.5], [0.8, 0.5]].map(|[x, y]| Vec3::new(x, y, 0.0));
//! let parents = [None, Some(0), Some(1), Some(2), Some(1), Some(4)];
//! let goals = [(3, Vec3::new(-0.5, 0.9, 0.1)), (5, Vec3::new(0.6, 0.7, 0.2))]
//!     .map(|(joint, position)| TreeGoal { joint, position, weight: 1.0 });
//! let mut joints = rest;
//! let outcome = tree::solve(&mut joints, &parents, &goals, &TreeParams::default(), &mut TreeWorkspace::default());
//! assert!(outcome.reached && joints[3].distance(goals[0].position) < 2.1e-3);
//! ```

use glam::Vec3;

use crate::math::{direction_or, far_apart, shortened};

/// Where one joint of the tree shall go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeGoal {
    /// Index into the joints; usually a leaf, but any joint below the root may have one.
    pub joint: usize,
    pub position: Vec3,
    /// How much this goal's branch counts at a sub-base against the others; 0 is no goal. Not a share of the way: a goal that can be
    /// met is met.
    pub weight: f32,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeParams {
    /// Tips nearer than this share of the sum of all bones have reached. Default 1e-3.
    pub tolerance: f32,
    /// Sweeps at most. Default 30: sub-bases take longer to settle than chains.
    pub max_iterations: u32,
}

impl Default for TreeParams {
    fn default() -> Self {
        Self { tolerance: 1e-3, max_iterations: 30 }
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeOutcome {
    /// The largest distance from a joint to its goal.
    pub error: f32,
    pub reached: bool,
    pub iterations: u32,
}

/// The room that a tree is solved in; carries nothing from call to call.
#[derive(Clone, Debug, Default)]
pub struct TreeWorkspace {
    lengths: Vec<f32>,
    /// The goal of each joint, with its weight.
    goals: Vec<Option<(Vec3, f32)>>,
    /// Where the branches below want each joint, weighted, and the sum of their weights.
    wanted: Vec<(Vec3, f32)>,
    /// Each bone as it comes in, from its parent.
    incoming: Vec<Vec3>,
}

impl TreeWorkspace {
    /// Room for trees of up to `joints` joints. A larger one makes it grow.
    pub fn for_joints(joints: usize) -> Self {
        Self {
            lengths: Vec::with_capacity(joints),
            goals: Vec::with_capacity(joints),
            wanted: Vec::with_capacity(joints),
            incoming: Vec::with_capacity(joints),
        }
    }
}

/// Moves `joints` (parents before children, the first stays) so that those with goals reach them.
///
/// `parents` has one entry a joint; one that names no earlier joint counts as the first joint's child. Goals for joints that are not
/// there are ignored, and of two for one joint the last counts. Without goals, bones or finite positions nothing moves.
pub fn solve(
    joints: &mut [Vec3],
    parents: &[Option<usize>],
    goals: &[TreeGoal],
    params: &TreeParams,
    workspace: &mut TreeWorkspace,
) -> TreeOutcome {
    let TreeWorkspace { lengths, goals: asked, wanted, incoming } = workspace;
    let count = joints.len();
    let parent = |joint: usize| parents.get(joint).copied().flatten().filter(|&parent| parent < joint).unwrap_or(0);
    asked.clear();
    asked.resize(count, None);
    for goal in goals.iter().filter(|goal| goal.position.is_finite() && goal.weight > 0.0 && goal.weight.is_finite()) {
        if let Some(slot) = asked.get_mut(goal.joint).filter(|_| goal.joint > 0) {
            *slot = Some((goal.position, goal.weight));
        }
    }
    lengths.clear();
    incoming.clear();
    for joint in 0..count {
        let bone = if joint == 0 { Vec3::ZERO } else { joints[joint] - joints[parent(joint)] };
        lengths.push(bone.length());
        incoming.push(bone);
    }
    let total: f32 = lengths.iter().sum();
    let error_of = |joints: &[Vec3]| {
        let errors = asked.iter().zip(joints).filter_map(|(goal, &at)| Some(far_apart(goal.as_ref()?.0, at)));
        errors.fold(0.0, f32::max)
    };
    let is_sound = total > f32::MIN_POSITIVE * 1e6 && total.is_finite() && joints.iter().all(|joint| joint.is_finite());
    let near = params.tolerance * total;
    let mut error = if is_sound { error_of(joints) } else { 0.0 };
    let mut iterations = 0;
    if !is_sound || asked.iter().all(Option::is_none) {
        return TreeOutcome { error, reached: false, iterations };
    }
    let root = joints[0];
    // A goal farther than every bone end to end is taken in its direction, where it can be squared.
    let within_range = |goal: Vec3| {
        let way = goal - root;
        let near = shortened(way, total * 1e6);
        if near == way { goal } else { root + near }
    };
    while error > near && iterations < params.max_iterations {
        wanted.clear();
        wanted.resize(count, (Vec3::ZERO, 0.0));
        for joint in (1..count).rev() {
            let (mut sum, mut weight) = wanted[joint];
            if let Some((goal, goal_weight)) = asked[joint] {
                // A joint that has a goal of its own goes there, whatever hangs below.
                (sum, weight) = (within_range(goal) * goal_weight, goal_weight);
            }
            if weight > 0.0 {
                let above = parent(joint);
                joints[joint] = sum / weight;
                let back = direction_or(joints[above] - joints[joint], direction_or(-incoming[joint], Vec3::Y));
                let slot = &mut wanted[above];
                slot.0 += (joints[joint] + back * lengths[joint]) * weight;
                slot.1 += weight;
            }
        }
        joints[0] = root;
        for joint in 1..count {
            let above = parent(joint);
            // What leads to no goal keeps its direction.
            let way = if wanted[joint].1 > 0.0 || asked[joint].is_some() {
                joints[joint] - joints[above]
            } else {
                incoming[joint]
            };
            let way = direction_or(way, direction_or(incoming[joint], Vec3::Y));
            joints[joint] = joints[above] + way * lengths[joint];
        }
        iterations += 1;
        error = error_of(joints);
    }
    TreeOutcome { error, reached: error <= near, iterations }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::solve::fabrik::{self, Method, Params, Workspace};

    /// A trunk of two bones with two arms of three and a head.
    fn torso() -> (Vec<Vec3>, Vec<Option<usize>>) {
        let mut joints = vec![Vec3::ZERO, Vec3::Y * 0.3, Vec3::Y * 0.6];
        let mut parents = vec![None, Some(0), Some(1)];
        for side in [-1.0, 1.0] {
            let mut above = 2;
            for bone in 1..=3 {
                joints.push(Vec3::new(side * (0.1 + 0.25 * bone as f32), 0.55, 0.02 * bone as f32));
                parents.push(Some(above));
                above = joints.len() - 1;
            }
        }
        joints.push(Vec3::Y * 0.8);
        parents.push(Some(2));
        (joints, parents)
    }

    const HANDS: [usize; 2] = [5, 8];

    fn goal(joint: usize, position: Vec3) -> TreeGoal {
        TreeGoal { joint, position, weight: 1.0 }
    }

    fn keeps_lengths(now: &[Vec3], before: &[Vec3], parents: &[Option<usize>]) {
        for (joint, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent {
                let (now, before) = (now[joint].distance(now[parent]), before[joint].distance(before[parent]));
                assert!((now - before).abs() < 1e-5, "joint {joint}: {before} became {now}");
            }
        }
    }

    #[test]
    fn two_hands_are_met_by_one_trunk() {
        let (rest, parents) = torso();
        let mut joints = rest.clone();
        // Both to the left: the trunk must lean.
        let goals = [goal(HANDS[0], Vec3::new(-1.0, 0.5, 0.2)), goal(HANDS[1], Vec3::new(-0.2, 0.7, 0.5))];
        let params = TreeParams { max_iterations: 200, ..TreeParams::default() };
        let outcome = solve(&mut joints, &parents, &goals, &params, &mut TreeWorkspace::default());
        assert!(outcome.reached, "{outcome:?}");
        keeps_lengths(&joints, &rest, &parents);
        assert_eq!(joints[0], rest[0]);
        // The head leads to no goal and keeps its direction.
        assert!((joints[9] - joints[2]).distance(rest[9] - rest[2]) < 1e-6);
    }

    #[test]
    fn goals_that_pull_apart_are_shared_by_weight() {
        let (rest, parents) = torso();
        let solved = |weights: [f32; 2]| {
            let mut joints = rest.clone();
            let goals = [0, 1].map(|hand| TreeGoal {
                weight: weights[hand],
                ..goal(HANDS[hand], Vec3::new([-3.0, 3.0][hand], 0.6, 0.0))
            });
            solve(&mut joints, &parents, &goals, &TreeParams::default(), &mut TreeWorkspace::default());
            keeps_lengths(&joints, &rest, &parents);
            joints[2].x
        };
        assert!(solved([1.0, 1.0]).abs() < 0.02);
        assert!(solved([3.0, 1.0]) < -0.1 && solved([1.0, 3.0]) > 0.1);
    }

    #[test]
    fn a_chain_is_a_tree_too() {
        let rest: Vec<Vec3> = (0..6).map(|k| Vec3::new(0.05 * k as f32, 0.2 * k as f32, 0.0)).collect();
        let parents: Vec<Option<usize>> = (0..6).map(|k: usize| k.checked_sub(1)).collect();
        let at = Vec3::new(0.4, 0.3, 0.2);
        let (mut tree, mut chain) = (rest.clone(), rest.clone());
        let params = TreeParams { tolerance: 1e-4, max_iterations: 100 };
        solve(&mut tree, &parents, &[goal(5, at)], &params, &mut TreeWorkspace::default());
        let plain = Params { method: Method::Plain, tolerance: 1e-4, max_iterations: 100, ..Params::default() };
        fabrik::solve(&mut chain, &rest, at, &plain, &mut Workspace::default());
        for (tree, chain) in tree.iter().zip(&chain) {
            assert!(tree.distance(*chain) < 1e-3, "{tree} {chain}");
        }
    }

    proptest! {
        #[test]
        fn any_tree_and_goals_stay_whole(
            bones in prop::collection::vec((0..20_usize, prop::array::uniform3(-0.5_f32..0.5)), 1..16),
            goals in prop::collection::vec((0..20_usize, prop::array::uniform3(prop_oneof![-2.0_f32..2.0, Just(f32::NAN), Just(3e30)]), -1.0_f32..2.0), 0..4),
        ) {
            let mut rest = vec![Vec3::ZERO];
            let mut parents = vec![None];
            for (parent, bone) in bones {
                let parent = parent % rest.len();
                rest.push(rest[parent] + Vec3::from(bone));
                parents.push(Some(parent));
            }
            let goals: Vec<TreeGoal> = goals.into_iter().map(|(joint, at, weight)| TreeGoal { joint, position: at.into(), weight }).collect();
            let mut joints = rest.clone();
            let mut workspace = TreeWorkspace::default();
            let outcome = solve(&mut joints, &parents, &goals, &TreeParams::default(), &mut workspace);
            prop_assert!(outcome.error.is_finite() && joints.iter().all(|joint| joint.is_finite()));
            keeps_lengths(&joints, &rest, &parents);
            let mut again = rest.clone();
            solve(&mut again, &parents, &goals, &TreeParams::default(), &mut workspace);
            prop_assert_eq!(again, joints);
        }
    }
}
