//! Chains of many bones.

use fastrand::Rng;
use surefoot::glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::rig::{BoneRef, Chain, Fabrik, Solver};
use surefoot::solve::fabrik::{self, Params, Workspace};

use crate::subjects::{direction, goal, rig, subjects};

/// What may be wanting of the goals: 1 %.
const MISSED: f32 = 0.01;

fn fabrik_params() -> Fabrik {
    Fabrik { max_iterations: 15, ..Fabrik::default() }
}

/// Random chains of 4 to 12 joints, bent at random: 99 % of the goals in reach are met to 1e-3 within 15 iterations.
#[test]
fn random_chains_meet_their_goals() {
    let mut random = Rng::with_seed(21);
    let (mut missed, count) = (0, 6000);
    for _ in 0..count {
        let joints = random.usize(4..=12);
        let mut chain = vec![Vec3::ZERO];
        let mut way = direction(&mut random);
        let lengths: Vec<f32> = (1..joints).map(|_| 0.4 + random.f32()).collect();
        for length in &lengths {
            way = (way + direction(&mut random) * 0.6).try_normalize().unwrap_or(way);
            chain.push(chain[chain.len() - 1] + way * *length);
        }
        let total: f32 = lengths.iter().sum();
        let longest = lengths.iter().copied().fold(0.0, f32::max);
        let least = (2.0 * longest - total).max(0.0);
        let target = direction(&mut random) * (least + (0.999 * total - least) * random.f32().cbrt());
        let mut moved = chain.clone();
        let outcome = fabrik::solve(
            &mut moved,
            &chain,
            target,
            &Params { tolerance: 1e-3, max_iterations: 15, ..Params::default() },
            &mut Workspace::default(),
        );
        let error = moved[joints - 1].distance(target) / total;
        assert!(outcome.iterations <= 15);
        missed += u32::from(error > 1e-3);
    }
    assert!(f32::from(missed as u16) <= MISSED * count as f32, "{missed} of {count} missed");
}

/// From the bottom of the spine to a hand, without limits, on everyone who has both.
#[test]
fn from_spine_to_hand() {
    let (mut missed, mut count) = (0, 0);
    for subject in subjects() {
        let mut random = Rng::with_seed(22);
        let (Some(root), Some(tip)) = (subject.joint(Role::Spine), subject.joint(Role::LeftHand)) else { continue };
        let mut rig = rig();
        rig.limits.clear();
        rig.chains = vec![Chain {
            name: "reach".into(),
            enabled: true,
            root: BoneRef::Role(Role::Spine),
            tip: BoneRef::Role(Role::LeftHand),
            solver: Solver::Fabrik(fabrik_params()),
            position_weight: 1.0,
            rotation_weight: 1.0,
            fade_half_life: 0.0,
        }];
        rig.look_at = None;
        rig.grounding = None;
        let Ok(bound) = rig.bind_with(&subject.skeleton, &subject.map) else { continue };
        if bound.fitting().count() == 0 {
            // The hand does not hang below the spine.
            continue;
        }
        let rest = subject.skeleton.rest_globals();
        let up = std::iter::successors(Some(tip), |&joint| subject.skeleton.parent(joint).filter(|_| joint != root));
        let at: Vec<Vec3> = up.map(|joint| rest.position(joint)).collect();
        if at.len() < 3 {
            // A single bone reaches a sphere and nothing within.
            continue;
        }
        let bones = || at.windows(2).map(|pair| pair[0].distance(pair[1]));
        let (total, longest) = (bones().sum::<f32>(), bones().fold(0.0, f32::max));
        // Nearer than its longest bone leaves it, a chain cannot fold.
        let least = (2.0 * longest - total).max(0.0) * 1.01;
        for _ in 0..60 {
            let away = least + (total * 0.98 - least) * random.f32().cbrt();
            let target = rest.position(root) + direction(&mut random) * away;
            let frame = subject.settle_with(&bound, &[goal("reach", target)], None);
            let error = frame.globals.position(tip).distance(target) / total;
            count += 1;
            missed += u32::from(error > 1e-3);
            assert!(frame.report.chains.iter().all(|chain| chain.iterations <= 15));
        }
    }
    assert!(count >= 700 && f32::from(missed as u16) <= MISSED * count as f32, "{missed} of {count} missed");
}
