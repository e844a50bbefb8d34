//! Grounds as data: scenes as text, what casts meet in them, and what moves.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{
    Ground, GroundShape, Hit, LayerMask, Moving, Piece, PieceShape, Scene, SceneGround, Surface, SurfacePatch, scene,
    scene_names,
};
use surefoot::rig::{Code, Place};

fn number(min: f32, max: f32) -> BoxedStrategy<f32> {
    prop_oneof![6 => min..=max, 1 => Just(min), 1 => Just(max), 1 => Just(0.1_f32.clamp(min, max))].boxed()
}

fn shape() -> BoxedStrategy<PieceShape> {
    let size = || [number(0.01, 1000.0), number(0.01, 1000.0), number(0.01, 1000.0)];
    let ground = prop_oneof![
        Just(GroundShape::Flat),
        number(-80.0, 80.0).prop_map(|angle_deg| GroundShape::Slope { angle_deg }),
        (number(-2.0, 2.0), number(0.05, 10.0)).prop_map(|(rise, run)| GroundShape::Stairs { rise, run }),
    ];
    prop_oneof![
        ground.prop_map(PieceShape::Ground),
        size().prop_map(|size| PieceShape::Block { size }),
        size().prop_map(|size| PieceShape::Ramp { size }),
        (any::<u32>(), 1..=1000_u32, [number(0.02, 5.0), number(0.02, 5.0)], [number(0.1, 200.0), number(0.1, 200.0)])
            .prop_map(|(seed, count, [a, b], area)| PieceShape::Rubble {
                seed,
                count,
                size: [a.min(b), a.max(b)],
                area
            }),
        any::<String>().prop_map(|name| PieceShape::Mesh { file: format!("m{name}") }),
    ]
    .boxed()
}

fn piece() -> BoxedStrategy<Piece> {
    let way = ([number(-1000.0, 1000.0), number(-1.0, 1.0), number(-1e-6, 1e-6)], number(0.1, 3600.0))
        .prop_map(|(by, period_s)| Moving { by, period_s });
    let place = [number(-10_000.0, 10_000.0), number(-1.0, 1.0), number(-1e-6, 1e-6)];
    let angles = [number(-3600.0, 3600.0), number(-90.0, 90.0), number(-90.0, 90.0), number(-720.0, 720.0)];
    (any::<String>(), shape(), place, angles, 0..=31_u32, option::of(way))
        .prop_map(|(name, shape, position, [heading_deg, pitch_deg, roll_deg, turning_deg_per_s], layer, moving)| {
            Piece { name, shape, position, heading_deg, pitch_deg, roll_deg, layer, moving, turning_deg_per_s }
        })
        .boxed()
}

