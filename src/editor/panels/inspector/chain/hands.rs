//! What the hand of an arm holds.

use eframe::egui::Ui;
use surefoot::humanoid::Side;
use surefoot::rig::PropNote;

use super::super::fields::{field_width, under_fields};
use crate::editor::core::{Actions, Edit, Item, Session, grip_of, hand_of, known_props};
use crate::editor::theme::Meaning;
use crate::editor::widgets::{Choice, Entry, hint, link, property, section_head, toggle};

/// Nothing for a chain that ends in no hand.
pub fn of_chain(ui: &mut Ui, session: &Session, chain: usize, actions: &mut Actions) -> bool {
    let Some(side) = session
        .stage()
        .zip(session.document().rig().chains.get(chain))
        .and_then(|(stage, chain)| hand_of(chain, stage))
    else {
        return false;
    };
    self::ui(ui, session, side, actions);
    true
}

/// The thing in the scene and the hands on it; a new one is put where the hand of `side` reaches it.
pub fn ui(ui: &mut Ui, session: &Session, side: Side, actions: &mut Actions) {
    let note = session.document().prop();
    section_head(ui, "Hands", if note.is_some() { "hold a thing" } else { "free" });
    thing(ui, session, side, note, actions);
    let Some(note) = note else {
        hint(ui, "Put a thing into the scene to see the hand take it.");
        return;
    };
    let held = known_props().iter().find(|(name, _)| *name == note.prop).map(|(_, prop)| prop);
    let grips: Vec<&str> = held.iter().flat_map(|prop| &prop.grips).map(|grip| grip.name.as_str()).collect();
    for side in Side::BOTH {
        let (label, name) = if side == Side::Left { ("Left", "Left grip") } else { ("Right", "Right grip") };
        let now = grip_of(note, side);
        let picked = property(ui, label, |ui| {
            let tip = "where this hand holds the thing; a free hand follows its own goal";
            let choice = Choice {
                name,
                text: now.unwrap_or("Free"),
                note: "",
                tip,
                faulty: now.is_some_and(|now| !grips.contains(&now)),
            };
            let at = now.map_or(Some(0), |now| grips.iter().position(|grip| *grip == now).map(|at| at + 1));
            let entries = || {
                let free = Entry { text: "Free", note: "", depth: 0 };
                std::iter::once(free).chain(grips.iter().map(|&text| Entry { text, note: "", depth: 0 })).collect()
            };
            choice.show(ui, field_width(ui), at, entries)
        });
        if let Some(picked) = picked {
            let grip = picked.checked_sub(1).and_then(|at| grips.get(at)).map(|&grip| grip.to_owned());
            let mut note = note.clone();
            match side {
                Side::Left => note.left = grip,
                Side::Right => note.right = grip,
            }
            set(actions, &format!("Set {}", name.to_lowercase()), note);
        }
    }
    let hangs = property(ui, "Hang", |ui| toggle(ui, "Hang from the thing", note.hang, Meaning::Arm).clicked());
    if hangs {
        let label = if note.hang { "Stand by the thing" } else { "Hang from the thing" };
        set(actions, label, PropNote { hang: !note.hang, ..note.clone() });
    }
    let (mut selects, mut removes) = (false, false);
    under_fields(ui, |ui| {
        let response = link(ui, "Move it", "Select the thing");
        selects = response.clicked();
        response
    });
    under_fields(ui, |ui| {
        let response = link(ui, "Remove it", "Remove the thing");
        removes = response.clicked();
        response
    });
    if selects {
        actions.select(Item::Prop);
    }
    if removes {
        actions.edit("Remove the thing", Edit::Prop(None));
    }
}

fn thing(ui: &mut Ui, session: &Session, side: Side, note: Option<&PropNote>, actions: &mut Actions) {
    let props = known_props();
    let at = note.map_or(Some(0), |note| props.iter().position(|(name, _)| *name == note.prop).map(|at| at + 1));
    let text = match (note, at.and_then(|at| at.checked_sub(1))) {
        (None, _) => "Nothing",
        (_, Some(at)) => &props[at].1.name,
        (Some(note), None) => &note.prop,
    };
    let picked = property(ui, "Thing", |ui| {
        let tip = "a thing to hold, kept with the rig for the editor alone";
        let choice = Choice { name: "Thing to hold", text, note: "", tip, faulty: at.is_none() };
        let entries = || {
            let nothing = Entry { text: "Nothing", note: "", depth: 0 };
            let all = props.iter().map(|(_, prop)| Entry { text: &prop.name, note: "", depth: 0 });
            std::iter::once(nothing).chain(all).collect()
        };
        choice.show(ui, field_width(ui), at, entries)
    });
    match picked {
        Some(0) if note.is_some() => actions.edit("Remove the thing", Edit::Prop(None)),
        Some(picked) if picked > 0 => {
            let Some((name, prop)) = props.get(picked - 1) else { return };
            if let Some(note) = session.stage().and_then(|stage| stage.propose_prop(name, side)) {
                set(actions, &format!("Hold a {}", prop.name.to_lowercase()), note);
            }
        }
        _ => {}
    }
}

fn set(actions: &mut Actions, label: &str, note: PropNote) {
    actions.edit(label, Edit::Prop(Some(note)));
}
