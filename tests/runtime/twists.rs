//! Bones that take up the roll of an arm's ends, against angles worked out by hand.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{BoneRef, Rig, TwistBone, preset};
use surefoot::runtime::{Goal, Inputs};
use surefoot::skeleton::{Joint, Skeleton};

use crate::person::{LEFT_ARM, LEG, limb, random_rotation};

struct Arm {
    skeleton: Skeleton,
    map: HumanoidMap,
}

/// A straight arm along the left from (0.17, 1.42, 0), 0.28 m and 0.25 m; twist bones half-way of the upper and at 3/5 of the lower
/// bone, on the way or beside it. `rolls` re-rolls the joints' axes.
fn arm(on_the_way: bool, rolls: u32, size: f32) -> Arm {
    let (upper, lower) = if on_the_way { ("upper_twist", "lower_twist") } else { ("leftUpperArm", "leftLowerArm") };
    let places: [(&str, &str, f32); 6] = [
        ("chest", "", 0.0),
        ("leftUpperArm", "chest", 0.17),
        ("upper_twist", "leftUpperArm", 0.31),
        ("leftLowerArm", upper, 0.45),
        ("lower_twist", "leftLowerArm", 0.60),
        ("leftHand", lower, 0.70),
    ];
    let mut joints: Vec<Joint> = Vec::new();
    let mut globals: Vec<(Quat, Vec3)> = Vec::new();
    let mut seed = rolls;
    for (name, parent, x) in places {
        let parent = joints.iter().position(|joint| joint.name == parent);
        let (above, from) = parent.map_or((Quat::IDENTITY, Vec3::ZERO), |parent| globals[parent]);
        let rotation = if rolls == 0 { Quat::IDENTITY } else { random_rotation(&mut seed) };
        let at = Vec3::new(x, 1.42, 0.0) * size;
        let rest = Transform {
            translation: above.inverse() * (at - from),
            rotation: above.inverse() * rotation,
            scale: Vec3::ONE,
        };
        globals.push((rotation, at));
        joints.push(Joint { name: name.into(), parent: parent.map(|parent| parent as u16), rest, source: None });
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let map = Role::ALL.into_iter().filter_map(|role| Some((role, skeleton.find(role.name())?))).collect();
    Arm { skeleton, map }
}

fn twist(bone: &str, of: Role, share: f32) -> TwistBone {
    TwistBone { bone: BoneRef::Node(bone.into()), of: BoneRef::Role(of), share }
}

fn rig(twist_bones: Vec<TwistBone>) -> Rig {
    Rig { reference_leg_length: LEG, chains: vec![limb("left_arm", LEFT_ARM)], twist_bones, ..Rig::default() }
}

impl Arm {
    fn solve(&self, rig: &Rig, goal: Option<Goal>, incoming: &Pose) -> Pose {
        let bound = rig.bind_with(&self.skeleton, &self.map).unwrap();
        let mut pose = incoming.clone();
        let goals: Vec<Goal> = goal.into_iter().collect();
        bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        pose
    }

    /// How far a joint is turned from rest, and where it is; model space.
    fn turn(&self, pose: &Pose, name: &str) -> (Quat, Vec3) {
        let joint = self.skeleton.find(name).unwrap();
        let globals = Globals::of(&self.skeleton, pose);
        let rest = self.skeleton.rest_globals().rotation(joint);
        (globals.rotation(joint) * rest.inverse(), globals.position(joint))
    }
}

fn goal(position_in_world: Vec3, rotation_in_world: Option<Quat>) -> Goal<'static> {
    Goal { chain: "leftHand", position_in_world, rotation_in_world, hint_in_world: None, weight: 1.0 }
}

/// The angle between two rotations in degrees.
fn apart(a: Quat, b: Quat) -> f32 {
    let difference = a * b.inverse();
    2.0 * Vec3::new(difference.x, difference.y, difference.z).length().atan2(difference.w.abs()).to_degrees()
}

#[test]
fn a_forearm_takes_its_share_of_the_hands_roll() {
    for (on_the_way, rolls, size) in [(true, 0, 1.0), (false, 0, 1.0), (true, 4, 0.01), (false, 9, 100.0)] {
        let arm = arm(on_the_way, rolls, size);
        let rest = arm.skeleton.rest();
        let at = Vec3::new(0.45, 1.2, 0.2) * size;
        let forearm = arm.turn(&arm.solve(&rig(vec![]), Some(goal(at, None)), rest), "leftLowerArm").0;
        let hand_rest = arm.skeleton.rest_globals().rotation(arm.skeleton.find("leftHand").unwrap());
        for roll_deg in [80.0_f32, -120.0, 170.0] {
            // Rolled about the forearm, which rests along x, and bent at the wrist by 30° on top.
            let rolled = forearm
                * Quat::from_rotation_y(std::f32::consts::FRAC_PI_6)
                * Quat::from_rotation_x(roll_deg.to_radians());
            let wanted = goal(at, Some(rolled * hand_rest));
            let bare = arm.solve(&rig(vec![]), Some(wanted), rest);
            let spread = arm.solve(&rig(vec![twist("lower_twist", Role::LeftHand, 0.6)]), Some(wanted), rest);
            let expected = forearm * Quat::from_rotation_x((0.6 * roll_deg).to_radians());
            let (turn, _) = arm.turn(&spread, "lower_twist");
            assert!(apart(turn, expected) < 0.02, "{on_the_way} {roll_deg}: {}", apart(turn, expected));
            for joint in ["leftUpperArm", "leftLowerArm", "leftHand"] {
                let ((before, from), (after, to)) = (arm.turn(&bare, joint), arm.turn(&spread, joint));
                assert!(apart(before, after) < 0.01 && from.distance(to) < 2e-6 * size, "{joint} stays");
            }
            assert!(apart(arm.turn(&spread, "leftHand").0, rolled) < 0.02);
        }
    }
}

