use surefoot::glam::Vec3;
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::rig::{BoneRef, Rig, Solver};
use surefoot::runtime::{BindCause, Inputs};

use crate::person::{LEFT_ARM, LEG, Person, Slope, limb, limbs, role, whole};

#[test]
fn every_fault_is_told_with_its_place() {
    let built = Person::default().build();
    let mut rig = limbs();
    rig.chains[0].root = BoneRef::Node("leftUperLeg".into());
    rig.chains[1].position_weight = 1.5;
    rig.chains[2].tip = role(Role::RightHand);
    rig.chains[3].name = "left_leg".into();
    rig.chains[4].tip = role(Role::Spine);
    let error = rig.bind_with(&built.skeleton, &built.map).unwrap_err();
    let places: Vec<_> = error.issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(places, ["chains[0].root", "chains[1].position_weight", "chains[2].tip", "chains[3].name", "chains[4]"]);
    let text = error.to_string();
    assert!(text.contains("did you mean \"leftUpperLeg\"?") && text.contains("1.5 is outside 0..=1"), "{text}");
    assert!(error.fitting.is_empty(), "each of the five has a fault: {:?}", error.fitting);
    rig.chains[1].position_weight = 1.0;
    assert_eq!(rig.bind_with(&built.skeleton, &built.map).unwrap_err().fitting, [rig.chains[1].name.as_str()]);
}

#[test]
fn half_a_body_gets_its_half_of_the_rig() {
    let built = Person::default().build();
    let upper: HumanoidMap =
        built.map.iter().filter(|(role, _)| !role.name().contains("Leg") && !role.name().contains("Foot")).collect();
    let bound = whole().bind_with(&built.skeleton, &upper).unwrap();
    let left_out: Vec<_> = bound.warnings().iter().map(|issue| (issue.path.as_str(), &issue.cause)).collect();
    assert!(left_out.contains(&("chains[0].root", &BindCause::LeftOut(Role::LeftUpperLeg))), "{left_out:?}");
    let mut pose = built.skeleton.rest().clone();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(&Slope::FLAT));
    assert_eq!(report.chains.iter().map(|chain| chain.chain).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(report.feet.is_empty());
}

#[test]
fn a_body_in_pieces_gets_what_fits_it() {
    // The left hand hangs beside the forearm: no fault of the rig.
    let built = Person::default().build();
    let mut joints: Vec<surefoot::skeleton::Joint> = built.skeleton.clone().into();
    let hand = built.joint(Role::LeftHand);
    joints[hand.index()].parent = Some(built.joint(Role::LeftShoulder).index() as u16);
    joints[hand.index()].rest.translation = Vec3::Y * 9.0;
    let pieces = surefoot::skeleton::Skeleton::new(joints).unwrap();
    let bound = limbs().bind_with(&pieces, &built.map).unwrap();
    assert_eq!(bound.warnings().len(), 1);
    assert_eq!(bound.warnings()[0].path, "chains[2].tip");
}

#[test]
fn toes_and_eyes_may_be_missing() {
    let built = Person { with_toes: false, with_eyes: false, ..Person::default() }.build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    assert_eq!(bound.warnings().len(), 4, "{:?}", bound.warnings());
    let mut pose = built.skeleton.rest().clone();
    let slope = Slope::rising(20.0, 180.0);
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs::settled(&slope));
    for foot in &report.feet {
        for contact in foot.contacts {
            assert!(slope.gap(contact.position).abs() < 2e-3, "{contact:?}");
        }
    }
}

#[test]
fn roles_come_from_the_rig_or_it_says_that_they_are_missing() {
    let built = Person::default().build();
    let mut rig = limbs();
    let error = rig.bind(&built.skeleton).unwrap_err();
    assert!(error.issues.iter().all(|issue| issue.cause == BindCause::NoRoles));
    rig.bones = built.map.iter().map(|(role, _)| (role, BoneRef::Node(role.name().into()))).collect();
    assert!(rig.bind(&built.skeleton).unwrap().warnings().is_empty());
    rig.bones.insert(Role::Jaw, BoneRef::Node("jaw".into()));
    let error = rig.bind(&built.skeleton).unwrap_err();
    assert_eq!(error.issues.len(), 1);
    assert_eq!(error.issues[0].path, "bones.jaw");
}

#[test]
fn the_leg_is_measured_over_the_knee_and_the_ground_under_the_feet() {
    for size in [0.01, 1.0, 100.0] {
        let built = Person { size, ..Person::default() }.build();
        let bound = limbs().bind_with(&built.skeleton, &built.map).unwrap();
        assert!((bound.leg_length() / size - LEG).abs() < 2e-3);
        assert_eq!(bound.ground_in_model(), 0.0);
    }
}

#[test]
fn zero_length_bones_are_borne_and_zero_length_limbs_refused() {
    let built = Person::default().build();
    let mut rig = Rig { chains: vec![limb("arm", LEFT_ARM)], ..limbs() };
    rig.chains[0].root = role(Role::LeftShoulder);
    if let Solver::TwoBone(two_bone) = &mut rig.chains[0].solver {
        two_bone.mid = role(Role::LeftUpperArm);
    }
    assert!(rig.bind_with(&built.skeleton, &built.map).is_ok());

    let mut joints: Vec<surefoot::skeleton::Joint> = built.skeleton.clone().into();
    for role in [Role::LeftLowerArm, Role::LeftHand] {
        joints[built.joint(role).index()].rest.translation = Vec3::ZERO;
    }
    let flat = surefoot::skeleton::Skeleton::new(joints).unwrap();
    let rig = Rig { chains: vec![limb("arm", LEFT_ARM)], ..limbs() };
    let error = rig.bind_with(&flat, &built.map).unwrap_err();
    assert!(matches!(error.issues[0].cause, BindCause::NoLength { .. }), "{error}");
}
