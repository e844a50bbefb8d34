//! Feet of a walk whose stands are known: they keep their place, lie on their ground and swing over what is between.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, Hit, LayerMask, Surface};
use surefoot::math::Transform;
use surefoot::pose::Globals;
use surefoot::runtime::{FootReport, Inputs};

use crate::person::{Heights, Person, Slope, whole};
use crate::walker::{Walk, Walker};

const RATE: f32 = 1.0 / 60.0;

/// The farthest that heel and ball of a standing foot get from where they came down. Toes roll about their joint, not about the ball.
struct Drift {
    near: f32,
    from: [Option<[Vec3; 3]>; 2],
    most: f32,
}

impl Drift {
    fn see(&mut self, foot: usize, down: bool, report: &FootReport) {
        if !down {
            self.from[foot] = None;
            return;
        }
        let now = report.contacts.map(|contact| contact.position);
        let from = self.from[foot].get_or_insert(now);
        for ((now, from), contact) in now.iter().zip(from.iter()).zip(&report.contacts).take(2) {
            // A heel that has left the ground is no longer held.
            if contact.gap < self.near {
                self.most = self.most.max(now.distance(*from));
            }
        }
    }
}

/// `early` is the share of a stance by which feet may leave before its end.
fn walks_well(walker: &Walker, ground: &dyn Ground, early: f32, height: impl Fn(f32) -> f32, of: &str) {
    let built = Person { size: walker.size, ..Person::default() }.build();
    let mut walk = Walk::new(walker, &built, &whole());
    let mut drift = Drift { near: 3e-4 * walker.size, from: [None; 2], most: 0.0 };
    for frame in 0..150 {
        let ahead = walker.ahead(walk.time + RATE).z;
        let (_, report) = walk.step(RATE, ground, height(ahead));
        if frame < 30 {
            continue;
        }
        for (foot, report) in report.feet.iter().enumerate() {
            let down = walker.is_down(foot, walk.time) && walker.is_down(foot, walk.time + early * walker.stance);
            drift.see(foot, down, report);
            if down {
                assert!(report.planted, "{of}, frame {frame}");
                // Late in a step the heel may leave, but never the ball.
                let ball = report.contacts[1];
                assert!(ball.gap.abs() < 1e-3 * walker.size, "{of}, frame {frame}: {ball:?}");
                for contact in report.contacts {
                    assert!(contact.gap > -2e-3 * walker.size, "{of}, frame {frame}: {contact:?}");
                }
            }
        }
    }
    assert!(drift.most < 1e-3 * walker.size, "{of}: {}", drift.most);
}

#[test]
fn standing_feet_keep_their_place_on_slopes_in_every_direction() {
    let walker = Walker::default();
    for degrees in [-15.0_f32, 0.0, 10.0, 15.0] {
        for heading in [0.0_f32, 45.0, 90.0, 135.0] {
            let slope = Slope::rising(degrees, heading);
            let grade = degrees.to_radians().tan() * heading.to_radians().cos();
            walks_well(&walker, &slope, 0.0, |ahead| grade * ahead, &format!("{degrees}° at {heading}°"));
        }
    }
}

#[test]
fn feet_that_hover_sink_or_slide_are_put_right() {
    for (hover, slide) in [(0.015, 0.0), (-0.02, 0.0), (0.0, 0.08), (0.01, -0.08)] {
        let walker = Walker { hover, slide, speed: 0.6, ..Walker::default() };
        walks_well(
            &walker,
            &Slope::rising(8.0, 0.0),
            0.0,
            |ahead| 8.0_f32.to_radians().tan() * ahead,
            &format!("{hover} {slide}"),
        );
    }
}

#[test]
fn feet_land_on_treads_up_and_down_stairs() {
    let walker = Walker { speed: 0.6, lift: 0.06, ..Walker::default() };
    for rise in [0.15_f32, -0.15] {
        let stairs = Heights(move |at: Vec3| Some(rise * ((at.z - 0.095) / 0.3).floor()));
        // As steep a way as this a foot leaves sooner than that the pelvis goes down for the last of its stance.
        walks_well(&walker, &stairs, 0.1, |ahead| rise * ((ahead - 0.095) / 0.3 - 0.5), &format!("a rise of {rise}"));
    }
}

#[test]
fn on_flat_ground_the_clip_passes() {
    let built = Person::default().build();
    let walker = Walker::default();
    let mut walk = Walk::new(&walker, &built, &whole());
    for _ in 0..120 {
        let (pose, _) = walk.step(RATE, &Slope::FLAT, 0.0);
        let solved = Globals::of(&built.skeleton, &pose);
        let animated = Globals::of(&built.skeleton, &walker.pose(&built, walk.time));
        for joint in built.skeleton.ids() {
            let moved = solved.position(joint).distance(animated.position(joint));
            assert!(moved < 1e-3, "{} {}: {moved}", walk.time, built.skeleton.name(joint));
        }
    }
}

