use surefoot::glam::Vec3;
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::angle_between;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{Rig, Shoulder, Solver};
use surefoot::runtime::{ChainReport, Goal, Inputs};
use surefoot::solve::Decision;

use crate::person::{Built, LEFT_ARM, Person, limb, limbs, role};

/// Both arms with their clavicles.
fn rig() -> Rig {
    let arms =
        [("left_arm", LEFT_ARM, Role::LeftShoulder), ("right_arm", LEFT_ARM.map(Role::mirrored), Role::RightShoulder)];
    let chains = arms.map(|(name, bones, clavicle)| {
        let mut chain = limb(name, bones);
        if let Solver::TwoBone(arm) = &mut chain.solver {
            arm.shoulder = Some(Shoulder { max_turn_deg: 40.0, ..Shoulder::new(role(clavicle)) });
        }
        chain
    });
    Rig { chains: chains.into(), ..limbs() }
}

fn reach(built: &Built, rig: &Rig, chain: &str, position_in_world: Vec3) -> (Pose, Globals, ChainReport) {
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let goals = [Goal { chain, position_in_world, rotation_in_world: None, hint_in_world: None, weight: 1.0 }];
    let mut memory = bound.memory();
    let inputs = Inputs { goals: &goals, ..Inputs::settled(&NoGround) };
    let report = bound.solve(&mut pose, &mut memory, &inputs).chains.iter().find(|chain| chain.target.is_some());
    let report = *report.unwrap();
    let globals = Globals::of(&built.skeleton, &pose);
    (pose, globals, report)
}

/// Arm of 0.53 m from (0.17, 1.42, 0); the clavicle is at (0.03, 1.42, 0).
#[test]
fn a_clavicle_turns_by_the_documented_share() {
    for rolls in [0, 5] {
        let built = Person { rolls, ..Person::default() }.build();
        // 0.477 m away is 0.9 of the arm: (0.9 − 1 + 0.2) · 1.5 = 0.15 of half of the way.
        let goal = Vec3::new(0.17, 1.42, 0.477);
        let (_, globals, report) = reach(&built, &rig(), "left_arm", goal);
        let clavicle = globals.position(built.joint(Role::LeftShoulder));
        let now = globals.position(built.joint(Role::LeftUpperArm)) - clavicle;
        let (from, to) = (Vec3::X, (goal - clavicle).try_normalize().unwrap());
        let wanted = from.lerp(to, 0.075);
        assert!(angle_between(now, wanted) < 1e-3, "{now} {wanted}");
        assert!(report.reached && report.decided_by.contains(Decision::Shoulder));
    }
}

#[test]
fn the_shoulder_reaches_farther_and_leaves_near_goals_alone() {
    let built = Person::default().build();
    // 0.58 m from the upper arm: out of reach for the arm of 0.53 m alone.
    let far = Vec3::new(0.17, 1.80, 0.44);
    let (_, _, helped) = reach(&built, &rig(), "left_arm", far);
    let (_, _, alone) = reach(&built, &limbs(), "left_arm", far);
    assert!(helped.error < alone.error - 0.02, "{} {}", helped.error, alone.error);
    let near = Vec3::new(0.25, 1.3, 0.3);
    let (pose, _, report) = reach(&built, &rig(), "left_arm", near);
    let clavicle = built.joint(Role::LeftShoulder);
    assert_eq!(pose.get(clavicle), built.skeleton.rest().get(clavicle));
    assert!(report.reached && !report.decided_by.contains(Decision::Shoulder));
}

#[test]
fn both_sides_mirror_and_the_cap_holds() {
    let built = Person::default().build();
    let goal = Vec3::new(0.0, 2.6, 0.1);
    let mut turns = Vec::new();
    for (chain, clavicle, upper_arm) in
        [("left_arm", Role::LeftShoulder, Role::LeftUpperArm), ("right_arm", Role::RightShoulder, Role::RightUpperArm)]
    {
        let (_, globals, _) = reach(&built, &rig(), chain, goal);
        let now = globals.position(built.joint(upper_arm)) - globals.position(built.joint(clavicle));
        let rest = built.rest(upper_arm) - built.rest(clavicle);
        assert!(angle_between(now, rest).to_degrees() < 40.01);
        turns.push(now);
    }
    assert!((turns[0] * Vec3::new(-1.0, 1.0, 1.0)).distance(turns[1]) < 1e-5, "{turns:?}");
}

#[test]
fn a_character_without_clavicles_keeps_the_arm() {
    let mut built = Person::default().build();
    built.map = built.map.iter().filter(|(role, _)| !role.name().contains("Shoulder")).collect();
    let bound = rig().bind_with(&built.skeleton, &built.map).unwrap();
    assert_eq!(bound.fitting().count(), 2);
    assert_eq!(bound.warnings().len(), 2);
}
