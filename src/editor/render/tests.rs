//! Pictures drawn without a window, judged by coarse facts: drivers differ in the last bits of every pixel.

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Affine3A, Vec2, Vec3};
use surefoot::character::{AlphaMode, Character, Image, JointTraits, Material, Mesh, Wrap};
use surefoot::ground::{GroundScene, Scene};
use surefoot::math::Transform;
use surefoot::skeleton::{Joint, Skeleton};
use surefoot::skin::{Binding, Bounds};

use super::RenderError;
use super::offscreen::render_to_image;
use crate::editor::theme::Theme;
use crate::editor::viewport::camera::OrbitCamera;
use crate::editor::viewport::scene::{
    RenderCamera, RenderCharacter, RenderGround, RenderScene, SceneColors, SceneStyle, Shading, key_light,
};
use crate::editor::viewport::stage::{Sitter, bounds_of, ground_under, portrait};

const SIZE: [u32; 2] = [480, 480];

/// A person of boxes, 1.8 m tall, facing +Z: one joint and one mesh a part.
fn box_person() -> Character {
    let parts = [
        ("leftLeg", Vec3::new(0.11, 0.43, 0.0), Vec3::new(0.07, 0.43, 0.08)),
        ("rightLeg", Vec3::new(-0.11, 0.43, 0.0), Vec3::new(0.07, 0.43, 0.08)),
        ("leftFoot", Vec3::new(0.11, 0.04, 0.07), Vec3::new(0.05, 0.04, 0.14)),
        ("rightFoot", Vec3::new(-0.11, 0.04, 0.07), Vec3::new(0.05, 0.04, 0.14)),
        ("trunk", Vec3::new(0.0, 1.16, 0.0), Vec3::new(0.2, 0.3, 0.11)),
        ("leftArm", Vec3::new(0.3, 1.1, 0.0), Vec3::new(0.05, 0.34, 0.06)),
        ("rightArm", Vec3::new(-0.3, 1.1, 0.0), Vec3::new(0.05, 0.34, 0.06)),
        ("head", Vec3::new(0.0, 1.65, 0.0), Vec3::new(0.1, 0.15, 0.12)),
    ];
    let joints = parts.map(|(name, center, _)| Joint {
        name: name.into(),
        parent: None,
        rest: Transform::from_translation(center),
        source: None,
    });
    let skeleton = Skeleton::new(joints.to_vec()).unwrap();
    let meshes =
        parts.iter().enumerate().map(|(index, part)| cube(part.2, Binding::Rigid(skeleton.id(index).unwrap())));
    Character {
        name: "box person".into(),
        traits: vec![JointTraits::default(); skeleton.len()],
        node_rest: None,
        skins: Vec::new(),
        meshes: meshes.collect(),
        materials: vec![material([0.8, 0.05, 0.03, 1.0])],
        images: Vec::new(),
        clips: Vec::new(),
        vrm: None,
        warnings: Vec::new(),
        skeleton,
    }
}

fn material(base_color: [f32; 4]) -> Material {
    Material {
        name: String::new(),
        base_color,
        base_color_image: None,
        emissive: [0.0; 3],
        emissive_image: None,
        wrap: [Wrap::Repeat; 2],
        alpha: AlphaMode::Opaque,
        double_sided: false,
    }
}

