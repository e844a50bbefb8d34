//! Bones with a role that move no vertex while another at the same place does.

use super::{Check, Finding};
use crate::humanoid::Role;
use crate::rig::{BoneRef, Fix};
use crate::skeleton::JointId;

/// Joints nearer than this by the leg are at the same place.
const SAME_PLACE: f32 = 0.01;
/// Weights that sum to less move nothing to speak of.
const NOTHING: f32 = 1e-3;

impl Check<'_> {
    pub(super) fn influence(&self, findings: &mut Vec<Finding>) {
        if self.subject.influence.len() != self.skeleton().len() {
            return;
        }
        let moving = self.moving();
        for (role, joint) in self.subject.map.iter() {
            if moving[joint.index()] {
                continue;
            }
            let Some(twin) = self.twin(joint) else { continue };
            let message = format!(
                "{} ({role}) moves no vertex, while {} at the same place does",
                self.label(joint),
                self.label(twin),
            );
            let bone = BoneRef::naming(self.skeleton(), twin);
            let fix = self.fits(role, twin).then_some(Fix::Bone { role, bone: Some(bone) });
            findings.push(
                Finding::warning("no-influence", message)
                    .at(joint)
                    .advice("give the whole limb to the bones that move the mesh")
                    .fix(fix),
            );
        }
    }

    /// Of every joint whether it, or one that hangs on it and has no other with a role between, moves vertices.
    fn moving(&self) -> Vec<bool> {
        let skeleton = self.skeleton();
        let mut has_role = vec![false; skeleton.len()];
        for (_, joint) in self.subject.map.iter() {
            has_role[joint.index()] = true;
        }
        let mut moving = vec![false; skeleton.len()];
        for joint in skeleton.ids().filter(|joint| self.subject.influence[joint.index()] > NOTHING) {
            let mut up = std::iter::once(joint).chain(skeleton.ancestors(joint));
            if let Some(owner) = up.find(|up| has_role[up.index()]) {
                moving[owner.index()] = true;
            }
        }
        moving
    }

    /// The nearest joint at the same place that moves vertices, has no role and does not hang on this one.
    fn twin(&self, joint: JointId) -> Option<JointId> {
        let (skeleton, rest) = (self.skeleton(), self.skeleton().rest_globals());
        let distance = |other: JointId| rest.position(other).distance(rest.position(joint));
        let most = self.size() * SAME_PLACE;
        skeleton
            .ids()
            .filter(|&other| self.subject.influence[other.index()] > NOTHING && distance(other) < most)
            .filter(|&other| !skeleton.is_within(other, joint) && self.subject.map.role_of(other).is_none())
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    /// Whether `joint` hangs where a bone with this role must.
    fn fits(&self, role: Role, joint: JointId) -> bool {
        let nearest = |role: Role| {
            std::iter::successors(role.parent(), |role| role.parent()).find(|&up| self.joint(up).is_some())
        };
        let above = nearest(role).and_then(|above| self.joint(above));
        let below = self.subject.map.iter().filter(|(other, _)| nearest(*other) == Some(role));
        above.is_none_or(|above| self.skeleton().is_within(joint, above))
            && below.into_iter().all(|(_, below)| self.skeleton().is_within(below, joint))
    }
}
