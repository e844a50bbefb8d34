//! Recordings made by hand, measured.

use surefoot::glam::{Quat, Vec3};
use surefoot::quality::{Figures, FootFrame, Frame, Recording, SourceFigures, Under, Verdict, judge, measure};
use surefoot::runtime::SolePoints;

const FPS: f32 = 60.0;
/// A second and a half.
const FRAMES: usize = 90;

fn sole_at(point: Vec3) -> SolePoints {
    SolePoints {
        heel: point + Vec3::new(0.0, 0.0, -0.1),
        ball: point + Vec3::new(0.0, 0.0, 0.1),
        toe: point + Vec3::new(0.0, 0.0, 0.16),
        edges: [point + Vec3::new(0.05, 0.0, 0.1), point + Vec3::new(-0.05, 0.0, 0.1)],
    }
}

/// A foot over a plane through the origin.
fn over(normal: Vec3, solved: SolePoints) -> [Option<Under>; 5] {
    solved.all().map(|point| {
        let ground = -(normal.x * point.x + normal.z * point.z) / normal.y;
        Some(Under { height: (point.y - ground) * normal.y, normal, ground })
    })
}

/// A foot that stands flat where it is, the clip's over level ground and the solved over a plane.
fn standing(normal: Vec3, source: Vec3, solved: Vec3) -> FootFrame {
    let solved = sole_at(solved);
    FootFrame {
        stands: true,
        down: true,
        contacts_down: [true; 3],
        source: sole_at(source),
        solved,
        under: over(normal, solved),
        source_up: Vec3::Y,
        solved_up: Vec3::Y,
        knee: Some([0.3; 2]),
    }
}

fn recording(foot: impl Fn(f32) -> FootFrame) -> Recording {
    let frame = |index: usize| {
        let time_s = index as f32 / FPS;
        Frame { time_s, feet: vec![foot(time_s)], pelvis: 0.9, pelvis_source: 0.9, ..Frame::default() }
    };
    Recording { leg_length: 0.9, tilt_cap: 0.8, frames: (0..FRAMES).map(frame).collect() }
}

fn figures(foot: impl Fn(f32) -> FootFrame) -> Figures {
    measure(&recording(foot)).0
}

#[track_caller]
fn near(value: f32, wanted: f32) {
    assert!((value - wanted).abs() < 0.02, "{value} for {wanted}");
}

#[test]
fn a_foot_that_stands_has_nothing_to_tell() {
    let figures = figures(|_| standing(Vec3::Y, Vec3::X, Vec3::X));
    let nothing = Figures { knee_flex_min_deg: figures.knee_flex_min_deg, ..Figures::default() };
    assert_eq!(figures, nothing);
    near(figures.knee_flex_min_deg, 0.3_f32.to_degrees());
    assert_eq!(figures.verdict(&SourceFigures::default(), 0.9), Verdict::Pass);
}

#[test]
fn a_slide_of_seven_millimetres_is_seven() {
    // In the plane of a slope too, and not with what lies across it.
    for normal in [Vec3::Y, Quat::from_rotation_x(0.5) * Vec3::Y] {
        let along = normal.cross(Vec3::X).try_normalize().unwrap();
        let slid = figures(|time| standing(normal, Vec3::X, Vec3::X + along * (0.007 * (time / 1.4).min(1.0))));
        near(slid.drift_max_mm, 7.0);
        // There and back again: the farthest counts, not the sum.
        let swayed = figures(|time| standing(normal, Vec3::X, Vec3::X + along * (0.007 * (time * 4.0).sin())));
        assert!((6.9..7.1).contains(&swayed.drift_max_mm), "{}", swayed.drift_max_mm);
        let risen = figures(|time| standing(normal, Vec3::X, Vec3::X + normal * (0.01 * time)));
        near(risen.drift_max_mm, 0.0);
    }
}

#[test]
fn each_plant_is_counted_for_itself() {
    // Slides 4 mm, is lifted and put down 300 mm ahead, and slides 5 mm.
    let slid = figures(|time| {
        let way = match time {
            time if time < 0.5 => 0.004 * time / 0.5,
            time if time < 1.0 => 0.004 + (time - 0.5) * 0.6,
            time => 0.304 + 0.005 * ((time - 1.0) / 0.45).min(1.0),
        };
        let foot = standing(Vec3::Y, Vec3::X, Vec3::Z * way);
        if (0.5..1.0).contains(&time) {
            FootFrame { stands: false, down: false, contacts_down: [false; 3], ..foot }
        } else {
            foot
        }
    });
    near(slid.drift_max_mm, 5.0);
}

#[test]
fn rolling_from_heel_to_toe_is_no_slide() {
    // About the heel to flat, and from there about the ball.
    let figures = figures(|time| {
        let pitch = if time < 0.5 { -0.3 * (1.0 - time / 0.5) } else { (time - 0.5).max(0.0) * 0.8 };
        let flat = sole_at(Vec3::X);
        let pivot = if pitch < 0.0 { flat.heel } else { flat.ball };
        let sole = flat.map(|point| pivot + Quat::from_rotation_x(pitch) * (point - pivot));
        FootFrame {
            contacts_down: [pitch <= 0.0, pitch >= 0.0, pitch >= 0.0],
            source: sole,
            solved: sole,
            under: over(Vec3::Y, sole),
            ..standing(Vec3::Y, Vec3::X, Vec3::X)
        }
    });
    near(figures.drift_max_mm, 0.0);
    // The toes turn into the ground, and the clip has them there too.
    assert_eq!(figures.penetration_max_mm, 0.0);
    assert_eq!(figures.gap_max_mm, 0.0);
}

