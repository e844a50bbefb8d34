use eframe::egui::Ui;
use surefoot::rig::{Chain, Fabrik, Hint, HintMode, JointLimit, LimitShape, Solver, TwoBone};

use super::super::apply::push;
use super::fields::{self, bone_row, fact, field_width, under_fields};
use super::limit;
use crate::editor::core::{Actions, Command, Edit, Item, Session, bone_ref, explain_chain};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{
    Change, Choice, Entry, link, lower_first, paragraph, property, rule, section_head, text_field,
};

/// A chain being edited: every change is a copy with one field different.
struct Editing<'a> {
    index: usize,
    chain: &'a Chain,
    title: String,
    meaning: Meaning,
}

impl Editing<'_> {
    fn set<T>(&self, actions: &mut Actions, what: &str, change: Change<T>, write: impl FnOnce(&mut Chain, T)) {
        let label = format!("Set {what} of {}", lower_first(&self.title));
        push(actions, &label, change, |value| {
            let mut chain = self.chain.clone();
            write(&mut chain, value);
            Edit::Chain { index: self.index, chain }
        });
    }
}

pub fn ui(ui: &mut Ui, session: &Session, index: usize, actions: &mut Actions) {
    let chain = &session.document().rig().chains[index];
    let editing = Editing {
        index,
        chain,
        title: meaning::chain_title(&chain.name),
        meaning: meaning::of_chain(chain, session.stage()),
    };
    section_head(ui, &editing.title, &meaning::solver_note(chain, session.stage()));
    bones(ui, session, &editing, actions);
    rule(ui);
    weights(ui, &editing, actions);
    rule(ui);
    hint(ui, session, &editing, actions);
    if let Solver::Fabrik(fabrik) = &chain.solver {
        rule(ui);
        reaching(ui, session, &editing, fabrik, actions);
    }
    if let Solver::TwoBone(two_bone) = &chain.solver {
        rule(ui);
        middle_limit(ui, session, &editing, two_bone, actions);
    }
    goal(ui, session, &editing, actions);
    if let Some(stage) = session.stage() {
        rule(ui);
        section_head(ui, "This frame", "");
        let text = if session.ik_on() {
            explain_chain(stage.report(), index).join(" ")
        } else {
            "IK is off: this is the incoming pose.".to_owned()
        };
        paragraph(ui, &text);
    }
}

fn bones(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let chain = editing.chain;
    let name = property(ui, "Name", |ui| {
        let width = field_width(ui);
        text_field(ui, "Chain name", &chain.name, width)
    });
    if let Change::Set(name) = name
        && !name.trim().is_empty()
    {
        let mut chain = chain.clone();
        chain.name = name.trim().to_owned();
        actions.edit(format!("Rename {}", lower_first(&editing.title)), Edit::Chain { index: editing.index, chain });
    }
    if let Some(bone) = bone_row(ui, session, "Root", "Root bone", "chains.root", Some(&chain.root)) {
        editing.set(actions, "root", Change::Set(bone), |chain, bone| chain.root = bone);
    }
    if let Solver::TwoBone(two_bone) = &chain.solver
        && let Some(bone) =
            bone_row(ui, session, "Middle", "Middle bone", "chains.solver.TwoBone.mid", Some(&two_bone.mid))
    {
        editing.set(actions, "middle", Change::Set(bone), |chain, bone| {
            if let Solver::TwoBone(two_bone) = &mut chain.solver {
                two_bone.mid = bone;
            }
        });
    }
    if let Some(bone) = bone_row(ui, session, "Tip", "Tip bone", "chains.tip", Some(&chain.tip)) {
        editing.set(actions, "tip", Change::Set(bone), |chain, bone| chain.tip = bone);
    }
    solver(ui, session, editing, actions);
    if let Some(length) = rest_length(session, chain) {
        fact(ui, "Length", &format!("{length:.3}"), "m");
    }
}

/// Two-bone or FABRIK; the hint is kept.
fn solver(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let current = match editing.chain.solver {
        Solver::TwoBone(_) => 0,
        Solver::Fabrik(_) => 1,
    };
    let texts = [("Two-bone", "exact, for limbs"), ("FABRIK", "for any length")];
    let picked = property(ui, "Solver", |ui| {
        let choice = Choice {
            name: "Solver",
            text: texts[current].0,
            note: "",
            tip: fields::about("chains.solver"),
            faulty: false,
        };
        let entries = || texts.iter().map(|&(text, note)| Entry { text, note, depth: 0 }).collect();
        choice.show(ui, field_width(ui), Some(current), entries)
    });
    let hint = hint_of(editing.chain).clone();
    let solver = match picked {
        Some(1) if current == 0 => Solver::Fabrik(Fabrik { hint, ..Fabrik::default() }),
        Some(0) if current == 1 => {
            let Some(mid) = middle_of(session, editing.chain) else { return };
            let soften_from = fields::default_of("chains.solver.TwoBone.soften_from").unwrap_or(1.0);
            Solver::TwoBone(TwoBone { mid, hint, soften_from, max_stretch: 0.0, shoulder: None })
        }
        _ => return,
    };
    editing.set(actions, "solver", Change::Set(solver), |chain, solver| chain.solver = solver);
}

