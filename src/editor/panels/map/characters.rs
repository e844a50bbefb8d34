//! Which of several characters in one file is mapped.

use eframe::egui::Ui;
use surefoot::humanoid::Detection;
use surefoot::pose::Globals;

use crate::editor::core::{Action, Actions, Stage};
use crate::editor::meaning;
use crate::editor::widgets::{Choice, Entry, hint};

/// A line and a list where the file holds more than one.
pub fn ui(ui: &mut Ui, stage: &Stage, actions: &mut Actions) {
    let count = stage.detections().count();
    if count < 2 {
        return;
    }
    hint(ui, &format!("{count} characters in this file. Choosing one maps and rigs it."));
    let described: Vec<(String, String)> = stage.detections().map(|found| describe(stage, found)).collect();
    let current = stage.humanoid();
    let (name, note) = described.get(current).map_or(("", ""), |(name, note)| (name, note));
    let choice =
        Choice { name: "Character", text: name, note, tip: "the character that the rig is for", faulty: false };
    let entries = || described.iter().map(|(name, note)| Entry { text: name, note, depth: 0 }).collect();
    if let Some(picked) = choice.show(ui, ui.available_width(), Some(current), entries)
        && picked != current
    {
        actions.push(Action::ChooseCharacter(picked));
    }
}

/// The topmost node that is this character's alone, and how tall its bones stand.
fn describe(stage: &Stage, detection: &Detection) -> (String, String) {
    let skeleton = stage.skeleton();
    let others: Vec<_> = stage.detections().filter(|other| !std::ptr::eq(*other, detection)).collect();
    let is_own =
        |joint| !others.iter().flat_map(|other| &other.bones).any(|bone| skeleton.is_within(bone.joint, joint));
    let root = detection.bones.first().map(|bone| bone.joint);
    let top = root.and_then(|root| skeleton.ancestors(root).take_while(|&up| is_own(up)).last().or(Some(root)));
    let name = top.map_or_else(|| "Character".into(), |top| meaning::joint_name(stage, top));
    (
        meaning::short_name(&name).to_owned(),
        format!("{} bones · {:.2} m", detection.bones.len(), height(stage.rest_globals(), detection)),
    )
}

/// Metres from the lowest bone to the highest.
fn height(rest: &Globals, detection: &Detection) -> f32 {
    let heights = || detection.bones.iter().map(|bone| rest.position(bone.joint).y);
    (heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min)).max(0.0)
}
