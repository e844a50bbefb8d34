use eframe::egui::Ui;
use surefoot::rig::{EyeMaps, LookAt, LookRange, RangeMap};

use super::super::apply::push;
use super::fields::{self, bone_row, number, side_of, under_fields};
use crate::editor::core::{Action, Actions, Edit, Item, LookState, Session, explain_look};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{
    Change, Icon, Weight, icon_button, icon_text_button, link, lower_first, paragraph, property, rule, section_head,
};

pub fn ui(ui: &mut Ui, session: &Session, look: &LookAt, actions: &mut Actions) {
    section_head(ui, "Look-at", if look.enabled { "" } else { "off" });
    five_numbers(ui, look, actions);
    rule(ui);
    let head: fn(&mut LookAt) -> &mut LookRange = |look| &mut look.head_range;
    range(ui, look, "Head", "look_at.head_range", head, actions);
    rule(ui);
    match &look.eye_maps {
        Some(maps) => eye_maps(ui, look, maps, actions),
        None => {
            let eyes: fn(&mut LookAt) -> &mut LookRange = |look| &mut look.eye_range;
            range(ui, look, "Eyes", "look_at.eye_range", eyes, actions);
            if under_fields(ui, |ui| link(ui, "Use range maps", "Use range maps for the eyes")).clicked() {
                let maps = Some(EyeMaps::default());
                set(actions, look, "range maps", Change::Set(maps), |look, maps| look.eye_maps = maps);
            }
        }
    }
    rule(ui);
    motion(ui, look, actions);
    rule(ui);
    bones(ui, session, look, actions);
    rule(ui);
    this_frame(ui, session, look, actions);
}

fn set<T>(actions: &mut Actions, look: &LookAt, what: &str, change: Change<T>, write: impl FnOnce(&mut LookAt, T)) {
    push(actions, &format!("Set {what} of the look"), change, |value| {
        let mut look = look.clone();
        write(&mut look, value);
        Edit::LookAt(Some(Box::new(look)))
    });
}

fn five_numbers(ui: &mut Ui, look: &LookAt, actions: &mut Actions) {
    type Part = fn(&mut LookAt) -> &mut f32;
    let numbers: [(&str, &str, &str, f32, Part, &str); 5] = [
        (
            "Weight",
            "Look weight",
            "look_at.weight",
            look.weight,
            |look| &mut look.weight,
            "how far all of it looks: 0 not at all, 1 as below",
        ),
        (
            "Body",
            "Body weight",
            "look_at.body",
            look.body,
            |look| &mut look.body,
            "how far the spine joins in: 0 keeps it still, 1 turns it all the way to the target",
        ),
        (
            "Head",
            "Head weight",
            "look_at.head",
            look.head,
            |look| &mut look.head,
            "how far neck and head turn: 0 keeps them still, 1 faces the target",
        ),
        (
            "Eyes",
            "Eyes weight",
            "look_at.eyes",
            look.eyes,
            |look| &mut look.eyes,
            "how far the eyes turn: 0 keeps them still, 1 meets the target",
        ),
        (
            "Clamp",
            "Look clamp",
            "look_at.clamp",
            look.clamp,
            |look| &mut look.clamp,
            "narrows the head's range: 0 leaves it as it is, 0.5 allows 90° to each side, 1 nothing",
        ),
    ];
    for (label, name, path, value, part, tip) in numbers {
        let change = property(ui, label, |ui| number(path, name, value).tip(tip).meaning(Meaning::Look).show(ui));
        set(actions, look, &name.to_lowercase(), change, |look, value| *part(look) = value);
    }
}

