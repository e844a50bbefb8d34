//! How feet that walk are led, and how standing ones are held.

use eframe::egui::Ui;
use surefoot::rig::{FootLock, Grounding};

use super::fields::{degrees, length, number};
use super::grounding::set;
use crate::editor::core::Actions;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{Change, property, section_head, toggle};

pub fn ui(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Steps", "");
    let change = property(ui, "Heel lift", |ui| {
        degrees("grounding.heel_lift_deg", "Heel lift", grounding.heel_lift_deg).meaning(Meaning::Ground).show(ui)
    });
    set(actions, grounding, "heel lift", change, |grounding, value| grounding.heel_lift_deg = value);
    let change = property(ui, "Clearance", |ui| {
        let field = length("grounding.swing_clearance", "Swing clearance", grounding.swing_clearance);
        field.usual(0.0..=0.1).snap(0.5).meaning(Meaning::Ground).show(ui)
    });
    set(actions, grounding, "swing clearance", change, |grounding, value| grounding.swing_clearance = value);
}

pub fn lock(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    let lock = &grounding.lock;
    section_head(ui, "Foot lock", if lock.enabled { "" } else { "off" });
    let clicked = property(ui, "Holds feet", |ui| {
        toggle(ui, "Hold standing feet to their place", lock.enabled, Meaning::Ground).clicked()
    });
    if clicked {
        set(actions, grounding, "foot lock", Change::Set(!lock.enabled), |grounding, on| grounding.lock.enabled = on);
    }
    if !lock.enabled {
        return;
    }
    type Part = fn(&mut FootLock) -> &mut f32;
    let mut row = |label: &str, field: &str, what: &str, part: Part| {
        let mut now = lock.clone();
        let path = format!("grounding.lock.{field}");
        let value = *part(&mut now);
        let change = property(ui, label, |ui| {
            let shown = match field {
                "release_distance" => length(&path, what, value).usual(0.0..=0.5).snap(1.0),
                "release_angle_deg" => degrees(&path, what, value),
                "release_half_life" => number(&path, what, value).unit("s").usual(0.0..=0.5).snap(0.05),
                _ => number(&path, what, value).unit("m/s").usual(0.0..=2.0).snap(0.1),
            };
            shown.meaning(Meaning::Ground).show(ui)
        });
        let written = what.to_lowercase();
        set(actions, grounding, &written, change, |grounding, value| *part(&mut grounding.lock) = value);
    };
    row("Locks below", "lock_below", "Speed below which a foot locks", |lock| &mut lock.lock_below);
    row("Frees above", "release_above", "Speed above which a foot is free", |lock| &mut lock.release_above);
    row("Lets go at", "release_distance", "Distance at which a foot is let go", |lock| &mut lock.release_distance);
    row("Or turned", "release_angle_deg", "Angle at which a foot is let go", |lock| &mut lock.release_angle_deg);
    row("Half-life", "release_half_life", "Half-life of a foot let go", |lock| &mut lock.release_half_life);
}
