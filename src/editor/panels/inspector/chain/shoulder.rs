use eframe::egui::Ui;
use surefoot::rig::{Chain, Shoulder, Solver, TwoBone};

use super::super::fields::{self, bone_row, under_fields};
use super::Editing;
use crate::editor::core::{Actions, Edit, Session, propose_shoulder};
use crate::editor::meaning;
use crate::editor::widgets::{Change, Icon, Weight, hint, icon_text_button, link, lower_first, property, section_head};

/// The bone above the limb that helps it reach.
pub fn ui(ui: &mut Ui, session: &Session, editing: &Editing<'_>, two_bone: &TwoBone, actions: &mut Actions) {
    let Some(shoulder) = &two_bone.shoulder else {
        section_head(ui, "Shoulder", "none");
        add(ui, session, editing, actions);
        return;
    };
    section_head(ui, "Shoulder", if shoulder.weight == 0.0 { "off" } else { "helps to reach" });
    let path = "chains.solver.TwoBone.shoulder";
    if let Some(bone) = bone_row(ui, session, "Bone", "Shoulder bone", &format!("{path}.bone"), Some(&shoulder.bone)) {
        editing.set(actions, "shoulder", Change::Set(bone), write(|shoulder, bone| shoulder.bone = bone));
    }
    let change = property(ui, "Weight", |ui| {
        let field = fields::number(&format!("{path}.weight"), "Shoulder weight", shoulder.weight);
        let tip =
            "how soon the shoulder has turned all it may: 0 leaves it alone, 4 turns it with the first bit of effort";
        field.snap(0.25).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "shoulder weight", change, write(|shoulder, value| shoulder.weight = value));
    let change = property(ui, "Offset", |ui| {
        let field = fields::percent(&format!("{path}.offset"), "Shoulder offset", shoulder.offset);
        let tip = "how long before full reach the shoulder begins: 0 only out of reach, 100 always";
        field.unit("% of length").snap(5.0).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "shoulder offset", change, write(|shoulder, value| shoulder.offset = value));
    let change = property(ui, "Largest turn", |ui| {
        let name = "Shoulder largest turn";
        let field = fields::degrees(&format!("{path}.max_turn_deg"), name, shoulder.max_turn_deg);
        let tip = "how far the shoulder turns at most: 0 not at all, about 30 as people do, more for cartoons";
        field.tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(
        actions,
        "largest turn of the shoulder",
        change,
        write(|shoulder, value| shoulder.max_turn_deg = value),
    );
    if under_fields(ui, |ui| link(ui, "Remove", "Remove the shoulder")).clicked() {
        replace(editing, "Remove the shoulder", None, actions);
    }
}

/// Adds or removes it as one step.
fn replace(editing: &Editing<'_>, verb: &str, shoulder: Option<Shoulder>, actions: &mut Actions) {
    let mut chain = editing.chain.clone();
    if let Solver::TwoBone(two_bone) = &mut chain.solver {
        two_bone.shoulder = shoulder;
    }
    let label = format!("{verb} of {}", lower_first(&editing.title));
    actions.edit(label, Edit::Chain { index: editing.index, chain });
}

fn write<T>(set: impl FnOnce(&mut Shoulder, T)) -> impl FnOnce(&mut Chain, T) {
    move |chain, value| {
        if let Solver::TwoBone(TwoBone { shoulder: Some(shoulder), .. }) = &mut chain.solver {
            set(shoulder, value);
        }
    }
}

fn add(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let Some(stage) = session.stage() else { return };
    let Some(bone) = stage.joint(&editing.chain.root).and_then(|root| propose_shoulder(stage, root)) else {
        hint(ui, "No bone above the limb could help: it hangs from the trunk.");
        return;
    };
    let response = icon_text_button(ui, Icon::Plus, "Add shoulder", Weight::Quiet);
    if response.hovered() {
        let name = meaning::joint_name(stage, bone);
        actions.hint(format!("{} turns towards goals that the limb barely reaches.", meaning::short_name(&name)));
    }
    if response.clicked() {
        replace(editing, "Add the shoulder", Some(Shoulder::new(stage.bone_ref(bone))), actions);
    }
}
