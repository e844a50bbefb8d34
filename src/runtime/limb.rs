//! One chain towards its target.

use glam::{Quat, Vec3};

use super::bend;
use super::body::{Body, LimbSpace};
use super::bound::{BoundChain, BoundShoulder, BoundSolver};
use super::memory::{ChainTarget, Outcome};
use crate::math::{arc_between, direction_or};
use crate::skeleton::JointId;
use crate::solve::limits::Cone;
use crate::solve::{Decision, fabrik, shoulder, two_bone};

/// Uneven scales within a limb make turns inexact; this often at most the rest is solved again.
const ROUNDS: u32 = 4;
/// A limb that ends this near to its goal, by its length, and is told nothing of its bend passes through bit for bit.
pub(super) const THERE: f32 = 1e-5;
/// A knee on the ground never locks: 2°. One that came in straighter bends so far as the ground takes the foot away from where it was: over
/// this share of the leg's length, so that ground which asks for nothing changes nothing.
pub(super) const LEAST_FLEX: f32 = 0.034_906_585;
pub(super) const UNLOCKS_OVER: f32 = 0.012;
/// The share of its length that a limb of two bones reaches at that bend, within rounding.
pub(super) const REACH: f32 = 0.9998;

/// Room for the joints of the longest chain.
pub(super) struct Scratch<'a> {
    pub joints: &'a mut Vec<Vec3>,
    pub incoming: &'a mut Vec<Vec3>,
    pub frames: &'a mut Vec<fabrik::JointFrame>,
    /// The chain's limits, as far as they hold: see [`open_limits`].
    pub cones: &'a mut Vec<Cone>,
    pub workspace: &'a mut fabrik::Workspace,
}

impl Scratch<'_> {
    /// The same room for one chain more.
    pub fn again(&mut self) -> Scratch<'_> {
        let Scratch { joints, incoming, frames, cones, workspace } = self;
        Scratch { joints, incoming, frames, cones, workspace }
    }
}

/// Brings the chain's globals up to date, from the top of the skeleton down.
pub(super) fn refresh(body: &mut Body, chain: &BoundChain) {
    body.refresh(&chain.lineage);
    if let Some(carried) = &chain.carried {
        body.refresh(&carried.above);
        body.refresh(&[chain.tip]);
    }
}

/// Where a chain ends, seen from the last joint that turns: fixed while the chain is solved, whether the tip hangs there or is
/// carried along.
struct End {
    /// The tip that hangs there.
    tip: Option<JointId>,
    last: JointId,
    in_last: Vec3,
}

impl End {
    /// Model space.
    #[inline]
    fn position(&self, body: &Body) -> Vec3 {
        match self.tip {
            Some(tip) => body.position(tip),
            None => body.globals.model_from_joint(self.last).transform_point3(self.in_last),
        }
    }
}

/// Where the tip is as seen from the last joint that turns, in the pose as it came in; the chain must be fresh. Zero for a tip
/// that hangs there.
pub(super) fn tip_in_last(body: &Body, chain: &BoundChain) -> Vec3 {
    if chain.carried.is_none() {
        return Vec3::ZERO;
    }
    let last_from_model = body.globals.model_from_joint(chain.path[chain.path.len() - 1]).inverse();
    let in_last = last_from_model.transform_point3(body.position(chain.tip));
    if in_last.is_finite() { in_last } else { Vec3::ZERO }
}

/// A chain as it came in, but for its shoulder, which has turned.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    tip_rotation: Quat,
    shrugged: bool,
}

impl Begun {
    /// How the tip shall be turned, which is `now` where nothing is asked of its place.
    pub fn wanted_rotation(&self, target: &ChainTarget, now: Quat) -> Quat {
        // Without a rotation of its own the tip keeps the one that it came with.
        let kept = if target.weight > 0.0 { self.tip_rotation } else { now };
        match target.rotation {
            Some(rotation) if target.rotation_weight >= 1.0 => rotation,
            Some(rotation) => kept.slerp(rotation, target.rotation_weight),
            None => kept,
        }
    }

    pub fn note(&self, outcome: &mut Outcome) {
        if self.shrugged {
            outcome.decided_by.insert(Decision::Shoulder);
        }
    }
}

