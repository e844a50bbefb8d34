//! How the bend plane follows the goal.

use fastrand::Rng;
use surefoot::glam::Vec3;
use surefoot::ground::NoGround;
use surefoot::math::Transform;
use surefoot::math::angle_between;
use surefoot::runtime::{Decision, Inputs};

use crate::subjects::{Limb, Subject, direction, goal, subjects};

/// The plane's normal and whether the goal is marked.
fn plane(subject: &Subject, limb: &Limb, target: Vec3) -> (Vec3, bool) {
    // Legs of 0.85 m in the world, whatever the file's unit.
    let size = 0.85 / subject.bound.leg_length();
    let root = Transform { scale: Vec3::splat(size), ..Transform::IDENTITY };
    let goals = [goal(limb.chain, target * size)];
    let inputs = Inputs { goals: &goals, root, grounded: false, ..Inputs::settled(&NoGround) };
    let frame = subject.frame(&subject.bound, &inputs);
    let [root, mid, tip] = limb.at(&frame.globals);
    let marked = frame.report.chains.iter().any(|chain| chain.decided_by.contains(Decision::NearSingular));
    ((tip - root).cross(mid - root), marked)
}

/// A goal that moves by a millimetre turns the bend plane by at most 1° where the report does not mark it as near singular, and little
/// of the reach is marked. Millimetres of a person with legs of 0.85 m.
#[test]
fn a_millimetre_turns_the_plane_by_at_most_a_degree_off_the_marked_cone() {
    for subject in subjects() {
        let mut random = Rng::with_seed(31);
        let millimetre = subject.bound.leg_length() / 850.0;
        let (mut marks, mut count) = (0, 0);
        for limb in subject.limbs() {
            for _ in 0..120 {
                let target = limb.goal_in_reach(&mut random);
                let step = direction(&mut random) * millimetre;
                let [(here, marked), (there, also)] =
                    [target, target + step].map(|target| plane(subject, &limb, target));
                count += 1;
                marks += u32::from(marked);
                let turn = angle_between(here, there).to_degrees();
                assert!(
                    marked || also || turn <= 1.0,
                    "{} {}: {turn}° at {}",
                    subject.name,
                    limb.chain,
                    (target - limb.root) / limb.length()
                );
            }
        }
        assert!(marks * 5 < count || count == 0, "{}: {marks} of {count} marked", subject.name);
    }
}
