//! A rig that is judged, made up or real, and what can be done to it without changing what its bones are.

use glam::{Affine3A, Quat, Vec3};
use serde_json::Value;
use surefoot::character::Character;
use surefoot::humanoid::{DetectInput, Detection, JointHint, Role, detect};
use surefoot::math::Transform;
use surefoot::skeleton::{Joint, Skeleton};

use crate::common::corpus;
use crate::table::Rig;

/// A joint and what it is; `source` is its place in the list as the subject was made.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    pub joints: Vec<Joint>,
    hints: Vec<JointHint>,
    right: Vec<Right>,
}

/// The joints that are right for a role.
#[derive(Clone, Debug)]
struct Right {
    role: Role,
    joints: Vec<u32>,
    /// Leaving it empty is right too.
    optional: bool,
}

impl From<&Rig> for Subject {
    fn from(rig: &Rig) -> Self {
        let joints: Vec<Joint> = rig.skeleton().into();
        let right = |(index, bone): (usize, &crate::table::Bone)| {
            Some(Right { role: bone.role?, joints: vec![index as u32], optional: false })
        };
        let hint = JointHint { in_skin: true, influence: 1.0, has_mesh: false };
        Self {
            name: rig.convention.clone(),
            hints: vec![hint; joints.len()],
            right: rig.bones.iter().enumerate().filter_map(right).collect(),
            joints: with_sources(joints),
        }
    }
}

fn with_sources(joints: Vec<Joint>) -> Vec<Joint> {
    joints.into_iter().enumerate().map(|(index, joint)| Joint { source: Some(index as u32), ..joint }).collect()
}

/// Every humanoid of the corpus whose bones are known.
pub fn real() -> Vec<Subject> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let read =
        |file: &str| -> Value { serde_json::from_str(&std::fs::read_to_string(corpus.join(file)).unwrap()).unwrap() };
    let (truth, detail) = (read("humanoid_truth.json"), read("humanoid_truth_detail.json"));
    let known = truth.as_object().unwrap().iter();
    known
        .filter(|(file, bones)| corpus.join(file).is_file() && !bones.as_object().unwrap().is_empty())
        .map(|(file, bones)| {
            let character = Character::read(corpus.join(file)).unwrap();
            let right = bones.as_object().unwrap().keys().map(|name| {
                let others = detail[file]["alternatives"][name].as_array().cloned().unwrap_or_default();
                let node = detail[file]["nodes"][name].as_u64().unwrap() as usize;
                let accepted = |index: usize| {
                    let (at, called) =
                        (character.traits[index].node, &character.skeleton.name(character.skeleton.id(index).unwrap()));
                    at == node || others.iter().any(|other| other == called || *other == format!("#{at}"))
                };
                Right {
                    role: Role::from_name(name).unwrap(),
                    joints: (0..character.traits.len())
                        .filter(|&index| accepted(index))
                        .map(|index| index as u32)
                        .collect(),
                    optional: others.contains(&Value::Null),
                }
            });
            let hint = |traits: &surefoot::character::JointTraits| JointHint {
                in_skin: traits.in_skin,
                influence: traits.influence,
                has_mesh: traits.has_mesh,
            };
            Subject {
                name: file.clone(),
                right: right.collect(),
                hints: character.traits.iter().map(hint).collect(),
                joints: with_sources(character.skeleton.clone().into()),
            }
        })
        .collect()
}

/// A row of numbers that look random and are the same every time; from 0 to 1.
pub fn noise(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    }
}

impl Subject {
    pub fn renamed(mut self, rename: impl Fn(&str) -> String) -> Self {
        for joint in &mut self.joints {
            joint.name = rename(&joint.name);
        }
        self
    }

    /// Bones with a role get the name that `word` has for it, the others none that says anything.
    pub fn translated(mut self, word: impl Fn(Role) -> Option<String>) -> Self {
        for (index, joint) in self.joints.iter_mut().enumerate() {
            let role = self.right.iter().find(|right| right.joints.first() == Some(&(index as u32)));
            joint.name = role.and_then(|right| word(right.role)).unwrap_or_else(|| format!("zz{index}"));
        }
        self
    }

    /// The whole character turned and sized about the origin.
    pub fn placed(mut self, turn: Quat, scale: f32) -> Self {
        for joint in self.joints.iter_mut().filter(|joint| joint.parent.is_none()) {
            joint.rest.translation = turn * joint.rest.translation * scale;
            joint.rest.rotation = turn * joint.rest.rotation;
            joint.rest.scale *= scale;
        }
        self
    }

