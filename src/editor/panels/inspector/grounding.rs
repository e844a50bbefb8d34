use eframe::egui::Ui;
use surefoot::rig::{Grounding, GroundingMethod};

use super::super::apply::push;
use super::fields::{degrees, length, number};
use super::steps;
use crate::editor::core::{Action, Actions, Edit, Item, Session};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{
    Change, ValueField, hint, link, paragraph, property, rule, section_head, segmented, toggle,
};

/// Metres a second: faster than people walk, slower than they run.
const USUALLY_FAST: f32 = 2.5;

const METHODS: [(GroundingMethod, &str); 2] = [(GroundingMethod::Full, "Full"), (GroundingMethod::Simple, "One ray")];

pub fn ui(ui: &mut Ui, session: &Session, grounding: &Grounding, actions: &mut Actions) {
    let note = if grounding.enabled { format!("{} feet", grounding.feet.len()) } else { "off".to_owned() };
    section_head(ui, "Pelvis and feet", &note);
    let field = number("grounding.weight", "Ground weight", grounding.weight);
    row(ui, grounding, actions, "Weight", "ground weight", field, |g| &mut g.weight);
    if let Some(method) = property(ui, "Method", |ui| segmented(ui, "grounding method", grounding.method, &METHODS)) {
        set(actions, grounding, "grounding method", Change::Set(method), |grounding, value| grounding.method = value);
    }
    rule(ui);
    feet(ui, grounding, actions);
    if !grounding.contacts.is_empty() {
        rule(ui);
        super::contact::by_hand(ui, grounding, actions);
    }
    // What is seen first while the character steps by it.
    let strolls = session.playback().stroll().is_some();
    if strolls {
        gait(ui, session, actions);
    }
    rule(ui);
    reach(ui, grounding, actions);
    rule(ui);
    pelvis(ui, grounding, actions);
    if grounding.method == GroundingMethod::Full {
        rule(ui);
        steps::ui(ui, grounding, actions);
        rule(ui);
        steps::lock(ui, grounding, actions);
    }
    if !strolls {
        gait(ui, session, actions);
    }
    if let Some(text) = this_frame(session) {
        rule(ui);
        section_head(ui, "This frame", "");
        paragraph(ui, &text);
    }
}

fn gait(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    if let Some(gait) = &session.document().rig().gait {
        rule(ui);
        super::gait::ui(ui, gait, actions);
    }
}

pub(super) fn set<T>(
    actions: &mut Actions,
    grounding: &Grounding,
    what: &str,
    change: Change<T>,
    write: impl FnOnce(&mut Grounding, T),
) {
    push(actions, &format!("Set {what}"), change, |value| {
        let mut grounding = grounding.clone();
        write(&mut grounding, value);
        Edit::Grounding(Some(Box::new(grounding)))
    });
}

/// A row for one number, which `part` finds in the grounding. `what` it is, for the history.
pub(super) fn row(
    ui: &mut Ui,
    grounding: &Grounding,
    actions: &mut Actions,
    label: &str,
    what: &str,
    field: ValueField,
    part: fn(&mut Grounding) -> &mut f32,
) {
    let change = property(ui, label, |ui| field.meaning(Meaning::Ground).show(ui));
    set(actions, grounding, what, change, |grounding, value| *part(grounding) = value);
}

fn reach(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Reach of the feet", "at the reference leg");
    type Part = fn(&mut Grounding) -> &mut f32;
    let lengths: [(&str, &str, f32, f32, Part); 6] = [
        ("Step up", "step_up", grounding.step_up, 1.0, |g| &mut g.step_up),
        ("Step down", "step_down", grounding.step_down, 1.0, |g| &mut g.step_down),
        ("Cast above", "ray_up", grounding.ray_up, 1.0, |g| &mut g.ray_up),
        ("Cast below", "ray_down", grounding.ray_down, 1.0, |g| &mut g.ray_down),
        ("Sole offset", "sole_offset", grounding.sole_offset, 0.1, |g| &mut g.sole_offset),
        ("Stands below", "flat_threshold", grounding.flat_threshold, 0.2, |g| &mut g.flat_threshold),
    ];
    for (label, field, value, most, part) in lengths {
        let least = if field == "sole_offset" { -most } else { 0.0 };
        let field = length(&format!("grounding.{field}"), label, value).usual(least..=most);
        row(ui, grounding, actions, label, &label.to_lowercase(), field, part);
    }
    let field = degrees("grounding.max_tilt_deg", "Largest tilt", grounding.max_tilt_deg);
    row(ui, grounding, actions, "Largest tilt", "largest tilt", field, |g| &mut g.max_tilt_deg);
    let field = number("grounding.foot_half_life", "Foot half-life", grounding.foot_half_life);
    let field = field.usual(0.0..=0.5).unit("s").snap(0.05);
    row(ui, grounding, actions, "Foot half-life", "half-life of the feet", field, |g| &mut g.foot_half_life);
    fast(ui, grounding, actions);
}