fn cube(half: Vec3, binding: Binding) -> Mesh {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for (normal, side) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        for normal in [normal, -normal] {
            let other = normal.cross(side);
            let first = positions.len() as u32;
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                positions.push((normal + side * a + other * b) * half);
                normals.push(normal);
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    Mesh { name: String::new(), positions, normals, uvs: Vec::new(), colors: Vec::new(), indices, binding, material: 0 }
}

fn ground(spec: &str) -> RenderGround {
    let scene = Scene::from(spec.parse::<GroundScene>().unwrap());
    let bounds = Bounds { min: Vec3::new(-0.5, 0.0, -0.5), max: Vec3::new(0.5, 1.7, 0.5) };
    ground_under(&scene.placed(Vec3::Z).unwrap(), bounds)
}

fn scene(
    character: Option<Character>,
    ground: Option<RenderGround>,
    camera: &OrbitCamera,
    size_px: [u32; 2],
) -> RenderScene {
    let character = character.map(|character| RenderCharacter {
        pose: Arc::new(character.skeleton.rest_globals().clone()),
        character: Arc::new(character),
        world_from_model: Affine3A::IDENTITY,
    });
    RenderScene {
        size_px,
        camera: RenderCamera::of(camera, size_px),
        character,
        ghost: None,
        prop: None,
        ground,
        to_key_light: key_light(Vec3::Z),
        colors: SceneColors::from(Theme::dark()),
        style: SceneStyle::default(),
    }
}

/// The picture, also kept under `target/pictures` to be looked at. None where this machine has no OpenGL; that is a
/// failure on a build server.
fn draw(name: &str, scene: &RenderScene) -> Option<Image> {
    match render_to_image(scene) {
        Ok(image) => {
            let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
            std::fs::create_dir_all(&folder).unwrap();
            let file = folder.join(format!("{name}.png"));
            image::save_buffer(file, &image.rgba, image.width, image.height, image::ColorType::Rgba8).unwrap();
            Some(image)
        }
        Err(error @ RenderError::NoContext(_)) => {
            assert!(std::env::var_os("CI").is_none(), "{error}");
            eprintln!("SKIPPED: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let at = (y * image.width + x) as usize * 4;
    [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]]
}

/// The pixel that shows `point`.
fn pixel_of(image: &Image, camera: &OrbitCamera, point: Vec3) -> [u8; 3] {
    let size = Vec2::new(image.width as f32, image.height as f32);
    let at = camera.project(point, size).unwrap();
    pixel(image, (at.x as u32).min(image.width - 1), (at.y as u32).min(image.height - 1))
}

fn brightness(color: [u8; 3]) -> f32 {
    color.iter().map(|&channel| f32::from(channel)).sum::<f32>() / 3.0
}

fn front_left(bounds: Bounds) -> OrbitCamera {
    let mut camera = OrbitCamera { yaw: 0.6, pitch: 0.25, ..OrbitCamera::default() };
    camera.fit(bounds, SIZE[0] as f32 / SIZE[1] as f32);
    camera
}

const PERSON: Bounds = Bounds { min: Vec3::new(-0.4, 0.0, -0.2), max: Vec3::new(0.4, 1.8, 0.25) };

#[test]
fn a_person_stands_on_shaded_ground_before_the_gradient() {
    let camera = front_left(PERSON);
    let Some(image) = draw("box-person", &scene(Some(box_person()), Some(ground("flat")), &camera, SIZE)) else {
        return;
    };
    let colors = SceneColors::from(Theme::dark());
    for channel in 0..3 {
        let top = pixel(&image, 3, 2)[channel];
        assert!(top.abs_diff(colors.background_top[channel]) <= 2, "top left {:?}", pixel(&image, 3, 2));
    }
    let [red, green, blue] = pixel_of(&image, &camera, Vec3::new(0.0, 1.2, 0.11));
    assert!(red > 100 && red > green * 2 && red > blue * 2, "the trunk is red: {red} {green} {blue}");
    // The light comes from the front right, so the shadow falls behind and to the left.
    let shaded = pixel_of(&image, &camera, Vec3::new(0.3, 0.0, -0.3));
    let open = pixel_of(&image, &camera, Vec3::new(0.75, 0.0, 0.3));
    assert!(brightness(shaded) < brightness(open) * 0.8, "shadow {shaded:?}, open ground {open:?}");
    for channel in 0..3 {
        assert!(open[channel].abs_diff(colors.ground[channel]) <= 12, "lit ground {open:?}");
    }
}

#[test]
fn vertices_colour_their_surface_and_emissive_surfaces_glow() {
    let camera = front_left(PERSON);
    let chest = Vec3::new(0.0, 1.2, 0.11);
    let mut painted = box_person();
    painted.materials[0].base_color = [1.0; 4];
    let trunk = &mut painted.meshes[4];
    trunk.colors = vec![[0.0, 0.6, 0.0, 1.0]; trunk.positions.len()];
    let mut glowing = box_person();
    glowing.materials[0] = Material { emissive: [0.0, 0.0, 1.0], ..material([0.0, 0.0, 0.0, 1.0]) };
    let chest_of = |name: &str, person: Character| {
        Some(pixel_of(&draw(name, &scene(Some(person), None, &camera, SIZE))?, &camera, chest))
    };
    let (Some([red, green, blue]), Some(glow)) = (chest_of("painted", painted), chest_of("glowing", glowing)) else {
        return;
    };
    assert!(green > 100 && green > red * 2 && green > blue * 2, "painted green: {red} {green} {blue}");
    assert!(glow[2] > 220 && glow[2] > glow[0] * 3, "glowing blue: {glow:?}");
}

#[test]
fn every_shading_and_theme_draws() {
    let camera = front_left(PERSON);
    for (name, shading, theme) in [
        ("light-textured", Shading::Textured, Theme::light()),
        ("dark-clay", Shading::Clay, Theme::dark()),
        ("dark-x-ray", Shading::XRay, Theme::dark()),
    ] {
        let mut scene = scene(Some(box_person()), Some(ground("slope:20")), &camera, SIZE);
        scene.style.shading = shading;
        scene.colors = SceneColors::from(theme);
        draw(&format!("box-person-{name}"), &scene);
    }
}

#[test]
fn a_ghost_shows_beside_the_character_and_leaves_it_as_it_is() {
    let camera = front_left(PERSON);
    for (name, theme) in [("dark", Theme::dark()), ("light", Theme::light())] {
        let mut alone = scene(Some(box_person()), Some(ground("flat")), &camera, SIZE);
        alone.colors = SceneColors::from(theme);
        let mut haunted = alone.clone();
        let shown = alone.character.clone().unwrap();
        // A step to its left; the nearer arm stands where nothing was.
        let aside = Affine3A::from_translation(Vec3::new(0.3, 0.0, 0.0));
        haunted.ghost = Some(RenderCharacter { world_from_model: aside, ..shown.clone() });
        let mut same = alone.clone();
        let away = Affine3A::from_translation((PERSON.center() - camera.eye()).normalize_or_zero() * 0.007);
        same.ghost = Some(RenderCharacter { world_from_model: away, ..shown });
        let pictures = [("alone", &alone), ("beside", &haunted), ("in place", &same)];
        let [Some(alone), Some(beside), Some(in_place)] =
            pictures.map(|(kind, scene)| draw(&format!("ghost-{name}-{kind}"), scene))
        else {
            return;
        };
        let at = |image: &Image, point: Vec3| pixel_of(image, &camera, point);
        let arm = Vec3::new(0.6, 1.1, 0.06);
        let differs = |a: [u8; 3], b: [u8; 3]| (brightness(a) - brightness(b)).abs();
        assert!(
            differs(at(&alone, arm), at(&beside, arm)) > 8.0,
            "{name}: {:?}, {:?}",
            at(&alone, arm),
            at(&beside, arm)
        );
        let chest = Vec3::new(0.0, 1.2, 0.11);
        assert_eq!(at(&alone, chest), at(&in_place, chest), "{name}: where the poses are the same there is none");
    }
}

#[test]
fn odd_scenes_draw_what_is_left_of_them() {
    let camera = front_left(PERSON);
    let mut broken = box_person();
    broken.meshes[0].positions[3] = Vec3::NAN;
    broken.meshes[1].indices.push(999_999);
    broken.meshes[2].normals.clear();
    broken.meshes[3].indices.clear();
    broken.meshes[4].material = 77;
    broken.images.push(Image { width: 3, height: 3, rgba: vec![0; 5] });
    broken.materials[0].base_color_image = Some(0);
    draw("broken-person", &scene(Some(broken), Some(ground("stairs:0.15x0.3")), &camera, SIZE));

    let mut bones_alone = box_person();
    bones_alone.meshes.clear();
    draw("bones-alone", &scene(Some(bones_alone), Some(ground("flat")), &camera, [64, 48]));
    draw("nothing", &scene(None, None, &camera, [1, 1]));

    let mut lost = camera;
    lost.target = Vec3::splat(f32::NAN);
    draw("lost-camera", &scene(Some(box_person()), Some(ground("flat")), &lost, [64, 48]));
}

#[test]
fn sizes_without_a_picture_are_refused_in_words() {
    let camera = front_left(PERSON);
    let none = render_to_image(&scene(None, None, &camera, [0, 10])).unwrap_err();
    assert!(matches!(none, RenderError::NoPixels));
    let huge = render_to_image(&scene(None, None, &camera, [10, 100_000])).unwrap_err();
    assert!(huge.to_string().contains("10×100000 pixels is too large"), "{huge}");
}

#[test]
fn a_scene_is_the_same_only_while_it_shares_its_pose() {
    let camera = front_left(PERSON);
    let first = scene(Some(box_person()), Some(ground("flat")), &camera, SIZE);
    let mut second = first.clone();
    assert_eq!(first, second);
    let shown = second.character.as_mut().unwrap();
    *Arc::make_mut(&mut shown.pose) = first.character.as_ref().unwrap().character.skeleton.rest_globals().clone();
    assert_ne!(first, second);
}

/// A file of the corpus of real characters; none, said aloud, where the corpus is not beside the repository.
fn corpus(name: &str) -> Option<Character> {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        std::env::var_os("SUREFOOT_CORPUS").map(PathBuf::from),
        Some(home.join("../shared/corpus")),
        Some(home.join("../../shared/corpus")),
    ];
    let Some(folder) = folders.into_iter().flatten().find(|folder| folder.is_dir()) else {
        assert!(std::env::var_os("CI").is_none(), "the corpus of real characters is missing");
        eprintln!("SKIPPED: there is no corpus of real characters beside the repository");
        return None;
    };
    Some(Character::read(folder.join(name)).unwrap())
}

#[test]
fn real_characters_fill_the_picture_in_their_own_colours() {
    // What the files' own textures show: a cyan dummy, a man in a white shirt and grey trousers, a rogue in green.
    for (name, forward, is_own) in [
        ("mixamo_ybot.glb", Vec3::Z, (|[r, _, b]| b > r + 40) as fn([i32; 3]) -> bool),
        ("rpm_apose.glb", Vec3::Z, |[r, g, b]| r.min(g).min(b) > 150 && r.abs_diff(b) < 20),
        ("kaykit_rogue.glb", Vec3::Z, |[r, g, _]| g > r + 40),
        ("vrm0_catbot.vrm", Vec3::NEG_Z, |[r, g, b]| r.min(g).min(b) > 150 && r.abs_diff(b) < 30),
    ] {
        let Some(character) = corpus(name) else { return };
        let sitter = Sitter {
            pose: Arc::new(character.skeleton.rest_globals().clone()),
            character: Arc::new(character),
            forward,
        };
        let placed = Scene::from("slope:12@90".parse::<GroundScene>().unwrap()).placed(forward).unwrap();
        let shown = ground_under(&placed, bounds_of(&sitter.character, &sitter.pose));
        let full = portrait(&sitter, &placed, shown, SceneColors::from(Theme::dark()), SIZE);
        let mut empty = full.clone();
        empty.character = None;
        let (Some(full), Some(empty)) = (draw(name, &full), draw("empty-stage", &empty)) else { return };
        let pixels = |image: &Image| {
            image.rgba.as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b].map(i32::from)).collect::<Vec<_>>()
        };
        let covered: Vec<[i32; 3]> =
            pixels(&full).into_iter().zip(pixels(&empty)).filter(|(a, b)| a != b).map(|(a, _)| a).collect();
        let share = covered.len() as f32 / (SIZE[0] * SIZE[1]) as f32;
        assert!((0.04..0.7).contains(&share), "{name} covers {share} of the picture");
        let own = covered.iter().filter(|&&color| is_own(color)).count() as f32 / covered.len() as f32;
        assert!(own > 0.06, "{name}: {own} of its pixels have its own colour");
    }
}
