use crate::skeleton::{JointId, Skeleton};

/// Which globals are true of the pose: each joint has the edition of its parent that it was worked out from, so what nothing has turned
/// since is not worked out again.
#[derive(Clone, Debug)]
pub(super) struct Freshness {
    /// One a joint, and one that is the parent of roots.
    joints: Vec<Edition>,
    latest: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edition {
    own: u32,
    /// Of the parent, or [`STALE`].
    from: u32,
    /// Index of the parent's edition.
    parent: u32,
}

/// No joint has this edition.
const STALE: u32 = u32::MAX;
const FIRST: u32 = 0;

impl Freshness {
    pub fn new(skeleton: &Skeleton) -> Self {
        let roots = skeleton.len();
        let parents = skeleton.parents().iter().map(|parent| parent.map_or(roots, JointId::index));
        let editions = parents.chain([roots]).map(|parent| Edition { own: FIRST, from: FIRST, parent: parent as u32 });
        Self { joints: editions.collect(), latest: FIRST }
    }

    /// Makes every joint stale: whatever is asked for is asked for from the roots down, and those have another parent now.
    pub fn all_stale(&mut self) {
        if self.latest > STALE / 2 {
            for edition in &mut self.joints {
                (edition.own, edition.from) = (FIRST, STALE);
            }
            self.latest = FIRST;
        }
        self.latest += 1;
        if let Some(above_roots) = self.joints.last_mut() {
            above_roots.own = self.latest;
        }
    }

    /// `joint` and what is below it are stale, whatever is above.
    pub fn set_stale(&mut self, joint: JointId) {
        self.joints[joint.index()].from = STALE;
    }

    /// `joint` has been worked out in another way: what is below it is stale.
    #[inline]
    pub fn renew(&mut self, joint: JointId) {
        self.latest += 1;
        self.joints[joint.index()].own = self.latest;
    }

    /// `joints`, each the next one's parent, have been worked out together: what else is below them is stale.
    #[inline]
    pub fn renew_limb(&mut self, joints: &[JointId; 3]) {
        self.latest += 1;
        let [root, mid, tip] = joints.map(JointId::index);
        self.joints[root].own = self.latest;
        for joint in [mid, tip] {
            (self.joints[joint].own, self.joints[joint].from) = (self.latest, self.latest);
        }
    }

    /// `joint` has been worked out in another way, and so are those of `below`, joints below it with parents first, that are fresh: calls `shift`
    /// for each of these.
    pub fn renew_with(&mut self, joint: JointId, below: &[JointId], mut shift: impl FnMut(JointId)) {
        self.latest += 1;
        // From the lowest up, while what each was worked out from still has the edition that tells.
        for &below in below.iter().rev() {
            let Edition { from, parent, .. } = self.joints[below.index()];
            if from == self.joints[parent as usize].own {
                shift(below);
                (self.joints[below.index()].own, self.joints[below.index()].from) = (self.latest, self.latest);
            }
        }
        self.joints[joint.index()].own = self.latest;
    }

    /// Where `joint` is stale, its parent, past the last joint for a root; it counts as worked out from here on.
    #[inline(always)]
    pub fn renews(&mut self, joint: usize) -> Option<usize> {
        let Edition { from: before, parent, .. } = self.joints[joint];
        let from = self.joints[parent as usize].own;
        if before == from {
            return None;
        }
        self.latest += 1;
        self.joints[joint] = Edition { own: self.latest, from, parent };
        Some(parent as usize)
    }
}
