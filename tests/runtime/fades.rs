//! Goals that come and go are faded by a half-life, the same at any frame rate.

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::NoGround;
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::Rig;
use surefoot::runtime::{BoundRig, Goal, Inputs, Memory};

use crate::person::{Built, Person, limbs};

const AT: Vec3 = Vec3::new(0.5, 1.3, 0.2);

struct Scene {
    built: Built,
    bound: BoundRig,
    memory: Memory,
}

impl Scene {
    fn new(half_life: f32) -> Self {
        let built = Person::default().build();
        let mut rig: Rig = limbs();
        for chain in &mut rig.chains {
            chain.fade_half_life = half_life;
        }
        let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
        let memory = bound.memory();
        Self { built, bound, memory }
    }

    fn frame(&mut self, dt: f32, goal: Option<Goal>) -> Pose {
        self.frame_at(Transform::IDENTITY, dt, goal)
    }

    fn frame_at(&mut self, root: Transform, dt: f32, goal: Option<Goal>) -> Pose {
        let goals: Vec<Goal> = goal.into_iter().collect();
        let mut pose = self.built.skeleton.rest().clone();
        let inputs = Inputs { dt, root, goals: &goals, ..Inputs::settled(&NoGround) };
        self.bound.solve(&mut pose, &mut self.memory, &inputs);
        pose
    }

    fn step(&mut self, dt: f32, goal: Option<Goal>) -> (Vec3, Quat) {
        let pose = self.frame(dt, goal);
        self.hand(&pose)
    }

    fn hand(&self, pose: &Pose) -> (Vec3, Quat) {
        let globals = Globals::of(&self.built.skeleton, pose);
        let hand = self.built.joint(Role::LeftHand);
        (globals.position(hand), globals.rotation(hand))
    }
}

fn goal(weight: f32) -> Goal<'static> {
    Goal { chain: "left_arm", position_in_world: AT, rotation_in_world: None, hint_in_world: None, weight }
}

/// The incoming hand is at (0.70, 1.42, 0) throughout, and the limb goes the weight's share of the straight way to the goal.
fn share(hand: Vec3) -> f32 {
    let way = AT - Vec3::new(0.70, 1.42, 0.0);
    (hand - Vec3::new(0.70, 1.42, 0.0)).dot(way) / way.length_squared()
}

#[test]
fn half_of_the_way_is_made_in_every_half_life_at_any_frame_rate() {
    let steps: [&[f32]; 5] = [&[1.0 / 30.0], &[1.0 / 60.0], &[1.0 / 144.0], &[0.003, 0.031, 0.0166], &[0.1]];
    for steps in steps {
        let mut scene = Scene::new(0.1);
        scene.frame(0.01, None);
        let (mut elapsed, mut hand) = (0.0, Vec3::ZERO);
        for dt in steps.iter().cycle() {
            if elapsed > 0.0999 {
                break;
            }
            let dt = dt.min(0.1 - elapsed);
            elapsed += dt;
            let pose = scene.frame(dt, Some(goal(1.0)));
            hand = scene.hand(&pose).0;
        }
        assert!((share(hand) - 0.5).abs() < 2e-3, "{steps:?}: {}", share(hand));
        // A second is ten half-lives: a thousandth is left.
        let pose = scene.frame(0.9, Some(goal(1.0)));
        assert!((share(scene.hand(&pose).0) - (1.0 - 0.5_f32.powi(10))).abs() < 5e-4);
        // It goes as it came, from where it was.
        for (frames, left) in [(1, 0.5), (2, 0.125)] {
            for _ in 0..frames {
                hand = scene.step(0.1, None).0;
            }
            assert!((share(hand) - left).abs() < 2e-3, "{}", share(hand));
        }
        let pose = scene.frame(3.0, None);
        assert_eq!(&pose, scene.built.skeleton.rest(), "and is gone in the end, bit for bit");
        assert!(scene.memory.report().chains.iter().all(|chain| chain.target.is_none()));
    }
}

