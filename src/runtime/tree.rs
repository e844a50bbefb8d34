//! Chains of many bones that share a trunk: one trunk for all their goals, then each branch for its own.

use glam::Vec3;

use super::body::Body;
use super::bound::{BoundChain, BoundSolver, BoundTree};
use super::limb;
use super::memory::ChainTarget;
use crate::math::{arc_between, far_apart};
use crate::solve::fabrik::tree::{self, TreeGoal, TreeParams, TreeWorkspace};

/// Sweeps over the tree at most.
const MOST: u32 = 30;
/// A joint with several branches is rigid, which the tree's sweeps do not know: trunk and branches take turns this often at most.
const ROUNDS: u32 = 12;
/// Tips this near to their goals, by the chain's length, have met them.
const MET: f32 = 5e-4;

/// Room for the largest tree.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeScratch {
    pub joints: Vec<Vec3>,
    pub wanted: Vec<Vec3>,
    pub goals: Vec<TreeGoal>,
    pub workspace: TreeWorkspace,
}

impl TreeScratch {
    pub fn new(trees: &[BoundTree]) -> Self {
        let joints = trees.iter().map(|tree| tree.joints.len()).max().unwrap_or(0);
        Self {
            joints: Vec::with_capacity(joints),
            wanted: Vec::with_capacity(joints),
            goals: Vec::with_capacity(trees.iter().map(|tree| tree.chains.len()).max().unwrap_or(0)),
            workspace: TreeWorkspace::for_joints(joints),
        }
    }
}

/// Whether two or more of the tree's chains have goals, so that none of them may move the trunk alone.
pub(super) fn is_pulled(tree: &BoundTree, targets: &[ChainTarget]) -> bool {
    tree.chains.iter().filter(|&&chain| targets[chain].weight > 0.0).count() > 1
}

/// Brings trunk and branches to the tree's goals in turn, until all are met or nothing is gained; leaves the goals of `targets` as whole
/// ones, from where the tips came in.
pub(super) fn settle(
    body: &mut Body,
    tree: &BoundTree,
    chains: &[BoundChain],
    targets: &mut [ChainTarget],
    scratch: &mut TreeScratch,
    limb_scratch: limb::Scratch,
) {
    let limb::Scratch { joints, incoming, frames, cones, workspace } = limb_scratch;
    for &chain in &tree.chains {
        limb::refresh(body, &chains[chain]);
        let (target, tip) = (&mut targets[chain], body.position(chains[chain].tip));
        if target.weight > 0.0 {
            target.position = tip + (target.position - tip) * target.weight;
            target.weight = 1.0;
        }
    }
    let mut last = f32::INFINITY;
    for _ in 0..ROUNDS {
        pull_trunk(body, tree, chains, targets, scratch);
        let mut farthest = 0.0_f32;
        for (&chain, &from) in tree.chains.iter().zip(&tree.own_from) {
            let (bound, target) = (&chains[chain], &targets[chain]);
            if target.weight > 0.0 {
                limb::refresh(body, bound);
                let scratch = limb::Scratch { joints, incoming, frames, cones, workspace };
                limb::solve(body, bound, target, Vec3::ZERO, from, scratch);
                farthest = farthest.max(far_apart(body.position(bound.tip), target.position) / bound.length);
            }
        }
        if farthest < MET || farthest > last * 0.95 {
            break;
        }
        last = farthest;
    }
}

/// Turns the trunk so that every goal of the tree can be met as nearly as can be; the branches are solved after it, one by one.
pub(super) fn pull_trunk(
    body: &mut Body,
    tree: &BoundTree,
    chains: &[BoundChain],
    targets: &[ChainTarget],
    scratch: &mut TreeScratch,
) {
    for &chain in &tree.chains {
        body.refresh(&chains[chain].lineage);
    }
    let root = body.position(tree.joints[0]);
    let space = body.limb_space(tree.joints[0]);
    let TreeScratch { joints, wanted, goals, workspace } = scratch;
    joints.clear();
    joints.extend(tree.joints.iter().map(|&joint| space.vector(body.position(joint) - root)));
    wanted.clear();
    wanted.extend_from_slice(joints);
    goals.clear();
    let mut tolerance = f32::INFINITY;
    for (&chain, &tip) in tree.chains.iter().zip(&tree.tips) {
        let target = &targets[chain];
        if target.weight > 0.0 {
            let from = body.position(tree.joints[tip]);
            let goal = from + (target.position - from) * target.weight;
            goals.push(TreeGoal { joint: tip, position: space.vector(goal - root), weight: target.weight });
        }
        if let BoundSolver::Fabrik { tolerance: own, .. } = &chains[chain].solver {
            tolerance = tolerance.min(own / chains[chain].length);
        }
    }
    // Nearer than the chains themselves need: the rest is for what rigid joints take away.
    let params = TreeParams { tolerance: tolerance * 0.1, max_iterations: MOST };
    tree::solve(wanted, &tree.parents, goals, &params, workspace);
    for joint in (0..tree.joints.len()).filter(|&joint| tree.is_shared[joint]) {
        // A joint with several branches turns the mean of their directions onto the mean of where they shall go.
        let (mut now, mut then) = (Vec3::ZERO, Vec3::ZERO);
        let here = space.vector(body.position(tree.joints[joint]) - root);
        for child in (0..tree.joints.len()).filter(|&child| tree.parents[child] == Some(joint)) {
            let at = space.vector(body.position(tree.joints[child]) - root);
            if let (Some(from), Some(to)) =
                ((at - here).try_normalize(), (wanted[child] - wanted[joint]).try_normalize())
            {
                now += from;
                then += to;
            }
        }
        if let (Some(now), Some(then)) = (now.try_normalize(), then.try_normalize()) {
            body.turn_in(&space, tree.joints[joint], arc_between(now, then));
            body.refresh(&tree.joints);
        }
    }
}
