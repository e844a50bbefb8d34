use surefoot::glam::Vec3;
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::rig::{Hint, HintMode, Solver};
use surefoot::runtime::{Decision, Inputs};

use crate::person::{Person, limbs};

/// 1° a millimetre.
const FAST: f32 = 17.453;

/// A hint that is fixed to the body makes a plane that turns by 1 / r radians a metre at r metres from its line: 1° a millimetre
/// within 57 mm of it.
#[test]
fn the_map_is_a_rod_along_the_hint() {
    let built = Person::default().build();
    let mut rig = limbs();
    let arm = rig.chains.iter().position(|chain| chain.name == "left_arm").unwrap();
    if let Solver::TwoBone(arm) = &mut rig.chains[arm].solver {
        arm.hint = Hint { mode: HintMode::Character, offset: [-0.28, -0.4, -0.6], weight: 1.0 };
        arm.soften_from = 1.0;
    }
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let at = Transform::from_translation(Vec3::new(3.0, 0.0, -2.0));
    let inputs = Inputs { root: at, ..Inputs::settled(&NoGround) };
    let found = bound.singular_goals(built.skeleton.rest(), arm, FAST, &inputs);
    assert!(found.len() > 10, "{}", found.len());
    // From the shoulder to a point 0.28 m out, at the elbow, and the offset from there.
    let line = Vec3::new(0.0, -0.4, -0.6).try_normalize().unwrap();
    let shoulder = built.rest(Role::LeftUpperArm) + at.translation;
    for goal in &found {
        let off = (goal.position_in_world - shoulder).reject_from(line).length();
        assert!(off < 0.065, "{off} {goal:?}");
        assert!(goal.turn_rate > FAST && off < 1.15 / FAST);
    }
    let slow = bound.singular_goals(built.skeleton.rest(), arm, 5.0, &inputs);
    assert!(slow.len() > 4 * found.len(), "{} {}", slow.len(), found.len());
    assert_eq!(found, bound.singular_goals(built.skeleton.rest(), arm, FAST, &inputs));
}

/// What the report calls near singular is what differences find: with a fixed hint, a carried one and none.
#[test]
fn the_report_marks_what_the_map_shows() {
    let built = Person::default().build();
    for mode in [HintMode::Character, HintMode::FollowTip, HintMode::RestBend, HintMode::AnimatedBend] {
        let mut rig = limbs();
        let leg = rig.chains.iter().position(|chain| chain.name == "left_leg").unwrap();
        if let Solver::TwoBone(leg) = &mut rig.chains[leg].solver {
            leg.hint = Hint { mode, offset: [0.1, 0.1, 0.5], weight: 1.0 };
            leg.soften_from = 1.0;
        }
        let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
        let marked = |position_in_world: Vec3| {
            let goals = [crate::limbs::goal("left_leg", position_in_world)];
            let inputs = Inputs { goals: &goals, ..Inputs::settled(&NoGround) };
            let mut pose = built.skeleton.rest().clone();
            let mut memory = bound.memory();
            let report = bound.solve(&mut pose, &mut memory, &inputs);
            report.chains.iter().any(|chain| chain.decided_by.contains(Decision::NearSingular))
        };
        let inputs = Inputs::settled(&NoGround);
        let map = bound.singular_goals(built.skeleton.rest(), leg, 0.0, &inputs);
        assert!(map.len() > 1500, "{mode:?}: {}", map.len());
        let fast = map.iter().filter(|goal| goal.turn_rate > 1.1 * FAST);
        assert!(fast.clone().count() > 3 && fast.clone().all(|goal| marked(goal.position_in_world)), "{mode:?}");
        // A carried bend turns about the limb too, which the plane alone does not show.
        let calm = map.iter().filter(|goal| goal.turn_rate < 0.5 * FAST);
        let wrong = calm.clone().filter(|goal| marked(goal.position_in_world)).count();
        assert!(wrong * 100 < calm.count(), "{mode:?}: {wrong}");
    }
}

#[test]
fn chains_without_a_bend_plane_have_no_map() {
    let built = Person::default().build();
    let rig = limbs();
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let inputs = Inputs::settled(&NoGround);
    let spine = rig.chains.iter().position(|chain| chain.name == "spine").unwrap();
    assert_eq!(bound.singular_goals(built.skeleton.rest(), spine, FAST, &inputs), []);
    assert_eq!(bound.singular_goals(built.skeleton.rest(), 99, FAST, &inputs), []);
}
