//! The bundled character's own clips: its generator says how fast they are and when feet leave the ground.

use surefoot::character::Character;
use surefoot::clip::{ChannelValues, Clip};
use surefoot::glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{ClipContacts, Rig, preset};
use surefoot::runtime::{BoundRig, STANCE_MOMENTS};
use surefoot::stance::{Motion, RootMotion, TravelSource};

pub struct Subject {
    pub character: Character,
    pub bound: BoundRig,
}

/// A character with the default rig, soles measured on its mesh.
pub fn subject(path: &std::path::Path) -> Subject {
    let character = Character::read(path).unwrap();
    let map = character.detect().map();
    let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
    character.settle(&map, &mut rig);
    character.fit_soles(&mut rig, &map);
    let bound = rig.bind(&character.skeleton_at(rig.character.rest)).unwrap();
    Subject { character, bound }
}

fn mannequin() -> Subject {
    subject(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb"))
}

impl Subject {
    pub fn clip(&self, name: &str) -> &Clip {
        self.character.clips.iter().find(|clip| clip.name == name).unwrap()
    }

    pub fn motion(&self, clip: &Clip) -> Motion {
        Motion::of(&self.bound, clip, self.character.pose_under_clips())
    }
}

#[test]
fn gaits_are_as_fast_as_they_were_generated() {
    let subject = mannequin();
    // Speed, period and phase of toe-off of the generator's gaits.
    for (name, speed, period, toe_off) in [("walk", 1.4, 1.0, 0.61), ("run", 3.5, 0.7, 0.30)] {
        let motion = subject.motion(subject.clip(name));
        let twist = motion.travel.twist;
        assert!(twist.velocity.distance(Vec3::Z * speed) < 0.01 && twist.yaw_rate == 0.0, "{name}: {twist:?}");
        for foot in 0..2 {
            let [down] = motion.stances.feet[foot].down[..] else { panic!("{name}: {:?}", motion.stances.feet[foot]) };
            assert!((down.length_s() - toe_off * period).abs() < 0.025, "{name}: {down:?}");
        }
        let [left, right] = [0, 1].map(|foot| motion.stances.feet[foot].down[0].start_s);
        assert!(((left - right).rem_euclid(period) - 0.5 * period).abs() < 0.01);
    }
}

#[test]
fn who_idles_stands_and_who_turns_turns() {
    let subject = mannequin();
    let idle = subject.motion(subject.clip("idle"));
    assert_eq!(idle.travel.source, TravelSource::Still);
    assert_eq!([idle.stances.duty(0), idle.stances.duty(1)], [1.0, 1.0]);
    // A turn that the clip itself carries: the heading at its end is where the root has come to.
    let turn = subject.motion(subject.clip("turn_in_place"));
    assert_eq!(turn.travel.source, TravelSource::Clip);
    let map = subject.character.detect().map();
    let hips = map.get(Role::Hips).unwrap();
    let facing = |time: f32| {
        let mut pose = subject.character.pose_under_clips().clone();
        subject.clip("turn_in_place").sample(time, surefoot::clip::Playback::Once, &mut pose);
        let globals = Globals::of(&subject.character.skeleton, &pose);
        let rest = subject.character.skeleton.rest_globals().rotation(hips);
        globals.rotation(hips) * rest.conjugate() * Vec3::Z
    };
    let duration = turn.track.duration_s;
    let turned = turn.root_at(duration).rotation() * facing(0.0);
    assert!(turned.angle_between(facing(duration)) < 0.01, "{turned} {}", facing(duration));
}

/// The walk with its travel put on the hips, as root motion often comes.
fn walk_with_root_motion(subject: &Subject) -> Clip {
    let map = subject.character.detect().map();
    let hips = map.get(Role::Hips).unwrap();
    let mut clip = subject.clip("walk").clone();
    let rest = subject.character.skeleton.rest_globals();
    let parent = subject.character.skeleton.parent(hips).map(|parent| rest.model_from_joint(parent).inverse());
    for channel in clip.channels.iter_mut().filter(|channel| channel.joint == hips) {
        if let ChannelValues::Translation(values) = &mut channel.values {
            for (value, time) in values.iter_mut().zip(&channel.times) {
                let way = Vec3::Z * (1.4 * time);
                *value += parent.map_or(way, |parent| parent.transform_vector3(way));
            }
        }
    }
    clip
}

#[test]
fn root_motion_on_the_hips_is_found_and_taken_out() {
    let subject = mannequin();
    let in_place = subject.motion(subject.clip("walk"));
    let clip = walk_with_root_motion(&subject);
    let moving = subject.motion(&clip);
    assert_eq!(moving.travel.source, TravelSource::Clip);
    assert!(moving.travel.twist.velocity.distance(Vec3::Z * 1.4) < 1e-3, "{:?}", moving.travel);
    for foot in 0..2 {
        assert!((moving.stances.duty(foot) - in_place.stances.duty(foot)).abs() < 0.01);
        for time in [0.1, 0.5, 0.9] {
            let [a, b] = [&moving, &in_place].map(|motion| motion.track.contacts_at(foot, time).unwrap());
            assert!((0..3).all(|contact| a[contact].distance(b[contact]) < 2e-3), "{time}: {a:?} {b:?}");
        }
    }
}

#[test]
fn the_world_is_the_same_wherever_the_root_motion_is_and_never_jumps() {
    let subject = mannequin();
    let map = subject.character.detect().map();
    let clip = walk_with_root_motion(&subject);
    let motion = subject.motion(&clip);
    let under = subject.character.pose_under_clips();
    let hips_at = |time: f32, root_motion| {
        let mut pose = Pose::default();
        let way = motion.play(&subject.bound, &clip, under, time, root_motion, &mut pose);
        let globals = Globals::of(subject.bound.skeleton(), &pose);
        way.point(globals.position(map.get(Role::Hips).unwrap()))
    };
    let mut before: Option<Vec3> = None;
    for frame in 0..300 {
        let time = frame as f32 / 60.0;
        let [to_root, in_pose] = [RootMotion::ToRoot, RootMotion::InPose].map(|root_motion| hips_at(time, root_motion));
        assert!(to_root.distance(in_pose) < 1e-3, "{time}: {to_root} {in_pose}");
        if let Some(before) = before {
            // 1.4 m/s is 23 mm a frame, and the pelvis sways by a little; over the seam too.
            let step = to_root - before;
            assert!((step.z - 1.4 / 60.0).abs() < 0.012 && step.x.abs() < 0.01, "{time}: {step}");
        }
        before = Some(to_root);
    }
}

#[test]
fn where_a_foot_will_land_is_told_in_the_swing() {
    let subject = mannequin();
    let motion = subject.motion(subject.clip("walk"));
    let under = subject.character.pose_under_clips();
    let mut phases = Vec::new();
    let mut told = 0;
    for frame in 0..60 {
        let time = frame as f32 / 60.0;
        let root_at = |time: f32| surefoot::math::Transform {
            translation: Vec3::new(3.0, 0.2, 0.0) + motion.root_at(time).translation,
            ..subject.bound.world_from_model()
        };
        motion.tell(&subject.bound, time, root_at(time), &mut phases);
        let now = phases.clone();
        for (foot, phase) in now.iter().enumerate().filter(|(_, phase)| !phase.down) {
            // At the moment of landing the foot is where it was told.
            let landing = time + phase.until_s;
            motion.tell(&subject.bound, landing + 1e-4, root_at(landing), &mut phases);
            assert!(phases[foot].down, "{time}");
            let contacts = motion.track.contacts_at(foot, landing).unwrap();
            for (told, then) in phase.stance_in_world[0].contacts.iter().zip(contacts) {
                assert!(told.distance(then + root_at(landing).translation) < 1e-3, "{time}: {told}");
            }
            // And all through the stance the leg will be where it was told.
            for (moment, told) in phase.stance_in_world.iter().enumerate() {
                let then = landing + phase.stance_s * moment as f32 / (STANCE_MOMENTS - 1) as f32;
                let mut pose = Pose::default();
                motion.play(&subject.bound, subject.clip("walk"), under, then, RootMotion::ToRoot, &mut pose);
                let globals = Globals::under(subject.bound.skeleton(), &pose, root_at(then));
                let [hip, _, ankle] = subject.bound.feet().nth(foot).unwrap().leg().unwrap();
                let off =
                    [(hip, told.hip), (ankle, told.ankle)].map(|(joint, told)| globals.position(joint).distance(told));
                assert!(off.iter().all(|off| *off < 1e-3), "{time}, {moment}: {off:?}");
            }
            told += 1;
        }
    }
    // Two feet in the air for two fifths of the time.
    assert!((40..=52).contains(&told), "{told}");
}

#[test]
fn contacts_set_by_hand_count_in_the_clip_they_were_set_for() {
    let character = mannequin().character;
    let map = character.detect().map();
    let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
    let contacts = |clip_s| ClipContacts {
        clip: "walk".into(),
        clip_s,
        chain: "right_leg".into(),
        down: vec![[0.1, 0.3], [0.8, 1.05]],
    };
    let stances = |rig: &Rig, name: &str| {
        let bound = rig.bind(&character.skeleton).unwrap();
        let clip = character.clips.iter().find(|clip| clip.name == name).unwrap();
        let motion = Motion::of(&bound, clip, character.pose_under_clips());
        let by_hand = [0, 1].map(|foot| motion.is_by_hand(foot));
        let again = motion.clone().with_thresholds(motion.thresholds);
        assert_eq!(again.stances, motion.stances, "other thresholds find other stances, and leave what was set");
        (motion.stances.feet.clone(), motion.found().feet, by_hand, motion.travel)
    };
    let (found, found_again, by_hand, travel) = stances(&rig, "walk");
    assert_eq!((&found, by_hand), (&found_again, [false; 2]));
    rig.grounding.as_mut().unwrap().contacts = vec![contacts(1.0)];
    let (set, still_found, by_hand, still_travels) = stances(&rig, "walk");
    let down: Vec<[f32; 2]> = set[1].down.iter().map(|one| [one.start_s, one.end_s]).collect();
    assert_eq!((&down, by_hand), (&contacts(1.0).down, [false, true]));
    assert_eq!((&set[0], &still_found, still_travels), (&found[0], &found, travel));
    assert_eq!(stances(&rig, "run").2, [false; 2], "another clip");
    rig.grounding.as_mut().unwrap().contacts = vec![contacts(2.0)];
    assert_eq!(stances(&rig, "walk").0, found, "the clip was another then");
    rig.grounding.as_mut().unwrap().contacts = vec![ClipContacts { down: vec![[0.3, 0.1]], ..contacts(1.0) }];
    let error = rig.bind(&character.skeleton).unwrap_err();
    assert_eq!(error.issues[0].path, "grounding.contacts[0].down[0]");
}
