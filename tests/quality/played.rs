//! The bundled character played over grounds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use surefoot::character::Character;
use surefoot::glam::Vec3;
use surefoot::ground::{Ground, GroundScene, GroundShape, PlacedScene};
use surefoot::quality::{Cancelled, Cell, Playing, Recording, Subject, run, suite_grounds};
use surefoot::rig::{Rig, preset};
use surefoot::runtime::BoundRig;
use surefoot::stance::Motion;

struct Mannequin {
    character: Character,
    bound: BoundRig,
}

impl Mannequin {
    fn new() -> Self {
        let character = Character::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb")).unwrap();
        let map = character.detect().map();
        let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
        character.fit_soles(&mut rig, &map);
        let bound = rig.bind(&character.skeleton).unwrap();
        Self { character, bound }
    }

    fn with<T>(&self, clip: &str, then: impl FnOnce(Subject) -> T) -> T {
        let clip = self.character.clips.iter().find(|one| one.name == clip).unwrap();
        let under_clips = self.character.pose_under_clips();
        let motion = Motion::of(&self.bound, clip, under_clips);
        then(Subject { bound: &self.bound, clip, under_clips, motion: &motion })
    }
}

fn ground(spec: &str) -> PlacedScene {
    spec.parse::<GroundScene>().unwrap().placed(Vec3::Z)
}

#[test]
fn the_root_goes_as_the_clip_travels_and_follows_the_ground() {
    let mannequin = Mannequin::new();
    mannequin.with("walk", |subject| {
        for (spec, rise) in [("flat", 0.0), ("slope:20", 20.0_f32.to_radians().tan()), ("stairs:0.15x0.3", 0.5)] {
            let recording = Recording::of(subject, &ground(spec), &Playing::default());
            // Two loops of a second, both ends included.
            assert_eq!(recording.frames.len(), 121, "{spec}");
            let (first, last) = (&recording.frames[0], &recording.frames[120]);
            assert!(
                (last.root.z - first.root.z - 2.8).abs() < 0.01 && (last.root.z + first.root.z).abs() < 0.01,
                "{spec}"
            );
            for pair in recording.frames.windows(2) {
                let up = pair[1].root.y - pair[0].root.y;
                // Stairs are climbed as a ramp is, not by risers: within a third of the ramp's own speed.
                let ramp = rise * 1.4 / 60.0;
                assert!((up - ramp).abs() < 0.35 * ramp + 1e-4, "{spec} at {} s: {up} for {ramp}", pair[1].time_s);
            }
        }
    });
}

#[test]
fn over_flat_ground_the_recording_has_the_clip_in_it() {
    let mannequin = Mannequin::new();
    mannequin.with("walk", |subject| {
        let recording = Recording::of(subject, &ground("slope:10@90"), &Playing::default());
        let flat = Recording::of(subject, &ground("flat"), &Playing::default());
        for (frame, on_flat) in recording.frames.iter().zip(&flat.frames) {
            assert_eq!(frame.pelvis_source, on_flat.pelvis_source);
            for (foot, on_flat) in frame.feet.iter().zip(&on_flat.feet) {
                // The same clip, whatever the ground; a foot that stands does so where it stands in the world.
                assert_eq!(
                    (foot.source, foot.down, foot.contacts_down),
                    (on_flat.source, on_flat.down, on_flat.contacts_down)
                );
            }
        }
        for foot in 0..2 {
            for pair in flat.frames.windows(2) {
                let [before, now] = [pair[0].feet[foot], pair[1].feet[foot]];
                if before.contacts_down == [true; 3] && now.contacts_down == [true; 3] {
                    let moved = now.source.toe.distance(before.source.toe);
                    assert!(moved < 4e-3, "{moved}");
                }
            }
        }
    });
}

#[test]
fn the_middle_of_what_is_measured_is_over_the_origin_round_a_corner_too() {
    let mannequin = Mannequin::new();
    mannequin.with("walk", |subject| {
        let mut motion = subject.motion.clone();
        motion.travel.twist.yaw_rate = 0.8;
        let recording = Recording::of(Subject { motion: &motion, ..subject }, &ground("flat"), &Playing::default());
        let middle = &recording.frames[60];
        assert!(middle.root.length() < 0.02, "{}", middle.root);
        // A second of 1.4 m to either side is an arc of 0.8 radians, whose chord is 2 sin 0.4 times its radius.
        let chord = 2.0 * 1.4 / 0.8 * 0.4_f32.sin();
        for end in [0, 120] {
            assert!((recording.frames[end].root.distance(middle.root) - chord).abs() < 0.02);
        }
    });
}

