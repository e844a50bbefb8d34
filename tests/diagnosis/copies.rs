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
