//! Walking without clips. Right values come from where feet, homes and grounds are put.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, GroundScene, Hit, LayerMask, NoGround, Surface};
use surefoot::math::Transform;
use surefoot::runtime::GaitInput;

use crate::creature::{Creature, Walk};
use crate::person::{Person, Slope};

fn all() -> [(&'static str, Walk, f32); 3] {
    [
        ("person", Walk::person(), 1.0),
        ("quadruped", Walk::creature(Creature::QUADRUPED), 0.8),
        ("hexapod", Walk::creature(Creature::HEXAPOD), 0.6),
    ]
}

fn scene(text: &str) -> impl Ground + use<> {
    text.parse::<GroundScene>().unwrap().placed(Vec3::Z)
}

/// Walks for some seconds straight ahead of `yaw`.
fn walk(walk: &mut Walk, from: Vec3, speed: f32, yaw: f32, seconds: f32, hz: u32, ground: &dyn Ground) -> Vec3 {
    let ahead = Quat::from_rotation_y(yaw) * Vec3::Z * speed * walk.size;
    let frames = (seconds * hz as f32).round() as u32;
    for frame in 1..=frames {
        walk.step(1.0 / hz as f32, from + ahead * (frame as f32 / hz as f32), yaw, GaitInput::default(), ground);
    }
    from + ahead * seconds
}

#[test]
fn feet_that_stand_do_not_slide_on_any_ground() {
    let grounds = [
        "flat",
        "slope:15",
        "slope:15@90",
        "slope:25",
        "slope:-25",
        "slope:25@90",
        "slope:25@135",
        "stairs:0.15x0.3",
        "stairs:-0.15x0.3",
        "bumps:0.08x2",
    ];
    for text in grounds {
        for (name, mut character, speed) in all() {
            let ground = scene(text);
            character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
            walk(&mut character, Vec3::ZERO, speed, 0.0, 4.0, 60, &ground);
            let context = format!("{text}, {name}");
            assert!(character.worst_slide <= 1e-3, "{context}: slides by {}", character.worst_slide);
            assert!(character.steps() >= 7, "{context}: {} steps", character.steps());
        }
    }
}

/// Stands for some seconds where the root is.
fn stand(walk: &mut Walk, at: Vec3, yaw: f32, seconds: f32, hz: u32, ground: &dyn Ground) {
    for _ in 0..(seconds * hz as f32) as u32 {
        walk.step(1.0 / hz as f32, at, yaw, GaitInput::default(), ground);
    }
}

/// All feet stand within the rig's threshold of home, and nothing moves by a bit from here on.
fn stands_still(walk: &mut Walk, at: Vec3, yaw: f32, ground: &dyn Ground, context: &str) {
    let threshold = walk.rig.gait.as_ref().unwrap().stand_distance;
    let off = walk.farthest_from_home();
    assert!(off <= threshold, "{context}: {off} from home");
    assert!(walk.report.gait.iter().all(|foot| !foot.is_up), "{context}");
    let before = walk.memory.globals().clone();
    for _ in 0..30 {
        walk.step(1.0 / 60.0, at, yaw, GaitInput::default(), ground);
        for joint in walk.bound.skeleton().ids() {
            let [now, then] = [walk.memory.globals(), &before].map(|globals| globals.position(joint));
            assert!(now == then, "{context}: {now} after {then}");
        }
    }
}

/// How far the body is from where it belongs over its feet; metres at size 1.
fn body_off(walk: &Walk) -> f32 {
    let pelvis = walk.rig.gait.as_ref().unwrap();
    let joint = walk.bound.skeleton().find("hips").or_else(|| walk.bound.skeleton().find("body")).unwrap();
    let rest = walk.bound.skeleton().rest_globals().position(joint).y;
    (walk.at(joint).y - walk.mean_height()) / walk.size - (rest / walk.size - pelvis.crouch)
}

#[test]
fn who_stops_brings_the_feet_home_and_stands_still_at_its_height() {
    for text in ["flat", "slope:15@40", "slope:25", "slope:25@90", "bumps:0.05x3"] {
        let ground = scene(text);
        for (name, mut character, speed) in all() {
            let context = format!("{text}, {name}");
            character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
            let at = walk(&mut character, Vec3::ZERO, speed, 0.0, 2.3, 60, &ground);
            stand(&mut character, at, 0.0, 1.0, 60, &ground);
            let off = body_off(&character);
            assert!(off.abs() < 0.02, "{context}: {off} after a second");
            stand(&mut character, at, 0.0, 1.5, 60, &ground);
            stands_still(&mut character, at, 0.0, &ground, &context);
        }
    }
}

#[test]
fn a_push_is_recovered_by_steps() {
    let ground = scene("flat");
    for push in [Vec3::X * 0.15, Vec3::NEG_X * 0.2, Vec3::Z * 0.25, Vec3::NEG_Z * 0.2, Vec3::new(0.2, 0.0, 0.2)] {
        for (name, mut character, _) in all() {
            let context = format!("{push}, {name}");
            stand(&mut character, Vec3::ZERO, 0.0, 1.0, 60, &ground);
            assert_eq!(character.steps(), 0, "{context}");
            stand(&mut character, push, 0.0, 3.0, 60, &ground);
            assert!(character.steps() > 0, "{context}");
            assert!(character.worst_slide <= 1e-3, "{context}: {}", character.worst_slide);
            stands_still(&mut character, push, 0.0, &ground, &context);
        }
    }
}

#[test]
fn turning_in_place_makes_steps_and_ends_facing_there() {
    let ground = scene("slope:15");
    for (name, mut character, _) in all() {
        let turn = 3.0;
        for frame in 0..=120 {
            let yaw = turn * frame as f32 / 120.0;
            character.step(1.0 / 60.0, Vec3::ZERO, yaw, GaitInput::default(), &ground);
        }
        stand(&mut character, Vec3::ZERO, turn, 2.0, 60, &ground);
        assert!(character.steps() >= 6, "{name}: {}", character.steps());
        assert!(character.worst_slide <= 1e-3, "{name}: {}", character.worst_slide);
        stands_still(&mut character, Vec3::ZERO, turn, &ground, name);
        if name == "person" {
            // The toes rest straight ahead of the ankles.
            for (toes, foot) in [("leftToes", "leftFoot"), ("rightToes", "rightFoot")] {
                let at = |joint: &str| character.at(character.bound.skeleton().find(joint).unwrap());
                let ahead = (at(toes) - at(foot)).with_y(0.0);
                let angle = ahead.angle_between(Quat::from_rotation_y(turn) * Vec3::Z).to_degrees();
                assert!(angle < 13.0, "{foot}: {angle}");
            }
        }
    }
}

#[test]
fn frame_rates_agree() {
    let ground = scene("slope:15@30");
    for kind in 0..3 {
        let runs = [30, 60, 144].map(|hz| {
            let (name, mut character, speed) = all().into_iter().nth(kind).unwrap();
            character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
            let at = walk(&mut character, Vec3::ZERO, speed, 0.0, 3.0, hz, &ground);
            let body = |character: &Walk| {
                let skeleton = character.bound.skeleton();
                character.at(skeleton.find("hips").or_else(|| skeleton.find("body")).unwrap())
            };
            let walked = (character.steps(), body(&character));
            stand(&mut character, at, 0.0, 2.0, hz, &ground);
            (name, hz, walked, body(&character))
        });
        for run in &runs {
            let feet = if run.0 == "person" { 1 } else { kind as u32 + 1 };
            assert!(run.2.0.abs_diff(runs[1].2.0) <= feet, "{} at {}: {:?} and {:?}", run.0, run.1, run.2, runs[1].2);
            assert!(run.2.1.distance(runs[1].2.1) < 0.02, "{} at {}: {:?} and {:?}", run.0, run.1, run.2, runs[1].2);
            assert!(run.3.distance(runs[1].3) < 0.02, "{} at {}: {} and {}", run.0, run.1, run.3, runs[1].3);
        }
    }
}

#[test]
fn small_and_large_ones_walk_alike() {
    let ground = scene("slope:15");
    let go = |mut character: Walk, speed: f32| {
        character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
        let size = character.size;
        let ahead = Vec3::Z * speed * size;
        for frame in 1..=180 {
            character.step(1.0 / 60.0, ahead * (frame as f32 / 60.0), 0.0, GaitInput::default(), &ground);
        }
        (character.steps(), character.worst_slide, body_off(&character))
    };
    for size in [0.01, 100.0] {
        let pairs = [
            ("person", go(Walk::person(), 1.0), go(Walk::person_of(&Person { size, ..Person::default() }), 1.0)),
            (
                "hexapod",
                go(Walk::creature(Creature::HEXAPOD), 0.6),
                go(Walk::creature(Creature { size, ..Creature::HEXAPOD }), 0.6),
            ),
        ];
        for (name, usual, other) in pairs {
            assert!(usual.0.abs_diff(other.0) <= 1, "{name} × {size}: {usual:?} and {other:?}");
            assert!(other.1 <= 1e-3, "{name} × {size}: {other:?}");
            assert!((usual.2 - other.2).abs() < 2e-3, "{name} × {size}: {usual:?} and {other:?}");
        }
    }
}

/// A level plate that goes and turns and rises, over nothing.
struct Platform {
    world_from_plate: Transform,
}

const PLATE: Surface = Surface(7);

impl Platform {
    fn at(time: f32) -> Self {
        let translation = Vec3::new(0.4 * time, 0.1 * (time * 0.7).sin(), 0.2 * time);
        let rotation = Quat::from_rotation_y(0.5 * time);
        Self { world_from_plate: Transform { translation, rotation, ..Transform::IDENTITY } }
    }
}

impl Ground for Platform {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let height = self.world_from_plate.translation.y;
        let distance = origin.y - height;
        (direction == Vec3::NEG_Y && (0.0..=max_distance).contains(&distance)).then(|| Hit {
            point: origin.with_y(height),
            normal: Vec3::Y,
            surface: PLATE,
        })
    }

    fn world_from_surface(&self, surface: Surface) -> Transform {
        if surface == PLATE { self.world_from_plate } else { Transform::IDENTITY }
    }
}

