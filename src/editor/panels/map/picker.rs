//! The list of bones a role can be given, the likely ones first.

use eframe::egui::{Response, Ui};
use surefoot::humanoid::Role;
use surefoot::skeleton::JointId;

use crate::editor::core::Stage;
use crate::editor::core::mapping::candidates;
use crate::editor::meaning;
use crate::editor::widgets::{Choice, Entry, pick_from};

/// Opens at a click on `response`; what was picked, none for no bone.
pub fn popup(response: &Response, stage: &Stage, role: Role) -> Option<Option<JointId>> {
    let list = List::new(stage, role);
    let picked = pick_from(response, &name(role), 280.0, list.current, || list.entries(stage))?;
    list.joints.get(picked).copied()
}

/// A field that shows the bone and opens the list.
pub fn field(ui: &mut Ui, stage: &Stage, role: Role, tip: &str, width: f32) -> Option<Option<JointId>> {
    let joint = stage.map().get(role);
    let bone = joint.map_or_else(|| "none".to_owned(), |joint| meaning::joint_name(stage, joint));
    let list = List::new(stage, role);
    let choice = Choice { name: &name(role), text: meaning::short_name(&bone), note: "", tip, faulty: false };
    let picked = choice.show(ui, width, list.current, || list.entries(stage))?;
    list.joints.get(picked).copied()
}

fn name(role: Role) -> String {
    format!("Bone for {role}")
}

struct List {
    /// Likely ones, no bone, and the rest of the tree.
    joints: Vec<Option<JointId>>,
    likely: usize,
    current: Option<usize>,
}

impl List {
    fn new(stage: &Stage, role: Role) -> Self {
        let likely = candidates(stage, role);
        let mut joints: Vec<Option<JointId>> = likely.iter().copied().map(Some).collect();
        joints.push(None);
        joints.extend(stage.skeleton().ids().filter(|joint| !likely.contains(joint)).map(Some));
        let mapped = stage.map().get(role);
        Self { current: joints.iter().position(|&joint| joint == mapped), joints, likely: likely.len() }
    }

    fn entries<'a>(&self, stage: &'a Stage) -> Vec<Entry<'a>> {
        let skeleton = stage.skeleton();
        let mut depths = vec![0; skeleton.len()];
        for joint in skeleton.ids() {
            depths[joint.index()] = skeleton.parent(joint).map_or(0, |parent| depths[parent.index()] + 1);
        }
        let entry = |(place, joint): (usize, &Option<JointId>)| {
            let Some(joint) = *joint else { return Entry { text: "No bone", note: "", depth: 0 } };
            let text = match skeleton.name(joint) {
                "" => "Unnamed node",
                name => meaning::short_name(name),
            };
            let role = stage.map().role_of(joint).map_or("", |role| role.name());
            let is_likely = place < self.likely;
            Entry {
                text,
                note: if is_likely && role.is_empty() { "likely" } else { role },
                depth: if is_likely { 0 } else { depths[joint.index()] },
            }
        };
        self.joints.iter().enumerate().map(entry).collect()
    }
}
