use proptest::prelude::*;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{HintMode, JointLimit, LimitShape, Rig, Solver};
use surefoot::runtime::{Decision, Goal, Inputs, SolveReport};

use crate::person::{Built, LEG, Person, limbs, random_rotation, role};

pub fn goal(chain: &str, position: Vec3) -> Goal<'_> {
    Goal { chain, position_in_world: position, rotation_in_world: None, hint_in_world: None, weight: 1.0 }
}

/// One settled frame from rest, without ground.
pub fn solve(built: &Built, rig: &Rig, goals: &[Goal]) -> (Pose, Globals, SolveReport) {
    solve_from(built, rig, goals, built.skeleton.rest().clone())
}

pub fn solve_from(built: &Built, rig: &Rig, goals: &[Goal], mut pose: Pose) -> (Pose, Globals, SolveReport) {
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs { goals, ..Inputs::settled(&NoGround) }).clone();
    let globals = Globals::of(&built.skeleton, &pose);
    (pose, globals, report)
}

fn chain<'a>(report: &'a SolveReport, rig: &Rig, name: &str) -> &'a surefoot::runtime::ChainReport {
    let index = rig.chains.iter().position(|chain| chain.name == name).unwrap();
    report.chains.iter().find(|chain| chain.chain == index).unwrap()
}

fn set_hint(rig: &mut Rig, mode: HintMode) {
    for chain in &mut rig.chains {
        if let Solver::TwoBone(two_bone) = &mut chain.solver {
            two_bone.hint.mode = mode;
        }
    }
}

#[test]
fn straight_knees_bend_forward_whichever_way_the_character_faces() {
    for (faces_back, forward) in [(false, 1.0), (true, -1.0)] {
        for knee_forward in [0.0, -0.004, 0.02] {
            for rolls in [0, 7] {
                let built = Person { faces_back, knee_forward, rolls, ..Person::default() }.build();
                let target = built.rest(Role::LeftFoot) + Vec3::Y * (0.3 * LEG);
                let (_, globals, _) = solve(&built, &limbs(), &[goal("leftFoot", target)]);
                // Lengths 0.41 each; from hip (y 0.90) to target (y 0.326) d = 0.574: the knee is √(0.41² − 0.287²) = 0.293 off.
                let knee = globals.position(built.joint(Role::LeftLowerLeg));
                let hip = built.rest(Role::LeftUpperLeg);
                assert!((knee.z * forward - 0.293).abs() < 3e-3, "{knee} {faces_back} {knee_forward}");
                assert!((knee.x - hip.x).abs() < 1e-3 && (knee.y - 0.613).abs() < 3e-3, "{knee}");
                assert!(globals.position(built.joint(Role::LeftFoot)).distance(target) < 1e-4 * LEG);
            }
        }
    }
}

#[test]
fn straight_elbows_bend_backward() {
    for (faces_back, forward) in [(false, 1.0), (true, -1.0)] {
        let built = Person { faces_back, ..Person::default() }.build();
        for side in [Role::LeftHand, Role::RightHand] {
            let hand = built.rest(side);
            let target = hand * Vec3::new(0.75, 1.0, 1.0);
            let (_, globals, _) = solve(&built, &limbs(), &[goal(side.name(), target)]);
            let elbow = if side == Role::LeftHand { Role::LeftLowerArm } else { Role::RightLowerArm };
            let elbow = globals.position(built.joint(elbow));
            assert!(elbow.z * forward < -0.1 && (elbow.y - 1.42).abs() < 1e-3, "{side}: {elbow}");
        }
    }
}

