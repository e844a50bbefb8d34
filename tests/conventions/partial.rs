//! Bodies that are not whole, that are several, and things that are no bodies but large.

use glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::skeleton::{Joint, Skeleton};

use crate::held::{faults, found};
use crate::table::{self, Bone, Rig};

impl Rig {
    /// Without the bones of some roles and all that hangs on them.
    fn without(mut self, gone: impl Fn(Role) -> bool) -> Self {
        let mut place = vec![None; self.bones.len()];
        let mut kept: Vec<Bone> = Vec::new();
        for (index, bone) in self.bones.iter().enumerate() {
            let parent = bone.parent.map(|parent| place[parent]);
            if parent == Some(None) || bone.role.is_some_and(&gone) {
                continue;
            }
            place[index] = Some(kept.len());
            kept.push(Bone { parent: parent.flatten(), ..bone.clone() });
        }
        self.bones = kept;
        self
    }

    /// Without one bone, what hung on it now hanging on its parent.
    fn bridged(mut self, gone: Role) -> Self {
        let Some(at) = self.bones.iter().position(|bone| bone.role == Some(gone)) else { return self };
        let parent = self.bones[at].parent;
        self.bones.remove(at);
        for bone in &mut self.bones {
            bone.parent = match bone.parent {
                Some(above) if above == at => parent,
                Some(above) if above > at => Some(above - 1),
                above => above,
            };
        }
        self
    }
}

const CONVENTIONS: [&str; 5] =
    ["Mixamo", "Unreal 4 mannequin", "VRM 0 and Unity", "Blender with words", "3ds Max Biped without toes"];

#[test]
fn what_is_there_of_a_partial_body_is_found_and_what_is_missing_is_listed() {
    type Cut = (&'static str, fn(Rig) -> Rig);
    let cuts: [Cut; 8] = [
        ("one arm", |rig| rig.without(|role| role == Role::RightShoulder)),
        ("an arm to the elbow", |rig| rig.without(|role| role == Role::LeftHand)),
        ("one leg", |rig| rig.without(|role| role == Role::LeftUpperLeg)),
        ("a leg to the knee", |rig| rig.without(|role| role == Role::RightFoot)),
        ("no neck", |rig| rig.bridged(Role::Neck)),
        ("no hands", |rig| rig.without(|role| matches!(role, Role::LeftHand | Role::RightHand))),
        ("no legs", |rig| rig.without(|role| matches!(role, Role::LeftUpperLeg | Role::RightUpperLeg))),
        ("legs alone", |rig| rig.without(|role| role == Role::Chest)),
    ];
    let mut all = Vec::new();
    for convention in CONVENTIONS {
        for (what, cut) in cuts {
            let rig = cut(table::rig(convention));
            let skeleton = rig.skeleton();
            let detection = found(&skeleton);
            all.extend(
                faults(&rig, &skeleton, &detection, |_| true).into_iter().map(|fault| format!("{what}: {fault}")),
            );
            let has = |role: &Role| rig.bones.iter().any(|bone| bone.role == Some(*role));
            let missing: Vec<Role> = Role::ALL.into_iter().filter(|role| role.is_required() && !has(role)).collect();
            if detection.missing != missing {
                all.push(format!("{what}: {convention}: {:?} are missing, not {missing:?}", detection.missing));
            }
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

#[test]
fn several_characters_can_be_chosen_from() {
    let mut joints = vec![Joint { name: "Scene".into(), parent: None, rest: Transform::IDENTITY, source: None }];
    let mut starts = Vec::new();
    for (number, convention) in ["Mixamo", "Unreal 4 mannequin", "VRM 1.0"].into_iter().enumerate() {
        let start = joints.len() as u16;
        starts.push(usize::from(start));
        for joint in Vec::<Joint>::from(table::rig(convention).skeleton()) {
            let mut rest = joint.rest;
            if joint.parent.is_none() {
                rest.translation += Vec3::X * 2.0 * number as f32;
            }
            joints.push(Joint { parent: Some(joint.parent.map_or(0, |parent| parent + start)), rest, ..joint });
        }
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let detection = found(&skeleton);
    assert_eq!(detection.others.len(), 2);
    for (number, start) in starts.iter().enumerate() {
        let chosen = detection.choose(number + 1).unwrap();
        let hips = chosen.get(Role::Hips).unwrap().joint.index();
        assert!((*start..start + 4).contains(&hips), "character {} has its hips at {hips}", number + 1);
    }
    assert!(detection.choose(0).is_none() && detection.choose(4).is_none());
}

/// No speed is held here; a step that grows with the square of the joints would not come to an end in anyone's patience.
#[test]
fn ten_thousand_joints_come_to_an_end() {
    const MANY: u16 = 10_000;
    type Shape = fn(u16) -> (Option<u16>, Vec3);
    let shapes: [Shape; 4] = [
        |at| (at.checked_sub(1), Vec3::Y * 0.01),
        |at| (at.checked_sub(1).map(|_| 0), Vec3::new(f32::from(at % 100), f32::from(at / 100), 0.0)),
        |at| (at.checked_sub(1).map(|above| above / 2), Vec3::new(f32::from(at % 2) - 0.5, -0.1, 0.0)),
        |at| (at.checked_sub(1).map(|_| at - 1 - (at - 1) % 20), Vec3::new(0.1, 0.05, f32::from(at % 20))),
    ];
    for shape in shapes {
        for name in ["", "spine", "LeftHand", "LeftUpLeg"] {
            let joint = |at: u16| {
                let (parent, place) = shape(at);
                let name = if name.is_empty() { String::new() } else { format!("{name}{at}") };
                Joint { name, parent, rest: Transform::from_translation(place), source: None }
            };
            let skeleton = Skeleton::new((0..MANY).map(joint).collect()).unwrap();
            assert!(found(&skeleton).others.len() < 100);
        }
    }
}

/// A damaged file may hold any text as a name: a million letters, or words without end.
#[test]
fn a_name_of_any_length_comes_to_an_end() {
    for name in ["x".repeat(1_000_000), "left arm ".repeat(100_000), "FBXASC".repeat(100_000), "左足".repeat(100_000)]
    {
        let joint = |at: u16| Joint {
            name: name.clone(),
            parent: at.checked_sub(1),
            rest: Transform::from_translation(Vec3::Y * 0.1),
            source: None,
        };
        let skeleton = Skeleton::new((0..8).map(joint).collect()).unwrap();
        assert!(!found(&skeleton).humanoid);
    }
}