fn any_scene() -> BoxedStrategy<Scene> {
    (any::<String>(), vec(piece(), 0..6)).prop_map(|(name, pieces)| Scene { name, pieces, ..Scene::default() }).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_scene_reads_back_equal_and_writes_the_same_bytes(scene in any_scene()) {
        let text = scene.to_ron();
        let reading = Scene::from_ron(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&reading.scene, &scene);
        prop_assert_eq!(reading.warnings, []);
        prop_assert_eq!(reading.scene.to_ron(), text);
        prop_assert!(Scene::is_meant_by(&scene.to_ron()));
        prop_assert_eq!(scene.validate(), []);
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = Scene::from_ron(&text);
        let _ = Scene::is_meant_by(&text);
    }

    #[test]
    fn whatever_is_asked_of_any_scene_is_finite(
        scene in any_scene(),
        origin in [any::<f32>(), any::<f32>(), any::<f32>()],
        direction in [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        time_s in any::<f64>(),
    ) {
        let mut scene = scene;
        scene.pieces.retain(|piece| !matches!(piece.shape, PieceShape::Mesh { .. }));
        let mut ground = scene.placed(Vec3::new(0.3, 0.0, -1.0)).unwrap();
        ground.set_time(time_s);
        let direction = Vec3::from(direction).try_normalize().unwrap_or(Vec3::NEG_Y);
        for origin in [Vec3::from(origin), Vec3::Y * 2.0] {
            if let Some(hit) = ground.cast(origin, direction, 10.0, LayerMask::ALL) {
                prop_assert!(hit.normal.is_finite() && (hit.normal.length() - 1.0).abs() < 1e-3, "{hit:?}");
                prop_assert!(ground.world_from_surface(hit.surface).is_finite());
            }
        }
    }
}

/// Cuts, repeats and swaps pieces of sound files with dice that always fall alike.
#[test]
fn damaged_files_are_answered_and_what_reads_keeps_its_form() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut roll = |sides: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % sides.max(1) as u64) as usize
    };
    for name in scene_names() {
        let text = scene(name).unwrap().to_ron();
        for _ in 0..400 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=roll(3) {
                let (from, length) = (roll(bytes.len()), roll(24));
                let part: Vec<u8> = bytes.iter().skip(roll(text.len())).take(length).copied().collect();
                let to = (from + roll(24)).min(bytes.len());
                bytes.splice(from..to, part);
            }
            let damaged = String::from_utf8_lossy(&bytes);
            match Scene::from_ron(&damaged) {
                Ok(reading) => {
                    let saved = reading.scene.to_ron();
                    assert_eq!(Scene::from_ron(&saved).unwrap().scene.to_ron(), saved, "from\n{damaged}");
                }
                Err(error) => {
                    let unreadable = error.diagnostics.iter().find(|d| d.code == Code::Unreadable);
                    assert_eq!(unreadable, None, "the tables let this pass:\n{damaged}");
                }
            }
        }
    }
}

#[test]
fn every_fault_of_a_file_is_told_with_its_place_at_once() {
    let text = r#"Scene(
    format_version: 1,
    pieces: [
        (shape: Blok(size: (1.0, 1.0, 1.0))),
        (shape: Block(size: (1.0, 0.0, 1.0)), heding_deg: 20.0),
        (shape: Ground(Slope(angle_deg: 95.0)), layer: 32),
        (position: (0.0, 0.0)),
        (shape: Rubble(seed: 1, count: 10, size: (0.5, 0.2), area: (1.0, 1.0))),
        (shape: Ground(Flat), moving: (by: (1.0, 0.0, 0.0), period_s: 0.0)),
    ],
)
"#;
    let told: Vec<(Code, Place)> =
        Scene::from_ron(text).unwrap_err().diagnostics.iter().map(|d| (d.code, d.place.unwrap())).collect();
    let at = |line, column| Place { line, column };
    assert_eq!(
        told,
        [
            (Code::UnknownVariant, at(4, 17)),
            (Code::OutOfRange, at(5, 35)),
            (Code::MisspeltField, at(5, 47)),
            (Code::OutOfRange, at(6, 41)),
            (Code::OutOfRange, at(6, 56)),
            (Code::MissingField, at(7, 9)),
            (Code::WrongType, at(7, 20)),
            (Code::Mismatch, at(8, 50)),
            (Code::OutOfRange, at(9, 71)),
        ]
    );
    let error = Scene::from_ron(text).unwrap_err().to_string();
    for part in ["did you mean `Block`?", "did you mean `heading_deg`?", "from -80 to 80", "from 0 to 31"] {
        assert!(error.contains(part), "{part}:\n{error}");
    }
}