#[test]
fn depth_and_gap_are_those_beyond_the_clip() {
    let at = |source: f32, solved: f32| {
        let figures = figures(|_| standing(Vec3::Y, Vec3::Y * source, Vec3::Y * solved));
        (figures.penetration_max_mm, figures.penetration_p95_mm, figures.gap_max_mm, figures.gap_p95_mm)
    };
    for (source, solved, depth, gap) in [
        (0.0, -0.004, 4.0, 0.0),
        (0.0, 0.006, 0.0, 6.0),
        // What the clip has of both is taken off.
        (-0.003, -0.004, 1.0, 0.0),
        (0.002, 0.006, 0.0, 4.0),
        (0.01, 0.0, 0.0, 0.0),
        (-0.01, 0.0, 0.0, 0.0),
        (-0.01, 0.002, 0.0, 2.0),
    ] {
        let (most_depth, p95_depth, most_gap, p95_gap) = at(source, solved);
        for (value, wanted) in [(most_depth, depth), (p95_depth, depth), (most_gap, gap), (p95_gap, gap)] {
            near(value, wanted);
        }
    }
}

#[test]
fn depth_is_along_the_normal_and_of_the_deepest_point() {
    // On a slope of 30° a sole that is level cuts into it with one end: half of the foot before its middle, times the sine.
    let normal = Quat::from_rotation_x(-30.0_f32.to_radians()) * Vec3::Y;
    let figures = figures(|_| standing(normal, Vec3::ZERO, Vec3::ZERO));
    near(figures.penetration_max_mm, 160.0 * 0.5);
    // No gap, for the heel is above but the toe is not.
    assert_eq!(figures.gap_max_mm, 0.0);
    near(figures.sole_angle_settled_deg, 30.0);
    assert_eq!(figures.verdict(&SourceFigures::default(), 0.9), Verdict::Fail);
}

#[test]
fn one_bad_frame_is_the_most_and_not_the_95th_percentile() {
    let figures = figures(|time| {
        let sunk = if (time - 0.5).abs() < 0.005 { -0.012 } else { -0.001 };
        standing(Vec3::Y, Vec3::ZERO, Vec3::Y * sunk)
    });
    near(figures.penetration_max_mm, 12.0);
    near(figures.penetration_p95_mm, 1.0);
}

#[test]
fn a_foot_in_the_air_neither_sinks_nor_hovers() {
    let figures = figures(|time| FootFrame {
        down: false,
        contacts_down: [false; 3],
        ..standing(Vec3::Y, Vec3::Y * 0.2, Vec3::Y * (0.1 - 0.2 * time))
    });
    assert_eq!((figures.penetration_max_mm, figures.gap_max_mm, figures.drift_max_mm), (0.0, 0.0, 0.0));
}

#[test]
fn a_foot_skates_when_it_is_low_and_fast() {
    let ratio = |height: f32, speed: f32, leg_length: f32| {
        let made = recording(|time| standing(Vec3::Y, Vec3::ZERO, Vec3::new(speed * time, height, 0.0)));
        let (figures, _) = measure(&Recording { leg_length, ..made });
        assert_eq!(figures.skating_ratio_source, 0.0);
        figures.skating_ratio
    };
    assert_eq!(ratio(0.04, 0.6, 0.9), 1.0);
    assert_eq!(ratio(0.06, 0.6, 0.9), 0.0);
    assert_eq!(ratio(0.04, 0.4, 0.9), 0.0);
    // A giant's foot is low at twice the height, and must be twice as fast.
    assert_eq!((ratio(0.06, 1.2, 1.8), ratio(0.06, 0.8, 1.8)), (1.0, 0.0));
    // A third of the time.
    let third = figures(|time| standing(Vec3::Y, Vec3::ZERO, Vec3::X * (2.0 * (time - 1.0).max(0.0))));
    assert!((third.skating_ratio - 0.33).abs() < 0.06, "{}", third.skating_ratio);
}

#[test]
fn knees_and_limits_are_counted_beyond_the_clip() {
    let degrees = |degrees: f32| degrees.to_radians();
    // The clip bends by 2° a frame, what is solved by 5°.
    let figures = figures(|time| {
        let frame = time * FPS;
        FootFrame {
            knee: Some([degrees(2.0 * frame), degrees(5.0 * frame - 1.0)]),
            ..standing(Vec3::Y, Vec3::ZERO, Vec3::ZERO)
        }
    });
    near(figures.knee_step_max_deg, 3.0);
    near(figures.knee_flex_min_deg, -1.0);
    let mut past = recording(|_| standing(Vec3::Y, Vec3::ZERO, Vec3::ZERO));
    past.frames[7].limit_violation = degrees(0.4);
    near(measure(&past).0.limit_violation_max_deg, 0.4);
}

