//! What people report of odd characters, on the real files where they met it.

use std::path::{Path, PathBuf};

use serde_json::json;
use surefoot::character::Character;
use surefoot::glam::{Affine3A, Mat4, Quat, Vec3};
use surefoot::ground::{GroundScene, NoGround};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{RestSource, Rig};
use surefoot::runtime::{BoundRig, Goal, Inputs};

use super::common::corpus;
use super::copies::{Glb, mannequin, rig_for};

fn read(path: &Path) -> Character {
    Character::read(path).unwrap_or_else(|error| panic!("{error}"))
}

fn goal(chain: &str, position_in_world: Vec3) -> Goal<'_> {
    Goal { chain, position_in_world, rotation_in_world: None, hint_in_world: None, weight: 1.0 }
}

/// Solved from rest without ground, joints in the world.
fn solved(bound: &BoundRig, goals: &[Goal]) -> (Pose, Globals) {
    let root = bound.world_from_model();
    let mut pose = bound.skeleton().rest().clone();
    bound.solve(&mut pose, &mut bound.memory(), &Inputs { root, goals, ..Inputs::settled(&NoGround) });
    let globals = Globals::under(bound.skeleton(), &pose, root);
    (pose, globals)
}

struct Subject {
    character: Character,
    rig: Rig,
    map: HumanoidMap,
    bound: BoundRig,
}

impl Subject {
    fn of(character: Character) -> Self {
        let (rig, map) = rig_for(&character);
        let bound = rig.bind(&character.skeleton).unwrap();
        Self { character, rig, map, bound }
    }

    fn at(&self, globals: &Globals, role: Role) -> Vec3 {
        globals.position(self.map.get(role).unwrap())
    }
}

/// A knee that rests straight or bent back bends forward all the same when its foot is raised by 0.3 of the leg.
#[test]
fn knees_bend_the_way_people_face() {
    let Some(corpus) = corpus() else { return };
    for name in [
        "vrm1_example.vrm",
        "vrm0_bare_armature.vrm",
        "vrm0_cryptovoxels.vrm",
        "khronos_brainstem_unnamed.glb",
        "mixamo_ybot.glb",
    ] {
        let subject = Subject::of(read(&corpus.join(name)));
        let root = subject.bound.world_from_model();
        let rest = Globals::under(subject.bound.skeleton(), subject.bound.skeleton().rest(), root);
        let forward = root.rotation * subject.bound.frame().forward;
        let leg = subject.bound.leg_length() * root.scale.x;
        for (chain, roles) in [
            ("leftFoot", [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot]),
            ("rightFoot", [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot]),
        ] {
            let target = subject.at(&rest, roles[2]) + Vec3::Y * (0.3 * leg);
            let (_, globals) = solved(&subject.bound, &[goal(chain, target)]);
            let [hip, knee, foot] = roles.map(|role| subject.at(&globals, role));
            assert!(foot.distance(target) < 1e-3 * leg, "{name} {chain}: {foot} is not at {target}");
            let off = (knee - hip).reject_from(foot - hip);
            assert!(off.dot(forward) > 0.9 * off.length() && off.length() > 0.1 * leg, "{name} {chain}: {off}");
        }
    }
}

/// A rig in centimetres under a scale of 0.01.
#[test]
fn a_scaled_armature_is_solved_in_metres() {
    let Some(corpus) = corpus() else { return };
    let subject = Subject::of(read(&corpus.join("mixamo_ybot.glb")));
    assert_eq!(subject.rig.character, Rig::default().character, "in the world it has its right size");
    let target = Vec3::new(0.10, 0.40, 0.10);
    let (_, globals) = solved(&subject.bound, &[goal("leftFoot", target)]);
    let [hip, knee, foot] =
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| subject.at(&globals, role));
    assert!(foot.distance(target) < 1e-3, "{foot}");
    assert!(knee.z > 0.1, "the knee is in front: {knee}");
    assert!((hip.distance(knee) - 0.406).abs() < 1e-3 && (knee.distance(foot) - 0.421).abs() < 1e-3);
    assert!((subject.bound.leg_length() - 0.827).abs() < 1e-3, "metres: {}", subject.bound.leg_length());
}

