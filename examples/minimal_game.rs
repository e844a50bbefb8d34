//! A game's side of Surefoot: load a rig and a character once, solve every frame.
//!
//! ```text
//! cargo run --example minimal_game --no-default-features --features gltf -- hero.rig.ron hero.glb
//! ```
//!
//! It walks nowhere: 600 frames at 60 Hz on a 20° slope, the left hand held out in front of the chest, then one line a joint
//! with its position. Only the library is used; a game brings its own ground by implementing `surefoot::ground::Ground`.

use std::error::Error;
use std::process::ExitCode;

use surefoot::character::Character;
use surefoot::ground::GroundScene;
use surefoot::humanoid::{Role, body_frame};
use surefoot::pose::Globals;
use surefoot::rig::Rig;
use surefoot::runtime::{Goal, Inputs};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("minimal_game: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(rig_path), Some(model_path)) = (arguments.next(), arguments.next()) else {
        return Err("expected a rig and a model: minimal_game RIG.ron MODEL.glb".into());
    };

    // Once, at load time.
    let rig = Rig::from_ron(&std::fs::read_to_string(&rig_path)?)?.rig;
    let character = Character::read(model_path.as_ref())?;
    let bound = rig.bind(&character.skeleton)?;
    let mut memory = bound.memory();

    let map = rig.humanoid_map(&character.skeleton).0;
    let body = body_frame(&character.skeleton, &map);
    let ground = "slope:20".parse::<GroundScene>()?.placed(body.forward);
    let rest = character.skeleton.rest_globals();
    let place = |role: Role| map.get(role).map(|joint| rest.position(joint));
    let goals: Vec<Goal> = place(Role::LeftUpperArm)
        .zip(place(Role::LeftLowerArm))
        .map(|(shoulder, elbow)| Goal {
            chain: "leftHand",
            position_in_world: shoulder + body.forward * shoulder.distance(elbow) * 1.2,
            rotation_in_world: None,
            hint_in_world: None,
            weight: 1.0,
        })
        .into_iter()
        .collect();

    // Every frame: the pose comes from the game's animation, here it is the rest pose.
    let mut pose = character.skeleton.rest().clone();
    for frame in 0..600 {
        pose.copy_from(character.skeleton.rest());
        let inputs =
            Inputs { dt: if frame == 0 { 0.0 } else { 1.0 / 60.0 }, goals: &goals, ..Inputs::settled(&ground) };
        bound.solve(&mut pose, &mut memory, &inputs);
    }

    let globals = Globals::of(&character.skeleton, &pose);
    for joint in character.skeleton.ids() {
        let [x, y, z] = globals.position(joint).to_array();
        println!("{}\t{x:?}\t{y:?}\t{z:?}", character.skeleton.name(joint));
    }
    Ok(())
}
