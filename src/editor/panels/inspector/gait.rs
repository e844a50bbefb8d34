use eframe::egui::Ui;
use surefoot::rig::Gait;

use super::super::apply::push;
use super::fields::{degrees, length, number, percent};
use crate::editor::core::{Actions, Edit};
use crate::editor::theme::Meaning;
use crate::editor::widgets::{property, section_head};

/// How the character steps without a clip.
pub fn ui(ui: &mut Ui, gait: &Gait, actions: &mut Actions) {
    let feet = gait.groups.iter().flatten().count();
    let note = if gait.enabled { format!("{feet} feet, by turns") } else { "off".to_owned() };
    section_head(ui, "Gait", &note);
    type Part = fn(&mut Gait) -> &mut f32;
    let lengths: [(&str, &str, f32, Part); 6] = [
        ("Stride", "step_distance", gait.step_distance, |g| &mut g.step_distance),
        ("Stands within", "stand_distance", gait.stand_distance, |g| &mut g.stand_distance),
        ("Lift", "lift", gait.lift, |g| &mut g.lift),
        ("Crouch", "crouch", gait.crouch, |g| &mut g.crouch),
        ("Steps up", "step_up", gait.step_up, |g| &mut g.step_up),
        ("Steps down", "step_down", gait.step_down, |g| &mut g.step_down),
    ];
    let angles: [(&str, &str, f32, Part); 4] = [
        ("Turns within", "step_angle_deg", gait.step_angle_deg, |g| &mut g.step_angle_deg),
        ("Stands turned within", "stand_angle_deg", gait.stand_angle_deg, |g| &mut g.stand_angle_deg),
        ("Largest body tilt", "max_tilt_deg", gait.max_tilt_deg, |g| &mut g.max_tilt_deg),
        ("Heel lift", "heel_lift_deg", gait.heel_lift_deg, |g| &mut g.heel_lift_deg),
    ];
    let shares: [(&str, &str, f32, Part); 3] = [
        ("In the air", "air_share", gait.air_share, |g| &mut g.air_share),
        ("Lands ahead", "overshoot", gait.overshoot, |g| &mut g.overshoot),
        ("Takes the tilt", "tilt_weight", gait.tilt_weight, |g| &mut g.tilt_weight),
    ];
    let times: [(&str, &str, f32, Part); 3] = [
        ("Step lasts", "step_duration", gait.step_duration, |g| &mut g.step_duration),
        ("Body half-life", "body_half_life", gait.body_half_life, |g| &mut g.body_half_life),
        ("Tilt half-life", "tilt_half_life", gait.tilt_half_life, |g| &mut g.tilt_half_life),
    ];
    let path = |field: &str| format!("gait.{field}");
    let mut row = |label: &str, field: &str, value: f32, part: Part, unit: Unit| {
        let change = property(ui, label, |ui| {
            let name = format!("Gait: {}", label.to_lowercase());
            let field = match unit {
                Unit::Length => length(&path(field), &name, value).usual(0.0..=1.0),
                Unit::Angle => degrees(&path(field), &name, value),
                Unit::Share => percent(&path(field), &name, value),
                Unit::Time => number(&path(field), &name, value).usual(0.0..=1.0).unit("s").snap(0.05),
            };
            field.meaning(Meaning::Ground).show(ui)
        });
        push(actions, &format!("Set {} of the gait", label.to_lowercase()), change, |value| {
            let mut gait = gait.clone();
            *part(&mut gait) = value;
            Edit::Gait(Some(gait))
        });
    };
    for (unit, parts) in
        [(Unit::Length, &lengths[..]), (Unit::Angle, &angles[..]), (Unit::Share, &shares[..]), (Unit::Time, &times[..])]
    {
        for &(label, field, value, part) in parts {
            row(label, field, value, part, unit);
        }
    }
}

#[derive(Clone, Copy)]
enum Unit {
    Length,
    Angle,
    Share,
    Time,
}
