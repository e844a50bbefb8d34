//! Soles as they are measured on meshes, against shapes of which they are known.
#![cfg(feature = "gltf")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use surefoot::character::{Character, Mesh};
use surefoot::clip::Playback;
use surefoot::glam::{Quat, Vec3};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::pose::Globals;
use surefoot::rig::{Foot, Rig, preset};
use surefoot::skin::{Binding, Palette};

fn mannequin() -> Character {
    Character::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb")).unwrap()
}

fn fitted(character: &Character, map: &HumanoidMap) -> (Rig, f32) {
    let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, map, "");
    character.fit_soles(&mut rig, map);
    let bound = rig.bind_with(&character.skeleton, map).unwrap();
    let scale = bound.leg_length() / rig.reference_leg_length;
    (rig, scale)
}

fn feet(rig: &Rig) -> &[Foot] {
    &rig.grounding.as_ref().unwrap().feet
}

/// A foot of one box on the ground that points `ahead`, in the space of the joint that it hangs from.
fn box_foot(character: &Character, joint: &str, ahead: Vec3, half_breadth: f32) -> Mesh {
    let joint = character.skeleton.find(joint).unwrap();
    let rest = character.skeleton.rest_globals();
    let turn = Quat::from_rotation_arc(Vec3::Z, ahead);
    let ankle = rest.position(joint).with_y(0.0);
    let joint_from_model = rest.model_from_joint(joint).inverse();
    let corner = |index: u32| {
        let pick = |bit: u32, pair: [f32; 2]| pair[((index >> bit) & 1) as usize];
        let along = Vec3::new(pick(0, [-half_breadth, half_breadth]), pick(1, [0.0, 0.07]), pick(2, [-0.08, 0.2]));
        joint_from_model.transform_point3(ankle + turn * along)
    };
    let positions: Vec<Vec3> = (0..8).map(corner).collect();
    Mesh {
        name: String::new(),
        normals: vec![Vec3::Y; positions.len()],
        uvs: Vec::new(),
        colors: Vec::new(),
        indices: Vec::new(),
        positions,
        binding: Binding::Rigid(joint),
        material: 0,
    }
}

#[test]
fn a_box_is_as_broad_as_it_was_made() {
    let mut character = mannequin();
    let map = character.detect().map();
    let rest = character.skeleton.rest_globals();
    let toward = |foot: Role, toes: Role| {
        let [foot, toes] = [foot, toes].map(|role| rest.position(map.get(role).unwrap()));
        (toes - foot).with_y(0.0).try_normalize().unwrap()
    };
    let ahead = [toward(Role::LeftFoot, Role::LeftToes), toward(Role::RightFoot, Role::RightToes)];
    for [left, right] in [[0.05, 0.05], [0.03, 0.1]] {
        character.meshes =
            vec![box_foot(&character, "leftFoot", ahead[0], left), box_foot(&character, "rightFoot", ahead[1], right)];
        let (rig, scale) = fitted(&character, &map);
        for (foot, half) in feet(&rig).iter().zip([left, right]) {
            assert!((foot.half_breadth.unwrap() * scale - half).abs() < 1e-4, "{foot:?}, not {half}");
            assert!((foot.toe.unwrap()[2] - foot.heel.unwrap()[2]) * scale > 0.27);
        }
    }
    // 0.28 m long: no foot is so narrow or so broad, and the usual breadth is nearer.
    for half in [0.02, 0.12] {
        character.meshes =
            vec![box_foot(&character, "leftFoot", ahead[0], half), box_foot(&character, "rightFoot", ahead[1], half)];
        let (rig, scale) = fitted(&character, &map);
        assert!(feet(&rig).iter().all(|foot| foot.half_breadth.is_none() && foot.heel.is_some()));
        let bound = rig.bind_with(&character.skeleton, &map).unwrap();
        for foot in bound.feet() {
            assert!((foot.half_breadth() - 0.19 * 0.28).abs() < 1e-4 * scale, "{}", foot.half_breadth());
        }
    }
}

