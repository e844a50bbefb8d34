//! The same through the program: `new` writes what is certain, `check --fix` what is asked for, `solve` prints metres.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use surefoot::glam::{Quat, Vec3};
use surefoot::rig::{Axis, Rig};

use super::copies::{Glb, mannequin};

#[track_caller]
fn surefoot(arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    (String::from_utf8(output.stdout).unwrap(), stderr)
}

fn on_its_back_in_centimetres() -> Glb {
    let turn = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    Glb::read(&mannequin())
        .under(json!({ "name": "World", "scale": [100.0, 100.0, 100.0], "rotation": turn.to_array() }))
}

fn solve(rig: &Path, model: &Path, more: &[&str]) -> Value {
    let mut arguments = vec!["solve", rig.to_str().unwrap(), "--model", model.to_str().unwrap(), "--json"];
    arguments.extend(more);
    serde_json::from_str(&surefoot(&arguments).0).unwrap()
}

fn point(value: &Value) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|index| value[index].as_f64().unwrap() as f32))
}

fn joint(frame: &Value, role: &str) -> Vec3 {
    let joints = frame["joints"].as_array().unwrap();
    point(&joints.iter().find(|joint| joint["role"] == role).unwrap()["position"])
}

#[test]
fn new_keeps_what_is_certain_and_says_so() {
    let (folder, model) = on_its_back_in_centimetres().written();
    let before = std::fs::read(&model).unwrap();
    let rig = folder.path().join("rig.ron");
    let (_, told) = surefoot(&["new", model.to_str().unwrap(), "-o", rig.to_str().unwrap()]);
    assert!(told.contains("centimetres") && told.contains("+Z"), "{told}");
    let kept = Rig::from_ron(&std::fs::read_to_string(&rig).unwrap()).unwrap().rig.character;
    assert_eq!((kept.metres_per_unit, kept.up, kept.forward), (0.01, Axis::Z, None));
    let (checked, _) = surefoot(&["check", rig.to_str().unwrap(), "--model", model.to_str().unwrap(), "--json"]);
    let checked: Value = serde_json::from_str(&checked).unwrap();
    assert_eq!(checked["diagnostics"], json!([]));
    for row in checked["character"].as_array().unwrap() {
        assert_eq!((&row["severity"], &row["repair"]), (&json!("note"), &Value::Null), "{row}");
        assert!(row["message"].as_str().unwrap().contains("kept in the rig"), "{row}");
    }
    assert_eq!(std::fs::read(&model).unwrap(), before, "the model is left alone");
}

#[test]
fn solve_prints_the_files_axes_in_metres() {
    let plain_folder = tempfile::tempdir().unwrap();
    let plain_rig = plain_folder.path().join("rig.ron");
    surefoot(&["new", mannequin().to_str().unwrap(), "-o", plain_rig.to_str().unwrap()]);
    let (folder, model) = on_its_back_in_centimetres().written();
    let rig = folder.path().join("rig.ron");
    surefoot(&["new", model.to_str().unwrap(), "-o", rig.to_str().unwrap()]);

    let turn = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let ground = ["--ground", "stairs:0.17x0.28"];
    let goal = Vec3::new(0.25, 1.3, 0.4);
    let there = turn * goal;
    let plain = solve(&plain_rig, &mannequin(), &[&ground[..], &["--goal", "leftHand=0.25,1.3,0.4"]].concat());
    let spelt = format!("leftHand={},{},{}", there.x, there.y, there.z);
    let other = solve(&rig, &model, &[&ground[..], &["--goal", &spelt]].concat());
    for role in ["hips", "leftFoot", "rightFoot", "leftLowerLeg", "leftHand", "head"] {
        let (ours, theirs) = (turn * joint(&plain, role), joint(&other, role));
        assert!(ours.distance(theirs) < 1e-4, "{role}: {ours} and {theirs}");
    }
    assert_eq!(other["goals"][0]["reached"], true);
    let contact = |frame: &Value| frame["feet"][0]["contacts"][1].clone();
    let (ours, theirs) = (contact(&plain), contact(&other));
    assert!((turn * point(&ours["ground"])).distance(point(&theirs["ground"])) < 1e-4, "{ours} and {theirs}");
    assert!((turn * point(&ours["normal"])).distance(point(&theirs["normal"])) < 1e-4);
    let (checked, _) = surefoot(&["check", rig.to_str().unwrap(), "--model", model.to_str().unwrap(), "--json"]);
    let standing = serde_json::from_str::<Value>(&checked).unwrap()["standing"].clone();
    assert_eq!(standing["metres_per_unit"].as_f64().map(|metres| metres as f32), Some(0.01));
    let [x, y, z, w] = [0, 1, 2, 3].map(|index| standing["rotation"][index].as_f64().unwrap() as f32);
    let head = Quat::from_xyzw(x, y, z, w) * joint(&other, "head") + point(&standing["translation"]);
    assert!(head.distance(joint(&plain, "head")) < 1e-4, "{head}");
}

#[test]
fn fixes_are_printed_for_scripts_and_written_when_asked_for() {
    let (folder, model) = on_its_back_in_centimetres().written();
    let (info, _) = surefoot(&["info", model.to_str().unwrap(), "--json"]);
    let info: Value = serde_json::from_str(&info).unwrap();
    let repair = |code: &str| {
        let findings = info["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["code"] == code).unwrap()["repair"].clone()
    };
    assert_eq!(repair("up-axis"), json!({ "path": "character.up", "kind": "up", "axis": "Z", "certain": true }));
    let hips = info["skeleton"]["nodes"].as_array().unwrap().iter().find(|node| node["node"] == "hips").unwrap();
    for finding in info["findings"].as_array().unwrap() {
        assert!(["note", "warning", "error"].contains(&finding["severity"].as_str().unwrap()), "{finding}");
        assert!(finding["message"].is_string() && finding["fix"].is_string(), "{finding}");
        assert_eq!(finding["place"], json!({ "node": "hips", "index": hips["index"] }), "{finding}");
    }
    assert_eq!((&hips["in_skin"], hips["parent"].is_u64()), (&json!(true), true));
    assert_eq!(repair("unit-scale")["path"], "character.metres_per_unit");
    assert_eq!(repair("unit-scale")["kind"], "metres-per-unit");
    assert_eq!((&info["body"]["up"], &info["body"]["facing"]), (&json!("+Z"), &json!("-Y")));
    assert!((info["height"].as_f64().unwrap() - 175.0).abs() < 1.0, "{}", info["height"]);

    // A rig without them, as one made for another export of the character.
    let rig = folder.path().join("rig.ron");
    surefoot(&["new", mannequin().to_str().unwrap(), "-o", rig.to_str().unwrap()]);
    let check = ["check", rig.to_str().unwrap(), "--model", model.to_str().unwrap()];
    let (told, _) = surefoot(&check);
    assert!(told.contains("warning[unit-scale]") && told.contains("warning[up-axis]"), "{told}");
    let before = std::fs::read(&model).unwrap();
    surefoot(&[&check[..], &["--fix"]].concat());
    let (told, _) = surefoot(&check);
    assert!(!told.contains("warning[") && told.contains("kept in the rig"), "{told}");
    let text = std::fs::read_to_string(&rig).unwrap();
    assert!(text.contains("character: (metres_per_unit: 0.01, up: Z)"), "{text}");
    assert_eq!(std::fs::read(&model).unwrap(), before, "the model is left alone");
}
