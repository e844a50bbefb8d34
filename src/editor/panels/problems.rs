//! What is wrong, where, and what repairs it.

use eframe::egui::Ui;

use crate::editor::core::{Action, Actions, Item, Session, Severity};
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{hint, link, marked_paragraph, rule, section_head};

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    if session.stage().is_none() {
        return;
    }
    rule(ui);
    let problems = session.problems();
    section_head(ui, "Problems", &if problems.is_empty() { String::new() } else { problems.len().to_string() });
    if problems.is_empty() {
        hint(ui, "None found.");
    }
    for (index, problem) in problems.iter().enumerate() {
        ui.push_id(index, |ui| {
            let meaning = match problem.severity {
                Severity::Error => Meaning::Bad,
                Severity::Warning => Meaning::Warn,
                Severity::Info => Meaning::Plain,
            };
            marked_paragraph(ui, meaning, &problem.text);
            if problem.item.is_none() && problem.fix.is_none() {
                return;
            }
            ui.horizontal(|ui| {
                ui.add_space(6.0 * STEP);
                if let Some(item) = problem.item
                    && link(ui, "Show", &format!("Show problem {}", index + 1)).clicked()
                {
                    actions.select(item);
                    if matches!(item, Item::Bone(_)) {
                        actions.run(crate::editor::core::Command::FrameSelected);
                    }
                }
                if let Some(fix) = &problem.fix {
                    let response = link(ui, "Fix", &format!("Fix problem {}", index + 1));
                    if response.clicked() {
                        actions.push(Action::FixProblem(index));
                    }
                    response.on_hover_text(&fix.label);
                }
            });
        });
    }
}
