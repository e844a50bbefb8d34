//! A made-up person under many names, poses and sizes; the right joints are known by construction.

use glam::{Affine3A, Quat, Vec3};

use super::{DetectInput, Detection, JointHint, detect, is_twist};
use crate::humanoid::Role::{self, *};
use crate::math::Transform;
use crate::skeleton::{Joint, Skeleton};

/// Middle and left half of a person of 1.75 m who faces +Z: role, parent, place.
const PERSON: [(Role, Option<Role>, [f32; 3]); 15] = [
    (Hips, None, [0.0, 0.95, 0.0]),
    (Spine, Some(Hips), [0.0, 1.05, 0.0]),
    (Chest, Some(Spine), [0.0, 1.2, 0.0]),
    (Neck, Some(Chest), [0.0, 1.48, -0.01]),
    (Head, Some(Neck), [0.0, 1.57, 0.01]),
    (LeftShoulder, Some(Chest), [0.03, 1.42, 0.0]),
    (LeftUpperArm, Some(LeftShoulder), [0.17, 1.42, -0.01]),
    (LeftLowerArm, Some(LeftUpperArm), [0.37, 1.25, -0.03]),
    (LeftHand, Some(LeftLowerArm), [0.55, 1.1, 0.02]),
    (LeftUpperLeg, Some(Hips), [0.09, 0.9, 0.0]),
    (LeftLowerLeg, Some(LeftUpperLeg), [0.1, 0.5, 0.02]),
    (LeftFoot, Some(LeftLowerLeg), [0.11, 0.09, -0.02]),
    (LeftToes, Some(LeftFoot), [0.11, 0.02, 0.1]),
    (LeftMiddleProximal, Some(LeftHand), [0.6, 1.05, 0.04]),
    (LeftThumbProximal, Some(LeftHand), [0.57, 1.07, 0.07]),
];

