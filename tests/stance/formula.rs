use surefoot::glam::Vec3;
use surefoot::stance::{Interval, Stances, Thresholds, Track, Travel, TravelSource, Twist};

use crate::walker::{Walker, on_leg};

fn found(track: &Track) -> (Travel, Stances) {
    let travel = Travel::of(track);
    let thresholds = Thresholds::propose(track, travel.twist);
    (travel, Stances::find(track, travel.twist, &thresholds))
}

/// Stances that must be these, to within a frame at 60 Hz; a start may lie a little before the loop's.
#[track_caller]
fn assert_down(stances: &Stances, foot: usize, start_s: f32, end_s: f32) {
    let [Interval { start_s: start, end_s: end }] = stances.feet[foot].down[..] else {
        panic!("foot {foot}: {:?}", stances.feet[foot].down);
    };
    let duration = stances.duration_s;
    let apart = |a: f32, b: f32| ((a - b + 0.5 * duration).rem_euclid(duration) - 0.5 * duration).abs();
    assert!(apart(start, start_s) <= 0.0168 && apart(end, end_s) <= 0.0168, "foot {foot}: {start} to {end}");
}

#[test]
fn a_walk_by_formula_is_read_as_it_was_made() {
    let human = Walker::HUMAN;
    let along = |x: f32, z: f32| Twist { velocity: Vec3::new(x, 0.0, z), yaw_rate: 0.0 };
    let walkers = [
        human,
        // Slow, fast with a flight, backwards, aside.
        Walker { twist: along(0.0, 0.5), period: 1.6, stance: 0.7, ..human },
        Walker { twist: along(0.0, 3.5), period: 0.7, stance: 0.35, lift: 0.25, ..human },
        Walker { twist: along(0.0, -0.9), ..human },
        Walker { twist: along(0.7, 0.7), ..human },
        // A child and a giant.
        Walker { twist: along(0.0, 0.6), leg_length: 0.4, period: 0.8, ..human },
        Walker { twist: along(0.0, 8.0), leg_length: 9.0, period: 3.0, ..human },
    ];
    for walker in walkers {
        let (travel, stances) = found(&walker.track());
        assert_eq!(travel.source, TravelSource::Feet);
        let off = travel.twist.velocity.distance(walker.twist.velocity);
        assert!(off < 0.01 * walker.twist.velocity.length(), "{:?} for {:?}", travel.twist, walker.twist);
        assert_eq!(travel.twist.yaw_rate, 0.0);
        let (period, stance) = (walker.period, walker.stance);
        assert_down(&stances, 0, 0.0, stance * period);
        assert_down(&stances, 1, 0.5 * period, (0.5 + stance) * period);
        assert!((stances.duty(0) - stance).abs() < 0.04, "{}", stances.duty(0));
    }
}

#[test]
fn a_walk_round_a_corner_turns_as_it_was_made() {
    for yaw_rate in [0.6, -1.0] {
        let twist = Twist { velocity: Vec3::Z * 1.2, yaw_rate };
        let walker = Walker { twist, ..Walker::HUMAN };
        let (travel, stances) = found(&walker.track());
        assert!((travel.twist.yaw_rate - yaw_rate).abs() < 0.02, "{:?}", travel.twist);
        assert!(travel.twist.velocity.distance(twist.velocity) < 0.03, "{:?}", travel.twist);
        assert_down(&stances, 0, 0.0, 0.6 * walker.period);
    }
}

#[test]
fn feet_that_hover_sink_or_slide_are_down_all_the_same() {
    for (hover, slide) in [(0.02, 0.0), (-0.03, 0.0), (0.0, 0.25), (0.015, 0.2)] {
        let walker = Walker { hover, slide, ..Walker::HUMAN };
        let (travel, stances) = found(&walker.track());
        // To and fro comes to nothing over a stance; what the median makes of it is within the slide.
        assert!((travel.twist.velocity.z - 1.3).abs() <= 0.01 + slide, "{hover} {slide}: {:?}", travel.twist);
        for foot in 0..2 {
            assert!((stances.duty(foot) - 0.6).abs() < 0.06, "{hover} {slide}: {}", stances.duty(foot));
        }
    }
}

#[test]
fn who_stands_goes_nowhere_and_has_both_feet_down() {
    let still = Walker { twist: Twist::default(), lift: 0.0, ..Walker::HUMAN };
    let (travel, stances) = found(&still.track());
    assert_eq!(travel, Travel::STILL);
    for foot in 0..2 {
        let times = stances.times(foot, 0.4).unwrap();
        assert!(times.down && times.until_s.is_infinite() && times.since_s.is_infinite());
    }
}

#[test]
fn who_hops_on_the_spot_lands_with_both_feet() {
    // In the air for 0.4 s of 1 s, to 0.4·9.81·0.4/8 m.
    let point = |at: usize, x: f32, z: f32| {
        let since = at as f32 / 120.0 - 0.6;
        let height = if since > 0.0 { 0.5 * 9.81 * since * (0.4 - since) } else { 0.0 };
        Vec3::new(x, height, z)
    };
    let leg = |x: f32| (0..120).map(|at| on_leg([-0.06, 0.14, 0.2].map(|z| point(at, x, z)))).collect();
    let track = Track {
        duration_s: 1.0,
        leg_length: 0.9,
        legs: vec![leg(0.1), leg(-0.1)],
        heel_corners: Vec::new(),
        carried: None,
    };
    let (travel, stances) = found(&track);
    assert_eq!(travel, Travel::STILL);
    assert_down(&stances, 0, 0.0, 0.6);
    assert_eq!(stances.feet[0], stances.feet[1]);
}

#[test]
fn a_person_may_change_the_thresholds() {
    let track = Walker { slide: 0.3, ..Walker::HUMAN }.track();
    let twist = Walker::HUMAN.twist;
    let proposed = Thresholds::propose(&track, twist);
    let strict = Thresholds { speed: 0.05, release_speed: 0.05, ..proposed };
    let (usual, strict) = (Stances::find(&track, twist, &proposed), Stances::find(&track, twist, &strict));
    assert!(strict.duty(0) < 0.5 * usual.duty(0), "{} {}", strict.duty(0), usual.duty(0));
    // Nothing is lower than this.
    let nowhere = Thresholds { height: -1.0, ..proposed };
    assert_eq!(Stances::find(&track, twist, &nowhere).duty(0), 0.0);
}

#[test]
fn the_same_track_is_read_the_same() {
    let track = Walker::HUMAN.track();
    assert_eq!(found(&track), found(&track.clone()));
}

#[test]
fn odd_tracks_are_no_trouble() {
    for feet in [vec![], vec![vec![]], vec![vec![[Vec3::ZERO; 3]]], vec![vec![[Vec3::Y * 50.0; 3]; 40]]] {
        for duration_s in [0.0, 1.0] {
            let legs = feet.iter().map(|samples| samples.iter().copied().map(on_leg).collect()).collect();
            let track = Track { duration_s, leg_length: 0.9, legs, heel_corners: Vec::new(), carried: None };
            let (travel, stances) = found(&track);
            assert_eq!(travel, Travel::STILL);
            assert_eq!(stances.feet.len(), feet.len());
            assert!(stances.duty(0).is_finite() && stances.times(3, 0.0).is_none());
        }
    }
}
