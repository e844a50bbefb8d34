//! Holds the bundled character to what its README and the editor promise of it, measured on the file alone.
#![cfg(feature = "gltf")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use glam::{Vec2, Vec3, Vec3Swizzles};
use serde_json::Value;
use surefoot::character::{Character, Mesh};
use surefoot::clip::{Clip, Playback};
use surefoot::glam;
use surefoot::humanoid::{Role, Side};
use surefoot::pose::Globals;
use surefoot::skin::{Binding, Bounds, Influences, Palette};

#[path = "../examples/make_mannequin/generator/mod.rs"]
mod generator;

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb")
}

fn mannequin() -> Character {
    Character::read(file()).unwrap_or_else(|error| panic!("{error}"))
}

fn json() -> Value {
    let bytes = std::fs::read(file()).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

fn body(character: &Character) -> (&Mesh, &[Influences]) {
    let [mesh] = character.meshes.as_slice() else { panic!("one mesh") };
    match &mesh.binding {
        Binding::Skinned { influences, .. } => (mesh, influences),
        Binding::Rigid(_) => panic!("a skinned mesh"),
    }
}

fn clip<'a>(character: &'a Character, name: &str) -> &'a Clip {
    character.clips.iter().find(|clip| clip.name == name).unwrap_or_else(|| panic!("a clip {name}"))
}

/// Metres a second, as the file states for a clip.
fn stated_speed(name: &str) -> f32 {
    let json = json();
    let clip = json["animations"].as_array().unwrap().iter().find(|clip| clip["name"] == name).unwrap();
    clip["extras"]["speed_m_per_s"].as_f64().unwrap() as f32
}

/// A clip played on the character.
struct Player<'a> {
    character: &'a Character,
    clip: &'a Clip,
}

impl<'a> Player<'a> {
    fn new(character: &'a Character, name: &str) -> Self {
        Self { character, clip: clip(character, name) }
    }

    fn pose(&self, time: f32) -> Globals {
        let mut pose = self.character.skeleton.rest().clone();
        self.clip.sample(time, Playback::Once, &mut pose);
        Globals::of(&self.character.skeleton, &pose)
    }

    fn vertices(&self, time: f32) -> Vec<Vec3> {
        let pose = self.pose(time);
        let (mesh, _) = body(self.character);
        let mut posed = Vec::new();
        mesh.binding.posed_positions(&mesh.positions, &pose, &Palette::new(&self.character.skins, &pose), &mut posed);
        posed
    }

    fn joint(&self, pose: &Globals, role: Role) -> Vec3 {
        pose.position(self.character.skeleton.find(role.name()).unwrap())
    }

    /// `count` + 1 times from the first frame to the last, off the keys as well as on them.
    fn times(&self, count: usize) -> impl Iterator<Item = f32> {
        let duration = self.clip.duration;
        (0..=count).map(move |index| duration * index as f32 / count as f32)
    }
}

#[test]
fn the_file_reads_without_a_complaint_and_is_small() {
    let character = mannequin();
    assert_eq!(character.warnings, Vec::<String>::new());
    assert!(std::fs::metadata(file()).unwrap().len() < 1_500_000);
    let names: Vec<&str> = character.clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["idle", "walk", "run", "turn_in_place", "reach"]);
}

#[test]
fn every_role_has_a_joint_of_its_name() {
    let character = mannequin();
    for role in Role::ALL {
        assert!(character.skeleton.find(role.name()).is_some(), "{}", role.name());
    }
}

#[test]
fn it_is_an_adult_who_stands_on_the_ground_and_faces_forwards() {
    let character = mannequin();
    let (mesh, _) = body(&character);
    let bounds = Bounds::around(mesh.positions.iter().copied());
    assert!((bounds.max.y - 1.75).abs() < 0.01, "{bounds:?}");
    assert!(bounds.min.y.abs() < 0.001, "{bounds:?}");
    assert!((bounds.min.x + bounds.max.x).abs() < 1e-5, "{bounds:?}");
    let rest = character.skeleton.rest_globals();
    let at = |role: Role| rest.position(character.skeleton.find(role.name()).unwrap());
    assert!(at(Role::LeftToes).z > at(Role::LeftFoot).z + 0.1);
    assert!(at(Role::LeftHand).x > 0.4 && at(Role::RightHand).x < -0.4);
    let (shoulder, hand) = (at(Role::LeftUpperArm), at(Role::LeftHand));
    let below_level = (shoulder.y - hand.y).atan2(hand.x - shoulder.x).to_degrees();
    assert!((40.0..=45.0).contains(&below_level), "{below_level}");
    // Knees bend forwards and elbows backwards, a little.
    let out = |root: Role, middle: Role, tip: Role| at(middle).z - 0.5 * (at(root).z + at(tip).z);
    assert!(out(Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot) > 0.01);
    assert!(out(Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand) < -0.01);
}