#[test]
fn no_time_a_first_call_and_a_reset_arrive_at_once() {
    let mut scene = Scene::new(0.5);
    assert!((share(scene.step(1.0 / 60.0, Some(goal(1.0))).0) - 1.0).abs() < 1e-3, "first call");
    assert!(share(scene.step(1.0 / 60.0, None).0) > 0.9);
    assert_eq!(&scene.frame(0.0, None), scene.built.skeleton.rest(), "no time");
    assert!(share(scene.step(1.0 / 60.0, Some(goal(1.0))).0) < 0.1);
    scene.memory.reset();
    assert!((share(scene.step(1.0 / 60.0, Some(goal(1.0))).0) - 1.0).abs() < 1e-3, "after a reset");
    // Without a half-life nothing is faded.
    let mut scene = Scene::new(0.0);
    scene.frame(0.01, None);
    assert!((share(scene.step(0.01, Some(goal(1.0))).0) - 1.0).abs() < 1e-3);
    assert_eq!(&scene.frame(0.01, None), scene.built.skeleton.rest());
}

#[test]
fn a_changed_weight_is_faded_and_rotation_fades_by_itself() {
    let mut scene = Scene::new(0.1);
    scene.frame(0.0, Some(goal(1.0)));
    let hand = scene.step(0.1, Some(goal(0.2))).0;
    assert!((share(hand) - 0.6).abs() < 2e-3, "{}", share(hand));
    // The rotation comes later: half of 80° after one half-life, while the position is long there.
    scene.frame(0.0, Some(goal(1.0)));
    let turned = Goal { rotation_in_world: Some(Quat::from_rotation_x(80_f32.to_radians())), ..goal(1.0) };
    let (hand, rotation) = scene.step(0.1, Some(turned));
    assert!((share(hand) - 1.0).abs() < 1e-3);
    assert!(rotation.angle_between(Quat::from_rotation_x(40_f32.to_radians())).to_degrees() < 0.1, "{rotation}");
    // And goes before the position does.
    scene.frame(0.0, Some(turned));
    let (hand, rotation) = scene.step(0.2, Some(goal(1.0)));
    assert!((share(hand) - 1.0).abs() < 1e-3);
    assert!(rotation.angle_between(Quat::from_rotation_x(20_f32.to_radians())).to_degrees() < 0.1, "{rotation}");
}

/// What is let go stays in the world, and what is taken while the last is still let go does not jerk the hand.
#[test]
fn letting_go_and_taking_again_is_smooth() {
    let mut scene = Scene::new(0.1);
    scene.frame(0.0, Some(goal(1.0)));
    let away = Transform::from_translation(Vec3::new(0.0, 0.0, 0.1));
    let pose = scene.frame_at(away, 0.001, None);
    let in_model = scene.hand(&pose).0;
    assert!((in_model + Vec3::new(0.0, 0.0, 0.1)).distance(AT) < 0.01, "{in_model}");

    let mut scene = Scene::new(0.1);
    scene.frame(0.0, Some(goal(1.0)));
    let before = scene.step(0.02, None).0;
    let other = Goal { position_in_world: Vec3::new(0.4, 1.6, 0.2), ..goal(1.0) };
    let after = scene.step(0.001, Some(other)).0;
    assert!(before.distance(after) < 0.01, "{before} {after}");
    let pose = scene.frame(2.0, Some(other));
    assert!(scene.hand(&pose).0.distance(other.position_in_world) < 1e-3);
}

#[test]
fn a_goal_that_is_not_finite_is_let_go_like_one_that_went() {
    let mut scene = Scene::new(0.1);
    scene.frame(0.0, Some(goal(1.0)));
    let broken = Goal { position_in_world: Vec3::NAN, ..goal(1.0) };
    let hand = scene.step(0.1, Some(broken)).0;
    assert!((share(hand) - 0.5).abs() < 2e-3, "{hand}");
}
