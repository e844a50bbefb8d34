//! Forward and backward reaching over a chain of any length, after Aristidou and Lasenby, "FABRIK: A fast, iterative
//! solver for the inverse kinematics problem" (2011).
//!
//! One sweep pulls the chain from the goal to its root and back from the root to its tip, each joint moved along the line
//! to its neighbour; lengths hold by construction after the second half.

use glam::Vec3;

use crate::math::{any_orthogonal, arc_between, direction_or, reject};
use crate::solve::{Decision, Decisions};

/// How a chain is solved. Any consistent space and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params<'a> {
    /// A tip nearer to the goal than this has reached it.
    pub tolerance: f32,
    /// Sweeps at most.
    pub max_iterations: u32,
    /// How unwilling each bone is to turn from its incoming direction, 0..=1, from the root on; missing ones are 0.
    pub stiffness: &'a [f32],
    /// How far each bone may turn from the direction in which the bone before it would carry it, radians, from the root on; missing
    /// ones are free. The first is measured from its incoming direction.
    pub max_swing: &'a [f32],
    /// The direction in which a straight chain bends; any length. Zero: a side that is always the same.
    pub bend_hint: Vec3,
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

/// Moves `joints` (root first; the root stays) so that the last reaches `goal`, keeping the distances between them.
///
/// `incoming` are the joints before the call, for stiffness and swing; the same values as `joints` on entry.
/// A goal out of reach straightens the chain towards it; one too near for the longest bone is taken at the nearest distance the
/// chain can fold to. A straight chain with the goal on its own line is bent towards the hint first, so it does not lock.
/// Fewer than two joints, or a goal that is not finite: nothing moves. The result depends on the arguments alone.
pub fn solve(joints: &mut [Vec3], incoming: &[Vec3], goal: Vec3, params: &Params) -> Outcome {
    let mut decided_by = Decisions::default();
    let (Some(&root), Some(&tip)) = (joints.first(), joints.last()) else {
        return Outcome { error: 0.0, reached: false, iterations: 0, decided_by };
    };
    if joints.len() < 2 || incoming.len() != joints.len() || !goal.is_finite() {
        if !goal.is_finite() {
            decided_by.insert(Decision::GoalNotFinite);
        }
        let error = if goal.is_finite() { tip.distance(goal) } else { 0.0 };
        return Outcome { error, reached: false, iterations: 0, decided_by };
    }
    let length = |bone: usize| incoming[bone + 1].distance(incoming[bone]);
    let bones = joints.len() - 1;
    let (mut total, mut longest) = (0.0_f32, 0.0_f32);
    for bone in 0..bones {
        total += length(bone);
        longest = longest.max(length(bone));
    }
    let free = params.max_swing.is_empty() && params.stiffness.iter().all(|&stiffness| stiffness == 0.0);

    let reach = shortened(goal - root, total);
    let distance = reach.length();
    if free && distance >= total {
        decided_by.insert(Decision::OutOfReach);
        let direction = direction_or(reach, Vec3::Y);
        for bone in 0..bones {
            joints[bone + 1] = joints[bone] + direction * length(bone);
        }
        let error = (distance - total).max(0.0);
        return Outcome { error, reached: error <= params.tolerance, iterations: 1, decided_by };
    }
    let nearest = (2.0 * longest - total).max(0.0);
    let target = if distance < nearest {
        decided_by.insert(Decision::TooNear);
        root + direction_or(reach, direction_or(tip - root, Vec3::Y)) * nearest
    } else {
        root + reach
    };
    if distance > total {
        decided_by.insert(Decision::OutOfReach);
    }

    let mut iterations = 0;
    let mut lengths_hold = true;
    if joints[bones].distance(target) > params.tolerance {
        unlock(joints, target, total, params.bend_hint);
        lengths_hold = !bow(joints, target, total, params.bend_hint);
    }
    while iterations < params.max_iterations && (!lengths_hold || joints[bones].distance(target) > params.tolerance) {
        lengths_hold = true;
        joints[bones] = target;
        for bone in (1..bones).rev() {
            let direction = direction_or(joints[bone] - joints[bone + 1], incoming_direction(incoming, bone) * -1.0);
            joints[bone] = joints[bone + 1] + direction * length(bone);
        }
        joints[0] = root;
        for bone in 0..bones {
            let wanted = direction_or(joints[bone + 1] - joints[bone], incoming_direction(incoming, bone));
            let direction =
                if free { wanted } else { restrained(joints, incoming, bone, wanted, params, &mut decided_by) };
            joints[bone + 1] = joints[bone] + direction * length(bone);
        }
        iterations += 1;
    }
    let error = joints[bones].distance(goal);
    let reached = error <= params.tolerance;
    if !reached && iterations == params.max_iterations && distance <= total && distance >= nearest {
        decided_by.insert(Decision::IterationsSpent);
    }
    Outcome { error, reached, iterations, decided_by }
}

