//! Props and grips as data: mirrored, carried, read and told of.

use surefoot::glam::{Quat, Vec3};
use surefoot::humanoid::Side;
use surefoot::math::Transform;
use surefoot::prop::{Finger, Grip, MadeFor, MirrorAxis, Prop, PropShape, carried, carried_between, prop, prop_names};
use surefoot::rig::Code;

use crate::gripping::Hands;

fn place() -> Transform {
    Transform {
        translation: Vec3::new(0.4, 1.1, -0.3),
        rotation: Quat::from_rotation_y(0.8) * Quat::from_rotation_x(-0.4),
        scale: Vec3::ONE,
    }
}

/// A right palm on the left of a pole, thumb up; the left one is on its right, thumb up too.
#[test]
fn the_other_hand_gets_the_mirror_image() {
    let pole = prop("pole").unwrap();
    let grip = pole.grip("high").unwrap();
    let palms = Side::BOTH.map(|side| grip.hold(side, Transform::IDENTITY).palm_in_world);
    for (side, palm) in Side::BOTH.into_iter().zip(palms) {
        assert!(palm.translation.distance(Vec3::new(0.02 * side.sign(), 0.3, 0.0)) < 1e-6, "{palm:?}");
        let thumb = if side == Side::Right { Vec3::X } else { Vec3::NEG_X };
        assert!((palm.rotation * thumb).distance(Vec3::Y) < 1e-6, "the thumb is up");
        assert!((palm.rotation * Vec3::NEG_Y).distance(Vec3::NEG_X * side.sign()) < 1e-6, "it faces the pole");
        assert!((palm.rotation * Vec3::Z).distance(Vec3::Z) < 1e-6);
    }
    assert_eq!(grip.for_hand(Side::Right), *grip);
    let left = grip.for_hand(Side::Left);
    assert_eq!((left.made_for, left.fingers), (MadeFor::Left, grip.fingers));
    assert_eq!(left.for_hand(Side::Right), *grip, "twice is never");
    let either = Grip { position: [0.1, 0.2, 0.3], ..Grip::default() };
    assert_eq!(either.for_hand(Side::Left), either);
    let across = Grip { made_for: MadeFor::Left, mirror: MirrorAxis::Z, ..either };
    assert_eq!(across.for_hand(Side::Right).position, [0.1, 0.2, -0.3]);
}

#[test]
fn what_one_hand_carries_the_other_finds() {
    let carton = prop("box").unwrap();
    let grip = carton.grip("side").unwrap();
    for scale in [Vec3::ONE, Vec3::new(2.0, 1.0, 0.5)] {
        let place = Transform { scale, ..place() };
        let [left, right] = Side::BOTH.map(|side| grip.hold(side, place).palm_in_world);
        for (side, palm) in [(Side::Left, left), (Side::Right, right)] {
            let found = carried(grip, side, palm, scale);
            assert!(found.translation.distance(place.translation) < 1e-6, "{found:?}");
            assert!(found.rotation.dot(place.rotation).abs() > 1.0 - 1e-6);
            assert_eq!(found.scale, scale);
        }
        let between = carried_between((grip, left), (grip, right), scale);
        assert!(between.translation.distance(place.translation) < 1e-6, "{between:?}");
        assert!(between.rotation.dot(place.rotation).abs() > 1.0 - 1e-6);
    }
    // The right hand 8 cm higher: the box tilts to lie between them, half of the way up.
    let [left, mut right] = Side::BOTH.map(|side| grip.hold(side, Transform::IDENTITY).palm_in_world);
    right.translation.y += 0.08;
    let between = carried_between((grip, left), (grip, right), Vec3::ONE);
    assert!(between.translation.distance(Vec3::Y * 0.04) < 1e-5, "{between:?}");
    let line = (between.rotation * Vec3::X).try_normalize().unwrap();
    assert!(line.distance(Vec3::new(0.36, -0.08, 0.0).try_normalize().unwrap()) < 1e-5, "{line}");
}