/// Turns the shoulder of `chain`, whose globals must be fresh. None where the chain is nowhere, and must be left alone.
pub(super) fn begin(body: &mut Body, chain: &BoundChain, target: &ChainTarget) -> Option<Begun> {
    let tip_rotation = body.rotation(chain.tip);
    if !(body.position(chain.tip).is_finite() && body.position(chain.path[0]).is_finite()) {
        return None;
    }
    let shoulder = chain.shoulder.as_ref().filter(|_| target.weight > 0.0);
    let shrugged = shoulder.is_some_and(|shoulder| shrug(body, chain, shoulder, target));
    Some(Begun { tip_rotation, shrugged })
}

/// Solves `chain`, whose globals must be fresh, and leaves them fresh. `tip_in_last` is that of the pose as it came in.
/// A chain of many bones is solved from its joint `from` on; what is above it is shared with others.
pub(super) fn solve(
    body: &mut Body,
    chain: &BoundChain,
    target: &ChainTarget,
    tip_in_last: Vec3,
    from: usize,
    scratch: Scratch,
) -> Outcome {
    scratch.cones.clear();
    if !chain.limits.is_empty() {
        open_limits(body, chain, target, scratch.cones);
    }
    match begin(body, chain, target) {
        Some(begun) => solve_begun(body, chain, target, begun, tip_in_last, from, scratch),
        None => Outcome::default(),
    }
}

/// [`solve`] of a chain that has begun, with its limits in `scratch`.
pub(super) fn solve_begun(
    body: &mut Body,
    chain: &BoundChain,
    target: &ChainTarget,
    begun: Begun,
    tip_in_last: Vec3,
    from: usize,
    mut scratch: Scratch,
) -> Outcome {
    let mut outcome = Outcome::default();
    if target.weight > 0.0 {
        let tip = Some(chain.tip).filter(|_| chain.carried.is_none());
        let end = End { tip, last: chain.path[chain.path.len() - 1], in_last: tip_in_last };
        outcome = match &chain.solver {
            BoundSolver::TwoBone { .. } => solve_two_bone(body, chain, target, &end, scratch.cones),
            BoundSolver::Fabrik { .. } => solve_fabrik(body, chain, from, target, &mut scratch),
        };
        begun.note(&mut outcome);
        if let Some(carried) = &chain.carried {
            body.refresh(&carried.above);
            body.refresh(&[chain.tip]);
            let by = end.position(body) - body.position(chain.tip);
            if by.length() > chain.length * THERE {
                body.translate(chain.tip, by);
            }
        }
    }
    let wanted = begun.wanted_rotation(target, body.rotation(chain.tip));
    let turn = wanted * body.rotation(chain.tip).conjugate();
    if !is_nothing(turn) {
        body.turn_to(chain.tip, wanted, turn);
    }
    for (limit, cone) in chain.limits.iter().zip(scratch.cones.iter()) {
        if chain.path[limit.at] == chain.tip && hold_joint(body, chain, limit.at, cone) {
            outcome.decided_by.insert(Decision::Limit);
        }
    }
    outcome
}

/// Turns the shoulder towards a goal that the limb reaches with effort or not at all; whether it did.
fn shrug(body: &mut Body, chain: &BoundChain, bound: &BoundShoulder, target: &ChainTarget) -> bool {
    let BoundSolver::TwoBone { mid, .. } = chain.solver else { return false };
    let [upper_arm, elbow] = [0, mid].map(|at| body.position(chain.path[at]));
    let tip = body.position(chain.tip);
    let turn = shoulder::solve(&shoulder::Problem {
        shoulder: body.position(bound.joint),
        upper_arm,
        arm_length: upper_arm.distance(elbow) + elbow.distance(tip),
        goal: tip + (target.position - tip) * target.weight,
        weight: bound.weight,
        offset: bound.offset,
        max_turn: bound.max_turn,
    });
    if is_nothing(turn) {
        return false;
    }
    body.turn(bound.joint, turn);
    body.refresh(&bound.below);
    body.refresh(&chain.path);
    true
}

/// Below the rounding of a product of rotations.
fn is_nothing(turn: Quat) -> bool {
    Vec3::new(turn.x, turn.y, turn.z).length_squared() < 1e-14
}

