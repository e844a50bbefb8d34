//! What goes for every panel: names, keys, fields, the theme.

use eframe::egui::{self, Role, Vec2};
use egui_kittest::kittest::Queryable;

use super::{bundled, chain_called, click, select, window};
use crate::editor::core::{Action, Actions, Command, Edit, Item, Session, ViewOptions};
use crate::editor::panels::Workspace;

#[test]
fn an_empty_window_says_how_to_begin() {
    let mut harness = window(Session::new(ViewOptions::default(), Vec::new(), false));
    click(&mut harness, "Open model…");
    assert_eq!(harness.state().done, [Action::Run(Command::OpenModel)]);
}

#[test]
fn every_workspace_and_every_inspector_names_its_widgets() {
    let mut harness = window(bundled());
    let rig = harness.state().session.document().rig().clone();
    let foot = harness.state().session.stage().and_then(|stage| stage.map().get(surefoot::humanoid::Role::LeftFoot));
    let mut items: Vec<Item> = (0..rig.chains.len()).map(Item::Chain).collect();
    items.extend((0..rig.limits.len()).map(Item::Limit));
    items.extend([Item::LookAt, Item::Grounding, Item::Ground, Item::Bone(foot.expect("it has feet"))]);
    for item in items {
        select(&mut harness, item);
        harness.check_accessibility();
    }
    let whole = surefoot::ground::scene("raft").unwrap();
    let raft = Edit::Scene(Some(Box::new(whole)));
    harness.state_mut().session.apply(Action::Edit { label: "Raft".into(), edit: raft });
    for piece in 0..2 {
        select(&mut harness, Item::Piece(piece));
        harness.check_accessibility();
    }
    for workspace in [Workspace::Map, Workspace::Ground, Workspace::Report, Workspace::Rig] {
        harness.state_mut().panels.workspace = workspace;
        harness.run();
        harness.check_accessibility();
    }
}

#[test]
fn fields_of_one_inspector_have_names_of_their_own() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    for name in
        ["Position weight", "Rotation weight", "Hint weight", "Soften from", "Root bone", "Middle bone", "Tip bone"]
    {
        harness.get_by_label(name);
    }
    select(&mut harness, Item::LookAt);
    for name in
        ["Look weight", "Body weight", "Head weight", "Eyes weight", "Look clamp", "Head range left", "Eyes range left"]
    {
        harness.get_by_label(name);
    }
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    actions.run(Command::Palette);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    harness.get_by_label("Find a command").type_text("bone names");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(!harness.state().session.palette_open());
    assert!(harness.state().session.view_options().bone_names);
}

#[test]
fn the_sheet_of_keys_shows_every_shortcut() {
    let mut harness = window(bundled());
    let mut actions = Actions::default();
    actions.run(Command::Shortcuts);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
    for command in Command::all().filter(|command| !command.shortcuts().is_empty()) {
        let name = command.name().trim_end_matches('…');
        assert!(harness.query_all_by_label_contains(&format!("{name}: ")).next().is_some(), "{name}");
    }
}

/// Whatever is drawn takes its colours from the theme.
#[test]
fn no_colour_stands_outside_the_theme() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/editor"))];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("the source is there").flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // The renderer mixes light, which is no colour of the interface.
            if path.is_dir() && name != "render" {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "theme.rs" && name != "tests.rs" {
                let text = std::fs::read_to_string(&path).expect("source is text");
                let literals = [
                    "from_rgb",
                    "from_rgba",
                    "from_gray",
                    "from_hex",
                    "from_black",
                    "from_white",
                    "WHITE",
                    "BLACK",
                    "RED",
                ];
                let used = literals.into_iter().filter(|word| text.contains(&format!("Color32::{word}")));
                found.extend(used.map(|word| format!("{}: {word}", path.display())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_value_is_typed_into_the_inspector_even_with_other_windows_about() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    click(&mut harness, "Rotation weight");
    // Another window takes the keyboard for a while.
    harness.input_mut().focused = false;
    for _ in 0..30 {
        harness.step();
    }
    harness.get_by_role_and_label(Role::TextInput, "Rotation weight").type_text("1/4");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().session.document().rig().chains[index].rotation_weight, 0.25);
}

#[test]
fn a_drag_on_a_field_is_one_gesture() {
    let mut harness = window(bundled());
    let index = chain_called(&harness, "left_leg");
    select(&mut harness, Item::Chain(index));
    let steps = harness.state().session.document().history().position();
    let from = harness.get_by_label("Position weight").rect().center();
    harness.drag_at(from);
    harness.step();
    for part in 1..=8 {
        harness.hover_at(from - Vec2::new(10.0 * part as f32, 0.0));
        harness.step();
    }
    harness.drop_at(from - Vec2::new(80.0, 0.0));
    harness.run();
    let document = harness.state().session.document();
    assert!(document.rig().chains[index].position_weight < 0.8);
    assert_eq!(document.history().position(), steps + 1);
    assert!(!document.history().in_gesture());
}