#[test]
fn a_bent_knee_may_hurry_but_not_jump() {
    // At half a second the knee bends by so much more in one frame.
    let jumped = |from: f32, by: f32| {
        let bend = move |time: f32| (from + if time > 0.5 { by } else { 0.0 }).to_radians();
        figures(|time| FootFrame { knee: Some([0.3, bend(time)]), ..standing(Vec3::Y, Vec3::ZERO, Vec3::ZERO) })
            .knee_step_max_deg
    };
    for (from, by, counted) in
        [(10.0, 8.0, 8.0), (10.0, 30.0, 30.0), (60.0, 12.0, 0.0), (60.0, 40.0, 25.0), (29.0, 119.0, 104.0)]
    {
        near(jumped(from, by), counted);
    }
}

#[test]
fn a_foot_let_go_is_not_planted_and_counts_as_let_go() {
    // Down for the first 60 frames by the clip; the rig lets it go for the last 15 of them, and slides and lifts it then.
    let figures = figures(|time| {
        let frame = (time * FPS).round() as usize;
        let (stands, down) = (frame < 60, frame < 45);
        let away = if down { Vec3::ZERO } else { Vec3::new(0.3, 0.2, 0.0) };
        FootFrame { stands, down, contacts_down: [stands; 3], ..standing(Vec3::Y, Vec3::ZERO, away) }
    });
    near(figures.let_go_share, 0.25);
    near(figures.drift_max_mm, 0.0);
    near(figures.gap_max_mm, 0.0);
    let source = SourceFigures { knee_flex_min_deg: 17.0, ..SourceFigures::default() };
    assert_eq!(figures.verdict(&source, 0.9), Verdict::Warn);
    assert_eq!(Figures { let_go_share: 0.51, ..figures }.verdict(&source, 0.9), Verdict::Fail);
    assert_eq!(Figures { let_go_share: 0.16, ..figures }.verdict(&source, 0.9), Verdict::Pass);
}

#[test]
fn the_pelvis_is_measured_against_the_mean_rise() {
    // Climbs at 0.5 m/s, and bobs by 30 mm twice a second: 0.03 · 4π at most.
    let mut climbing = recording(|time| {
        let down = (time * 2.0).fract() < 0.5;
        FootFrame { stands: down, down, contacts_down: [down; 3], ..standing(Vec3::Y, Vec3::ZERO, Vec3::ZERO) }
    });
    for frame in &mut climbing.frames {
        frame.root = Vec3::Y * (0.5 * frame.time_s);
        frame.pelvis = 0.9 + frame.root.y + 0.03 * (4.0 * std::f32::consts::PI * frame.time_s).sin();
    }
    let (figures, source) = measure(&climbing);
    assert!((figures.pelvis_speed_max - 0.03 * 4.0 * std::f32::consts::PI).abs() < 0.01, "{figures:?}");
    assert_eq!(source.pelvis_speed_max, 0.0);
    // Three bobs in a second and a half turn six times, and the foot comes down twice within it.
    assert_eq!(figures.pelvis_sign_changes_per_step, 3.0);
}

#[test]
fn bars_grow_with_the_leg_and_forgive_what_the_clip_does() {
    let figures = Figures { drift_max_mm: 8.0, knee_flex_min_deg: 30.0, ..Figures::default() };
    let source = SourceFigures { knee_flex_min_deg: 30.0, ..SourceFigures::default() };
    assert_eq!(figures.verdict(&source, 0.9), Verdict::Warn);
    assert_eq!(figures.verdict(&source, 1.8), Verdict::Pass);
    assert_eq!(figures.verdict(&source, 0.3), Verdict::Fail);
    // A knee that is straight in the clip may stay so, but not go farther.
    let straight = SourceFigures { knee_flex_min_deg: 0.5, ..SourceFigures::default() };
    let knee = |flex: f32| Figures { knee_flex_min_deg: flex, ..Figures::default() }.verdict(&straight, 0.9);
    assert_eq!([knee(0.6), knee(0.2), knee(-0.5)], [Verdict::Pass, Verdict::Warn, Verdict::Fail]);
    assert_eq!(Figures { knee_flex_min_deg: 1.0, ..Figures::default() }.verdict(&source, 0.9), Verdict::Warn);
    let skating = |ratio: f32| {
        let figures =
            Figures { skating_ratio: ratio, skating_ratio_source: 0.1, knee_flex_min_deg: 30.0, ..Figures::default() };
        figures.verdict(&source, 0.9)
    };
    assert_eq!([skating(0.1), skating(0.105), skating(0.12)], [Verdict::Pass, Verdict::Warn, Verdict::Fail]);
    let judged = judge(&figures, &source, 0.9);
    let drift = judged.iter().find(|judged| judged.name == "drift_max_mm").unwrap();
    assert_eq!((drift.value, drift.target, drift.fail), (8.0, 5.0, 21.0));
}

#[test]
fn nothing_recorded_is_nothing_measured() {
    assert_eq!(measure(&Recording::default()).0, Figures::default());
}