fn solve_two_bone(body: &mut Body, chain: &BoundChain, target: &ChainTarget, end: &End, cones: &[Cone]) -> Outcome {
    let &BoundSolver::TwoBone { mid, soften_from, max_stretch, bend_range } = &chain.solver else {
        return Outcome::default();
    };
    let (root_joint, mid_joint) = (chain.path[0], chain.path[mid]);
    let root = body.position(root_joint);
    let space = body.limb_space(root_joint);
    let hint = bend::hint(body, chain, target, target.position - root);
    let hint_weight = hint.weight;
    let mut outcome = Outcome::default();
    let mut goal = space.vector(target.position - root);
    let mut weight = target.weight;
    if hint.is_near_singular(body, chain, target) {
        outcome.decided_by.insert(Decision::NearSingular);
    }
    if hint_weight == 0.0 && end.position(body).distance(target.position) < chain.length * THERE {
        return outcome;
    }
    let moved = target.position.distance(end.position(body)) / chain.length;
    for round in 0..ROUNDS {
        let mid_at = space.vector(body.position(mid_joint) - root);
        let tip_at = space.vector(end.position(body) - root);
        let full = mid_at.length() + tip_at.distance(mid_at);
        // The pelvis keeps a standing leg out of the range that is softened; where it lags, the foot must stay on the ground.
        let soften_from = if round > 0 || target.keeps_extension { 1.0 } else { soften_from };
        let bend_range = if target.keeps_extension {
            let [least, greatest] = bend_range.unwrap_or([0.0, std::f32::consts::PI]);
            let is_straight = tip_at.length() >= full * REACH;
            let unlocked = if is_straight { (moved / UNLOCKS_OVER).min(1.0) } else { 1.0 };
            Some([least.max(LEAST_FLEX * unlocked), greatest])
        } else {
            bend_range
        };
        let solution = two_bone::solve(&two_bone::Problem {
            root: Vec3::ZERO,
            mid: mid_at,
            tip: tip_at,
            goal,
            bend_hint: space.vector(hint.direction),
            hint_weight,
            natural_bend: space.vector(body.rotation(root_joint) * chain.bend_in_root),
            weight,
            soften_from,
            max_stretch: if round == 0 { max_stretch } else { 0.0 },
            bend_range,
        });
        body.turn_in(&space, root_joint, solution.root_turn);
        body.refresh(&chain.path[1..=mid]);
        body.turn_in(&space, mid_joint, solution.mid_turn);
        if solution.stretch != 1.0 {
            stretch(body, chain, solution.stretch);
        }
        body.refresh(&chain.path[mid + 1..]);
        let bent = body.pose.get(mid_joint).rotation;
        let limited = hold(body, chain, cones);
        outcome.iterations += 1;
        if limited {
            outcome.decided_by.insert(Decision::Limit);
        }
        if round == 0 {
            outcome.decided_by = outcome.decided_by.union(solution.decided_by);
            goal = solution.tip;
            weight = 1.0;
        }
        let tip_at = space.vector(end.position(body) - root);
        if !(tip_at.distance(goal) > full * 2e-5) {
            break;
        }
        if body.pose.get(mid_joint).rotation != bent {
            // A cone keeps the middle joint from the bend that this distance asks for: as far as it lets go, the goal's way.
            goal = direction_or(goal, tip_at) * tip_at.length();
        }
    }
    outcome
}

/// Lengthens the bones below the root by a factor.
fn stretch(body: &mut Body, chain: &BoundChain, factor: f32) {
    for &joint in &chain.path[1..] {
        let longer = body.pose.get(joint).translation * factor;
        if longer.is_finite() {
            body.local_mut(joint).translation = longer;
        }
    }
    body.refresh(&chain.path[1..]);
}

