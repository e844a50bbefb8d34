//! Limbs whose bones are split in two by joints that only take up twist.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod common;

use surefoot::character::Character;
use surefoot::glam::Vec3;
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::angle_between;
use surefoot::pose::Globals;
use surefoot::rig::preset;
use surefoot::runtime::{Goal, Inputs};

use common::corpus;

/// Places and lengths as reported for this file; metres, model space.
#[test]
fn a14_a_leg_split_by_twist_joints_bends_at_the_knee_alone_and_reaches() {
    let Some(corpus) = corpus() else { return };
    let character = Character::read(corpus.join("gdquest_sophia_rigify.glb")).unwrap_or_else(|error| panic!("{error}"));
    let skeleton = &character.skeleton;
    let joint = |name: &str| skeleton.find(name).unwrap();
    let names = ["DEF-thigh.L", "DEF-thigh.L.001", "DEF-shin.L", "DEF-shin.L.001", "DEF-foot.L"];
    let [thigh, thigh_split, shin, shin_split, foot] = names.map(joint);
    let rest = skeleton.rest_globals();
    for (joint, place) in [
        (thigh, Vec3::new(0.0808, 0.536, -0.0062)),
        (shin, Vec3::new(0.0808, 0.3456, 0.0081)),
        (foot, Vec3::new(0.0781, 0.1593, -0.0143)),
    ] {
        assert!(rest.position(joint).distance(place) < 1e-3, "{}: {}", skeleton.name(joint), rest.position(joint));
    }

    let map = character.detect().map();
    let leg = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| map.get(role));
    assert_eq!(leg, [Some(thigh), Some(shin), Some(foot)]);
    let bound = preset("biped").unwrap().bind_with(skeleton, &map).unwrap_or_else(|error| panic!("{error}"));

    let target = rest.position(foot) + Vec3::Y * 0.1;
    let goals = [Goal {
        chain: "leftFoot",
        position_in_world: target,
        rotation_in_world: None,
        hint_in_world: None,
        weight: 1.0,
    }];
    let mut pose = skeleton.rest().clone();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
    assert!(report.chains.iter().any(|chain| chain.target == Some(target) && chain.reached), "{report:?}");
    let solved = Globals::of(skeleton, &pose);
    assert!(solved.position(foot).distance(target) < 1e-3, "{}", solved.position(foot));

    for split in [thigh_split, shin_split] {
        assert_eq!(pose.get(split), skeleton.rest().get(split), "{} keeps its place", skeleton.name(split));
    }
    assert_ne!(pose.get(shin).rotation, skeleton.rest().get(shin).rotation);
    let [hip, knee, ankle] = [thigh, shin, foot].map(|joint| solved.position(joint));
    assert!((hip.distance(knee) - 0.191).abs() < 5e-4 && (knee.distance(ankle) - 0.188).abs() < 5e-4);
    // The law of cosines over those two lengths, and forward as people's knees go.
    let reach = hip.distance(target);
    let cosine = (0.191_f32.powi(2) + 0.188_f32.powi(2) - reach * reach) / (2.0 * 0.191 * 0.188);
    let at_knee = angle_between(hip - knee, ankle - knee);
    assert!((at_knee - cosine.acos()).abs() < 1.0_f32.to_radians(), "{} {}", at_knee, cosine.acos());
    assert!(knee.z > hip.midpoint(ankle).z + 0.05, "{knee}");
}
