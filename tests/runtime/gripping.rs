//! Palms and fingers, against places worked out by hand.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::{HumanoidMap, Role, Side};
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::prop::{Finger, HandPose, prop};
use surefoot::rig::Rig;
use surefoot::runtime::{BoundRig, FingerGoal, Inputs};
use surefoot::skeleton::{Joint, Skeleton};

use crate::person::{LEFT_ARM, LEG, limb, random_rotation};

/// The left half of a body with its arms held out, palms down: the wrist at x = 0.70, all knuckles at 0.79, all fingers straight, the thumb
/// in front and below. Metres.
const LEFT: [(&str, &str, [f32; 3]); 24] = [
    ("UpperArm", "", [0.17, 1.42, 0.0]),
    ("LowerArm", "UpperArm", [0.45, 1.42, 0.0]),
    ("Hand", "LowerArm", [0.70, 1.42, 0.0]),
    ("ThumbMetacarpal", "Hand", [0.72, 1.41, 0.03]),
    ("ThumbProximal", "ThumbMetacarpal", [0.745, 1.40, 0.055]),
    ("ThumbDistal", "ThumbProximal", [0.765, 1.395, 0.07]),
    ("ThumbEnd", "ThumbDistal", [0.785, 1.39, 0.082]),
    ("IndexProximal", "Hand", [0.79, 1.42, 0.03]),
    ("IndexIntermediate", "IndexProximal", [0.83, 1.42, 0.03]),
    ("IndexDistal", "IndexIntermediate", [0.855, 1.42, 0.03]),
    ("IndexEnd", "IndexDistal", [0.875, 1.42, 0.03]),
    ("MiddleProximal", "Hand", [0.79, 1.42, 0.01]),
    ("MiddleIntermediate", "MiddleProximal", [0.835, 1.42, 0.01]),
    ("MiddleDistal", "MiddleIntermediate", [0.86, 1.42, 0.01]),
    ("MiddleEnd", "MiddleDistal", [0.88, 1.42, 0.01]),
    ("RingProximal", "Hand", [0.79, 1.42, -0.01]),
    ("RingIntermediate", "RingProximal", [0.83, 1.42, -0.01]),
    ("RingDistal", "RingIntermediate", [0.855, 1.42, -0.01]),
    ("RingEnd", "RingDistal", [0.875, 1.42, -0.01]),
    ("LittleProximal", "Hand", [0.79, 1.42, -0.03]),
    ("LittleIntermediate", "LittleProximal", [0.82, 1.42, -0.03]),
    ("LittleDistal", "LittleIntermediate", [0.84, 1.42, -0.03]),
    ("LittleEnd", "LittleDistal", [0.855, 1.42, -0.03]),
    ("Shadow", "Hand", [0.75, 1.38, 0.0]),
];

pub struct Hands {
    pub skeleton: Skeleton,
    pub bound: BoundRig,
}