fn solve_fabrik(
    body: &mut Body,
    chain: &BoundChain,
    from: usize,
    target: &ChainTarget,
    scratch: &mut Scratch,
) -> Outcome {
    let BoundSolver::Fabrik { tolerance, max_iterations, stiffness, method } = &chain.solver else {
        return Outcome::default();
    };
    let path = &chain.path[from..];
    if path.len() < 2 {
        return Outcome::default();
    }
    let root = body.position(path[0]);
    let tip = body.position(chain.tip);
    let goal = (tip - root) + (target.position - tip) * target.weight;
    let hint = bend::hint(body, chain, target, goal);
    let natural = body.turn_from_rest(path[0]) * chain.rest_bend;
    let space = body.limb_space(path[0]);
    scratch.frames.clear();
    if !chain.limits.is_empty() {
        frames(body, chain, from, &space, scratch);
    }
    let params = fabrik::Params {
        method: *method,
        tolerance: *tolerance / chain.length,
        max_iterations: *max_iterations,
        stiffness: stiffness.get(from..).unwrap_or_default(),
        frames: scratch.frames,
        bend_hint: space.vector(natural.lerp(direction_or(hint.direction, natural), hint.weight)),
    };
    let mut outcome = Outcome::default();
    if target.weight < 1.0 {
        outcome.decided_by.insert(Decision::Weight);
    }
    scratch.incoming.clear();
    scratch.incoming.extend(path.iter().map(|&joint| space.vector(body.globals.position(joint) - root)));
    scratch.joints.clear();
    scratch.joints.extend_from_slice(scratch.incoming);
    let solved = fabrik::solve(scratch.joints, scratch.incoming, space.vector(goal), &params, scratch.workspace);
    outcome.iterations += solved.iterations;
    outcome.decided_by = outcome.decided_by.union(solved.decided_by);
    let turns = scratch.workspace.turns();
    for bone in 0..path.len() - 1 {
        let (joint, next) = (path[bone], path[bone + 1]);
        if let Some(&turn) = turns.get(bone) {
            let carried_by = bone.checked_sub(1).map_or(Quat::IDENTITY, |before| turns[before]);
            let own = turn * carried_by.conjugate();
            if !is_nothing(own) {
                body.turn_in(&space, joint, own);
            }
        } else {
            // By the smallest turn from where the bones above have carried it, so that twist is kept.
            let now = space.vector(body.position(next) - body.position(joint));
            turn_onto(body, joint, &space, now, scratch.joints[bone + 1] - scratch.joints[bone]);
        }
        body.refresh(&path[bone + 1..]);
    }
    // Rounding, and scales that are uneven, may leave a joint a trace outside.
    if hold(body, chain, scratch.cones) {
        outcome.decided_by.insert(Decision::Limit);
    }
    outcome
}

/// How the joints of a chain are turned as they come in and at rest, in the limb's space.
fn frames(body: &Body, chain: &BoundChain, from: usize, space: &LimbSpace, scratch: &mut Scratch) {
    let Scratch { frames, cones, .. } = scratch;
    frames.extend(chain.path[..chain.path.len() - 1].iter().enumerate().skip(from).map(|(at, &joint)| {
        let above = body.skeleton.parent(joint).map_or(Quat::IDENTITY, |above| body.globals.rotation(above));
        fabrik::JointFrame {
            incoming: space.rotation(body.globals.rotation(joint)),
            at_rest: space.rotation(above * body.skeleton.rest().get(joint).rotation),
            limit: chain.limits.iter().position(|limit| limit.at == at).and_then(|limit| cones.get(limit).copied()),
        }
    }));
}

/// Turns a joint so that its bone goes from one direction into another; vectors of any length in the limb's space.
fn turn_onto(body: &mut Body, joint: JointId, space: &LimbSpace, now: Vec3, wanted: Vec3) {
    if let (Some(now), Some(wanted)) = (now.try_normalize(), wanted.try_normalize()) {
        let turn = arc_between(now, wanted);
        if !is_nothing(turn) {
            body.turn_in(space, joint, turn);
        }
    }
}

/// The chain's limits in `cones`: a pose that came in outside of one is brought inside as far as the goal counts, so that a goal which
/// fades in brings no jump.
fn open_limits(body: &Body, chain: &BoundChain, target: &ChainTarget, cones: &mut Vec<Cone>) {
    let turned = if target.rotation.is_some() { target.rotation_weight } else { 0.0 };
    let open = 1.0 - target.weight.max(turned).min(1.0);
    cones.extend(chain.limits.iter().map(|limit| {
        let joint = chain.path[limit.at];
        let rest = body.skeleton.rest().get(joint).rotation;
        if open > 0.0 { limit.cone.opened(rest.conjugate() * body.pose.get(joint).rotation, open) } else { limit.cone }
    }));
}

/// Brings the limited joints of a solved chain, but its tip, back inside `cones`; whether any was outside. What is inside keeps its
/// bits.
fn hold(body: &mut Body, chain: &BoundChain, cones: &[Cone]) -> bool {
    let mut limited = false;
    for (limit, cone) in chain.limits.iter().zip(cones) {
        if chain.path[limit.at] != chain.tip {
            limited |= hold_joint(body, chain, limit.at, cone);
        }
    }
    limited
}

fn hold_joint(body: &mut Body, chain: &BoundChain, at: usize, cone: &Cone) -> bool {
    let holds = body.hold(chain.path[at], cone);
    if holds {
        body.refresh(&chain.path[at + 1..]);
    }
    holds
}
