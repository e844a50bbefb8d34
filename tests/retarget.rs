//! Clips laid over other characters: the same motion, whatever the other's joint axes, rest pose, size and facing.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod common;

use surefoot::character::Character;
use surefoot::clip::{Channel, ChannelValues, Clip, Interpolation, Playback};
use surefoot::glam::{EulerRot, Quat, Vec3};
use surefoot::humanoid::{HumanoidMap, Role, body_frame};
use surefoot::math::angle_between;
use surefoot::pose::{Globals, Pose};
use surefoot::retarget::{Performer, Retarget, RetargetError};
use surefoot::skeleton::{Joint, JointId, Skeleton};

use common::corpus;

const LIMBS: [(Role, Role); 8] = [
    (Role::LeftUpperArm, Role::LeftLowerArm),
    (Role::LeftLowerArm, Role::LeftHand),
    (Role::RightUpperArm, Role::RightLowerArm),
    (Role::RightLowerArm, Role::RightHand),
    (Role::LeftUpperLeg, Role::LeftLowerLeg),
    (Role::LeftLowerLeg, Role::LeftFoot),
    (Role::RightUpperLeg, Role::RightLowerLeg),
    (Role::RightLowerLeg, Role::RightFoot),
];

/// A skeleton with roles and the pose under its clips.
struct Actor {
    skeleton: Skeleton,
    map: HumanoidMap,
    under: Pose,
}

impl Actor {
    fn new(skeleton: Skeleton, map: HumanoidMap) -> Self {
        let under = skeleton.rest().clone();
        Self { skeleton, map, under }
    }

    fn of(character: &Character) -> Self {
        let map = character.detect().map();
        Self { under: character.pose_under_clips().clone(), ..Self::new(character.skeleton.clone(), map) }
    }

    fn performer(&self) -> Performer<'_> {
        Performer { skeleton: &self.skeleton, map: &self.map, under_clips: &self.under }
    }

    fn pose(&self, clip: &Clip, time_s: f32) -> Pose {
        let mut pose = self.under.clone();
        clip.sample(time_s, Playback::Once, &mut pose);
        pose
    }

    fn globals(&self, clip: &Clip, time_s: f32) -> Globals {
        Globals::of(&self.skeleton, &self.pose(clip, time_s))
    }

    fn rest(&self, role: Role) -> Vec3 {
        self.skeleton.rest_globals().position(self.map.get(role).unwrap())
    }

    /// From one role to another, in the body's axes: left, up, forward.
    fn limb(&self, globals: &Globals, (from, to): (Role, Role)) -> Option<Vec3> {
        let along = globals.position(self.map.get(to)?) - globals.position(self.map.get(from)?);
        Some(body_frame(&self.skeleton, &self.map).model_from_body().conjugate() * along)
    }

    fn leg_length(&self) -> f32 {
        let leg = |roles: [Role; 3]| {
            let [hip, knee, ankle] = roles.map(|role| self.rest(role));
            hip.distance(knee) + knee.distance(ankle)
        };
        let left = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot];
        (leg(left) + leg(left.map(Role::mirrored))) / 2.0
    }

    /// The same with each joint made anew.
    fn rebuilt(&self, rebuild: impl Fn(JointId, &mut Joint)) -> Self {
        let mut joints = Vec::from(self.skeleton.clone());
        for (joint, id) in joints.iter_mut().zip(self.skeleton.ids()) {
            rebuild(id, joint);
        }
        Self::new(Skeleton::new(joints).unwrap(), self.map.clone())
    }

    /// Every joint's axes turned at random, every joint where it was.
    fn rerolled(&self) -> Self {
        let roll = |joint: JointId| {
            let random = |salt: usize| ((joint.index() * 7919 + salt) as f32).sin() * 1000.0;
            Quat::from_euler(EulerRot::XYZ, random(1), random(2), random(3))
        };
        self.rebuilt(|id, joint| {
            let above = self.skeleton.parent(id).map_or(Quat::IDENTITY, roll).conjugate();
            joint.rest.translation = above * joint.rest.translation;
            joint.rest.rotation = above * joint.rest.rotation * roll(id);
        })
    }

    /// Rests with the joint of a role turned by `turn`, in model space.
    fn resting_with(&self, role: Role, turn: Quat) -> Self {
        let turned = self.map.get(role).unwrap();
        let rest = self.skeleton.rest_globals();
        let above = self.skeleton.parent(turned).map_or(Quat::IDENTITY, |parent| rest.rotation(parent));
        self.rebuilt(|id, joint| {
            if id == turned {
                joint.rest.rotation = above.conjugate() * turn * above * joint.rest.rotation;
            }
        })
    }

    /// The whole character with its axes turned by `turn` and its size multiplied by `scale`, at every joint.
    fn turned_and_scaled(&self, turn: Quat, scale: f32) -> Self {
        self.rebuilt(|id, joint| {
            joint.rest.translation *= scale;
            if self.skeleton.parent(id).is_none() {
                joint.rest.translation = turn * joint.rest.translation;
                joint.rest.rotation = turn * joint.rest.rotation;
            }
        })
    }
}

