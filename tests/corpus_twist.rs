//! The roll of a real character's hands, spread over the bones that its forearms are split by.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod common;

use surefoot::character::Character;
use surefoot::glam::Quat;
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::{BoneRef, Rig, preset};
use surefoot::runtime::{Goal, Inputs};

use common::corpus;

/// Both halves of a forearm and of an upper arm are as long as each other in this file: 0.064 and 0.069.
#[test]
fn a47_half_of_a_hands_roll_is_seen_in_the_middle_of_the_forearm() {
    let Some(corpus) = corpus() else { return };
    let character = Character::read(corpus.join("gdquest_sophia_rigify.glb")).unwrap_or_else(|error| panic!("{error}"));
    let (skeleton, map) = (&character.skeleton, character.detect().map());
    let rig = Rig::fit_preset(&preset("biped").unwrap(), skeleton, &map, "Sophia");
    let found: Vec<_> =
        rig.twist_bones.iter().map(|twist| (twist.bone.clone(), twist.of.clone(), twist.share)).collect();
    let node = |name: &str| BoneRef::Node(name.into());
    assert_eq!(
        found,
        [
            (node("DEF-upper_arm.L.001"), BoneRef::Role(Role::LeftUpperArm), 0.5),
            (node("DEF-forearm.L.001"), BoneRef::Role(Role::LeftHand), 0.5),
            (node("DEF-upper_arm.R.001"), BoneRef::Role(Role::RightUpperArm), 0.5),
            (node("DEF-forearm.R.001"), BoneRef::Role(Role::RightHand), 0.5),
        ]
    );

    let bound = rig.bind(skeleton).unwrap_or_else(|error| panic!("{error}"));
    let joint = |role| map.get(role).unwrap();
    let (forearm, hand) = (joint(Role::LeftLowerArm), joint(Role::LeftHand));
    let middle = skeleton.find("DEF-forearm.L.001").unwrap();
    let shoulder = skeleton.rest_globals().position(joint(Role::LeftUpperArm));
    let at = shoulder + bound.frame().forward * 0.18 - bound.frame().up * 0.05;
    let solve = |rotation_in_world: Option<Quat>| {
        let goals =
            [Goal { chain: "leftHand", position_in_world: at, rotation_in_world, hint_in_world: None, weight: 1.0 }];
        let mut pose = skeleton.rest().clone();
        bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        Globals::of(skeleton, &pose)
    };
    let turn_from_rest =
        |globals: &Globals, joint| globals.rotation(joint) * skeleton.rest_globals().rotation(joint).inverse();
    let forearm_turn = turn_from_rest(&solve(None), forearm);
    let rest = skeleton.rest_globals();
    let bone = (rest.position(hand) - rest.position(forearm)).try_normalize().unwrap();
    for roll_deg in [60.0_f32, -100.0] {
        let rolled = forearm_turn * Quat::from_axis_angle(bone, roll_deg.to_radians());
        let solved = solve(Some(rolled * rest.rotation(hand)));
        let seen = forearm_turn.inverse() * turn_from_rest(&solved, middle);
        let half = Quat::from_axis_angle(bone, 0.5 * roll_deg.to_radians());
        assert!(seen.dot(half).abs() > 1.0 - 1e-5, "{roll_deg}: {seen} {half}");
        assert!(turn_from_rest(&solved, hand).dot(rolled).abs() > 1.0 - 1e-5);
        assert!(solved.position(hand).distance(at) < 1e-3, "{}", solved.position(hand));
    }
}
