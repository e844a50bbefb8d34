//! Heads and eyes.

use fastrand::Rng;
use surefoot::glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::math::angle_between;
use surefoot::rig::LookRange;

use crate::subjects::{Subject, direction, rig, subjects};

/// Yaw to the left and pitch up of a direction, degrees.
fn yaw_and_pitch(direction: Vec3, forward: Vec3, up: Vec3) -> [f32; 2] {
    let (ahead, aside, above) = (direction.dot(forward), direction.dot(up.cross(forward)), direction.dot(up));
    [aside.atan2(ahead), above.atan2(ahead.hypot(aside))].map(f32::to_degrees)
}

/// How far a gaze is from the edge of a range, inside or outside, degrees.
fn off_the_edge([yaw, pitch]: [f32; 2], range: &LookRange) -> f32 {
    let inward = [range.left_deg - yaw, yaw + range.right_deg, range.up_deg - pitch, pitch + range.down_deg];
    inward.into_iter().fold(f32::INFINITY, f32::min).abs()
}

fn head_and_target(subject: &Subject, random: &mut Rng) -> Option<Vec3> {
    let head = subject.skeleton.rest_globals().position(subject.joint(Role::Head)?);
    Some(head + direction(random) * (subject.bound.leg_length() * (1.5 + 3.0 * random.f32())))
}

/// Without eyes the head meets what is inside its limits to 0.5°, and ends on their edge to 0.5° for what is outside.
#[test]
fn heads_meet_their_target_or_their_limit() {
    for subject in subjects() {
        let mut random = Rng::with_seed(41);
        let mut rig = rig();
        let look = rig.look_at.as_mut().unwrap();
        look.eye_bones.clear();
        let range = look.head_range;
        let bound = rig.bind_with(&subject.skeleton, &subject.map).unwrap();
        let Some(head) = subject.joint(Role::Head) else { continue };
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..60 {
            let Some(target) = head_and_target(subject, &mut random) else { continue };
            let frame = subject.settle_with(&bound, &[], Some(target));
            let Some(report) = frame.report.look else { continue };
            let sight = subject.turned(&frame.globals, head) * subject.bound.frame().forward;
            let wanted = target - frame.globals.position(head);
            let [yaw, pitch] = yaw_and_pitch(wanted, report.frame.forward, report.frame.up);
            let held = [yaw.clamp(-range.right_deg, range.left_deg), pitch.clamp(-range.down_deg, range.up_deg)];
            if held == [yaw, pitch] {
                inside += 1;
                let error = angle_between(sight, wanted).to_degrees();
                assert!(error <= 0.5 && !report.clamped, "{}: {error}° at {yaw} {pitch}", subject.name);
            } else {
                outside += 1;
                let seen = yaw_and_pitch(sight, report.frame.forward, report.frame.up);
                assert!(report.clamped && off_the_edge(seen, &range) <= 0.5, "{}: {seen:?}", subject.name);
                // Straight behind, above and below, sides have no meaning of their own.
                if yaw.abs() < 150.0 && pitch.abs() < 75.0 {
                    let off = (seen[0] - held[0]).abs().max((seen[1] - held[1]).abs());
                    assert!(off <= 0.5, "{}: {seen:?} for {held:?} of {yaw} {pitch}", subject.name);
                }
            }
        }
        assert!(inside > 5 && outside > 5, "{}: {inside} {outside}", subject.name);
    }
}

/// Eyes meet what head and eyes together can, to 0.5°, and end on the edge of their own limits otherwise.
#[test]
fn eyes_meet_their_target_or_their_limit() {
    let mut looked = 0;
    for subject in subjects() {
        let mut random = Rng::with_seed(42);
        let (Some(head), Some(eye)) = (subject.joint(Role::Head), subject.joint(Role::LeftEye)) else { continue };
        let look = rig().look_at.unwrap();
        for _ in 0..60 {
            let Some(target) = head_and_target(subject, &mut random) else { continue };
            let frame = subject.settle(&[], Some(target));
            if frame.report.look.is_none() {
                continue;
            }
            looked += 1;
            let [forward, up] = [subject.bound.frame().forward, subject.bound.frame().up]
                .map(|axis| subject.turned(&frame.globals, head) * axis);
            let sight = subject.turned(&frame.globals, eye) * subject.bound.frame().forward;
            let wanted = target - frame.globals.position(eye);
            let [yaw, pitch] = yaw_and_pitch(wanted, forward, up);
            let range = look.eye_range;
            let held = [yaw.clamp(-range.right_deg, range.left_deg), pitch.clamp(-range.down_deg, range.up_deg)];
            if held == [yaw, pitch] {
                let error = angle_between(sight, wanted).to_degrees();
                assert!(error <= 0.5, "{}: {error}°", subject.name);
            } else {
                let seen = yaw_and_pitch(sight, forward, up);
                assert!(off_the_edge(seen, &range) <= 0.5, "{}: {seen:?}", subject.name);
                if yaw.abs() < 150.0 && pitch.abs() < 75.0 {
                    let off = (seen[0] - held[0]).abs().max((seen[1] - held[1]).abs());
                    assert!(off <= 0.5, "{}: {seen:?} for {held:?}", subject.name);
                }
            }
        }
    }
    assert!(looked > 500);
}