#[test]
fn far_targets_straighten_the_leg_and_tell_the_rest() {
    let mut rig = limbs();
    for chain in &mut rig.chains {
        if let Solver::TwoBone(two_bone) = &mut chain.solver {
            two_bone.soften_from = 1.0;
        }
    }
    let built = Person { knee_forward: 0.0, ..Person::default() }.build();
    let hip = built.rest(Role::LeftUpperLeg);
    let (pose, globals, report) = solve(&built, &rig, &[goal("left_leg", hip - Vec3::Y * 1.22)]);
    let foot = globals.position(built.joint(Role::LeftFoot));
    assert!(foot.distance(hip - Vec3::Y * LEG) < 1e-4, "{foot}");
    let leg = chain(&report, &rig, "left_leg");
    assert!((leg.error - 0.4).abs() < 1e-3 && !leg.reached && leg.decided_by.contains(Decision::OutOfReach));
    for joint in built.skeleton.ids() {
        let (now, rest) = (pose.get(joint), built.skeleton.rest().get(joint));
        assert_eq!((now.translation, now.scale), (rest.translation, rest.scale));
    }
}

#[test]
fn a_target_on_the_root_is_survived_and_the_next_frame_is_right() {
    let built = Person::default().build();
    let bound = limbs().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let hip = built.rest(Role::LeftUpperLeg);
    for bad in [hip, Vec3::NAN, Vec3::INFINITY, Vec3::splat(3e30), Vec3::splat(f32::MAX)] {
        let mut pose = built.skeleton.rest().clone();
        let goals = [goal("left_leg", bad)];
        let report = bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        assert!(report.chains.iter().all(|chain| chain.position.is_finite() && chain.error.is_finite()));
        assert!(pose.local().iter().all(|local| local.is_finite()), "{bad}");
        if !bad.is_finite() {
            assert_eq!(&pose, built.skeleton.rest());
            let told = report.chains.iter().any(|chain| chain.decided_by.contains(Decision::GoalNotFinite));
            assert!(told);
        }
        let target = hip - Vec3::new(0.0, 0.6, -0.2);
        let mut pose = built.skeleton.rest().clone();
        let goals = [goal("left_leg", target)];
        bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        assert_eq!(pose, solve(&built, &limbs(), &goals).0);
    }
}

#[test]
fn a_character_in_centimetres_reaches_in_metres() {
    let built = Person { scale_above: Vec3::splat(0.01), ..Person::default() }.build();
    let target = Vec3::new(0.10, 0.40, 0.10);
    let (_, globals, _) = solve(&built, &limbs(), &[goal("leftFoot", target)]);
    assert!(globals.position(built.joint(Role::LeftFoot)).distance(target) < 1e-4);
    assert!(globals.position(built.joint(Role::LeftLowerLeg)).z > 0.1);
}

#[test]
fn uneven_scale_above_still_reaches() {
    let built = Person { scale_above: Vec3::new(1.0, 1.4, 0.8), ..Person::default() }.build();
    let target = Vec3::new(0.15, 0.40, 0.15);
    let (_, globals, _) = solve(&built, &limbs(), &[goal("leftFoot", target)]);
    let foot = globals.position(built.joint(Role::LeftFoot));
    assert!(foot.distance(target) < 1e-4, "{foot}");
}

#[test]
fn a_mirrored_node_above_changes_nothing_in_model_space() {
    let plain = Person::default().build();
    let mirrored = Person { scale_above: Vec3::new(-1.0, 1.0, 1.0), ..Person::default() }.build();
    let target = Vec3::new(0.2, 0.40, 0.2);
    let positions = |built: &Built| {
        let globals = solve(built, &limbs(), &[goal("leftFoot", target)]).1;
        [Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes].map(|role| globals.position(built.joint(role)))
    };
    for (a, b) in positions(&plain).into_iter().zip(positions(&mirrored)) {
        assert!(a.distance(b) < 1e-4, "{a} {b}");
    }
}

