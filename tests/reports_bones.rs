//! What people report of chains and roles, each as a test: a child listed before its parent (A11), bones without telling names
//! (B4), and VRM characters that face backwards (B8).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::path::Path;

use serde_json::Value;
use surefoot::character::Character;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::{BoneRef, Chain, Fabrik, Rig, Solver, preset};
use surefoot::runtime::{Goal, Inputs};

use common::corpus;

fn open(corpus: &Path, name: &str) -> Character {
    Character::read(corpus.join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn json_of(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The nodes' numbers are the file's: the hand is listed before the arm that it hangs on.
#[test]
fn a11_a_chain_whose_tip_is_listed_before_its_root_is_taken_and_reaches() {
    let Some(corpus) = corpus() else { return };
    let character = open(&corpus, "mixamo_ybot.glb");
    let skeleton = &character.skeleton;
    let names = ["mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand"];
    let [arm, _, hand] = names.map(|name| skeleton.find(name).unwrap());
    assert_eq!((character.node_of(arm), character.node_of(hand)), (27, 25));

    let [root, mid, tip] = names.map(|name| BoneRef::Node(name.into()));
    let mut by_name = preset("biped").unwrap().chains.into_iter().find(|chain| chain.name == "left_arm").unwrap();
    (by_name.root, by_name.tip) = (root.clone(), tip.clone());
    let Solver::TwoBone(limb) = &mut by_name.solver else { panic!("an arm has two bones") };
    limb.mid = mid;
    let sweeps = Chain { solver: Solver::Fabrik(Fabrik::default()), ..by_name.clone() };
    for chain in [by_name, sweeps] {
        let rig = Rig { chains: vec![chain], ..Rig::default() };
        let bound = rig.bind_with(skeleton, &character.detect().map()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bound.warnings(), []);
        let target = Vec3::new(0.35, 1.2, 0.2);
        let goals = [Goal {
            chain: "left_arm",
            position_in_world: target,
            rotation_in_world: None,
            hint_in_world: None,
            weight: 1.0,
        }];
        let mut pose = skeleton.rest().clone();
        let mut memory = bound.memory();
        bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        let reached = Globals::of(skeleton, &pose).position(hand);
        assert!(reached.distance(target) < 1e-3, "{reached}");
    }
}

/// What is found without a telling name says how sure that is and by what it was found; a rig takes another bone by hand.
#[test]
fn b4_bones_without_telling_names_are_found_and_say_why() {
    let Some(corpus) = corpus() else { return };
    let truth = json_of(&corpus.join("humanoid_truth_detail.json"));
    for name in ["gdquest_sophia_rigify.glb", "khronos_cesium_man.glb", "cesium_man_unnamed_embedded.gltf"] {
        let character = open(&corpus, name);
        let detection = character.detect();
        assert!(detection.humanoid, "{name}");
        for role in Role::ALL.into_iter().filter(|role| role.is_required()) {
            let found = detection.get(role).unwrap_or_else(|| panic!("{name}: {role} is missing"));
            let right = truth[name]["nodes"][role.name()].as_u64().unwrap() as usize;
            assert_eq!(character.node_of(found.joint), right, "{name}: {role}");
            assert!(!found.why.is_empty(), "{name}: {role} does not say why");
            assert!(found.confidence > 0.0 && found.confidence < 1.0, "{name}: {role} is {} sure", found.confidence);
        }
        assert_eq!(detection.missing, [], "{name}");

        // By hand a role takes any bone, and the others stay.
        let map = detection.map();
        let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
        let spine = map.get(Role::Spine).unwrap();
        rig.bones.insert(Role::Jaw, BoneRef::naming(&character.skeleton, spine));
        let (by_hand, unknown) = rig.humanoid_map(&character.skeleton);
        assert!(unknown.is_empty() && by_hand.get(Role::Jaw) == Some(spine), "{name}");
    }
}

/// Forward by the file's own version, left as the file's extension says, and a look straight ahead turns nothing.
#[test]
fn b8_vrm_characters_face_their_own_way_and_keep_their_sides() {
    let Some(corpus) = corpus() else { return };
    for (name, forward) in [
        ("vrm0_catbot.vrm", Vec3::NEG_Z),
        ("vrm0_godette.vrm", Vec3::NEG_Z),
        ("vrm0_cryptovoxels.vrm", Vec3::NEG_Z),
        ("vrm0_mixamo_names.vrm", Vec3::NEG_Z),
        ("vrm1_example.vrm", Vec3::Z),
    ] {
        let character = open(&corpus, name);
        let skeleton = &character.skeleton;
        let map = character.detect().map();
        for (role, joint) in &character.vrm.as_ref().unwrap().bones {
            assert_eq!(map.get(*role), Some(*joint), "{name}: {role} is what the file says");
        }
        let rest = skeleton.rest_globals();
        let at = |role: Role| map.get(role).map(|joint| rest.position(joint));
        let left_is_at = at(Role::LeftUpperLeg).unwrap().x.signum();
        assert_eq!(left_is_at, forward.z, "{name}: left is at -X where the front is -Z");

        let rig = Rig::fit_preset(&preset("biped").unwrap(), skeleton, &map, "");
        let bound = rig.bind(skeleton).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(bound.frame().forward.angle_between(forward) < 0.05, "{name}: {}", bound.frame().forward);
        let from = at(Role::Head).unwrap();
        let mut pose = skeleton.rest().clone();
        let mut memory = bound.memory();
        let look = Inputs { look_target_in_world: Some(from + forward), ..Inputs::settled(&NoGround) };
        let report = bound.solve(&mut pose, &mut memory, &look);
        assert!(report.look.unwrap().error.to_degrees() < 0.5, "{name}: {report:?}");
        for role in [Role::Head, Role::Neck, Role::Spine] {
            let Some(joint) = map.get(role) else { continue };
            let turned: Quat = pose.get(joint).rotation * skeleton.rest().get(joint).rotation.inverse();
            assert!(turned.to_axis_angle().1.to_degrees() < 0.5, "{name}: {role} turns by {turned}");
        }
    }
}
