//! What the editor and the command line show is what a game gets: the example's joints and those of `solve`, to the bit.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[path = "../examples/minimal_game.rs"]
#[allow(dead_code, reason = "its main is the example's")]
mod minimal_game;

fn surefoot(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn a_game_gets_the_pose_of_the_command_line_to_the_bit() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb");
    let folder = tempfile::tempdir().unwrap();
    let rig = folder.path().join("hero.rig.ron");
    let (model_text, rig_text) = (model.to_str().unwrap(), rig.to_str().unwrap());
    surefoot(&["new", model_text, "-o", rig_text]);

    let played = minimal_game::play(&rig, &model).unwrap();
    let [x, y, z] = played.goal.unwrap().to_array();
    let goal = format!("leftHand={x:?},{y:?},{z:?}");
    let solved =
        surefoot(&["solve", rig_text, "--model", model_text, "--ground", "slope:20", "--goal", &goal, "--json"]);
    let solved: Value = serde_json::from_slice(&solved).unwrap();
    let joints = solved["joints"].as_array().unwrap();

    assert_eq!(joints.len(), played.joints.len());
    for (joint, (name, position)) in joints.iter().zip(&played.joints) {
        assert_eq!(joint["node"].as_str().unwrap_or_default(), name);
        let shown: Vec<u32> = joint["position"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| (part.as_f64().unwrap() as f32).to_bits())
            .collect();
        assert_eq!(shown, position.to_array().map(f32::to_bits), "{name} at {position}");
    }
}
