//! Clips that are kept as they were solved: what is written opens elsewhere, is the same character, and stands on its ground.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use surefoot::character::Character;
use surefoot::clip::{Channel, ChannelValues, Clip, Interpolation, Playback};
use surefoot::glam::{Quat, Vec3};
use surefoot::pose::Globals;
use surefoot::rig::Rig;
use surefoot::stance::Motion;

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");

fn no_files(_: &str) -> std::io::Result<Vec<u8>> {
    Err(std::io::ErrorKind::NotFound.into())
}

fn reopened(glb: &[u8]) -> Character {
    Character::from_bytes("baked.glb", glb, &no_files).unwrap()
}

/// A folder with a rig for the bundled character.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        assert_eq!(place.run(&["new", MODEL, "-o", "rig.ron"]).0, Some(0));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Exit code and what was said.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_surefoot"));
        let output = command.args(arguments).current_dir(self.0.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    fn bake(&self, clip: &str, ground: &str) -> Vec<u8> {
        let out = ["--ground", ground, "-o", "out.glb"];
        let (code, said) = self.run(&[&["bake", "rig.ron", "--model", MODEL, "--clip", clip], &out[..]].concat());
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("wrote out.glb") && said.contains(&format!("{clip} on {ground}")), "{said}");
        std::fs::read(self.path("out.glb")).unwrap()
    }
}

#[test]
fn a_walk_that_was_baked_on_a_slope_walks_up_it_with_its_soles_on_the_ground() {
    let place = Place::new();
    let glb = place.bake("walk", "slope:20");
    let (source, baked) = (Character::read(MODEL).unwrap(), reopened(&glb));
    assert_eq!(baked.clips[..source.clips.len()], source.clips, "the model's own clips stay");
    assert_eq!((&baked.skeleton, &baked.meshes, &baked.skins), (&source.skeleton, &source.meshes, &source.skins));
    assert!(baked.images == source.images && baked.materials == source.materials);
    let clip = baked.clips.last().unwrap();
    assert_eq!((clip.name.as_str(), baked.clips.len()), ("walk on slope:20", source.clips.len() + 1));
    // As its generator made the walk: 1 s at 1.4 m/s.
    assert!((clip.duration - 1.0).abs() < 1e-5);
    let rig = Rig::from_ron(&std::fs::read_to_string(place.path("rig.ron")).unwrap()).unwrap().rig;
    let bound = rig.bind(&source.skeleton).unwrap();
    let globals = |time_s: f32| {
        let mut pose = baked.pose_under_clips().clone();
        clip.sample(time_s, Playback::Once, &mut pose);
        Globals::of(&baked.skeleton, &pose)
    };
    let hips = source.skeleton.find("hips").unwrap();
    let (first, last) = (globals(0.0).position(hips), globals(1.0).position(hips));
    let rise = 1.4 * 20_f32.to_radians().tan();
    assert!(last.distance(first + Vec3::new(0.0, rise, 1.4)) < 0.01, "from {first} to {last}");
    assert!(Vec3::new(first.x, 0.0, first.z).length() < 0.1, "it begins over the origin: {first}");
    // The ground rises by the way ahead: y = z tan 20°, seen along its normal.
    let walk = source.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let motion = Motion::of(&bound, walk, source.pose_under_clips());
    let normal = Quat::from_rotation_x(-20_f32.to_radians()) * Vec3::Y;
    let mut stood = 0;
    for frame in 0..=60 {
        let time_s = frame as f32 / 60.0;
        let globals = globals(time_s);
        for (index, foot) in bound.feet().enumerate() {
            if motion.stances.stance_at(index, time_s).is_some() {
                let heights = foot.sole(&globals, normal).contacts().map(|point| point.dot(normal));
                let lowest = heights.into_iter().fold(f32::INFINITY, f32::min);
                assert!(lowest.abs() < 0.005, "{lowest} m over the slope at {time_s}");
                stood += 1;
            }
        }
    }
    assert!(stood > 60);
}

#[test]
fn another_reader_takes_it_whole() {
    let glb = Place::new().bake("walk", "stairs:0.15x0.3");
    let (document, buffers, images) = gltf::import_slice(&glb).unwrap();
    let source = gltf::import(MODEL).unwrap().0;
    assert_eq!(document.animations().len(), source.animations().len() + 1);
    assert_eq!((document.meshes().len(), document.skins().len()), (source.meshes().len(), source.skins().len()));
    assert_eq!(images.len(), source.images().len());
    let animation = document.animations().last().unwrap();
    for channel in animation.channels() {
        let reader = channel.reader(|buffer| Some(&buffers[buffer.index()]));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert!(times.len() == 61 && times.is_sorted());
        let input = channel.sampler().input();
        let bounds = [input.min().unwrap(), input.max().unwrap()].map(|bound| bound[0].as_f64().unwrap() as f32);
        assert_eq!(bounds, [times[0], times[60]]);
        let count = match reader.read_outputs().unwrap() {
            gltf::animation::util::ReadOutputs::Translations(values) => values.count(),
            gltf::animation::util::ReadOutputs::Scales(values) => values.count(),
            gltf::animation::util::ReadOutputs::Rotations(values) => values.into_f32().count(),
            gltf::animation::util::ReadOutputs::MorphTargetWeights(_) => 0,
        };
        assert_eq!(count, times.len());
    }
}

