//! What feet stand on, and how.

use eframe::egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::ground::{GroundShape, PieceShape};
use surefoot::rig::GroundingMethod;

use super::{Window, bundled, click, window};
use crate::editor::core::Item;
use crate::editor::panels::Workspace;

#[test]
fn the_ground_bar_changes_form_and_figures() {
    let mut harness = window(bundled());
    click(&mut harness, "Stairs");
    assert!(matches!(harness.state().session.document().base().unwrap().shape, GroundShape::Stairs { .. }));
    harness.get_by_label("Stair rise").set_value_accesskit(20.0);
    harness.run();
    let GroundShape::Stairs { rise, .. } = harness.state().session.document().base().unwrap().shape else {
        panic!("stairs")
    };
    assert!((rise - 0.2).abs() < 1e-6, "shown in centimetres, kept in metres: {rise}");
    harness.get_by_label("Heading").set_value_accesskit(90.0);
    harness.run();
    assert_eq!(harness.state().session.document().base().unwrap().heading_deg, 90.0);
}

#[test]
fn a_scene_is_chosen_in_the_bar_and_its_pieces_changed_in_the_inspector() {
    let mut harness = window(bundled());
    harness.state_mut().panels.workspace = Workspace::Ground;
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Scene to stand on").click();
    harness.run();
    click(&mut harness, "Raft");
    assert_eq!(harness.state().session.document().scene().map(|scene| scene.name.as_str()), Some("Raft"));
    assert!(harness.query_all_by_label("Move the ground").count() > 0, "what moves can be set in motion");
    click(&mut harness, "Water");
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Piece(0)));
    harness.get_by_label("Piece up").set_value_accesskit(-40.0);
    harness.run();
    assert_eq!(harness.state().session.document().piece(0).unwrap().position, [0.0, -0.4, 0.0]);
    harness.get_by_label("Piece layer").set_value_accesskit(5.0);
    harness.run();
    assert_eq!(harness.state().session.document().piece(0).unwrap().layer, 5);
    click(&mut harness, "Block");
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Piece(2)));
    harness.get_by_label("Piece height").set_value_accesskit(30.0);
    harness.run();
    let PieceShape::Block { size } = harness.state().session.document().piece(2).unwrap().shape else {
        panic!("block")
    };
    assert!((size[1] - 0.3).abs() < 1e-6, "{size:?}");
    click(&mut harness, "Remove the piece");
    assert_eq!(harness.state().session.document().scene().unwrap().pieces.len(), 2);
}

#[test]
fn the_inspector_of_the_feet_sets_their_lock_their_steps_their_method_and_their_speed() {
    let mut harness = window(bundled());
    click(&mut harness, "Pelvis and feet");
    let grounding = |harness: &Harness<'_, Window>| harness.state().session.document().rig().grounding.clone().unwrap();
    harness.get_by_label("Distance at which a foot is let go").set_value_accesskit(35.0);
    harness.run();
    assert!((grounding(&harness).lock.release_distance - 0.35).abs() < 1e-6);
    harness.get_by_label("Heel lift").set_value_accesskit(20.0);
    harness.run();
    assert_eq!(grounding(&harness).heel_lift_deg, 20.0);
    click(&mut harness, "Leave the feet alone when the character is fast");
    harness.get_by_label("Speed above which feet are left alone").set_value_accesskit(4.0);
    harness.run();
    assert_eq!(grounding(&harness).fades_above, Some(4.0));
    click(&mut harness, "Leave the feet alone when the character is fast");
    assert_eq!(grounding(&harness).fades_above, None);
    click(&mut harness, "Hold standing feet to their place");
    assert!(!grounding(&harness).lock.enabled);
    assert!(harness.query_by_label("Angle at which a foot is let go").is_none(), "of no use while it is off");
    click(&mut harness, "One ray grounding method");
    assert_eq!(grounding(&harness).method, GroundingMethod::Simple);
    assert!(harness.query_by_label("Heel lift").is_none(), "that method lifts none");
}
