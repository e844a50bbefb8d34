//! Names that lead to no single joint.

use super::{Check, Finding};
use crate::skeleton::JointId;

impl Check<'_> {
    pub(super) fn names(&self, findings: &mut Vec<Finding>) {
        let skeleton = self.skeleton();
        let mut named: Vec<JointId> = skeleton.ids().filter(|&joint| !skeleton.name(joint).is_empty()).collect();
        named.sort_by_key(|&joint| (skeleton.name(joint), joint));
        let same = named.windows(2).filter(|pair| skeleton.name(pair[0]) == skeleton.name(pair[1]));
        let repeated: Vec<JointId> = same.map(|pair| pair[1]).collect();
        if let Some(&first) = repeated.first() {
            let message = format!("{} names occur more than once, as {}", repeated.len(), self.label(first));
            findings.push(
                Finding::note("duplicate-name", message).at(first).advice("a rig names such bones by their path"),
            );
        }
        let nameless = self.subject.map.iter().map(|(_, joint)| joint).filter(|&joint| skeleton.name(joint).is_empty());
        let nameless: Vec<JointId> = nameless.collect();
        if let Some(&first) = nameless.first() {
            findings.push(
                Finding::note("missing-name", format!("{} bones have no name", nameless.len()))
                    .at(first)
                    .advice("a rig names them by their number in the file, and fits no other file of this character"),
            );
        }
    }
}
