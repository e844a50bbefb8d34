//! A character walks without a clip, and a sheet of side views shows how.
//!
//! ```text
//! cargo run --example stroll --no-default-features --features gltf -- assets/mannequin.glb stairs:0.15x0.3 0.8 stroll.svg
//! ```
//!
//! The model, the ground, the speed in metres a second, and where the sheet goes. The rig is the biped preset with a gait of two feet.

use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

use surefoot::character::Character;
use surefoot::glam::Vec3;
use surefoot::ground::{GroundScene, PlacedScene};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::Globals;
use surefoot::rig::{DEFAULT_PRESET, Gait, Rig, preset};
use surefoot::runtime::{GaitInput, Inputs};

const HZ: f32 = 60.0;
/// Frames between two views, views in all, and in a row.
const EVERY: u32 = 5;
const VIEWS: u32 = 32;
const COLUMNS: u32 = 8;
/// Pixels a metre, and the size of a view.
const SCALE: f32 = 130.0;
const VIEW: [f32; 2] = [180.0, 290.0];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, ground, speed, sheet] = &arguments[..] else {
        eprintln!("stroll: expected a model, a ground, a speed and a file, as in: stroll hero.glb flat 1.2 sheet.svg");
        return ExitCode::FAILURE;
    };
    match stroll(model, ground, speed, sheet) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stroll: {error}");
            ExitCode::FAILURE
        }
    }
}

fn stroll(model: &str, ground: &str, speed: &str, sheet: &str) -> Result<(), Box<dyn Error>> {
    let speed: f32 = speed.parse()?;
    let character = Character::read(std::path::Path::new(model))?;
    let skeleton = &character.skeleton;
    let map = character.detect().map();
    let legs = vec!["left_leg".to_owned(), "right_leg".to_owned()];
    let preset = preset(DEFAULT_PRESET).ok_or("there is no biped preset")?;
    let rig = Rig { gait: Some(Gait { groups: vec![legs], ..Gait::default() }), ..preset };
    let bound = rig.bind_with(skeleton, &map)?;
    let stands = bound.world_from_model();
    let forward = stands.rotation * bound.frame().forward;
    let scene = ground.parse::<GroundScene>()?.placed(forward);
    let mut memory = bound.memory();
    let mut pose = skeleton.rest().clone();
    let mut svg = String::new();
    let rows = VIEWS.div_ceil(COLUMNS) as f32;
    let [width, height] = [VIEW[0] * COLUMNS as f32, VIEW[1] * rows];
    writeln!(svg, r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"##)?;
    writeln!(svg, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
    for frame in 0..EVERY * VIEWS {
        let at = forward * (speed * frame as f32 / HZ);
        let at = at.with_y(scene.surface_at(at).0);
        let root = Transform { translation: stands.translation + at, ..stands };
        pose.copy_from(skeleton.rest());
        let dt = if frame == 0 { 0.0 } else { 1.0 / HZ };
        let inputs = Inputs { dt, root, gait: Some(GaitInput::default()), ..Inputs::settled(&scene) };
        bound.solve(&mut pose, &mut memory, &inputs);
        if frame % EVERY == 0 {
            let globals = Globals::under(skeleton, &pose, root);
            let joints = |role: Role| map.get(role).map(|joint| globals.position(joint));
            let soles = bound.feet().map(|foot| foot.sole(&globals, Vec3::Y).contacts()).collect::<Vec<_>>();
            let view = frame / EVERY;
            let corner = [VIEW[0] * (view % COLUMNS) as f32, VIEW[1] * (view / COLUMNS) as f32];
            draw(&mut svg, corner, frame, at, forward, &scene, &joints, &soles)?;
        }
    }
    svg.push_str("</svg>\n");
    std::fs::write(sheet, svg)?;
    Ok(())
}

/// One view from the character's right, which goes to the right of the picture.
#[allow(clippy::too_many_arguments, reason = "what a view shows")]
fn draw(
    svg: &mut String,
    corner: [f32; 2],
    frame: u32,
    at: Vec3,
    forward: Vec3,
    scene: &PlacedScene,
    joints: &dyn Fn(Role) -> Option<Vec3>,
    soles: &[[Vec3; 3]],
) -> std::fmt::Result {
    let flat = |point: Vec3| {
        let ahead = (point - at).dot(forward);
        [corner[0] + VIEW[0] * 0.5 + ahead * SCALE, corner[1] + VIEW[1] - 40.0 - (point.y - at.y) * SCALE]
    };
    let mut line = |points: &[Vec3], colour: &str, broad: f32| {
        let points: Vec<String> =
            points.iter().map(|&point| flat(point).map(|v| format!("{v:.1}")).join(",")).collect();
        writeln!(
            svg,
            r##"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{broad}" stroke-linecap="round" stroke-linejoin="round"/>"##,
            points.join(" ")
        )
    };
    let profile: Vec<Vec3> = (-130..=130)
        .map(|step| {
            let along = at + forward * (step as f32 * 0.005);
            along.with_y(scene.surface_at(along).0)
        })
        .collect();
    line(&profile, "#777", 1.5)?;
    use Role::{Head, Hips, LeftFoot, LeftLowerLeg, LeftUpperLeg, Neck};
    for (side, colour) in [(Role::mirrored as fn(Role) -> Role, "#d2691e"), (|role| role, "#1e5fb4")] {
        let leg: Vec<Vec3> =
            [LeftUpperLeg, LeftLowerLeg, LeftFoot].into_iter().filter_map(|role| joints(side(role))).collect();
        line(&leg, colour, 4.0)?;
    }
    for (sole, colour) in soles.iter().zip(["#1e5fb4", "#d2691e"]) {
        line(sole, colour, 3.0)?;
    }
    let trunk: Vec<Vec3> = [Hips, Neck, Head].into_iter().filter_map(joints).collect();
    line(&trunk, "#333", 4.0)?;
    let [x, y] = corner;
    writeln!(svg, r##"<text x="{}" y="{}" font-size="11" fill="#333">{frame}</text>"##, x + 6.0, y + 14.0)?;
    writeln!(svg, r##"<rect x="{x}" y="{y}" width="{}" height="{}" fill="none" stroke="#ccc"/>"##, VIEW[0], VIEW[1])
}