#[test]
fn a_platform_carries_who_stands_and_bears_who_walks() {
    for (name, mut character, speed) in all() {
        // Carried along, no step is made.
        let mut steps = 0;
        for frame in 0..=300 {
            let time = frame as f32 / 60.0;
            let plate = Platform::at(time);
            // After two seconds it walks on it.
            let way = Vec3::Z * speed * (time - 2.0).max(0.0);
            let root = plate.world_from_plate.to_affine().transform_point3(way);
            character.root =
                Transform { translation: root, rotation: plate.world_from_plate.rotation, ..Transform::IDENTITY };
            let dt = if frame == 0 { 0.0 } else { 1.0 / 60.0 };
            character.solve(dt, GaitInput::default(), &plate);
            if time <= 2.0 {
                assert_eq!(character.steps(), 0, "{name} at {time}");
                steps = character.steps();
            }
            // The plate's height is known, and the body's over it; a stride takes it lower.
            let off = body_off(&character);
            assert!(off.abs() < if time <= 2.0 { 0.02 } else { 0.12 }, "{name} at {time}: {off}");
        }
        assert!(character.steps() > steps + 4, "{name}: {}", character.steps());
        assert!(character.worst_slide <= 1e-3, "{name}: {}", character.worst_slide);
    }
}

#[test]
fn uneven_frames_and_pauses_do_no_harm() {
    let ground = scene("flat");
    let times = [0.001, 0.2, 0.016, 0.033, 1.0, 0.005, 0.1, 0.0, 0.016, 0.5, 1e-6, 3.0, 0.016];
    for (name, mut character, speed) in all() {
        let mut along = 0.0;
        for dt in times.into_iter().cycle().take(60) {
            along += speed * dt;
            character.step(dt, Vec3::Z * along, 0.0, GaitInput::default(), &ground);
            if dt == 0.0 {
                assert!(character.farthest_from_home() < 1e-4, "{name}");
            }
        }
        assert!(character.worst_slide <= 1e-3, "{name}: {}", character.worst_slide);
        let at = Vec3::Z * along;
        stand(&mut character, at, 0.0, 3.0, 60, &ground);
        stands_still(&mut character, at, 0.0, &ground, name);
        // A second is longer than any step.
        character.step(1.0, at + Vec3::Z * 0.3, 0.0, GaitInput::default(), &ground);
        assert!(character.report.gait.iter().all(|foot| foot.position.is_finite()));
    }
}