#[test]
fn split_bones_keep_their_rotation_and_the_foot_arrives() {
    let built = Person { split_legs: true, ..Person::default() }.build();
    let target = built.rest(Role::LeftFoot) + Vec3::Y * 0.1;
    let (pose, globals, _) = solve(&built, &limbs(), &[goal("leftFoot", target)]);
    assert!(globals.position(built.joint(Role::LeftFoot)).distance(target) < 1e-4);
    for name in ["leftThighTwist", "leftShinTwist"] {
        let joint = built.skeleton.find(name).unwrap();
        assert_eq!(pose.get(joint), built.skeleton.rest().get(joint));
    }
}

#[test]
fn a_foot_that_hangs_from_a_control_is_carried() {
    for rolls in [0, 3] {
        let built = Person { feet_detached: true, rolls, ..Person::default() }.build();
        let attached = Person { rolls, ..Person::default() }.build();
        let target = built.rest(Role::LeftFoot) + Vec3::new(0.05, 0.2, 0.1);
        let (_, globals, report) = solve(&built, &limbs(), &[goal("leftFoot", target)]);
        let (_, expected, _) = solve(&attached, &limbs(), &[goal("leftFoot", target)]);
        for role in [Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes] {
            let (here, there) = (globals.position(built.joint(role)), expected.position(attached.joint(role)));
            assert!(here.distance(there) < 1e-4, "{role}: {here} {there}");
        }
        assert!(report.chains[0].reached);
    }
}

#[test]
fn tips_keep_their_rotation_unless_told_and_take_it_when_told() {
    let built = Person { rolls: 5, ..Person::default() }.build();
    let hand = built.joint(Role::LeftHand);
    let target = Vec3::new(0.4, 1.2, 0.3);
    let before = built.skeleton.rest_globals().rotation(hand);
    let (_, globals, _) = solve(&built, &limbs(), &[goal("left_arm", target)]);
    assert!(angle(globals.rotation(hand), before) < 1e-3);
    let wanted = Quat::from_rotation_y(0.5) * before;
    let turned = Goal { rotation_in_world: Some(wanted), ..goal("left_arm", target) };
    let (_, globals, _) = solve(&built, &limbs(), &[turned]);
    assert!(angle(globals.rotation(hand), wanted) < 1e-3 && globals.position(hand).distance(target) < 1e-4);
}

/// Between two rotations, radians, by the sine of its half: an arc cosine tells nothing below a thousandth.
fn angle(a: Quat, b: Quat) -> f32 {
    let turn = a * b.conjugate();
    2.0 * Vec3::new(turn.x, turn.y, turn.z).length()
}

#[test]
fn knees_follow_the_feet_or_the_pelvis_as_the_rig_says() {
    let built = Person::default().build();
    let turned = Quat::from_rotation_y(45.0_f32.to_radians());
    let mut pose = built.skeleton.rest().clone();
    pose.get_mut(built.joint(Role::Hips)).rotation = turned;
    let foot = built.rest(Role::LeftFoot) + Vec3::Y * 0.2;
    let planted = Goal { rotation_in_world: Some(Quat::IDENTITY), ..goal("leftFoot", foot) };
    for (mode, wanted) in [(HintMode::FollowTip, 0.0), (HintMode::RestBend, 45.0_f32)] {
        let mut rig = limbs();
        set_hint(&mut rig, mode);
        let (_, globals, _) = solve_from(&built, &rig, &[planted], pose.clone());
        let [hip, knee, ankle] =
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| globals.position(built.joint(role)));
        let line = (ankle - hip).try_normalize().unwrap();
        let bend = (knee - hip) - line * (knee - hip).dot(line);
        let heading = bend.x.atan2(bend.z).to_degrees();
        assert!((heading - wanted).abs() < 10.0, "{mode:?}: {heading}");
    }
}

#[test]
fn hint_points_decide_the_side() {
    let built = Person::default().build();
    let shoulder = built.rest(Role::LeftUpperArm);
    let target = shoulder + Vec3::new(0.35, 0.0, 0.1);
    for hint in [Vec3::Y, Vec3::NEG_Y, Vec3::Z] {
        let hinted = Goal { hint_in_world: Some(shoulder + hint), ..goal("left_arm", target) };
        let elbow = solve(&built, &limbs(), &[hinted]).1.position(built.joint(Role::LeftLowerArm));
        assert!((elbow - shoulder).dot(hint) > 0.1, "{hint}: {elbow}");
    }
}

