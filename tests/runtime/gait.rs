//! Walking without clips. Right values come from where feet, homes and grounds are put.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, GroundScene};
use surefoot::runtime::GaitInput;

use crate::creature::{Creature, Walk};

fn all() -> [(&'static str, Walk, f32); 3] {
    [
        ("person", Walk::person(), 1.0),
        ("quadruped", Walk::creature(Creature::QUADRUPED), 0.8),
        ("hexapod", Walk::creature(Creature::HEXAPOD), 0.6),
    ]
}

fn scene(text: &str) -> impl Ground + use<> {
    text.parse::<GroundScene>().unwrap().placed(Vec3::Z)
}

/// Walks for some seconds straight ahead of `yaw`.
fn walk(walk: &mut Walk, from: Vec3, speed: f32, yaw: f32, seconds: f32, hz: u32, ground: &dyn Ground) -> Vec3 {
    let ahead = Quat::from_rotation_y(yaw) * Vec3::Z * speed * walk.size;
    let frames = (seconds * hz as f32).round() as u32;
    for frame in 1..=frames {
        walk.step(1.0 / hz as f32, from + ahead * (frame as f32 / hz as f32), yaw, GaitInput::default(), ground);
    }
    from + ahead * seconds
}

#[test]
fn feet_that_stand_do_not_slide_on_any_ground() {
    let grounds = [
        "flat",
        "slope:15",
        "slope:15@90",
        "slope:25",
        "slope:-25",
        "slope:25@90",
        "slope:25@135",
        "stairs:0.15x0.3",
        "stairs:-0.15x0.3",
        "bumps:0.08x2",
    ];
    for text in grounds {
        for (name, mut character, speed) in all() {
            let ground = scene(text);
            character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
            walk(&mut character, Vec3::ZERO, speed, 0.0, 4.0, 60, &ground);
            let context = format!("{text}, {name}");
            assert!(character.worst_slide <= 1e-3, "{context}: slides by {}", character.worst_slide);
            assert!(character.steps() >= 7, "{context}: {} steps", character.steps());
        }
    }
}