#[test]
fn the_surface_is_closed_and_its_triangles_are_shapely() {
    let character = mannequin();
    let (mesh, _) = body(&character);
    let triangles: Vec<[u32; 3]> = mesh.indices.as_chunks::<3>().0.to_vec();
    assert!((8_000..=20_000).contains(&triangles.len()), "{}", triangles.len());
    let mut edges = std::collections::HashMap::new();
    for &[a, b, c] in &triangles {
        for edge in [(a, b), (b, c), (c, a)] {
            assert!(edges.insert(edge, ()).is_none(), "two triangles run the same way along {edge:?}");
        }
    }
    assert!(edges.keys().all(|&(a, b)| edges.contains_key(&(b, a))), "an edge with one triangle");
    let at = |vertex: u32| mesh.positions[vertex as usize];
    let mut flattest = f32::MAX;
    for &[a, b, c] in &triangles {
        let normal = (at(b) - at(a)).cross(at(c) - at(a));
        let longest = at(a).distance(at(b)).max(at(b).distance(at(c))).max(at(c).distance(at(a)));
        flattest = flattest.min(normal.length() / (longest * longest));
        assert!(normal.length() > 0.12 * longest * longest, "a sliver: {}, {}, {}", at(a), at(b), at(c));
        let outwards: Vec3 = [a, b, c].into_iter().map(|vertex| mesh.normals[vertex as usize]).sum();
        assert!(normal.dot(outwards) > 0.0, "a triangle inside out at {}", at(a));
    }
    println!("{} triangles, height over longest edge at least {flattest:.2}", triangles.len());
}