#[test]
fn what_the_clip_knows_is_told_unless_asked_otherwise() {
    let mannequin = Mannequin::new();
    mannequin.with("walk", |subject| {
        let on = |tells_phases| {
            let playing = Playing { tells_phases, ..Playing::default() };
            Recording::of(subject, &ground("stairs:0.15x0.3"), &playing)
        };
        let (told, untold) = (on(true), on(false));
        assert_ne!(told.frames, untold.frames);
        // What is measured against is the same clip.
        for (a, b) in told.frames.iter().zip(&untold.frames) {
            assert_eq!((a.root, a.pelvis_source, a.feet[0].source), (b.root, b.pelvis_source, b.feet[0].source));
        }
    });
}

#[test]
fn uneven_frames_are_played_at_their_own_times() {
    let mannequin = Mannequin::new();
    mannequin.with("walk", |subject| {
        let playing = Playing { steps_s: vec![0.01, 0.03], ..Playing::default() };
        let recording = Recording::of(subject, &ground("flat"), &playing);
        let steps: Vec<f32> = recording.frames.windows(2).map(|pair| pair[1].time_s - pair[0].time_s).collect();
        assert!(steps.chunks_exact(2).all(|pair| (pair[0] + pair[1] - 0.04).abs() < 1e-4), "{steps:?}");
        assert!((recording.frames.last().unwrap().time_s - 2.0).abs() < 0.04);
    });
}

#[test]
fn figures_are_the_same_on_any_number_of_threads() {
    let mannequin = Mannequin::new();
    let grounds: Vec<PlacedScene> =
        ["flat", "slope:25@45", "stairs:0.15x0.3", "bumps:0.04x1.2", "ledge:0.15"].map(ground).into();
    mannequin.with("walk", |subject| {
        let cells: Vec<(Subject, &(dyn Ground + Sync))> =
            grounds.iter().map(|ground| (subject, ground as &(dyn Ground + Sync))).collect();
        let on = |threads: usize| -> Vec<Cell> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&cells, &Playing::default(), &|_| (), &AtomicBool::new(false))).unwrap()
        };
        let (one, two) = (on(1), on(2));
        assert_eq!(one.len(), grounds.len());
        for (a, b) in one.iter().zip(&two) {
            let bits = |cell: &Cell| cell.figures.each().map(|(_, value)| value.to_bits());
            assert_eq!(bits(a), bits(b));
        }
        // The first is flat, the second is not.
        assert_ne!(one[0], one[1]);
    });
}

#[test]
fn progress_is_told_and_stopping_stops() {
    let mannequin = Mannequin::new();
    let flat = ground("flat");
    mannequin.with("idle", |subject| {
        let cells: Vec<(Subject, &(dyn Ground + Sync))> = vec![(subject, &flat); 5];
        let told = Mutex::new(Vec::new());
        let progress = |done: usize| told.lock().unwrap().push(done);
        run(&cells, &Playing::default(), &progress, &AtomicBool::new(false)).unwrap();
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, [1, 2, 3, 4, 5]);

        let cancel = AtomicBool::new(false);
        let stop_at_two = |done: usize| cancel.store(done >= 2, Ordering::Relaxed);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let stopped = pool.install(|| run(&cells, &Playing::default(), &stop_at_two, &cancel));
        assert_eq!(stopped, Err(Cancelled));
    });
}

#[test]
fn the_set_of_grounds_is_whole() {
    let grounds = suite_grounds();
    let slopes =
        |angle: f32| grounds.iter().filter(|ground| ground.shape == GroundShape::Slope { angle_deg: angle }).count();
    assert!((-7..=7).all(|step| slopes(step as f32 * 5.0) == 8));
    for rise in [0.10, 0.15, 0.20] {
        let is_of = |ground: &&GroundScene| matches!(ground.shape, GroundShape::Stairs { rise: r, .. } if r == rise);
        assert!(grounds.iter().any(|ground| is_of(&ground) && ground.heading_deg == 0.0));
    }
    for name in ["ledge", "ramp-corner", "bumps"] {
        assert!(grounds.iter().any(|ground| ground.to_string().starts_with(name)), "{name}");
    }
}
