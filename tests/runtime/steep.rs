//! Steep ways: the pelvis goes back, the trunk leans, a leg that reaches no farther lets its foot go, and a settled pose knows the way.

use surefoot::glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::Rig;
use surefoot::runtime::SolveReport;

use crate::person::{Built, LEG, Person, Slope, whole};
use crate::walker::{Walk, Walker};

const RATE: f32 = 1.0 / 60.0;

fn rig(change: impl Fn(&mut surefoot::rig::Grounding)) -> Rig {
    let mut rig = whole();
    change(rig.grounding.as_mut().unwrap());
    rig
}

/// Goes on up a slope, or down one, and gives each frame from the third second to the fifth.
fn walked(walker: &Walker, built: &Built, rig: &Rig, degrees: f32, mut see: impl FnMut(&Walk, &Pose, &SolveReport)) {
    let slope = Slope::rising(degrees, 0.0);
    let grade = degrees.to_radians().tan();
    let mut walk = Walk::new(walker, built, rig);
    for frame in 0..300 {
        let ahead = walker.ahead(walk.time + RATE).z;
        let (pose, report) = walk.step(RATE, &slope, grade * ahead);
        if frame >= 180 {
            see(&walk, &pose, &report);
        }
    }
}

#[test]
fn the_pelvis_goes_back_and_the_trunk_leans_by_a_share_of_the_slope() {
    let (built, walker) = (Person::default().build(), Walker::default());
    let spine = built.joint(Role::Spine);
    for degrees in [25.0_f32, -25.0, 0.0] {
        for (set_back, lean) in [(0.3, 0.2), (0.5, 0.0)] {
            let rig = rig(|grounding| (grounding.set_back, grounding.lean) = (set_back, lean));
            // One who goes at a fifth of a leg length a second takes half of a slope for one; at this speed, a twenty-fifth less.
            let slow = (0.2 * LEG / walker.speed).powi(2);
            let slope = (degrees.to_radians().tan() / (1.0 + slow)).atan();
            let back = -LEG * (set_back * slope).sin();
            walked(&walker, &built, &rig, degrees, |walk, pose, report| {
                let offset = report.pelvis_offset;
                assert!((offset.z - back).abs() < 0.004 && offset.x.abs() < 1e-5, "{degrees}°: {offset} for {back}");
                let animated = walker.pose(&built, walk.time);
                let [leant, upright] =
                    [pose, &animated].map(|pose| Globals::of(&built.skeleton, pose).rotation(spine) * Vec3::Y);
                // Towards where the way rises, in the plane of the walk.
                let angle = leant.z.atan2(leant.y) - upright.z.atan2(upright.y);
                assert!((angle - lean * slope).abs() < 0.005, "{degrees}°: {angle} for {}", lean * slope);
            });
        }
    }
}

#[test]
fn who_sets_the_pelvis_back_crouches_less() {
    let (built, walker) = (Person::default().build(), Walker::default());
    for degrees in [30.0, -30.0] {
        let lowest = |set_back: f32| {
            let mut lowest = 0.0_f32;
            let rig = rig(|grounding| grounding.set_back = set_back);
            walked(&walker, &built, &rig, degrees, |_, _, report| lowest = lowest.min(report.pelvis_offset.y));
            lowest
        };
        let [upright, back] = [lowest(0.0), lowest(0.4)];
        assert!(back > upright + 0.02, "{degrees}°: {back} m, {upright} m upright");
    }
}

/// A stance of 0.48 m for a leg of 0.82, up 35°, and a pelvis that goes down little: a foot that stayed to its end would be farther below the hip than the leg is long.
#[test]
fn a_leg_that_reaches_no_farther_lets_its_foot_go() {
    let built = Person::default().build();
    let walker = Walker::default();
    let rig = rig(|grounding| (grounding.max_pelvis_drop, grounding.set_back) = (0.03, 0.0));
    let [hip, knee, ankle] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| built.joint(role));
    let (mut stood, mut kept, mut before) = (0, 0, None);
    walked(&walker, &built, &rig, 35.0, |walk, pose, report| {
        let globals = Globals::of(&built.skeleton, pose);
        let [hip, knee, ankle] = [hip, knee, ankle].map(|joint| globals.position(joint));
        let bend = (knee - hip).angle_between(ankle - knee).to_degrees();
        // It never straightens as far as the softening lets no leg go against the ground, and so has no knee to snap.
        assert!(bend > 10.0, "{}: {bend}°", walk.time);
        let step = before.replace(bend).map_or(0.0, |before: f32| (bend - before).abs());
        assert!(step < 25.0, "{}: {step}°", walk.time);
        let foot = &report.feet[0];
        if walker.is_down(0, walk.time) {
            stood += 1;
            kept += usize::from(foot.planted);
        }
        // Whatever is told to stand does: no foot hovers and is called planted.
        let gap = foot.contacts.iter().map(|contact| contact.gap).fold(f32::INFINITY, f32::min);
        assert!(!foot.planted || gap.abs() < 2e-3, "{}: {gap}", walk.time);
    });
    assert!(kept > stood / 4 && kept < stood, "{kept} of {stood}");
}

#[test]
fn a_settled_pose_forgets_what_was_shown_before() {
    let (built, walker) = (Person::default().build(), Walker::default());
    let rig = whole();
    let slope = Slope::rising(20.0, 0.0);
    let height = |time: f32| 20.0_f32.to_radians().tan() * walker.ahead(time).z;
    for time in [0.9_f32, 1.3, 1.75, 2.1] {
        let mut walk = Walk::new(&walker, &built, &rig);
        for _ in 0..100 {
            let ahead = walk.time + RATE;
            walk.step(RATE, &slope, height(ahead));
        }
        walk.time = time;
        let (after, _) = walk.step(0.0, &slope, height(time));
        let mut fresh = Walk::new(&walker, &built, &rig);
        fresh.time = time;
        let (alone, _) = fresh.step(0.0, &slope, height(time));
        assert_eq!(after, alone, "{time}");
    }
}

#[test]
fn a_settled_pose_is_near_to_the_one_that_is_walked() {
    let (built, walker) = (Person::default().build(), Walker::default());
    for degrees in [20.0_f32, -20.0] {
        walked(&walker, &built, &whole(), degrees, |walk, _, report| {
            let mut fresh = Walk::new(&walker, &built, &whole());
            fresh.time = walk.time;
            let height = degrees.to_radians().tan() * walker.ahead(walk.time).z;
            let (_, settled) = fresh.step(0.0, &Slope::rising(degrees, 0.0), height);
            let apart = settled.pelvis_offset.distance(report.pelvis_offset);
            assert!(apart < 5e-3, "{}: {apart}", walk.time);
        });
    }
}
