//! Detection on real files, against a truth that people checked by hand.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use surefoot::character::Character;
use surefoot::humanoid::{DetectInput, Detection, JointHint, Role, detect, role_faults};
use surefoot::skeleton::{Joint, Skeleton};

use common::corpus;

fn read_json(path: PathBuf) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A character and the nodes that are right for each of its bones.
struct Known {
    file: String,
    character: Character,
    bones: BTreeMap<Role, Right>,
}

struct Right {
    node: usize,
    /// Names and `#`indices that are right too.
    others: Vec<String>,
    /// Leaving it empty is right too.
    optional: bool,
}

fn known() -> Vec<Known> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let truth = read_json(corpus.join("humanoid_truth.json"));
    let detail = read_json(corpus.join("humanoid_truth_detail.json"));
    truth
        .as_object()
        .unwrap()
        .iter()
        .filter(|(file, _)| corpus.join(file).is_file())
        .map(|(file, bones)| {
            let bones = bones.as_object().unwrap().keys().map(|name| {
                let detail = &detail[file];
                let others = detail["alternatives"][name].as_array().cloned().unwrap_or_default();
                let right = Right {
                    node: detail["nodes"][name].as_u64().unwrap() as usize,
                    optional: others.contains(&Value::Null),
                    others: others.iter().filter_map(|other| Some(other.as_str()?.to_owned())).collect(),
                };
                (Role::from_name(name).unwrap(), right)
            });
            let character = Character::read(corpus.join(file)).unwrap();
            Known { file: file.clone(), bones: bones.collect(), character }
        })
        .collect()
}

impl Known {
    fn hints(&self) -> Vec<JointHint> {
        let hint = |traits: &surefoot::character::JointTraits| JointHint {
            in_skin: traits.in_skin,
            influence: traits.influence,
            has_mesh: traits.has_mesh,
        };
        self.character.traits.iter().map(hint).collect()
    }

    /// Detects after giving every joint another name, without what the file declares.
    fn renamed(&self, rename: impl Fn(&str) -> String) -> Detection {
        let joints: Vec<Joint> = Vec::<Joint>::from(self.character.skeleton.clone())
            .into_iter()
            .map(|joint| Joint { name: rename(&joint.name), ..joint })
            .collect();
        let skeleton = Skeleton::new(joints).unwrap();
        detect(&DetectInput { skeleton: &skeleton, joints: &self.hints(), declared: &[] })
    }

    /// What is wrong with a detection, a line a bone.
    fn faults(&self, detection: &Detection) -> Vec<String> {
        if self.bones.is_empty() {
            let quiet = !detection.humanoid && detection.bones.is_empty();
            return if quiet { Vec::new() } else { vec![format!("{}: no humanoid", self.file)] };
        }
        let mut faults = Vec::new();
        for (role, right) in &self.bones {
            let found = detection.get(*role).map(|bone| {
                let name = self.character.skeleton.name(bone.joint);
                let node = self.character.traits[bone.joint.index()].node;
                let accepted = node == right.node
                    || right.others.iter().any(|other| other == name || *other == format!("#{node}"));
                (accepted, format!("{name:?} (node {node})"))
            });
            match found {
                Some((true, _)) => {}
                None if right.optional => {}
                None => faults.push(format!("{}: {role} is missing, is node {}", self.file, right.node)),
                Some((false, found)) => {
                    faults.push(format!("{}: {role} is {found}, is node {}", self.file, right.node));
                }
            }
        }
        faults
    }
}

fn named<'a>(known: &'a [Known], file: &str) -> Option<&'a Known> {
    known.iter().find(|known| known.file == file)
}

#[test]
fn every_bone_of_every_character_is_found() {
    let faults: Vec<String> = known().iter().flat_map(|known| known.faults(&known.character.detect())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is right by the truth is called no fault, however unusual the tree.
#[test]
fn bones_that_are_right_have_no_faults() {
    let mut looked_at = 0;
    for known in known().iter().filter(|known| !known.bones.is_empty()) {
        let faults = role_faults(&known.character.skeleton, &known.character.detect().map());
        assert_eq!(faults, [], "{}", known.file);
        looked_at += 1;
    }
    assert!(corpus().is_none() || looked_at > 25, "{looked_at}");
}

/// Without the VRM extension, names and tree say the same as it does.
#[test]
fn vrm_models_are_read_without_their_extension_too() {
    let known = known();
    let vrm = known.iter().filter(|known| known.character.vrm.is_some());
    let faults: Vec<String> = vrm.flat_map(|known| known.faults(&known.renamed(str::to_owned))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_prefix_of_mixamo_names_does_not_matter() {
    let known = known();
    let Some(ybot) = named(&known, "mixamo_ybot.glb") else { return };
    for prefix in ["mixamorig1:", "mixamorig7:", "mixamorig_", "mixamorig", "Ada:mixamorig:", "Armature|mixamorig:", ""]
    {
        let detection = ybot.renamed(|name| name.replace("mixamorig:", prefix));
        assert_eq!(ybot.faults(&detection), [""; 0], "{prefix}");
    }
}

#[test]
fn case_and_separators_of_names_do_not_matter() {
    type Rename = fn(&str) -> String;
    let renames: [(&str, Rename); 4] = [
        ("lower", |name| name.to_lowercase()),
        ("upper", |name| name.to_uppercase()),
        ("underscores", |name| name.replace(['.', ' ', '-', ':'], "_")),
        ("a prefix", |name| format!("Hero_{name}")),
    ];
    let mut faults = Vec::new();
    for known in known().iter().filter(|known| !known.bones.is_empty()) {
        for (what, rename) in renames {
            faults.extend(known.faults(&known.renamed(rename)).into_iter().map(|fault| format!("{what}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Rigs whose limbs hang together, with every name taken away.
#[test]
fn bones_without_names_are_found_by_the_tree() {
    let files = [
        "mixamo_ybot.glb",
        "rpm_apose.glb",
        "vroid_meshopt_webp.glb",
        "gdquest_mannequiny.glb",
        "gdquest_sophia_rigify.glb",
        "mannyquin_def_hips.glb",
        "mpfb_game_engine_walk_rootmotion.glb",
        "maya_fbxasc_names.glb",
        "bitmoji_sparse_morphs.glb",
        "kaykit_rogue.glb",
        "kenney_cyborg_draco_embedded.gltf",
        "quaternius_farmer.glb",
        "vrm0_godette.vrm",
        "vrm1_example.vrm",
        "vrm0_bare_armature.vrm",
    ];
    let known = known();
    let faults: Vec<String> = files
        .into_iter()
        .filter_map(|file| named(&known, file))
        .flat_map(|known| known.faults(&known.renamed(|_| String::new())))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
