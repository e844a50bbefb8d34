use eframe::egui::Ui;
use surefoot::rig::HintMode;

use super::super::super::apply::push;
use super::super::fields::{self, field_width, under_fields};
use super::{Editing, hint_of, hint_of_mut, words};
use crate::editor::core::{Actions, Command, Edit, Session};
use crate::editor::widgets::{Change, Choice, Entry, hint, link, lower_first, property, section_head};

struct Mode {
    mode: HintMode,
    text: &'static str,
    note: &'static str,
    /// What it means for the animator, under the field.
    about: &'static str,
}

const MODES: [Mode; 4] = [
    Mode {
        mode: HintMode::RestBend,
        text: "Rest bend",
        note: "the side it bends to at rest",
        about: "Carried by the bone above the chain.",
    },
    Mode {
        mode: HintMode::FollowTip,
        text: "Follows the tip",
        note: "knees point where the feet do",
        about: "Turns with the tip about the chain's line.",
    },
    Mode {
        mode: HintMode::Character,
        text: "Fixed to the body",
        note: "a point beside the character",
        about: "Stays where it is while the limb moves.",
    },
    Mode {
        mode: HintMode::AnimatedBend,
        text: "Animated bend",
        note: "the side of the clip",
        about: "Keeps the incoming bend; where that is straight, the rest side.",
    },
];

/// To which side the middle of the chain bends.
pub fn ui(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let (joint, _) = words(editing.meaning);
    let current = hint_of(editing.chain);
    section_head(ui, &format!("{joint} hint"), "");
    mode(ui, editing, actions);
    let change = property(ui, "Weight", |ui| {
        let field = fields::number("chains.solver.TwoBone.hint.weight", "Hint weight", current.weight);
        let tip = "how far the bend turns to the hint: 0 keeps the incoming side, 1 points at the hint";
        field.tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "hint weight", change, |chain, weight| hint_of_mut(chain).weight = weight);
    if current.mode == HintMode::AnimatedBend {
        return;
    }
    let axes = [
        ("Sideways", "Hint sideways", "from the middle joint at rest, to the character's left; below 0 to its right"),
        ("Up", "Hint up", "from the middle joint at rest, upward; below 0 downward"),
        ("Forward", "Hint forward", "from the middle joint at rest, to the front; below 0 to the back"),
    ];
    for (axis, (label, name, tip)) in axes.into_iter().enumerate() {
        let change = property(ui, label, |ui| {
            let field = fields::length("chains.solver.TwoBone.hint.offset", name, current.offset[axis]);
            field.usual(-1.0..=1.0).default(0.0).tip(tip).meaning(editing.meaning).show(ui)
        });
        let what = format!("{} of the hint", lower_first(label));
        editing.set(actions, &what, change, |chain, value| hint_of_mut(chain).offset[axis] = value);
    }
    if current.offset == [0.0; 3] {
        under_fields(ui, |ui| hint(ui, "At zero it is the side the rest pose bends to."));
    } else if under_fields(ui, |ui| link(ui, "Reset hint", "Reset hint")).clicked() {
        if Command::ResetHint.unavailable(session).is_none() {
            actions.run(Command::ResetHint);
        } else {
            let mut chain = editing.chain.clone();
            hint_of_mut(&mut chain).offset = [0.0; 3];
            push(actions, "Reset hint", Change::Set(chain), |chain| Edit::Chain { index: editing.index, chain });
        }
    }
}

fn mode(ui: &mut Ui, editing: &Editing<'_>, actions: &mut Actions) {
    let now = hint_of(editing.chain).mode;
    let current = MODES.iter().position(|mode| mode.mode == now);
    let picked = property(ui, "Mode", |ui| {
        let choice = Choice {
            name: "Hint mode",
            text: current.map_or("", |current| MODES[current].text),
            note: "",
            tip: fields::about("chains.solver.TwoBone.hint.mode"),
            faulty: false,
        };
        let entries = || MODES.iter().map(|mode| Entry { text: mode.text, note: mode.note, depth: 0 }).collect();
        choice.show(ui, field_width(ui), current, entries)
    });
    if let Some(mode) = picked.map(|picked| MODES[picked].mode).filter(|&mode| mode != now) {
        editing.set(actions, "hint mode", Change::Set(mode), |chain, mode| hint_of_mut(chain).mode = mode);
    }
    if let Some(current) = current {
        under_fields(ui, |ui| hint(ui, MODES[current].about));
    }
}
