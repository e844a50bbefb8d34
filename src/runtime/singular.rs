//! Where in a limb's reach its bend plane turns fast.

use glam::Vec3;

use super::bound::{BoundRig, BoundSolver};
use super::{Goal, Inputs};
use crate::ground::NoGround;
use crate::pose::{Globals, Pose};
use crate::solve::singularity::{shell, turn_rate};

/// Spheres through the reach, and points on each.
const LAYERS: u32 = 8;
const AROUND: u32 = 240;
/// The part of the reach that is looked at: nearer and farther the bend plane is next to nothing.
const REACH: [f32; 2] = [0.15, 0.97];
/// How far the goal is moved to either side, by the limb's length.
const STEP: f32 = 1e-3;

/// A goal at which a small step swings the knee or elbow round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingularGoal {
    /// World space, metres.
    pub position_in_world: Vec3,
    /// Of the bend plane, radians a metre of the goal's way.
    pub turn_rate: f32,
}

impl BoundRig {
    /// Goals of the rig's chain with index `chain` at which its bend plane turns by more than `least` radians a metre, with the body in
    /// `pose` at `inputs.root`: 1° a millimetre is 17.45. Goals that `inputs` has for the chain count for its rotation and hint.
    ///
    /// Looks at about two thousand goals, evenly through the reach; takes some milliseconds, allocates, and is meant for tools.
    /// Empty for a chain of many bones and for one that was not fitted. The same for the same arguments.
    pub fn singular_goals(&self, pose: &Pose, chain: usize, least: f32, inputs: &Inputs) -> Vec<SingularGoal> {
        let Some(bound) = self.chains.iter().find(|bound| bound.index == chain && bound.enabled) else {
            return Vec::new();
        };
        let &BoundSolver::TwoBone { mid, .. } = &bound.solver else { return Vec::new() };
        if pose.local().len() != self.skeleton.len() || !inputs.root.is_finite() {
            return Vec::new();
        }
        let scale = inputs.root.scale.abs().max_element();
        let length = bound.length * scale;
        let given = inputs.goals.iter().rev().find(|goal| bound.answers_to(goal.chain));
        let at_rest = Globals::under(&self.skeleton, pose, inputs.root);
        let root = at_rest.position(bound.path[0]);
        let (mut memory, mut posed) = (self.memory(), pose.clone());
        let mut joints = |goal: Vec3| {
            let goals = [Goal {
                chain: &bound.name,
                position_in_world: goal,
                rotation_in_world: given.and_then(|given| given.rotation_in_world),
                hint_in_world: given.and_then(|given| given.hint_in_world),
                weight: 1.0,
            }];
            let inputs = Inputs { goals: &goals, grounded: false, root: inputs.root, ..Inputs::settled(&NoGround) };
            posed.copy_from(pose);
            memory.reset();
            self.solve(&mut posed, &mut memory, &inputs);
            [bound.path[0], bound.path[mid], bound.tip].map(|joint| memory.globals.position(joint))
        };
        let mut found = Vec::new();
        for offset in shell(REACH.map(|share| share * length), LAYERS, AROUND) {
            let goal = root + offset;
            let normal_at = std::cell::RefCell::new(&mut joints);
            let normal = |goal: Vec3| {
                let [root, mid, tip] = (normal_at.borrow_mut())(goal);
                (tip - root).cross(mid - root).try_normalize()
            };
            if let Some(turn_rate) = turn_rate(normal, goal, STEP * length).filter(|rate| *rate > least) {
                found.push(SingularGoal { position_in_world: goal, turn_rate });
            }
        }
        found
    }
}
