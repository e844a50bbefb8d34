//! The program as a script sees it: exit codes, JSON alone on stdout, and messages that name the file and what to do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use surefoot::rig::preset;

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn surefoot(arguments: &[&str]) -> Ran {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

/// A folder that goes away, and the path of a file in it.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn rig_of_the_mannequin() -> (tempfile::TempDir, String) {
    let (folder, rig) = file("rig.ron", "");
    let ran = surefoot(&["new", MODEL, "-o", &rig]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    (folder, rig)
}

#[track_caller]
fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}:\n{}\n{}", ran.stdout, ran.stderr))
}

/// Fails with this code, says nothing on stdout, and names each of these on stderr.
#[track_caller]
fn fails(arguments: &[&str], code: i32, named: &[&str]) {
    let ran = surefoot(arguments);
    assert_eq!(ran.code, Some(code), "{arguments:?}: {}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "", "{arguments:?}");
    for name in named {
        assert!(ran.stderr.contains(name), "{arguments:?} does not name {name:?}:\n{}", ran.stderr);
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"], &["help", "new"]] {
        let ran = surefoot(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(!ran.stdout.is_empty());
    }
}

#[test]
fn wrong_arguments_exit_with_two() {
    fails(&["--wrong"], 2, &["--wrong"]);
    fails(&["a.glb", "b.ron", "c"], 2, &["'c'"]);
    fails(&["new", MODEL], 2, &["--output"]);
    fails(&["new", MODEL, "-o", "x.ron", "--preset", "tripod"], 2, &["tripod", "biped"]);
    fails(&["screenshot", "x.ron", "--model", MODEL, "-o", "x.png", "--size", "0x5"], 2, &["0x5", "1280x800"]);
    fails(&["solve", "x.ron", "--model", MODEL, "--goal", "leftHand=1,2"], 2, &["leftHand=1,2", "x,y,z"]);
    fails(&["solve", "x.ron", "--model", MODEL, "--look", "1,2,far"], 2, &["far"]);
    fails(&["solve", "x.ron", "--model", MODEL, "--time", "1"], 2, &["--clip"]);
    fails(&["solve", "x.ron", "--model", MODEL, "--ground", "hill:3"], 2, &["hill", "slope"]);
    fails(&["solve", "x.ron", "--model", MODEL, "--ground", "slope:95"], 2, &["95", "80"]);
}

#[test]
fn what_cannot_be_read_exits_with_two_and_is_named() {
    fails(&["check", "no/such.ron"], 2, &["no/such.ron", "fix:"]);
    fails(&["new", "no/such.glb", "-o", "x.ron"], 2, &["no/such.glb", "fix:"]);
    fails(&["info", "no/such.glb"], 2, &["no/such.glb"]);
    fails(&["map", "no/such.glb"], 2, &["no/such.glb"]);
    fails(&["check", MODEL], 2, &["mannequin.glb", "text"]);
    let (_folder, text) = file("model.glb", "not a model");
    fails(&["new", &text, "-o", "x.ron"], 2, &["model.glb", "fix:"]);
    let (_folder, rig) = file("rig.ron", &preset("biped").unwrap().to_ron());
    fails(&["check", &rig, "--model", "no/such.glb"], 2, &["no/such.glb"]);
    let missing = Path::new(&rig).with_file_name("missing").join("rig.ron");
    fails(&["new", MODEL, "-o", missing.to_str().unwrap()], 2, &["missing", "folder"]);
}

#[test]
fn info_tells_what_the_bundled_character_is() {
    let ran = surefoot(&["info", MODEL, "--json"]);
    assert_eq!(ran.code, Some(0));
    let info: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!((info["height"].as_f64().unwrap() - 1.75).abs() < 0.01, "{info}");
    assert_eq!(info["body"]["facing"], "+Z");
    assert_eq!(info["body"]["rest_pose"], "A-pose");
    let clips: Vec<&str> = info["clips"].as_array().unwrap().iter().filter_map(|clip| clip["name"].as_str()).collect();
    assert_eq!(clips, ["idle", "walk", "run", "turn_in_place", "reach"]);
    assert_eq!(info["findings"], serde_json::json!([]));
}

#[test]
fn a_broken_rig_is_told_whole_and_left_alone() {
    let broken = preset("biped").unwrap().to_ron().replacen("tip:", "tpi:", 1).replacen("TwoBone", "TwoBoone", 1);
    let (folder, rig) = file("broken.ron", &broken);
    let ran = surefoot(&["check", &rig, "--json"]);
    assert_eq!(ran.code, Some(1));
    let found = json(&ran);
    assert_eq!((&found["errors"], &found["warnings"]), (&Value::from(2), &Value::from(0)));
    let first = &found["diagnostics"][0];
    assert_eq!(first["code"], "misspelt-field");
    assert_eq!(first["severity"], "error");
    assert_eq!((&first["place"]["line"], &first["place"]["column"]), (&Value::from(11), &Value::from(13)));
    assert_eq!(first["place"]["path"], "chains[0].tpi");
    assert_eq!(first["fix"], "did you mean `tip`?");
    assert_eq!(found["diagnostics"][1]["code"], "unknown-variant");

    let plain = surefoot(&["check", &rig]);
    assert_eq!(plain.code, Some(1));
    assert!(plain.stdout.contains("broken.ron:11:13: error[misspelt-field]"), "{}", plain.stdout);
    // What needs a rig cannot go on without one.
    fails(&["solve", &rig, "--model", MODEL, "--json"], 2, &["broken.ron", "11:13", "`tip`"]);
    assert_eq!(std::fs::read_to_string(&rig).unwrap(), broken);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn contacts_set_by_hand_are_measured_and_checked_against_the_clips() {
    let (_folder, rig) = rig_of_the_mannequin();
    let found = std::fs::read_to_string(&rig).unwrap();
    let duty = |contacts: &str| {
        let text = found.replacen("grounding: (", &format!("grounding: (contacts: [{contacts}], "), 1);
        std::fs::write(&rig, text).unwrap();
        let ran = surefoot(&["report", &rig, "--model", MODEL, "--clip", "walk", "--ground", "flat", "--json"]);
        let duty = |foot: usize| json(&ran)["clips"][0]["duty"][foot].as_f64().unwrap();
        [0, 1].map(|foot| (duty(foot) * 1000.0).round() / 1000.0)
    };
    let [left, right] = duty("");
    let by_hand = r#"(clip: "walk", clip_s: 1.0, chain: "left_leg", down: [(0.25, 0.375), (0.5, 0.75)])"#;
    assert_eq!(duty(by_hand), [0.375, right]);
    let checked = surefoot(&["check", &rig, "--model", MODEL, "--json"]);
    assert_eq!((checked.code, &json(&checked)["diagnostics"]), (Some(0), &serde_json::json!([])));
    for (other, code) in [
        (by_hand.replace("clip_s: 1.0", "clip_s: 2.0"), "clip-length"),
        (by_hand.replace("\"walk\"", "\"wlak\""), "no-such-clip"),
    ] {
        assert_eq!(duty(&other), [left, right], "{code}");
        let checked = surefoot(&["check", &rig, "--model", MODEL, "--json"]);
        let row = &json(&checked)["diagnostics"][0];
        assert_eq!((checked.code, &row["code"], &row["severity"]), (Some(0), &code.into(), &"warning".into()), "{row}");
        assert_eq!(row["place"]["path"], "grounding.contacts[0].clip");
    }
}

#[test]
fn a_rig_with_another_characters_bones_says_which_are_missing() {
    let (_folder, rig) = rig_of_the_mannequin();
    let text = std::fs::read_to_string(&rig).unwrap();
    let line = text.lines().position(|line| line.trim_start().starts_with("leftFoot: Node(")).unwrap();
    let strange: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(index, text)| if index == line { "        leftFoot: Node(\"Paw\"),".into() } else { text.into() })
        .collect();
    std::fs::write(&rig, strange.join("\n")).unwrap();
    assert_eq!(surefoot(&["check", &rig]).code, Some(0), "alone it is sound");
    let ran = surefoot(&["check", &rig, "--model", MODEL, "--json"]);
    assert_eq!(ran.code, Some(1));
    let found = json(&ran);
    let row = &found["diagnostics"][0];
    assert_eq!((&row["code"], &row["place"]["line"]), (&Value::from("bone-not-found"), &Value::from(line + 1)));
    assert!(row["message"].as_str().unwrap().contains("Paw"), "{row}");
    // One leg is out, and everything else would still do its work.
    let fits: Vec<(&str, bool)> = found["chains"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chain| (chain["name"].as_str().unwrap(), chain["fits"].as_bool().unwrap()))
        .collect();
    assert!(fits.contains(&("left_leg", false)) && fits.contains(&("right_leg", true)), "{fits:?}");
    let plain = surefoot(&["check", &rig, "--model", MODEL]);
    assert!(plain.stdout.contains("that do not: left_leg\n"), "{}", plain.stdout);
    fails(&["solve", &rig, "--model", MODEL], 1, &["Paw", "does not fit"]);
}

#[test]
fn new_writes_a_rig_that_names_its_model_by_the_way_to_it() {
    let (folder, _) = file("keep", "");
    let model = folder.path().join("model.glb");
    std::fs::copy(MODEL, &model).unwrap();
    let rigs = folder.path().join("rigs");
    std::fs::create_dir(&rigs).unwrap();
    let rig = rigs.join("rig.ron");
    let ran = surefoot(&["new", model.to_str().unwrap(), "-o", rig.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let text = std::fs::read_to_string(&rig).unwrap();
    assert!(text.contains("model: \"../model.glb\""), "{text}");
}

#[test]
fn a_rig_of_ones_own_can_be_the_preset() {
    let own = preset("biped").unwrap().to_ron().replace("left_leg", "links");
    let (folder, own) = file("own.ron", &own);
    let rig = folder.path().join("rig.ron");
    let ran = surefoot(&["new", MODEL, "-o", rig.to_str().unwrap(), "--preset", &own]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(std::fs::read_to_string(&rig).unwrap().contains("\"links\""));
}

#[test]
fn a_model_without_a_humanoid_gets_no_rig() {
    let cube = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Cube"}]}"#;
    let (folder, model) = file("cube.gltf", cube);
    let rig = folder.path().join("rig.ron");
    fails(&["new", &model, "-o", rig.to_str().unwrap()], 1, &["cube.gltf", "humanoid"]);
    assert!(!rig.exists());
}

#[test]
fn solve_prints_the_frame_and_nothing_else() {
    let (_folder, rig) = rig_of_the_mannequin();
    let solve = |more: &[&str]| {
        let mut arguments = vec!["solve", &rig, "--model", MODEL, "--json"];
        arguments.extend(more);
        let ran = surefoot(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{more:?}");
        ran
    };
    let ran = solve(&["--goal", "leftHand=0.2,1.2,0.35,0,0,0,1", "--goal", "right_arm=-9,1,0", "--look", "-1,1.5,2"]);
    let frame = json(&ran);
    let keys: Vec<&String> = frame.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 5, "{keys:?}");
    for key in ["joints", "goals", "feet", "look", "pelvis_offset"] {
        assert!(frame.get(key).is_some(), "{key}");
    }
    let hips = frame["joints"].as_array().unwrap().iter().find(|joint| joint["role"] == "hips").unwrap();
    assert!(hips["index"].is_u64() && hips["node"].is_string());
    assert_eq!(hips["position"].as_array().unwrap().len(), 3);
    assert_eq!(hips["rotation"].as_array().unwrap().len(), 4);

    let goals = frame["goals"].as_array().unwrap();
    assert_eq!(goals.len(), 2, "feet on the ground are no goals of ours");
    assert_eq!((&goals[0]["chain"], &goals[0]["role"]), (&Value::from("left_arm"), &Value::from("leftHand")));
    assert!(goals[0]["error"].as_f64().unwrap() < 1e-3 && goals[0]["reached"] == true);
    assert_eq!(goals[1]["reached"], false);
    assert!(goals[1]["decided_by"].as_array().unwrap().contains(&Value::from("out_of_reach")), "{}", goals[1]);
    assert_eq!(frame["look"]["target"], serde_json::json!([-1.0, 1.5, 2.0]));
    let feet = frame["feet"].as_array().unwrap();
    assert_eq!((feet.len(), &feet[0]["role"], &feet[0]["planted"]), (2, &Value::from("leftFoot"), &Value::from(true)));
    let names: Vec<&Value> = feet[0]["contacts"].as_array().unwrap().iter().map(|contact| &contact["name"]).collect();
    assert_eq!(names, ["heel", "ball", "toe"]);

    assert_eq!(solve(&[]).stdout, solve(&["--ground", "flat"]).stdout);
    assert_eq!(json(&solve(&[]))["look"], Value::Null);
    let clip = solve(&["--clip", "0", "--time", "0.3"]).stdout;
    assert_ne!(clip, solve(&[]).stdout);
    assert_eq!(clip, solve(&["--clip", "0", "--time", "0.3"]).stdout, "the same call prints the same");
}

#[test]
fn solve_stands_on_scenes_and_meshes_from_files() {
    let (folder, rig) = rig_of_the_mannequin();
    let scene = folder.path().join("scene.ron");
    std::fs::write(&scene, "(shape: Slope(angle_deg: 20.0), heading_deg: 90.0)").unwrap();
    let solve = |ground: &str| surefoot(&["solve", &rig, "--model", MODEL, "--json", "--ground", ground]);
    assert_eq!(solve(scene.to_str().unwrap()).stdout, solve("slope:20@90").stdout);
    std::fs::write(&scene, "(shape: Slope(angle: 20.0))").unwrap();
    let wrong = solve(scene.to_str().unwrap());
    assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""));
    assert!(wrong.stderr.contains("scene.ron") && wrong.stderr.contains("1:"), "{}", wrong.stderr);

    let raft = folder.path().join("own.ron");
    std::fs::write(&raft, scene_text("raft")).unwrap();
    assert_eq!(solve(raft.to_str().unwrap()).stdout, solve("scene:raft").stdout);
    let unknown = solve("scene:raff");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("stepping-stones") && unknown.stderr.contains("raff.ron"), "{}", unknown.stderr);
    std::fs::write(&raft, "Scene(format_version: 1, pieces: [(shape: Blok(size: (1.0, 0.0, 1.0)), layer: 40)])")
        .unwrap();
    let broken = solve(raft.to_str().unwrap());
    assert_eq!(broken.code, Some(2));
    for told in ["own.ron", "1:43", "1:79", "did you mean `Block`?", "from 0 to 31"] {
        assert!(broken.stderr.contains(told), "{told}: {}", broken.stderr);
    }

    let checked = surefoot(&["check", raft.to_str().unwrap(), "--json"]);
    let told = json(&checked);
    assert_eq!((checked.code, &told["errors"]), (Some(1), &Value::from(2)), "{told}");
    assert_eq!(told["diagnostics"][0]["code"], "unknown-variant");

    // A level square of 4 m at height 0.05.
    let corners: [[f32; 3]; 4] = [[-2.0, 0.05, -2.0], [2.0, 0.05, -2.0], [2.0, 0.05, 2.0], [-2.0, 0.05, 2.0]];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([0_u16, 2, 1, 0, 3, 2].iter().flat_map(|index| index.to_le_bytes()));
    let floor = folder.path().join("floor.gltf");
    std::fs::write(folder.path().join("floor.bin"), &bytes).unwrap();
    let text = serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-2, 0.05, -2], "max": [2, 0.05, 2]},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
        "buffers": [{"byteLength": 60, "uri": "floor.bin"}],
    });
    std::fs::write(&floor, text.to_string()).unwrap();
    let ran = solve(floor.to_str().unwrap());
    let frame = json(&ran);
    let heel = &frame["feet"][0]["contacts"][0];
    assert!((heel["position"][1].as_f64().unwrap() - 0.05).abs() < 0.005, "{heel}");
    assert!((heel["ground"][1].as_f64().unwrap() - 0.05).abs() < 1e-5, "{heel}");

    // The same square in a scene beside it, 0.1 m higher.
    let piece = "(shape: Mesh(file: \"floor.gltf\"), position: (0.0, 0.1, 0.0))";
    let scene = folder.path().join("scene.ron");
    std::fs::write(&scene, format!("Scene(format_version: 1, pieces: [{piece}])")).unwrap();
    let heel = &json(&solve(scene.to_str().unwrap()))["feet"][0]["contacts"][0];
    assert!((heel["ground"][1].as_f64().unwrap() - 0.15).abs() < 1e-5, "{heel}");
    std::fs::write(&scene, "Scene(format_version: 1, pieces: [(shape: Mesh(file: \"gone.glb\"))])").unwrap();
    let missing = solve(scene.to_str().unwrap());
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("gone.glb"), "{}", missing.stderr);
}

