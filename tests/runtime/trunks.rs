use surefoot::glam::Vec3;
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::pose::Globals;
use surefoot::rig::{Chain, Fabrik, Rig, Solver};
use surefoot::runtime::{Goal, Inputs};

use crate::person::{Built, Person, limbs, role};

/// From the spine to each hand, and to the head.
fn rig() -> Rig {
    let chain = |name: &str, tip: Role| Chain {
        name: name.into(),
        root: role(Role::Spine),
        tip: role(tip),
        solver: Solver::Fabrik(Fabrik { max_iterations: 50, ..Fabrik::default() }),
        ..limbs().chains[0].clone()
    };
    Rig {
        chains: vec![chain("left", Role::LeftHand), chain("right", Role::RightHand), chain("top", Role::Head)],
        ..limbs()
    }
}

fn goal(chain: &str, position_in_world: Vec3) -> Goal<'_> {
    Goal { chain, position_in_world, rotation_in_world: None, hint_in_world: None, weight: 1.0 }
}

fn solve(built: &Built, goals: &[Goal]) -> (Globals, Vec<bool>) {
    let bound = rig().bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, &Inputs { goals, ..Inputs::settled(&NoGround) });
    let reached = report.chains.iter().filter(|chain| chain.target.is_some()).map(|chain| chain.reached).collect();
    (Globals::of(&built.skeleton, &pose), reached)
}

/// One chain after the other would leave the first where the second has dragged the trunk.
#[test]
fn two_hands_and_one_trunk_all_arrive() {
    for rolls in [0, 4] {
        for size in [1.0, 0.01] {
            let built = Person { rolls, size, ..Person::default() }.build();
            // Both far to the left and low, so that the trunk must lean.
            let goals =
                [goal("left", Vec3::new(0.75, 1.1, 0.35) * size), goal("right", Vec3::new(0.2, 1.0, 0.5) * size)];
            let (globals, reached) = solve(&built, &goals);
            assert_eq!(reached, [true, true], "rolls {rolls} size {size}");
            for (tip, goal) in [(Role::LeftHand, goals[0]), (Role::RightHand, goals[1])] {
                let at = globals.position(built.joint(tip));
                assert!(at.distance(goal.position_in_world) < 2e-3 * size, "{tip}: {at}");
            }
            let lean = globals.position(built.joint(Role::UpperChest)).x - built.rest(Role::UpperChest).x;
            assert!(lean > 0.01 * size, "{lean}");
            for (parent, child) in [(Role::Spine, Role::Chest), (Role::LeftUpperArm, Role::LeftLowerArm)] {
                let length = |at: &dyn Fn(Role) -> Vec3| at(parent).distance(at(child));
                let now = length(&|role| globals.position(built.joint(role)));
                assert!((now - length(&|role| built.rest(role))).abs() < 1e-5 * size);
            }
        }
    }
}

#[test]
fn opposite_goals_leave_the_trunk_upright() {
    let built = Person::default().build();
    let goals = [goal("left", Vec3::new(2.0, 1.4, 0.0)), goal("right", Vec3::new(-2.0, 1.4, 0.0))];
    let (globals, _) = solve(&built, &goals);
    let chest = globals.position(built.joint(Role::UpperChest));
    assert!(chest.x.abs() < 0.01, "{chest}");
}

#[test]
fn one_goal_alone_is_solved_as_a_chain() {
    let built = Person::default().build();
    let goals = [goal("left", Vec3::new(0.6, 1.2, 0.4))];
    let (globals, reached) = solve(&built, &goals);
    assert_eq!(reached, [true]);
    assert!(globals.position(built.joint(Role::LeftHand)).distance(goals[0].position_in_world) < 2e-3);
}