/// How far to each side.
fn range(
    ui: &mut Ui,
    look: &LookAt,
    what: &str,
    path: &str,
    part: fn(&mut LookAt) -> &mut LookRange,
    actions: &mut Actions,
) {
    section_head(ui, &format!("{what} range"), "");
    let mut copy = look.clone();
    let current = *part(&mut copy);
    let mut default = fields::default_of::<LookRange>(path).unwrap_or_default();
    for (side, (label, field)) in
        [("Left", "left_deg"), ("Right", "right_deg"), ("Up", "up_deg"), ("Down", "down_deg")].into_iter().enumerate()
    {
        let name = format!("{what} range {}", label.to_lowercase());
        let value = *side_of(&mut current.clone(), side);
        let usual = if what == "Eyes" { 90.0 } else { 180.0 };
        let default = *side_of(&mut default, side);
        let change = property(ui, label, |ui| {
            let field = fields::degrees(&format!("{path}.{field}"), &name, value).usual(0.0..=usual).default(default);
            field.meaning(Meaning::Look).show(ui)
        });
        set(actions, look, &name.to_lowercase(), change, |look, value| *side_of(part(look), side) = value);
    }
}

/// How far eyes turn for how far the target is off, a side each.
fn eye_maps(ui: &mut Ui, look: &LookAt, maps: &EyeMaps, actions: &mut Actions) {
    section_head(ui, "Eyes range maps", "VRM");
    type Side = fn(&mut EyeMaps) -> &mut RangeMap;
    let sides: [(&str, &str, RangeMap, Side); 4] = [
        ("Inner", "inner", maps.inner, |maps| &mut maps.inner),
        ("Outer", "outer", maps.outer, |maps| &mut maps.outer),
        ("Up", "up", maps.up, |maps| &mut maps.up),
        ("Down", "down", maps.down, |maps| &mut maps.down),
    ];
    for (label, side, map, of) in sides {
        let name = format!("Eyes {side} turn");
        let change = property(ui, label, |ui| {
            let field = fields::degrees(&format!("look_at.eye_maps.{side}.output_max_deg"), &name, map.output_max_deg);
            let tip = "how far the eye turns at most: 0 keeps it still, 10 suits painted eyes, 40 rolls far";
            field.usual(0.0..=45.0).unit("° turned").tip(tip).meaning(Meaning::Look).show(ui)
        });
        set_map(actions, look, &name, change, of, |map, value| map.output_max_deg = value);
        let name = format!("Eyes {side} target");
        let change = property(ui, "", |ui| {
            let path = format!("look_at.eye_maps.{side}.input_max_deg");
            let field = fields::degrees(&path, &name, map.input_max_deg).unit("° off target");
            let tip = "how far off the target is for that turn: 0 turns the eye at once, 90 evenly up to the side";
            field.usual(0.0..=90.0).tip(tip).meaning(Meaning::Look).show(ui)
        });
        set_map(actions, look, &name, change, of, |map, value| map.input_max_deg = value);
    }
    if under_fields(ui, |ui| link(ui, "Meet the target instead", "Meet the target instead of range maps")).clicked() {
        set(actions, look, "range maps", Change::Set(None), |look, maps| look.eye_maps = maps);
    }
}

fn set_map(
    actions: &mut Actions,
    look: &LookAt,
    name: &str,
    change: Change<f32>,
    of: fn(&mut EyeMaps) -> &mut RangeMap,
    write: fn(&mut RangeMap, f32),
) {
    set(actions, look, &lower_first(name), change, |look, value| {
        if let Some(maps) = &mut look.eye_maps {
            write(of(maps), value);
        }
    });
}

fn motion(ui: &mut Ui, look: &LookAt, actions: &mut Actions) {
    section_head(ui, "Motion", "");
    let change = property(ui, "Speed", |ui| {
        let field = number("look_at.max_speed_deg", "Largest speed", look.max_speed_deg).usual(0.0..=720.0);
        let tip = "how fast head and eyes turn at most: 0 is no limit, 90 is slow, 720 a startle";
        field.unit("°/s").decimals(0).snap(30.0).tip(tip).meaning(Meaning::Look).show(ui)
    });
    set(actions, look, "speed", change, |look, value| look.max_speed_deg = value);
    let change = property(ui, "Half-life", |ui| {
        let field = number("look_at.half_life", "Look half-life", look.half_life).usual(0.0..=0.5);
        let tip = "seconds in which half of the way to the target is made: 0 is at once, 0.5 drowsy";
        field.unit("s").snap(0.05).tip(tip).meaning(Meaning::Look).show(ui)
    });
    set(actions, look, "half-life", change, |look, value| look.half_life = value);
}