fn scene_text(name: &str) -> String {
    surefoot::ground::scene(name).unwrap().to_ron()
}

/// What moves has gone on, and the character with it: in its own axes it stands as before.
#[test]
fn solve_rides_on_what_moves_in_the_ground() {
    let (folder, rig) = rig_of_the_mannequin();
    let solve = |more: &[&str]| {
        surefoot(&[&["solve", &rig, "--model", MODEL, "--json", "--ground", "scene:raft"], more].concat())
    };
    let (first, later) = (json(&solve(&[])), json(&solve(&["--time", "3"])));
    for foot in 0..2 {
        for contact in 0..3 {
            let at = |frame: &Value| -> Vec<f64> {
                let position = frame["feet"][foot]["contacts"][contact]["position"].as_array().unwrap();
                position.iter().map(|number| number.as_f64().unwrap()).collect()
            };
            for (a, b) in at(&first).iter().zip(at(&later)) {
                assert!((a - b).abs() < 1e-4, "{a} {b}");
            }
        }
    }
    // Where nothing moves a time says nothing.
    let still = folder.path().join("still.ron");
    let text = "Scene(format_version: 1, pieces: [(shape: Ground(Flat))])";
    std::fs::write(&still, text).unwrap();
    let ran = surefoot(&["solve", &rig, "--model", MODEL, "--ground", still.to_str().unwrap(), "--time", "1"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("--clip") && ran.stderr.contains("scene:raft"), "{}", ran.stderr);
}

/// A folder of one's own goes before what comes along.
#[test]
fn a_scene_of_ones_own_takes_the_place_of_a_shipped_one() {
    let (folder, rig) = rig_of_the_mannequin();
    let step = "Scene(format_version: 1, pieces: [(shape: Block(size: (2.0, 0.1, 2.0)))])";
    std::fs::write(folder.path().join("rubble.ron"), step).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_surefoot"))
        .args(["solve", &rig, "--model", MODEL, "--json", "--ground", "scene:rubble"])
        .env("SUREFOOT_SCENES", folder.path())
        .output()
        .unwrap();
    let frame: Value = serde_json::from_slice(&ran.stdout).unwrap();
    for contact in 0..3 {
        let ground = frame["feet"][0]["contacts"][contact]["ground"][1].as_f64().unwrap();
        assert!((ground - 0.1).abs() < 1e-5, "{ground}");
    }
}

#[test]
fn solve_takes_clips_from_other_files() {
    let (folder, rig) = rig_of_the_mannequin();
    let solve = |more: &[&str]| {
        let mut arguments = vec!["solve", &rig, "--model", MODEL, "--json", "--time", "0.4"];
        arguments.extend(more);
        let ran = surefoot(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{more:?}");
        json(&ran)
    };
    // Its own file as another's: the sixth clip is its second once more.
    let (own, carried) = (solve(&["--clip", "walk"]), solve(&["--animations", MODEL, "--clip", "6"]));
    let position = |frame: &Value, joint: usize| -> Vec<f64> {
        let joint = &frame["joints"][joint]["position"];
        joint.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    for joint in 0..own["joints"].as_array().unwrap().len() {
        for (a, b) in position(&own, joint).iter().zip(position(&carried, joint)) {
            assert!((a - b).abs() < 1e-4, "joint {joint}: {a} {b}");
        }
    }
    fails(&["solve", &rig, "--model", MODEL, "--animations", "no/such.glb"], 2, &["no/such.glb"]);
    let cube = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Cube"}]}"#;
    let still = folder.path().join("still.gltf");
    std::fs::write(&still, cube).unwrap();
    fails(&["solve", &rig, "--model", MODEL, "--animations", still.to_str().unwrap()], 2, &["still.gltf", "no clips"]);
}

#[test]
fn solve_refuses_goals_and_clips_that_are_not_there() {
    let (_folder, rig) = rig_of_the_mannequin();
    fails(&["solve", &rig, "--model", MODEL, "--goal", "tail=0,0,0"], 2, &["tail", "left_arm"]);
    fails(&["solve", &rig, "--model", MODEL, "--clip", "moonwalk"], 2, &["moonwalk", "use one of"]);
    fails(&["solve", &rig, "--model", MODEL, "--clip", "99"], 2, &["99"]);
}

#[test]
fn dictionaries_of_ones_own_are_taken_and_broken_ones_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let why = |ran: &Ran| json(ran)["bones"]["hips"]["why"].as_str().unwrap().to_owned();
    let plain = surefoot(&["map", MODEL, "--json"]);
    let hips = json(&plain)["bones"]["hips"]["node"].as_str().unwrap().to_owned();
    assert!(!why(&plain).contains("Studio"));

    let good = format!("(name: \"Studio\", bones: {{hips: [\"{hips}\"]}})");
    std::fs::write(folder.path().join("studio.ron"), good).unwrap();
    std::fs::write(folder.path().join("torn.ron"), "(\n    name: \"Torn\",\n    bones: {hip: []},\n)").unwrap();
    let ran = surefoot(&["map", MODEL, "--json", "--names", folder.path().to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(why(&ran).contains("named as in Studio"), "{}", why(&ran));
    assert!(ran.stderr.contains("torn.ron:3:") && ran.stderr.contains("warning"), "{}", ran.stderr);

    let missing = folder.path().join("missing");
    let ran = surefoot(&["map", MODEL, "--json", "--names", missing.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("missing: warning"), "{}", ran.stderr);
}

#[test]
fn a_character_that_is_not_in_the_file_is_refused() {
    assert_eq!(surefoot(&["map", MODEL, "--character", "1"]).code, Some(0));
    fails(&["map", MODEL, "--character", "2"], 2, &["no character 2", "mannequin"]);
    fails(&["map", MODEL, "--character", "0"], 2, &["--character"]);
}

#[test]
fn hands_hold_props_and_hang_from_them() {
    let (_folder, rig) = rig_of_the_mannequin();
    let solve = |more: &[&str]| {
        let mut arguments = vec!["solve", &rig, "--model", MODEL, "--json"];
        arguments.extend(more);
        let ran = surefoot(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{more:?}");
        json(&ran)
    };
    let at = |frame: &Value, role: &str| -> Vec<f64> {
        let joint = frame["joints"].as_array().unwrap().iter().find(|joint| joint["role"] == role).unwrap();
        joint["position"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let mug = solve(&["--prop", "mug@-0.2,1.15,0.35", "--grip", "rightHand=body"]);
    assert_eq!(mug["goals"][0]["role"], "rightHand");
    assert_eq!(mug["goals"][0]["reached"], true, "{}", mug["goals"]);
    // A right palm is on the mug's right, 4 cm off its axis, and the wrist behind it.
    let wrist = at(&mug, "rightHand");
    assert!(wrist[0] < -0.24 && wrist[2] < 0.35, "{wrist:?}");
    let open = solve(&["--goal", &format!("rightHand={},{},{}", wrist[0], wrist[1], wrist[2])]);
    let curl = |frame: &Value| {
        let [from, to] = ["rightMiddleProximal", "rightMiddleDistal"].map(|role| at(frame, role));
        (0..3).map(|axis| (from[axis] - to[axis]).powi(2)).sum::<f64>().sqrt()
    };
    assert!(curl(&mug) < curl(&open) - 0.003, "the fingers close: {} {}", curl(&mug), curl(&open));

    // The ledge's front looks at the character.
    let ledge = ["--prop", "ledge@0,2.1,0.5,0,1,0,0", "--grip", "leftHand=edge", "--grip", "rightHand=edge"];
    let hung = solve(&[&ledge[..], &["--hang"]].concat());
    assert!(hung["goals"].as_array().unwrap().iter().all(|goal| goal["reached"] == true), "{}", hung["goals"]);
    assert!(hung["pelvis_offset"][1].as_f64().unwrap() > 0.1, "{}", hung["pelvis_offset"]);
    assert!(hung["feet"].as_array().unwrap().iter().all(|foot| foot["planted"] == false));
    assert!(at(&hung, "leftHand")[0] > 0.1, "the character's left hand is on its left");

    fails(&["solve", &rig, "--model", MODEL, "--prop", "anvil@0,1,0", "--grip", "leftHand=top"], 2, &["anvil", "pole"]);
    fails(&["solve", &rig, "--model", MODEL, "--prop", "mug@0,1,0", "--grip", "leftHand=rim"], 2, &["rim", "body"]);
    fails(&["solve", &rig, "--model", MODEL, "--prop", "mug@0,1", "--grip", "leftHand=body"], 2, &["mug@0,1", "x,y,z"]);
}
