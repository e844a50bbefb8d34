use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::angle_between;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{EyeMaps, JointLimit, LimitShape, RangeMap, Rig};
use surefoot::runtime::{Inputs, LookReport};

use crate::person::{Built, Person, role, whole};

fn look(built: &Built, rig: &Rig, target: Vec3) -> (Pose, Globals, LookReport) {
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let inputs = Inputs { look_target_in_world: Some(target), ..Inputs::settled(&NoGround) };
    let report = bound.solve(&mut pose, &mut bound.memory(), &inputs).look.unwrap();
    let globals = Globals::of(&built.skeleton, &pose);
    (pose, globals, report)
}

fn sight(built: &Built, globals: &Globals, role: Role, forward: Vec3) -> Vec3 {
    let joint = built.joint(role);
    globals.rotation(joint) * built.skeleton.rest_globals().rotation(joint).inverse() * forward
}

#[test]
fn eyes_or_head_meet_a_target_within_limits() {
    for (faces_back, forward) in [(false, Vec3::Z), (true, Vec3::NEG_Z)] {
        for with_eyes in [true, false] {
            for rolls in [0, 6] {
                let built = Person { faces_back, with_eyes, rolls, ..Person::default() }.build();
                for (yaw, pitch) in [(0.0, 0.0), (30.0_f32, 10.0_f32), (-60.0, -20.0), (70.0, 30.0), (5.0, 40.0)] {
                    let direction =
                        Quat::from_rotation_y(yaw.to_radians()) * Quat::from_rotation_x(-pitch.to_radians());
                    let direction = direction * Vec3::Z * Vec3::new(forward.z, 1.0, forward.z);
                    let target = built.rest(Role::Head) + direction * 1.5;
                    let (_, globals, report) = look(&built, &whole(), target);
                    let end = if with_eyes { Role::LeftEye } else { Role::Head };
                    let sight = sight(&built, &globals, end, forward);
                    let error = angle_between(sight, target - globals.position(built.joint(end)));
                    assert!(error < 0.5_f32.to_radians(), "{yaw} {pitch} {with_eyes}: {error}");
                    assert!(report.error < 0.5_f32.to_radians() && !report.clamped, "{report:?}");
                }
            }
        }
    }
}

/// VRM's own example: a target 45° to the left turns the left eye by half of its outer map's 10° and the right one by half of 8°.
#[test]
fn eyes_with_range_maps_turn_by_their_share() {
    let built = Person::default().build();
    let mut rig = whole();
    let look_at = rig.look_at.as_mut().unwrap();
    (look_at.body, look_at.head) = (0.0, 0.0);
    let map = |output_max_deg: f32| RangeMap { input_max_deg: 90.0, output_max_deg };
    look_at.eye_maps = Some(EyeMaps { inner: map(8.0), outer: map(10.0), up: map(6.0), down: map(0.0) });
    for (yaw, pitch, left, right) in
        [(45.0_f32, 0.0_f32, [5.0, 0.0], [4.0, 0.0]), (-90.0, -30.0, [-8.0, 0.0], [-10.0, 0.0])]
    {
        let direction = Quat::from_rotation_y(yaw.to_radians()) * Quat::from_rotation_x(-pitch.to_radians()) * Vec3::Z;
        let (_, globals, _) = look(&built, &rig, built.rest(Role::Head) + direction * 1e4);
        for (eye, [yaw, pitch]) in [(Role::LeftEye, left), (Role::RightEye, right)] {
            let sight = sight(&built, &globals, eye, Vec3::Z);
            let seen = [sight.x.atan2(sight.z), sight.y.asin()].map(f32::to_degrees);
            assert!((seen[0] - yaw).abs() < 0.01 && (seen[1] - pitch).abs() < 0.01, "{eye}: {seen:?}");
        }
    }
    // A head that cannot turn so far says so, though the eyes are within their maps.
    let look_at = rig.look_at.as_mut().unwrap();
    (look_at.body, look_at.head) = (0.2, 0.9);
    let direction = Quat::from_rotation_y(130.0_f32.to_radians()) * Vec3::Z;
    let (.., report) = look(&built, &rig, built.rest(Role::Head) + direction * 3.0);
    assert!(report.clamped, "{report:?}");
}

