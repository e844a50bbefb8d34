use eframe::egui::Ui;
use surefoot::rig::{JointLimit, LimitShape};

use super::super::apply::push;
use super::fields::{self, bone_row, field_width, under_fields};
use crate::editor::core::{Actions, Edit, JointLimitState, Session, explain_limit};
use crate::editor::meaning;
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{
    Change, Choice, Entry, RangeField, link, lower_first, paragraph, property, rule, section_head,
};

pub fn ui(ui: &mut Ui, session: &Session, index: usize, actions: &mut Actions) {
    let limit = &session.document().rig().limits[index];
    let title = format!("Limit of {}", meaning::bone_ref_name(session.stage(), &limit.bone));
    section_head(ui, &title, form(&limit.shape));
    if let Some(bone) = bone_row(ui, session, "Bone", "Limited bone", "limits.bone", Some(&limit.bone)) {
        let limit = JointLimit { bone, ..limit.clone() };
        actions.edit("Move a limit to another bone", Edit::Limit { index, limit });
    }
    rule(ui);
    shape(ui, session, index, &title, actions);
    if session.stage().is_some() {
        rule(ui);
        section_head(ui, "This frame", "");
        this_frame(ui, session, index);
    }
}

/// Where the joint stands in its range.
pub fn this_frame(ui: &mut Ui, session: &Session, index: usize) {
    let state = session.stage().and_then(|stage| JointLimitState::at(stage, index));
    match state {
        _ if !session.ik_on() => paragraph(ui, "IK is off: nothing is held."),
        Some(state) => paragraph(ui, &explain_limit(&state).join(" ")),
        None => paragraph(ui, "This character has no such bone, or the rig does not fit it."),
    }
}

/// The shape that suits the joint: as people have it.
fn natural_shape(session: &Session, limit: &JointLimit) -> Option<LimitShape> {
    let stage = session.stage()?;
    LimitShape::anatomical(stage.map().role_of(stage.joint(&limit.bone)?)?)
}

/// What a limit is called by its form.
pub fn form(shape: &LimitShape) -> &'static str {
    match shape {
        LimitShape::Hinge { .. } => "hinge",
        LimitShape::Cone { .. } => "cone",
    }
}

/// The form of a limit and its angles.
pub fn shape(ui: &mut Ui, session: &Session, index: usize, title: &str, actions: &mut Actions) {
    let limit = &session.document().rig().limits[index];
    let natural = natural_shape(session, limit);
    let editing = Editing { index, limit, title, label: format!("Set {}", lower_first(title)) };
    form_field(ui, &editing, natural, actions);
    match limit.shape {
        LimitShape::Hinge { min_deg, max_deg } => {
            let name = format!("{title} bend");
            let change = property(ui, "Bend", |ui| {
                let field = RangeField::new(&name, [min_deg, max_deg], -30.0..=180.0).limits(-180.0..=180.0).unit("°");
                let field = field.tip(
                    "How far the joint bends: 0 is straight, and positive the way it bends by nature. A least above 0 keeps it from \
                     locking; below 0 it may go backward.",
                );
                match natural {
                    Some(LimitShape::Hinge { min_deg, max_deg }) => field.default([min_deg, max_deg]).show(ui),
                    _ => field.show(ui),
                }
            });
            editing.set(actions, change, |[min_deg, max_deg]| LimitShape::Hinge { min_deg, max_deg });
        }
        LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg } => {
            let usual = match natural {
                Some(LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg }) => {
                    Some((swing_deg, [twist_min_deg, twist_max_deg]))
                }
                _ => None,
            };
            let rows = [
                ("Swing", "swing about the side axis", "how far it swings to front and back"),
                ("", "swing about the front axis", "how far it swings to either side"),
            ];
            for (axis, (row, what, tip)) in rows.into_iter().enumerate() {
                let name = format!("{title} {what}");
                let tip = format!("{tip}, from rest: 0 not at all, 180 holds nothing");
                let change = property(ui, row, |ui| {
                    let field = fields::degrees("limits.shape.Cone.swing_deg", &name, swing_deg[axis]).tip(&tip);
                    let field = field.unit(["° front, back", "° either side"][axis]).meaning(Meaning::Selection);
                    ui.push_id(axis, |ui| match usual {
                        Some((swing, _)) => field.default(swing[axis]).show(ui),
                        None => field.show(ui),
                    })
                    .inner
                });
                editing.set(actions, change, |value| {
                    let mut swing_deg = swing_deg;
                    swing_deg[axis] = value;
                    LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg }
                });
            }
            let name = format!("{title} roll");
            let change: Change<[f32; 2]> = property(ui, "Roll", |ui| {
                let field = RangeField::new(&name, [twist_min_deg, twist_max_deg], -180.0..=180.0).unit("°");
                let field =
                    field.tip("How far the bone rolls about its own length, from rest: -180 to 180 holds nothing.");
                match usual {
                    Some((_, roll)) => field.default(roll).show(ui),
                    None => field.show(ui),
                }
            });
            editing.set(actions, change, |[twist_min_deg, twist_max_deg]| LimitShape::Cone {
                swing_deg,
                twist_min_deg,
                twist_max_deg,
            });
        }
    }
    under_fields(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * STEP;
        if let Some(natural) = natural.filter(|natural| *natural != limit.shape)
            && link(ui, "As people have it", &format!("Set {} as people have it", lower_first(title))).clicked()
        {
            actions.edit(&*editing.label, editing.edit(natural));
        }
        if link(ui, "Remove", &format!("Remove {}", lower_first(title))).clicked() {
            actions.edit(format!("Remove {}", lower_first(title)), Edit::RemoveLimit(index));
        }
    });
}

/// A limit being edited.
struct Editing<'a> {
    index: usize,
    limit: &'a JointLimit,
    title: &'a str,
    /// For undo.
    label: String,
}

impl Editing<'_> {
    fn edit(&self, shape: LimitShape) -> Edit {
        Edit::Limit { index: self.index, limit: JointLimit { shape, ..self.limit.clone() } }
    }

    fn set<T>(&self, actions: &mut Actions, change: Change<T>, shape: impl FnOnce(T) -> LimitShape) {
        push(actions, &self.label, change, |value| self.edit(shape(value)));
    }
}

fn form_field(ui: &mut Ui, editing: &Editing<'_>, natural: Option<LimitShape>, actions: &mut Actions) {
    let current = usize::from(matches!(editing.limit.shape, LimitShape::Cone { .. }));
    let forms = [("Hinge", "bends in one plane"), ("Cone", "swings and rolls")];
    let picked = property(ui, "Form", |ui| {
        let choice = Choice {
            name: &format!("{} form", editing.title),
            text: forms[current].0,
            note: "",
            tip: fields::about("limits.shape"),
            faulty: false,
        };
        let entries = || forms.iter().map(|&(text, note)| Entry { text, note, depth: 0 }).collect();
        choice.show(ui, field_width(ui), Some(current), entries)
    });
    let usual = match picked {
        Some(0) if current == 1 => LimitShape::Hinge { min_deg: 0.0, max_deg: 150.0 },
        Some(1) if current == 0 => {
            LimitShape::Cone { swing_deg: [60.0, 60.0], twist_min_deg: -45.0, twist_max_deg: 45.0 }
        }
        _ => return,
    };
    let same_form = |shape: &LimitShape| std::mem::discriminant(shape) == std::mem::discriminant(&usual);
    actions.edit(&*editing.label, editing.edit(natural.filter(same_form).unwrap_or(usual)));
}