#[test]
fn weights_are_whole_and_stay_in_their_own_limb() {
    let character = mannequin();
    let (mesh, influences) = body(&character);
    let skeleton = &character.skeleton;
    let skin_joints = &character.skins[0].joints;
    let limb = |joint: usize| {
        let joint = skin_joints[joint];
        let within = |role: Role| skeleton.is_within(joint, skeleton.find(role.name()).unwrap());
        [Role::LeftUpperLeg, Role::RightUpperLeg, Role::LeftUpperArm, Role::RightUpperArm]
            .into_iter()
            .find(|&role| within(role))
    };
    let finger = |joint: usize| {
        let name = skeleton.name(skin_joints[joint]);
        ["Thumb", "Index", "Middle", "Ring", "Little"].into_iter().find(|finger| name.contains(finger))
    };
    for (point, influence) in mesh.positions.iter().zip(influences) {
        assert!((influence.weights.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{influence:?} at {point}");
        let heavy =
            || (0..4).filter(|&slot| influence.weights[slot] > 0.02).map(|slot| influence.joints[slot] as usize);
        let mut limbs: Vec<Role> = heavy().filter_map(limb).collect();
        limbs.dedup();
        // Only at the crotch, on the middle, do both thighs pull, and alike.
        assert!(point.x.abs() < 0.025 || limbs.iter().all(|role| *role == limbs[0]), "{limbs:?} at {point}");
        // Neighbours share only the web between them.
        let strong = (0..4).filter(|&slot| influence.weights[slot] > 0.12).map(|slot| influence.joints[slot] as usize);
        let fingers: Vec<&str> = strong.filter_map(finger).collect();
        let apart = fingers.iter().any(|name| *name != fingers[0]);
        assert!(
            !apart || heavy().any(|joint| skeleton.name(skin_joints[joint]).ends_with("Hand")),
            "{fingers:?} at {point}"
        );
    }
}

#[test]
fn clips_that_go_on_end_as_they_begin() {
    let character = mannequin();
    for name in ["idle", "walk", "run", "turn_in_place", "reach"] {
        let player = Player::new(&character, name);
        let (first, last) = (player.pose(0.0), player.pose(player.clip.duration));
        // A turn goes on from where it ended: seen from the root, it ends as it began.
        let root = character.skeleton.find("root").unwrap();
        let local = |pose: &Globals, role: Role| {
            let joint = character.skeleton.find(role.name()).unwrap();
            pose.model_from_joint(root).inverse() * pose.model_from_joint(joint)
        };
        for role in Role::ALL {
            let (a, b) = (local(&first, role), local(&last, role));
            assert!(a.abs_diff_eq(b, 1e-3), "{name}: {} jumps from {a} to {b}", role.name());
        }
    }
    let turn = Player::new(&character, "turn_in_place");
    let root = character.skeleton.find("root").unwrap();
    let forward = turn.pose(turn.clip.duration).rotation(root) * Vec3::Z;
    assert!(forward.distance(Vec3::X) < 1e-3, "a quarter turn to the left, not {forward}");
}

/// Sole points of one foot: vertices that lie on the ground at rest.
fn sole(mesh: &Mesh, side: Side) -> Vec<usize> {
    (0..mesh.positions.len())
        .filter(|&vertex| mesh.positions[vertex].y < 0.0005 && mesh.positions[vertex].x * side.sign() > 0.0)
        .collect()
}

#[test]
fn planted_feet_neither_slide_nor_sink() {
    /// A point nearer to the ground than this carries weight.
    const CONTACT: f32 = 0.0015;
    const SAMPLES: usize = 333;
    let character = mannequin();
    let (mesh, _) = body(&character);
    for name in ["idle", "walk", "run", "turn_in_place", "reach"] {
        let player = Player::new(&character, name);
        let speed = if name == "turn_in_place" { 0.0 } else { stated_speed(name) };
        let frames: Vec<(f32, Vec<Vec3>)> = player.times(SAMPLES).map(|time| (time, player.vertices(time))).collect();
        let lowest = frames
            .iter()
            .flat_map(|(time, vertices)| vertices.iter().map(move |point| (point.y, *time, *point)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap();
        assert!(lowest.0 > -0.003, "{name}: sinks to {} at {} s", lowest.2, lowest.1);
        for side in Side::BOTH {
            let (mut contacts, mut worst, mut place) = (0, 0.0_f32, (0.0, Vec3::ZERO));
            for vertex in sole(mesh, side) {
                let mut landed: Option<Vec2> = None;
                for (time, vertices) in &frames {
                    let point = vertices[vertex] + Vec3::Z * speed * *time;
                    if point.y < CONTACT {
                        contacts += 1;
                        let drift = landed.get_or_insert(point.xz()).distance(point.xz());
                        if drift > worst {
                            (worst, place) = (drift, (*time, mesh.positions[vertex]));
                        }
                    } else {
                        landed = None;
                    }
                }
            }
            println!(
                "{name} {side:?}: {contacts} contacts, drift {:.2} mm, lowest {:.2} mm",
                worst * 1e3,
                lowest.0 * 1e3
            );
            assert!(contacts > 1000, "{name}: the {side:?} foot is never planted");
            assert!(worst < 0.002, "{name}: the {side:?} foot slides by {worst} m at {} s under {}", place.0, place.1);
        }
    }
}

#[test]
fn knees_and_elbows_never_bend_the_wrong_way() {
    let character = mannequin();
    for clip in &character.clips {
        let player = Player::new(&character, &clip.name);
        for time in player.times(240) {
            let pose = player.pose(time);
            for [root, middle, tip] in [
                [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
                [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
                [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
                [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
            ] {
                let rest = |role: Role| player.joint(character.skeleton.rest_globals(), role);
                let hinge_in_root = (rest(middle) - rest(root)).cross(rest(tip) - rest(middle));
                let root_joint = character.skeleton.find(root.name()).unwrap();
                let hinge = pose.rotation(root_joint) * hinge_in_root.normalize_or_zero();
                let [a, b, c] = [root, middle, tip].map(|role| player.joint(&pose, role));
                let (upper, lower) = (b - a, c - b);
                let bend = upper.cross(lower).dot(hinge).atan2(upper.dot(lower)).to_degrees();
                assert!((2.0..150.0).contains(&bend), "{}: {} bends by {bend}° at {time} s", clip.name, middle.name());
            }
        }
    }
}

#[test]
fn the_generator_gives_the_file_to_the_byte() {
    let made = generator::build();
    println!("{}", made.summary());
    let made = made.to_glb();
    let kept = std::fs::read(file()).unwrap();
    let first = made.iter().zip(&kept).position(|(a, b)| a != b);
    assert!(
        made == kept,
        "assets/mannequin.glb is not what examples/make_mannequin makes (first difference at {first:?}): \
         run `cargo run --release --example make_mannequin -- assets/mannequin.glb`"
    );
}
