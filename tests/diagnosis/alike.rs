//! The same person in another unit or on other axes is solved alike in the world.

use serde_json::{Value, json};
use surefoot::clip::Playback;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::GroundScene;
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::{Axis, Rig};
use surefoot::runtime::{Goal, Inputs};

use super::copies::{Glb, mannequin, rig_for};

/// One variant's walk over a ground: every joint in the world, frame after frame, and the feet's gaps.
struct Walked {
    leg: f32,
    joints: Vec<Vec<Vec3>>,
    gaps: Vec<f32>,
    pelvis: Vec<Vec3>,
}

fn walk(above: Option<Value>, forward: Option<Axis>, ground: &str) -> Walked {
    let glb = Glb::read(&mannequin());
    let glb = match above {
        Some(node) => glb.under(node),
        None => glb,
    };
    let character = glb.character();
    let (mut rig, map) = rig_for(&character);
    rig.character.forward = forward;
    let bound = rig.bind(&character.skeleton).unwrap();
    let root = bound.world_from_model();
    let ahead = root.rotation * bound.frame().forward;
    assert!(ahead.distance(Vec3::Z) < 1e-5, "{ahead}");
    let ground = ground.parse::<GroundScene>().unwrap().placed(ahead);
    let goals = [Goal {
        chain: "leftHand",
        position_in_world: Vec3::new(0.25, 1.3, 0.4),
        rotation_in_world: Some(Quat::from_rotation_y(0.4) * Quat::from_rotation_x(0.3)),
        hint_in_world: None,
        weight: 1.0,
    }];
    let clip = character.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let mut memory = bound.memory();
    let mut walked =
        Walked { leg: bound.leg_length() * root.scale.x, joints: Vec::new(), gaps: Vec::new(), pelvis: Vec::new() };
    for frame in 0..40 {
        let mut pose = character.pose_under_clips().clone();
        clip.sample(frame as f32 / 30.0, Playback::Loop, &mut pose);
        // The goal's rotation is the hand's own: what it has at rest, turned.
        let rest = root.rotation * character.skeleton.rest_globals().rotation(map.get(Role::LeftHand).unwrap());
        let goals =
            goals.map(|goal| Goal { rotation_in_world: goal.rotation_in_world.map(|turn| turn * rest), ..goal });
        let inputs = Inputs {
            dt: if frame == 0 { 0.0 } else { 1.0 / 30.0 },
            root,
            goals: &goals,
            look_target_in_world: Some(Vec3::new(1.0, 1.4, 2.0)),
            ..Inputs::settled(&ground)
        };
        let report = bound.solve(&mut pose, &mut memory, &inputs);
        walked.pelvis.push(report.pelvis_offset);
        walked.gaps.extend(report.feet.iter().flat_map(|foot| foot.contacts.map(|contact| contact.gap)));
        let globals = Globals::under(bound.skeleton(), &pose, root);
        walked.joints.push(map.iter().map(|(_, joint)| globals.position(joint)).collect());
    }
    walked
}

fn turned(turn: Quat) -> Value {
    json!({ "name": "Turned", "rotation": turn.to_array() })
}

#[test]
fn other_units_and_axes_change_nothing_in_the_world() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let on_its_back = Quat::from_rotation_x(quarter);
    let variants = [
        ("in centimetres", json!({ "scale": [100.0, 100.0, 100.0] }), None),
        ("a hundredth", json!({ "scale": [0.01, 0.01, 0.01] }), None),
        ("Z up", turned(on_its_back), None),
        ("-Z up", turned(on_its_back.inverse()), None),
        ("X up", turned(Quat::from_rotation_z(-quarter)), None),
        ("Z up in centimetres", json!({ "scale": [100.0, 100.0, 100.0], "rotation": on_its_back.to_array() }), None),
        ("facing -Z", turned(Quat::from_rotation_y(2.0 * quarter)), Some(Axis::NegZ)),
        ("facing +X", turned(Quat::from_rotation_y(quarter)), Some(Axis::X)),
        ("Z up facing +X", turned(on_its_back * Quat::from_rotation_y(quarter)), Some(Axis::X)),
    ];
    for ground in ["flat", "stairs:0.17x0.28", "slope:20@90"] {
        let plain = walk(None, None, ground);
        assert!((plain.leg - 0.85).abs() < 0.1, "{}", plain.leg);
        for (name, above, forward) in &variants {
            let other = walk(Some(above.clone()), *forward, ground);
            let most = 1e-4 * plain.leg;
            assert!((other.leg - plain.leg).abs() < most, "{name}: a leg of {} m", other.leg);
            for (frame, (ours, theirs)) in plain.joints.iter().zip(&other.joints).enumerate() {
                for (at, (a, b)) in ours.iter().zip(theirs).enumerate() {
                    assert!(a.distance(*b) < most, "{name} on {ground}, frame {frame}, joint {at}: {a} and {b}");
                }
            }
            for (a, b) in plain.gaps.iter().zip(&other.gaps) {
                assert!((a - b).abs() < most, "{name} on {ground}: gaps of {a} and {b} m");
            }
            for (a, b) in plain.pelvis.iter().zip(&other.pelvis) {
                assert!(a.distance(*b) < most, "{name} on {ground}: pelvis by {a} and {b}");
            }
        }
    }
}

/// What makes the test above one that can fail: it is the fix that brings the two together.
#[test]
fn without_its_fix_a_file_in_centimetres_stands_over_waves_of_a_metre() {
    let character = Glb::read(&mannequin()).under(json!({ "scale": [100.0, 100.0, 100.0] })).character();
    let (mut rig, map) = rig_for(&character);
    assert_eq!(rig.character.metres_per_unit, 0.01);
    let foot_in_model = |rig: &Rig| {
        let bound = rig.bind(&character.skeleton).unwrap();
        let root = bound.world_from_model();
        let ground = "bumps:0.1x1@90".parse::<GroundScene>().unwrap().placed(Vec3::Z);
        let mut pose = character.skeleton.rest().clone();
        bound.solve(&mut pose, &mut bound.memory(), &Inputs { root, ..Inputs::settled(&ground) });
        Globals::of(bound.skeleton(), &pose).position(map.get(Role::LeftFoot).unwrap())
    };
    let with = foot_in_model(&rig);
    rig.character.metres_per_unit = 1.0;
    let without = foot_in_model(&rig);
    // The foot is 0.1 m aside, where the wave is about 0.06 m high; 10 m aside a wave of 0.1 m is nothing to a giant.
    assert!(with.y - without.y > 3.0, "{with} and {without} centimetres");
}
