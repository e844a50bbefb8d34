use std::borrow::Cow;

use super::Character;
use crate::humanoid::{Finding, HumanoidMap, Subject, diagnose};
use crate::rig::{RestSource, Rig};
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
        let has_two_rests = self.node_rest.is_some();
        diagnose(&Subject { skeleton: &skeleton, map, influence: &influence, has_two_rests }, rig)
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
}