#[test]
fn a_scene_can_only_be_so_large() {
    let rubble = |count| Piece::new(PieceShape::Rubble { seed: 1, count, size: [0.1, 0.2], area: [5.0, 5.0] });
    let codes = |pieces: Vec<Piece>| {
        let scene = Scene { pieces, ..Scene::default() };
        scene.validate().into_iter().map(|diagnostic| (diagnostic.code, diagnostic.path)).collect::<Vec<_>>()
    };
    assert_eq!(codes(vec![rubble(1000); 10]), []);
    assert_eq!(codes(vec![rubble(1000); 12]), [(Code::OutOfRange, "pieces[10].shape.count".to_owned())]);
    let flat = Piece::new(PieceShape::Ground(GroundShape::Flat));
    assert_eq!(codes(vec![flat; 1001]), [(Code::OutOfRange, "pieces".to_owned())]);
}

#[test]
fn the_readmes_scene_is_sound_and_in_its_own_form() {
    let readme = include_str!("../README.md");
    let from = readme.find("```ron\nScene(").unwrap() + "```ron\n".len();
    let shown = &readme[from..from + readme[from..].find("```").unwrap()];
    let reading = Scene::from_ron(shown).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(reading.warnings, []);
    assert!(reading.scene.to_ron().ends_with(shown), "{}", reading.scene.to_ron());
}

#[test]
fn a_rig_is_not_taken_for_a_scene() {
    assert!(!Scene::is_meant_by("Rig(format_version: 1, reference_leg_length: 1.0)"));
    assert!(!Scene::is_meant_by("(format_version: 1, name: \"x\", chains: [])"));
    assert!(Scene::is_meant_by("(format_version: 1, pieces: [])"));
    assert!(Scene::is_meant_by("// broken\nScene(format_version: 1, pieces: ["));
    assert!(!Scene::is_meant_by("no RON at all"));
}

fn read(text: &str) -> Scene {
    Scene::from_ron(text).unwrap_or_else(|error| panic!("{error}")).scene
}

fn down(ground: &SceneGround, x: f32, z: f32) -> Option<Hit> {
    ground.cast(Vec3::new(x, 3.0, z), Vec3::NEG_Y, 10.0, LayerMask::ALL)
}

#[test]
fn casts_meet_what_is_nearest_at_the_heights_worked_out_by_hand() {
    let scene = read(
        r#"Scene(format_version: 1, pieces: [
            (shape: Ground(Slope(angle_deg: 45.0)), position: (0.0, -1.0, 0.0)),
            (shape: Block(size: (1.0, 0.5, 1.0)), position: (2.0, 0.25, 0.0)),
            (shape: Ramp(size: (1.0, 1.0, 2.0)), position: (-2.0, 0.0, 0.0), heading_deg: 180.0),
            (shape: Block(size: (2.0, 0.1, 2.0)), position: (0.0, 0.0, -4.0), pitch_deg: 30.0),
        ])"#,
    );
    let ground = scene.placed(Vec3::Z).unwrap();
    // The slope is lowered by 1: y is z − 1.
    let hit = down(&ground, 0.0, 0.5).unwrap();
    assert!(
        (hit.point.y + 0.5).abs() < 1e-6 && hit.normal.distance(Vec3::new(0.0, 0.5_f32.sqrt(), -0.5_f32.sqrt())) < 1e-6
    );
    // The block stands on 0.25.
    let hit = down(&ground, 2.4, 0.4).unwrap();
    assert!((hit.point.y - 0.75).abs() < 1e-6 && hit.normal == Vec3::Y && hit.surface == Surface::WORLD, "{hit:?}");
    // The ramp is turned round: it rises from 0 at z = 1 to 1 at z = −1.
    let hit = down(&ground, -2.0, -0.5).unwrap();
    assert!((hit.point.y - 0.75).abs() < 1e-6, "{hit:?}");
    assert!(hit.normal.distance(Vec3::new(0.0, 2.0, 1.0) / 5.0_f32.sqrt()) < 1e-6);
    // The slab's front is raised by 30°: over its origin the top is 0.1 / cos 30° high, and 0.5 ahead 0.5 · tan 30° more.
    let hit = down(&ground, 0.3, -3.5).unwrap();
    let (sine, cosine) = 30.0_f32.to_radians().sin_cos();
    assert!((hit.point.y - (0.1 / cosine + 0.5 * sine / cosine)).abs() < 1e-5, "{hit:?}");
    assert!(hit.normal.distance(Vec3::new(0.0, cosine, -sine)) < 1e-6);
    // A wall is met from the side, and the near one first.
    let aside = ground.cast(Vec3::new(5.0, 0.5, 0.0), Vec3::NEG_X, 10.0, LayerMask::ALL).unwrap();
    assert!(aside.point.distance(Vec3::new(2.5, 0.5, 0.0)) < 1e-5 && aside.normal == Vec3::X, "{aside:?}");
}

