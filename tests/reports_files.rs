//! What people report of files that are hard to open, each as a test: compressed geometry (E1), hundreds of joints (E2), nodes
//! that stand in another pose than the meshes were bound in, and nodes with matrices (B6).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::path::Path;

use serde_json::Value;
use surefoot::character::{Character, Mesh};
use surefoot::glam::{Affine3A, Mat4, Vec3};
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::Rig;
use surefoot::skeleton::{Joint, Skeleton};
use surefoot::skin::{Binding, Bounds};

use common::corpus;

const COMPRESSED: [(&str, &str); 4] = [
    ("kenney_cyborg_draco_embedded.gltf", "KHR_draco_mesh_compression"),
    ("quaternius_mech_draco.glb", "KHR_draco_mesh_compression"),
    ("vroid_meshopt_webp.glb", "EXT_meshopt_compression"),
    ("meshopt_pirate.glb", "EXT_meshopt_compression"),
];

fn open(corpus: &Path, name: &str) -> Character {
    Character::read(corpus.join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn truth(corpus: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(corpus.join("humanoid_truth_detail.json")).unwrap()).unwrap()
}

/// A file's JSON, and where a GLB's binary chunk starts.
fn json(bytes: &[u8]) -> (Value, usize) {
    if !bytes.starts_with(b"glTF") {
        return (serde_json::from_slice(bytes).unwrap(), 0);
    }
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[20..20 + length]).unwrap(), 28 + length)
}

/// What the exporter wrote beside each compressed primitive, in the order of [`Character::meshes`]: vertices, indices, and
/// the box round its positions.
fn stated(json: &Value, character: &Character) -> Vec<(usize, usize, Bounds)> {
    let accessor = |at: &Value| &json["accessors"][at.as_u64().unwrap() as usize];
    let mut all = Vec::new();
    for joint in character.skeleton.ids() {
        let Some(mesh) = json["nodes"][character.node_of(joint)]["mesh"].as_u64() else { continue };
        for primitive in json["meshes"][mesh as usize]["primitives"].as_array().unwrap() {
            let positions = accessor(&primitive["attributes"]["POSITION"]);
            let most = match (positions["componentType"].as_u64().unwrap(), positions["normalized"] == true) {
                (5120, true) => 127.0,
                (5122, true) => 32767.0,
                (5123, true) => 65535.0,
                _ => 1.0,
            };
            let corner = |key: &str| {
                let part = |axis: usize| (positions[key][axis].as_f64().unwrap() / most) as f32;
                Vec3::new(part(0), part(1), part(2))
            };
            let count = |accessor: &Value| accessor["count"].as_u64().unwrap() as usize;
            let bounds = Bounds { min: corner("min"), max: corner("max") };
            all.push((count(positions), count(accessor(&primitive["indices"])), bounds));
        }
    }
    all
}

/// How much of the mesh's area has vertex normals on the side that its triangles face: where triangles and attributes do not
/// belong together, about half.
fn agreement(mesh: &Mesh) -> f32 {
    let (mut agrees, mut all) = (0.0, 0.0);
    for triangle in mesh.indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|index| mesh.positions[index as usize]);
        let area = (b - a).cross(c - a);
        let normal: Vec3 = triangle.iter().map(|&index| mesh.normals[index as usize]).sum();
        all += area.length();
        agrees += if area.dot(normal) > 0.0 { area.length() } else { 0.0 };
    }
    agrees / all
}

