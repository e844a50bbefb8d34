//! The default rig on every humanoid of the corpus: soles on slopes, knees forward, hands at their goals.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod common;

use surefoot::character::Character;
use surefoot::clip::Playback;
use surefoot::glam::Vec3;
use surefoot::ground::{GroundScene, GroundShape, NoGround};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::{Transform, reject};
use surefoot::pose::Globals;
use surefoot::rig::preset;
use surefoot::runtime::{BoundRig, Goal, Inputs};

use common::corpus;

struct Humanoid {
    name: String,
    character: Character,
    map: HumanoidMap,
    bound: BoundRig,
}

/// Every character of which the truth names bones, with the default rig fitted to it.
fn humanoids() -> Vec<Humanoid> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let rig = preset("biped").unwrap();
    let truth = std::fs::read_to_string(corpus.join("humanoid_truth.json")).unwrap();
    let truth: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&truth).unwrap();
    truth
        .into_iter()
        .filter(|(_, bones)| bones.as_object().is_some_and(|bones| !bones.is_empty()))
        .map(|(name, _)| {
            let character = Character::read(corpus.join(&name)).unwrap_or_else(|error| panic!("{error}"));
            let map = character.detect().map();
            let bound = rig.bind_with(&character.skeleton, &map).unwrap_or_else(|error| panic!("{name}: {error}"));
            Humanoid { name, character, map, bound }
        })
        .collect()
}

/// Whether both feet rest at one height. A rest pose in mid-stride is no stance: one foot may well lie below the ground, and
/// grounding keeps a foot as deep as it was animated.
fn rests_on_both_feet(humanoid: &Humanoid) -> bool {
    let height = |role| {
        let joint = humanoid.map.get(role)?;
        Some(humanoid.character.skeleton.rest_globals().position(joint).dot(humanoid.bound.frame().up))
    };
    let feet = height(Role::LeftFoot).zip(height(Role::RightFoot));
    feet.is_none_or(|(left, right)| (left - right).abs() < 0.015 * humanoid.bound.leg_length())
}

/// Where the character must stand for its soles to be on height 0.
fn standing(bound: &BoundRig) -> Transform {
    Transform::from_translation(Vec3::NEG_Y * bound.ground_in_model())
}

#[test]
fn soles_lie_on_slopes_and_flat_ground_changes_nothing() {
    for Humanoid { name, character, bound, .. } in humanoids() {
        let leg = bound.leg_length();
        let root = standing(&bound);
        let mut memory = bound.memory();
        for angle_deg in [0.0_f32, 10.0, 20.0, 30.0] {
            for heading in 0..8 {
                let shape = GroundShape::Slope { angle_deg };
                let scene = GroundScene { shape, heading_deg: heading as f32 * 45.0 };
                let ground = scene.placed(bound.frame().forward);
                let mut pose = character.skeleton.rest().clone();
                let report = bound.solve(&mut pose, &mut memory, &Inputs { root, ..Inputs::settled(&ground) });
                // A body that stands wider than its legs are long cannot keep both feet on a steep slope; it says so.
                let reached = |index| report.chains.iter().any(|chain| chain.chain == index && chain.reached);
                assert!(
                    report.feet.iter().all(|foot| reached(foot.chain)) || name == "quaternius_humanoid_rig.glb",
                    "{name} {angle_deg}° {heading}"
                );
                for foot in report.feet.iter().filter(|foot| foot.planted && reached(foot.chain)) {
                    for contact in foot.contacts {
                        // A sole that rests a little off the ground on one side keeps that.
                        assert!(contact.gap.abs() < 5e-3 * leg, "{name} {angle_deg}° {heading}: {contact:?}");
                    }
                    assert!(foot.sole_angle_error < 1.0_f32.to_radians(), "{name} {angle_deg}° {heading}: {foot:?}");
                }
                if angle_deg == 0.0 {
                    assert!(report.feet.iter().all(|foot| foot.planted), "{name}");
                    let solved = Globals::of(&character.skeleton, &pose);
                    for joint in character.skeleton.ids() {
                        let rest = character.skeleton.rest_globals().position(joint);
                        let moved = solved.position(joint).distance(rest);
                        assert!(moved < 1e-3 * leg, "{name} {}: {moved}", character.skeleton.name(joint));
                    }
                }
            }
        }
    }
}

