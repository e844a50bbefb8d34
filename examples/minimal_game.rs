//! A game's side of Surefoot: load a rig and a character once, solve every frame.
//!
//! ```text
//! cargo run --example minimal_game --no-default-features --features gltf -- hero.rig.ron hero.glb
//! ```
//!
//! It walks nowhere: 600 frames at 60 Hz on a 20° slope, the left hand held out in front of the chest, then one line a joint
//! with its position. Only the library is used; a game brings its own ground by implementing `surefoot::ground::Ground`.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use surefoot::character::Character;
use surefoot::glam::Vec3;
use surefoot::ground::GroundScene;
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::Rig;
use surefoot::runtime::{Goal, Inputs};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(rig), Some(model)) = (arguments.next(), arguments.next()) else {
        eprintln!("minimal_game: expected a rig and a model, as in: minimal_game hero.rig.ron hero.glb");
        return ExitCode::FAILURE;
    };
    match play(Path::new(&rig), Path::new(&model)) {
        Ok(played) => {
            for (name, position) in played.joints {
                let [x, y, z] = position.to_array();
                println!("{name}\t{x:?}\t{y:?}\t{z:?}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("minimal_game: {error}");
            ExitCode::FAILURE
        }
    }
}

/// How it stands after the last frame.
pub struct Played {
    /// Where the left hand was asked to be; world space, metres. None on a body without a left arm.
    pub goal: Option<Vec3>,
    /// Every joint with its name; world space, metres.
    pub joints: Vec<(String, Vec3)>,
}

/// The game.
pub fn play(rig_path: &Path, model_path: &Path) -> Result<Played, Box<dyn Error>> {
    // Once, at load time.
    let rig = Rig::from_ron(&std::fs::read_to_string(rig_path)?)?.rig;
    let character = Character::read(model_path)?;
    let skeleton = &*character.skeleton_at(rig.character.rest);
    let bound = rig.bind(skeleton)?;
    let mut memory = bound.memory();

    let map = rig.humanoid_map(skeleton).0;
    // Where the character stands and how it is drawn: metres, y up, its soles on height 0, whatever its file has.
    let root = bound.world_from_model();
    let world_from_model = root.to_affine();
    let forward = root.rotation * bound.frame().forward;
    let ground = "slope:20".parse::<GroundScene>()?.placed(forward);
    let rest = skeleton.rest_globals();
    let place = |role: Role| map.get(role).map(|joint| world_from_model.transform_point3(rest.position(joint)));
    let arm = place(Role::LeftUpperArm).zip(place(Role::LeftLowerArm));
    let goal = arm.map(|(shoulder, elbow)| shoulder + forward * (shoulder.distance(elbow) * 1.2));
    let goals: Vec<Goal> = goal
        .into_iter()
        .map(|position_in_world| Goal {
            chain: "leftHand",
            position_in_world,
            rotation_in_world: None,
            hint_in_world: None,
            weight: 1.0,
        })
        .collect();

    // Every frame: the pose comes from the game's animation, here it is the rest pose.
    let mut pose = skeleton.rest().clone();
    for frame in 0..600 {
        pose.copy_from(skeleton.rest());
        let dt = if frame == 0 { 0.0 } else { 1.0 / 60.0 };
        bound.solve(&mut pose, &mut memory, &Inputs { dt, root, goals: &goals, ..Inputs::settled(&ground) });
    }

    let globals = Globals::under(skeleton, &pose, root);
    let joints = skeleton.ids().map(|joint| (skeleton.name(joint).to_owned(), globals.position(joint))).collect();
    Ok(Played { goal, joints })
}
