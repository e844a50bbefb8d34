//! Reports about limbs, on the files in which people met them; by their numbers.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod common;

use surefoot::character::Character;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::{Transform, angle_between, direction_or, swing_twist};
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{BoneRef, Chain, Fabrik, Hint, LookAt, Rig, Solver, preset};
use surefoot::runtime::{BoundRig, Goal, Inputs};
use surefoot::skeleton::{Joint, Skeleton};

use common::corpus;

struct Opened {
    character: Character,
    map: HumanoidMap,
    bound: BoundRig,
}

fn open(name: &str) -> Option<Opened> {
    let character = Character::read(corpus()?.join(name)).unwrap();
    let map = character.detect().map();
    let bound = preset("biped").unwrap().bind_with(&character.skeleton, &map).unwrap();
    Some(Opened { character, map, bound })
}

impl Opened {
    /// A settled frame out of rest, with one goal in model space.
    fn reach(&self, chain: &str, position_in_world: Vec3) -> (Pose, Globals) {
        let goals = [Goal { chain, position_in_world, rotation_in_world: None, hint_in_world: None, weight: 1.0 }];
        let mut pose = self.character.skeleton.rest().clone();
        let inputs = Inputs { goals: &goals, grounded: false, ..Inputs::settled(&NoGround) };
        self.bound.solve(&mut pose, &mut self.bound.memory(), &inputs);
        let globals = Globals::of(&self.character.skeleton, &pose);
        (pose, globals)
    }

    fn at(&self, globals: &Globals, role: Role) -> Vec3 {
        globals.position(self.map.get(role).unwrap())
    }
}

fn near(point: Vec3, right: [f32; 3]) {
    assert!(point.distance(right.into()) < 1e-3, "{point} is not {right:?}");
}

#[test]
fn a3_a_straight_chain_in_a_file_bends_when_its_goal_is_on_its_line() {
    let Some(corpus) = corpus() else { return };
    let character = Character::read(corpus.join("khronos_rigged_simple.glb")).unwrap();
    let rest = character.skeleton.rest_globals();
    // From the joint at the origin to the one at the top.
    let at_height = |height: f32| {
        let close = |joint: &_| rest.position(*joint).distance(Vec3::Y * height) < 1e-3;
        character.skeleton.ids().rfind(close).unwrap()
    };
    let (root, tip) = (at_height(0.0), at_height(7.5));
    let chain = Chain {
        name: "arm".into(),
        enabled: true,
        root: BoneRef::naming(&character.skeleton, root),
        tip: BoneRef::naming(&character.skeleton, tip),
        solver: Solver::Fabrik(Fabrik { hint: Hint::default(), ..Fabrik::default() }),
        position_weight: 1.0,
        rotation_weight: 1.0,
        ..preset("biped").unwrap().chains[0].clone()
    };
    let rig = Rig { chains: vec![chain], ..Rig::default() };
    let bound = rig.bind_with(&character.skeleton, &HumanoidMap::default()).unwrap();
    let goal = Vec3::Y * 6.0;
    let goals =
        [Goal { chain: "arm", position_in_world: goal, rotation_in_world: None, hint_in_world: None, weight: 1.0 }];
    let mut pose = character.skeleton.rest().clone();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
    assert!(report.chains[0].reached && report.chains[0].error < 7.5e-3, "{:?}", report.chains);
    assert!(pose.local().iter().all(|local| local.is_finite()));
}

