//! One chain, solved both as a chain of many bones and, where it has two, as a limb.

use surefoot::glam::{Quat, Vec3};
use surefoot::solve::fabrik::{self, Method, Params, Workspace};
use surefoot::solve::two_bone::{self, Problem};

pub const METHODS: [Method; 3] = [Method::Extrapolated, Method::Plain, Method::Descent];

pub fn points<const N: usize>(joints: [[f32; 3]; N]) -> [Vec3; N] {
    joints.map(Vec3::from)
}

/// Solved as a chain to a ten-thousandth of its length.
pub fn swept(joints: &[Vec3], goal: Vec3, pole: Option<Vec3>, method: Method) -> (Vec<Vec3>, fabrik::Outcome) {
    let mut moved = joints.to_vec();
    let bend_hint = pole.map_or(Vec3::ZERO, |pole| pole - joints[0]);
    let params = Params { method, tolerance: 1e-4, max_iterations: 100, bend_hint, ..Params::default() };
    let outcome = fabrik::solve(&mut moved, joints, goal, &params, &mut Workspace::default());
    (moved, outcome)
}

pub fn limb(joints: [Vec3; 3], goal: Vec3) -> Problem {
    let [root, mid, tip] = joints;
    Problem {
        root,
        mid,
        tip,
        goal,
        bend_hint: Vec3::ZERO,
        hint_weight: 1.0,
        natural_bend: Vec3::ZERO,
        weight: 1.0,
        soften_from: 1.0,
        max_stretch: 0.0,
        bend_range: None,
    }
}

/// The limb's joints after its turns are applied as the contract says, not as the solver tells them.
pub fn turned(problem: &Problem) -> ([Vec3; 3], two_bone::Solution) {
    let solution = two_bone::solve(problem);
    let upper: Quat = solution.root_turn;
    let mid = problem.root + upper * (problem.mid - problem.root) * solution.stretch;
    let tip = mid + solution.mid_turn * (upper * (problem.tip - problem.mid)) * solution.stretch;
    ([problem.root, mid, tip], solution)
}

pub fn near(point: Vec3, right: [f32; 3]) {
    assert!(point.distance(right.into()) < 1e-3, "{point} is not {right:?}");
}

/// That every bone is as long as it was.
pub fn keeps_lengths(now: &[Vec3], before: &[Vec3]) {
    for (now, before) in now.windows(2).zip(before.windows(2)) {
        let (now, before) = (now[0].distance(now[1]), before[0].distance(before[1]));
        assert!(now.is_finite() && (now - before).abs() < 1e-4 * before.max(1.0), "{before} became {now}");
    }
}
