//! Single limbs: two-bone with rotations, and look-at.

use std::hint::black_box;

use surefoot::glam::Vec3;
use surefoot::solve::look_at::{Frame, Gaze, Range};
use surefoot::solve::two_bone::{self, Problem};

use crate::dice::Dice;
use crate::timing::{Work, side_by_side};

/// 1000 legs, of which about one in sixteen is asked for more than it can reach.
fn limbs() -> Vec<Problem> {
    let mut dice = Dice::new(9);
    let limb = || {
        let root = dice.in_ball(1.0) + Vec3::Y;
        let mid = root + Vec3::new(0.02 * dice.signed(), -0.42, 0.05 + 0.03 * dice.signed());
        let tip = mid + Vec3::new(0.02 * dice.signed(), -0.41, -0.05 + 0.03 * dice.signed());
        Problem {
            root,
            mid,
            tip,
            goal: root + (dice.in_ball(0.45) + Vec3::NEG_Y * 0.45),
            bend_hint: Vec3::new(0.2 * dice.signed(), 0.1, 1.0),
            hint_weight: 1.0,
            natural_bend: Vec3::Z,
            weight: 1.0,
            soften_from: 1.0,
            max_stretch: 0.0,
            bend_range: None,
        }
    };
    std::iter::repeat_with(limb).take(1000).collect()
}

pub fn two_bone() {
    let limbs = limbs();
    let soft: Vec<Problem> = limbs
        .iter()
        .map(|limb| Problem {
            soften_from: 0.97,
            bend_range: Some([0.03, 2.6]),
            weight: 0.9,
            hint_weight: 0.8,
            ..*limb
        })
        .collect();
    let theirs = |v: Vec3| rebirth_ik::Vec3::new(v.x, v.y, v.z);
    let peers: Vec<_> = limbs
        .iter()
        .map(|limb| {
            let [root, mid, tip, goal] = [limb.root, limb.mid, limb.tip, limb.goal].map(theirs);
            (root, mid, tip, goal, theirs(limb.root + limb.bend_hint))
        })
        .collect();
    let solve_all = |limbs: &[Problem]| {
        for limb in limbs {
            black_box(two_bone::solve(black_box(limb)));
        }
    };
    let mut works: [Work; 3] = [
        Box::new(|| solve_all(&limbs)),
        Box::new(|| solve_all(&soft)),
        Box::new(|| {
            for &(root, mid, tip, goal, pole) in &peers {
                black_box(rebirth_ik::two_bone(root, mid, tip, black_box(goal), Some(pole)));
            }
        }),
    ];
    let times = side_by_side(51, limbs.len(), &mut works);
    println!("ours with rotations                          {:>7.1} ns", times[0]);
    println!("ours with rotations, soften, limits, weights {:>7.1} ns", times[1]);
    println!("rebirth-ik, positions alone                  {:>7.1} ns", times[2]);
}

pub fn look_at() {
    let mut dice = Dice::new(11);
    let frame = Frame { forward: Vec3::Z, up: Vec3::Y };
    let range = Range { left: 1.4, right: 1.4, up: 0.9, down: 0.8 };
    let targets: Vec<Vec3> = std::iter::repeat_with(|| dice.in_ball(3.0)).take(1000).collect();
    let work = || {
        for &target in &targets {
            // As a spine of two bones, a neck and a head share it.
            let held = range.hold(frame.gaze(black_box(target)));
            for share in [0.1_f32, 0.1, 0.4, 0.4] {
                black_box(frame.turn(Gaze { yaw: held.gaze.yaw * share, pitch: held.gaze.pitch * share }));
            }
        }
    };
    let times = side_by_side(51, targets.len(), &mut [Box::new(work) as Work]);
    println!("four bones {:>7.1} ns", times[0]);
}