#[test]
fn nonsense_does_nothing_bad() {
    let flat = scene("flat");
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 3e38];
    for (name, mut character, _) in all() {
        stand(&mut character, Vec3::ZERO, 0.0, 0.5, 60, &flat);
        for value in odd {
            for gait in [
                GaitInput { velocity_in_world: Some(Vec3::splat(value)), turn_rate: None },
                GaitInput { velocity_in_world: None, turn_rate: Some(value) },
                GaitInput { velocity_in_world: Some(Vec3::X * value), turn_rate: Some(value) },
            ] {
                for dt in [1.0 / 60.0, value, 0.0] {
                    character.step(dt, Vec3::ZERO, 0.0, gait, &flat);
                    character.step(1.0 / 60.0, Vec3::ZERO, 0.0, gait, &flat);
                    let sound = |foot: &surefoot::runtime::GaitFootReport| {
                        foot.position.is_finite() && (foot.position - foot.home).length() < 5.0
                    };
                    assert!(
                        character.report.gait.iter().all(sound),
                        "{name}, {value}, {dt}: {:?}",
                        character.report.gait
                    );
                }
            }
            let far = Transform { translation: Vec3::splat(value), ..Transform::IDENTITY };
            character.root = far;
            let mut pose = character.bound.skeleton().rest().clone();
            let inputs = surefoot::runtime::Inputs {
                dt: 1.0 / 60.0,
                root: far,
                gait: Some(GaitInput::default()),
                ..surefoot::runtime::Inputs::settled(&flat)
            };
            character.bound.solve(&mut pose, &mut character.memory, &inputs);
            assert!(pose.is_finite(), "{name}, {value}");
        }
        stand(&mut character, Vec3::ZERO, 0.0, 3.0, 60, &flat);
        stands_still(&mut character, Vec3::ZERO, 0.0, &flat, name);
        // Over nothing it stands on its own level.
        for _ in 0..120 {
            character.step(1.0 / 60.0, Vec3::ZERO, 0.0, GaitInput::default(), &NoGround);
        }
        assert!(character.report.gait.iter().all(|foot| foot.position.y.abs() < 1e-4), "{name}");
    }
}