/// Joints under a scaled armature keep their local scales and translations.
#[test]
fn solving_leaves_scales_and_translations_alone() {
    let Some(corpus) = corpus() else { return };
    for name in ["robot_expressive.glb", "godot_platformer_robot.glb", "kenney_cyborg_draco_embedded.gltf"] {
        let subject = Subject::of(read(&corpus.join(name)));
        let root = subject.bound.world_from_model();
        let rest = Globals::under(subject.bound.skeleton(), subject.bound.skeleton().rest(), root);
        let chains: Vec<(&str, Role)> = [("leftHand", Role::LeftHand), ("leftFoot", Role::LeftFoot)]
            .into_iter()
            .filter(|(_, role)| subject.map.get(*role).is_some())
            .collect();
        let up = Vec3::Y * subject.bound.leg_length() * root.scale.x * 0.3;
        let goals: Vec<Goal> = chains.iter().map(|&(chain, role)| goal(chain, subject.at(&rest, role) + up)).collect();
        let (pose, _) = solved(&subject.bound, &goals);
        let before = subject.bound.skeleton().rest();
        let carried = |joint| {
            // A foot that hangs from a control is put where its leg ends, which moves it against the control.
            let role = subject.map.role_of(joint);
            let shin = role.and_then(Role::parent).and_then(|shin| subject.map.get(shin));
            shin.is_some_and(|shin| !subject.character.skeleton.is_within(joint, shin))
        };
        let mut turned = 0;
        for joint in subject.bound.skeleton().ids() {
            let (ours, theirs) = (before.get(joint), pose.get(joint));
            assert_eq!(ours.scale, theirs.scale, "{name} {joint:?}");
            assert!(carried(joint) || ours.translation == theirs.translation, "{name} {joint:?}");
            turned += usize::from(ours.rotation != theirs.rotation);
        }
        assert!(turned > 0, "{name}: nothing was solved");
    }
}

/// Giving roles, mending and solving leaves the file and the rest pose as they are.
#[test]
fn a_rig_leaves_the_model_alone() {
    let Some(corpus) = corpus() else { return };
    for name in ["mixamo_ybot.glb", "quaternius_knight.glb", "vrm0_catbot.vrm"] {
        let path = corpus.join(name);
        let bytes = std::fs::read(&path).unwrap();
        let subject = Subject::of(read(&path));
        let rest = subject.character.skeleton.rest().clone();
        let mut rig = subject.rig.clone();
        for finding in subject.character.diagnose(&subject.map, &rig.clone()) {
            finding.fix.iter().for_each(|fix| fix.apply(&mut rig));
        }
        let skeleton = subject.character.skeleton_at(rig.character.rest);
        solved(&rig.bind(&skeleton).unwrap(), &[goal("leftHand", Vec3::new(0.2, 1.2, 0.3))]);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name}");
        assert_eq!(*subject.character.skeleton.rest(), rest, "{name}");
        assert_eq!(*read(&path).skeleton.rest(), rest, "{name}");
    }
}

/// The nodes may rest in another pose than the meshes are bound in: either can be called rest, with the same lengths.
#[test]
fn either_pose_can_be_called_rest() {
    let Some(corpus) = corpus() else { return };
    for name in ["quaternius_knight.glb", "robot_expressive.glb"] {
        let Subject { character, mut rig, map, bound } = Subject::of(read(&corpus.join(name)));
        let finding = character.diagnose(&map, &rig).into_iter().find(|finding| finding.code == "rest-not-bind");
        finding.unwrap_or_else(|| panic!("{name}")).fix.unwrap().apply(&mut rig);
        assert_eq!(rig.character.rest, RestSource::Nodes);
        let nodes = character.skeleton_at(RestSource::Nodes);
        assert_ne!(nodes.rest(), character.skeleton.rest(), "{name}");
        let other = rig.bind(&nodes).unwrap();
        assert!((other.leg_length() / bound.leg_length() - 1.0).abs() < 0.02, "{name}");
        let kept = character.diagnose(&map, &rig).into_iter().find(|finding| finding.code == "rest-not-bind").unwrap();
        assert!(kept.fix.is_none() && kept.message.contains("kept in the rig"), "{name}: {kept:?}");
    }
}

