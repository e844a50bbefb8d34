//! Legs that rest straight, on the ground.

use surefoot::humanoid::Role;
use surefoot::math::angle_between;
use surefoot::pose::Globals;
use surefoot::runtime::Inputs;

use crate::person::{Built, LEG, Person, Slope, whole};

/// Both knees' flex, degrees, and how far each foot was taken from where it rests, metres.
fn stand(built: &Built, slope: &Slope) -> [(f32, f32); 2] {
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut pose = built.skeleton.rest().clone();
    bound.solve(&mut pose, &mut bound.memory(), &Inputs::settled(slope));
    let globals = Globals::of(&built.skeleton, &pose);
    let of = |role: Role| globals.position(built.joint(role));
    [
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
        [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
    ]
    .map(|roles| {
        let [hip, knee, foot] = roles.map(of);
        let in_hips = foot - of(Role::Hips) - (built.rest(roles[2]) - built.rest(Role::Hips));
        (angle_between(knee - hip, foot - knee).to_degrees(), in_hips.length())
    })
}

/// On any slope that moves the feet a knee has 2° of flex; on flat ground it stays as it was, and between nothing jumps.
#[test]
fn straight_knees_unlock_where_the_ground_moves_the_foot() {
    let built = Person { knee_forward: 0.0, ..Person::default() }.build();
    for (flex, _) in stand(&built, &Slope::FLAT) {
        assert!(flex < 0.01, "{flex}");
    }
    for heading in [0.0, 60.0, 90.0, 180.0, 250.0] {
        for degrees in [10.0, 15.0, 20.0, 30.0] {
            for (flex, moved) in stand(&built, &Slope::rising(degrees, heading)) {
                assert!(moved < 0.012 * LEG || flex >= 1.99, "{degrees}° {heading}: {flex}° at {moved}");
            }
        }
        let mut before = stand(&built, &Slope::FLAT);
        for step in 1..100 {
            let now = stand(&built, &Slope::rising(step as f32 * 0.1, heading));
            for ((flex, moved), (flex_before, moved_before)) in now.into_iter().zip(before) {
                // A leg shortened by d bends by √(8 d / L), which is steep at the start.
                let natural = (8.0 * (moved - moved_before).abs() / LEG).sqrt().to_degrees();
                assert!((flex - flex_before).abs() < natural + 0.5, "{heading} at {step}: {flex_before} to {flex}");
            }
            before = now;
        }
    }
}
