use crate::runtime::bound::{BoundChain, BoundSolver, BoundTree};
use crate::skeleton::JointId;

/// The chains that must be solved together because they share a trunk.
pub fn trees(chains: &[BoundChain]) -> Vec<BoundTree> {
    let is_swept = |chain: &BoundChain| matches!(chain.solver, BoundSolver::Fabrik { .. }) && chain.enabled;
    let mut taken = vec![false; chains.len()];
    let mut trees = Vec::new();
    for (first, chain) in chains.iter().enumerate().filter(|(_, chain)| is_swept(chain)) {
        let shares = |other: &BoundChain| is_swept(other) && other.path[..2] == chain.path[..2];
        let members: Vec<usize> = (first..chains.len()).filter(|&at| !taken[at] && shares(&chains[at])).collect();
        if taken[first] || members.len() < 2 {
            continue;
        }
        for &member in &members {
            taken[member] = true;
        }
        let mut joints: Vec<JointId> = members.iter().flat_map(|&member| chains[member].path.iter().copied()).collect();
        joints.sort_unstable();
        joints.dedup();
        let at = |joint: JointId| joints.binary_search(&joint).ok();
        let mut parents = vec![None; joints.len()];
        let mut users = vec![0_u32; joints.len()];
        for &member in &members {
            for pair in chains[member].path.windows(2) {
                if let (Some(parent), Some(child)) = (at(pair[0]), at(pair[1])) {
                    parents[child] = Some(parent);
                    users[parent] += 1;
                }
            }
        }
        let is_shared: Box<[bool]> = users.iter().map(|&users| users > 1).collect();
        let own_from = members.iter().map(|&member| {
            let path = &chains[member].path;
            path.iter().take_while(|&&joint| at(joint).is_some_and(|at| is_shared[at])).count().min(path.len() - 1)
        });
        let own_from = own_from.collect();
        trees.push(BoundTree {
            tips: members.iter().filter_map(|&member| at(chains[member].tip)).collect(),
            own_from,
            chains: members.into(),
            parents: parents.into(),
            is_shared,
            joints: joints.into(),
        });
    }
    trees
}