#[test]
fn the_mannequin_s_soles_are_as_broad_as_its_shoes() {
    let character = mannequin();
    let map = character.detect().map();
    let (rig, scale) = fitted(&character, &map);
    // At the ball its generator makes a shoe 43 + 48 mm broad 30 mm above the ground, and rounds it off to nothing 50 mm below that.
    let half_at = |height: f32| 0.0455 * (1.0 - ((0.030 - height) / 0.050).powi(2)).sqrt();
    // The sole ends at 13 mm; vertices are some 5 mm apart.
    let usual = half_at(0.008)..half_at(0.013);
    for foot in feet(&rig) {
        let half = foot.half_breadth.unwrap() * scale;
        assert!(usual.contains(&half), "{half}, not {usual:?}");
    }
}

/// Seen from the side a heel is a quarter of a circle, of so many places, and the rest of the foot is a box.
#[test]
fn a_heel_is_as_round_as_it_was_made() {
    let mut character = mannequin();
    let map = character.detect().map();
    let rest = character.skeleton.rest_globals();
    let positions_of = |radius: f32, joint: &str| {
        let id = character.skeleton.find(joint).unwrap();
        let model_from_joint = rest.model_from_joint(id);
        let ankle = rest.position(id).with_y(0.0);
        let side_on = (0..=24).map(|place| {
            let (sine, cosine) = (std::f32::consts::FRAC_PI_2 * place as f32 / 24.0).sin_cos();
            [radius - radius * cosine - 0.08, radius - radius * sine]
        });
        let side_on = side_on.chain([[0.2, 0.0], [0.2, 0.07], [-0.08, 0.07]]);
        let both_sides = side_on.flat_map(|[along, up]| [-0.05, 0.05].map(|side| Vec3::new(side, up, along)));
        both_sides.map(|point| model_from_joint.inverse().transform_point3(ankle + point)).collect::<Vec<Vec3>>()
    };
    for radius in [0.015, 0.025, 0.035] {
        let meshes = ["leftFoot", "rightFoot"].map(|joint| {
            let positions = positions_of(radius, joint);
            Mesh { normals: vec![Vec3::Y; positions.len()], positions, ..box_foot(&character, joint, Vec3::Z, 0.05) }
        });
        let mut shod = mannequin();
        shod.meshes = meshes.into();
        let (rig, scale) = fitted(&shod, &map);
        for foot in feet(&rig) {
            // The feet point a little outward, which makes the heel a corner of its outer side.
            let found = foot.heel_radius.unwrap() * scale;
            assert!((found - radius).abs() < 0.1 * radius, "{found}, not {radius}");
        }
    }
    let ahead = Vec3::Z;
    character.meshes =
        vec![box_foot(&character, "leftFoot", ahead, 0.05), box_foot(&character, "rightFoot", ahead, 0.05)];
    let (rig, _) = fitted(&character, &map);
    assert!(feet(&rig).iter().all(|foot| foot.heel.is_some() && foot.heel_radius.is_none()), "{rig:?}");
}