/// Names by convention, in the order of [`PERSON`]; `<` and `>` stand round what changes with the side: `<left|right>`.
const NAMES: [(&str, [&str; 15]); 9] = [
    (
        "Mixamo",
        [
            "Hips",
            "Spine",
            "Spine1",
            "Neck",
            "Head",
            "<Left|Right>Shoulder",
            "<Left|Right>Arm",
            "<Left|Right>ForeArm",
            "<Left|Right>Hand",
            "<Left|Right>UpLeg",
            "<Left|Right>Leg",
            "<Left|Right>Foot",
            "<Left|Right>ToeBase",
            "<Left|Right>HandMiddle1",
            "<Left|Right>HandThumb1",
        ],
    ),
    (
        "Unreal",
        [
            "pelvis",
            "spine_01",
            "spine_02",
            "neck_01",
            "head",
            "clavicle_<l|r>",
            "upperarm_<l|r>",
            "lowerarm_<l|r>",
            "hand_<l|r>",
            "thigh_<l|r>",
            "calf_<l|r>",
            "foot_<l|r>",
            "ball_<l|r>",
            "middle_01_<l|r>",
            "thumb_01_<l|r>",
        ],
    ),
    (
        "metarig",
        [
            "spine",
            "spine.001",
            "spine.002",
            "spine.004",
            "spine.006",
            "shoulder.<L|R>",
            "upper_arm.<L|R>",
            "forearm.<L|R>",
            "hand.<L|R>",
            "thigh.<L|R>",
            "shin.<L|R>",
            "foot.<L|R>",
            "toe.<L|R>",
            "f_middle.01.<L|R>",
            "thumb.01.<L|R>",
        ],
    ),
    (
        "VRoid",
        [
            "J_Bip_C_Hips",
            "J_Bip_C_Spine",
            "J_Bip_C_Chest",
            "J_Bip_C_Neck",
            "J_Bip_C_Head",
            "J_Bip_<L|R>_Shoulder",
            "J_Bip_<L|R>_UpperArm",
            "J_Bip_<L|R>_LowerArm",
            "J_Bip_<L|R>_Hand",
            "J_Bip_<L|R>_UpperLeg",
            "J_Bip_<L|R>_LowerLeg",
            "J_Bip_<L|R>_Foot",
            "J_Bip_<L|R>_ToeBase",
            "J_Bip_<L|R>_Middle1",
            "J_Bip_<L|R>_Thumb1",
        ],
    ),
    (
        "Biped",
        [
            "Bip01 Pelvis",
            "Bip01 Spine",
            "Bip01 Spine1",
            "Bip01 Neck",
            "Bip01 Head",
            "Bip01 <L|R> Clavicle",
            "Bip01 <L|R> UpperArm",
            "Bip01 <L|R> Forearm",
            "Bip01 <L|R> Hand",
            "Bip01 <L|R> Thigh",
            "Bip01 <L|R> Calf",
            "Bip01 <L|R> Foot",
            "Bip01 <L|R> Toe0",
            "Bip01 <L|R> Finger2",
            "Bip01 <L|R> Finger0",
        ],
    ),
    (
        "SMPL",
        [
            "Pelvis",
            "Spine1",
            "Spine2",
            "Neck",
            "Head",
            "<L|R>_Collar",
            "<L|R>_Shoulder",
            "<L|R>_Elbow",
            "<L|R>_Wrist",
            "<L|R>_Hip",
            "<L|R>_Knee",
            "<L|R>_Ankle",
            "<L|R>_Foot",
            "<L|R>_Middle1",
            "<L|R>_Thumb1",
        ],
    ),
    (
        "Japanese",
        [
            "下半身",
            "上半身",
            "上半身2",
            "首",
            "頭",
            "<左|右>肩",
            "<左|右>腕",
            "<左|右>ひじ",
            "<左|右>手首",
            "<左|右>足",
            "<左|右>ひざ",
            "<左|右>足首",
            "<左|右>つま先",
            "<左|右>中指１",
            "<左|右>親指１",
        ],
    ),
    (
        "Spanish",
        [
            "Cadera",
            "Columna",
            "Pecho",
            "Cuello",
            "Cabeza",
            "Hombro_<Izq|Der>",
            "Brazo_<Izq|Der>",
            "Antebrazo_<Izq|Der>",
            "Mano_<Izq|Der>",
            "Muslo_<Izq|Der>",
            "Pantorrilla_<Izq|Der>",
            "Pie_<Izq|Der>",
            "Dedos_<Izq|Der>",
            "Medio_<Izq|Der>",
            "Pulgar_<Izq|Der>",
        ],
    ),
    (
        "German",
        [
            "Becken",
            "Wirbelsäule",
            "Brust",
            "Hals",
            "Kopf",
            "Schulter <links|rechts>",
            "Oberarm <links|rechts>",
            "Unterarm <links|rechts>",
            "Hand <links|rechts>",
            "Oberschenkel <links|rechts>",
            "Unterschenkel <links|rechts>",
            "Fuß <links|rechts>",
            "Zehen <links|rechts>",
            "Mittelfinger <links|rechts>",
            "Daumen <links|rechts>",
        ],
    ),
];

/// How the person is laid down in the file.
#[derive(Clone, Copy)]
struct Make {
    scale: f32,
    /// Turn about +Y, radians.
    yaw: f32,
    /// Children in the opposite order.
    reversed: bool,
    /// Seed of arbitrary joint rotations; none leaves them unturned.
    rolls: Option<u32>,
}

const PLAIN: Make = Make { scale: 1.0, yaw: 0.0, reversed: false, rolls: None };

