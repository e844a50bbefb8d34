//! The whole program, on the real graphics path, used as a person would use it: open a character, mark a chain, set its hint and
//! weight, drag a hand, undo and redo, save, open again, and find the pose the library gives for the saved rig.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod app;
#[path = "../common/mod.rs"]
mod common;
mod map;

use std::path::Path;

use app::App;
use egui::{Key, Modifiers, vec2};
use surefoot::character::Character;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{PieceShape, Scene};
use surefoot::humanoid::{Role, body_frame};
use surefoot::pose::Globals;
use surefoot::rig::{HintMode, Rig, Solver};
use surefoot::runtime::{Goal, Inputs};

/// Answers the question for a path; a bare virtual display has no file dialog.
fn answer_path(app: &mut App, path: &Path, button: &str) {
    app.click("Path");
    app.ctrl(Key::A);
    app.type_text(&path.to_string_lossy());
    app.click(button);
}

/// The selected bone's place as the inspector shows it: three numbers, metres.
fn shown_position(app: &mut App) -> Vec3 {
    app.wait_until("the position of the selected bone", |widgets| {
        widgets.iter().find_map(|widget| {
            let numbers: Option<Vec<f32>> =
                widget.value.strip_suffix(" m")?.split_whitespace().map(|word| word.parse().ok()).collect();
            Some(Vec3::from_array(numbers?.try_into().ok()?))
        })
    })
}

/// The saved rig, solved by the library as a game would: where the bone with this role is.
fn solved_position(rig_path: &Path, model_path: &Path, role: Role) -> Vec3 {
    let rig = Rig::from_ron(&std::fs::read_to_string(rig_path).unwrap()).unwrap().rig;
    let character = Character::read(model_path).unwrap();
    let (map, faults) = rig.humanoid_map(&character.skeleton);
    assert!(faults.is_empty(), "{faults:?}");
    let bound = rig.bind(&character.skeleton).unwrap();
    let notes = rig.editor.clone().expect("the editor keeps the goals as they were left");
    let goals: Vec<Goal> = notes
        .goals
        .iter()
        .map(|note| Goal {
            chain: &note.chain,
            position_in_world: note.position.into(),
            rotation_in_world: note.rotation.map(Quat::from_array),
            hint_in_world: None,
            weight: 1.0,
        })
        .collect();
    let ground = notes.ground.placed(body_frame(&character.skeleton, &map).forward);
    let look_target_in_world = notes.look_target.map(Vec3::from);
    let mut pose = character.skeleton.rest().clone();
    let mut memory = bound.memory();
    bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, look_target_in_world, ..Inputs::settled(&ground) });
    Globals::of(&character.skeleton, &pose).position(map.get(role).expect("the bone is mapped"))
}

#[test]
fn a_rig_is_made_saved_opened_again_and_solved_by_the_library_to_the_same_pose() {
    let folder = tempfile::tempdir().unwrap();
    let rig_path = folder.path().join("made by hand.ron");
    // A real character that is not ours.
    let Some(model) = common::corpus().map(|corpus| corpus.join("gdquest_mannequiny.glb")) else { return };

    let mut app = App::start(&[], &folder.path().join("data"));
    app.wait_for("Left arm goal");

    app.ctrl(Key::O);
    answer_path(&mut app, &model, "Open");
    app.expect("gdquest_mannequiny.glb");
    app.expect("thigh.l");

    // Mark a chain by its tip.
    app.click("Search bones");
    app.type_text("middle_03.r");
    app.click("middle_03.r");
    app.click("Chain from the selected tip");
    app.set("Position weight", "0.75");
    app.set("Hint up", "20");
    app.expect("0.75");

    // Pull the left hand and take it back.
    app.key(Key::Escape, Modifiers::NONE);
    let start = app.wait_for("Left arm goal").center;
    app.drag("Left arm goal", vec2(-60.0, -70.0));
    let moved = app.wait_for("Left arm goal").center;
    assert!(moved.distance(start + vec2(-60.0, -70.0)) < 4.0, "dragged from {start} to {moved}");
    app.ctrl(Key::Z);
    let undone = app.wait_for("Left arm goal").center;
    assert!(undone.distance(start) < 1.5, "undo leads to {undone}, not {start}");
    app.key(Key::Z, Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT);
    let redone = app.wait_for("Left arm goal").center;
    assert!(redone.distance(moved) < 1.5, "redo leads to {redone}, not {moved}");

    app.key(Key::S, Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT);
    answer_path(&mut app, &rig_path, "Save");
    app.expect("made by hand.ron");
    drop(app);

    let text = std::fs::read_to_string(&rig_path).expect("the rig was saved");
    let rig = Rig::from_ron(&text).unwrap().rig;
    assert_eq!(rig.to_ron(), text, "saving again gives the same bytes");
    let marked = rig.chains.last().unwrap();
    assert_eq!(marked.position_weight, 0.75);
    let hint = match &marked.solver {
        Solver::TwoBone(two_bone) => &two_bone.hint,
        Solver::Fabrik(fabrik) => &fabrik.hint,
    };
    assert!((hint.offset[1] - 0.2).abs() < 1e-6 && hint.mode != HintMode::AnimatedBend, "{hint:?}");
    assert!(rig.editor.as_ref().unwrap().goals.iter().any(|goal| goal.chain == "left_arm"), "{text}");

    // A new start with both files on the command line.
    let mut app = App::start(&[&model.to_string_lossy(), &rig_path.to_string_lossy()], &folder.path().join("data"));
    app.expect("made by hand.ron");
    for (bone, role) in [("hand.l", Role::LeftHand), ("foot.l", Role::LeftFoot), ("calf.r", Role::RightLowerLeg)] {
        app.click("Search bones");
        app.ctrl(Key::A);
        app.type_text(bone);
        app.click(bone);
        let shown = shown_position(&mut app);
        let solved = solved_position(&rig_path, &model, role);
        // The inspector rounds to a millimetre.
        assert!(shown.distance(solved) < 0.001, "{bone} is shown at {shown}, and the library has it at {solved}");
    }
    // For whoever wants to see what the test saw.
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    std::fs::write(pictures.join("window.png"), app.picture()).unwrap();
}

