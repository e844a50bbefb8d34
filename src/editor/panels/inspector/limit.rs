use eframe::egui::Ui;
use surefoot::rig::{JointLimit, LimitShape};

use super::super::apply::push;
use super::fields::{self, bone_row, field_width, under_fields};
use crate::editor::core::{Actions, Edit, Session};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{Change, Choice, Entry, RangeField, link, lower_first, property, rule, section_head};

pub fn ui(ui: &mut Ui, session: &Session, index: usize, actions: &mut Actions) {
    let limit = &session.document().rig().limits[index];
    let title = format!("Limit of {}", meaning::bone_ref_name(session.stage(), &limit.bone));
    section_head(ui, &title, form(&limit.shape));
    if let Some(bone) = bone_row(ui, session, "Bone", "Limited bone", "limits.bone", Some(&limit.bone)) {
        let limit = JointLimit { bone, ..limit.clone() };
        actions.edit("Move a limit to another bone", Edit::Limit { index, limit });
    }
    rule(ui);
    shape(ui, index, limit, &title, None, actions);
}

/// What a limit is called by its form.
pub fn form(shape: &LimitShape) -> &'static str {
    match shape {
        LimitShape::Hinge { .. } => "hinge",
        LimitShape::Cone { .. } => "cone",
    }
}

/// The form of a limit and its angles.
pub fn shape(
    ui: &mut Ui,
    index: usize,
    limit: &JointLimit,
    title: &str,
    natural: Option<[f32; 2]>,
    actions: &mut Actions,
) {
    let label = format!("Set {}", lower_first(title));
    let edit = |shape: LimitShape| Edit::Limit { index, limit: JointLimit { shape, ..limit.clone() } };
    let current = usize::from(matches!(limit.shape, LimitShape::Cone { .. }));
    let forms = [("Hinge", "bends in one plane"), ("Cone", "swings and rolls")];
    let picked = property(ui, "Form", |ui| {
        let choice = Choice {
            name: &format!("{title} form"),
            text: forms[current].0,
            note: "",
            tip: fields::about("limits.shape"),
            faulty: false,
        };
        let entries = || forms.iter().map(|&(text, note)| Entry { text, note, depth: 0 }).collect();
        choice.show(ui, field_width(ui), Some(current), entries)
    });
    match picked {
        Some(0) if current == 1 => actions.edit(&*label, edit(LimitShape::Hinge { min_deg: 0.0, max_deg: 150.0 })),
        Some(1) if current == 0 => {
            let cone = LimitShape::Cone { swing_deg: [60.0, 60.0], twist_min_deg: -45.0, twist_max_deg: 45.0 };
            actions.edit(&*label, edit(cone));
        }
        _ => {}
    }
    match limit.shape {
        LimitShape::Hinge { min_deg, max_deg } => {
            let name = format!("{title} bend");
            let change = property(ui, "Bend", |ui| {
                let mut field =
                    RangeField::new(&name, [min_deg, max_deg], -30.0..=180.0).limits(-180.0..=180.0).unit("°");
                field = field.tip("How far the joint bends: 0 is straight, and positive the way it bends by nature.");
                match natural {
                    Some(natural) => field.default(natural).show(ui),
                    None => field.show(ui),
                }
            });
            push(actions, &label, change, |[min_deg, max_deg]| edit(LimitShape::Hinge { min_deg, max_deg }));
        }
        LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg } => {
            for (axis, (row, what)) in [
                ("Swing to the side", "swing about the side axis"),
                ("Swing to the front", "swing about the front axis"),
            ]
            .into_iter()
            .enumerate()
            {
                let name = format!("{title} {what}");
                let change = property(ui, row, |ui| {
                    fields::degrees("limits.shape.Cone.swing_deg", &name, swing_deg[axis])
                        .meaning(Meaning::Selection)
                        .show(ui)
                });
                push(actions, &label, change, |value| {
                    let mut swing_deg = swing_deg;
                    swing_deg[axis] = value;
                    edit(LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg })
                });
            }
            let name = format!("{title} roll");
            let change: Change<[f32; 2]> = property(ui, "Roll", |ui| {
                let field = RangeField::new(&name, [twist_min_deg, twist_max_deg], -180.0..=180.0).unit("°");
                field.tip("How far the bone rolls about its own length, from rest.").show(ui)
            });
            push(actions, &label, change, |[twist_min_deg, twist_max_deg]| {
                edit(LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg })
            });
        }
    }
    if under_fields(ui, |ui| link(ui, "Remove", &format!("Remove {}", lower_first(title)))).clicked() {
        actions.edit(format!("Remove {}", lower_first(title)), Edit::RemoveLimit(index));
    }
}