#[test]
fn e1_compressed_meshes_are_those_that_the_exporter_described() {
    let Some(corpus) = corpus() else { return };
    for (name, _) in COMPRESSED {
        let character = open(&corpus, name);
        let bytes = std::fs::read(corpus.join(name)).unwrap();
        let stated = stated(&json(&bytes).0, &character);
        assert_eq!(character.meshes.len(), stated.len(), "{name}: {:?}", character.warnings);
        assert!(!stated.is_empty(), "{name}");
        for (mesh, (vertices, indices, bounds)) in character.meshes.iter().zip(stated) {
            let place = format!("{name}: {:?}", mesh.name);
            assert_eq!((mesh.positions.len(), mesh.indices.len()), (vertices, indices), "{place}");
            let ours = Bounds::around(mesh.positions.iter().copied());
            let size = bounds.size().max_element();
            // Draco keeps 11 bits and more of each position, and the box is of what came before.
            let apart = (ours.min - bounds.min).abs().max((ours.max - bounds.max).abs()).max_element();
            assert!(apart < size / 1000.0, "{place}: {ours:?} is not {bounds:?}");
            assert!(agreement(mesh) > 0.9, "{place}: {}", agreement(mesh));
        }
        let left_out = character.warnings.iter().filter(|warning| warning.contains("left out")).count();
        assert_eq!(left_out, 0, "{name}: {:?}", character.warnings);
    }
}

#[test]
fn e1_what_cannot_be_unpacked_leaves_the_skeleton_and_is_named() {
    let Some(corpus) = corpus() else { return };
    for (name, extension) in COMPRESSED {
        let whole = open(&corpus, name);
        let bytes = std::fs::read(corpus.join(name)).unwrap();
        let (mut json, data) = json(&bytes);
        // Every compressed view now starts one byte late: within the file, and no such stream.
        let draco: Vec<usize> = json["meshes"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|mesh| mesh["primitives"].as_array().unwrap())
            .filter_map(|primitive| primitive["extensions"]["KHR_draco_mesh_compression"]["bufferView"].as_u64())
            .map(|view| view as usize)
            .collect();
        for (index, view) in json["bufferViews"].as_array_mut().unwrap().iter_mut().enumerate() {
            let place = if draco.contains(&index) {
                &mut *view
            } else if view["extensions"][extension].is_object() {
                &mut view["extensions"][extension]
            } else {
                continue;
            };
            place["byteOffset"] = (place["byteOffset"].as_u64().unwrap_or(0) + 1).into();
            place["byteLength"] = (place["byteLength"].as_u64().unwrap() - 1).into();
        }
        let broken = if data == 0 { json.to_string().into_bytes() } else { glb(&json, &bytes[data..]) };
        let nothing_beside = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        let character = Character::from_bytes(name, &broken, &nothing_beside).unwrap_or_else(|error| panic!("{error}"));
        assert!(character.meshes.is_empty(), "{name}");
        assert_eq!(character.skeleton.len(), whole.skeleton.len(), "{name}");
        let told = character.warnings.iter().any(|warning| warning.contains(extension) && warning.contains("export"));
        assert!(told, "{name}: {:?}", character.warnings);
    }
}

