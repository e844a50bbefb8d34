//! Section A of the reports, in its order and by its numbers.

use surefoot::glam::Vec3;
use surefoot::math::angle_between;
use surefoot::solve::Decision;
use surefoot::solve::two_bone::Problem;

use crate::chain::{METHODS, keeps_lengths, limb, near, points, swept, turned};

#[test]
fn a1_a_bone_without_length() {
    let chain = points([[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.0]]);
    let goal = Vec3::new(0.3, 0.8, 0.0);
    let right = [0.416, 0.723, 0.0];
    let ([_, mid, tip], _) = turned(&limb(chain, goal));
    near(mid, [0.0, 1.0, 0.0]);
    near(tip, right);
    for method in METHODS {
        let (moved, _) = swept(&chain, goal, None, method);
        near(moved[1], [0.0, 1.0, 0.0]);
        near(moved[2], right);
    }
}

#[test]
fn a2_a_target_on_the_root() {
    let folds = points([[0.0, 1.0, 0.0], [0.0, 0.6, 0.3], [0.0, 0.1, 0.3]]);
    let pole = Vec3::new(0.0, 0.6, 1.0);
    let problem = Problem { bend_hint: pole - folds[0], ..limb(folds, folds[0]) };
    let ([root, mid, tip], _) = turned(&problem);
    near(tip, [0.0, 1.0, 0.0]);
    assert!((mid.distance(root) - 0.5).abs() < 1e-3 && mid.z > 0.05, "{mid}");
    let stays = points([[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.1, 0.0]]);
    let ([root, _, tip], solution) = turned(&limb(stays, stays[0]));
    assert!((tip.distance(root) - 0.1).abs() < 1e-3);
    assert!(solution.decided_by.contains(Decision::TooNear));
    for method in METHODS {
        let (moved, outcome) = swept(&folds, folds[0], Some(pole), method);
        keeps_lengths(&moved, &folds);
        assert!(outcome.error < 2e-3, "{method:?} {outcome:?}");
        let (moved, outcome) = swept(&stays, stays[0], None, method);
        keeps_lengths(&moved, &stays);
        assert!((outcome.error - 0.1).abs() < 2e-3, "{method:?} {outcome:?}");
    }
    // The frame after.
    let goal = Vec3::new(0.2, 0.7, 0.2);
    assert!(turned(&limb(stays, goal)).0[2].distance(goal) < 1e-4);
}

#[test]
fn a3_a_target_on_the_line_of_a_straight_chain() {
    let along_z = points([[0.0, 0.0, 0.0], [0.0, 0.0, 0.4], [0.0, 0.0, 0.8], [0.0, 0.0, 1.2]]);
    let simple = points([[0.0, 0.0, 0.0], [0.0, 2.5, 0.0], [0.0, 5.0, 0.0], [0.0, 7.5, 0.0]]);
    for method in METHODS {
        for (chain, goal, pole) in [
            (along_z, Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 0.5)),
            (simple, Vec3::new(0.0, 6.0, 0.0), Vec3::new(-3.0, 3.0, 0.0)),
        ] {
            let length = chain[0].distance(chain[3]);
            let (moved, outcome) = swept(&chain, goal, Some(pole), method);
            keeps_lengths(&moved, &chain);
            assert!(outcome.error <= 1e-4 * length, "{method:?} {outcome:?}");
            // Bent towards the pole: the middle of the chain lies on its side of the line.
            let side = (pole - chain[0]).reject_from(goal - chain[0]);
            assert!(
                (moved[1] + moved[2] - chain[0] * 2.0).dot(side) > 0.05 * length * side.length(),
                "{method:?} {moved:?}"
            );
            let unhinted = swept(&chain, goal, None, method);
            assert!(unhinted.1.error <= 1e-4 * length && unhinted.0 == swept(&chain, goal, None, method).0);
        }
    }
}