impl Hands {
    /// `curl_deg` bends every finger at its middle joint already at rest.
    pub fn new(rolls: u32, size: f32, curl_deg: f32, fade_half_life: f32, keeps: fn(&str) -> bool) -> Self {
        let mut joints = vec![Joint { name: "chest".into(), parent: None, rest: Transform::IDENTITY, source: None }];
        let mut globals = vec![(Quat::IDENTITY, Vec3::ZERO)];
        let mut seed = rolls;
        for side in ["left", "right"] {
            for (name, parent, place) in LEFT.into_iter().filter(|(name, ..)| keeps(name)) {
                let parent = joints.iter().position(|joint| joint.name == format!("{side}{parent}")).unwrap_or(0);
                let (above, from) = globals[parent];
                let rotation = if rolls == 0 { Quat::IDENTITY } else { random_rotation(&mut seed) };
                let mirror = if side == "left" { Vec3::ONE } else { Vec3::new(-1.0, 1.0, 1.0) };
                let mut place = Vec3::from(place);
                let middle = LEFT.iter().find(|(other, ..)| {
                    *other == name.replace("Distal", "Intermediate").replace("End", "Intermediate")
                });
                if let Some((_, _, middle)) = middle.filter(|_| !name.contains("Thumb")) {
                    place = Vec3::from(*middle)
                        + Quat::from_rotation_z(-curl_deg.to_radians()) * (place - Vec3::from(*middle));
                }
                let at = place * mirror * size;
                let rest = Transform {
                    translation: above.inverse() * (at - from),
                    rotation: above.inverse() * rotation,
                    scale: Vec3::ONE,
                };
                globals.push((rotation, at));
                joints.push(Joint { name: format!("{side}{name}"), parent: Some(parent as u16), rest, source: None });
            }
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let map: HumanoidMap =
            Role::ALL.into_iter().filter_map(|role| Some((role, skeleton.find(role.name())?))).collect();
        let mut chains = vec![limb("left_arm", LEFT_ARM), limb("right_arm", LEFT_ARM.map(Role::mirrored))];
        for chain in &mut chains {
            chain.fade_half_life = fade_half_life;
        }
        let rig = Rig { reference_leg_length: LEG, chains, ..Rig::default() };
        let bound = rig.bind_with(&skeleton, &map).unwrap();
        Self { skeleton, bound }
    }

    pub fn plain() -> Self {
        Self::new(0, 1.0, 0.0, 0.0, |_| true)
    }

    fn bend(&self, fingers: &[FingerGoal]) -> Pose {
        let mut pose = self.skeleton.rest().clone();
        let inputs = Inputs { fingers, ..Inputs::settled(&NoGround) };
        self.bound.solve(&mut pose, &mut self.bound.memory(), &inputs);
        pose
    }

    /// From one joint to another, unit, with the right hand's mirrored to the left.
    fn way(&self, pose: &Pose, side: Side, [from, to]: [&str; 2]) -> Vec3 {
        let globals = Globals::of(&self.skeleton, pose);
        let side_name = if side == Side::Left { "left" } else { "right" };
        let at = |name: &str| globals.position(self.skeleton.find(&format!("{side_name}{name}")).unwrap());
        (at(to) - at(from)).try_normalize().unwrap() * Vec3::new(side.sign(), 1.0, 1.0)
    }
}

#[test]
fn a_palm_lies_where_the_joints_say_whatever_their_axes() {
    for (rolls, size) in [(0, 1.0), (3, 1.0), (8, 0.01), (9, 100.0)] {
        let hands = Hands::new(rolls, size, 0.0, 0.0, |_| true);
        for side in Side::BOTH {
            let palm = hands.bound.palm_in_world(side, hands.skeleton.rest(), Transform::IDENTITY).unwrap();
            // Half-way from wrist to knuckles, and a seventh of their 9 cm below the bones.
            let at = Vec3::new(0.745 * side.sign(), 1.42 - 0.09 / 7.0, 0.0) * size;
            assert!(palm.translation.distance(at) < 1e-5 * size, "{}", palm.translation);
            assert!((palm.rotation * Vec3::Z).distance(Vec3::X * side.sign()) < 1e-5, "towards the fingers");
            assert!((palm.rotation * Vec3::Y).distance(Vec3::Y) < 1e-5, "out of the back");
            // The thumb is in front: x of a right palm leads to it, and that of a left one away from it.
            assert!((palm.rotation * Vec3::X).distance(Vec3::Z * -side.sign()) < 1e-5);
            assert!((hands.bound.hand(side).unwrap().palm_length() - 0.09 * size).abs() < 1e-5 * size);
        }
    }
}

#[test]
fn a_hand_without_fingers_has_a_palm_all_the_same() {
    let hands = Hands::new(4, 1.0, 0.0, 0.0, |name| name.ends_with("Arm") || name == "Hand");
    for side in Side::BOTH {
        let palm = hands.bound.palm_in_world(side, hands.skeleton.rest(), Transform::IDENTITY).unwrap();
        assert!((palm.rotation * Vec3::Z).distance(Vec3::X * side.sign()) < 1e-5);
        assert!((palm.rotation * Vec3::Y).distance(Vec3::Y) < 1e-5);
    }
    // And one whose character has no hands has none.
    let none = Hands::new(0, 1.0, 0.0, 0.0, |name| name.ends_with("Arm"));
    assert!(none.bound.hand(Side::Left).is_none());
}

/// Straight fingers point along x, so 90° more at each joint point down, back and up.
#[test]
fn fingers_bend_towards_the_palm_by_the_angles_given() {
    for (rolls, size, curl) in [(0, 1.0, 0.0), (5, 1.0, 0.0), (6, 0.01, 25.0), (7, 100.0, -10.0)] {
        let hands = Hands::new(rolls, size, curl, 0.0, |_| true);
        for side in Side::BOTH {
            let goal = |bend_deg| FingerGoal { side, pose: HandPose::closed(bend_deg, [0.0; 3]), weight: 1.0 };
            let right_angles = hands.bend(&[goal([90.0; 3])]);
            let flat = hands.bend(&[goal([0.0; 3])]);
            for finger in ["Index", "Middle", "Ring", "Little"] {
                let bones = [["Proximal", "Intermediate"], ["Intermediate", "Distal"], ["Distal", "End"]];
                let wanted = [Vec3::NEG_Y, Vec3::NEG_X, Vec3::Y];
                for (bone, wanted) in bones.into_iter().zip(wanted) {
                    let bone = bone.map(|name| format!("{finger}{name}"));
                    let bone = [bone[0].as_str(), bone[1].as_str()];
                    let found = hands.way(&right_angles, side, bone);
                    assert!(found.distance(wanted) < 2e-3, "{bone:?} {found}");
                    let found = hands.way(&flat, side, bone);
                    assert!(found.distance(Vec3::X) < 2e-3, "{bone:?} {found} of {curl}° at rest");
                }
            }
            let other =
                hands.skeleton.find(if side == Side::Left { "rightIndexProximal" } else { "leftIndexProximal" });
            let other = other.unwrap();
            assert_eq!(right_angles.get(other), hands.skeleton.rest().get(other), "the other hand is left alone");
        }
    }
}

#[test]
fn fingers_spread_away_from_the_middle_one() {
    let hands = Hands::new(2, 1.0, 0.0, 0.0, |_| true);
    let spread = Finger { bend_deg: [0.0; 3], spread_deg: 20.0 };
    let pose = HandPose { index: spread, little: spread, ..HandPose::default() };
    for side in Side::BOTH {
        let bent = hands.bend(&[FingerGoal { side, pose, weight: 1.0 }]);
        let (cosine, sine) = (20_f32.to_radians().cos(), 20_f32.to_radians().sin());
        let index = hands.way(&bent, side, ["IndexProximal", "IndexEnd"]);
        assert!(index.distance(Vec3::new(cosine, 0.0, sine)) < 1e-4, "{index}");
        let little = hands.way(&bent, side, ["LittleProximal", "LittleEnd"]);
        assert!(little.distance(Vec3::new(cosine, 0.0, -sine)) < 1e-4, "{little}");
    }
}

#[test]
fn a_thumb_comes_over_the_palm() {
    for rolls in [0, 11] {
        let hands = Hands::new(rolls, 1.0, 0.0, 0.0, |_| true);
        for side in Side::BOTH {
            let pose = HandPose { thumb: Finger::bent([30.0, 30.0, 30.0]), ..HandPose::default() };
            let bent = hands.bend(&[FingerGoal { side, pose, weight: 1.0 }]);
            let tip = |pose: &Pose| {
                let name = if side == Side::Left { "leftThumbEnd" } else { "rightThumbEnd" };
                Globals::of(&hands.skeleton, pose).position(hands.skeleton.find(name).unwrap())
            };
            // In front of the palm, where the fingers close to.
            let before = Vec3::new(0.78 * side.sign(), 1.37, 0.0);
            let (rest, now) = (tip(hands.skeleton.rest()), tip(&bent));
            assert!(now.distance(before) < rest.distance(before) - 0.02, "{rest} {now}");
            assert!(now.y < rest.y && now.z < rest.z, "{rest} {now}");
        }
    }
}

#[test]
fn fingers_without_weight_keep_their_bits_and_fade_with_their_arm() {
    let hands = Hands::new(5, 1.0, 0.0, 0.1, |_| true);
    let pose = HandPose::closed([80.0, 0.0, 0.0], [20.0; 3]);
    let goal = |weight| [FingerGoal { side: Side::Left, pose, weight }];
    assert_eq!(&hands.bend(&goal(0.0)), hands.skeleton.rest());
    assert_eq!(&hands.bend(&goal(f32::NAN)), hands.skeleton.rest());
    let angle = |pose: &Pose| {
        let way = hands.way(pose, Side::Left, ["IndexProximal", "IndexIntermediate"]);
        way.angle_between(Vec3::X).to_degrees()
    };
    assert!((angle(&hands.bend(&goal(0.25))) - 20.0).abs() < 0.1);

    let mut memory = hands.bound.memory();
    let mut frame = |dt, fingers: &[FingerGoal]| {
        let mut pose = hands.skeleton.rest().clone();
        hands.bound.solve(&mut pose, &mut memory, &Inputs { dt, fingers, ..Inputs::settled(&NoGround) });
        pose
    };
    frame(0.1, &[]);
    assert!((angle(&frame(0.1, &goal(1.0))) - 40.0).abs() < 0.1);
    frame(0.05, &goal(1.0));
    assert!((angle(&frame(0.05, &goal(1.0))) - 60.0).abs() < 0.1);
    assert!((angle(&frame(0.1, &[])) - 30.0).abs() < 0.1, "they open as they closed");
    assert_eq!(&frame(2.0, &[]), hands.skeleton.rest());
}

#[test]
fn angles_that_are_none_bend_nothing_out_of_shape() {
    let hands = Hands::plain();
    for wild in [f32::NAN, f32::INFINITY, 1e30, -1e30] {
        let finger = Finger { bend_deg: [wild; 3], spread_deg: wild };
        let pose = HandPose { thumb: finger, index: finger, ..HandPose::default() };
        let bent = hands.bend(&[FingerGoal { side: Side::Left, pose, weight: 1.0 }]);
        assert!(bent.local().iter().all(|local| local.is_finite()));
    }
}

/// One grip on characters of any size, wherever their joints' axes point: the palm ends where the prop wants it.
#[test]
fn a_grip_fits_any_hand() {
    let mug = prop("mug").unwrap();
    for (rolls, size, metres_per_unit) in [(0, 1.0, 1.0), (5, 1.0, 1.0), (6, 100.0, 0.01), (7, 1.4, 0.5)] {
        let hands = Hands::new(rolls, size, 0.0, 0.0, |_| true);
        let root = Transform {
            rotation: Quat::from_rotation_y(0.7),
            scale: Vec3::splat(metres_per_unit),
            ..Transform::from_translation(Vec3::new(3.0, 0.5, -2.0))
        };
        for side in Side::BOTH {
            let metres = size * metres_per_unit;
            let in_model = Vec3::new(0.3 * side.sign(), 1.2, 0.3) * metres;
            let place = Transform {
                translation: root.translation + root.rotation * in_model,
                rotation: root.rotation * Quat::from_rotation_x(0.2),
                scale: Vec3::ONE,
            };
            let hold = mug.grip("body").unwrap().hold(side, place);
            let goals = [hold.goal(&hands.bound, root).unwrap()];
            let fingers = [hold.fingers()];
            let mut pose = hands.skeleton.rest().clone();
            let inputs = Inputs { root, goals: &goals, fingers: &fingers, ..Inputs::settled(&NoGround) };
            let report = hands.bound.solve(&mut pose, &mut hands.bound.memory(), &inputs).clone();
            assert!(report.chains.iter().any(|chain| chain.reached), "{report:?}");
            let palm = hands.bound.palm_in_world(side, &pose, root).unwrap();
            assert!(palm.translation.distance(hold.palm_in_world.translation) < 1e-3 * metres, "{palm:?} {hold:?}");
            assert!(palm.rotation.dot(hold.palm_in_world.rotation).abs() > 1.0 - 1e-5, "{palm:?} {hold:?}");
        }
    }
}