#[test]
fn the_spine_reaches_by_its_own_name() {
    let built = Person::default().build();
    let target = built.rest(Role::Neck) + Vec3::new(0.1, -0.05, 0.1);
    let rig = limbs();
    let (_, globals, report) = solve(&built, &rig, &[goal("spine", target)]);
    let error = globals.position(built.joint(Role::Neck)).distance(target);
    assert!(error < 1e-3 && chain(&report, &rig, "spine").reached, "{error}");
}

/// How far a joint swings and twists from rest about its bone (up, with its axes along the model's), degrees.
fn swing_and_twist(built: &Built, pose: &Pose, role: Role) -> (f32, f32) {
    let joint = built.joint(role);
    let from_rest = built.skeleton.rest().get(joint).rotation.inverse() * pose.get(joint).rotation;
    let bone = Vec3::Y;
    let twist = Quat::from_xyzw(0.0, from_rest.y, 0.0, from_rest.w).normalize();
    ((from_rest * bone).angle_between(bone).to_degrees(), twist.to_axis_angle().1.to_degrees())
}

#[test]
fn limits_hold_and_the_other_joints_make_up_for_them() {
    let built = Person::default().build();
    let mut rig = limbs();
    rig.limits = vec![cone(Role::Spine, 10.0, 5.0), cone(Role::Chest, 12.0, 5.0), cone(Role::UpperChest, 40.0, 5.0)];
    let neck = built.rest(Role::Neck);
    // Bones of 0.15, 0.12 and 0.16 that lean 8°, 18° and 45° end 0.171 aside and 0.054 lower: inside every limit, but not where
    // the spine goes by itself.
    let near = neck + Vec3::new(0.6, 0.0, 0.8) * 0.171 - Vec3::Y * 0.054;
    let far = neck + Vec3::new(0.35, -0.25, 0.1);
    for (target, reached) in [(near, true), (far, false)] {
        let (pose, globals, report) = solve(&built, &rig, &[goal("spine", target)]);
        for (bone, most) in [(Role::Spine, 10.0), (Role::Chest, 12.0), (Role::UpperChest, 40.0)] {
            let (swing, twist) = swing_and_twist(&built, &pose, bone);
            assert!(swing < most + 0.1 && twist < 5.1, "{bone}: {swing} {twist}");
        }
        let spine = chain(&report, &rig, "spine");
        let error = globals.position(built.joint(Role::Neck)).distance(target);
        assert!(spine.reached == reached && (spine.error - error).abs() < 1e-5, "{spine:?} {error}");
        assert!(spine.decided_by.contains(Decision::Limit));
    }
}

fn cone(bone: Role, swing: f32, twist: f32) -> JointLimit {
    let shape = LimitShape::Cone { swing_deg: [swing; 2], twist_min_deg: -twist, twist_max_deg: twist };
    JointLimit { bone: role(bone), shape }
}

/// An animation outside of a limit is brought inside as far as the goal counts.
#[test]
fn a_limit_holds_a_pose_from_outside_as_far_as_the_goal_counts() {
    let built = Person::default().build();
    let mut rig = limbs();
    rig.limits = vec![cone(Role::Chest, 12.0, 5.0)];
    let mut outside = built.skeleton.rest().clone();
    outside.get_mut(built.joint(Role::Chest)).rotation = Quat::from_rotation_x(0.7);
    let globals = Globals::of(&built.skeleton, &outside);
    let at = globals.position(built.joint(Role::Neck));
    let out_deg = 0.7_f32.to_degrees();
    for weight in [1e-4, 0.25, 0.5, 1.0] {
        let goals = [Goal { weight, ..goal("spine", at + Vec3::X * 0.1) }];
        let (pose, ..) = solve_from(&built, &rig, &goals, outside.clone());
        let (swing, _) = swing_and_twist(&built, &pose, Role::Chest);
        assert!(swing <= 12.1 + (out_deg - 12.0) * (1.0 - weight), "{weight}: {swing}");
        if weight < 0.01 {
            for joint in built.skeleton.ids() {
                let moved = pose.get(joint).rotation.angle_between(outside.get(joint).rotation).to_degrees();
                // 28° in full; what is left is the sweeps' tolerance.
                assert!(moved < 2.0, "{}: {moved}", built.skeleton.name(joint));
            }
        }
    }
}