#[test]
fn a4_a_target_out_of_reach_goes_round() {
    let chain = points([[0.0, 1.0, 0.0], [0.0, 0.5, 0.02], [0.0, 0.0, 0.0]]);
    let full = chain[0].distance(chain[1]) + chain[1].distance(chain[2]);
    let at = |degree: f32, radius: f32| {
        let (sine, cosine) = degree.to_radians().sin_cos();
        chain[0] + Vec3::new(cosine, sine, 0.0) * radius
    };
    let mut solvers: Vec<Box<dyn Fn(Vec3) -> Vec<Vec3>>> = vec![Box::new(|goal| turned(&limb(chain, goal)).0.to_vec())];
    for method in METHODS {
        solvers.push(Box::new(move |goal| swept(&chain, goal, None, method).0));
    }
    for (which, solve) in solvers.iter().enumerate() {
        let mut last: Option<Vec<Vec3>> = None;
        for degree in 0..360 {
            let moved = solve(at(degree as f32, 2.0));
            assert!(moved[2].distance(at(degree as f32, full)) < 1e-3, "{which} at {degree}°: {moved:?}");
            if let Some(last) = last {
                for bone in 0..2 {
                    let turn = angle_between(moved[bone + 1] - moved[bone], last[bone + 1] - last[bone]).to_degrees();
                    assert!(turn < 1.5, "{which} at {degree}°: {turn}");
                }
            }
            let again = solve(at(degree as f32, 2.0));
            assert_eq!(again, moved);
            last = Some(moved);
        }
        let (inside, outside) = (solve(at(-40.0, 1.0007)), solve(at(-40.0, 1.0009)));
        for (inside, outside) in inside.iter().zip(&outside) {
            assert!(inside.distance(*outside) < 0.02, "{which}: {inside} {outside}");
        }
    }
}

#[test]
fn a7_a_straight_leg_bends_forward_whichever_way_it_faces() {
    let leg = points([[0.1, 0.9, 0.0], [0.1, 0.5, 0.0], [0.1, 0.1, 0.0]]);
    for facing in [1.0, -1.0] {
        let problem = Problem { natural_bend: Vec3::Z * facing, ..limb(leg, Vec3::new(0.1, 0.4, 0.0)) };
        near(turned(&problem).0[1], [0.1, 0.65, 0.312 * facing]);
    }
    // A little behind the line is over-stretched, not bent.
    let behind = points([[0.1, 0.9, 0.0], [0.1, 0.5, -0.02], [0.1, 0.1, 0.0]]);
    let problem = Problem { natural_bend: Vec3::Z, ..limb(behind, Vec3::new(0.1, 0.4, 0.0)) };
    assert!(turned(&problem).0[1].z > 0.3);
}

#[test]
fn a8_a_pole_on_the_line_of_the_limb() {
    let arm = points([[0.0, 1.4, 0.0], [0.3, 1.4, -0.05], [0.6, 1.4, 0.0]]);
    let with_pole = |pole: Vec3| Problem { bend_hint: pole - arm[0], ..limb(arm, Vec3::new(0.5, 1.4, 0.0)) };
    let (joints, solution) = turned(&with_pole(Vec3::new(1.0, 1.4, 0.0)));
    near(joints[1], [0.25, 1.4, -0.173]);
    assert!(solution.decided_by.contains(Decision::HintOnLine), "the useless pole is told");
    for step in 0..=20 {
        let (joints, _) = turned(&with_pole(Vec3::new(1.0, 1.41 - 0.001 * step as f32, 0.0)));
        keeps_lengths(&joints, &arm);
        assert!(joints[2].distance(Vec3::new(0.5, 1.4, 0.0)) < 1e-4);
    }
}

#[test]
fn a15_far_from_the_origin() {
    let chain = points([[0.0, 0.0, 0.0], [0.0, 1.0, 0.7], [0.0, 2.0, 0.0]]);
    let (goal, far) = (Vec3::new(0.4, 1.2, 0.3), Vec3::new(251.0, 5.0, 268.0));
    let moved_chain = chain.map(|joint| joint + far);
    let alike = |here: &[Vec3], there: &[Vec3]| {
        for (here, there) in here.iter().zip(there) {
            assert!((*there - far).distance(*here) < 1e-3, "{here} {there}");
        }
    };
    alike(&turned(&limb(chain, goal)).0, &turned(&limb(moved_chain, goal + far)).0);
    for method in METHODS {
        alike(&swept(&chain, goal, None, method).0, &swept(&moved_chain, goal + far, None, method).0);
    }
}

#[test]
fn a17_without_stretching_no_bone_gets_longer() {
    let leg = points([[0.1, 0.9, 0.0], [0.1, 0.5, 0.0], [0.1, 0.1, 0.0]]);
    let goal = Vec3::new(0.1, -0.3, 0.0);
    let (joints, solution) = turned(&limb(leg, goal));
    near(joints[2], [0.1, 0.1, 0.0]);
    keeps_lengths(&joints, &leg);
    assert!((joints[2].distance(goal) - 0.4).abs() < 1e-3 && solution.decided_by.contains(Decision::OutOfReach));
    for method in METHODS {
        let (moved, outcome) = swept(&leg, goal, None, method);
        keeps_lengths(&moved, &leg);
        assert!((outcome.error - 0.4).abs() < 1e-3 && outcome.decided_by.contains(Decision::OutOfReach));
    }
}
