use proptest::prelude::*;
use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, Hit, LayerMask};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::runtime::{Goal, Inputs};

use crate::limbs::goal;
use crate::person::{Person, Slope, limbs, whole};

fn everything(weight: f32) -> [Goal<'static>; 5] {
    ["left_arm", "right_arm", "left_leg", "right_leg", "spine"].map(|chain| Goal {
        rotation_in_world: Some(Quat::from_rotation_x(0.3)),
        hint_in_world: Some(Vec3::Z),
        weight,
        ..goal(chain, Vec3::new(0.3, 1.0, 0.5))
    })
}

#[test]
fn weight_zero_passes_bit_for_bit() {
    let built = Person { rolls: 3, ..Person::default() }.build();
    let slope = Slope::rising(20.0, 0.0);
    let mut rig = whole();
    rig.grounding.as_mut().unwrap().weight = 0.0;
    rig.look_at.as_mut().unwrap().weight = 0.0;
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let goals = everything(0.0);
    let inputs = Inputs { goals: &goals, look_target_in_world: Some(Vec3::X), ..Inputs::settled(&slope) };
    bound.solve(&mut pose, &mut bound.memory(), &inputs);
    assert_eq!(&pose, built.skeleton.rest());

    let mut rig = limbs();
    for chain in &mut rig.chains {
        (chain.position_weight, chain.rotation_weight) = (0.0, 0.0);
    }
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let goals = everything(1.0);
    bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&slope) });
    assert_eq!(&pose, built.skeleton.rest());
}

#[test]
fn switched_off_chains_and_no_goals_pass_bit_for_bit() {
    let built = Person { rolls: 3, ..Person::default() }.build();
    let mut rig = limbs();
    for chain in &mut rig.chains {
        chain.enabled = false;
    }
    for (rig, goals) in [(rig, everything(1.0).to_vec()), (limbs(), Vec::new())] {
        let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
        let mut pose = built.skeleton.rest().clone();
        bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&Slope::FLAT) });
        assert_eq!(&pose, built.skeleton.rest());
    }
}

#[test]
fn the_same_call_gives_the_same_bits() {
    let built = Person { rolls: 3, ..Person::default() }.build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let slope = Slope::rising(12.0, 70.0);
    let goals = everything(0.7);
    let run = || {
        let mut memory = bound.memory();
        let mut pose = Pose::default();
        for frame in 0..20 {
            pose = built.skeleton.rest().clone();
            let look = Some(Vec3::new((frame as f32).sin(), 1.4, 1.0));
            let inputs =
                Inputs { dt: 1.0 / 60.0, goals: &goals, look_target_in_world: look, ..Inputs::settled(&slope) };
            bound.solve(&mut pose, &mut memory, &inputs);
        }
        (pose, memory.report().clone())
    };
    assert_eq!(run(), run());
}

#[test]
fn poses_and_memories_of_others_do_no_harm() {
    let built = Person::default().build();
    let other = Person { with_toes: false, with_eyes: false, ..Person::default() }.build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let foreign = whole().bind_with(&other.skeleton, &other.map).unwrap();
    let inputs = Inputs::settled(&Slope::FLAT);
    let mut pose = other.skeleton.rest().clone();
    bound.solve(&mut pose, &mut bound.memory(), &inputs);
    assert_eq!(&pose, other.skeleton.rest());
    let mut pose = built.skeleton.rest().clone();
    let mut memory = foreign.memory();
    let report = bound.solve(&mut pose, &mut memory, &inputs);
    assert_eq!(report.chains.len(), 5);
    let mut broken = built.skeleton.rest().clone();
    broken.local_mut()[4].translation = Vec3::NAN;
    bound.solve(&mut broken, &mut bound.memory(), &inputs);
}

/// Answers with whatever it was told to.
struct Liar(Hit);

impl Ground for Liar {
    fn cast(&self, _: Vec3, _: Vec3, _: f32, _: LayerMask) -> Option<Hit> {
        Some(self.0)
    }
}

fn wild() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(f32::MAX),
        Just(-3e30),
        Just(f32::MIN_POSITIVE),
        -2.0_f32..2.0
    ]
}

fn wild_vector() -> impl Strategy<Value = Vec3> {
    (wild(), wild(), wild()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn nothing_that_comes_in_breaks_what_comes_after(at in wild_vector(), hint in wild_vector(), look in wild_vector(),
        turn in (wild(), wild(), wild(), wild()), weight in wild(), dt in wild(), scale in wild(), offset in wild_vector(),
        hit in wild_vector(), normal in wild_vector()) {
        let built = Person { rolls: 2, ..Person::default() }.build();
        let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
        let mut memory = bound.memory();
        let goals = ["left_arm", "right_leg", "spine"].map(|chain| Goal {
            chain,
            position_in_world: at,
            rotation_in_world: Some(Quat::from_xyzw(turn.0, turn.1, turn.2, turn.3)),
            hint_in_world: Some(hint),
            weight,
        });
        let root = Transform { translation: offset, scale: Vec3::splat(scale), ..Transform::IDENTITY };
        let liar = Liar(Hit::still(hit, normal));
        let mut pose = built.skeleton.rest().clone();
        let inputs = Inputs { dt, root, goals: &goals, look_target_in_world: Some(look), ..Inputs::settled(&liar) };
        let report = bound.solve(&mut pose, &mut memory, &inputs);
        prop_assert!(report.pelvis_offset.is_finite());
        prop_assert!(pose.local().iter().all(|local| local.is_finite()));
        // The next good frame, settled, is the good answer.
        let slope = Slope::rising(15.0, 20.0);
        let goals = [goal("left_arm", Vec3::new(0.4, 1.3, 0.3))];
        let good = Inputs { goals: &goals, look_target_in_world: Some(Vec3::new(0.2, 1.5, 2.0)), ..Inputs::settled(&slope) };
        pose.copy_from(built.skeleton.rest());
        bound.solve(&mut pose, &mut memory, &good);
        let mut fresh = built.skeleton.rest().clone();
        bound.solve(&mut fresh, &mut bound.memory(), &good);
        for (a, b) in pose.local().iter().zip(fresh.local()) {
            prop_assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6 && a.translation.distance(b.translation) < 1e-5);
        }
    }
}

#[test]
fn poses_of_any_finite_size_stay_finite() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    for huge in [0.0, 1e-30, 1e10, 3e30, -3e38] {
        for joint in [Role::Hips, Role::LeftLowerLeg, Role::LeftFoot, Role::Head] {
            let mut pose = built.skeleton.rest().clone();
            let local = pose.get_mut(built.joint(joint));
            local.translation *= huge;
            local.scale = Vec3::new(huge, 1.0, 0.0);
            local.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            let goals = everything(1.0);
            let inputs = Inputs { goals: &goals, look_target_in_world: Some(Vec3::X), ..Inputs::settled(&Slope::FLAT) };
            bound.solve(&mut pose, &mut bound.memory(), &inputs);
            assert!(pose.local().iter().all(|local| local.is_finite()), "{huge} at {joint}");
        }
    }
}
