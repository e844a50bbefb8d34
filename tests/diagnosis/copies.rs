//! Copies of a GLB file whose nodes are changed.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use surefoot::character::Character;
use surefoot::humanoid::HumanoidMap;
use surefoot::rig::{Rig, preset};

/// A GLB taken apart.
pub struct Glb {
    pub json: Value,
    binary: Vec<u8>,
}

impl Glb {
    pub fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let json_length = word(12);
        let json = serde_json::from_slice(&bytes[20..20 + json_length]).unwrap();
        let binary_at = 20 + json_length;
        let binary = bytes[binary_at + 8..binary_at + 8 + word(binary_at)].to_vec();
        Self { json, binary }
    }

    /// Puts a node with these properties above everything in the scene.
    pub fn under(mut self, mut node: Value) -> Self {
        let scene = self.json["scene"].as_u64().unwrap_or(0) as usize;
        node["children"] = self.json["scenes"][scene]["nodes"].take();
        let nodes = self.json["nodes"].as_array_mut().unwrap();
        nodes.push(node);
        let root = nodes.len() - 1;
        self.json["scenes"][scene]["nodes"] = json!([root]);
        self
    }

    /// Lists the nodes in another order: place `n` gets the one that was at `order[n]`.
    pub fn reordered(mut self, order: &[usize]) -> Self {
        let mut place = vec![0; order.len()];
        for (now, &before) in order.iter().enumerate() {
            place[before] = now;
        }
        let moved = |index: &mut Value| {
            if let Some(before) = index.as_u64() {
                *index = json!(place[before as usize]);
            }
        };
        fn each(list: &mut Value) -> impl Iterator<Item = &mut Value> {
            list.as_array_mut().into_iter().flatten()
        }
        let nodes = self.json["nodes"].as_array().unwrap();
        self.json["nodes"] = order.iter().map(|&before| nodes[before].clone()).collect();
        each(&mut self.json["nodes"]).filter_map(|node| node.get_mut("children")).flat_map(each).for_each(moved);
        each(&mut self.json["scenes"]).filter_map(|scene| scene.get_mut("nodes")).flat_map(each).for_each(moved);
        for skin in self.json.get_mut("skins").into_iter().flat_map(each) {
            skin.get_mut("joints").into_iter().flat_map(each).for_each(moved);
            skin.get_mut("skeleton").into_iter().for_each(moved);
        }
        let animations = self.json.get_mut("animations").into_iter().flat_map(each);
        let channels = animations.filter_map(|animation| animation.get_mut("channels")).flat_map(each);
        channels.filter_map(|channel| channel.pointer_mut("/target/node")).for_each(moved);
        for bones in ["/extensions/VRM/humanoid/humanBones", "/extensions/VRMC_vrm/humanoid/humanBones"] {
            match self.json.pointer_mut(bones) {
                Some(Value::Array(bones)) => bones.iter_mut().filter_map(|bone| bone.get_mut("node")).for_each(moved),
                Some(Value::Object(bones)) => {
                    bones.values_mut().filter_map(|bone| bone.get_mut("node")).for_each(moved);
                }
                _ => {}
            }
        }
        self
    }

    /// Writes it into a folder that goes away with the result.
    pub fn written(&self) -> (tempfile::TempDir, PathBuf) {
        let mut text = serde_json::to_vec(&self.json).unwrap();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut bytes = b"glTF".to_vec();
        let whole = 12 + 8 + text.len() + 8 + self.binary.len();
        for number in [2, whole as u32, text.len() as u32, u32::from_le_bytes(*b"JSON")] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(text);
        for number in [self.binary.len() as u32, u32::from_le_bytes(*b"BIN\0")] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(&self.binary);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.glb");
        std::fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    pub fn character(&self) -> Character {
        let (_folder, path) = self.written();
        Character::read(&path).unwrap_or_else(|error| panic!("{error}"))
    }
}

pub fn mannequin() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb")
}

/// The rig that a character gets without being asked, with the roles that are found.
pub fn rig_for(character: &Character) -> (Rig, HumanoidMap) {
    let map = character.detect().map();
    let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
    character.settle(&map, &mut rig);
    character.fit_soles(&mut rig, &map);
    (rig, map)
}
