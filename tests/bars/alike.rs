//! What must make no difference: size, the axes of joints, and asking twice.

use fastrand::Rng;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::runtime::{Decision, Goal, Inputs};
use surefoot::skeleton::{Joint, JointId, Skeleton};

use crate::subjects::{Frame, Limb, Subject, direction, rotation, subjects};

/// Goals in body axes, as shares of what they are for.
struct Asked {
    /// Where, and how far turned from rest.
    limbs: Vec<(Limb, Vec3, Quat)>,
    look: Vec3,
    slope_deg: f32,
    heading_deg: f32,
}

impl Asked {
    fn of(subject: &Subject, random: &mut Rng) -> Self {
        let limbs = subject.limbs().filter(|limb| !limb.is_leg || random.f32() < 0.3);
        let limbs: Vec<Limb> = limbs.collect();
        Self {
            limbs: limbs
                .into_iter()
                .map(|limb| (limb, (limb.goal_in_reach(random) - limb.root) / limb.length(), rotation(random)))
                .collect(),
            look: direction(random) * 3.0,
            slope_deg: 25.0 * random.f32(),
            heading_deg: 360.0 * random.f32(),
        }
    }

    /// As [`Asked::of`], off the places where a trace of rounding swings a bend plane round.
    fn off_the_poles(subject: &Subject, random: &mut Rng) -> Self {
        loop {
            let asked = Self::of(subject, random);
            let report = asked.settle(subject, 1.0).report;
            if !report.chains.iter().any(|chain| chain.decided_by.contains(Decision::NearSingular)) {
                return asked;
            }
        }
    }

    /// One settled frame of `subject`, which is the one asked about `size` times as large.
    fn settle(&self, subject: &Subject, size: f32) -> Frame {
        let rest = subject.skeleton.rest_globals();
        let goals: Vec<Goal> = self
            .limbs
            .iter()
            .map(|(limb, at, turned)| Goal {
                chain: limb.chain,
                position_in_world: limb.root * size + *at * limb.length() * size,
                rotation_in_world: Some(*turned * turned_at_rest(subject, limb.joints[2])),
                hint_in_world: None,
                weight: 1.0,
            })
            .collect();
        let shape = GroundShape::Slope { angle_deg: self.slope_deg };
        let scene = GroundScene { shape, heading_deg: self.heading_deg };
        let ground = scene.placed(subject.bound.frame().forward);
        let head = subject.joint(Role::Head).map(|head| rest.position(head));
        let look = head.map(|head| head + self.look * subject.bound.leg_length());
        // The goals are in model space, so the ground comes to the soles.
        let root = Transform::IDENTITY;
        let inputs = Inputs { goals: &goals, look_target_in_world: look, root, ..Inputs::settled(&ground) };
        subject.frame(&subject.bound, &inputs)
    }
}

/// A joint's axes at rest, model space.
fn turned_at_rest(subject: &Subject, joint: JointId) -> Quat {
    Transform::from_affine(subject.skeleton.rest_globals().model_from_joint(joint)).rotation
}

/// A hundredth and a hundred times as large: every joint where it was, to 1e-4 of the leg.
#[test]
fn size_makes_no_difference() {
    for subject in subjects() {
        for size in [0.01, 100.0] {
            let mut joints = Vec::<Joint>::from(subject.skeleton.clone());
            for joint in &mut joints {
                joint.rest.translation *= size;
            }
            let other =
                Subject::new(format!("{} x {size}", subject.name), Skeleton::new(joints).unwrap(), subject.map.clone());
            let mut random = Rng::with_seed(51);
            for _ in 0..10 {
                let asked = Asked::off_the_poles(subject, &mut random);
                let (plain, sized) = (asked.settle(subject, 1.0), asked.settle(&other, size));
                for joint in subject.skeleton.ids() {
                    let [plain, sized] = [plain.globals.position(joint), sized.globals.position(joint) / size];
                    let apart = plain.distance(sized) / subject.bound.leg_length();
                    assert!(apart <= 1e-4, "{} {}: {apart}", other.name, subject.skeleton.name(joint));
                }
            }
        }
    }
}

/// The same joints in the same places with other axes; none where a scale is not even, for then turned axes are another geometry.
fn with_other_axes(subject: &Subject, random: &mut Rng) -> Option<Subject> {
    let mut joints = Vec::<Joint>::from(subject.skeleton.clone());
    let even = |scale: Vec3| scale.x > 0.0 && (scale - scale.x).abs().max_element() <= 1e-5 * scale.x;
    if !joints.iter().all(|joint| even(joint.rest.scale)) {
        return None;
    }
    let rolls: Vec<Quat> = joints.iter().map(|_| rotation(random)).collect();
    for (at, joint) in joints.iter_mut().enumerate() {
        let above = joint.parent.map_or(Quat::IDENTITY, |parent| rolls[usize::from(parent)]).conjugate();
        joint.rest.translation = above * joint.rest.translation;
        joint.rest.rotation = (above * joint.rest.rotation * rolls[at]).normalize();
        joint.rest.scale = Vec3::splat(joint.rest.scale.x);
    }
    Some(Subject::new(format!("{} rolled", subject.name), Skeleton::new(joints).unwrap(), subject.map.clone()))
}

/// Other axes of joints: the same pose to 0.01°.
#[test]
fn axes_of_joints_make_no_difference() {
    let mut compared = 0;
    for subject in subjects() {
        let mut random = Rng::with_seed(52);
        let Some(other) = with_other_axes(subject, &mut random) else {
            eprintln!("{} has uneven scales", subject.name);
            continue;
        };
        compared += 1;
        for _ in 0..10 {
            let asked = Asked::off_the_poles(subject, &mut random);
            let (plain, rolled) = (asked.settle(subject, 1.0), asked.settle(&other, 1.0));
            for joint in subject.skeleton.ids() {
                let turn = subject.turned(&plain.globals, joint).conjugate() * other.turned(&rolled.globals, joint);
                let apart = 2.0 * turn.xyz().length().atan2(turn.w.abs()).to_degrees();
                assert!(apart <= 0.01, "{} {}: {apart}°", other.name, subject.skeleton.name(joint));
            }
        }
    }
    assert!(compared >= 12);
}

/// The same call gives the same bits.
#[test]
fn the_same_call_gives_the_same_bits() {
    for subject in subjects() {
        let mut random = Rng::with_seed(53);
        for _ in 0..5 {
            let asked = Asked::of(subject, &mut random);
            let (one, other) = (asked.settle(subject, 1.0), asked.settle(subject, 1.0));
            assert!(one.pose == other.pose && one.report == other.report, "{}", subject.name);
        }
    }
}
