use glam::{Quat, Vec3};

use super::landing::Seeker;
use super::*;
use crate::ground::{Hit, LayerMask};

const PARAMS: Params = Params {
    step_distance: 1.0,
    stand_distance: 0.05,
    step_angle: 0.5,
    stand_angle: 0.2,
    step_duration: 0.4,
    air_share: 0.4,
    lift: 0.1,
    overshoot: 0.5,
    step_up: 0.4,
    step_down: 0.4,
    layers: u32::MAX,
    body_half_life: 0.1,
    tilt_half_life: 0.1,
    tilt_weight: 1.0,
    max_tilt: 0.5,
};

fn foot(turn: u32, x: f32) -> Foot {
    let end = |z: f32| Vec3::Z * z;
    Foot { turn, home: Vec3::X * x, heel: end(-0.15), toe: end(0.05), reach: 1.0 }
}

/// Level ground whose height depends on how far ahead it is.
struct Heights(fn(f32) -> Option<f32>);

impl Ground for Heights {
    fn cast(&self, origin: Vec3, _: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let point = origin.with_y((self.0)(origin.z)?);
        (0.0..=max_distance).contains(&(origin.y - point.y)).then(|| Hit::still(point, Vec3::Y))
    }
}

fn at(z: f32) -> Place {
    Place { origin: Vec3::Z * z, rotation: Quat::IDENTITY }
}

fn motion(from: f32, to: f32, dt: f32) -> Motion {
    Motion { from: at(from), to: at(to), velocity: None, turn_rate: None, fastest: 5.0, dt }
}

#[test]
fn a_foot_goes_by_a_half_sine_and_lands_ahead_by_half_of_the_way_in_its_stance() {
    let flat = Heights(|_| Some(0.0));
    let feet = [foot(0, 0.1), foot(1, -0.1)];
    let mut memory = Memory::new(2);
    advance(&mut memory, &feet, &PARAMS, &motion(0.0, 0.0, 0.0), &flat);
    // At 1 m/s a step of 0.4 s in a cycle of 1 s: the foot stands for 0.6 s and lands 0.3 m ahead of home.
    let (dt, mut z) = (1.0 / 240.0, 0.0);
    let (mut highest, mut landed): (f32, Option<f32>) = (0.0, None);
    for _ in 0..240 {
        let told = Motion { velocity: Some(Vec3::Z), turn_rate: Some(0.0), ..motion(z, z + dt, dt) };
        advance(&mut memory, &feet, &PARAMS, &told, &flat);
        z += dt;
        let first = memory.foot(0, &flat);
        highest = highest.max(first.point.y);
        if memory.steps(0) == 1 && !first.is_up() && landed.is_none() {
            landed = Some(first.point.z - z);
        }
    }
    assert!((landed.unwrap() - 0.3).abs() < 0.01, "{landed:?}");
    // A stride of 0.7 m has 0.7 of the whole lift.
    assert!((highest - 0.07).abs() < 2e-3, "{highest}");
}

#[test]
fn a_landing_keeps_off_edges_and_risers_and_there_is_none_over_nothing() {
    let seek = |ground: &Heights, wanted: f32| {
        let seeker = Seeker { params: &PARAMS, ground, level: 0.0 };
        let place = |z: f32| Vec3::new(0.1, 0.0, z);
        let print = seeker.land(&foot(0, 0.1), place(wanted), place(0.0), Quat::IDENTITY);
        print.map(|print| print.in_world(ground).point.z)
    };
    // An edge at 0.5 beyond which there is nothing: the toe, 0.05 before the ball, stays on.
    let edge = Heights(|z| (z < 0.5).then_some(0.0));
    for wanted in [0.46, 0.5, 0.6] {
        let z = seek(&edge, wanted).unwrap();
        assert!((0.41..=0.45).contains(&z), "{wanted}: {z}");
    }
    assert_eq!(seek(&edge, 0.3), Some(0.3));
    // A riser of 0.2 at 0.5: from below the toe stays before it, from above the heel, 0.15 behind, stays on.
    let riser = Heights(|z| Some(if z < 0.5 { 0.0 } else { 0.2 }));
    let z = seek(&riser, 0.47).unwrap();
    assert!(z <= 0.45, "{z}");
    for wanted in [0.5, 0.52, 0.6] {
        let z = seek(&riser, wanted).unwrap();
        assert!(z <= 0.45 || z >= 0.65, "{wanted}: {z}");
    }
    // A wall that is too high.
    let wall = Heights(|z| Some(if z < 0.5 { 0.0 } else { 3.0 }));
    assert!(seek(&wall, 0.7).unwrap() <= 0.5);
    assert_eq!(seek(&Heights(|_| None), 0.2), None);
}

#[test]
fn a_step_goes_over_what_lies_between() {
    // A sill of 0.25 across the way.
    let sill = Heights(|z| Some(if (0.4..0.5).contains(&z) { 0.25 } else { 0.0 }));
    let seeker = Seeker { params: &PARAMS, ground: &sill, level: 0.0 };
    let standing = |z: f32| Standing { point: Vec3::Z * z, normal: Vec3::Y, ahead: Vec3::Z };
    let point = Foot { heel: Vec3::ZERO, toe: Vec3::ZERO, ..foot(0, 0.0) };
    assert!(seeker.lift_over(&point, &standing(0.0), &standing(0.9)) > 0.25);
    let before = seeker.lift_over(&point, &standing(-0.9), &standing(0.0));
    assert!((before - 0.09).abs() < 1e-6, "{before}");
}

#[test]
fn three_feet_make_a_plane_and_two_do_not() {
    let mut body = BodyFollow::default();
    // 0.2 up for each metre ahead: 11.31°.
    let feet =
        [Vec3::new(0.3, 0.1, 0.5), Vec3::new(-0.3, 0.1, 0.5), Vec3::new(0.3, -0.1, -0.5), Vec3::new(-0.3, -0.1, -0.5)];
    body.arrive(feet.into_iter(), &PARAMS);
    let tilt = body.normal().angle_between(Vec3::Y).to_degrees();
    assert!((tilt - 11.31).abs() < 0.2 && body.normal().z < 0.0 && body.height() == 0.0, "{tilt}");
    body.arrive(feet[..2].iter().map(|&foot| foot * 3.0), &PARAMS);
    assert!(body.normal() == Vec3::Y && (body.height() - 0.3).abs() < 1e-6);
}
