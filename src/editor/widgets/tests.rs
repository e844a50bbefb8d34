//! The widgets as a person and a screen reader meet them, without a window.

use eframe::egui::{Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};

use super::*;
use crate::editor::theme::{self, Meaning};

fn builder<State>() -> HarnessBuilder<State> {
    Harness::builder().with_step_dt(1.0 / 60.0).with_context_setup(theme::install)
}

struct Field {
    value: f32,
    changes: Vec<Change<f32>>,
}

fn field_harness(value: f32) -> Harness<'static, Field> {
    builder().with_size(Vec2::new(300.0, 60.0)).build_ui_state(
        |ui, state: &mut Field| {
            let field = ValueField::new("Position weight", state.value, 0.0..=1.0).default(1.0).snap(0.1);
            let change = field.show(ui);
            if let Change::Live(value) | Change::Set(value) = change {
                state.value = value;
            }
            if !change.is_none() {
                state.changes.push(change);
            }
        },
        Field { value, changes: Vec::new() },
    )
}

fn drag(harness: &mut Harness<'_, Field>, by: f32) {
    let from = harness.get_by_label("Position weight").rect().center();
    harness.drag_at(from);
    harness.step();
    for part in 1..=10 {
        harness.hover_at(from + Vec2::new(by * part as f32 / 10.0, 0.0));
        harness.step();
    }
}

#[test]
fn a_drag_is_one_gesture_and_follows_the_pointer() {
    let mut harness = field_harness(0.5);
    harness.run();
    let width = harness.get_by_label("Position weight").rect().width();
    drag(&mut harness, width * 0.25);
    let end = harness.get_by_label("Position weight").rect().center();
    harness.drop_at(end + Vec2::new(width * 0.25, 0.0));
    harness.run();
    let Field { value, changes } = harness.state();
    // The first points of the way tell a drag from a click.
    assert!((0.7..=0.76).contains(value), "{value}");
    assert_eq!(changes.first(), Some(&Change::Begin));
    assert_eq!(changes.last(), Some(&Change::Commit));
    let live = &changes[1..changes.len() - 1];
    assert!(!live.is_empty() && live.iter().all(|change| matches!(change, Change::Live(_))), "{changes:?}");
}

#[test]
fn escape_calls_a_drag_off() {
    let mut harness = field_harness(0.5);
    harness.run();
    drag(&mut harness, 40.0);
    harness.key_press(Key::Escape);
    harness.step();
    let count = harness.state().changes.len();
    assert_eq!(harness.state().changes.last(), Some(&Change::Cancel));
    let at = harness.get_by_label("Position weight").rect().center();
    harness.hover_at(at + Vec2::new(60.0, 0.0));
    harness.step();
    harness.drop_at(at + Vec2::new(60.0, 0.0));
    harness.run();
    assert_eq!(harness.state().changes.len(), count, "nothing comes after a cancel");
}

#[test]
fn a_sum_can_be_typed_after_a_double_click() {
    let mut harness = field_harness(0.2);
    harness.run();
    harness.get_by_label("Position weight").click();
    harness.get_by_label("Position weight").click();
    harness.run();
    harness.get_by_role(Role::TextInput).type_text("3/4");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().changes, [Change::Set(0.75)]);
    assert!(harness.query_by_role(Role::TextInput).is_none());
}

#[test]
fn typing_is_called_off_by_escape_and_clamped_to_the_range() {
    for (typed, key, expected) in
        [("0.9", Key::Escape, vec![]), ("7", Key::Enter, vec![Change::Set(1.0)]), ("x", Key::Enter, vec![])]
    {
        let mut harness = field_harness(0.2);
        harness.run();
        harness.get_by_label("Position weight").click();
        harness.get_by_label("Position weight").click();
        harness.run();
        harness.get_by_role(Role::TextInput).type_text(typed);
        harness.run();
        harness.key_press(key);
        harness.run();
        assert_eq!(harness.state().changes, expected, "{typed}");
    }
}

#[test]
fn the_reset_arrow_is_there_only_where_the_value_differs() {
    let mut harness = field_harness(0.8);
    harness.run();
    harness.get_by_label("Reset position weight").click();
    harness.run();
    assert_eq!(harness.state().changes, [Change::Set(1.0)]);
    assert!(harness.query_by_label("Reset position weight").is_none());
}

