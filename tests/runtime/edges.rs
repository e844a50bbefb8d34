//! Feet of which it is known that they stand, at walls and on treads shorter than they are.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, GroundScene, GroundShape, NoGround};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::runtime::{FootPhase, FootReport, Goal, Inputs, LegMoment, STANCE_MOMENTS};

use crate::limbs::goal;
use crate::person::{Built, Heights, Person, Slope, limbs, whole};

const LEGS: [(&str, [Role; 3]); 2] = [
    ("left_leg", [Role::LeftUpperLeg, Role::LeftFoot, Role::LeftToes]),
    ("right_leg", [Role::RightUpperLeg, Role::RightFoot, Role::RightToes]),
];

/// How much lower the hips are than at rest, for knees to be bent.
const SQUATS: f32 = 0.06;

/// Heel, ball and toe tip of either foot at rest.
fn contacts(built: &Built) -> [[Vec3; 3]; 2] {
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    let report = bound.solve(&mut pose, &mut bound.memory(), &Inputs::settled(&Slope::FLAT)).clone();
    [0, 1].map(|foot| report.feet[foot].contacts.map(|contact| contact.position))
}

/// Both feet where `pose` has them, known to stand where they are at rest for as long as one looks; the root at `root`.
fn stand(built: &Built, pose: &Pose, ground: &dyn Ground, root: Vec3) -> Vec<FootReport> {
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let contacts = contacts(built);
    let feet = [0, 1].map(|foot| {
        let (chain, [hip, ankle, toes]) = LEGS[foot];
        let leg = LegMoment {
            hip: built.rest(hip) + root,
            ankle: built.rest(ankle) + root,
            toe_joint: built.rest(toes) + root,
            contacts: contacts[foot].map(|contact| contact + root),
            ahead: Vec3::Z,
        };
        let (stance_in_world, forever) = ([leg; STANCE_MOMENTS], f32::INFINITY);
        FootPhase {
            chain,
            down: true,
            since_s: forever,
            until_s: forever,
            stance_in_world,
            stance_s: forever,
            stands_at: 0.0,
        }
    });
    let root = Transform::from_translation(root);
    let inputs = Inputs { root, feet: &feet, ..Inputs::settled(ground) };
    bound.solve(&mut pose.clone(), &mut bound.memory(), &inputs).feet.clone()
}

#[test]
fn toes_stand_back_from_a_wall_too_high_to_step_on() {
    let built = Person::default().build();
    let [heel, _, toe] = contacts(&built)[0];
    // A wall twice as high as a man stands in the last 40 mm of the toes.
    let root = Vec3::Z * (GroundShape::LEDGE_AHEAD + 0.04 - toe.z);
    let wall = GroundScene { shape: GroundShape::Ledge { height: -4.0 }, heading_deg: 0.0 }.placed(Vec3::Z);
    for foot in stand(&built, built.skeleton.rest(), &wall, root) {
        // Clear of it by a little of the foot's length, 6 %, and no more.
        let before = GroundShape::LEDGE_AHEAD - foot.contacts[2].position.z;
        assert!((before - 0.06 * (toe.z - heel.z)).abs() < 2e-3, "{before} m before the wall");
        assert!(foot.planted && foot.contacts.iter().all(|contact| contact.gap.abs() < 1e-3), "{foot:?}");
    }
}

/// A light squat with both feet raised about the tips of their toes by `angle`, radians.
fn on_toes(built: &Built, angle: f32) -> Pose {
    let turn = Quat::from_rotation_x(angle);
    let tips = contacts(built).map(|[_, _, toe]| toe);
    let goals: [Goal; 2] = [0, 1].map(|foot| {
        let (chain, [_, ankle, _]) = LEGS[foot];
        let at = tips[foot] + turn * (built.rest(ankle) - tips[foot]);
        let rest = built.skeleton.rest_globals().rotation(built.joint(ankle));
        Goal { rotation_in_world: Some(turn * rest), ..goal(chain, at) }
    });
    let mut pose = built.skeleton.rest().clone();
    pose.get_mut(built.joint(Role::Hips)).translation.y -= SQUATS;
    let bound = limbs().bind_with(&built.skeleton, &built.map).unwrap();
    bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
    pose
}

#[test]
fn a_foot_longer_than_its_tread_rolls_over_the_edge_onto_what_is_below() {
    let built = Person::default().build();
    // Treads a third of a foot long, going down: the foot stands with its heel on one and the ball two below.
    let stairs = Heights(|at: Vec3| Some(-0.04 * ((at.z + 0.1) / 0.09).floor()));
    for angle in [0.0, 0.2, 0.4, 0.6] {
        let feet = stand(&built, &on_toes(&built, angle), &stairs, Vec3::ZERO);
        for foot in feet {
            let over = foot.contacts.map(|contact| contact.position.y - (stairs.0)(contact.position).unwrap());
            let lowest = over.into_iter().fold(f32::INFINITY, f32::min);
            // Something touches, and nothing is inside.
            assert!(lowest.abs() < 2e-3, "{angle}: {over:?}");
        }
    }
}
