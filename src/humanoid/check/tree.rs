//! Bones that hang elsewhere than a body's do, or have no length.

use super::{Check, Finding};
use crate::humanoid::{Role, detect};
use crate::rig::Fix;
use crate::skeleton::JointId;

/// Bones shorter than this by the leg have no direction.
const NO_LENGTH: f32 = 1e-4;

pub(super) const LOWER_LIMBS: [Role; 8] = [
    Role::LeftLowerLeg,
    Role::RightLowerLeg,
    Role::LeftFoot,
    Role::RightFoot,
    Role::LeftLowerArm,
    Role::RightLowerArm,
    Role::LeftHand,
    Role::RightHand,
];

impl Check<'_> {
    /// The nearest role above this one that has a bone.
    fn above(&self, role: Role) -> Option<(Role, JointId)> {
        std::iter::successors(role.parent(), |role| role.parent()).find_map(|role| Some((role, self.joint(role)?)))
    }

    pub(super) fn loose_feet(&self, findings: &mut Vec<Finding>) {
        for role in [Role::LeftFoot, Role::RightFoot] {
            let shin = if role == Role::LeftFoot { Role::LeftLowerLeg } else { Role::RightLowerLeg };
            let (Some(foot), Some(shin)) = (self.joint(role), self.joint(shin)) else { continue };
            if !self.skeleton().is_within(foot, shin) {
                let message = format!("{} does not hang on the lower leg {}", self.label(foot), self.label(shin));
                findings.push(
                    Finding::note("loose-foot", message)
                        .at(foot)
                        .advice("it is carried to where the leg ends; elsewhere it may come apart from the leg"),
                );
            }
        }
    }

    /// Bones that do not hang below the bone a body has above them. The feet are [`Check::loose_feet`]'s.
    pub(super) fn disconnected(&self, findings: &mut Vec<Finding>) {
        let mut loose = Vec::new();
        for (role, joint) in self.subject.map.iter() {
            let Some((above, parent)) = self.above(role) else { continue };
            if self.skeleton().is_within(joint, parent) || matches!(role, Role::LeftFoot | Role::RightFoot) {
                continue;
            }
            let message =
                format!("{} ({role}) does not hang below {} ({above})", self.label(joint), self.label(parent));
            if LOWER_LIMBS.contains(&role) {
                findings.push(
                    Finding::warning("disconnected", message)
                        .at(joint)
                        .advice("give the role to a bone below it, or the limb is left out"),
                );
            } else {
                loose.push((joint, message));
            }
        }
        // Whole limbs beside the torso are a habit of animators' rigs, and told once.
        let Some((joint, message)) = loose.first() else { return };
        let message = match loose.len() - 1 {
            0 => message.clone(),
            more => format!("{message}, and so with {more} more"),
        };
        findings
            .push(Finding::note("disconnected", message).at(*joint).advice("turning the one does not move the other"));
    }

    /// Bones at the same place as the bone above them.
    pub(super) fn zero_length(&self, findings: &mut Vec<Finding>) {
        let rest = self.skeleton().rest_globals();
        let least = self.size() * NO_LENGTH;
        for (role, joint) in self.subject.map.iter() {
            let Some((above, parent)) = self.above(role) else { continue };
            let is_apart = rest.position(joint).distance(rest.position(parent)) > least;
            // Hips and the root of the spine often share a place, and nothing turns about the line between them.
            if is_apart || above == Role::Hips {
                continue;
            }
            // The role that can go: a body does without a shoulder, and less well without an upper arm.
            let spare = [role, above].into_iter().find(|role| !role.is_required());
            let message = format!("{} ({role}) lies where {} ({above}) does", self.label(joint), self.label(parent));
            findings.push(match spare {
                Some(spare) => {
                    Finding::warning("zero-length", message).at(joint).fix(Fix::Bone { role: spare, bone: None })
                }
                None => Finding::warning("zero-length", message)
                    .at(joint)
                    .advice(format!("give {role} to a bone farther down")),
            });
        }
    }

    pub(super) fn twist_bones(&self, findings: &mut Vec<Finding>) {
        let skeleton = self.skeleton();
        let between: Vec<JointId> = LOWER_LIMBS
            .into_iter()
            .filter_map(|role| Some((self.joint(role.parent()?)?, self.joint(role)?)))
            .filter(|&(above, joint)| skeleton.is_within(joint, above))
            .flat_map(|(above, joint)| skeleton.ancestors(joint).take_while(move |&up| up != above))
            .collect();
        if let Some(&first) = between.first() {
            let message = format!(
                "{} joints lie between the joints of limbs, as {}; they keep their rotation",
                between.len(),
                self.label(first)
            );
            findings.push(Finding::note("split-limb", message).at(first));
            return;
        }
        let mut beside = skeleton.ids().filter(|&joint| detect::is_twist(skeleton.name(joint)));
        if let Some(first) = beside.next() {
            let message = format!("{} twist joints follow their bones and are not solved", 1 + beside.count());
            findings.push(Finding::note("twist-bones", message).at(first));
        }
    }
}