/// A character that hangs above its origin, or whose joints do, stands on the ground by what one sees of it.
#[test]
fn characters_stand_on_the_ground_by_their_soles() {
    let mannequin = || Glb::read(&mannequin());
    let mut hanging = vec![
        ("a metre above", mannequin().under(json!({ "translation": [0.0, 1.0, 0.0] })).character()),
        ("a metre below", mannequin().under(json!({ "translation": [0.3, -1.0, 0.0] })).character()),
        (
            "in centimetres",
            mannequin().under(json!({ "translation": [0, 150, 0], "scale": [100, 100, 100] })).character(),
        ),
    ];
    if let Some(corpus) = corpus() {
        // Of the two, the first one's joints lie far above its mesh.
        hanging.push(("two", read(&corpus.join("two_characters_mixamo_and_ue.glb"))));
    }
    for (name, character) in hanging {
        let subject = Subject::of(character);
        let root = subject.bound.world_from_model();
        let rest = Globals::under(subject.bound.skeleton(), subject.bound.skeleton().rest(), root);
        let lowest = subject.character.bounds(&rest).min.y;
        assert!(lowest.abs() < 5e-3, "{name}: the mesh is {lowest} m over the ground");
        let ground = "slope:10".parse::<GroundScene>().unwrap().placed(Vec3::Z);
        let mut pose = subject.bound.skeleton().rest().clone();
        let mut memory = subject.bound.memory();
        let report = subject.bound.solve(&mut pose, &mut memory, &Inputs { root, ..Inputs::settled(&ground) });
        for foot in &report.feet {
            assert!(foot.planted, "{name}");
            for contact in foot.contacts {
                assert!(contact.ground.is_some() && contact.gap.abs() < 5e-3, "{name}: {contact:?}");
            }
        }
    }
}

/// The armature's turn and scale may as well sit in the hips.
#[test]
fn an_armatures_transform_may_be_in_the_hips() {
    let Some(corpus) = corpus() else { return };
    let path: PathBuf = corpus.join("mixamo_ybot.glb");
    let plain = Subject::of(read(&path));
    let baked = Subject::of(with_armature_in_hips(Glb::read(&path)).character());
    assert_eq!(plain.map.iter().count(), baked.map.iter().count());
    for ((role, ours), (same, theirs)) in plain.map.iter().zip(baked.map.iter()) {
        assert_eq!(role, same);
        assert_eq!(plain.bound.skeleton().name(ours), baked.bound.skeleton().name(theirs));
    }
    for subject in [&plain, &baked] {
        let height = subject.character.bounds(subject.character.skeleton.rest_globals()).size().y;
        assert!((height - 1.80).abs() < 0.01, "{height}");
        assert_eq!(subject.bound.ground_in_model(), 0.0);
    }
    let goals = [goal("leftFoot", Vec3::new(0.10, 0.40, 0.10)), goal("rightHand", Vec3::new(-0.3, 1.2, 0.3))];
    let [ours, theirs] = [&plain, &baked].map(|subject| solved(&subject.bound, &goals).1);
    let ground = "slope:20".parse::<GroundScene>().unwrap().placed(Vec3::Z);
    let gaps = [&plain, &baked].map(|subject| {
        let mut pose = subject.bound.skeleton().rest().clone();
        let mut memory = subject.bound.memory();
        let report = subject.bound.solve(&mut pose, &mut memory, &Inputs::settled(&ground));
        report.feet.iter().flat_map(|foot| foot.contacts.map(|contact| contact.gap)).collect::<Vec<f32>>()
    });
    for (a, b) in gaps[0].iter().zip(&gaps[1]) {
        assert!((a - b).abs() < 1e-4 && a.abs() < 5e-3, "gaps of {a} and {b} m");
    }
    for (role, _) in plain.map.iter() {
        let (a, b) = (plain.at(&ours, role), baked.at(&theirs, role));
        assert!(a.distance(b) < 1e-4, "{role}: {a} and {b}");
    }
}

/// Multiplies the transform of the hips' parent into the hips.
fn with_armature_in_hips(mut glb: Glb) -> Glb {
    let nodes = glb.json["nodes"].as_array().unwrap();
    let hips = nodes.iter().position(|node| node["name"] == "mixamorig:Hips").unwrap();
    let is_parent =
        |node: &serde_json::Value| node["children"].as_array().is_some_and(|children| children.contains(&json!(hips)));
    let armature = nodes.iter().position(is_parent).unwrap();
    let local = |index: usize| {
        let part = |name: &str, default: &[f32]| -> Vec<f32> {
            let given = nodes[index][name].as_array();
            given.map_or(default.to_vec(), |all| all.iter().map(|value| value.as_f64().unwrap() as f32).collect())
        };
        Affine3A::from_scale_rotation_translation(
            Vec3::from_slice(&part("scale", &[1.0; 3])),
            Quat::from_slice(&part("rotation", &[0.0, 0.0, 0.0, 1.0])),
            Vec3::from_slice(&part("translation", &[0.0; 3])),
        )
    };
    let whole = Mat4::from(local(armature) * local(hips)).to_cols_array();
    assert_ne!(local(armature), Affine3A::IDENTITY, "there is something to move");
    for index in [armature, hips] {
        for part in ["scale", "rotation", "translation", "matrix"] {
            glb.json["nodes"][index].as_object_mut().unwrap().remove(part);
        }
    }
    glb.json["nodes"][hips]["matrix"] = json!(whole);
    glb
}
