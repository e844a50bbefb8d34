//! Bones that lie apart from the mesh that they move.

use surefoot::character::Character;
use surefoot::humanoid::{Finding, HumanoidMap};
use surefoot::rig::Rig;

use super::common::corpus;

/// What the character with these roles is told of its bones and its mesh.
fn told(character: &Character, map: &HumanoidMap) -> Vec<Finding> {
    let findings = character.diagnose(map, &Rig::default());
    findings.into_iter().filter(|finding| finding.code == "bones-off-mesh").collect()
}

/// One file of the corpus has them: its first person's joints lie 0.87 m above the skin, and its second person's in it.
#[test]
fn of_all_characters_the_one_apart_from_its_mesh_is_told() {
    let Some(corpus) = corpus() else { return };
    let mut seen = 0;
    let mut files: Vec<_> = std::fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let Ok(character) = Character::read(&path) else { continue };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let detection = character.detect();
        let all = std::iter::once(&detection).chain(&detection.others);
        for (at, one) in all.enumerate() {
            seen += 1;
            let told = told(&character, &one.map());
            if name == "two_characters_mixamo_and_ue.glb" && at == 0 {
                assert!(told[0].message.contains("lie 0.8") && told[0].message.contains(" m above "), "{told:?}");
            } else {
                assert_eq!(told, [], "{name}, character {at}");
            }
        }
    }
    assert!(seen > 35, "{seen}");
}
