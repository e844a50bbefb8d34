use std::borrow::Cow;

use super::Character;
use crate::humanoid::{Finding, HumanoidMap, Severity, Subject, diagnose};
use crate::rig::{BoneRef, RestSource, Rig};
use crate::skeleton::Skeleton;

impl Character {
    /// The skeleton at the rest pose that a rig asks for with [`Correction::rest`](crate::rig::Correction::rest). A file with
    /// one pose has that, whatever is asked for.
    pub fn skeleton_at(&self, rest: RestSource) -> Cow<'_, Skeleton> {
        match (&self.node_rest, rest) {
            (Some(nodes), RestSource::Nodes) => Cow::Owned(self.skeleton.with_rest(nodes)),
            _ => Cow::Borrowed(&self.skeleton),
        }
    }

    /// Everything unusual about this character under a rig with these roles; see [`diagnose`].
    pub fn diagnose(&self, map: &HumanoidMap, rig: &Rig) -> Vec<Finding> {
        let skeleton = self.skeleton_at(rig.character.rest);
        let influence: Vec<f32> = self.traits.iter().map(|traits| traits.influence).collect();
        let middles = self.middles();
        let has_two_rests = self.node_rest.is_some();
        diagnose(&Subject { skeleton: &skeleton, map, influence: &influence, middles: &middles, has_two_rests }, rig)
    }

    /// Applies to `rig` the fixes that are certain, and tells what they were for.
    pub fn settle(&self, map: &HumanoidMap, rig: &mut Rig) -> Vec<Finding> {
        let mut settled: Vec<Finding> = Vec::new();
        // One fix may bring out another: which way it faces is only known once up is. None is applied twice.
        let next = |rig: &Rig, settled: &[Finding]| {
            let is_new = |finding: &Finding| settled.iter().all(|other| other.code != finding.code);
            self.diagnose(map, rig).into_iter().find(|finding| finding.is_certain && is_new(finding))
        };
        while let Some(finding) = next(rig, &settled) {
            if let Some(fix) = &finding.fix {
                fix.apply(rig);
            }
            settled.push(finding);
        }
        settled
    }

    /// Applies to `rig` every fix that a warning about this character has, and tells what they were for. What a note offers
    /// is a choice, and a person's. `found` has the roles for a rig that names no bones.
    pub fn mend(&self, found: &HumanoidMap, rig: &mut Rig) -> Vec<Finding> {
        let mut mended: Vec<Finding> = Vec::new();
        loop {
            let map = if rig.bones.is_empty() { found.clone() } else { rig.humanoid_map(&self.skeleton).0 };
            // One fix may bring out another, and none is applied twice.
            let is_new = |finding: &Finding| mended.iter().all(|other| other.fix != finding.fix);
            let next = self
                .diagnose(&map, rig)
                .into_iter()
                .find(|finding| finding.severity > Severity::Note && finding.fix.is_some() && is_new(finding));
            let Some(finding) = next else { return mended };
            if let Some(fix) = &finding.fix {
                if fix.changes_bones() && rig.bones.is_empty() {
                    rig.bones =
                        map.iter().map(|(role, joint)| (role, BoneRef::naming(&self.skeleton, joint))).collect();
                }
                fix.apply(rig);
            }
            mended.push(finding);
        }
    }
}
