//! How a chain comes to its goal: the method and its limits, or a limb's softening and stretch.

use eframe::egui::Ui;
use surefoot::rig::{Chain, Fabrik, FabrikMethod, Solver, TwoBone};

use super::super::fields::{self, under_fields};
use super::Editing;
use crate::editor::core::{Actions, Session};
use crate::editor::meaning;
use crate::editor::widgets::{Change, hint, lower_first, property, section_head, segmented};

pub fn two_bone(ui: &mut Ui, editing: &Editing<'_>, two_bone: &TwoBone, actions: &mut Actions) {
    section_head(ui, "Full reach", "");
    let write = |set: fn(&mut TwoBone, f32)| {
        move |chain: &mut Chain, value: f32| {
            if let Solver::TwoBone(two_bone) = &mut chain.solver {
                set(two_bone, value);
            }
        }
    };
    let change = property(ui, "Soften from", |ui| {
        let field = fields::percent("chains.solver.TwoBone.soften_from", "Soften from", two_bone.soften_from);
        let tip = "where the limb begins to slow down instead of snapping straight: 100 is off, 50 is the softest and stays \
                   the shortest";
        field.unit("% of reach").snap(1.0).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "softening", change, write(|two_bone, value| two_bone.soften_from = value));
    let change = property(ui, "Stretch", |ui| {
        let field = fields::percent("chains.solver.TwoBone.max_stretch", "Largest stretch", two_bone.max_stretch);
        let tip = "how much longer the bones may become for a goal out of reach: 0 keeps their length, 100 doubles it";
        field.unit("% at most").usual(0.0..=0.2).snap(1.0).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "stretch", change, write(|two_bone, value| two_bone.max_stretch = value));
}

const METHODS: [(FabrikMethod, &str); 2] = [(FabrikMethod::Sweeps, "Sweeps"), (FabrikMethod::Descent, "Descent")];

pub fn fabrik(ui: &mut Ui, session: &Session, editing: &Editing<'_>, fabrik: &Fabrik, actions: &mut Actions) {
    section_head(ui, "Reaching", "");
    let write = |set: fn(&mut Fabrik, f32)| {
        move |chain: &mut Chain, value: f32| {
            if let Solver::Fabrik(fabrik) = &mut chain.solver {
                set(fabrik, value);
            }
        }
    };
    if let Some(method) = property(ui, "Method", |ui| segmented(ui, "method", fabrik.method, &METHODS)) {
        editing.set(actions, "method", Change::Set(method), |chain, method| {
            if let Solver::Fabrik(fabrik) = &mut chain.solver {
                fabrik.method = method;
            }
        });
    }
    let about = match fabrik.method {
        FabrikMethod::Sweeps => "The whole chain bends evenly.",
        FabrikMethod::Descent => "Joints near the tip turn most, as a tail curls.",
    };
    under_fields(ui, |ui| hint(ui, about));
    let change = property(ui, "Iterations", |ui| {
        let path = "chains.solver.Fabrik.max_iterations";
        let field = fields::number(path, "Iterations at most", fabrik.max_iterations as f32);
        let tip =
            "how often at most the chain is gone through: few are fast and may stop short, many reach and cost more";
        field.decimals(0).snap(5.0).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "iterations", change, write(|fabrik, value| fabrik.max_iterations = value.round() as u32));
    let change = property(ui, "Tolerance", |ui| {
        let field = fields::percent("chains.solver.Fabrik.tolerance", "Tolerance", fabrik.tolerance);
        let tip = "how near counts as reached: small is exact and takes more iterations, large stops early";
        field.unit("% of length").decimals(2).logarithmic().tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "tolerance", change, write(|fabrik, value| fabrik.tolerance = value));
    stiffness(ui, session, editing, fabrik, actions);
}

fn stiffness(ui: &mut Ui, session: &Session, editing: &Editing<'_>, fabrik: &Fabrik, actions: &mut Actions) {
    let Some((stage, joints)) =
        session.stage().and_then(|stage| Some((stage, meaning::chain_joints(editing.chain, stage)?)))
    else {
        return;
    };
    for (place, &joint) in joints.iter().enumerate().take(joints.len().saturating_sub(1)) {
        let bone = meaning::joint_name(stage, joint);
        let bone = meaning::short_name(&bone);
        let name = format!("Stiffness of {bone}");
        let value = fabrik.stiffness.get(place).copied().unwrap_or(0.0);
        let change = property(ui, if place == 0 { "Stiffness" } else { "" }, |ui| {
            let field = fields::number("chains.solver.Fabrik.stiffness", &name, value).default(0.0).unit(bone);
            let tip = "how unwilling the bone is to turn: 0 bends freely, 1 keeps the incoming pose as far as it can";
            ui.push_id(place, |ui| field.tip(tip).meaning(editing.meaning).show(ui)).inner
        });
        editing.set(actions, &lower_first(&name), change, |chain, value| {
            if let Solver::Fabrik(fabrik) = &mut chain.solver {
                if fabrik.stiffness.len() <= place {
                    fabrik.stiffness.resize(place + 1, 0.0);
                }
                fabrik.stiffness[place] = value;
                while fabrik.stiffness.last() == Some(&0.0) {
                    fabrik.stiffness.pop();
                }
            }
        });
    }
}