/// The person with the given names, and the role of each joint.
fn person(make: Make, name: impl Fn(&str) -> String, names: &[&str; 15]) -> (Skeleton, Vec<Option<Role>>) {
    let mut all: Vec<(Role, Option<Role>, Vec3, String)> = Vec::new();
    for (&(role, parent, place), pattern) in PERSON.iter().zip(names) {
        let side = |right: bool| match (pattern.split_once('<'), pattern.split_once('>')) {
            (Some((before, _)), Some((inner, after))) => {
                let (left_mark, right_mark) = inner[before.len() + 1..].split_once('|').unwrap();
                format!("{before}{}{after}", if right { right_mark } else { left_mark })
            }
            _ => (*pattern).to_owned(),
        };
        let place = Vec3::from(place);
        all.push((role, parent, place, name(&side(false))));
        if role.mirrored() != role {
            let parent = parent.map(Role::mirrored);
            all.push((role.mirrored(), parent, place * Vec3::new(-1.0, 1.0, 1.0), name(&side(true))));
        }
    }
    let mut joints = vec![Joint { name: name("Armature"), parent: None, rest: Transform::IDENTITY, source: None }];
    let mut globals = vec![Affine3A::IDENTITY];
    let mut roles = vec![None];
    let mut seed = make.rolls.unwrap_or(0);
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32 * 6.0
    };
    // Depth first, so that parents come before children whichever order those have.
    let mut open = vec![(Hips, 0_usize)];
    while let Some((role, parent)) = open.pop() {
        let (_, _, place, name) = all.iter().find(|entry| entry.0 == role).unwrap().clone();
        let turn = if make.rolls.is_some() {
            Quat::from_rotation_x(random()) * Quat::from_rotation_y(random()) * Quat::from_rotation_z(random())
        } else {
            Quat::IDENTITY
        };
        let position = Quat::from_rotation_y(make.yaw) * place * make.scale;
        let global = Affine3A::from_rotation_translation(turn, position);
        let rest = Transform::from_affine(globals[parent].inverse() * global);
        let index = joints.len();
        joints.push(Joint { name, parent: Some(parent as u16), rest, source: None });
        globals.push(global);
        roles.push(Some(role));
        let mut children: Vec<Role> = all.iter().filter(|entry| entry.1 == Some(role)).map(|entry| entry.0).collect();
        if make.reversed {
            children.reverse();
        }
        open.extend(children.into_iter().map(|child| (child, index)));
    }
    (Skeleton::new(joints).unwrap(), roles)
}

fn found(skeleton: &Skeleton) -> Detection {
    let hints = vec![JointHint { in_skin: true, influence: 1.0, has_mesh: false }; skeleton.len()];
    detect(&DetectInput { skeleton, joints: &hints, declared: &[] })
}

/// Every joint has the role it was made with; fingers are looked at where `fingers`.
fn assert_right(skeleton: &Skeleton, roles: &[Option<Role>], fingers: bool, what: &str) {
    let detection = found(skeleton);
    assert!(detection.humanoid, "{what}: no humanoid");
    let map = detection.map();
    for (joint, role) in skeleton.ids().zip(roles) {
        let Some(role) = *role else { continue };
        if !fingers && matches!(role.mirrored().max(role), RightMiddleProximal | RightThumbProximal) {
            continue;
        }
        let got = map.get(role).map(|joint| skeleton.name(joint));
        assert_eq!(map.get(role), Some(joint), "{what}: {role} is {got:?}, not {:?}", skeleton.name(joint));
    }
}

#[test]
fn every_convention_is_read_in_any_case_and_with_any_prefix() {
    for (convention, names) in NAMES {
        for (what, rename) in [
            ("as is", (|name| name.to_owned()) as fn(&str) -> String),
            ("lower", |name| name.to_lowercase()),
            ("upper", |name| name.to_uppercase()),
            ("namespace", |name| format!("Ada:{name}")),
            ("object", |name| format!("Armature|{name}")),
            ("prefix", |name| format!("Hero_{name}")),
            ("suffix", |name| format!("{name}_Armature")),
            ("jnt", |name| format!("{name}_jnt")),
            ("escaped", |name| name.replace('.', "FBXASC046").replace(' ', "FBXASC032")),
        ] {
            let (skeleton, roles) = person(PLAIN, rename, &names);
            assert_right(&skeleton, &roles, false, &format!("{convention}, {what}"));
        }
    }
}

#[test]
fn size_facing_order_and_joint_axes_do_not_matter() {
    for (convention, names) in NAMES {
        for scale in [0.01, 1.0, 100.0] {
            for yaw in [0.0, std::f32::consts::PI, 0.5 * std::f32::consts::PI, 0.6] {
                for reversed in [false, true] {
                    for rolls in [None, Some(7)] {
                        let (skeleton, roles) = person(Make { scale, yaw, reversed, rolls }, str::to_owned, &names);
                        assert_right(&skeleton, &roles, false, &format!("{convention} × {scale}, turned {yaw}"));
                    }
                }
            }
        }
    }
}

#[test]
fn a_person_without_names_is_found_facing_any_way() {
    for scale in [0.01, 1.0, 100.0] {
        for yaw in [0.0, std::f32::consts::PI, 0.5 * std::f32::consts::PI, 0.6] {
            for reversed in [false, true] {
                let make = Make { scale, yaw, reversed, rolls: Some(3) };
                let (skeleton, roles) = person(make, |_| String::new(), &NAMES[0].1);
                assert_right(&skeleton, &roles, false, &format!("× {scale}, turned {yaw}"));
            }
        }
    }
}