#[test]
fn the_same_walk_gives_the_same_bits() {
    let ground = scene("stairs:0.15x0.3");
    let go = || {
        let mut character = Walk::person();
        walk(&mut character, Vec3::ZERO, 0.9, 0.3, 3.0, 60, &ground);
        character.report.clone()
    };
    assert_eq!(go(), go());
}

#[test]
fn without_gait_or_in_the_air_the_pose_is_left_alone() {
    let ground = scene("flat");
    let character = Walk::creature(Creature::QUADRUPED);
    let mut memory = character.bound.memory();
    let rest = character.bound.skeleton().rest();
    for grounded in [true, false] {
        let gait = (!grounded).then(GaitInput::default);
        let inputs =
            surefoot::runtime::Inputs { dt: 1.0 / 60.0, grounded, gait, ..surefoot::runtime::Inputs::settled(&ground) };
        let mut pose = rest.clone();
        character.bound.solve(&mut pose, &mut memory, &inputs);
        assert_eq!(&pose, rest);
    }
}

#[test]
fn feet_on_stairs_stand_whole_on_treads() {
    // Every tread is 0.3 deep: the sole of 0.27 has room only where it neither sticks into a riser nor hangs over.
    let ground = scene("stairs:0.15x0.4");
    let mut character = Walk::person();
    character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
    for frame in 1..=240 {
        let at = Vec3::Z * (0.8 * frame as f32 / 60.0);
        character.step(1.0 / 60.0, at, 0.0, GaitInput::default(), &ground);
        for foot in character.report.gait.iter().filter(|foot| !foot.is_up) {
            let contacts = character.report.feet.iter().find(|other| other.chain == foot.chain).unwrap().contacts;
            // The heel may be raised; ball and toes are on the tread's level.
            for contact in &contacts[1..] {
                let tread = 0.15 * (foot.position.z / 0.4 + 0.5).floor();
                assert!((contact.position.y - tread).abs() < 2e-3, "frame {frame}: {contact:?} on {tread}");
                let under = 0.15 * (contact.position.z / 0.4 + 0.5).floor();
                assert!(under <= tread + 1e-4, "frame {frame}: {contact:?} inside of the next step");
            }
        }
    }
}