#[test]
fn a_field_speaks_its_value_and_can_be_set_by_assistive_tools() {
    let mut harness = field_harness(0.8);
    harness.run();
    let node = harness.get_by_label("Position weight");
    assert_eq!(node.accesskit_node().numeric_value(), Some(f64::from(0.8f32)));
    assert_eq!(node.accesskit_node().role(), Role::SpinButton);
    node.set_value_accesskit(0.25);
    harness.run();
    assert_eq!(harness.state().changes, [Change::Set(0.25)]);
}

#[test]
fn arrow_keys_step_a_focused_field() {
    let mut harness = field_harness(0.5);
    harness.run();
    harness.get_by_label("Position weight").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    harness.run();
    let value = harness.state().value;
    assert!((value - 0.41).abs() < 1e-6, "{value}");
}

#[test]
fn a_range_keeps_its_order() {
    let mut harness = builder().with_size(Vec2::new(300.0, 60.0)).build_ui_state(
        |ui, value: &mut [f32; 2]| {
            let change = RangeField::new("Knee bend", *value, -180.0..=180.0).unit("°").show(ui);
            if let Change::Live(new) | Change::Set(new) = change {
                *value = new;
            }
        },
        [2.0, 150.0],
    );
    harness.run();
    harness.get_by_label("Knee bend from").set_value_accesskit(170.0);
    harness.run();
    assert_eq!(*harness.state(), [150.0, 150.0]);
    harness.get_by_label("Knee bend to").set_value_accesskit(160.0);
    harness.run();
    assert_eq!(*harness.state(), [150.0, 160.0]);
}

#[test]
fn a_long_list_is_searched_and_picked_from_by_keys() {
    let names: Vec<String> = (0..40).map(|index| format!("Bone {index}")).collect();
    let mut harness = builder().with_size(Vec2::new(400.0, 500.0)).build_ui_state(
        move |ui, picked: &mut Option<usize>| {
            let choice = Choice { name: "Tip bone", text: "Bone 0", note: "", tip: "", faulty: false };
            let entries = || names.iter().map(|name| Entry { text: name, note: "", depth: 0 }).collect();
            if let Some(index) = choice.show(ui, 160.0, Some(0), entries) {
                *picked = Some(index);
            }
        },
        None,
    );
    harness.run();
    harness.get_by_label("Tip bone").click();
    harness.run();
    harness.get_by_label("Search in tip bone").type_text("37");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), Some(37));
    assert!(harness.query_by_label("Search in tip bone").is_none(), "the list closes");
}

#[test]
fn every_widget_has_a_name() {
    let mut text = String::new();
    let mut harness = builder().with_size(Vec2::new(400.0, 700.0)).build_ui(move |ui| {
        section_head(ui, "Bones", "67");
        search_field(ui, &mut text, "Search bones");
        segmented(ui, "workspace", 0, &[(0, "Map"), (1, "Rig")]);
        heading_dial(ui, "Heading", 30.0, 48.0, Meaning::Ground);
        icon_button(ui, Icon::Play, "Play", false);
        button(ui, "Save", Weight::Normal);
        link(ui, "Show", "Show the first problem");
        toggle(ui, "IK", true, Meaning::Leg);
        let item = ListItem {
            name: "Left leg",
            note: "two-bone",
            meaning: Meaning::Leg,
            selected: true,
            hovered: false,
            on: Some(true),
        };
        item.show(ui);
        let row = TreeRow {
            name: "LeftFoot",
            shown_from: 0,
            note: "leftFoot",
            depth: 2,
            open: Some(true),
            selected: false,
            hovered: false,
            meaning: Meaning::Plain,
            marks: std::slice::from_ref(&(0..4)),
            faded: false,
        };
        row.show(ui, 7);
        property(ui, "Rotation", |ui| ValueField::new("Rotation weight", 0.8, 0.0..=1.0).show(ui));
    });
    harness.run();
    for name in
        ["Search bones", "Map workspace", "Heading", "Play", "Left leg: switch off", "Fold LeftFoot", "Rotation weight"]
    {
        assert!(harness.query_by_label(name).is_some(), "{name}");
    }
    harness.check_accessibility();
}