/// A knee with both kinds of limit keeps both, and the leg ends as near as they leave it.
#[test]
fn a_cone_and_a_hinge_on_one_joint_both_hold() {
    let built = Person { knee_forward: 0.0, ..Person::default() }.build();
    let mut rig = limbs();
    let hinge = LimitShape::Hinge { min_deg: 0.0, max_deg: 90.0 };
    rig.limits = vec![JointLimit { bone: role(Role::LeftLowerLeg), shape: hinge }, cone(Role::LeftLowerLeg, 60.0, 4.0)];
    let hip = built.rest(Role::LeftUpperLeg);
    for (down, aside) in [(0.1, 0.0), (0.4, 0.2), (0.6, -0.2), (0.7, 0.1)] {
        let target = hip + Vec3::new(aside, -down, 0.15);
        let (pose, globals, report) = solve(&built, &rig, &[goal("left_leg", target)]);
        let (knee, knee_twist) = swing_and_twist(&built, &pose, Role::LeftLowerLeg);
        assert!(knee < 60.1 && knee_twist < 4.1, "{target}: {knee} {knee_twist}");
        // Bones of 0.41 at 60° end 0.71 apart: what is nearer is out of reach, the rest is met.
        let error = globals.position(built.joint(Role::LeftFoot)).distance(target);
        let nearest = (2.0 * 0.41 * 30.0_f32.to_radians().cos() - target.distance(hip)).max(0.0);
        assert!(error < nearest + 0.01, "{target}: {error}, {nearest}");
        assert_eq!(chain(&report, &rig, "left_leg").decided_by.contains(Decision::Limit), nearest > 0.0);
    }
}

#[test]
fn a_hinge_keeps_the_knee_from_folding_farther() {
    let built = Person { knee_forward: 0.0, ..Person::default() }.build();
    let mut rig = limbs();
    rig.limits =
        vec![JointLimit { bone: role(Role::LeftLowerLeg), shape: LimitShape::Hinge { min_deg: 0.0, max_deg: 90.0 } }];
    let hip = built.rest(Role::LeftUpperLeg);
    let (_, globals, report) = solve(&built, &rig, &[goal("left_leg", hip - Vec3::Y * 0.2)]);
    // Two bones of 0.41 at a right angle end 0.41·√2 = 0.5798 apart.
    let reach = globals.position(built.joint(Role::LeftFoot)).distance(hip);
    assert!((reach - 0.5798).abs() < 1e-3, "{reach}");
    assert!(chain(&report, &rig, "left_leg").decided_by.contains(Decision::Limit));
}

#[test]
fn a_full_circle_leaves_no_twist() {
    let built = Person::default().build();
    let around = |step: u32| {
        let (sine, cosine) = (step as f32 / 72.0 * std::f32::consts::TAU).sin_cos();
        solve(&built, &limbs(), &[goal("left_arm", Vec3::new(0.35, 1.2, 0.2) + Vec3::new(cosine, sine, 0.0) * 0.2)]).0
    };
    assert_eq!(around(0), around(0));
    let (first, last) = (around(0), around(72));
    for (a, b) in first.local().iter().zip(last.local()) {
        assert!(a.rotation.angle_between(b.rotation) < 1e-3);
    }
}