/// From which speed on the feet are left alone; none unless it is switched on.
fn fast(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    let clicked = property(ui, "Speed cap", |ui| {
        let name = "Leave the feet alone when the character is fast";
        toggle(ui, name, grounding.fades_above.is_some(), Meaning::Ground).clicked()
    });
    if clicked {
        let wanted = if grounding.fades_above.is_some() { None } else { Some(USUALLY_FAST) };
        let what = "whether fast feet are left alone";
        set(actions, grounding, what, Change::Set(wanted), |grounding, value| grounding.fades_above = value);
    }
    let Some(speed) = grounding.fades_above else { return };
    let field = number("grounding.fades_above", "Speed above which feet are left alone", speed);
    let field = field.usual(0.0..=10.0).unit("m/s").snap(0.5).meaning(Meaning::Ground);
    let change = property(ui, "Up to", |ui| field.show(ui));
    set(actions, grounding, "speed above which feet are left alone", change, |g, value| g.fades_above = Some(value));
}

fn pelvis(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Pelvis", "");
    let field = number("grounding.pelvis_weight", "Pelvis weight", grounding.pelvis_weight);
    row(ui, grounding, actions, "Goes down", "pelvis weight", field, |g| &mut g.pelvis_weight);
    let field = length("grounding.max_pelvis_drop", "Largest pelvis drop", grounding.max_pelvis_drop).usual(0.0..=1.0);
    row(ui, grounding, actions, "At most", "largest pelvis drop", field, |g| &mut g.max_pelvis_drop);
    let field = number("grounding.pelvis_half_life", "Pelvis half-life", grounding.pelvis_half_life);
    let field = field.usual(0.0..=0.5).unit("s").snap(0.05);
    row(ui, grounding, actions, "Half-life", "half-life of the pelvis", field, |g| &mut g.pelvis_half_life);
    if grounding.method == GroundingMethod::Simple {
        return;
    }
    let field = number("grounding.pelvis_rise_half_life", "Pelvis half-life up", grounding.pelvis_rise_half_life);
    let field = field.usual(0.0..=1.0).unit("s").snap(0.05);
    let what = "half-life of the pelvis upward";
    row(ui, grounding, actions, "Half-life up", what, field, |g| &mut g.pelvis_rise_half_life);
    section_head(ui, "On steep ways", "of the slope");
    let field = number("grounding.set_back", "Pelvis set back", grounding.set_back);
    row(ui, grounding, actions, "Pelvis back", "how far the pelvis is set back", field, |g| &mut g.set_back);
    let field = number("grounding.lean", "Lean of the trunk", grounding.lean);
    row(ui, grounding, actions, "Trunk leans", "how far the trunk leans", field, |g| &mut g.lean);
}

fn feet(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Soles", "");
    if grounding.feet.is_empty() {
        hint(ui, "No foot stands on the ground: apply the biped preset, or add leg chains first.");
    }
    for (place, foot) in grounding.feet.iter().enumerate() {
        let title = meaning::chain_title(&foot.chain);
        property(ui, &title, |ui| {
            let response = link(ui, "Heel, ball, toes and edges…", &format!("Sole of {}", title.to_lowercase()));
            if response.hovered() {
                actions.push(Action::Hover(Some(Item::Sole(place))));
            }
            if response.clicked() {
                actions.select(Item::Sole(place));
            }
        });
    }
}

fn this_frame(session: &Session) -> Option<String> {
    let report = session.stage()?.report();
    if !session.ik_on() {
        return Some("IK is off: this is the incoming pose.".into());
    }
    let planted = report.feet.iter().filter(|foot| foot.planted).count();
    let offset = report.pelvis_offset.y * 1000.0;
    let pelvis = match offset {
        offset if offset <= -0.5 => format!("The pelvis is {:.0} mm lower than in the clip.", -offset),
        offset if offset >= 0.5 => format!("The pelvis is {offset:.0} mm higher than in the clip."),
        _ => "The pelvis is where the clip has it.".to_owned(),
    };
    let feet = match (planted, report.feet.len()) {
        (_, 0) => "No foot is on the ground.".to_owned(),
        (planted, all) if planted == all => "All feet are planted.".to_owned(),
        (planted, all) => format!("{planted} of {all} feet planted."),
    };
    Some(format!("{feet} {pelvis}"))
}
