//! What is wrong, where, and what repairs it; and what is good to know of the character.

use eframe::egui::{Align, Rect, Ui, vec2};

use crate::editor::core::{Action, Actions, Command, Item, Problem, Session, Severity};
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{hint, link, marked_paragraph, rule, section_head};

/// `reveal` scrolls to it.
pub fn ui(ui: &mut Ui, session: &Session, reveal: bool, actions: &mut Actions) {
    if session.stage().is_none() {
        return;
    }
    rule(ui);
    let top = ui.cursor().min;
    let all = || session.problems().iter().enumerate();
    let count = all().filter(|(_, problem)| problem.asks_for_something()).count();
    section_head(ui, "Problems", &if count == 0 { String::new() } else { count.to_string() });
    if count == 0 {
        hint(ui, "None found.");
    }
    let mendable = all().filter(|(_, problem)| problem.is_mendable()).count();
    if mendable > 1 {
        let response = link(ui, "Fix all", "Fix all problems");
        if response.clicked() {
            actions.push(Action::FixAll);
        }
        if response.hovered() {
            actions.hint("Writes what mends them into the rig, as one step. The model's file is left alone.");
        }
    }
    for (index, problem) in all().filter(|(_, problem)| problem.asks_for_something()) {
        ui.push_id(index, |ui| entry(ui, index, problem, actions));
    }
    if count < session.problems().len() {
        ui.add_space(2.0 * STEP);
        section_head(ui, "Good to know", "");
        for (index, problem) in all().filter(|(_, problem)| !problem.asks_for_something()) {
            ui.push_id(index, |ui| entry(ui, index, problem, actions));
        }
    }
    if reveal {
        let whole = Rect::from_min_max(top, ui.cursor().min + vec2(ui.available_width(), 0.0));
        ui.scroll_to_rect(whole, Some(Align::TOP));
    }
}

fn entry(ui: &mut Ui, index: usize, problem: &Problem, actions: &mut Actions) {
    let meaning = match problem.severity {
        Severity::Error => Meaning::Bad,
        Severity::Warning => Meaning::Warn,
        Severity::Info => Meaning::Plain,
    };
    marked_paragraph(ui, meaning, &problem.text);
    let indented = |ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)| {
        ui.horizontal(|ui| {
            ui.add_space(6.0 * STEP);
            add(ui);
        });
    };
    if let Some(advice) = problem.advice.as_ref().filter(|_| problem.fix.is_none()) {
        indented(ui, &mut |ui| hint(ui, advice));
    }
    if problem.item.is_none() && problem.fix.is_none() {
        ui.add_space(STEP);
        return;
    }
    indented(ui, &mut |ui| {
        if let Some(item) = problem.item
            && link(ui, "Show", &format!("Show problem {}", index + 1)).clicked()
        {
            actions.select(item);
            if matches!(item, Item::Bone(_)) {
                actions.run(Command::FrameSelected);
            }
        }
        if let Some(fix) = &problem.fix {
            // What is only good to know offers a choice and calls it by what it does.
            let (text, says) =
                if problem.asks_for_something() { ("Fix", Some(&fix.label)) } else { (fix.label.as_str(), None) };
            let response = link(ui, text, &format!("Fix problem {}", index + 1));
            if response.clicked() {
                actions.push(Action::FixProblem(index));
            }
            if response.hovered() {
                actions.hint(format!("{}: one step of the rig, which undo takes back.", fix.label));
            }
            if let Some(advice) = &problem.advice {
                response.on_hover_text(advice);
            }
            if let Some(says) = says {
                hint(ui, says);
            }
        }
    });
    ui.add_space(STEP);
}
