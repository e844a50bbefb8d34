//! The default rig on every humanoid of the corpus: soles on slopes, knees forward, hands at their goals.

use std::path::{Path, PathBuf};

use surefoot::character::Character;
use surefoot::clip::Playback;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, Hit, LayerMask};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::pose::Globals;
use surefoot::rig::preset;
use surefoot::runtime::{BoundRig, Goal, Inputs};

fn corpus() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let candidates = [
        std::env::var_os("SUREFOOT_CORPUS").map(PathBuf::from),
        Some(here.join("../shared/corpus")),
        Some(here.join("../../shared/corpus")),
    ];
    candidates.into_iter().flatten().find(|folder| folder.join("humanoid_truth.json").is_file())
}

struct Slope(Vec3, Vec3);

impl Ground for Slope {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let (above, along) = ((origin - self.0).dot(self.1), direction.dot(self.1));
        let distance = above / -along;
        (above >= 0.0 && along < 0.0 && distance <= max_distance)
            .then(|| Hit { point: origin + direction * distance, normal: self.1 })
    }
}

fn rising(degrees: f32, heading: f32) -> Vec3 {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (x, z) = heading.to_radians().sin_cos();
    Vec3::new(-x * sine, cosine, -z * sine)
}

fn humanoids() -> Vec<(String, Character, HumanoidMap)> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let truth = std::fs::read_to_string(corpus.join("humanoid_truth.json")).unwrap();
    let truth: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&truth).unwrap();
    let mut all = Vec::new();
    for (name, bones) in truth {
        if bones.as_object().is_none_or(|bones| bones.is_empty()) {
            continue;
        }
        let character = Character::read(corpus.join(&name)).unwrap();
        let map = character.detect().map();
        all.push((name, character, map));
    }
    all
}

