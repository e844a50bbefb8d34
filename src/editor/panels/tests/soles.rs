//! The soles of the feet as a person sets them.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::rig::Foot;

use super::{Window, bundled, click, window};
use crate::editor::core::{Action, Command, Item, SelectHow};

fn foot(harness: &Harness<'_, Window>, place: usize) -> Foot {
    harness.state().session.document().rig().grounding.as_ref().unwrap().feet[place].clone()
}

/// As the fields show them, in centimetres.
fn set(harness: &mut Harness<'_, Window>, name: &str, value: f64) {
    harness.get_by_label(name).set_value_accesskit(value);
    harness.run();
}

#[test]
fn a_sole_is_set_by_hand_and_put_back_as_the_mesh_has_it() {
    let mut harness = window(bundled());
    harness.state_mut().session.apply(Action::Select { item: Item::Grounding, how: SelectHow::Replace });
    harness.run();
    click(&mut harness, "Sole of left leg");
    let measured = foot(&harness, 0);
    assert!(measured.heel.is_some() && measured.half_breadth.is_some());
    harness.get_by_label("Left leg sole");
    harness.check_accessibility();
    assert!(harness.query_by_label("Sole from the mesh").is_none(), "it is as the mesh has it");
    set(&mut harness, "Heel forward", -10.0);
    set(&mut harness, "Heel radius", 2.0);
    assert_eq!(foot(&harness, 0).heel_radius, Some(0.02));
    set(&mut harness, "Half breadth", 6.0);
    let now = foot(&harness, 0);
    assert!((now.heel.unwrap()[2] + 0.1).abs() < 1e-5, "{now:?}");
    assert_eq!(now.heel.unwrap()[..2], measured.heel.unwrap()[..2]);
    assert_eq!((now.half_breadth, now.ball, now.toe), (Some(0.06), measured.ball, measured.toe));
    let undo = harness.state().session.document().history().undo_label().map(str::to_owned);
    assert_eq!(undo.as_deref(), Some("Set half breadth of the sole of left leg"));
    // What the solver has is what was set.
    let session = &harness.state().session;
    let bound = session.stage().unwrap().bound().unwrap();
    let scale = bound.leg_length() / session.document().rig().reference_leg_length;
    let rigged = bound.feet().next().unwrap();
    assert!((rigged.half_breadth() - 0.06 * scale).abs() < 1e-5);
    assert!((rigged.contacts_at_rest()[0].z + 0.1 * scale).abs() < 1e-4);
    harness.check_accessibility();
    click(&mut harness, "Sole from the mesh");
    assert_eq!(foot(&harness, 0), measured);
    click(&mut harness, "Sole from the bones");
    assert_eq!(
        foot(&harness, 0),
        Foot { heel: None, ball: None, toe: None, half_breadth: None, heel_radius: None, ..measured.clone() }
    );
    harness.state_mut().session.apply(Action::Run(Command::Undo));
    harness.run();
    assert_eq!(foot(&harness, 0), measured);
}

#[test]
fn one_foot_is_made_as_the_other() {
    let mut harness = window(bundled());
    harness.state_mut().session.apply(Action::Select { item: Item::Sole(1), how: SelectHow::Replace });
    harness.run();
    set(&mut harness, "Toe tip sideways", -2.0);
    let right = foot(&harness, 1);
    harness.state_mut().session.apply(Action::Select { item: Item::Sole(0), how: SelectHow::Replace });
    harness.run();
    click(&mut harness, "Sole as the other foot");
    let left = foot(&harness, 0);
    assert_eq!(left.chain, "left_leg");
    assert!((left.toe.unwrap()[0] - 0.02).abs() < 1e-6, "{left:?}, {right:?}");
    assert_eq!(left.toe.unwrap()[1..], right.toe.unwrap()[1..]);
    assert!(harness.query_by_label("Sole as the other foot").is_none(), "they are the same now");
}