fn mannequin() -> (Actor, Vec<Clip>) {
    let character = Character::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb")).unwrap();
    (Actor::of(&character), character.clips)
}

/// At the keys of a walk and between them.
fn times(clip: &Clip) -> impl Iterator<Item = f32> {
    let duration = clip.duration;
    (0..=23).map(move |part| duration * part as f32 / 23.0)
}

fn carry(from: &Actor, to: &Actor, clip: &Clip) -> Clip {
    let carried = Retarget::new(from.performer(), to.performer()).unwrap().clip(clip);
    assert_eq!((&carried.name, carried.duration), (&clip.name, clip.duration));
    carried
}

#[test]
fn a_clip_carried_to_its_own_character_is_the_same_clip() {
    let (actor, clips) = mannequin();
    assert!(actor.map.iter().count() > 40, "a whole body with fingers");
    for clip in &clips {
        let carried = carry(&actor, &actor, clip);
        for time_s in times(clip) {
            let (before, after) = (actor.pose(clip, time_s), actor.pose(&carried, time_s));
            for joint in actor.skeleton.ids() {
                let (a, b) = (before.get(joint), after.get(joint));
                let of = (&clip.name, time_s, actor.skeleton.name(joint));
                assert!(a.translation.distance(b.translation) < 1e-5, "{of:?}: {a:?} {b:?}");
                assert!((a.rotation * a.rotation.dot(b.rotation).signum() - b.rotation).length() < 1e-5, "{of:?}");
            }
        }
    }
}

#[test]
fn joint_axes_turned_at_random_leave_every_joint_in_its_place() {
    let (actor, clips) = mannequin();
    let rolled = actor.rerolled();
    for clip in &clips {
        let carried = carry(&actor, &rolled, clip);
        for time_s in times(clip) {
            let (before, after) = (actor.globals(clip, time_s), rolled.globals(&carried, time_s));
            for joint in actor.skeleton.ids() {
                let off = before.position(joint).distance(after.position(joint));
                assert!(off < 2e-5, "{} {time_s} {}: {off}", clip.name, actor.skeleton.name(joint));
            }
        }
    }
}

#[test]
fn a_body_of_another_size_that_faces_elsewhere_does_the_same() {
    let (actor, clips) = mannequin();
    let about = Quat::from_rotation_y(2.0);
    let small = actor.turned_and_scaled(about, 0.01);
    for clip in &clips {
        let carried = carry(&actor, &small, clip);
        for time_s in times(clip) {
            let (before, after) = (actor.globals(clip, time_s), small.globals(&carried, time_s));
            for joint in actor.skeleton.ids() {
                let off = (about * before.position(joint)).distance(after.position(joint) * 100.0);
                assert!(off < 5e-5, "{} {time_s} {}: {off}", clip.name, actor.skeleton.name(joint));
            }
        }
    }
}