/// A scene is chosen, added to and saved, alone and with the rig; both files have what was seen, and open again.
#[test]
fn a_scene_is_stood_on_added_to_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [rig_path, scene_path] = ["on a raft.ron", "raft and step.ron"].map(|name| folder.path().join(name));
    let mut app = App::start(&["--typed-paths"], &folder.path().join("data"));
    app.wait_for("Left arm goal");
    app.click("Ground workspace");
    // In the bar and, here, in the inspector.
    app.click("Scene to stand on");
    app.click("Raft");
    app.click("Block");
    app.set("Piece left", "30");
    app.click("Save the scene");
    answer_path(&mut app, &scene_path, "Save");
    app.expect("Saved raft and step.ron");
    app.key(Key::S, Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT);
    answer_path(&mut app, &rig_path, "Save");
    app.expect("on a raft.ron");
    drop(app);

    let scene = Scene::from_ron(&std::fs::read_to_string(&scene_path).unwrap()).unwrap().scene;
    let shipped = surefoot::ground::scene("raft").unwrap();
    assert_eq!((&scene.pieces[..2], scene.pieces.len()), (&shipped.pieces[..], 3));
    let added = &scene.pieces[2];
    assert!(matches!(added.shape, PieceShape::Block { .. }) && (added.position[0] - 0.3).abs() < 1e-6, "{added:?}");
    let rig = Rig::from_ron(&std::fs::read_to_string(&rig_path).unwrap()).unwrap().rig;
    assert_eq!(rig.editor.unwrap().scene.as_ref(), Some(&scene));

    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");
    let mut app = App::start(&[mannequin, &scene_path.to_string_lossy()], &folder.path().join("data"));
    app.expect("Opened raft and step.ron");
    app.wait_for("Move the ground");
    app.click("Ground workspace");
    app.wait_for("Block");
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    std::fs::write(pictures.join("scene.png"), app.picture()).unwrap();
}

#[test]
fn files_that_cannot_be_opened_are_told_and_nothing_open_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("not a model.glb");
    std::fs::write(&broken, "this is no glTF").unwrap();
    let misspelt = folder.path().join("misspelt.ron");
    std::fs::write(&misspelt, "Rig(\n    format_version: 1,\n    reference_leg_length: 0.85,\n    chians: [],\n)\n")
        .unwrap();

    let mut app = App::start(&[], &folder.path().join("data"));
    app.wait_for("Left arm goal");
    app.ctrl(Key::O);
    answer_path(&mut app, &broken, "Open");
    app.expect("not a model.glb");
    app.expect("Dismiss");
    app.wait_for("Left arm goal");
    app.click("Dismiss");

    app.key(Key::O, Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT);
    answer_path(&mut app, &misspelt, "Open");
    app.expect("chains");
    app.wait_for("Left arm goal");
}