fn glb(json: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((28 + text.len() as u32 + binary.len() as u32).to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend((binary.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

#[test]
fn e2_skins_of_hundreds_of_joints_open_whole() {
    let Some(corpus) = corpus() else { return };
    for (name, joints) in [("rigify_human_all_bones.glb", 706), ("vroid_meshopt_webp.glb", 244)] {
        let character = open(&corpus, name);
        assert!(character.skins.iter().all(|skin| skin.joints.len() == joints), "{name}");
        assert!(!character.skins.is_empty() && !character.meshes.is_empty(), "{name}");
        let highest = character.meshes.iter().filter_map(|mesh| match &mesh.binding {
            Binding::Skinned { influences, .. } => influences.iter().flat_map(|influence| influence.joints).max(),
            Binding::Rigid(_) => None,
        });
        let highest = usize::from(highest.max().unwrap());
        // More than a byte holds where there are so many.
        assert!(highest < joints && (joints < 257 || highest > 255), "{name}: {highest}");
        let bounds = character.bounds(character.skeleton.rest_globals());
        let height = bounds.size().y;
        let stated = truth(&corpus)[name]["height"].as_f64().unwrap() as f32;
        assert!((height - stated).abs() < 0.1 * stated, "{name}: {height} m, stated {stated} m");
    }
}

#[test]
fn e2_among_706_joints_those_that_deform_are_found() {
    let Some(corpus) = corpus() else { return };
    let character = open(&corpus, "rigify_human_all_bones.glb");
    let map = character.detect().map();
    let nodes = truth(&corpus)["rigify_human_all_bones.glb"]["nodes"].clone();
    for (role, _) in nodes.as_object().unwrap() {
        let joint = map.get(Role::from_name(role).unwrap()).unwrap_or_else(|| panic!("{role} was not found"));
        let name = character.skeleton.name(joint);
        assert!(name.starts_with("DEF-"), "{role} is {name}");
    }
}

const POSED: [&str; 3] = ["quaternius_knight.glb", "quaternius_cyberpunk.glb", "robot_expressive.glb"];

#[test]
fn b6_limbs_are_as_long_in_the_rest_pose_as_in_the_files_own() {
    let Some(corpus) = corpus() else { return };
    let truth = truth(&corpus);
    for name in POSED {
        let character = open(&corpus, name);
        let findings = character.diagnose(&character.detect().map(), &Rig::default());
        let said = findings.iter().any(|finding| finding.message.contains("the bind pose is called rest"));
        assert!(said, "{name} does not say which pose is rest: {findings:?}");
        let nodes = Globals::of(&character.skeleton, character.node_rest.as_ref().unwrap());
        let rest = character.skeleton.rest_globals();
        let at = |role: &str| {
            let node = truth[name]["nodes"][role].as_u64().unwrap() as usize;
            character.joint_of_node(node).unwrap()
        };
        for side in ["left", "right"] {
            // Feet and hands that do not hang on their limbs are no measure of them.
            for (upper, lower) in [("UpperLeg", "LowerLeg"), ("UpperArm", "LowerArm"), ("LowerArm", "Hand")] {
                let [upper, lower] = [upper, lower].map(|part| at(&format!("{side}{part}")));
                let length = |pose: &Globals| pose.position(upper).distance(pose.position(lower));
                let (bound, animated) = (length(rest), length(&nodes));
                assert!((bound - animated).abs() < 0.05 * bound, "{name}: {side} {bound} m or {animated} m");
            }
        }
    }
}

#[test]
fn b6_left_and_right_are_found_in_either_pose() {
    let Some(corpus) = corpus() else { return };
    let truth = truth(&corpus);
    for name in POSED {
        let bound = open(&corpus, name);
        let pose = bound.node_rest.clone().unwrap();
        let joints = Vec::<Joint>::from(bound.skeleton.clone());
        let joints = joints.into_iter().zip(pose.local()).map(|(joint, &rest)| Joint { rest, ..joint }).collect();
        let animated = Character { skeleton: Skeleton::new(joints).unwrap(), ..bound.clone() };
        for character in [&bound, &animated] {
            let map = character.detect().map();
            for role in ["leftUpperLeg", "rightUpperLeg", "leftFoot", "rightFoot", "leftUpperArm", "rightUpperArm"] {
                let found = map.get(Role::from_name(role).unwrap()).map(|joint| character.node_of(joint) as u64);
                assert_eq!(found, truth[name]["nodes"][role].as_u64(), "{name}: {role}");
            }
        }
    }
}

#[test]
fn b6_nodes_with_a_matrix_stand_where_it_says() {
    let Some(corpus) = corpus() else { return };
    for (name, count) in [("bitmoji_sparse_morphs.glb", 62), ("cesium_man_unnamed_embedded.gltf", 1)] {
        let character = open(&corpus, name);
        let (json, _) = json(&std::fs::read(corpus.join(name)).unwrap());
        let mut met = 0;
        for (node, source) in json["nodes"].as_array().unwrap().iter().enumerate() {
            let Some(matrix) = source["matrix"].as_array() else { continue };
            let Some(joint) = character.joint_of_node(node) else { continue };
            let matrix: Vec<f32> = matrix.iter().map(|part| part.as_f64().unwrap() as f32).collect();
            let stated = Affine3A::from_mat4(Mat4::from_cols_slice(&matrix));
            let local = character.pose_under_clips().get(joint);
            let ours = Affine3A::from_scale_rotation_translation(local.scale, local.rotation, local.translation);
            assert!(ours.abs_diff_eq(stated, 1e-4), "{name}: node {node} is {ours:?}, not {stated:?}");
            met += 1;
        }
        assert!(met >= count, "{name}: {met} matrices");
    }
}