proptest! {
    #[test]
    fn goals_within_reach_are_met(direction in prop::array::uniform3(-1.0_f32..1.0), share in 0.1_f32..0.96,
        rolls in 0_u32..50, arm in any::<bool>()) {
        let built = Person { rolls, ..Person::default() }.build();
        let (root, tip, length) = if arm {
            (Role::LeftUpperArm, Role::LeftHand, 0.53)
        } else {
            (Role::RightUpperLeg, Role::RightFoot, 0.8207)
        };
        let direction = Vec3::from(direction).try_normalize().unwrap_or(Vec3::Z);
        let target = built.rest(root) + direction * (length * share);
        let (_, globals, report) = solve(&built, &limbs(), &[goal(tip.name(), target)]);
        let error = globals.position(built.joint(tip)).distance(target);
        prop_assert!(error < 1e-4 * LEG, "{error}");
        prop_assert!(report.chains.iter().any(|chain| chain.reached));
    }

    #[test]
    fn axes_of_joints_do_not_matter(seed in 1_u32..1000, goal_at in prop::array::uniform3(-0.3_f32..0.3)) {
        let (plain, rolled) = (Person::default().build(), Person { rolls: seed, ..Person::default() }.build());
        let target = Vec3::new(0.45, 1.2, 0.2) + Vec3::from(goal_at) * 0.5;
        let foot = Vec3::new(0.12, 0.35, 0.1) + Vec3::from(goal_at) * 0.3;
        let goals = [goal("left_arm", target), goal("left_leg", foot)];
        let (_, a, _) = solve(&plain, &limbs(), &goals);
        let (_, b, _) = solve(&rolled, &limbs(), &goals);
        for role in [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot] {
            let turned = |built: &Built, globals: &Globals| {
                let joint = built.joint(role);
                globals.rotation(joint) * built.skeleton.rest_globals().rotation(joint).inverse()
            };
            let (a, b) = (turned(&plain, &a), turned(&rolled, &b));
            let sine = (a * b.inverse()).xyz().length();
            // 0.01° in half-angle.
            prop_assert!(sine < 8.7e-5, "{role}: {sine}");
        }
    }

    #[test]
    fn size_does_not_matter(power in -2_i32..=2, target in prop::array::uniform3(-0.25_f32..0.25)) {
        let size = 10.0_f32.powi(power);
        let (one, sized) = (Person::default().build(), Person { size, ..Person::default() }.build());
        let target = Vec3::new(0.1, 0.4, 0.15) + Vec3::from(target);
        let (_, a, _) = solve(&one, &limbs(), &[goal("left_leg", target)]);
        let (_, b, _) = solve(&sized, &limbs(), &[goal("left_leg", target * size)]);
        for joint in one.skeleton.ids() {
            prop_assert!((b.position(joint) / size).distance(a.position(joint)) < 1e-4 * LEG);
        }
    }

    #[test]
    fn a_random_pose_stays_finite_and_keeps_lengths(seed in 1_u32..10_000, target in prop::array::uniform3(-2.0_f32..2.0)) {
        let built = Person { rolls: 11, ..Person::default() }.build();
        let mut pose = built.skeleton.rest().clone();
        let mut seed = seed;
        for local in pose.local_mut() {
            local.rotation = random_rotation(&mut seed);
        }
        let target = Vec3::from(target);
        let goals = ["left_arm", "right_arm", "left_leg", "right_leg", "spine"].map(|name| goal(name, target));
        let (solved, globals, _) = solve_from(&built, &limbs(), &goals, pose.clone());
        for joint in built.skeleton.ids() {
            prop_assert!(solved.get(joint).is_finite() && globals.position(joint).is_finite());
            prop_assert_eq!(solved.get(joint).translation, pose.get(joint).translation);
            prop_assert!((solved.get(joint).rotation.length() - 1.0).abs() < 1e-5);
        }
    }
}