#[test]
fn a_hand_comes_from_the_grips_side_and_closes_at_the_end() {
    let hands = Hands::plain();
    let mug = prop("mug").unwrap();
    let place = Transform::from_translation(Vec3::new(-0.3, 1.2, 0.3));
    let hold = mug.grip("body").unwrap().hold(Side::Right, place);
    let goal = |share| hold.approached(share).goal(&hands.bound, Transform::IDENTITY).unwrap().position_in_world;
    // The palm faces +x, so the hand comes from −x, and by default from 15 cm off.
    assert!((goal(0.0) - goal(1.0)).distance(Vec3::new(-0.15, 0.0, 0.0)) < 1e-6);
    assert!((goal(0.5) - goal(1.0)).distance(Vec3::new(-0.075, 0.0, 0.0)) < 1e-6);
    assert_eq!(goal(f32::NAN), goal(0.0));
    let bend = |share| hold.approached(share).fingers().pose.index.bend_deg[0];
    assert_eq!([bend(0.0), bend(0.5), bend(0.75), bend(1.0)], [0.0, 0.0, 19.0, 38.0]);
}

#[test]
fn directions_on_one_line_still_give_a_palm() {
    for (faces, points) in
        [([0.0; 3], [0.0; 3]), ([0.0, -1.0, 0.0], [0.0, 2.0, 0.0]), ([f32::NAN; 3], [f32::INFINITY; 3])]
    {
        let palm = Grip { faces, points, ..Grip::default() }.prop_from_palm();
        assert!(palm.is_finite() && (palm.rotation.length() - 1.0).abs() < 1e-5, "{palm:?}");
    }
}

#[test]
fn faults_are_told_all_at_once_with_their_places() {
    let text = "Prop(
    format_version: 1,
    shape: Box(size: (0.1, 0.1, 0.1)),
    grips: [
        (name: \"top\", faces: (0.0, 1.0, 0.0), points: (0.0, 3.0, 0.0)),
        (name: \"top\", reach: 5.0, fingers: (indx: (bend_deg: (1.0, 2.0, 3.0)))),
    ],
)";
    let error = Prop::from_ron(text).unwrap_err();
    let found: Vec<(Code, u32, u32)> = error
        .diagnostics
        .iter()
        .map(|found| (found.code, found.place.unwrap().line, found.place.unwrap().column))
        .collect();
    assert_eq!(
        found,
        [
            (Code::Mismatch, 5, 55),
            (Code::DuplicateGrip, 6, 16),
            (Code::OutOfRange, 6, 30),
            (Code::MisspeltField, 6, 45),
        ]
    );
    let text = "Prop(format_version: 9, shape: Cube)";
    let error = Prop::from_ron(text).unwrap_err();
    assert!(error.to_string().contains("a prop saved by one like this"), "{error}");
    let none = Prop::from_ron("()").unwrap_err();
    assert!(none.to_string().contains("the prop has no `shape`"), "{none}");
}

#[test]
fn every_form_of_a_prop_survives_its_file() {
    let shapes = [
        PropShape::Box { size: [0.1, 0.25, 20.0] },
        PropShape::Cylinder { radius: 0.001, length: 1.5 },
        PropShape::Sphere { radius: 0.3 },
        PropShape::Ledge { width: 1.0, height: 2.0, depth: 3.0 },
        PropShape::Model { file: "sword.glb".into() },
    ];
    for shape in shapes {
        let mut thing = prop("pole").unwrap();
        thing.shape = shape;
        thing.grips[0].mirror = MirrorAxis::Z;
        thing.grips[0].approach = [0.0, 1.0, 0.1];
        thing.grips[0].fingers.thumb = Finger { bend_deg: [1.5, 2.5, -3.0], spread_deg: -7.0 };
        let text = thing.to_ron();
        let back = Prop::from_ron(&text).unwrap();
        assert_eq!((back.prop.clone(), back.warnings), (thing, Vec::new()));
        assert_eq!(back.prop.to_ron(), text);
    }
    assert_eq!(prop_names().collect::<Vec<_>>(), ["box", "ledge", "mug", "pole"]);
}