#[test]
fn a_scene_turns_with_the_way_the_character_faces() {
    let scene = read("(format_version: 1, pieces: [(shape: Block(size: (1.0, 0.5, 1.0)), position: (2.0, 0.0, 1.0))])");
    for (forward, left) in [(Vec3::Z, Vec3::X), (Vec3::NEG_Z, Vec3::NEG_X), (Vec3::X, Vec3::NEG_Z)] {
        let ground = scene.placed(forward).unwrap();
        let middle = left * 2.0 + forward;
        let hit = down(&ground, middle.x, middle.z).unwrap();
        assert!((hit.point.y - 0.5).abs() < 1e-6 && hit.normal.distance(Vec3::Y) < 1e-6, "{forward}: {hit:?}");
        assert_eq!(down(&ground, -middle.x, -middle.z), None);
    }
}

#[test]
fn an_analytic_ground_keeps_every_bit_in_a_scene() {
    for (spec, forward) in [("slope:20@30", Vec3::Z), ("bumps:0.06x1.2", Vec3::X), ("stairs:0.15x0.3@90", Vec3::NEG_Z)]
    {
        let alone: surefoot::ground::GroundScene = spec.parse().unwrap();
        let (in_scene, alone) = (Scene::from(alone).placed(forward).unwrap(), alone.placed(forward));
        for step in 0..200 {
            let origin = Vec3::new((step as f32 * 0.37).sin() * 3.0, 4.0, (step as f32 * 0.61).cos() * 3.0);
            let slanting = Vec3::new(0.1, -1.0, 0.2).try_normalize().unwrap();
            for direction in [Vec3::NEG_Y, slanting] {
                let [a, b] = [&in_scene as &dyn Ground, &alone]
                    .map(|ground| ground.cast(origin, direction, 20.0, LayerMask::ALL));
                assert_eq!(a, b, "{spec} {origin}");
            }
        }
    }
}

#[test]
fn only_layers_in_the_mask_are_met() {
    let scene = read(
        r#"(format_version: 1, pieces: [
            (shape: Ground(Flat)),
            (shape: Block(size: (1.0, 0.4, 1.0)), layer: 3),
            (shape: Block(size: (1.0, 0.8, 1.0)), layer: 31),
        ])"#,
    );
    let ground = scene.placed(Vec3::Z).unwrap();
    let height = |mask: u32| {
        ground.cast(Vec3::Y * 2.0, Vec3::NEG_Y, 5.0, LayerMask(mask)).map(|hit| (hit.point.y * 10.0).round() / 10.0)
    };
    assert_eq!(height(u32::MAX), Some(0.8));
    assert_eq!(height(0b1001), Some(0.4));
    assert_eq!(height(0b0001), Some(0.0));
    assert_eq!(height(1 << 31), Some(0.8));
    assert_eq!(height(0), None);
}