#[test]
fn a_t_pose_and_an_a_pose_reach_the_same_limb_directions() {
    let (actor, clips) = mannequin();
    // The arms of the mannequin hang at 45°: raised by as much they are level.
    let level = actor
        .resting_with(Role::LeftUpperArm, Quat::from_rotation_z(0.8))
        .resting_with(Role::RightUpperArm, Quat::from_rotation_z(-0.8))
        .resting_with(Role::LeftLowerArm, Quat::from_rotation_y(-0.4))
        .resting_with(Role::RightUpperLeg, Quat::from_rotation_x(-0.3));
    for clip in &clips {
        for (from, to) in [(&actor, &level), (&level, &actor)] {
            // Carried there, and back again.
            let clip = if std::ptr::eq(from, &actor) { clip.clone() } else { carry(&actor, &level, clip) };
            let carried = carry(from, to, &clip);
            for time_s in times(&clip) {
                let (before, after) = (from.globals(&clip, time_s), to.globals(&carried, time_s));
                for limb in LIMBS {
                    let angle = angle_between(from.limb(&before, limb).unwrap(), to.limb(&after, limb).unwrap());
                    assert!(angle.to_degrees() < 0.05, "{} {time_s} {limb:?}: {}", clip.name, angle.to_degrees());
                }
            }
        }
    }
}

#[test]
fn a_motion_above_the_hips_arrives_at_the_hips_in_leg_lengths() {
    let (actor, _) = mannequin();
    let root = actor.skeleton.ids().find(|&joint| actor.skeleton.parent(joint).is_none()).unwrap();
    assert_ne!(Some(root), actor.map.get(Role::Hips));
    let travel = |distance: f32| vec![Vec3::ZERO, Vec3::Z * distance];
    let values = ChannelValues::Translation(travel(3.0));
    let channel = Channel { joint: root, interpolation: Interpolation::Linear, times: vec![0.0, 1.0], values };
    let clip = Clip { name: "away".into(), duration: 1.0, channels: vec![channel] };
    let small = actor.turned_and_scaled(Quat::IDENTITY, 0.5);
    let other = small.rebuilt(|id, joint| {
        if id == root {
            joint.name = "Scene".into();
        }
    });
    for (target, moved) in [(&small, root), (&other, actor.map.get(Role::Hips).unwrap())] {
        let carried = carry(&actor, target, &clip);
        let hips = |time_s| target.globals(&carried, time_s).position(target.map.get(Role::Hips).unwrap());
        assert!((hips(1.0) - hips(0.0)).distance(Vec3::Z * 1.5) < 1e-5);
        assert!((hips(0.5) - hips(0.0)).distance(Vec3::Z * 0.75) < 1e-5);
        let travels = |channel: &&Channel| channel.times.len() > 1;
        let moving: Vec<JointId> = carried.channels.iter().filter(travels).map(|channel| channel.joint).collect();
        assert_eq!(moving, [moved], "the joint of the same name, else the hips");
    }
}

#[test]
fn steps_stay_steps_and_lines_are_keyed_often_enough() {
    let (actor, _) = mannequin();
    let arm = actor.map.get(Role::LeftUpperArm).unwrap();
    let channel = |interpolation| Channel {
        joint: arm,
        interpolation,
        times: vec![0.0, 1.0],
        values: ChannelValues::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)]),
    };
    let clip = |channel| Clip { name: String::new(), duration: 1.0, channels: vec![channel] };
    let step = carry(&actor, &actor, &clip(channel(Interpolation::Step)));
    let of_arm = |clip: &Clip| clip.channels.iter().find(|channel| channel.joint == arm).unwrap().clone();
    assert_eq!((of_arm(&step).interpolation, of_arm(&step).times), (Interpolation::Step, vec![0.0, 1.0]));
    let line = of_arm(&carry(&actor, &actor, &clip(channel(Interpolation::Linear))));
    assert_eq!(line.interpolation, Interpolation::Linear);
    assert!(line.times.windows(2).all(|pair| pair[1] - pair[0] < 0.034), "{:?}", line.times);
}

