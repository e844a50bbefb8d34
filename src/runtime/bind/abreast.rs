//! Which limbs can be solved side by side.

use std::ops::Range;

use crate::runtime::abreast::MOST;
use crate::runtime::bound::{BoundChain, BoundSolver, BoundTwist, ChainKind};
use crate::skeleton::JointId;

/// Runs of two to [`MOST`] chains, each a plain limb that no other of its run turns or moves.
pub(super) fn abreast(chains: &[BoundChain], twists: &[BoundTwist]) -> Box<[Range<usize>]> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in (0..chains.len()).filter(|&index| is_plain(&chains[index])) {
        match runs.last_mut() {
            Some(run)
                if run.end == index
                    && run.len() < MOST
                    && run.clone().all(|other| are_apart(chains, twists, index, other)) =>
            {
                run.end += 1;
            }
            _ => runs.push(index..index + 1),
        }
    }
    runs.retain(|run| run.len() > 1);
    runs.into()
}

/// Three joints from parent to child that nothing but their two bones' lengths and a hinge hold.
fn is_plain(chain: &BoundChain) -> bool {
    let is_limb = matches!(chain.kind, ChainKind::Arm | ChainKind::Leg) && chain.path.len() == 3;
    is_limb
        && chain.carried.is_none()
        && chain.limits.is_empty()
        && matches!(chain.solver, BoundSolver::TwoBone { mid: 1, max_stretch: 0.0, .. })
}

fn are_apart(chains: &[BoundChain], twists: &[BoundTwist], one: usize, other: usize) -> bool {
    let moves = |mover: usize, moved: usize| {
        let (mover_chain, moved) = (&chains[mover], &chains[moved]);
        let shoulder = mover_chain.shoulder.as_ref().map(|shoulder| shoulder.joint);
        let twisted = twists.iter().filter(|twist| twist.chain == mover).map(|twist| twist.joint);
        let mut turned = mover_chain.path.iter().copied().chain(shoulder).chain(twisted);
        let counts = |joint: JointId| moved.lineage.contains(&joint);
        turned.any(counts)
    };
    !moves(one, other) && !moves(other, one)
}
