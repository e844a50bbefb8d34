//! A first look into a model file, without reading it all.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use surefoot::ground::Scene;

/// The JSON of a larger file is not looked at.
const MOST_BYTES: u32 = 64 << 20;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Contents {
    meshes: Vec<IgnoredAny>,
    animations: Vec<IgnoredAny>,
}

/// Whether the file has animations and nothing to see. False for one that can't be read: whoever opens it says why.
pub fn holds_only_animations(path: &Path) -> bool {
    contents(path).is_some_and(|contents| contents.meshes.is_empty() && !contents.animations.is_empty())
}

/// Whether the file means to be a scene. False for one that can't be read: whoever opens it says why.
pub fn is_scene(path: &Path) -> bool {
    if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ron")) {
        return false;
    }
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(2 << 20).read_to_string(&mut text));
    read.is_ok() && Scene::is_meant_by(&text)
}

fn contents(path: &Path) -> Option<Contents> {
    let mut file = BufReader::new(File::open(path).ok()?);
    let mut head = [0_u8; 20];
    file.read_exact(&mut head).ok()?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if &head[..4] == b"glTF" {
        let length = word(12);
        let is_json = word(4) == 2 && &head[16..] == b"JSON";
        if !is_json || length > MOST_BYTES {
            return None;
        }
        return serde_json::from_reader(file.take(u64::from(length))).ok();
    }
    let text = (&head[..]).chain(file).take(u64::from(MOST_BYTES));
    serde_json::from_reader(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_animations_alone_is_told_from_a_character() {
        let folder = tempfile::tempdir().unwrap();
        let look = |json: &str| {
            let path = folder.path().join("file.gltf");
            std::fs::write(&path, json).unwrap();
            holds_only_animations(&path)
        };
        assert!(look(r#"{"asset": {"version": "2.0"}, "animations": [{"channels": []}]}"#));
        assert!(!look(r#"{"asset": {"version": "2.0"}, "animations": [{}], "meshes": [{}]}"#));
        assert!(!look(r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "x"}]}"#));
        assert!(!look("this is no glTF at all"));
        assert!(!holds_only_animations(&folder.path().join("missing.glb")));
        let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");
        assert!(!holds_only_animations(Path::new(mannequin)), "it has meshes too");
    }

    #[test]
    fn a_binary_file_is_looked_into_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("walk.glb");
        let json = br#"{"asset":{"version":"2.0"},"animations":[{}]}   "#;
        let mut bytes = b"glTF".to_vec();
        for word in [2, 20 + json.len() as u32, json.len() as u32] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(b"JSON");
        bytes.extend(json);
        std::fs::write(&path, &bytes).unwrap();
        assert!(holds_only_animations(&path));
        std::fs::write(&path, &bytes[..30]).unwrap();
        assert!(!holds_only_animations(&path));
    }
}