#[test]
fn outside_its_limits_the_head_ends_on_them() {
    let built = Person { with_eyes: false, ..Person::default() }.build();
    let target = built.rest(Role::Head) + Quat::from_rotation_y(120.0_f32.to_radians()) * Vec3::Z * 2.0;
    let (_, globals, report) = look(&built, &whole(), target);
    let sight = sight(&built, &globals, Role::Head, Vec3::Z);
    let yaw = sight.x.atan2(sight.z).to_degrees();
    assert!((yaw - 80.0).abs() < 0.5, "{yaw}");
    assert!(report.clamped);
}

/// A spine that joins in keeps the rig's limits, and the head makes up for what they take away.
#[test]
fn the_spine_keeps_its_limits_while_it_looks() {
    let built = Person { with_eyes: false, ..Person::default() }.build();
    let mut rig = whole();
    rig.look_at.as_mut().unwrap().body = 1.0;
    let shape = LimitShape::Cone { swing_deg: [6.0; 2], twist_min_deg: -8.0, twist_max_deg: 8.0 };
    rig.limits = [Role::Spine, Role::Chest].map(|bone| JointLimit { bone: role(bone), shape }).to_vec();
    for yaw in [-75.0_f32, 40.0, 75.0] {
        let direction = Quat::from_rotation_y(yaw.to_radians()) * Quat::from_rotation_x(0.4) * Vec3::Z;
        let (pose, _, report) = look(&built, &rig, built.rest(Role::Head) + direction * 2.0);
        for bone in [Role::Spine, Role::Chest] {
            let joint = built.joint(bone);
            let turned = built.skeleton.rest().get(joint).rotation.inverse() * pose.get(joint).rotation;
            let twist = 2.0 * turned.y.atan2(turned.w).abs().to_degrees();
            let swing = (turned * Vec3::Y).angle_between(Vec3::Y).to_degrees();
            assert!(twist < 8.1 && swing < 6.1, "{bone}: {twist} {swing}");
        }
        assert!(report.error < 0.5_f32.to_radians() && !report.clamped, "{yaw}: {report:?}");
    }
}

#[test]
fn a_target_that_passes_behind_does_not_whip_the_head_round() {
    let built = Person { with_eyes: false, ..Person::default() }.build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let mut last: Option<f32> = None;
    for degree in 0..720 {
        let direction = Quat::from_rotation_y((degree as f32 * 0.5).to_radians()) * Vec3::Z;
        let mut pose = built.skeleton.rest().clone();
        let target = built.rest(Role::Head) + direction;
        let inputs = Inputs { dt: 1.0 / 60.0, look_target_in_world: Some(target), ..Inputs::settled(&NoGround) };
        bound.solve(&mut pose, &mut memory, &inputs);
        let sight = sight(&built, &Globals::of(&built.skeleton, &pose), Role::Head, Vec3::Z);
        let yaw = sight.x.atan2(sight.z).to_degrees();
        assert!(yaw.abs() < 80.5);
        // 360° a second at most, with a little for the neck's way.
        assert!(last.is_none_or(|last| (yaw - last).abs() < 7.0), "{degree}: {last:?} {yaw}");
        last = Some(yaw);
    }
}

#[test]
fn without_a_target_the_look_goes_back_and_passes_through() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let mut frame = |target: Option<Vec3>, dt: f32| {
        let mut pose = built.skeleton.rest().clone();
        bound.solve(&mut pose, &mut memory, &Inputs { dt, look_target_in_world: target, ..Inputs::settled(&NoGround) });
        pose
    };
    frame(Some(Vec3::new(1.0, 1.6, 1.0)), 0.0);
    let turning = frame(None, 1.0 / 60.0);
    assert_ne!(&turning, built.skeleton.rest());
    for _ in 0..240 {
        frame(None, 1.0 / 60.0);
    }
    assert_eq!(&frame(None, 1.0 / 60.0), built.skeleton.rest());
}
