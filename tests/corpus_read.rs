//! Reads every file of the corpus, whole and broken, and holds it against what others measured.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::path::Path;

use glam::Vec3;
use serde_json::Value;
use surefoot::character::{Character, ReadError, ReadFault};
use surefoot::clip::Playback;
use surefoot::glam;
use surefoot::humanoid::Role;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::Rig;
use surefoot::skin::{Binding, Bounds, Palette};

use common::corpus;

/// Every file that the truth speaks of, with what it says.
fn files(corpus: &Path) -> Vec<(String, Value, Character)> {
    let truth = std::fs::read_to_string(corpus.join("humanoid_truth_detail.json")).unwrap();
    let truth: serde_json::Map<String, Value> = serde_json::from_str(&truth).unwrap();
    assert_eq!(truth.len(), 46);
    let read = |(name, truth): (String, Value)| {
        let character = Character::read(corpus.join(&name)).unwrap_or_else(|error| panic!("{error}"));
        (name, truth, character)
    };
    truth.into_iter().map(read).collect()
}

fn open(corpus: &Path, name: &str) -> Character {
    Character::read(corpus.join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn under_clips(character: &Character) -> Globals {
    Globals::of(&character.skeleton, character.pose_under_clips())
}

fn joints_box(character: &Character, pose: &Globals) -> Bounds {
    Bounds::around(character.skeleton.ids().map(|joint| pose.position(joint)))
}

#[test]
fn counts_names_and_heights_are_those_of_the_files() {
    let Some(corpus) = corpus() else { return };
    let names: Value =
        serde_json::from_str(&std::fs::read_to_string(corpus.join("humanoid_truth.json")).unwrap()).unwrap();
    for (name, truth, character) in files(&corpus) {
        let count = |key: &str| truth[key].as_u64().unwrap() as usize;
        assert_eq!(character.skins.len(), count("skins"), "{name}");
        assert_eq!(character.traits.iter().filter(|traits| traits.in_skin).count(), count("joints"), "{name}");
        let clips: Vec<&str> = character.clips.iter().map(|clip| clip.name.as_str()).collect();
        let stated: Vec<&str> =
            truth["clips"].as_array().unwrap().iter().map(|clip| clip.as_str().unwrap_or_default()).collect();
        assert_eq!(clips, stated, "{name}");

        for (role, node) in truth["nodes"].as_object().unwrap() {
            let node = node.as_u64().unwrap() as usize;
            let joint = character.joint_of_node(node).unwrap_or_else(|| panic!("{name}: {role}"));
            assert_eq!(character.node_of(joint), node);
            let stated = names[&name][role].as_str().unwrap();
            let ours = character.skeleton.name(joint);
            assert!(ours == stated || (ours.is_empty() && stated == format!("#{node}")), "{name}: {role} is {ours:?}");
        }
        // The stated height is of the file's own pose.
        if truth["height_from"] == "mesh" {
            let height = truth["height"].as_f64().unwrap();
            let ours = f64::from(character.bounds(&under_clips(&character)).size().y);
            assert!((ours - height).abs() <= 0.02 * height, "{name}: {ours} m, stated {height} m");
        }
    }
}

#[test]
fn meshes_are_whole_and_lie_about_their_bones() {
    let Some(corpus) = corpus() else { return };
    for (name, _, character) in files(&corpus) {
        let rest = character.skeleton.rest_globals();
        let palette = Palette::new(&character.skins, rest);
        let size = joints_box(&character, rest).union(character.bounds(rest)).size().max_element();
        for mesh in &character.meshes {
            let count = mesh.positions.len();
            assert_eq!(mesh.normals.len(), count, "{name}");
            assert!(mesh.normals.iter().all(|normal| normal.is_normalized()), "{name}");
            assert!(mesh.uvs.is_empty() || mesh.uvs.len() == count, "{name}");
            assert!(mesh.indices.len().is_multiple_of(3), "{name}");
            assert!(mesh.indices.iter().all(|&index| (index as usize) < count), "{name}");
            let image = character.materials[mesh.material].base_color_image;
            assert!(image.is_none_or(|image| image < character.images.len()), "{name}");

            let Binding::Skinned { skin, influences } = &mesh.binding else { continue };
            assert_eq!(influences.len(), count, "{name}");
            let mut posed = Vec::new();
            mesh.binding.posed_positions(&mesh.positions, rest, &palette, &mut posed);
            for (position, influence) in posed.iter().zip(influences) {
                assert!((influence.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{name}");
                let strongest = character.skins[*skin].joints[usize::from(influence.joints[0])];
                let away = rest.position(strongest).distance(*position);
                assert!(away < 0.8 * size, "{name}: a vertex of {:?} is {away} m from its joint", mesh.name);
            }
        }
        for image in &character.images {
            assert_eq!(image.rgba.len(), image.width as usize * image.height as usize * 4, "{name}");
        }
    }
}

#[test]
fn rest_is_the_bind_pose_where_nodes_stand_otherwise() {
    let Some(corpus) = corpus() else { return };
    for (name, truth, character) in files(&corpus) {
        let Some(apart) = truth["rest_vs_bind_offset"].as_f64() else { continue };
        let findings = character.diagnose(&character.detect().map(), &Rig::default());
        let told = findings.iter().any(|finding| finding.code == "rest-not-bind");
        assert_eq!(character.node_rest.is_some(), apart > 0.01, "{name}: {apart}");
        assert_eq!(told, apart > 0.01, "{name}");
    }
    // In the bind pose a body is upright and its sides are mirror images; in these files' nodes they are not.
    for (name, height) in [
        ("quaternius_knight.glb", 5.6),
        ("robot_expressive.glb", 4.5),
        ("quaternius_cyberpunk.glb", 1.4),
        ("sketchfab_lumberjack.glb", 1.7),
    ] {
        let character = open(&corpus, name);
        let truth: Value =
            serde_json::from_str(&std::fs::read_to_string(corpus.join("humanoid_truth_detail.json")).unwrap()).unwrap();
        let rest = character.skeleton.rest_globals();
        let at = |role: &str| {
            let node = truth[name]["nodes"][role].as_u64().unwrap() as usize;
            character.joint_of_node(node).unwrap()
        };
        let size = character.bounds(rest).size().y;
        assert!((size - height).abs() < 0.1 * height, "{name}: {size}");
        assert!(character.bounds(rest).min.y.abs() < 0.05 * size, "{name}");
        for part in ["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"] {
            let [left, right] = ["left", "right"].map(|side| at(&format!("{side}{part}")));
            let mirrored = rest.position(right) * Vec3::new(-1.0, 1.0, 1.0);
            let apart = rest.position(left).distance(mirrored);
            assert!(apart < 0.03 * size, "{name}: {part} is {apart} m from its mirror image");
        }
        // At the bind pose every joint of a skin moves its vertices alike.
        let palette = Palette::new(&character.skins, rest);
        for mesh in &character.meshes {
            let Binding::Skinned { skin, influences } = &mesh.binding else { continue };
            let matrices = palette.of_skin(*skin);
            let first = matrices[usize::from(influences[0].joints[0])];
            for (position, influence) in mesh.positions.iter().zip(influences) {
                let moved = matrices[usize::from(influence.joints[0])].transform_point3(*position);
                let apart = moved.distance(first.transform_point3(*position));
                assert!(apart < 0.002 * size, "{name}: a vertex of {:?} lies {apart} m from its bind pose", mesh.name);
            }
        }
        let clips = under_clips(&character);
        for (upper, lower) in [("leftUpperLeg", "leftLowerLeg"), ("rightUpperArm", "rightLowerArm")] {
            let length = |pose: &Globals| pose.position(at(upper)).distance(pose.position(at(lower)));
            let (bound, animated) = (length(rest), length(&clips));
            assert!((bound - animated).abs() < 0.05 * bound, "{name}: {upper} is {bound} or {animated} m long");
        }
    }
}

#[test]
fn clips_give_finite_poses_with_unit_rotations() {
    let Some(corpus) = corpus() else { return };
    for (name, _, character) in files(&corpus) {
        let mut pose: Pose = character.pose_under_clips().clone();
        for clip in &character.clips {
            pose.copy_from(character.pose_under_clips());
            assert!(
                clip.channels.iter().all(|channel| channel.times.last().is_some_and(|&last| last <= clip.duration))
            );
            for part in [0.0, 0.31, 0.77, 1.0, 1.4] {
                clip.sample(clip.duration * part, Playback::Loop, &mut pose);
                assert!(pose.local().iter().all(|local| local.is_finite() && local.rotation.is_normalized()), "{name}");
                let globals = Globals::of(&character.skeleton, &pose);
                assert!(globals.matrices().all(|matrix| matrix.is_finite()), "{name}: {:?}", clip.name);
            }
        }
    }
}

#[test]
fn the_walk_with_root_motion_goes_forward() {
    let Some(corpus) = corpus() else { return };
    let character = open(&corpus, "mpfb_game_engine_walk_rootmotion.glb");
    let pelvis = character.skeleton.find("pelvis").unwrap();
    let clip = &character.clips[0];
    let at = |time_s| {
        let mut pose = character.pose_under_clips().clone();
        clip.sample(time_s, Playback::Once, &mut pose);
        Globals::of(&character.skeleton, &pose).position(pelvis)
    };
    let speed = (at(clip.duration).z - at(0.0).z) / clip.duration;
    assert!((speed - 1.3).abs() < 0.05, "{speed} m/s");
}

#[test]
fn vrm_declares_its_bones() {
    let Some(corpus) = corpus() else { return };
    for (name, truth, character) in files(&corpus) {
        assert_eq!(character.vrm.is_some(), name.ends_with(".vrm"), "{name}");
        let Some(vrm) = &character.vrm else { continue };
        for &(role, joint) in &vrm.bones {
            if let Some(node) = truth["nodes"][role.name()].as_u64() {
                assert_eq!(character.node_of(joint), node as usize, "{name}: {role}");
            }
        }
        let thumb: Vec<Role> =
            vrm.bones.iter().map(|&(role, _)| role).filter(|role| role.name().contains("leftThumb")).collect();
        let whole = [Role::LeftThumbMetacarpal, Role::LeftThumbProximal, Role::LeftThumbDistal];
        assert!(thumb.is_empty() || whole.starts_with(&thumb), "{name}: {thumb:?}");
    }
    let character = open(&corpus, "vrm0_bare_armature.vrm");
    let bones = &character.vrm.as_ref().unwrap().bones;
    let name_of =
        |wanted| bones.iter().find(|&&(role, _)| role == wanted).map(|&(_, joint)| character.skeleton.name(joint));
    // VRM 0 calls this bone the thumb's proximal one.
    assert_eq!(name_of(Role::LeftThumbMetacarpal), Some("thumb_proximal.L"));
}

#[test]
fn broken_files_open_mended_or_say_what_is_wrong() {
    let Some(corpus) = corpus() else { return };
    let broken = corpus.join("broken");
    let whole = open(&corpus, "quaternius_humanoid_rig.glb");
    let names = |character: &Character| -> Vec<String> {
        character.skeleton.ids().map(|joint| character.skeleton.path(joint)).collect()
    };
    for (name, warning) in [
        ("header_length_wrong.glb", Some("header")),
        ("nan_inverse_bind.glb", Some("\"Belly\"")),
        ("zero_scale_joint.glb", None),
        ("bom_and_escaped_uri.gltf", None),
        ("no_default_scene.glb", None),
    ] {
        let character = open(&broken, name);
        assert_eq!(names(&character), names(&whole), "{name}");
        assert!(
            warning.is_none_or(|part| character.warnings.iter().any(|warning| warning.contains(part))),
            "{name}: {:?}",
            character.warnings
        );
        let matrices = character.skins.iter().flat_map(|skin| &skin.joint_from_mesh);
        assert!(
            matrices.clone().count() > 0 && matrices.into_iter().all(surefoot::glam::Affine3A::is_finite),
            "{name}"
        );
        let height = character.bounds(character.skeleton.rest_globals()).size().y;
        assert!((height - 3.75).abs() < 0.05, "{name}: {height}");
    }
    let infinite = open(&broken, "box_with_infinites.glb");
    assert!(infinite.bounds(infinite.skeleton.rest_globals()).size().is_finite());
    assert!(infinite.warnings.iter().any(|warning| warning.contains("not finite")), "{:?}", infinite.warnings);

    let fault = |name: &str| -> ReadError {
        let error = Character::read(broken.join(name)).expect_err(name);
        assert!(error.to_string().contains(name), "{error}");
        error
    };
    let says = |name: &str, part: &str| assert!(fault(name).to_string().contains(part), "{}", fault(name));
    assert!(matches!(fault("truncated.glb").fault, ReadFault::Truncated { .. }));
    says("truncated.glb", "cut short");
    assert!(matches!(fault("joint_out_of_range.glb").fault, ReadFault::IndexOutOfRange { what: "node", .. }));
    says("required_unknown_extension.glb", "EXT_made_up_geometry");
    assert!(matches!(fault("lfs_pointer.glb").fault, ReadFault::LfsPointer));
    says("missing_bin.gltf", "BoxTextured0.bin");
    assert!(matches!(fault("node_cycle.gltf").fault, ReadFault::NodeCycle(_)));
    says("gltf_version_1.gltf", "version 1.0");
}

/// The manifest has Ada at x -0.6 and Bob at x +0.6; both are as tall and as wide as the other.
#[test]
fn each_of_two_characters_has_bounds_of_its_own() {
    let Some(corpus) = corpus() else { return };
    let character = open(&corpus, "two_characters_mixamo_and_ue.glb");
    let rest = character.skeleton.rest_globals();
    let whole = character.bounds(rest);
    for (root, x) in [("Ada", -0.6), ("Bob", 0.6)] {
        let root = character.skeleton.find(root).unwrap();
        let own = character.bounds_within(rest, root);
        assert!((own.center().x - x).abs() < 0.05, "{own:?}");
        assert!((own.size().x - (whole.size().x - 1.2)).abs() < 0.05, "{own:?} of {whole:?}");
        assert!((own.size().y - 1.665).abs() < 0.05, "{own:?}");
    }
}
