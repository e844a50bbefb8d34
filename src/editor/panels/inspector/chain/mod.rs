//! A chain: its bones, how it is solved, and what decided where it ended.

pub(super) mod hands;
mod hint;
mod reaching;
mod shoulder;
mod swing;

use eframe::egui::Ui;
use surefoot::rig::{Chain, Fabrik, Hint, JointLimit, LimitShape, Solver, TwoBone};

use super::super::apply::push;
use super::fields::{self, bone_row, fact, field_width, under_fields};
use super::limit;
use crate::editor::core::{
    Actions, Command, Edit, Item, JointLimitState, Session, bone_ref, explain_chain, propose_limit, shoulder_turn,
};
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
    hint::ui(ui, session, &editing, actions);
    if matches!(chain.solver, Solver::TwoBone(_)) && session.stage().is_some() {
        swing::ui(ui, session, &editing, actions);
    }
    rule(ui);
    match &chain.solver {
        Solver::Fabrik(fabrik) => reaching::fabrik(ui, session, &editing, fabrik, actions),
        Solver::TwoBone(two_bone) => {
            reaching::two_bone(ui, &editing, two_bone, actions);
            rule(ui);
            shoulder::ui(ui, session, &editing, two_bone, actions);
            rule(ui);
            middle_limit(ui, session, &editing, two_bone, actions);
        }
    }
    if meaning::of_chain(chain, session.stage()) == Meaning::Arm {
        rule(ui);
        hands::of_chain(ui, session, index, actions);
    }
    goal(ui, session, &editing, actions);
    if let Some(stage) = session.stage() {
        rule(ui);
        section_head(ui, "This frame", "");
        let text = if session.ik_on() {
            let held = JointLimitState::all(stage).filter(|state| state.chain == Some(index) && state.is_held());
            let held = held.map(|state| {
                let name = meaning::joint_name(stage, state.joint);
                format!("{} is at its limit.", meaning::short_name(&name))
            });
            let shoulder = shoulder_turn(stage, index, chain).map(|turn| turn.explain());
            let mut sentences = explain_chain(stage.report(), index);
            if let Some(shoulder) = shoulder {
                let place = sentences.iter().position(|said| said.starts_with("The shoulder"));
                sentences.insert(place.map_or(sentences.len(), |place| place + 1), shoulder);
            }
            sentences.into_iter().chain(held).collect::<Vec<_>>().join(" ")
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
        field
            .tip("how far the tip goes to its goal: 0 leaves the incoming pose, 1 reaches")
            .meaning(editing.meaning)
            .show(ui)
    });
    editing.set(actions, "position weight", change, |chain, weight| chain.position_weight = weight);
    let change = property(ui, "Rotation", |ui| {
        let field = fields::number("chains.rotation_weight", "Rotation weight", chain.rotation_weight);
        let tip = "how far the tip takes the goal's rotation: 0 keeps its own, 1 turns as the goal does";
        field.tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "rotation weight", change, |chain, weight| chain.rotation_weight = weight);
    let change = property(ui, "Fade", |ui| {
        let field = fields::number("chains.fade_half_life", "Fade half-life", chain.fade_half_life).usual(0.0..=0.5);
        let tip = "seconds in which half of the way is made when a goal comes, goes or changes weight: 0 is at once";
        field.unit("s half-life").snap(0.05).tip(tip).meaning(editing.meaning).show(ui)
    });
    editing.set(actions, "fade", change, |chain, seconds| chain.fade_half_life = seconds);
}

/// The limit of knee or elbow stands with its limb.
fn middle_limit(ui: &mut Ui, session: &Session, editing: &Editing<'_>, two_bone: &TwoBone, actions: &mut Actions) {
    let (joint, bend) = words(editing.meaning);
    let mid = session.stage().and_then(|stage| stage.joint(&two_bone.mid));
    let same = |limit: &JointLimit| match session.stage() {
        Some(stage) => mid.is_some() && stage.joint(&limit.bone) == mid,
        None => limit.bone == two_bone.mid,
    };
    let title = format!("{joint} limit");
    let Some(index) = session.document().rig().limits.iter().position(same) else {
        section_head(ui, &title, "none");
        let name = format!("Add a {} limit", lower_first(joint));
        if under_fields(ui, |ui| link(ui, "Add a limit", &name)).clicked() {
            let natural = session.stage().zip(mid).map(|(stage, mid)| propose_limit(stage, mid));
            let natural = natural.filter(|shape| matches!(shape, LimitShape::Hinge { .. }));
            let shape = natural.unwrap_or(LimitShape::Hinge { min_deg: bend[0], max_deg: bend[1] });
            let limit = JointLimit { bone: two_bone.mid.clone(), shape };
            actions.edit(format!("Add {}", lower_first(&title)), Edit::AddLimit(limit));
        }
        return;
    };
    section_head(ui, &title, limit::form(&session.document().rig().limits[index].shape));
    limit::shape(ui, session, index, &title, actions);
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