fn shortened(v: Vec3, total: f32) -> Vec3 {
    let far = (total * 1e6).max(1.0);
    let largest = v.abs().max_element();
    if largest > far { v * (far / largest) } else { v }
}

fn incoming_direction(incoming: &[Vec3], bone: usize) -> Vec3 {
    direction_or(incoming[bone + 1] - incoming[bone], Vec3::Y)
}

/// The direction of one bone after its stiffness and its swing limit.
fn restrained(
    joints: &[Vec3],
    incoming: &[Vec3],
    bone: usize,
    wanted: Vec3,
    params: &Params,
    decided_by: &mut Decisions,
) -> Vec3 {
    let own = incoming_direction(incoming, bone);
    let carried = match bone.checked_sub(1) {
        Some(before) => {
            let now = direction_or(joints[bone] - joints[before], incoming_direction(incoming, before));
            direction_or(arc_between(incoming_direction(incoming, before), now) * own, own)
        }
        None => own,
    };
    let stiffness = params.stiffness.get(bone).copied().unwrap_or(0.0).clamp(0.0, 1.0);
    let wanted = direction_or(wanted.lerp(carried, stiffness), carried);
    let Some(&max_swing) = params.max_swing.get(bone) else { return wanted };
    let angle = crate::math::angle_between(carried, wanted);
    if angle <= max_swing || angle == 0.0 {
        return wanted;
    }
    decided_by.insert(Decision::Limit);
    let turn = glam::Quat::IDENTITY.slerp(arc_between(carried, wanted), max_swing / angle);
    direction_or(turn * carried, carried)
}

/// Bends a chain that lies on the line to the goal, where every sweep would only slide it along that line.
fn unlock(joints: &mut [Vec3], target: Vec3, total: f32, hint: Vec3) {
    let root = joints[0];
    let line = direction_or(joints[joints.len() - 1] - root, direction_or(target - root, Vec3::Y));
    let off = |point: Vec3| reject(point - root, line).length();
    let straight = joints.iter().all(|&joint| off(joint) < total * 1e-4) && off(target) < total * 1e-4;
    if !straight {
        return;
    }
    let side = direction_or(reject(direction_or(hint, Vec3::ZERO), line), any_orthogonal(line));
    let last = joints.len() - 1;
    for (index, joint) in joints.iter_mut().enumerate().take(last).skip(1) {
        // A shallow bow: enough for the sweeps to find the bend, too little to be seen in the result.
        let along = index as f32 / last as f32;
        *joint += side * (total * 0.4 * along * (1.0 - along));
    }
}

