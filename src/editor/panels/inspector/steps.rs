//! How feet that walk are led, and how standing ones are held.

use eframe::egui::Ui;
use surefoot::rig::{FootLock, Grounding};

use super::fields::{degrees, length, number};
use super::grounding::{row, set};
use crate::editor::core::Actions;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{Change, property, section_head, toggle};

pub fn ui(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Steps", "");
    let field = degrees("grounding.heel_lift_deg", "Heel lift", grounding.heel_lift_deg);
    row(ui, grounding, actions, "Heel lift", "heel lift", field, |g| &mut g.heel_lift_deg);
    let field = length("grounding.swing_clearance", "Swing clearance", grounding.swing_clearance);
    let field = field.usual(0.0..=0.1).snap(0.5);
    row(ui, grounding, actions, "Clearance", "swing clearance", field, |g| &mut g.swing_clearance);
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
    type Part = fn(&mut Grounding) -> &mut f32;
    let mut of_lock = |label: &str, field: &str, value: f32, what: &str, part: Part| {
        let path = format!("grounding.lock.{field}");
        let shown = match field {
            "release_distance" => length(&path, what, value).usual(0.0..=0.5).snap(1.0),
            "release_angle_deg" => degrees(&path, what, value),
            "release_half_life" => number(&path, what, value).unit("s").usual(0.0..=0.5).snap(0.05),
            _ => number(&path, what, value).unit("m/s").usual(0.0..=2.0).snap(0.1),
        };
        row(ui, grounding, actions, label, &what.to_lowercase(), shown, part);
    };
    let FootLock { lock_below, release_above, release_distance, release_angle_deg, release_half_life, .. } = *lock;
    of_lock("Locks below", "lock_below", lock_below, "Speed below which a foot locks", |g| &mut g.lock.lock_below);
    let what = "Speed above which a foot is free";
    of_lock("Frees above", "release_above", release_above, what, |g| &mut g.lock.release_above);
    let what = "Distance at which a foot is let go";
    of_lock("Lets go at", "release_distance", release_distance, what, |g| &mut g.lock.release_distance);
    let what = "Angle at which a foot is let go";
    of_lock("Or turned", "release_angle_deg", release_angle_deg, what, |g| &mut g.lock.release_angle_deg);
    let what = "Half-life of a foot let go";
    of_lock("Half-life", "release_half_life", release_half_life, what, |g| &mut g.lock.release_half_life);
}
