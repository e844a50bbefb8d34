//! The sole of one foot: heel, ball, toe tip and edges, as the mesh has them or otherwise.

use eframe::egui::Ui;
use surefoot::rig::{Foot, Grounding};

use super::fields::{bone_row, length, under_fields};
use super::grounding::set;
use crate::editor::core::{Actions, Item, Session};
use crate::editor::meaning;
use crate::editor::theme::{Meaning, STEP};
use crate::editor::widgets::{Change, hint, link, property, rule, section_head};

/// A point of the sole and where a foot has it.
struct Point {
    title: &'static str,
    field: &'static str,
    about: &'static str,
    part: fn(&mut Foot) -> &mut Option<[f32; 3]>,
}

const POINTS: [Point; 3] = [
    Point { title: "Heel", field: "heel", about: "where the heel meets the ground", part: |foot| &mut foot.heel },
    Point { title: "Ball", field: "ball", about: "where the toes bend", part: |foot| &mut foot.ball },
    Point { title: "Toe tip", field: "toe", about: "where the sole ends", part: |foot| &mut foot.toe },
];

/// A length of the sole, and what it is where the mesh does not say and one is known.
struct Size {
    head: &'static str,
    title: &'static str,
    field: &'static str,
    left_out: Option<f32>,
    part: fn(&mut Foot) -> &mut Option<f32>,
}

const SIZES: [Size; 2] = [
    Size {
        head: "Edges",
        title: "Half breadth",
        field: "half_breadth",
        left_out: None,
        part: |foot| &mut foot.half_breadth,
    },
    Size {
        head: "Round of the heel",
        title: "Heel radius",
        field: "heel_radius",
        left_out: Some(0.0),
        part: |foot| &mut foot.heel_radius,
    },
];

const AXES: [(usize, &str, &str); 3] = [
    (2, "Forward", "from the foot's joint to the front; below 0 to the back"),
    (1, "Up", "from the foot's joint upward; below 0 downward"),
    (0, "Sideways", "from the foot's joint to the character's left; below 0 to its right"),
];

pub fn ui(ui: &mut Ui, session: &Session, grounding: &Grounding, place: usize, actions: &mut Actions) {
    let foot = &grounding.feet[place];
    let title = meaning::chain_title(&foot.chain);
    let on_mesh = session.stage().and_then(|stage| stage.feet_on_mesh(session.document().rig()).get(place)?.clone());
    let note = match &on_mesh {
        Some(mesh) if is_alike(foot, mesh) => "from the mesh",
        _ if is_bare(foot) => "from the bones",
        _ => "by hand",
    };
    section_head(ui, &format!("{title} sole"), note);
    if let Some(bone) = bone_row(ui, session, "Toes", "Toes bone", "grounding.feet.toes", foot.toes.as_ref()) {
        set(actions, grounding, "toes", Change::Set(bone), |grounding, bone| grounding.feet[place].toes = Some(bone));
    }
    let shown = as_solved(session, foot);
    for point in &POINTS {
        let Some(now) = *(point.part)(&mut shown.clone()) else { continue };
        let default = on_mesh.clone().and_then(|mut mesh| *(point.part)(&mut mesh));
        rule(ui);
        section_head(ui, point.title, "");
        for (axis, label, way) in AXES {
            let name = format!("{} {}", point.title, label.to_lowercase());
            let tip = format!("{}, {way}", point.about);
            let change = property(ui, label, |ui| {
                let field = length(&format!("grounding.feet.{}", point.field), &name, now[axis]);
                // What a foot of the reference leg can be.
                let field = field.usual(-0.3..=0.3).snap(0.5).meaning(Meaning::Ground).tip(&tip);
                match default {
                    Some(default) => field.default(default[axis]).show(ui),
                    None => field.show(ui),
                }
            });
            let what = format!("{} of {}", name.to_lowercase(), title.to_lowercase());
            set(actions, grounding, &what, change, |grounding, value| {
                let mut point_now = now;
                point_now[axis] = value;
                *(point.part)(&mut grounding.feet[place]) = Some(point_now);
            });
        }
    }
    for size in &SIZES {
        let Some(now) = *(size.part)(&mut shown.clone()) else { continue };
        let default = on_mesh.clone().map(|mut mesh| *(size.part)(&mut mesh)).map(|mesh| mesh.or(size.left_out));
        rule(ui);
        section_head(ui, size.head, "");
        let change = property(ui, size.title, |ui| {
            let field = length(&format!("grounding.feet.{}", size.field), size.title, now);
            let field = field.usual(0.0..=0.1).snap(0.5).meaning(Meaning::Ground);
            match default.flatten() {
                Some(default) => field.default(default).show(ui),
                None => field.show(ui),
            }
        });
        let what = format!("{} of the sole of {}", size.title.to_lowercase(), title.to_lowercase());
        set(actions, grounding, &what, change, |grounding, value| {
            *(size.part)(&mut grounding.feet[place]) = Some(value);
        });
    }
    rule(ui);
    resets(ui, grounding, place, on_mesh.as_ref(), actions);
}