#[test]
fn explore() {
    let rig = preset("biped").unwrap();
    for (name, character, map) in humanoids() {
        let bound = match rig.bind_with(&character.skeleton, &map) {
            Ok(bound) => bound,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let leg = bound.leg_length();
        let ground = bound.ground_in_model();
        let rest = character.skeleton.rest();
        let root = Vec3::ZERO;
        let mut memory = bound.memory();
        let flat = Slope(Vec3::Y * ground, Vec3::Y);
        let mut pose = rest.clone();
        let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(&flat)).clone();
        let solved = Globals::of(&character.skeleton, &pose);
        let shift = character
            .skeleton
            .ids()
            .map(|j| solved.position(j).distance(character.skeleton.rest_globals().position(j)))
            .fold(0.0, f32::max);
        let gaps = |report: &surefoot::runtime::SolveReport| {
            report.feet.iter().flat_map(|f| f.contacts).map(|c| c.gap.abs()).fold(0.0, f32::max)
        };
        let planted = report.feet.iter().filter(|f| f.planted).count();
        let flat_gap = gaps(&report);
        let (mut worst, mut angle, mut all_planted, mut pelvis) = (0.0_f32, 0.0_f32, true, 0.0_f32);
        for degrees in [10.0, 20.0, 35.0] {
            for heading in 0..8 {
                let slope = Slope(Vec3::Y * ground, rising(degrees, heading as f32 * 45.0));
                let mut pose = rest.clone();
                let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(&slope));
                worst = worst.max(gaps(report));
                angle = report.feet.iter().map(|f| f.sole_angle_error.to_degrees()).fold(angle, f32::max);
                all_planted &= report.feet.iter().all(|f| f.planted);
                pelvis = pelvis.max(-report.pelvis_offset.y);
            }
        }
        let mut reach = String::new();
        for role in [Role::LeftHand, Role::RightHand, Role::LeftFoot, Role::RightFoot] {
            let Some(tip) = map.get(role) else { continue };
            let Some(chain) = rig.chains.iter().find(|c| c.tip == surefoot::rig::BoneRef::Role(role)) else { continue };
            let surefoot::rig::BoneRef::Role(root) = chain.root else { continue };
            let Some(root) = map.get(root) else { continue };
            let g = character.skeleton.rest_globals();
            let goal = g.position(tip).lerp(g.position(root), 0.35) + bound.frame().forward * (leg * 0.05);
            let mut pose = rest.clone();
            let goals = [Goal {
                chain: role.name(),
                position_in_world: goal,
                rotation_in_world: None,
                hint_in_world: None,
                weight: 1.0,
            }];
            let report = bound.solve(
                &mut pose,
                &mut memory,
                &Inputs { goals: &goals, ..Inputs::settled(&surefoot::ground::NoGround) },
            );
            let error = report.chains.iter().filter(|c| c.target == Some(goal)).map(|c| c.error).fold(0.0, f32::max);
            let solved = Globals::of(&character.skeleton, &pose);
            let mid_role = match role {
                Role::LeftHand => Role::LeftLowerArm,
                Role::RightHand => Role::RightLowerArm,
                Role::LeftFoot => Role::LeftLowerLeg,
                _ => Role::RightLowerLeg,
            };
            let mid = map.get(mid_role).map_or(Vec3::ZERO, |m| solved.position(m));
            let line = (solved.position(tip) - solved.position(root)).try_normalize().unwrap_or(Vec3::Y);
            let bend = mid - solved.position(root);
            let bend = bend - line * bend.dot(line);
            reach += &format!(" {}:{:.5}L,{:+.2}", role.name(), error / leg, bend.dot(bound.frame().forward) / leg);
        }
        let target = character
            .skeleton
            .rest_globals()
            .position(map.get(Role::Head).unwrap_or(character.skeleton.id(0).unwrap()))
            + bound.frame().forward * 2.0 * leg
            + bound.frame().left * leg
            + Vec3::Y * leg * 0.3;
        let mut pose = rest.clone();
        let look = bound
            .solve(
                &mut pose,
                &mut memory,
                &Inputs { look_target_in_world: Some(target), ..Inputs::settled(&surefoot::ground::NoGround) },
            )
            .look;
        let look = look.map_or("none".into(), |l| {
            format!("{:.3}°{}", l.error.to_degrees(), if l.clamped { " clamped" } else { "" })
        });
        // clips on flat ground
        let mut clip_shift = 0.0_f32;
        let mut clip_name = "";
        let mut clip_gap = 0.0_f32;
        for clip in character.clips.iter().take(12) {
            for k in 0..5 {
                let mut pose = character.pose_under_clips().clone();
                clip.sample(clip.duration * k as f32 / 5.0, Playback::Loop, &mut pose);
                let before = Globals::of(&character.skeleton, &pose);
                let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(&flat)).clone();
                let after = Globals::of(&character.skeleton, &pose);
                let shift = character
                    .skeleton
                    .ids()
                    .map(|j| before.position(j).distance(after.position(j)))
                    .fold(0.0, f32::max);
                if shift > clip_shift {
                    clip_shift = shift;
                    clip_name = &clip.name;
                }
                for f in &report.feet {
                    if f.planted {
                        let low = f.contacts.iter().map(|c| c.gap).fold(f32::MAX, f32::min);
                        if low.abs() > clip_gap.abs() {
                            clip_gap = low;
                        }
                    }
                }
            }
        }
        println!(
            "{name}: L {leg:.3} ground {ground:.3} warn {} flat: shift {:.5} gap {:.5} planted {planted} | slopes gap {:.5}L angle {angle:.2} planted {all_planted} pelvis {:.3}L |{reach} | look {look} | clips flat {:.5}L in {clip_name}, planted low {:.3}L root {root}",
            bound.warnings().len(),
            shift / leg,
            flat_gap / leg,
            worst / leg,
            pelvis / leg,
            clip_shift / leg,
            clip_gap / leg
        );
    }
}
fn _u(_: &BoundRig, _: Transform, _: Quat) {}
