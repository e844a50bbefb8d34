//! Hanging from a ledge, against heights worked out by hand.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::{Transform, angle_between};
use surefoot::pose::{Globals, Pose};
use surefoot::runtime::{Goal, Hang, Inputs, Memory, SolveReport};

use crate::person::{Built, Person, Slope, whole};

/// The person's shoulders are at (±0.17, 1.42, 0) and its arms 0.53 m long. On a ledge 0.4 m ahead it hangs 0.35 · 0.53 m in front of
/// its hands, which are 5 cm wider apart a side: √((0.97 · 0.53)² − 0.1855² − 0.05²) = 0.47685 m below them.
const HEIGHT: f32 = 2.1;
const OFFSET: Vec3 = Vec3::new(0.0, HEIGHT - 0.476_85 - 1.42, 0.4 - 0.1855);

fn ledge(height: f32) -> [Goal<'static>; 2] {
    [("left_arm", 0.22), ("right_arm", -0.22)].map(|(chain, x)| Goal {
        chain,
        position_in_world: Vec3::new(x, height, 0.4),
        rotation_in_world: None,
        hint_in_world: None,
        weight: 1.0,
    })
}

fn hung(built: &Built, goals: &[Goal], hang: Option<Hang>) -> (Pose, SolveReport) {
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let inputs = Inputs { goals, hang, ..Inputs::settled(&Slope::FLAT) };
    let report = bound.solve(&mut pose, &mut bound.memory(), &inputs).clone();
    (pose, report)
}

fn at(built: &Built, pose: &Pose, role: Role) -> Vec3 {
    Globals::of(&built.skeleton, pose).position(built.joint(role))
}

#[test]
fn both_hands_hold_and_the_body_hangs_in_front_below() {
    for rolls in [0, 6] {
        let built = Person { rolls, ..Person::default() }.build();
        let goals = ledge(HEIGHT);
        let (pose, report) = hung(&built, &goals, Some(Hang::from(Vec3::NEG_Z)));
        let hang = report.hang.unwrap();
        assert!(hang.offset.distance(OFFSET) < 1e-4, "{hang:?}");
        assert!(hang.reaches && hang.hands == 2 && hang.tilt < 1e-4, "{hang:?}");
        assert!(report.pelvis_offset.distance(OFFSET) < 1e-4);
        for (goal, hand) in goals.iter().zip([Role::LeftHand, Role::RightHand]) {
            assert!(at(&built, &pose, hand).distance(goal.position_in_world) < 1e-3);
        }
        for (upper, lower, hand) in [
            (Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand),
            (Role::RightUpperArm, Role::RightLowerArm, Role::RightHand),
        ] {
            let [upper, lower, hand] = [upper, lower, hand].map(|role| at(&built, &pose, role));
            let bent = angle_between(lower - upper, hand - lower).to_degrees();
            assert!((5.0..35.0).contains(&bent), "arms are nearly straight: {bent}°");
        }
        assert!(report.feet.iter().all(|foot| !foot.planted), "and the feet are off the ground");
        let foot = at(&built, &pose, Role::LeftFoot);
        assert!(foot.y > 0.25 && foot.z < 0.4 - 0.13, "{foot} stands neither on the ground nor in the wall");
    }
}

#[test]
fn without_hands_or_weight_nobody_hangs() {
    let built = Person::default().build();
    let goals = ledge(HEIGHT);
    let without = hung(&built, &goals, None);
    let weightless = Hang { weight: 0.0, ..Hang::from(Vec3::NEG_Z) };
    assert_eq!(hung(&built, &goals, Some(weightless)), without);
    assert!(without.1.hang.is_none());
    let (pose, report) = hung(&built, &[], Some(Hang::from(Vec3::NEG_Z)));
    assert!(report.hang.is_none() && &pose == built.skeleton.rest());
}