/// To 2 mm is wanted. The pelvis stays where a leg needed it lowest, which a low frame rate misses by as much as the leg needs more between
/// two frames: for this walk, whose feet never roll off, by a hundredth of a millimetre too much.
#[test]
fn frame_rates_agree() {
    let built = Person::default().build();
    let walker = Walker { hover: 0.01, slide: 0.03, ..Walker::default() };
    let slope = Slope::rising(12.0, 20.0);
    let grade = 12.0_f32.to_radians().tan() * 20.0_f32.to_radians().cos();
    let at_end = |steps: &[f32]| {
        let mut walk = Walk::new(&walker, &built, &whole());
        let mut poses = Vec::new();
        let mut step = steps.iter().cycle();
        let mut next = 1.0 / 30.0;
        // Met by every rate: each thirtieth of a second.
        while walk.time < 2.5 - 1e-3 {
            let dt = step.next().copied().unwrap_or(RATE);
            let height = grade * walker.ahead(walk.time + dt).z;
            let (pose, _) = walk.step(dt, &slope, height);
            if (walk.time - next).abs() < 1e-4 {
                next += 1.0 / 30.0;
                poses.push(Globals::of(&built.skeleton, &pose));
            }
        }
        poses
    };
    let thirty = at_end(&[1.0 / 30.0]);
    for (of, steps) in [("60", vec![RATE]), ("150", vec![1.0 / 150.0]), ("uneven", vec![0.01, 0.02, 1.0 / 30.0 - 0.03])]
    {
        let other = at_end(&steps);
        assert_eq!(thirty.len(), other.len());
        for (frame, (a, b)) in thirty
            .iter()
            .zip(&other) // The first stride begins at each rate's own first frame.
            .enumerate()
            .skip(30)
        {
            for joint in built.skeleton.ids() {
                let apart = a.position(joint).distance(b.position(joint));
                assert!(apart < 2.01e-3, "{of} at {frame}: {} {apart}", built.skeleton.name(joint));
            }
        }
    }
}

#[test]
fn size_makes_no_difference() {
    let slope = Slope::rising(12.0, 20.0);
    let grade = 12.0_f32.to_radians().tan() * 20.0_f32.to_radians().cos();
    let walked = |size: f32| {
        let built = Person { size, ..Person::default() }.build();
        let walker = Walker { size, ..Walker::default() };
        let mut walk = Walk::new(&walker, &built, &whole());
        let mut pose = None;
        for _ in 0..100 {
            let height = grade * walker.ahead(walk.time + RATE).z;
            pose = Some(walk.step(RATE, &slope, height).0);
        }
        (built.skeleton.ids().map(|joint| Globals::of(&built.skeleton, pose.as_ref().unwrap()).position(joint) / size))
            .collect::<Vec<_>>()
    };
    let plain = walked(1.0);
    for size in [0.01, 100.0] {
        for (joint, (a, b)) in plain.iter().zip(walked(size)).enumerate() {
            assert!(a.distance(b) < 2e-4, "{size}, joint {joint}: {a} {b}");
        }
    }
}

/// A level disc that moves and turns.
struct Raft(Transform);

impl Ground for Raft {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let distance = origin.y - self.0.translation.y;
        (direction == Vec3::NEG_Y && (0.0..=max_distance).contains(&distance)).then(|| Hit {
            point: origin - Vec3::Y * distance,
            normal: Vec3::Y,
            surface: Surface(7),
        })
    }

    fn world_from_surface(&self, _: Surface) -> Transform {
        self.0
    }
}

#[test]
fn what_moves_and_turns_carries_standing_feet() {
    let built = Person::default().build();
    let walker = Walker { speed: 0.0, lift: 0.0, stance: 1.0, ..Walker::default() };
    for phased in [true, false] {
        let mut walk = Walk::new(&walker, &built, &whole());
        let mut on_raft: Option<Vec<Vec3>> = None;
        for frame in 0..180 {
            let time = frame as f32 * RATE;
            let raft = Transform {
                translation: Vec3::new(1.5 * time.sin(), 0.4 * (1.3 * time).sin(), 0.8 * time),
                rotation: Quat::from_rotation_y(0.6 * time),
                ..Transform::IDENTITY
            };
            // The game carries the character along, though not quite: it sways over its feet.
            let sway = Vec3::new(0.03 * (2.0 * time).sin(), 0.0, 0.0);
            let root = Transform { translation: raft.translation + raft.rotation * sway, ..raft };
            let (_, report) = walk.step_with(RATE, &Raft(raft), root, phased);
            if frame < 5 {
                continue;
            }
            let soles: Vec<Vec3> = report
                .feet
                .iter()
                .flat_map(|foot| foot.contacts)
                .map(|contact| raft.rotation.conjugate() * (contact.position - raft.translation))
                .collect();
            let first = on_raft.get_or_insert_with(|| soles.clone());
            for (now, first) in soles.iter().zip(first.iter()) {
                assert!(now.distance(*first) < 1e-3, "phased {phased}, frame {frame}: {now} {first}");
            }
        }
    }
}

#[test]
fn a_foot_that_never_comes_down_follows_its_ground_and_is_held_to_no_place() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let slope = Slope::rising(20.0, 90.0);
    let still = Walker { speed: 0.0, ..Walker::default() };
    let mut phases = still.phases(&built, 0.1);
    for phase in &mut phases {
        (phase.down, phase.since_s, phase.until_s, phase.stance_s) = (false, f32::INFINITY, f32::INFINITY, 0.0);
    }
    for frame in 0..90 {
        let mut pose = built.skeleton.rest().clone();
        let inputs = Inputs { dt: RATE, feet: &phases, ..Inputs::settled(&slope) };
        let report = bound.solve(&mut pose, &mut memory, &inputs);
        for contact in report.feet.iter().flat_map(|foot| foot.contacts) {
            assert!(contact.gap.abs() < 1e-3, "frame {frame}: {contact:?}");
        }
    }
}