/// Of every clip in every frame: where a foot is low, its lowest contact is as high as the lowest vertex of its shoe.
#[test]
fn the_mannequin_s_heels_are_as_high_as_its_shoes_are() {
    let character = mannequin();
    let map = character.detect().map();
    let (rig, _) = fitted(&character, &map);
    let bound = rig.bind_with(&character.skeleton, &map).unwrap();
    for name in ["idle", "walk", "run", "turn_in_place"] {
        let clip = character.clips.iter().find(|clip| clip.name == name).unwrap();
        let mut pose = character.pose_under_clips().clone();
        let mut posed = Vec::new();
        for frame in 0..(clip.duration * 60.0) as u32 {
            clip.sample(frame as f32 / 60.0, Playback::Loop, &mut pose);
            let globals = Globals::of(&character.skeleton, &pose);
            let palette = Palette::new(&character.skins, &globals);
            for foot in bound.feet() {
                let ankle = foot.leg().unwrap()[2];
                let mut lowest = f32::INFINITY;
                for mesh in &character.meshes {
                    let Binding::Skinned { skin, influences } = &mesh.binding else { continue };
                    mesh.binding.posed_positions(&mesh.positions, &globals, &palette, &mut posed);
                    for (point, influence) in posed.iter().zip(influences) {
                        let most = (0..4).max_by(|&a, &b| influence.weights[a].total_cmp(&influence.weights[b]));
                        let joint = character.skins[*skin].joints[usize::from(influence.joints[most.unwrap()])];
                        if character.skeleton.is_within(joint, ankle) {
                            lowest = lowest.min(point.y);
                        }
                    }
                }
                let sole = foot.sole(&globals, Vec3::Y);
                // A toe cap curls up from the tip that it has.
                let on_heel = sole.heel.y < sole.ball.y && sole.heel.y < sole.toe.y;
                if lowest < 0.02 && on_heel {
                    assert!((sole.heel.y - lowest).abs() < 0.001, "{name}, {frame}: {}, {lowest}", sole.heel.y);
                }
            }
        }
    }
}

#[test]
fn a_breadth_of_the_rig_s_own_is_kept_and_reaches_the_solver() {
    let character = mannequin();
    let map = character.detect().map();
    let mut rig = Rig::fit_preset(&preset("biped").unwrap(), &character.skeleton, &map, "");
    rig.grounding.as_mut().unwrap().feet[0].half_breadth = Some(0.06);
    character.fit_soles(&mut rig, &map);
    assert_eq!(feet(&rig)[0].half_breadth, Some(0.06));
    let bound = rig.bind_with(&character.skeleton, &map).unwrap();
    let rest = character.skeleton.rest_globals();
    let scale = bound.leg_length() / rig.reference_leg_length;
    for (foot, given) in bound.feet().zip(feet(&rig)) {
        let [left, right] = foot.sole(rest, Vec3::Y).edges;
        assert!((left.distance(right) - 2.0 * given.half_breadth.unwrap() * scale).abs() < 1e-5);
        assert!((left - right).dot(bound.frame().left) > 0.0);
    }
    for wrong in [-0.01, 1.1, f32::NAN] {
        let mut round = rig.clone();
        round.grounding.as_mut().unwrap().feet[0].heel_radius = Some(wrong);
        let error = round.bind_with(&character.skeleton, &map).unwrap_err();
        assert!(error.to_string().contains("heel_radius"), "{error}");
        rig.grounding.as_mut().unwrap().feet[0].half_breadth = Some(wrong);
        let error = rig.bind_with(&character.skeleton, &map).unwrap_err();
        assert!(error.to_string().contains("half_breadth"), "{error}");
    }
}

#[test]
fn what_the_mesh_has_is_told_whatever_the_rig_says_and_reaches_the_solver() {
    let character = mannequin();
    let map = character.detect().map();
    let (fitted, scale) = fitted(&character, &map);
    let mut rig = fitted.clone();
    for foot in &mut rig.grounding.as_mut().unwrap().feet {
        (foot.heel, foot.half_breadth) = (Some([0.0, -0.2, -0.3]), Some(0.09));
    }
    let on_mesh = character.feet_on_mesh(&rig, &map);
    let wanted: Vec<Option<Foot>> = feet(&fitted).iter().cloned().map(Some).collect();
    assert_eq!(on_mesh, wanted);
    let bound = rig.bind_with(&character.skeleton, &map).unwrap();
    for (rigged, foot) in bound.feet().zip(feet(&rig)) {
        for (at_rest, given) in rigged.contacts_at_rest().into_iter().zip([foot.heel, foot.ball, foot.toe]) {
            assert!(at_rest.distance(Vec3::from(given.unwrap()) * scale) < 1e-5, "{at_rest}, not {given:?}");
        }
    }
    rig.chains.clear();
    assert_eq!(character.feet_on_mesh(&rig, &map), [], "a rig that does not fit");
}