#[test]
fn one_hand_tilts_the_body_towards_it() {
    let built = Person::default().build();
    let (pose, report) = hung(&built, &ledge(HEIGHT)[..1], Some(Hang::from(Vec3::NEG_Z)));
    let hang = report.hang.unwrap();
    assert!(hang.hands == 1 && hang.reaches && hang.tilt > 0.1 && hang.tilt < 0.201, "{hang:?}");
    assert!(at(&built, &pose, Role::LeftHand).distance(Vec3::new(0.22, HEIGHT, 0.4)) < 1e-3);
    // The left shoulder comes up, and the weight nearer to below the hand.
    assert!(at(&built, &pose, Role::LeftUpperArm).y > at(&built, &pose, Role::RightUpperArm).y + 0.03);
    let (hips, hand) = (at(&built, &pose, Role::Hips), 0.22);
    let untilted = hung(&built, &ledge(HEIGHT)[..1], Some(Hang { max_tilt: 0.0, ..Hang::from(Vec3::NEG_Z) })).0;
    assert!((hips.x - hand).abs() < (at(&built, &untilted, Role::Hips).x - hand).abs() - 0.03);
}

#[test]
fn a_ledge_that_moves_is_never_let_go() {
    for rate in [30.0, 60.0, 144.0] {
        let built = Person::default().build();
        let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
        let mut memory = bound.memory();
        let mut time = 0.0_f32;
        for frame in 0..(2.0 * rate) as u32 {
            let dt = if frame == 0 { 0.0 } else { 1.0 / rate };
            time += dt;
            // Up at 1 m/s with a lurch, then down.
            let height = HEIGHT + if time < 1.0 { time + 0.1 * (9.0 * time).sin() } else { 2.0 - time };
            let goals = ledge(height);
            let mut pose = built.skeleton.rest().clone();
            let inputs =
                Inputs { dt, goals: &goals, hang: Some(Hang::from(Vec3::NEG_Z)), ..Inputs::settled(&NoGround) };
            bound.solve(&mut pose, &mut memory, &inputs);
            let hand = at(&built, &pose, Role::LeftHand);
            // Softening takes no more than a hundredth of an arm where the body lags.
            assert!(hand.distance(goals[0].position_in_world) < 0.012, "{rate} Hz, {time} s: {hand}");
        }
    }
}

#[test]
fn it_settles_in_the_same_place_at_any_frame_rate_and_lets_go_again() {
    for rate in [30.0, 60.0, 144.0] {
        let built = Person::default().build();
        let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
        let mut memory = bound.memory();
        let goals = ledge(HEIGHT);
        let frame = |memory: &mut Memory, dt, hangs: bool| {
            let mut pose = built.skeleton.rest().clone();
            let hang = hangs.then(|| Hang::from(Vec3::NEG_Z));
            let goals = if hangs { &goals[..] } else { &[] };
            let inputs = Inputs { dt, goals, hang, ..Inputs::settled(&Slope::FLAT) };
            (bound.solve(&mut pose, memory, &inputs).hang, pose)
        };
        frame(&mut memory, 0.0, false);
        let first = frame(&mut memory, 1.0 / rate, true).0.unwrap();
        assert!(first.offset.length() < 0.6 * OFFSET.length(), "it comes gradually: {first:?}");
        for _ in 0..(3.0 * rate) as u32 {
            frame(&mut memory, 1.0 / rate, true);
        }
        let settled = frame(&mut memory, 1.0 / rate, true).0.unwrap();
        assert!(settled.offset.distance(OFFSET) < 1e-4, "{settled:?}");
        let let_go = frame(&mut memory, 1.0 / rate, false).0.unwrap();
        assert!(let_go.offset.distance(OFFSET) < 0.2 * OFFSET.length(), "{let_go:?}");
        for _ in 0..(3.0 * rate) as u32 {
            frame(&mut memory, 1.0 / rate, false);
        }
        assert_eq!(&frame(&mut memory, 1.0 / rate, false).1, built.skeleton.rest());
    }
}