#[test]
fn clips_pass_over_flat_ground_unchanged() {
    for Humanoid { name, character, bound, .. } in humanoids() {
        let root = standing(&bound);
        let mut memory = bound.memory();
        for clip in &character.clips {
            for part in 0..4 {
                let mut pose = character.pose_under_clips().clone();
                clip.sample(clip.duration * part as f32 / 4.0, Playback::Loop, &mut pose);
                let before = Globals::of(&character.skeleton, &pose);
                let ground = GroundScene::default().placed(bound.frame().forward);
                bound.solve(&mut pose, &mut memory, &Inputs { root, ..Inputs::settled(&ground) });
                let after = Globals::of(&character.skeleton, &pose);
                for joint in character.skeleton.ids() {
                    let moved = after.position(joint).distance(before.position(joint));
                    let of = (&clip.name, character.skeleton.name(joint));
                    assert!(moved < 1e-3 * bound.leg_length(), "{name} {of:?}: {moved}");
                }
            }
        }
    }
}

#[test]
fn limbs_reach_and_bend_the_way_people_do() {
    let limbs = [
        (Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, -1.0),
        (Role::RightUpperArm, Role::RightLowerArm, Role::RightHand, -1.0),
        (Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, 1.0),
        (Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, 1.0),
    ];
    for Humanoid { name, character, map, bound } in humanoids() {
        let rest = character.skeleton.rest_globals();
        for (root, mid, tip, way) in limbs {
            let (Some(root), Some(mid), Some(end)) = (map.get(root), map.get(mid), map.get(tip)) else { continue };
            // Up by a third of the limb, and a little forward.
            let forward = bound.frame().forward;
            let target = rest.position(end).lerp(rest.position(root), 0.35) + forward * (0.05 * bound.leg_length());
            let goals = [Goal {
                chain: tip.name(),
                position_in_world: target,
                rotation_in_world: None,
                hint_in_world: None,
                weight: 1.0,
            }];
            let mut pose = character.skeleton.rest().clone();
            let mut memory = bound.memory();
            let report = bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
            assert!(report.chains.iter().any(|chain| chain.target == Some(target) && chain.reached), "{name}: {tip}");
            let solved = Globals::of(&character.skeleton, &pose);
            let [root, mid, end] = [root, mid, end].map(|joint| solved.position(joint));
            assert!(end.distance(target) < 1e-4 * bound.leg_length(), "{name}: {tip} {end} {target}");
            let bend = reject(mid - root, (end - root).try_normalize().unwrap());
            assert!(bend.dot(forward) * way > 0.0, "{name}: {tip} bends to {bend}");
            // Nothing is stretched: translations and scales stay, but for feet that hang from a control.
            for joint in character.skeleton.ids() {
                let (now, before) = (pose.get(joint), character.skeleton.rest().get(joint));
                assert_eq!(now.scale, before.scale);
                let carried = map.get(tip) == Some(joint);
                assert!(now.translation == before.translation || carried, "{name}: {}", character.skeleton.name(joint));
            }
        }
    }
}

#[test]
fn heads_and_eyes_meet_a_target() {
    for Humanoid { name, character, map, bound } in humanoids() {
        let Some(head) = map.get(Role::Head) else { continue };
        let (frame, leg) = (bound.frame(), bound.leg_length());
        let target = character.skeleton.rest_globals().position(head)
            + (frame.forward * 2.0 + frame.left + frame.up * 0.3) * leg;
        let mut pose = character.skeleton.rest().clone();
        let mut memory = bound.memory();
        let inputs = Inputs { look_target_in_world: Some(target), ..Inputs::settled(&NoGround) };
        let look = bound.solve(&mut pose, &mut memory, &inputs).look.unwrap();
        assert!(look.error < 0.5_f32.to_radians() && !look.clamped, "{name}: {look:?}");
    }
}

