use super::*;
use proptest::prelude::*;

fn problem(joints: [[f32; 3]; 3], goal: [f32; 3]) -> Problem {
    let [root, mid, tip] = joints.map(Vec3::from);
    Problem {
        root,
        mid,
        tip,
        goal: goal.into(),
        bend_hint: Vec3::ZERO,
        hint_weight: 1.0,
        natural_bend: Vec3::ZERO,
        weight: 1.0,
        soften_from: 1.0,
        max_stretch: 0.0,
        bend_range: None,
    }
}

/// Where the joints are after the turns are applied as the contract says.
fn applied(problem: &Problem, solution: &Solution) -> (Vec3, Vec3) {
    let mid = problem.root + solution.root_turn * (problem.mid - problem.root) * solution.stretch;
    let tip = mid + solution.mid_turn * (solution.root_turn * (problem.tip - problem.mid)) * solution.stretch;
    (mid, tip)
}

fn near(a: Vec3, b: [f32; 3]) {
    assert!(a.distance(b.into()) < 1e-3, "{a} is not {b:?}");
}

#[test]
fn a_bone_without_length_is_carried_along() {
    let p = problem([[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.0]], [0.3, 0.8, 0.0]);
    let (mid, tip) = applied(&p, &solve(&p));
    near(mid, [0.0, 1.0, 0.0]);
    near(tip, [0.416, 0.723, 0.0]);
}

#[test]
fn a_goal_on_the_root_folds_the_limb_towards_the_hint() {
    let mut p = problem([[0.0, 1.0, 0.0], [0.0, 0.6, 0.3], [0.0, 0.1, 0.3]], [0.0, 1.0, 0.0]);
    p.bend_hint = Vec3::new(0.0, 0.6, 1.0) - p.root;
    let (mid, tip) = applied(&p, &solve(&p));
    near(tip, [0.0, 1.0, 0.0]);
    assert!((mid.distance(p.root) - 0.5).abs() < 1e-3 && mid.z > 0.1, "{mid}");
}

#[test]
fn unequal_bones_cannot_reach_their_root() {
    let p = problem([[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.1, 0.0]], [0.0, 1.0, 0.0]);
    let solution = solve(&p);
    assert!((applied(&p, &solution).1.distance(p.root) - 0.1).abs() < 1e-4);
    assert!(solution.decided_by.contains(Decision::TooNear));
}

#[test]
fn a_straight_leg_bends_the_natural_way() {
    for facing in [Vec3::Z, Vec3::NEG_Z] {
        let mut p = problem([[0.1, 0.9, 0.0], [0.1, 0.5, 0.0], [0.1, 0.1, 0.0]], [0.1, 0.4, 0.0]);
        p.natural_bend = facing;
        near(applied(&p, &solve(&p)).0, [0.1, 0.65, 0.312 * facing.z]);
    }
}

#[test]
fn a_knee_behind_the_line_is_overstretched_not_bent() {
    let mut p = problem([[0.1, 0.9, 0.0], [0.1, 0.5, -0.02], [0.1, 0.1, 0.0]], [0.1, 0.4, 0.0]);
    p.natural_bend = Vec3::Z;
    let solution = solve(&p);
    assert!(applied(&p, &solution).0.z > 0.3);
    // Only the hinge moves: the body's left stays its left.
    assert!((solution.root_turn * Vec3::X).distance(Vec3::X) < 1e-3, "{:?}", solution.root_turn * Vec3::X);
}

#[test]
fn a_hint_on_the_line_keeps_the_bend_plane() {
    let mut p = problem([[0.0, 1.4, 0.0], [0.3, 1.4, -0.05], [0.6, 1.4, 0.0]], [0.5, 1.4, 0.0]);
    p.bend_hint = Vec3::new(1.0, 1.4, 0.0) - p.root;
    let solution = solve(&p);
    // Bones are sqrt(0.3² + 0.05²) long; half of the way is 0.25.
    near(applied(&p, &solution).0, [0.25, 1.4, -0.173]);
    assert!(solution.decided_by.contains(Decision::HintOnLine));
    for step in 0..=20 {
        p.bend_hint = Vec3::new(1.0, 1.41 - 0.001 * step as f32, 0.0) - p.root;
        let (mid, tip) = applied(&p, &solve(&p));
        assert!((mid.distance(p.root) - 0.304).abs() < 1e-3 && tip.distance(p.goal) < 1e-4);
    }
}