#[test]
fn size_and_place_make_no_difference() {
    for (size, scale) in [(0.01, 100.0), (100.0, 0.01), (1.0, 1.0)] {
        let built = Person { size, rolls: 3, ..Person::default() }.build();
        let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
        let root = Transform {
            translation: Vec3::new(-4.0, 2.0, 7.0),
            rotation: Quat::from_rotation_y(1.1),
            scale: Vec3::splat(scale),
        };
        let goals = ledge(HEIGHT)
            .map(|goal| Goal { position_in_world: root.translation + root.rotation * goal.position_in_world, ..goal });
        let mut pose = built.skeleton.rest().clone();
        let hang = Some(Hang::from(root.rotation * Vec3::NEG_Z));
        let inputs = Inputs { root, goals: &goals, hang, ..Inputs::settled(&NoGround) };
        let report = bound.solve(&mut pose, &mut bound.memory(), &inputs).clone();
        let offset = root.rotation.inverse() * report.hang.unwrap().offset;
        assert!(offset.distance(OFFSET) < 2e-4, "{size}: {offset}");
        let hands = report.chains.iter().filter(|chain| chain.target.is_some());
        assert!(hands.clone().count() == 2 && hands.clone().all(|chain| chain.error < 1e-3), "{report:?}");
    }
}

/// One leg forward, one back, 40° each.
#[test]
fn legs_hang_down_and_feet_that_hang_from_a_control_come_along() {
    for feet_detached in [false, true] {
        let built = Person { feet_detached, ..Person::default() }.build();
        let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
        let line = |pose: &Pose| at(&built, pose, Role::LeftFoot) - at(&built, pose, Role::LeftUpperLeg);
        let length = line(built.skeleton.rest()).length();
        let mut pose = built.skeleton.rest().clone();
        if !feet_detached {
            let thigh = built.joint(Role::LeftUpperLeg);
            pose.get_mut(thigh).rotation = Quat::from_rotation_x(-40_f32.to_radians());
        }
        let goals = ledge(HEIGHT);
        let inputs = Inputs { goals: &goals, hang: Some(Hang::from(Vec3::NEG_Z)), ..Inputs::settled(&NoGround) };
        bound.solve(&mut pose, &mut bound.memory(), &inputs);
        let off = angle_between(line(&pose), Vec3::NEG_Y).to_degrees();
        // A fifth of the animation is left.
        assert!(off < 8.5 && (feet_detached || off > 7.0), "{off}");
        assert!((line(&pose).length() - length).abs() < 1e-4);
    }
}

#[test]
fn broken_numbers_give_a_finite_pose() {
    let built = Person::default().build();
    for bad in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
        let hang = Hang {
            weight: 1.0,
            out_in_world: Vec3::splat(bad),
            stand_off: bad,
            straightness: bad,
            max_tilt: bad,
            legs: bad,
            half_life: bad,
        };
        let (pose, report) = hung(&built, &ledge(HEIGHT), Some(hang));
        assert!(pose.local().iter().all(|local| local.is_finite()), "{bad}: {report:?}");
        let (pose, _) = hung(&built, &ledge(HEIGHT), Some(Hang { weight: bad, ..Hang::from(Vec3::Z) }));
        assert!(pose.local().iter().all(|local| local.is_finite()), "{bad}");
        let mut goals = ledge(HEIGHT);
        goals[0].position_in_world = Vec3::splat(bad);
        let (pose, _) = hung(&built, &goals, Some(Hang::from(Vec3::NEG_Z)));
        assert!(pose.local().iter().all(|local| local.is_finite()), "{bad}");
    }
}

#[test]
fn the_head_looks_at_what_the_hand_takes() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut goals = ledge(1.2);
    goals[0].position_in_world = Vec3::new(0.5, 1.3, 0.3);
    let solve = |look_at_goal_of, look_target_in_world| {
        let mut pose = built.skeleton.rest().clone();
        let inputs = Inputs { goals: &goals, look_at_goal_of, look_target_in_world, ..Inputs::settled(&NoGround) };
        bound.solve(&mut pose, &mut bound.memory(), &inputs).look
    };
    for name in ["left_arm", "leftHand"] {
        assert_eq!(solve(Some(name), None).unwrap().target, goals[0].position_in_world);
    }
    assert_eq!(solve(Some("left_arm"), None), solve(None, Some(goals[0].position_in_world)));
    assert_eq!(solve(Some("left_leg"), None), None);
    assert_eq!(solve(Some("nothing"), None), None);
    assert_eq!(solve(Some("left_arm"), Some(Vec3::Z)).unwrap().target, Vec3::Z, "a target of its own comes first");
}
