//! The order in which a file lists its nodes says nothing.

use surefoot::character::Character;
use surefoot::humanoid::Role;

use super::common::corpus;
use super::copies::{Glb, mannequin};

/// Every role of every character in the file with its node, as the nodes were numbered before `order`.
fn roles(character: &Character, order: &[usize]) -> Vec<Vec<(Role, usize)>> {
    let detection = character.detect();
    let node = |joint| order[character.node_of(joint)];
    std::iter::once(&detection)
        .chain(&detection.others)
        .map(|one| one.map().iter().map(|(role, joint)| (role, node(joint))).collect())
        .collect()
}

/// A row of numbers below `count`, each once, that looks random and is the same every time.
fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = 12_345_u64;
    for end in (1..count).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(end, (state >> 33) as usize % (end + 1));
    }
    order
}

#[test]
fn the_same_bones_are_found_however_a_file_lists_its_nodes() {
    let mut paths = vec![mannequin()];
    if let Some(corpus) = corpus() {
        let files = std::fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|end| end == "glb" || end == "vrm")));
        paths.sort();
    }
    let mut humanoids = 0;
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let count = Glb::read(path).json["nodes"].as_array().map_or(0, Vec::len);
        let plain: Vec<usize> = (0..count).collect();
        let before = roles(&Glb::read(path).character(), &plain);
        humanoids += usize::from(!before[0].is_empty());
        let leaves_first: Vec<usize> = plain.iter().rev().copied().collect();
        for (how, order) in [("leaves first", leaves_first), ("shuffled", shuffled(count))] {
            let after = roles(&Glb::read(path).reordered(&order).character(), &order);
            assert_eq!(after, before, "{name}, {how}");
        }
        let mut turned = Glb::read(path);
        turned.json["nodes"].as_array_mut().into_iter().flatten().for_each(|node| {
            if let Some(children) = node.get_mut("children").and_then(|children| children.as_array_mut()) {
                children.reverse();
            }
        });
        let after = roles(&turned.character(), &plain);
        assert_eq!(after, before, "{name}, siblings the other way round");
    }
    assert!(humanoids == 1 || humanoids > 30, "{humanoids} of {}", paths.len());
}