/// The elbow in place at the upper arm's end and the hand straight above it: the upper arm, which bends forward by nature, has
/// rolled by −90° about x.
#[test]
fn an_upper_arm_gives_its_roll_back_towards_the_shoulder() {
    for (on_the_way, rolls) in [(true, 0), (false, 0), (true, 7), (false, 8)] {
        let arm = arm(on_the_way, rolls, 1.0);
        let wanted = Goal { hint_in_world: Some(Vec3::new(0.45, 1.0, 0.0)), ..goal(Vec3::new(0.45, 1.67, 0.0), None) };
        for (share, expected_deg) in [(1.0, -90.0_f32), (0.5, -45.0), (0.0, 0.0)] {
            let rig = rig(vec![twist("upper_twist", Role::LeftUpperArm, share)]);
            let pose = arm.solve(&rig, Some(wanted), arm.skeleton.rest());
            let (turn, place) = arm.turn(&pose, "upper_twist");
            let expected = Quat::from_rotation_x(expected_deg.to_radians());
            assert!(apart(turn, expected) < 0.1, "{on_the_way} {share}: {turn}");
            assert!(place.distance(Vec3::new(0.31, 1.42, 0.0)) < 1e-4, "{place}");
            let (turn, elbow) = arm.turn(&pose, "leftLowerArm");
            assert!(elbow.distance(Vec3::new(0.45, 1.42, 0.0)) < 1e-4, "{elbow}");
            assert!((turn * Vec3::X).distance(Vec3::Y) < 1e-3, "the forearm points up");
            assert!(arm.turn(&pose, "leftHand").1.distance(wanted.position_in_world) < 1e-4);
        }
    }
}

#[test]
fn without_a_goal_or_weight_nothing_changes_a_bit() {
    let arm = arm(true, 3, 1.0);
    let rig = rig(vec![twist("lower_twist", Role::LeftHand, 0.6), twist("upper_twist", Role::LeftUpperArm, 0.5)]);
    let mut incoming = arm.skeleton.rest().clone();
    for (index, local) in incoming.local_mut().iter_mut().enumerate() {
        local.rotation = (local.rotation * Quat::from_rotation_x(0.2 * index as f32)).normalize();
    }
    assert_eq!(arm.solve(&rig, None, &incoming), incoming);
    let weightless = Goal { weight: 0.0, ..goal(Vec3::new(0.4, 1.2, 0.3), Some(Quat::IDENTITY)) };
    assert_eq!(arm.solve(&rig, Some(weightless), &incoming), incoming);
    // A goal with next to no weight turns them next to not at all, whatever roll they came with.
    let slight = Some(Goal { weight: 1e-4, ..goal(Vec3::new(0.4, 1.2, 0.3), None) });
    let bare = arm.solve(&Rig { twist_bones: Vec::new(), ..rig.clone() }, slight, &incoming);
    let spread = arm.solve(&rig, slight, &incoming);
    for bone in ["upper_twist", "lower_twist"] {
        assert!(apart(arm.turn(&bare, bone).0, arm.turn(&spread, bone).0) < 0.05, "{bone}");
    }
}

#[test]
fn a_preset_finds_them_with_their_place_as_their_share() {
    for on_the_way in [true, false] {
        let arm = arm(on_the_way, 2, 1.0);
        let rig = Rig::fit_preset(&preset("biped").unwrap(), &arm.skeleton, &arm.map, "Arm");
        let wanted = [twist("upper_twist", Role::LeftUpperArm, 0.5), twist("lower_twist", Role::LeftHand, 0.6)];
        assert_eq!(rig.twist_bones, wanted);
        assert!(rig.bind(&arm.skeleton).unwrap().warnings().iter().all(|issue| !issue.path.starts_with("twist")));
        assert_eq!(Rig::from_ron(&rig.to_ron()).unwrap().rig, rig);
    }
}

#[test]
fn what_is_no_bone_of_the_limb_is_told() {
    let arm = arm(true, 0, 1.0);
    let stray = rig(vec![twist("chest", Role::LeftHand, 0.5)]);
    let error = stray.bind_with(&arm.skeleton, &arm.map).unwrap_err();
    assert_eq!(error.issues[0].path, "twist_bones[0].bone", "{error}");
    let limbless = rig(vec![twist("lower_twist", Role::LeftLowerArm, 0.5)]);
    let bound = limbless.bind_with(&arm.skeleton, &arm.map).unwrap();
    assert_eq!(bound.warnings()[0].path, "twist_bones[0].of");
    let text = "Rig(format_version: 1, reference_leg_length: 1.0, twist_bones: [(bone: Node(\"a\"), of: Node(\"a\")), (bone: Node(\"b\"), of: Node(\"c\"), share: 2.0)])";
    let error = Rig::from_ron(text).unwrap_err();
    assert_eq!(
        error.diagnostics.iter().map(|found| found.code.name()).collect::<Vec<_>>(),
        ["same-bone", "out-of-range"]
    );
}
