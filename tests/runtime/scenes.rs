//! Feet on scenes that are read from files.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, LayerMask, Scene, SceneGround, Surface, scene};
use surefoot::math::Transform;
use surefoot::rig::Rig;
use surefoot::runtime::Inputs;

use crate::person::{Person, whole};
use crate::walker::{Walk, Walker};

const RATE: f32 = 1.0 / 60.0;

pub fn placed(text: &str) -> SceneGround {
    Scene::from_ron(text).unwrap_or_else(|error| panic!("{error}")).scene.placed(Vec3::Z).unwrap()
}

/// Heights of heel, ball and toe tip of both feet, left first.
fn soles_on(ground: &dyn Ground, rig: &Rig) -> [[f32; 3]; 2] {
    let built = Person::default().build();
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(ground));
    [0, 1].map(|foot| report.feet[foot].contacts.map(|contact| contact.position.y))
}

#[test]
fn feet_stand_on_the_step_and_not_on_the_ceiling_over_it() {
    // The step is under the left foot alone. The ceiling hangs just over where the highest step would be, at half a metre.
    let ground = placed(
        r#"Scene(format_version: 1, pieces: [
            (shape: Ground(Flat)),
            (shape: Block(size: (0.6, 0.15, 1.0)), position: (0.32, 0.0, 0.0)),
            (shape: Block(size: (4.0, 0.1, 4.0)), position: (0.0, 0.5, 0.0)),
        ])"#,
    );
    let [left, right] = soles_on(&ground, &whole());
    for height in left {
        assert!((height - 0.15).abs() < 2e-3, "{left:?}");
    }
    for height in right {
        assert!(height.abs() < 2e-3, "{right:?}");
    }
}

#[test]
fn a_rigs_feet_stand_only_on_the_layers_of_its_mask() {
    let ground = placed(
        r#"Scene(format_version: 1, pieces: [
            (shape: Ground(Flat)),
            (shape: Block(size: (2.0, 0.1, 2.0)), layer: 4),
        ])"#,
    );
    let mut rig = whole();
    for (mask, height) in [(u32::MAX, 0.1), (1 << 4, 0.1), (1, 0.0)] {
        rig.grounding.as_mut().unwrap().layers = mask;
        for found in soles_on(&ground, &rig).into_iter().flatten() {
            assert!((found - height).abs() < 2e-3, "{mask:b}: {found}");
        }
    }
}

/// Stands for five seconds on a piece of `ground` that moves, carried along as a game carries it; the farthest that a contact slips on it.
fn slip(ground: &mut SceneGround, phased: bool) -> f32 {
    let built = Person::default().build();
    let walker = Walker { speed: 0.0, lift: 0.0, stance: 1.0, ..Walker::default() };
    let mut walk = Walk::new(&walker, &built, &whole());
    let on = ground.cast(Vec3::Y, Vec3::NEG_Y, 3.0, LayerMask::ALL).unwrap();
    assert_ne!(on.surface, Surface::WORLD);
    let at_first = ground.world_from_surface(on.surface);
    let mut first: Option<Vec<Vec3>> = None;
    let mut most = 0.0_f32;
    for frame in 0..=300 {
        let time = frame as f32 * RATE;
        ground.set_time(f64::from(time));
        let raft = ground.world_from_surface(on.surface);
        let turn = raft.rotation * at_first.rotation.conjugate();
        // It sways over its feet meanwhile.
        let sway = Vec3::new(0.03 * (2.0 * time).sin(), 0.0, 0.0);
        let translation = raft.translation + turn * (on.point - at_first.translation + sway);
        let root = Transform { translation, rotation: turn, ..Transform::IDENTITY };
        let (_, report) = walk.step_with(RATE, &*ground, root, phased);
        if frame < 5 {
            continue;
        }
        assert!(report.feet.iter().all(|foot| foot.planted), "frame {frame}");
        let contacts = report.feet.iter().flat_map(|foot| foot.contacts);
        let on_raft = contacts.map(|contact| raft.rotation.conjugate() * (contact.position - raft.translation));
        let on_raft: Vec<Vec3> = on_raft.collect();
        let first = first.get_or_insert_with(|| on_raft.clone());
        most = on_raft.iter().zip(first.iter()).fold(most, |most, (now, first)| most.max(now.distance(*first)));
    }
    most
}

#[test]
fn feet_keep_their_place_on_a_raft_that_moves_and_turns() {
    let shipped = scene("raft").unwrap().placed(Vec3::Z).unwrap();
    let lively = placed(
        r#"Scene(format_version: 1, pieces: [
            (shape: Ground(Flat), position: (0.0, -2.0, 0.0)),
            (
                shape: Block(size: (3.0, 0.2, 3.0)),
                position: (0.0, -0.2, 0.0),
                heading_deg: 20.0,
                moving: (by: (1.5, 0.4, 2.0), period_s: 6.0),
                turning_deg_per_s: 35.0,
            ),
        ])"#,
    );
    for mut ground in [shipped, lively] {
        for phased in [true, false] {
            let slip = slip(&mut ground, phased);
            assert!(slip < 1e-3, "phased {phased}: {slip} m");
        }
    }
}

#[test]
fn the_same_moment_gives_the_same_frame_whatever_came_before() {
    let mut ground = scene("raft").unwrap().placed(Vec3::X).unwrap();
    let frame_at = |ground: &mut SceneGround, time: f64| {
        ground.set_time(time);
        ground.world_from_surface(Surface(2))
    };
    let straight = frame_at(&mut ground, 3.25);
    frame_at(&mut ground, 100.0);
    assert_eq!(frame_at(&mut ground, 3.25), straight);
    assert!(straight.rotation.angle_between(Quat::IDENTITY) > 0.1);
}
