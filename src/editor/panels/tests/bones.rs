//! Bones: found in the list, limited, spread over.

use eframe::egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::character::Character;
use surefoot::humanoid::Names;
use surefoot::rig::{BoneRef, LimitShape, TwistBone};

use super::{Window, bundled, click, search_bones, select, window};
use crate::editor::core::{Actions, Edit, Item, LoadedModel, Opened, Session, ViewOptions};

#[test]
fn a_limit_of_any_bone_starts_as_people_have_it_and_says_where_it_stands() {
    let mut harness = window(bundled());
    let role = surefoot::humanoid::Role::LeftUpperLeg;
    let hip = harness.state().session.stage().and_then(|stage| stage.map().get(role)).unwrap();
    select(&mut harness, Item::Bone(hip));
    click(&mut harness, "Limit this joint");
    let limits = |harness: &Harness<'_, Window>| harness.state().session.document().rig().limits.clone();
    let index = limits(&harness).len() - 1;
    assert_eq!(limits(&harness)[index].bone, BoneRef::Role(role));
    assert_eq!(Some(limits(&harness)[index].shape), LimitShape::anatomical(role));
    assert_eq!(harness.state().session.selection().primary(), Some(Item::Limit(index)));
    harness.get_by_label_contains("from rest.");
    harness.get_by_label_contains("swing about the side axis").set_value_accesskit(10.0);
    harness.run();
    assert!(matches!(limits(&harness)[index].shape, LimitShape::Cone { swing_deg: [10.0, 45.0], .. }));
    click(&mut harness, "Set limit of leftUpperLeg as people have it");
    assert_eq!(Some(limits(&harness)[index].shape), LimitShape::anatomical(role));
    click(&mut harness, "Remove limit of leftUpperLeg");
    assert_eq!(limits(&harness).len(), index);
}

#[test]
fn a_twist_bones_share_is_set_where_the_bone_is() {
    let mut harness = window(bundled());
    let role = surefoot::humanoid::Role::LeftShoulder;
    let [bone, of] = [role, surefoot::humanoid::Role::LeftHand].map(BoneRef::Role);
    let mut actions = Actions::default();
    actions.edit("Add", Edit::TwistBones(vec![TwistBone { bone, of, share: 0.5 }]));
    harness.state_mut().session.apply_all(actions.take());
    let joint = harness.state().session.stage().and_then(|stage| stage.map().get(role)).unwrap();
    select(&mut harness, Item::Bone(joint));
    harness.get_by_label("Share of the roll").set_value_accesskit(25.0);
    harness.run();
    let bones = |harness: &Harness<'_, Window>| harness.state().session.document().rig().twist_bones.clone();
    assert_eq!(bones(&harness)[0].share, 0.25);
    click(&mut harness, "Remove the twist bone");
    assert_eq!(bones(&harness), []);
}

#[test]
fn bones_are_searched_selected_and_made_the_tip_of_a_chain() {
    let mut harness = window(bundled());
    let chains = harness.state().session.document().rig().chains.len();
    let hand = {
        let stage = harness.state().session.stage().expect("a character is open");
        let joint = stage.map().get(surefoot::humanoid::Role::LeftIndexDistal).expect("it has fingers");
        stage.skeleton().name(joint).to_owned()
    };
    search_bones(&mut harness, &hand);
    click(&mut harness, &hand);
    assert!(matches!(harness.state().session.selection().primary(), Some(Item::Bone(_))));
    click(&mut harness, "Chain that ends here");
    assert_eq!(harness.state().session.document().rig().chains.len(), chains + 1);
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let mut harness = window(bundled());
    search_bones(&mut harness, "zzzz");
    // The head of the joint limits is a row as well.
    assert!(harness.query_all_by_role(Role::TreeItem).count() <= 1);
    click(&mut harness, "Clear the search");
    assert!(harness.query_all_by_role(Role::TreeItem).count() > 5);
}

/// As many joints as a rig of controls has, none of them a bone of a body.
fn controls(count: usize) -> Session {
    let nodes = (0..count).map(|at| serde_json::json!({"name": format!("control_{at:04}")}));
    let json = serde_json::json!({"asset": {"version": "2.0"}, "nodes": nodes.collect::<Vec<_>>()});
    let nothing_beside = |uri: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, uri.to_owned()));
    let bytes = json.to_string();
    let character = Character::from_bytes("controls.gltf", bytes.as_bytes(), &nothing_beside).expect("it is whole");
    let mut session = Session::new(ViewOptions::default(), Vec::new(), true);
    session.opened(Opened { model: Some(LoadedModel::new(None, character, Names::built_in())), ..Opened::default() });
    session.tick(0.0);
    session
}

#[test]
fn e2_a_list_of_706_joints_draws_what_is_seen_and_is_searched() {
    let mut harness = window(controls(706));
    let rows = harness.query_all_by_role(Role::TreeItem).count();
    assert!((5..120).contains(&rows), "{rows} rows are drawn");
    assert!(harness.query_by_label("control_0700").is_none());
    search_bones(&mut harness, "control_0700");
    click(&mut harness, "control_0700");
    let session = &harness.state().session;
    let wanted = session.stage().and_then(|stage| stage.skeleton().find("control_0700"));
    assert_eq!(session.selection().primary(), wanted.map(Item::Bone));
    // Nothing here is a body, and that is said with what to do.
    let problem = &session.problems()[0];
    assert_eq!((problem.code, problem.severity), ("no-humanoid", crate::editor::core::Severity::Error));
    assert!(problem.advice.is_some());
}
