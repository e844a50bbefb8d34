//! The Map workspace of the running window, on real characters.

use egui::Key;

use crate::answer_path;
use crate::app::App;
use crate::common;

#[test]
fn a_bone_is_dragged_onto_a_dot_taken_back_and_mapped_automatically() {
    let folder = tempfile::tempdir().unwrap();
    let Some(model) = common::corpus().map(|corpus| corpus.join("mixamo_ybot.glb")) else { return };
    let mut app = App::start(&[&model.to_string_lossy()], &folder.path().join("data"));
    app.wait_for("Left arm goal");
    app.click("Map workspace");
    let dot = app.wait_for("leftLowerLeg: mixamorig:LeftLeg").center;
    let bone = app.wait_for("mixamorig:Spine2").center;
    app.drag("mixamorig:Spine2", dot - bone);
    app.wait_for("leftLowerLeg: mixamorig:Spine2");
    app.wait_for("upperChest: no bone");
    app.ctrl(Key::Z);
    app.wait_for("leftLowerLeg: mixamorig:LeftLeg");
    app.click("Clear body");
    app.wait_for("leftLowerLeg: missing");
    app.click("Map automatically…");
    app.wait_for("leftLowerLeg: no bone to LeftLeg");
    app.click("Apply");
    app.expect("Body 20/20");
    app.wait_for("upperChest: mixamorig:Spine2");
    app.click("Rig workspace");
    app.wait_for("Left arm goal");
}

#[test]
fn the_other_character_of_a_file_is_chosen_and_that_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let Some(model) = common::corpus().map(|corpus| corpus.join("two_characters_mixamo_and_ue.glb")) else { return };
    let mut app = App::start(&[&model.to_string_lossy()], &folder.path().join("data"));
    app.wait_for("Ada");
    app.click("Map workspace");
    app.wait_for("leftFoot: mixamorig:LeftFoot");
    app.expect("2 characters in this file");
    let field = app.wait_for("Character").center;
    app.click_at(field);
    // The name stands in the tree of bones too, far to the left of the list.
    let bob = app.wait_until("the other character in the list", |widgets| {
        let is_listed = |at: egui::Pos2| (at.x - field.x).abs() < 100.0 && at.y > field.y;
        widgets.iter().find(|widget| widget.name == "Bob" && is_listed(widget.center)).map(|bob| bob.center)
    });
    app.click_at(bob);
    app.wait_for("leftFoot: foot_l");
    app.wait_for("leftHand: hand_l");
    // The file's middle lies between the two; this one's arms are now to either side of the picture's middle.
    app.click("Rig workspace");
    app.wait_until("the other character in the middle of the picture", |widgets| {
        let at = |name: &str| widgets.iter().find(|widget| widget.name == name).map(|widget| widget.center.x);
        let middle = 0.5 * (at("Left arm goal")? + at("Right arm goal")?);
        ((middle - at("Viewport")?).abs() < 40.0).then_some(())
    });
    app.click("Map workspace");
    app.ctrl(Key::Z);
    app.wait_for("leftFoot: mixamorig:LeftFoot");
}

#[test]
fn animations_of_another_file_move_the_character_that_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let Some(corpus) = common::corpus() else { return };
    let model = corpus.join("mixamo_ybot.glb");
    let mut app = App::start(&[&model.to_string_lossy()], &folder.path().join("data"));
    app.wait_for("Left arm goal");
    let hand = app.wait_for("Left arm goal").center;
    app.click("File");
    app.click("Add animations from file…");
    answer_path(&mut app, &corpus.join("hyperfy_walk_anim_only.glb"), "Add");
    app.expect("Added 1 clip from hyperfy_walk_anim_only.glb");
    app.expect("MOB1_Walk_F_Loop_IPC");
    app.wait_until("the arms to come down from the T-pose", |widgets| {
        let goal = widgets.iter().find(|widget| widget.name == "Left arm goal")?;
        (goal.center.distance(hand) > 40.0).then_some(())
    });
}