#[test]
fn what_lay_beside_the_file_is_in_it_and_nodes_with_matrices_can_be_moved() {
    let folder = tempfile::tempdir().unwrap();
    let floats = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    // One triangle beside the file, after three bytes that nobody names; its colours in a data URI.
    let mut beside = vec![7; 4];
    beside.extend(floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    std::fs::write(folder.path().join("part one.bin"), &beside).unwrap();
    let colors = floats(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let colors = base64::engine::general_purpose::STANDARD.encode(colors);
    let json = format!(
        r#"{{"asset": {{"version": "2.0"}}, "extras": {{"kept": [1, 2.5, "as it is"]}},
        "nodes": [{{"name": "a", "children": [1]}}, {{"name": "b", "mesh": 0, "matrix": [2,0,0,0, 0,2,0,0, 0,0,2,0, 1,2,3,1]}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0, "COLOR_0": 1}}}}]}}],
        "buffers": [{{"byteLength": 40, "uri": "part%20one.bin"}},
            {{"byteLength": 36, "uri": "data:application/octet-stream;base64,{colors}"}}],
        "bufferViews": [{{"buffer": 0, "byteOffset": 4, "byteLength": 36}}, {{"buffer": 1, "byteLength": 36}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}},
            {{"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"}}]}}"#
    );
    let path = folder.path().join("model.gltf");
    std::fs::write(&path, json).unwrap();
    let character = Character::read(&path).unwrap();
    let joint = character.skeleton.find("b").unwrap();
    let channel = Channel {
        joint,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 0.5],
        values: ChannelValues::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_y(1.0)]),
    };
    let clip = Clip { name: "turn".into(), duration: 0.5, channels: vec![channel] };
    let glb = character.glb_with_clip(&path, &clip).unwrap();
    let baked = reopened(&glb);
    assert_eq!((&baked.clips, &baked.meshes), (&vec![clip], &character.meshes));
    assert_eq!(baked.skeleton.rest().get(joint), character.skeleton.rest().get(joint));
    let (document, ..) = gltf::import_slice(&glb).unwrap();
    assert!(matches!(document.nodes().nth(1).unwrap().transform(), gltf::scene::Transform::Decomposed { .. }));
    assert!(String::from_utf8_lossy(&glb).contains(r#""kept":[1,2.5,"as it is"]"#));
}

#[test]
fn every_real_file_is_the_same_when_it_is_written_with_a_clip_more() {
    let Some(corpus) = common::corpus() else { return };
    let mut files = Vec::new();
    let mut folders = vec![corpus];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_model = path.extension().is_some_and(|kind| ["glb", "gltf", "vrm"].iter().any(|one| kind == *one));
            if path.is_dir() {
                folders.push(path);
            } else if is_model {
                files.push(path);
            }
        }
    }
    let mut written = 0;
    for path in files {
        // What is broken is another test's.
        let Ok(source) = Character::read(&path) else { continue };
        is_the_same(&path, source);
        written += 1;
    }
    assert!(written > 40);
}

fn is_the_same(path: &Path, source: Character) {
    let is_drawn = |joint: &surefoot::skeleton::JointId| source.traits[joint.index()].has_mesh;
    let Some(joint) = source.skeleton.ids().rev().find(|joint| !is_drawn(joint)) else { return };
    let channel = Channel {
        joint,
        interpolation: Interpolation::Step,
        times: vec![0.25, 1.0],
        values: ChannelValues::Translation(vec![Vec3::X, Vec3::new(0.1, -0.2, 1e-7)]),
    };
    let clip = Clip { name: "one more".into(), duration: 1.0, channels: vec![channel] };
    let glb = source.glb_with_clip(path, &clip).unwrap_or_else(|error| panic!("{error}"));
    let again = reopened(&glb);
    let mut clips = source.clips.clone();
    clips.push(clip);
    assert!(again.clips == clips, "{}: {:?}", path.display(), again.warnings);
    let (skeleton, rest) = (again.skeleton == source.skeleton, again.node_rest == source.node_rest);
    assert!(skeleton && rest, "{}", path.display());
    let meshes = again.meshes == source.meshes && again.skins == source.skins && again.vrm == source.vrm;
    assert!(meshes && again.materials == source.materials, "{}", path.display());
    assert!(again.images == source.images, "{}: {:?}", path.display(), again.warnings);
}

#[test]
fn what_cannot_be_baked_is_told_and_nothing_is_written() {
    let place = Place::new();
    let bake = ["bake", "rig.ron", "--model", MODEL];
    for (more, code, named) in [
        (["--clip", "walk", "--ground", "flat", "-o", "out.fbx"], 2, ".glb"),
        (["--clip", "stroll", "--ground", "flat", "-o", "out.glb"], 2, "walk"),
        (["--clip", "walk", "--ground", "hill", "-o", "out.glb"], 2, "hill"),
        (["--clip", "walk", "--ground", "flat", "-o", "no/such/out.glb"], 2, "out.glb"),
    ] {
        let (exit, said) = place.run(&[&bake[..], &more[..]].concat());
        assert_eq!(exit, Some(code), "{said}");
        assert!(said.contains(named) && said.contains("fix:"), "{said}");
    }
    assert_eq!(std::fs::read_dir(place.0.path()).unwrap().count(), 1);
}