    /// Every joint's own axes turned another way; joints stay where they are.
    pub fn rolled(mut self, seed: u32) -> Self {
        let skeleton = self.skeleton();
        let mut random = noise(seed);
        let mut globals: Vec<Affine3A> = Vec::new();
        for (index, joint) in self.joints.iter_mut().enumerate() {
            let turn = Quat::from_euler(glam::EulerRot::XYZ, 6.0 * random(), 6.0 * random(), 6.0 * random());
            let place = skeleton.rest_globals().position(skeleton.id(index).unwrap());
            let global = Affine3A::from_rotation_translation(turn, place);
            let above = joint.parent.map_or(Affine3A::IDENTITY, |parent| globals[usize::from(parent)]);
            joint.rest = Transform::from_affine(above.inverse() * global);
            globals.push(global);
        }
        self
    }

    /// The joints in another order, parents still first.
    pub fn shuffled(self, seed: u32) -> Self {
        let mut random = noise(seed);
        let mut open: Vec<usize> =
            (0..self.joints.len()).filter(|&index| self.joints[index].parent.is_none()).collect();
        let mut place = vec![0_u16; self.joints.len()];
        let (mut joints, mut hints) = (Vec::new(), Vec::new());
        while !open.is_empty() {
            let next = open.swap_remove((random() * open.len() as f32) as usize % open.len());
            place[next] = joints.len() as u16;
            let joint = self.joints[next].clone();
            joints.push(Joint { parent: joint.parent.map(|parent| place[usize::from(parent)]), ..joint });
            hints.push(self.hints.get(next).copied().unwrap_or_default());
            open.extend(
                (0..self.joints.len()).filter(|&child| self.joints[child].parent.map(usize::from) == Some(next)),
            );
        }
        Self { joints, hints, ..self }
    }

    pub fn skeleton(&self) -> Skeleton {
        Skeleton::new(self.joints.clone()).unwrap()
    }

    pub fn detect(&self) -> Detection {
        detect(&DetectInput { skeleton: &self.skeleton(), joints: &self.hints, declared: &[] })
    }

    /// What is wrong with the roles that are `judged`, a line each.
    pub fn faults(&self, judged: impl Fn(Role) -> bool) -> Vec<String> {
        let detection = self.detect();
        let source = |role: Role| detection.get(role).map(|bone| self.joints[bone.joint.index()].source.unwrap());
        let judged = self.right.iter().filter(|right| judged(right.role));
        judged
            .filter(|right| source(right.role).map_or(!right.optional, |found| !right.joints.contains(&found)))
            .map(|right| {
                let found = detection.get(right.role).map(|bone| &self.joints[bone.joint.index()]);
                let found = found.map(|joint| (&joint.name, joint.source));
                format!("{}: {} is {found:?}, not {:?}", self.name, right.role, right.joints)
            })
            .collect()
    }

    /// Whether both knees bend towards the back, going by what the file calls left: then its left is the viewer's.
    pub fn is_named_from_in_front(&self) -> bool {
        let skeleton = self.skeleton();
        let place = |role: Role| {
            let right = self.right.iter().find(|right| right.role == role)?;
            Some(skeleton.rest_globals().position(skeleton.id(*right.joints.first()? as usize)?))
        };
        let ahead = |mirror: fn(Role) -> Role| {
            let [hip, knee, foot] =
                [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| place(mirror(role)));
            let (hip, knee, foot) = (hip?, knee?, foot?);
            let across = place(Role::LeftUpperLeg)? - place(Role::RightUpperLeg)?;
            Some((knee - 0.5 * (hip + foot)).dot(across.cross(Vec3::Y)))
        };
        let toes = |mirror: fn(Role) -> Role| {
            let across = place(Role::LeftUpperLeg)? - place(Role::RightUpperLeg)?;
            Some((place(mirror(Role::LeftToes))? - place(mirror(Role::LeftFoot))?).dot(across.cross(Vec3::Y)))
        };
        let behind = |ahead: [Option<f32>; 2]| ahead.iter().all(|ahead| ahead.is_some_and(|ahead| ahead < 0.0));
        let known_toes = toes(|role| role).is_some();
        let (knees, toes) = ([ahead(|role| role), ahead(Role::mirrored)], [toes(|role| role), toes(Role::mirrored)]);
        if known_toes { behind(toes) } else { behind(knees) }
    }

    /// Left roles on joints that are known to be right ones, and the other way round.
    pub fn swapped(&self) -> Vec<String> {
        let detection = self.detect();
        let mut swapped = Vec::new();
        for bone in detection.bones.iter().filter(|bone| bone.role.side().is_some()) {
            let source = self.joints[bone.joint.index()].source.unwrap();
            let other =
                |right: &&Right| right.role.side() == bone.role.mirrored().side() && right.joints.contains(&source);
            if let Some(right) = self.right.iter().find(other) {
                swapped.push(format!("{}: {} is the {}", self.name, bone.role, right.role));
            }
        }
        swapped
    }
}

/// The turn that lays +Y down to +Z, as a file has it whose up is Z.
pub fn z_up() -> Quat {
    Quat::from_rotation_arc(Vec3::Y, Vec3::Z)
}