/// The bone half-way between root and tip.
fn middle_of(session: &Session, chain: &Chain) -> Option<surefoot::rig::BoneRef> {
    let stage = session.stage()?;
    let joints = meaning::chain_joints(chain, stage).filter(|joints| joints.len() > 2)?;
    Some(bone_ref(stage.skeleton(), stage.map(), joints[joints.len() / 2]))
}

fn weights(ui: &mut Ui, editing: &Editing<'_>, actions: &mut Actions) {
    let chain = editing.chain;
    section_head(ui, "Weights", "");
    let change = property(ui, "Position", |ui| {
        let field = fields::number("chains.position_weight", "Position weight", chain.position_weight);
        field.meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "position weight", change, |chain, weight| chain.position_weight = weight);
    let change = property(ui, "Rotation", |ui| {
        let field = fields::number("chains.rotation_weight", "Rotation weight", chain.rotation_weight);
        field.meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "rotation weight", change, |chain, weight| chain.rotation_weight = weight);
    let change = property(ui, "Hint", |ui| {
        let field = fields::number("chains.solver.TwoBone.hint.weight", "Hint weight", hint_of(chain).weight);
        field.meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "hint weight", change, |chain, weight| hint_of_mut(chain).weight = weight);
}

const MODES: [(HintMode, &str, &str); 4] = [
    (HintMode::RestBend, "Rest bend", "the side it bends to at rest"),
    (HintMode::FollowTip, "Follows the tip", "knees point where the feet do"),
    (HintMode::Character, "Fixed to the body", "a point beside the character"),
    (HintMode::AnimatedBend, "Animated bend", "the side of the clip"),
];

fn hint(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let (joint, _) = words(editing.meaning);
    let hint = hint_of(editing.chain);
    section_head(ui, &format!("{joint} hint"), "");
    let current = MODES.iter().position(|&(mode, ..)| mode == hint.mode);
    let picked = property(ui, "Mode", |ui| {
        let choice = Choice {
            name: "Hint mode",
            text: current.map_or("", |current| MODES[current].1),
            note: "",
            tip: fields::about("chains.solver.TwoBone.hint.mode"),
            faulty: false,
        };
        let entries = || MODES.iter().map(|&(_, text, note)| Entry { text, note, depth: 0 }).collect();
        choice.show(ui, field_width(ui), current, entries)
    });
    if let Some(mode) = picked.map(|picked| MODES[picked].0).filter(|&mode| mode != hint.mode) {
        editing.set(actions, "hint mode", Change::Set(mode), |chain, mode| hint_of_mut(chain).mode = mode);
    }
    if hint.mode != HintMode::AnimatedBend {
        let names = [("Sideways", "Hint sideways"), ("Up", "Hint up"), ("Forward", "Hint forward")];
        for (axis, (label, name)) in names.into_iter().enumerate() {
            let change = property(ui, label, |ui| {
                let field = fields::length("chains.solver.TwoBone.hint.offset", name, hint.offset[axis]);
                field.usual(-1.0..=1.0).default(0.0).meaning(editing.meaning).show(ui)
            });
            let what = format!("{} of the hint", lower_first(label));
            editing.set(actions, &what, change, |chain, value| hint_of_mut(chain).offset[axis] = value);
        }
    }
    if let Solver::TwoBone(two_bone) = &editing.chain.solver {
        let change = property(ui, "Soften from", |ui| {
            let field = fields::percent("chains.solver.TwoBone.soften_from", "Soften from", two_bone.soften_from);
            field.unit("% of reach").snap(1.0).meaning(editing.meaning).show(ui)
        });
        editing.set(actions, "softening", change, |chain, value| {
            if let Solver::TwoBone(two_bone) = &mut chain.solver {
                two_bone.soften_from = value;
            }
        });
        let change = property(ui, "Stretch", |ui| {
            let field = fields::percent("chains.solver.TwoBone.max_stretch", "Largest stretch", two_bone.max_stretch);
            field.unit("% at most").usual(0.0..=0.2).snap(1.0).meaning(editing.meaning).show(ui)
        });
        editing.set(actions, "stretch", change, |chain, value| {
            if let Solver::TwoBone(two_bone) = &mut chain.solver {
                two_bone.max_stretch = value;
            }
        });
    }
    let moved = hint.offset != [0.0; 3];
    if moved
        && Command::ResetHint.unavailable(session).is_none()
        && under_fields(ui, |ui| link(ui, "Reset hint", "Reset hint")).clicked()
    {
        actions.run(Command::ResetHint);
    }
}

fn reaching(ui: &mut Ui, session: &Session, editing: &Editing<'_>, fabrik: &Fabrik, actions: &mut Actions) {
    section_head(ui, "Reaching", "");
    let write = |set: fn(&mut Fabrik, f32)| {
        move |chain: &mut Chain, value: f32| {
            if let Solver::Fabrik(fabrik) = &mut chain.solver {
                set(fabrik, value);
            }
        }
    };
    let change = property(ui, "Sweeps", |ui| {
        let field =
            fields::number("chains.solver.Fabrik.max_iterations", "Sweeps at most", fabrik.max_iterations as f32);
        field.decimals(0).snap(5.0).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "sweeps", change, write(|fabrik, value| fabrik.max_iterations = value.round() as u32));
    let change = property(ui, "Tolerance", |ui| {
        let field = fields::percent("chains.solver.Fabrik.tolerance", "Tolerance", fabrik.tolerance);
        field.unit("% of length").decimals(2).logarithmic().meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "tolerance", change, write(|fabrik, value| fabrik.tolerance = value));
    let Some(joints) = session.stage().and_then(|stage| meaning::chain_joints(editing.chain, stage)) else { return };
    for (place, joint) in joints.iter().enumerate().take(joints.len().saturating_sub(1)) {
        let bone = session.stage().map(|stage| meaning::joint_name(stage, *joint)).unwrap_or_default();
        let bone = meaning::short_name(&bone);
        let name = format!("Stiffness of {bone}");
        let value = fabrik.stiffness.get(place).copied().unwrap_or(0.0);
        let change = property(ui, if place == 0 { "Stiffness" } else { "" }, |ui| {
            let field = fields::number("chains.solver.Fabrik.stiffness", &name, value).default(0.0).unit(bone);
            ui.push_id(place, |ui| field.meaning(editing.meaning).show(ui)).inner
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

/// The limit of knee or elbow stands with its limb.
fn middle_limit(ui: &mut Ui, session: &Session, editing: &Editing<'_>, two_bone: &TwoBone, actions: &mut Actions) {
    let (joint, bend) = words(editing.meaning);
    let same = |limit: &JointLimit| match session.stage() {
        Some(stage) => stage.joint(&limit.bone).is_some() && stage.joint(&limit.bone) == stage.joint(&two_bone.mid),
        None => limit.bone == two_bone.mid,
    };
    let title = format!("{joint} limit");
    let Some(index) = session.document().rig().limits.iter().position(same) else {
        section_head(ui, &title, "none");
        let name = format!("Add a {} limit", lower_first(joint));
        if under_fields(ui, |ui| link(ui, "Add a limit", &name)).clicked() {
            let shape = LimitShape::Hinge { min_deg: bend[0], max_deg: bend[1] };
            let limit = JointLimit { bone: two_bone.mid.clone(), shape };
            actions.edit(format!("Add {}", lower_first(&title)), Edit::AddLimit(limit));
        }
        return;
    };
    let limit = &session.document().rig().limits[index];
    section_head(ui, &title, limit::form(&limit.shape));
    limit::shape(ui, index, limit, &title, Some(bend), actions);
}

fn goal(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let Some(goal) = session.document().goal(editing.index) else { return };
    rule(ui);
    section_head(ui, "Goal", "model space");
    for (axis, (label, name)) in [("X", "Goal X"), ("Y", "Goal Y"), ("Z", "Goal Z")].into_iter().enumerate() {
        let change = property(ui, label, |ui| {
            let field = fields::number("editor.goals.position", name, goal.position[axis]);
            field.usual(-2.0..=2.0).unit("m").decimals(3).snap(0.05).tip("").meaning(editing.meaning).show(ui)
        });
        push(actions, &format!("Move goal of {}", lower_first(&editing.title)), change, |value| {
            let mut goal = goal.clone();
            goal.position[axis] = value;
            Edit::Goal { chain: editing.index, goal: Some(goal) }
        });
    }
    if under_fields(ui, |ui| link(ui, "Reset goal", "Reset goal")).clicked() {
        actions.select(Item::Goal(editing.index));
        actions.run(Command::ResetGoal);
    }
}

/// What the middle joint is called, and how far it bends by nature.
fn words(meaning: Meaning) -> (&'static str, [f32; 2]) {
    match meaning {
        Meaning::Leg => ("Knee", [0.0, 150.0]),
        Meaning::Arm => ("Elbow", [0.0, 150.0]),
        _ => ("Bend", [0.0, 150.0]),
    }
}

fn hint_of(chain: &Chain) -> &Hint {
    match &chain.solver {
        Solver::TwoBone(two_bone) => &two_bone.hint,
        Solver::Fabrik(fabrik) => &fabrik.hint,
    }
}

fn hint_of_mut(chain: &mut Chain) -> &mut Hint {
    match &mut chain.solver {
        Solver::TwoBone(two_bone) => &mut two_bone.hint,
        Solver::Fabrik(fabrik) => &mut fabrik.hint,
    }
}

/// From root to tip along the bones at rest, metres.
fn rest_length(session: &Session, chain: &Chain) -> Option<f32> {
    let stage = session.stage()?;
    let joints = match &chain.solver {
        Solver::TwoBone(two_bone) => {
            vec![stage.joint(&chain.root)?, stage.joint(&two_bone.mid)?, stage.joint(&chain.tip)?]
        }
        Solver::Fabrik(_) => meaning::chain_joints(chain, stage)?,
    };
    let at = stage.rest_globals();
    Some(joints.windows(2).map(|pair| at.position(pair[0]).distance(at.position(pair[1]))).sum())
}
