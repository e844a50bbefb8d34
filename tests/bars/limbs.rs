//! Limbs of two bones and the limits of joints.

use fastrand::Rng;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::Role;
use surefoot::math::{Transform, angle_between};
use surefoot::pose::Globals;
use surefoot::runtime::{Goal, Inputs, RangeShape};
use surefoot::solve::limits::Cone;

use crate::subjects::{Frame, Subject, direction, goal, rotation, subjects};

/// A goal in reach is met to 1e-4 of the limb.
#[test]
fn two_bones_end_on_their_goal() {
    for subject in subjects() {
        let mut random = Rng::with_seed(11);
        for limb in subject.limbs() {
            for _ in 0..40 {
                let target = limb.goal_in_reach(&mut random);
                let frame = subject.settle(&[goal(limb.chain, target)], None);
                let error = limb.at(&frame.globals)[2].distance(target) / limb.length();
                assert!(error <= 1e-4, "{} {}: {error} at {target}", subject.name, limb.chain);
            }
        }
    }
}

/// Softened limbs keep 2° of flex however far the goal is, and never bend backward.
#[test]
fn a_softened_limb_keeps_two_degrees_and_never_bends_backward() {
    for subject in subjects() {
        let mut random = Rng::with_seed(12);
        let forward = subject.bound.frame().forward;
        for limb in subject.limbs() {
            for _ in 0..40 {
                let far = direction(&mut random) * limb.length() * (0.9 + 2.0 * random.f32());
                let frame = subject.settle(&[goal(limb.chain, limb.root + far)], None);
                let [root, mid, tip] = limb.at(&frame.globals);
                let flex = angle_between(mid - root, tip - mid).to_degrees();
                assert!(flex >= 1.99, "{} {}: {flex}° towards {far}", subject.name, limb.chain);
                // Knees bend forward and elbows backward, as the bone above sees it.
                let nature = if limb.is_leg { forward } else { -forward };
                let side = subject.turned(&frame.globals, limb.joints[0]) * nature;
                let off = (mid - root).reject_from((tip - root).try_normalize().unwrap());
                let backward = -off.dot(side) / limb.length();
                assert!(backward < 1e-4, "{} {}: {backward} towards {far}", subject.name, limb.chain);
            }
        }
    }
}

/// On slopes that take a foot away from where it rests by more than a hundredth of the leg, knees keep 2° of flex, straight legs too.
#[test]
fn knees_on_slopes_keep_two_degrees() {
    for subject in subjects() {
        let (up, leg) = (subject.bound.frame().up, subject.bound.leg_length());
        let root = Transform::from_translation(-up * subject.bound.ground_in_model());
        let Some(hips) = subject.joint(Role::Hips) else { continue };
        for angle_deg in [10.0, 20.0, 30.0] {
            for heading_deg in [0.0, 70.0, 180.0] {
                let scene = GroundScene { shape: GroundShape::Slope { angle_deg }, heading_deg };
                let ground = scene.placed(subject.bound.frame().forward);
                let inputs = Inputs { root, ..Inputs::settled(&ground) };
                let frame = subject.frame(&subject.bound, &inputs);
                for limb in subject.limbs().filter(|limb| limb.is_leg) {
                    let [hip, knee, foot] = limb.at(&frame.globals);
                    let from_hips = |globals: &Globals| globals.position(limb.joints[2]) - globals.position(hips);
                    let moved = from_hips(&frame.globals).distance(from_hips(subject.skeleton.rest_globals())) / leg;
                    let flex = angle_between(knee - hip, foot - knee).to_degrees();
                    let of = (&subject.name, limb.chain, angle_deg, heading_deg);
                    assert!(moved < 0.013 || flex >= 1.99, "{of:?}: {flex}° at {moved}");
                }
            }
        }
    }
}

/// How far `from_rest` is outside of `cone`, degrees.
fn outside_deg(cone: &Cone, from_rest: Quat) -> f32 {
    let from_rest = if from_rest.w < 0.0 { -from_rest } else { from_rest };
    // The swing is the smallest turn that takes the bone where it went.
    let swing = Quat::from_rotation_arc(cone.bone, (from_rest * cone.bone).normalize_or_zero());
    let twist = swing.conjugate() * from_rest;
    let (axis, angle) = swing.to_axis_angle();
    let [x, y] = [cone.side, cone.bone.cross(cone.side)].map(|across| axis.dot(across) * angle);
    let share = ((x / cone.swing[0].max(1e-4)).powi(2) + (y / cone.swing[1].max(1e-4)).powi(2)).sqrt();
    let swung = if share > 1.0 { angle * (1.0 - 1.0 / share) } else { 0.0 };
    let about = 2.0 * Vec3::new(twist.x, twist.y, twist.z).dot(cone.bone).atan2(twist.w);
    let about = if about > std::f32::consts::PI { about - std::f32::consts::TAU } else { about };
    let twisted = (about - cone.twist[1]).max(cone.twist[0] - about).max(0.0);
    swung.max(twisted).to_degrees()
}

/// The greatest violation of any limit, degrees.
fn violation_deg(subject: &Subject, frame: &Frame) -> f32 {
    let ranges = subject.bound.joint_ranges().iter().filter(|range| range.chain.is_some());
    let violations = ranges.map(|range| match range.shape {
        RangeShape::Cone(cone) => {
            let rest = subject.skeleton.rest().get(range.joint).rotation;
            outside_deg(&cone, rest.conjugate() * frame.pose.get(range.joint).rotation)
        }
        RangeShape::Hinge { upper, lower, bend: [least, greatest], .. } => {
            let [upper, mid, lower] = [upper, range.joint, lower].map(|joint| frame.globals.position(joint));
            let bend = angle_between(mid - upper, lower - mid);
            (bend - greatest).max(least - bend).max(0.0).to_degrees()
        }
    });
    violations.fold(0.0, f32::max)
}

/// No limit is left by more than 0.1°, whatever is asked of limbs, spine, hands and head at once.
#[test]
fn limits_hold() {
    for subject in subjects() {
        let mut random = Rng::with_seed(13);
        let rest = subject.skeleton.rest_globals();
        for case in 0..60 {
            let length = subject.bound.leg_length();
            let mut goals: Vec<Goal> = Vec::new();
            for limb in subject.limbs() {
                let at = limb.root + direction(&mut random) * (limb.length() * 1.6 * random.f32());
                let turned = (case % 2 == 0).then(|| rotation(&mut random));
                let weight = if case % 3 == 0 { random.f32() } else { 1.0 };
                goals.push(Goal { rotation_in_world: turned, weight, ..goal(limb.chain, at) });
            }
            let head = subject.joint(Role::Head).map(|head| rest.position(head));
            if let Some(head) = head.filter(|_| case % 4 < 2) {
                let weight = if case % 3 == 1 { random.f32() } else { 1.0 };
                goals.push(Goal { weight, ..goal("spine", head + direction(&mut random) * (0.6 * length)) });
            }
            let look = head.filter(|_| case % 4 > 0).map(|head| head + direction(&mut random) * length);
            let frame = subject.settle(&goals, look);
            let outside = violation_deg(subject, &frame);
            assert!(outside <= 0.1, "{} case {case}: {outside}°", subject.name);
        }
    }
}