#[test]
fn a_body_on_four_legs_lies_along_its_slope() {
    for (angle, heading, up) in [(15.0_f32, 0.0_f32, Vec3::Z), (20.0, 90.0, Vec3::X)] {
        let ground = Slope::rising(angle, heading);
        let mut character = Walk::creature(Creature::QUADRUPED);
        stand(&mut character, Vec3::ZERO, 0.0, 0.2, 60, &ground);
        let body = character.bound.skeleton().find("body").unwrap();
        let normal = character.memory.globals().rotation(body) * Vec3::Y;
        // A hundredth of the spread is taken for level.
        let tilt = normal.angle_between(Vec3::Y).to_degrees();
        assert!((tilt - angle).abs() < 1.0 && normal.dot(up) < 0.0, "{angle}: {tilt}, {normal}");
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let rig = Creature::QUADRUPED.rig();
    let mut gait = rig.gait.clone().unwrap();
    gait.groups[1][0] = "rigt0".into();
    gait.step_duration = 0.0;
    let rig = surefoot::rig::Rig { gait: Some(gait), ..rig };
    let skeleton = Creature::QUADRUPED.skeleton();
    let error = rig.bind_with(&skeleton, &surefoot::humanoid::HumanoidMap::default()).unwrap_err();
    let paths: Vec<&str> = error.issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["gait.step_duration", "gait.groups[1][0]"]);
    let read = surefoot::rig::Rig::from_ron(&rig.to_ron()).unwrap_err();
    let told: Vec<&str> = read.diagnostics.iter().map(|found| found.path.as_str()).collect();
    assert!(told.contains(&"gait.step_duration") && told.contains(&"gait.groups[1][0]"), "{told:?}");
    assert!(read.diagnostics.iter().any(|found| found.nearest.as_deref() == Some("right0")), "{read}");
}

#[test]
fn walking_fades_in_and_out_of_the_incoming_pose() {
    let ground = scene("flat");
    let character = Walk::person();
    let skeleton = character.bound.skeleton();
    let hips = skeleton.find("hips").unwrap();
    let mut memory = character.bound.memory();
    let mut last = None;
    for frame in 0..240 {
        let gait = (60..150).contains(&frame).then(GaitInput::default);
        let mut pose = skeleton.rest().clone();
        let inputs = surefoot::runtime::Inputs { dt: 1.0 / 60.0, gait, ..surefoot::runtime::Inputs::settled(&ground) };
        character.bound.solve(&mut pose, &mut memory, &inputs);
        let at = memory.globals().position(hips);
        // The crouch is 5 cm, and a fade makes a quarter of its way a frame.
        let moved = last.map_or(0.0, |last: Vec3| last.distance(at));
        assert!(moved < 0.02, "frame {frame}: {moved}");
        last = Some(at);
    }
    assert_eq!(last, Some(skeleton.rest_globals().position(hips)));
}

#[test]
fn up_and_down_stairs_knees_bend_forward_and_the_body_goes_smoothly() {
    for text in ["stairs:0.15x0.3", "stairs:-0.15x0.3"] {
        let ground = scene(text);
        let mut character = Walk::person();
        character.step(0.0, Vec3::ZERO, 0.0, GaitInput::default(), &ground);
        let hips = character.bound.skeleton().find("hips").unwrap();
        let mut last = character.at(hips).y;
        let mut fastest = 0.0_f32;
        for frame in 1..=300 {
            // The root itself jumps by a whole rise at each edge.
            let at = Vec3::Z * (0.8 * frame as f32 / 60.0);
            character.step(1.0 / 60.0, at, 0.0, GaitInput::default(), &ground);
            for foot in character.bound.feet() {
                let flex = foot.knee_flex(character.memory.globals()).unwrap().to_degrees();
                assert!(flex > 1.9, "{text}, frame {frame}: {flex}");
            }
            let now = character.at(hips).y;
            // The first two steps, from a stand, catch up.
            if frame > 60 {
                fastest = fastest.max((now - last).abs());
            } else {
                assert!((now - last).abs() < 0.03, "{text}, frame {frame}: {now} after {last}");
            }
            last = now;
        }
        // The stairs rise by 0.0067 a frame; three times that is the quickest a step takes the body.
        assert!(fastest < 0.02, "{text}: {fastest}");
        let grade = (last - 0.95) / 4.0;
        assert!((grade.abs() - 0.5).abs() < 0.06, "{text}: {grade}");
    }
}