fn bones(ui: &mut Ui, session: &Session, look: &LookAt, actions: &mut Actions) {
    section_head(ui, "Bones", "");
    if let Some(bone) = bone_row(ui, session, "Head", "Head bone", "look_at.head_bone", Some(&look.head_bone)) {
        set(actions, look, "head bone", Change::Set(bone), |look, bone| look.head_bone = bone);
    }
    if let Some(bone) = bone_row(ui, session, "Neck", "Neck bone", "look_at.neck", look.neck.as_ref()) {
        set(actions, look, "neck bone", Change::Set(bone), |look, bone| look.neck = Some(bone));
    }
    for (place, bone) in look.eye_bones.iter().enumerate() {
        let name = format!("Eye bone {}", place + 1);
        let picked =
            bone_row(ui, session, if place == 0 { "Eyes" } else { "" }, &name, "look_at.eye_bones", Some(bone));
        if let Some(bone) = picked {
            set(actions, look, "eye bone", Change::Set(bone), |look, bone| look.eye_bones[place] = bone);
        }
    }
    for (place, bone) in look.spine.iter().enumerate() {
        let name = format!("Spine bone {}", place + 1);
        let bone_name = meaning::bone_ref_name(session.stage(), bone);
        let bone_name = meaning::short_name(&bone_name);
        property(ui, if place == 0 { "Spine share" } else { "" }, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let weight = look.spine_weights.get(place).copied().unwrap_or(1.0);
            let field_name = format!("{name} share");
            let width = ui.available_width();
            let field = number("look_at.spine_weights", &field_name, weight).unit(bone_name).tight();
            let change = field.meaning(Meaning::Look).show_sized(ui, width - 24.0);
            set(actions, look, "share of the spine", change, |look, value| {
                let count = look.spine.len();
                look.spine_weights.resize(count, 1.0);
                look.spine_weights[place] = value;
            });
            if icon_button(ui, Icon::Close, &format!("Remove {}", name.to_lowercase()), false).clicked() {
                set(actions, look, "spine bones", Change::Set(()), |look, ()| {
                    look.spine.remove(place);
                    if place < look.spine_weights.len() {
                        look.spine_weights.remove(place);
                    }
                });
            }
        });
    }
    let selected = session.selection().bones().next_back().zip(session.stage());
    if let Some((joint, stage)) = selected {
        let bone = crate::editor::core::bone_ref(stage.skeleton(), stage.map(), joint);
        let text = format!("Add {} to the spine", meaning::joint_name(stage, joint));
        if !look.spine.contains(&bone) && icon_text_button(ui, Icon::Plus, &text, Weight::Quiet).clicked() {
            set(actions, look, "spine bones", Change::Set(bone), |look, bone| look.spine.push(bone));
        }
    }
}

fn this_frame(ui: &mut Ui, session: &Session, look: &LookAt, actions: &mut Actions) {
    section_head(ui, "This frame", "");
    let report = session.stage().and_then(|stage| stage.report().look.as_ref());
    let text = match report {
        _ if !session.ik_on() => "IK is off: this is the incoming pose.".to_owned(),
        Some(report) => {
            let gaze = session.stage().and_then(|stage| LookState::of(stage, look)).map(|state| state.explain());
            explain_look(report).into_iter().chain(gaze).collect::<Vec<_>>().join(" ")
        }
        None => "There is no look target. Drag the gold ring before the head to set one.".to_owned(),
    };
    paragraph(ui, &text);
    if session.document().look_target().is_some()
        && under_fields(ui, |ui| link(ui, "Clear the target", "Clear the look target")).clicked()
    {
        actions.push(Action::Edit { label: "Clear the look target".into(), edit: Edit::LookTarget(None) });
        actions.select(Item::LookAt);
    }
}
