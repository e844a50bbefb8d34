//! Standing still.

use fastrand::Rng;
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::runtime::{Goal, Inputs};

use crate::subjects::{direction, goal, subjects};

/// A second after everything stopped, frames are the same to the bit.
#[test]
fn standing_still_is_the_same_bits_after_a_second() {
    for subject in subjects() {
        let mut random = Rng::with_seed(61);
        let rest = subject.skeleton.rest_globals();
        let root = Transform::from_translation(-subject.bound.frame().up * subject.bound.ground_in_model());
        for angle_deg in [0.0, 12.0, 25.0] {
            let scene = GroundScene { shape: GroundShape::Slope { angle_deg }, heading_deg: 360.0 * random.f32() };
            let ground = scene.placed(subject.bound.frame().forward);
            let arms = subject.limbs().filter(|limb| !limb.is_leg);
            let goals: Vec<Goal> =
                arms.map(|limb| goal(limb.chain, limb.goal_in_reach(&mut random) + root.translation)).collect();
            let head = subject.joint(Role::Head).map(|head| rest.position(head) + root.translation);
            let look = head.map(|head| head + direction(&mut random) * 3.0 * subject.bound.leg_length());
            let mut memory = subject.bound.memory();
            let mut frame = |goals: &[Goal], look| -> Pose {
                let mut pose = subject.skeleton.rest().clone();
                let inputs =
                    Inputs { dt: 1.0 / 60.0, root, goals, look_target_in_world: look, ..Inputs::settled(&ground) };
                subject.bound.solve(&mut pose, &mut memory, &inputs);
                pose
            };
            for _ in 0..10 {
                frame(&[], None);
            }
            for _ in 0..60 {
                frame(&goals, look);
            }
            let after_a_second = frame(&goals, look);
            for later in 0..10 {
                let now = frame(&goals, look);
                let moved = subject.skeleton.ids().find(|&joint| now.get(joint) != after_a_second.get(joint));
                let of = moved.map(|joint| (subject.skeleton.name(joint), now.get(joint), after_a_second.get(joint)));
                assert!(of.is_none(), "{} at {angle_deg}°, frame {later}: {of:?}", subject.name);
            }
        }
    }
}