/// Whole soles at once.
fn resets(ui: &mut Ui, grounding: &Grounding, place: usize, on_mesh: Option<&Foot>, actions: &mut Actions) {
    let foot = &grounding.feet[place];
    let mut put = |label: &str, new: Foot| {
        set(actions, grounding, label, Change::Set(new), |grounding, new| grounding.feet[place] = new);
    };
    under_fields(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 3.0 * STEP;
        match on_mesh {
            Some(mesh) if !is_alike(foot, mesh) => {
                if link(ui, "From the mesh", "Sole from the mesh").clicked() {
                    put("sole from the mesh", with_sole(foot, mesh));
                }
            }
            Some(_) => {}
            None => hint(ui, "The mesh shows no sole here."),
        }
        if !is_bare(foot) && link(ui, "From the bones", "Sole from the bones").clicked() {
            put("sole from the bones", with_sole(foot, &foot.without_sole()));
        }
    });
    if let [left, right] = &grounding.feet[..] {
        let mirrored = mirrored(if place == 0 { right } else { left });
        let text = "As the other foot, mirrored";
        if !is_alike(foot, &mirrored) && under_fields(ui, |ui| link(ui, text, "Sole as the other foot")).clicked() {
            put("sole as the other foot", with_sole(foot, &mirrored));
        }
    }
    if under_fields(ui, |ui| link(ui, "All of pelvis and feet", "Back to pelvis and feet")).clicked() {
        actions.select(Item::Grounding);
    }
}

/// The foot with the sole of another.
fn with_sole(foot: &Foot, sole: &Foot) -> Foot {
    Foot { chain: foot.chain.clone(), toes: foot.toes.clone(), ..sole.clone() }
}

fn is_bare(foot: &Foot) -> bool {
    is_alike(foot, &foot.without_sole())
}

fn is_alike(foot: &Foot, other: &Foot) -> bool {
    with_sole(foot, other) == *foot
}

/// The same on the other side of the body.
fn mirrored(foot: &Foot) -> Foot {
    let mirror = |point: Option<[f32; 3]>| point.map(|[x, y, z]| [if x == 0.0 { 0.0 } else { -x }, y, z]);
    Foot { heel: mirror(foot.heel), ball: mirror(foot.ball), toe: mirror(foot.toe), ..foot.clone() }
}

/// As the solver has it where the rig leaves it out; metres at the reference leg length.
fn as_solved(session: &Session, foot: &Foot) -> Foot {
    let solved = || {
        let bound = session.stage()?.bound()?;
        let rigged = bound.feet().find(|rigged| rigged.chain_name() == foot.chain)?;
        let scale = session.document().rig().reference_leg_length / bound.leg_length();
        let [heel, ball, toe] = rigged.contacts_at_rest().map(|point| (point * scale).to_array());
        Some(Foot {
            heel: foot.heel.or(Some(heel)),
            ball: foot.ball.or(Some(ball)),
            toe: foot.toe.or(Some(toe)),
            half_breadth: foot.half_breadth.or(Some(rigged.half_breadth() * scale)),
            heel_radius: foot.heel_radius.or(Some(rigged.heel_radius() * scale)),
            ..foot.clone()
        })
    };
    solved().unwrap_or_else(|| foot.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_is_mirrored_sideways_alone() {
        let left = Foot {
            chain: "left_leg".into(),
            toes: None,
            heel: Some([0.01, -0.08, -0.05]),
            ball: Some([0.0, -0.08, 0.1]),
            toe: None,
            half_breadth: Some(0.04),
            heel_radius: Some(0.03),
        };
        let right = with_sole(&Foot { chain: "right_leg".into(), ..left.without_sole() }, &mirrored(&left));
        assert_eq!(right.heel, Some([-0.01, -0.08, -0.05]));
        assert_eq!((right.ball, right.toe, right.half_breadth), (left.ball, None, Some(0.04)));
        assert_eq!(right.heel_radius, Some(0.03));
        assert_eq!(right.chain, "right_leg");
        assert!(is_alike(&left, &mirrored(&mirrored(&left))) && !is_alike(&left, &right) && !is_bare(&left));
    }
}
