//! Section C of the reports: heads and eyes.

use std::f32::consts::TAU;

use surefoot::glam::Vec3;
use surefoot::solve::look_at::{Follow, Frame, Range};

const BODY: Frame = Frame { forward: Vec3::Z, up: Vec3::Y };

fn range(yaw_deg: f32, pitch_deg: f32) -> Range {
    let (yaw, pitch) = (yaw_deg.to_radians(), pitch_deg.to_radians());
    Range { left: yaw, right: yaw, up: pitch, down: pitch }
}

/// The old side is kept until the target is 20° past the back, and then the head goes over at its bounded speed.
#[test]
fn c1_a_target_that_goes_round_the_back() {
    let head = Vec3::new(0.0, 1.6, 0.0);
    for speed_deg in [0.0_f32, 360.0] {
        let mut follow = Follow::default();
        let mut step = |target: Vec3| {
            let wanted = BODY.gaze(target - head);
            follow.step(wanted, &range(80.0, 60.0), 0.08, speed_deg.to_radians(), 1.0 / 60.0).gaze.yaw.to_degrees()
        };
        let first = step(Vec3::new(0.01, 1.6, -1.0));
        let second = step(Vec3::new(-0.01, 1.6, -1.0));
        assert!(first.abs() <= 80.001 && second.abs() <= 80.001);
        assert!((first - second).abs() < 7.0, "{first} to {second} in one frame");
        let mut last = second;
        for degree in 0..1080 {
            let (sine, cosine) = (degree as f32 - 180.0).to_radians().sin_cos();
            let now = step(head + Vec3::new(sine, 0.0, cosine));
            assert!(now.abs() <= 80.001);
            assert!(speed_deg == 0.0 || (now - last).abs() <= speed_deg / 60.0 + 1e-3, "{last} to {now} at {degree}°");
            last = now;
        }
    }
}

/// Over the crown of the head yaw flips by half a turn: the gaze goes up and comes down, and does not spin.
#[test]
fn a_target_that_passes_over_the_head() {
    let mut follow = Follow::default();
    let mut last: Option<f32> = None;
    for step in 0..=120 {
        let target = Vec3::new(0.02, 1.0, 1.0 - step as f32 / 60.0);
        let gaze = follow.step(BODY.gaze(target), &range(80.0, 50.0), 0.08, TAU, 1.0 / 60.0).gaze;
        assert!(gaze.yaw.abs().to_degrees() <= 80.001 && gaze.pitch.to_degrees() <= 50.001);
        assert!(last.is_none_or(|last| (gaze.yaw - last).abs() <= TAU / 60.0 + 1e-4));
        last = Some(gaze.yaw);
    }
}

#[test]
fn frame_rates_agree() {
    let after_half_a_second = |rates: &[f32]| {
        let mut follow = Follow::default();
        let range = range(90.0, 60.0);
        follow.step(BODY.gaze(Vec3::Z), &range, 0.1, 0.0, 0.0);
        let (mut time, mut frame) = (0.0_f32, 0);
        let mut yaw = 0.0;
        while time < 0.5 - 1e-6 {
            let dt = (1.0 / rates[frame % rates.len()]).min(0.5 - time);
            yaw = follow.step(BODY.gaze(Vec3::new(1.0, 0.2, 1.0)), &range, 0.1, 0.0, dt).gaze.yaw;
            time += dt;
            frame += 1;
        }
        yaw
    };
    let right = after_half_a_second(&[60.0]);
    for rates in [&[30.0][..], &[144.0], &[30.0, 144.0, 75.0], &[2.0]] {
        assert!((after_half_a_second(rates) - right).abs() < 1e-3, "{rates:?}");
    }
}
