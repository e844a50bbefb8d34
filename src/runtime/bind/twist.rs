use super::{BindCause, Binder};
use crate::rig::TwistBone;
use crate::runtime::bound::{BoundChain, BoundSolver, BoundTwist};
use crate::skeleton::JointId;

impl Binder<'_> {
    /// In the order of the skeleton, parents first.
    pub fn bind_twists(&mut self, chains: &[BoundChain]) -> Vec<BoundTwist> {
        let mut bound = Vec::new();
        for (index, twist) in self.rig.twist_bones.iter().enumerate() {
            bound.extend(self.bind_twist(&format!("twist_bones[{index}]"), twist, chains));
        }
        bound.sort_by_key(|twist| (twist.chain, twist.joint));
        bound
    }

    fn bind_twist(&mut self, at: &str, twist: &TwistBone, chains: &[BoundChain]) -> Option<BoundTwist> {
        self.share(format!("{at}.share"), twist.share);
        let joint = self.joint(format!("{at}.bone"), &twist.bone);
        let of = self.joint(format!("{at}.of"), &twist.of);
        let (joint, of) = (joint?, of?);
        let limb = chains.iter().enumerate().find_map(|(index, chain)| {
            let BoundSolver::TwoBone { mid, .. } = chain.solver else { return None };
            let (root, mid) = (chain.path[0], chain.path[mid]);
            if of == root {
                Some((index, true, root, mid))
            } else if of == chain.tip && chain.carried.is_none() {
                Some((index, false, mid, of))
            } else {
                None
            }
        });
        let Some((chain, is_root, start, end)) = limb else {
            let name = self.name(of);
            self.warn(format!("{at}.of"), BindCause::NoLimbFor(name));
            return None;
        };
        let path = self.path(start, joint).filter(|path| path.len() > 1 && !self.skeleton.is_within(joint, end));
        let Some(path) = path else {
            self.not_connected(format!("{at}.bone"), start, joint);
            return None;
        };
        let rest = self.skeleton.rest_globals();
        let axis = (rest.position(end) - rest.position(start)).try_normalize()?;
        let below: Vec<JointId> = match self.path(joint, end) {
            Some(below) => below[1..].to_vec(),
            None => Vec::new(),
        };
        Some(BoundTwist {
            chain,
            joint,
            path: path[1..].into(),
            below: below.into(),
            start,
            end,
            against: if is_root { self.skeleton.parent(start) } else { Some(start) },
            of,
            axis,
            share: if is_root { twist.share - 1.0 } else { twist.share },
        })
    }
}