#[test]
fn what_moves_is_where_its_time_says_and_is_a_surface_of_its_own() {
    let scene = read(
        r#"(format_version: 1, pieces: [
            (shape: Ground(Flat), position: (0.0, -1.0, 0.0)),
            (
                shape: Block(size: (2.0, 0.5, 1.0)),
                moving: (by: (0.0, 1.0, 4.0), period_s: 8.0),
                turning_deg_per_s: 45.0,
            ),
        ])"#,
    );
    let mut ground = scene.placed(Vec3::Z).unwrap();
    assert_eq!(down(&ground, 0.0, 0.0).map(|hit| hit.surface), Some(Surface(2)));
    assert_eq!(down(&ground, 3.0, 0.0).map(|hit| hit.surface), Some(Surface::WORLD));
    // A quarter of the period: halfway, (1 − cos 90°) / 2; and turned by a quarter, so that its long side is along z.
    ground.set_time(2.0);
    let hit = down(&ground, 0.0, 2.0 + 0.9).unwrap();
    assert!((hit.point.y - 1.0).abs() < 1e-5 && hit.normal.distance(Vec3::Y) < 1e-6, "{hit:?}");
    assert!((down(&ground, 0.6, 2.0).unwrap().point.y + 1.0).abs() < 1e-5, "beside its short side there is the floor");
    let world_from_raft = ground.world_from_surface(Surface(2));
    assert!(world_from_raft.translation.distance(Vec3::new(0.0, 0.5, 2.0)) < 1e-5);
    // Its front, which was +Z, has turned to the left.
    assert!((world_from_raft.rotation * Vec3::Z).distance(Vec3::X) < 1e-5);
    // Half a period: all the way. A whole one: back, and time goes backwards as well.
    ground.set_time(4.0);
    assert!(ground.world_from_surface(Surface(2)).translation.distance(Vec3::new(0.0, 1.0, 4.0)) < 1e-5);
    ground.set_time(0.0);
    let at_first = ground.world_from_surface(Surface(2));
    ground.set_time(8.0 * 10_000.0);
    let later = ground.world_from_surface(Surface(2));
    assert!(later.translation.distance(at_first.translation) < 1e-5, "{later:?}");
    assert!(later.rotation.dot(at_first.rotation).abs() > 1.0 - 1e-6);
    assert_eq!(ground.world_from_surface(Surface::WORLD).translation, Vec3::ZERO);
    assert_eq!(ground.world_from_surface(Surface(77)).rotation, Quat::IDENTITY);
}

#[test]
fn meshes_come_from_whoever_reads_them_and_are_told_of_where_nobody_does() {
    let scene = read(
        r#"(format_version: 1, pieces: [
            (shape: Mesh(file: "a.glb")), (shape: Ground(Flat)), (shape: Mesh(file: "b.glb")), (shape: Mesh(file: "a.glb")),
        ])"#,
    );
    assert_eq!(scene.mesh_files(), ["a.glb", "b.glb"]);
    let missing = scene.placed(Vec3::Z).err().unwrap();
    let told: Vec<(usize, &str)> = missing.iter().map(|missing| (missing.piece, missing.file.as_str())).collect();
    assert_eq!(told, [(0, "a.glb"), (2, "b.glb"), (3, "a.glb")]);
}

#[test]
fn drawn_triangles_lie_where_casts_meet_them() {
    for name in scene_names() {
        let mut ground = scene(name).unwrap().placed(Vec3::new(0.6, 0.0, 0.8)).unwrap();
        ground.set_time(1.7);
        let mut met = 0;
        for index in 0..ground.len() {
            let world_from_piece = ground.world_from_piece(index).unwrap().to_affine();
            let mesh = ground.surface(index, SurfacePatch { center: Vec3::ZERO, half_size: 3.0 });
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2]
                    .map(|corner| world_from_piece.transform_point3(mesh.positions[triangle[corner] as usize]));
                let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
                let middle = (a + b + c) / 3.0;
                // From just outside; nothing can be in between, though another piece may have swallowed the place.
                let hit = ground.cast(middle + normal * 1e-3, -normal, 2e-3, LayerMask::ALL);
                met += usize::from(hit.is_some_and(|hit| hit.point.distance(middle) < 1e-3));
            }
        }
        assert!(met > ground.len() * 2, "{name}: {met}");
    }
}
