//! Who is measured.

use std::sync::OnceLock;

use fastrand::Rng;
use surefoot::character::Character;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{Rig, preset};
use surefoot::runtime::{BoundRig, Goal, Inputs, SolveReport};
use surefoot::skeleton::{Joint, JointId, Skeleton};

use crate::common::corpus;
use crate::person::Person;

/// A character with the default rig fitted to it.
pub struct Subject {
    pub name: String,
    pub skeleton: Skeleton,
    pub map: HumanoidMap,
    pub bound: BoundRig,
}

/// Everyone.
pub fn subjects() -> &'static [Subject] {
    static SUBJECTS: OnceLock<Vec<Subject>> = OnceLock::new();
    SUBJECTS.get_or_init(|| random_people().chain(humanoids()).collect())
}

/// People whose every bone is a quarter longer or shorter at random, with joints turned at random.
fn random_people() -> impl Iterator<Item = Subject> {
    (1..=12_u32).map(|seed| {
        let mut random = Rng::with_seed(u64::from(seed));
        let built = Person {
            rolls: seed,
            knee_forward: 0.04 * random.f32(),
            faces_back: seed.is_multiple_of(5),
            split_legs: seed.is_multiple_of(4),
            feet_detached: seed.is_multiple_of(7),
            ..Person::default()
        }
        .build();
        let mut joints = Vec::<Joint>::from(built.skeleton.clone());
        for joint in &mut joints {
            joint.rest.translation *= 0.8 + 0.45 * random.f32();
        }
        Subject::new(format!("person {seed}"), Skeleton::new(joints).unwrap(), built.map)
    })
}

/// Every character of the corpus of which the truth names bones.
fn humanoids() -> Vec<Subject> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let truth = std::fs::read_to_string(corpus.join("humanoid_truth.json")).unwrap();
    let truth: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&truth).unwrap();
    let named = truth.into_iter().filter(|(_, bones)| bones.as_object().is_some_and(|bones| !bones.is_empty()));
    named
        .map(|(name, _)| {
            let character = Character::read(corpus.join(&name)).unwrap_or_else(|error| panic!("{error}"));
            let map = character.detect().map();
            Subject::new(name, character.skeleton, map)
        })
        .collect()
}

/// What one frame came to.
pub struct Frame {
    pub pose: Pose,
    pub globals: Globals,
    pub report: SolveReport,
}

impl Subject {
    pub fn new(name: String, skeleton: Skeleton, map: HumanoidMap) -> Self {
        let bound = rig().bind_with(&skeleton, &map).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, skeleton, map, bound }
    }

    /// A settled frame out of rest, off the ground.
    pub fn settle(&self, goals: &[Goal], look: Option<Vec3>) -> Frame {
        self.settle_with(&self.bound, goals, look)
    }

    /// As [`Subject::settle`], with another rig.
    pub fn settle_with(&self, bound: &BoundRig, goals: &[Goal], look: Option<Vec3>) -> Frame {
        let inputs = Inputs { goals, look_target_in_world: look, grounded: false, ..Inputs::settled(&NoGround) };
        self.frame(bound, &inputs)
    }

    pub fn frame(&self, bound: &BoundRig, inputs: &Inputs) -> Frame {
        let (mut pose, mut memory) = (self.skeleton.rest().clone(), bound.memory());
        let report = bound.solve(&mut pose, &mut memory, inputs).clone();
        let globals = Globals::of(&self.skeleton, &pose);
        Frame { pose, globals, report }
    }

    /// How far a joint is turned from rest, model space; out of matrices, which know mirrors and uneven scales.
    pub fn turned(&self, globals: &Globals, joint: JointId) -> Quat {
        let rotation = |globals: &Globals| Transform::from_affine(globals.model_from_joint(joint)).rotation;
        rotation(globals) * rotation(self.skeleton.rest_globals()).conjugate()
    }

    pub fn joint(&self, role: Role) -> Option<JointId> {
        self.map.get(role)
    }

    /// The limbs of two bones that the rig was fitted to.
    pub fn limbs(&self) -> impl Iterator<Item = Limb> {
        const LIMBS: [(&str, [Role; 3]); 4] = [
            ("left_leg", [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot]),
            ("right_leg", [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot]),
            ("left_arm", [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand]),
            ("right_arm", [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand]),
        ];
        let fitted = |&(name, _): &(&str, _)| self.bound.fitting().any(|chain| chain == name);
        LIMBS.into_iter().filter(fitted).map(|(chain, roles)| {
            let joints = roles.map(|role| self.joint(role).unwrap());
            let at = joints.map(|joint| self.skeleton.rest_globals().position(joint));
            let bones = [at[0].distance(at[1]), at[1].distance(at[2])];
            Limb { chain, joints, root: at[0], bones, is_leg: chain.ends_with("leg") }
        })
    }
}

/// A limb at rest, model space.
#[derive(Clone, Copy)]
pub struct Limb {
    pub chain: &'static str,
    pub joints: [JointId; 3],
    pub root: Vec3,
    pub bones: [f32; 2],
    pub is_leg: bool,
}

impl Limb {
    pub fn length(&self) -> f32 {
        self.bones[0] + self.bones[1]
    }

    /// Root to tip at a bend of the middle joint.
    pub fn reach_at_deg(&self, bend_deg: f32) -> f32 {
        let [a, b] = self.bones;
        (a * a + b * b + 2.0 * a * b * bend_deg.to_radians().cos()).max(0.0).sqrt()
    }

    pub fn at(&self, globals: &Globals) -> [Vec3; 3] {
        self.joints.map(|joint| globals.position(joint))
    }

    /// Somewhere in the limb's reach, off what is folded and what is softened.
    pub fn goal_in_reach(&self, random: &mut Rng) -> Vec3 {
        let (least, most) = (self.reach_at_deg(145.0) * 1.02, self.length() * 0.93);
        self.root + direction(random) * (least + (most - least) * random.f32())
    }
}

pub fn rig() -> Rig {
    preset("biped").unwrap()
}

pub fn goal(chain: &str, position_in_world: Vec3) -> Goal<'_> {
    Goal { chain, position_in_world, rotation_in_world: None, hint_in_world: None, weight: 1.0 }
}

/// Evenly over the sphere.
pub fn direction(random: &mut Rng) -> Vec3 {
    loop {
        let v = Vec3::from_array(std::array::from_fn(|_| 2.0 * random.f32() - 1.0));
        if let Some(unit) = v.try_normalize().filter(|_| v.length() <= 1.0 && v.length() > 0.01) {
            return unit;
        }
    }
}

/// Evenly over all turns.
pub fn rotation(random: &mut Rng) -> Quat {
    let axis = direction(random);
    Quat::from_axis_angle(axis, std::f32::consts::PI * (2.0 * random.f32() - 1.0))
}