#[test]
fn fingers_are_told_by_their_names() {
    let (skeleton, roles) = person(PLAIN, str::to_owned, &NAMES[1].1);
    let map = found(&skeleton).map();
    let joint =
        |role: Role| skeleton.ids().zip(&roles).find(|(_, other)| **other == Some(role)).map(|(joint, _)| joint);
    assert_eq!(map.get(LeftMiddleProximal), joint(LeftMiddleProximal));
    assert_eq!(map.get(RightThumbProximal), joint(RightThumbProximal));
}

/// A dog has a spine, a neck, a head, thighs and upper arms by name; its back is level.
#[test]
fn a_body_on_four_legs_is_none_whatever_its_names() {
    let (person, roles) = person(PLAIN, str::to_owned, &NAMES[1].1);
    let joints: Vec<Joint> = Vec::<Joint>::from(person);
    let places: Vec<Vec3> = roles
        .iter()
        .map(|role| {
            let Some(role) = role else { return Vec3::ZERO };
            let side = role.side().map_or(0.0, |side| 0.1 * side.sign());
            match role.mirrored().min(*role) {
                Hips => Vec3::new(0.0, 0.6, -0.4),
                Spine => Vec3::new(0.0, 0.62, -0.2),
                Chest => Vec3::new(0.0, 0.6, 0.2),
                Neck => Vec3::new(0.0, 0.65, 0.4),
                Head => Vec3::new(0.0, 0.8, 0.55),
                LeftShoulder => Vec3::new(side * 0.5, 0.6, 0.25),
                LeftUpperArm => Vec3::new(side, 0.5, 0.3),
                LeftLowerArm => Vec3::new(side, 0.3, 0.25),
                LeftHand => Vec3::new(side, 0.05, 0.3),
                LeftUpperLeg => Vec3::new(side, 0.55, -0.42),
                LeftLowerLeg => Vec3::new(side, 0.3, -0.35),
                LeftFoot => Vec3::new(side, 0.1, -0.45),
                _ => Vec3::new(side, 0.02, if role.is_required() { 0.0 } else { -0.35 }),
            }
        })
        .collect();
    for names in [true, false] {
        let joints = joints
            .iter()
            .zip(&places)
            .map(|(joint, &place)| {
                let above = joint.parent.map_or(Vec3::ZERO, |parent| places[usize::from(parent)]);
                let name = if names { joint.name.clone() } else { String::new() };
                Joint { name, rest: Transform::from_translation(place - above), ..joint.clone() }
            })
            .collect();
        let detection = found(&Skeleton::new(joints).unwrap());
        assert!(!detection.humanoid && detection.bones.is_empty(), "{detection:?}");
    }
}

#[test]
fn nothing_panics_on_odd_skeletons() {
    let joint = |name: &str, parent, place: Vec3| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(place),
        source: None,
    };
    let chain: Vec<Joint> = (0..300)
        .map(|at: u16| joint("", at.checked_sub(1), Vec3::new(0.0, f32::from(u8::from(at > 0)), 0.0)))
        .collect();
    let heap: Vec<Joint> = (0..50).map(|_| joint("LeftFoot", None, Vec3::ZERO)).collect();
    let far: Vec<Joint> = vec![joint("Hips", None, Vec3::splat(3e38)), joint("Spine", Some(0), Vec3::splat(3e38))];
    for joints in [Vec::new(), chain, heap, far] {
        let detection = found(&Skeleton::new(joints).unwrap());
        assert!(!detection.humanoid && detection.score == 0.0);
    }
}

#[test]
fn twist_joints_are_known_in_any_spelling() {
    for name in
        ["thigh_twist_01.l", "LeftForeArmRoll", "TWIST", "armFBXASC095Twist", "FBXASC116wist", "左腕捩", "Ｔｗｉｓｔ"]
    {
        assert!(is_twist(name), "{name}");
    }
    for name in ["controller", "thigh.l", "twister", "", "FBXASC095"] {
        assert!(!is_twist(name), "{name}");
    }
}