/// Starts a chain that must be almost straight from an almost straight shape, because sweeps take hundreds of rounds to find
/// the last percent of its length. Fades in from 95 % of the length on, so that a goal moving outward meets no jump.
/// Whether it moved anything; the distances between joints are then the guess's, not the chain's.
fn bow(joints: &mut [Vec3], target: Vec3, total: f32, hint: Vec3) -> bool {
    let root = joints[0];
    let distance = target.distance(root);
    let share = ((distance / total - 0.95) / 0.045).clamp(0.0, 1.0);
    let share = share * share * (3.0 - 2.0 * share);
    if share == 0.0 {
        return false;
    }
    let last = joints.len() - 1;
    let line = direction_or(target - root, Vec3::Y);
    let now = direction_or(joints[last] - root, line);
    let swing = arc_between(now, line);
    let bend: Vec3 = joints[1..last].iter().map(|&joint| reject(swing * (joint - root), line)).sum();
    let side = bend
        .try_normalize()
        .or_else(|| reject(direction_or(hint, Vec3::ZERO), line).try_normalize())
        .unwrap_or_else(|| any_orthogonal(line));
    // The sag of a shallow parabola that is longer than its chord by the slack.
    let sag = (0.375 * (total - distance).max(0.0) * total).sqrt();
    for (index, joint) in joints.iter_mut().enumerate().skip(1) {
        let along = index as f32 / last as f32;
        let guess = root + line * (distance * along) + side * (4.0 * sag * along * (1.0 - along));
        *joint = joint.lerp(guess, share);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn params() -> Params<'static> {
        Params { tolerance: 1e-4, max_iterations: 100, stiffness: &[], max_swing: &[], bend_hint: Vec3::ZERO }
    }

    fn run(joints: &[Vec3], goal: Vec3, params: &Params) -> (Vec<Vec3>, Outcome) {
        let mut moved = joints.to_vec();
        let outcome = solve(&mut moved, joints, goal, params);
        for (now, before) in moved.windows(2).zip(joints.windows(2)) {
            let (now, before) = (now[0].distance(now[1]), before[0].distance(before[1]));
            assert!((now - before).abs() < 1e-5 * before.max(1.0), "{before} became {now}");
        }
        (moved, outcome)
    }

    #[test]
    fn a_straight_chain_bends_when_the_goal_is_on_its_line() {
        let chain = [0.0, 0.4, 0.8, 1.2].map(|z| Vec3::new(0.0, 0.0, z));
        let goal = Vec3::new(0.0, 0.0, 1.0);
        let (moved, outcome) = run(&chain, goal, &params());
        assert!(outcome.reached && moved[3].distance(goal) < 1e-4, "{outcome:?}");
        let hinted = run(&chain, goal, &Params { bend_hint: Vec3::new(0.0, 1.0, 0.3), ..params() }).0;
        assert!(hinted[1].y > 0.05 && hinted[2].y > 0.05 && hinted[1].x.abs() < 1e-5, "{hinted:?}");
    }

    #[test]
    fn out_of_reach_is_straight_towards_the_goal() {
        let chain = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.02], [0.0, 0.0, 0.0]].map(Vec3::from);
        let full = chain[0].distance(chain[1]) + chain[1].distance(chain[2]);
        for degree in 0..360 {
            let (sine, cosine) = (degree as f32).to_radians().sin_cos();
            let direction = Vec3::new(cosine, sine, 0.0);
            let (moved, outcome) = run(&chain, chain[0] + direction * 2.0, &params());
            assert!(
                moved[2].distance(chain[0] + direction * full) < 1e-4
                    && outcome.decided_by.contains(Decision::OutOfReach)
            );
        }
    }

    #[test]
    fn no_jump_between_reachable_and_not() {
        let chain = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.02], [0.0, 0.0, 0.0]].map(Vec3::from);
        let direction = Vec3::new(0.6, -0.8, 0.0);
        let full = chain[0].distance(chain[1]) + chain[1].distance(chain[2]);
        let inside = run(&chain, chain[0] + direction * (full - 1e-4), &params()).0;
        let outside = run(&chain, chain[0] + direction * (full + 1e-4), &params()).0;
        for (a, b) in inside.iter().zip(&outside) {
            assert!(a.distance(*b) < 0.02, "{a} {b}");
        }
    }

    #[test]
    fn singular_and_broken_goals_do_no_harm() {
        let chain = [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.0]].map(Vec3::from);
        let (moved, _) = run(&chain, Vec3::new(0.3, 0.8, 0.0), &params());
        assert!(moved[2].distance(Vec3::new(0.416, 0.723, 0.0)) < 1e-3, "{moved:?}");
        let pair = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.1, 0.0]].map(Vec3::from);
        let (moved, outcome) = run(&pair, pair[0], &params());
        assert!(
            (moved[2].distance(pair[0]) - 0.1).abs() < 2e-3 && outcome.decided_by.contains(Decision::TooNear),
            "{moved:?}"
        );
        for goal in [Vec3::NAN, Vec3::INFINITY] {
            assert_eq!(run(&pair, goal, &params()).0, pair);
        }
        assert!(run(&pair, Vec3::splat(3e30), &params()).0.iter().all(|joint| joint.is_finite()));
    }

    #[test]
    fn the_same_shape_far_from_the_origin() {
        let chain = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.7], [0.0, 2.0, 0.0]].map(Vec3::from);
        let goal = Vec3::new(0.4, 1.2, 0.3);
        let offset = Vec3::new(251.0, 5.0, 268.0);
        let near = run(&chain, goal, &params()).0;
        let mut far = chain.map(|joint| joint + offset);
        let incoming = far;
        solve(&mut far, &incoming, goal + offset, &params());
        for (a, b) in near.iter().zip(far) {
            assert!((b - offset).distance(*a) < 1e-3);
        }
    }

    #[test]
    fn swing_limits_hold() {
        let chain: Vec<Vec3> = (0..6).map(|k| Vec3::Y * (0.2 * k as f32)).collect();
        let limited = Params { max_swing: &[0.2; 5], ..params() };
        let (moved, outcome) = run(&chain, Vec3::new(0.9, 0.1, 0.0), &limited);
        let mut before = Vec3::Y;
        for bone in moved.windows(2) {
            let direction = bone[1] - bone[0];
            assert!(crate::math::angle_between(before, direction) < 0.2 + 1e-3);
            before = direction;
        }
        assert!(outcome.decided_by.contains(Decision::Limit) && !outcome.reached);
    }

    proptest! {
        #[test]
        fn nearly_all_goals_within_reach_are_met(seed in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 4..12),
            goal in prop::array::uniform3(-1.0_f32..1.0), share in 0.3_f32..0.9) {
            let mut chain = vec![Vec3::ZERO];
            for step in &seed {
                let last = chain[chain.len() - 1];
                chain.push(last + direction_or(Vec3::from(*step), Vec3::X) * 0.2);
            }
            let full = 0.2 * seed.len() as f32;
            let goal = direction_or(goal.into(), Vec3::Z) * (full * share);
            let (_, outcome) = run(&chain, goal, &Params { tolerance: full * 1e-3, ..params() });
            prop_assert!(outcome.reached, "{outcome:?}");
        }
    }
}