#[test]
fn characters_stand_where_their_meshes_do() {
    for humanoid in humanoids() {
        if !rests_on_both_feet(&humanoid) {
            eprintln!("{} rests in mid-stride", humanoid.name);
            continue;
        }
        let Humanoid { name, character, map, bound } = humanoid;
        let bounds = character.bounds(character.skeleton.rest_globals());
        // Of one the mesh is no body; the other is two characters, of whom the first hangs in the air.
        let odd = ["vrm0_unskinned_character1.vrm", "two_characters_mixamo_and_ue.glb"].contains(&name.as_str());
        if odd || bounds.is_empty() || map.get(Role::LeftFoot).is_none() {
            continue;
        }
        let off = (bound.ground_in_model() - bounds.min.y) / bound.leg_length();
        assert!(off.abs() < 0.035, "{name}: {off}");
    }
}

#[test]
fn soles_are_measured_on_the_meshes() {
    // In leg lengths, with grown-up proportions: the heel 0.06 behind the ankle, the toe tip 0.25 before it.
    let people = ["mixamo_ybot.glb", "mannyquin_def_hips.glb", "rpm_apose.glb", "mpfb_game_engine_walk_rootmotion.glb"];
    let rig = preset("biped").unwrap();
    for humanoid in humanoids().into_iter().filter(rests_on_both_feet) {
        let Humanoid { name, character, map, bound } = humanoid;
        let mut fitted = rig.clone();
        character.fit_soles(&mut fitted, &map);
        if people.contains(&name.as_str()) {
            for foot in &fitted.grounding.as_ref().unwrap().feet {
                let [heel, ball, toe] = [foot.heel, foot.ball, foot.toe].map(|point| point.unwrap()[2] / 0.85);
                assert!((-0.13..-0.03).contains(&heel) && (0.18..0.34).contains(&toe), "{name}: {foot:?}");
                assert!(heel < ball && ball < toe, "{name}: {foot:?}");
            }
        }
        // Of the foot's length: people's feet are a third to under a half as broad as long, those of figures up to four fifths.
        let shares = fitted.grounding.as_ref().unwrap().feet.iter().map(|foot| {
            let length = Vec3::from(foot.toe?).distance(Vec3::from(foot.heel?));
            Some(foot.half_breadth? / length)
        });
        let shares: Vec<Option<f32>> = shares.collect();
        let usual = if people.contains(&name.as_str()) { 0.14..0.24 } else { 0.099..0.401 };
        assert!(shares.iter().flatten().all(|share| usual.contains(share)), "{name}: {shares:?}");
        match shares[..] {
            [Some(left), Some(right)] => assert!((left / right - 1.0).abs() < 0.1, "{name}: {shares:?}"),
            [None, None] => assert!(!people.contains(&name.as_str()), "{name}"),
            _ => panic!("{name}: {shares:?}"),
        }
        let (root, leg) = (standing(&bound), bound.leg_length());
        let bound = fitted.bind_with(&character.skeleton, &map).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shape = GroundShape::Slope { angle_deg: 20.0 };
        let ground = GroundScene { shape, heading_deg: 45.0 }.placed(bound.frame().forward);
        let mut pose = character.skeleton.rest().clone();
        let mut memory = bound.memory();
        let report = bound.solve(&mut pose, &mut memory, &Inputs { root, ..Inputs::settled(&ground) });
        let reached = |index| report.chains.iter().any(|chain| chain.chain == index && chain.reached);
        for foot in report.feet.iter().filter(|foot| foot.planted && reached(foot.chain)) {
            for contact in foot.contacts {
                assert!(contact.gap.abs() < 5e-3 * leg, "{name}: {contact:?}");
            }
        }
    }
}