#[test]
fn a7_knees_of_real_files_bend_forward_from_straight_and_from_behind() {
    for (name, forward) in [
        ("vrm1_example.vrm", Vec3::Z),
        ("vrm0_bare_armature.vrm", Vec3::NEG_Z),
        ("vrm0_cryptovoxels.vrm", Vec3::NEG_Z),
        ("khronos_brainstem_unnamed.glb", Vec3::Z),
    ] {
        let Some(opened) = open(name) else { return };
        for [root, mid, tip] in [
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
            [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
        ] {
            let rest = opened.character.skeleton.rest_globals();
            let raised = opened.at(rest, tip) + Vec3::Y * (0.3 * opened.bound.leg_length());
            let (_, globals) = opened.reach(tip.name(), raised);
            let [hip, knee, foot] = [root, mid, tip].map(|role| opened.at(&globals, role));
            assert!(foot.distance(raised) < 1e-3, "{name}: {foot} {raised}");
            let bend = (knee - hip).reject_from(foot - hip);
            assert!(bend.dot(forward) > 0.05 * opened.bound.leg_length(), "{name}: {tip} bends to {bend}");
        }
    }
}

#[test]
fn a10_a_circle_of_the_hand_leaves_nothing_behind() {
    let Some(opened) = open("mixamo_ybot.glb") else { return };
    let skeleton = &opened.character.skeleton;
    let rest = skeleton.rest_globals();
    let [upper, lower] = [Role::LeftUpperArm, Role::LeftLowerArm].map(|role| opened.map.get(role).unwrap());
    let mut first: Option<Pose> = None;
    for step in 0..=72 {
        let (sine, cosine) = (step as f32 / 72.0 * std::f32::consts::TAU).sin_cos();
        let centre = Vec3::new(0.35, 1.2, 0.2);
        let (pose, globals) = opened.reach("leftHand", centre + Vec3::new(cosine, sine, 0.0) * 0.3);
        for joint in skeleton.ids() {
            assert_eq!(pose.get(joint).translation, skeleton.rest().get(joint).translation);
            assert_eq!(pose.get(joint).scale, skeleton.rest().get(joint).scale);
        }
        // The roll of the lower arm against the upper, about the lower arm's own line.
        let turned = |joint| globals.rotation(joint) * rest.rotation(joint).inverse();
        let forearm = opened.at(rest, Role::LeftHand) - opened.at(rest, Role::LeftLowerArm);
        let roll = swing_twist(turned(upper).inverse() * turned(lower), direction_or(forearm, Vec3::X)).twist;
        let roll = 2.0 * Vec3::new(roll.x, roll.y, roll.z).length().atan2(roll.w.abs());
        assert!(roll.to_degrees() < 5.0, "step {step}: {}", roll.to_degrees());
        match &first {
            None => first = Some(pose),
            Some(first) if step == 72 => {
                for (first, last) in first.local().iter().zip(pose.local()) {
                    assert!(first.rotation.dot(last.rotation).abs() > 1.0 - 1e-6);
                }
            }
            Some(_) => {}
        }
    }
}

#[test]
fn a12_a_rig_in_centimetres_reaches_in_metres() {
    let Some(opened) = open("mixamo_ybot.glb") else { return };
    let rest = opened.character.skeleton.rest_globals();
    near(opened.at(rest, Role::LeftUpperLeg), [0.0912, 0.9314, -0.0006]);
    near(opened.at(rest, Role::LeftLowerLeg), [0.0937, 0.5254, -0.0057]);
    near(opened.at(rest, Role::LeftFoot), [0.0912, 0.1049, -0.0263]);
    // 0.406 and 0.421 m, not 40.6.
    assert!((opened.bound.leg_length() - 0.827).abs() < 2e-3, "{}", opened.bound.leg_length());
    let (_, globals) = opened.reach("leftFoot", Vec3::new(0.10, 0.40, 0.10));
    near(opened.at(&globals, Role::LeftFoot), [0.10, 0.40, 0.10]);
    assert!(opened.at(&globals, Role::LeftLowerLeg).z > 0.1);
}

#[test]
fn a13_scaled_skeletons_keep_their_scales_and_translations() {
    for name in ["robot_expressive.glb", "godot_platformer_robot.glb", "kenney_cyborg_draco_embedded.gltf"] {
        let Some(opened) = open(name) else { return };
        let skeleton = &opened.character.skeleton;
        for tip in [Role::LeftHand, Role::RightHand] {
            let Some(hand) = opened.map.get(tip) else { continue };
            let target = skeleton.rest_globals().position(hand) + Vec3::new(0.0, 0.15, 0.1) * opened.bound.leg_length();
            let (pose, _) = opened.reach(tip.name(), target);
            assert_ne!(&pose, skeleton.rest(), "{name} does nothing");
            for joint in skeleton.ids() {
                let (now, before) = (pose.get(joint), skeleton.rest().get(joint));
                assert!(now.scale == before.scale && now.translation == before.translation, "{name}");
            }
        }
    }
}

/// Both eye joints turned by 90° about X at rest, each with a child that undoes it; the target is 30° to the left and 10° up.
#[test]
fn c3_eyes_whose_joints_are_turned_at_rest_look_the_same_way() {
    let Some(opened) = open("rpm_apose.glb") else { return };
    let eyes = [Role::LeftEye, Role::RightEye].map(|role| opened.map.get(role).unwrap());
    let head = opened.at(opened.character.skeleton.rest_globals(), Role::Head);
    let mut rig = preset("biped").unwrap();
    // The eyes alone.
    let look = rig.look_at.take().unwrap();
    rig.look_at = Some(LookAt { body: 0.0, head: 0.0, ..look });
    let gaze = |with_child: bool| {
        let mut joints: Vec<Joint> = Vec::from(opened.character.skeleton.clone());
        let turn = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let mut ends = eyes;
        if with_child {
            for (eye, end) in eyes.iter().zip(&mut ends) {
                joints[eye.index()].rest.rotation *= turn;
                let rest = Transform { rotation: turn.inverse(), ..Transform::IDENTITY };
                let parent = Some(eye.index() as u16);
                joints.push(Joint { name: format!("undone {}", eye.index()), parent, rest, source: None });
                *end = *eye;
            }
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let bound = rig.bind_with(&skeleton, &opened.map).unwrap();
        let direction =
            Quat::from_rotation_y(30.0_f32.to_radians()) * Quat::from_rotation_x(-10.0_f32.to_radians()) * Vec3::Z;
        let mut pose = skeleton.rest().clone();
        let inputs = Inputs {
            look_target_in_world: Some(head + direction * 1000.0),
            grounded: false,
            ..Inputs::settled(&NoGround)
        };
        bound.solve(&mut pose, &mut bound.memory(), &inputs);
        let globals = Globals::of(&skeleton, &pose);
        let rest = skeleton.rest_globals();
        let watched = if with_child {
            let named = |eye: usize| skeleton.find(&format!("undone {eye}")).unwrap();
            [named(eyes[0].index()), named(eyes[1].index())]
        } else {
            ends
        };
        (watched.map(|joint| globals.rotation(joint) * rest.rotation(joint).inverse() * Vec3::Z), direction)
    };
    let (plain, direction) = gaze(false);
    let (turned, _) = gaze(true);
    for (plain, turned) in plain.iter().zip(&turned) {
        assert!(angle_between(*plain, direction).to_degrees() < 0.5, "{plain} {direction}");
        assert!(angle_between(*plain, *turned).to_degrees() < 0.05, "{plain} {turned}");
    }
}