#[test]
fn hostile_clips_give_finite_ones_of_bounded_size() {
    let (actor, _) = mannequin();
    let joint = actor.map.get(Role::Hips).unwrap();
    let keys = 200_000;
    let channels = [
        (vec![0.0, f32::MAX], ChannelValues::Translation(vec![Vec3::ZERO, Vec3::splat(f32::MAX)])),
        (vec![0.0, 1.0], ChannelValues::Rotation(vec![Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), Quat::IDENTITY])),
        (vec![f32::NAN, 1.0], ChannelValues::Scale(vec![Vec3::ZERO])),
        ((0..keys).map(|key| key as f32).collect(), ChannelValues::Translation(vec![Vec3::Y; keys])),
        (Vec::new(), ChannelValues::Rotation(Vec::new())),
    ];
    for (times, values) in channels {
        let channel = Channel { joint, interpolation: Interpolation::Linear, times, values };
        let clip = Clip { name: String::new(), duration: 1.0, channels: vec![channel] };
        let carried = carry(&actor, &actor, &clip);
        for channel in &carried.channels {
            assert!(channel.times.len() <= 1 << 16 && channel.times.is_sorted());
            assert!(match &channel.values {
                ChannelValues::Translation(values) | ChannelValues::Scale(values) =>
                    values.iter().all(|value| value.is_finite()),
                ChannelValues::Rotation(values) => values.iter().all(|value| value.is_finite()),
            });
        }
    }
}

#[test]
fn nothing_in_common_is_told_with_what_each_has() {
    let (actor, _) = mannequin();
    let only = |role: Role| {
        let map = [(role, actor.map.get(role).unwrap())].into_iter().collect();
        Actor { map, ..Actor::new(actor.skeleton.clone(), HumanoidMap::default()) }
    };
    let (head, foot) = (only(Role::Head), only(Role::LeftFoot));
    let error = Retarget::new(head.performer(), foot.performer()).unwrap_err();
    assert_eq!(error, RetargetError::NoCommonRoles { clip_has: vec![Role::Head], target_has: vec![Role::LeftFoot] });
    assert!(error.to_string().contains("head") && error.to_string().contains("leftFoot"), "{error}");
}

#[test]
fn files_of_motion_alone_move_real_characters() {
    let Some(corpus) = corpus() else { return };
    let read = |name: &str| Character::read(corpus.join(name)).unwrap_or_else(|error| panic!("{error}"));
    let targets = ["mixamo_ybot.glb", "rpm_apose.glb", "gdquest_mannequiny.glb", "vrm1_example.vrm"].map(read);
    for name in ["hyperfy_walk_anim_only.glb", "mixamo_breathing_idle_anim_only.glb", "kaykit_medium_anims_only.glb"] {
        let source = read(name);
        let from = Actor::of(&source);
        for target in &targets {
            let to = Actor::of(target);
            let clips = source.clips_for(&from.map, target, &to.map).unwrap();
            let ratio = to.leg_length() / from.leg_length();
            for (clip, carried) in source.clips.iter().zip(&clips) {
                for time_s in times(clip) {
                    let of = format!("{name} onto {}: {} at {time_s}", target.name, clip.name);
                    let (before, after) = (from.globals(clip, time_s), to.globals(carried, time_s));
                    for limb in LIMBS {
                        let (a, b) = (from.limb(&before, limb).unwrap(), to.limb(&after, limb).unwrap());
                        let angle = angle_between(a, b).to_degrees();
                        assert!(angle < 2.0, "{of}: {limb:?} is off by {angle}°");
                    }
                    let risen = |actor: &Actor, globals: &Globals| {
                        globals.position(actor.map.get(Role::Hips).unwrap()).y - actor.rest(Role::Hips).y
                    };
                    let off = risen(&to, &after) - risen(&from, &before) * ratio;
                    assert!(off.abs() < 1e-3 * to.leg_length(), "{of}: hips are off by {off}");
                    let now = to.pose(carried, time_s);
                    let hips = to.map.get(Role::Hips).unwrap();
                    let is_others = |joint: &JointId| to.map.role_of(*joint).is_none();
                    for joint in to.skeleton.ids().filter(is_others).filter(|&id| !to.skeleton.is_within(hips, id)) {
                        assert_eq!(now.get(joint), to.skeleton.rest().get(joint), "{of}: {}", to.skeleton.name(joint));
                    }
                }
            }
        }
    }
}