#[test]
fn out_of_reach_is_straight_and_keeps_its_length() {
    let p = problem([[0.1, 0.9, 0.0], [0.1, 0.5, 0.0], [0.1, 0.1, 0.0]], [0.1, -0.3, 0.0]);
    let solution = solve(&p);
    near(applied(&p, &solution).1, [0.1, 0.1, 0.0]);
    assert!(solution.decided_by.contains(Decision::OutOfReach));
}

#[test]
fn softening_never_snaps_straight_and_never_goes_backward() {
    let mut last = 0.0;
    for step in 0..200 {
        let mut p = problem([[0.0, 0.9, 0.0], [0.0, 0.5, 0.1], [0.0, 0.1, 0.0]], [0.0, 0.3 - 0.005 * step as f32, 0.0]);
        p.soften_from = 0.95;
        p.natural_bend = Vec3::Z;
        let (mid, tip) = applied(&p, &solve(&p));
        let flex = crate::math::angle_between(mid - p.root, tip - mid).to_degrees();
        let reach = tip.distance(p.root);
        assert!(flex >= 1.99 && reach >= last - 1e-6, "{step}: {flex}° at {reach}");
        last = reach;
    }
}

#[test]
fn a_bend_range_holds() {
    let mut p = problem([[0.0, 0.9, 0.0], [0.0, 0.5, 0.1], [0.0, 0.1, 0.0]], [0.0, 0.88, 0.0]);
    p.bend_range = Some([0.1, 2.0]);
    let solution = solve(&p);
    let (mid, tip) = applied(&p, &solution);
    assert!((crate::math::angle_between(mid - p.root, tip - mid) - 2.0).abs() < 1e-3);
    assert!(solution.decided_by.contains(Decision::Limit));
}

fn point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from)
}

proptest! {
    #[test]
    fn reachable_goals_are_met_and_lengths_kept(
        root in point(), mid in point(), tip in point(), goal in point(), hint in point(), natural in point(),
    ) {
        let (a, b) = (mid.distance(root), tip.distance(mid));
        prop_assume!(a > 0.05 && b > 0.05);
        let p = Problem { root, mid, tip, goal, bend_hint: hint, natural_bend: natural, ..problem([[0.0; 3]; 3], [0.0; 3]) };
        let solution = solve(&p);
        let (new_mid, new_tip) = applied(&p, &solution);
        prop_assert!((new_mid.distance(root) - a).abs() < 1e-5 && (new_tip.distance(new_mid) - b).abs() < 1e-5);
        let d = goal.distance(root);
        if d < (a + b) * 0.999_99 && d > (a - b).abs() * 1.000_01 {
            prop_assert!(new_tip.distance(goal) < 1e-4 * (a + b), "{} of {}", new_tip.distance(goal), a + b);
        }
        prop_assert!(new_mid.distance(solution.mid) < 1e-4 && new_tip.distance(solution.tip) < 1e-4);
    }

    #[test]
    fn anything_finite_stays_finite(
        root in point(), mid in point(), tip in point(),
        goal in prop::array::uniform3(prop::num::f32::NORMAL), hint in prop::array::uniform3(prop::num::f32::NORMAL),
    ) {
        let p = Problem {
            root, mid, tip, goal: goal.into(), bend_hint: hint.into(), natural_bend: Vec3::Z, ..problem([[0.0; 3]; 3], [0.0; 3])
        };
        let s = solve(&p);
        prop_assert!(s.root_turn.is_finite() && s.mid_turn.is_finite() && s.tip.is_finite());
    }
}
