//! The rest pose: which it is, and of what kind.

use super::{Check, Finding};
use crate::humanoid::{HumanoidMap, Role};
use crate::rig::{Fix, RestSource};
use crate::skeleton::Skeleton;
use glam::Vec3;

/// The pose of the arms at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestPose {
    /// Arms level, within 25°.
    T,
    /// Arms down at 25° to 70°.
    A,
    /// Neither, or the arms differ.
    Other,
}

impl RestPose {
    /// `T-pose`, `A-pose` or `other`.
    pub fn name(self) -> &'static str {
        match self {
            Self::T => "T-pose",
            Self::A => "A-pose",
            Self::Other => "other",
        }
    }
}

/// The pose of the arms at rest, from shoulder to hand; `up` is unit, model space.
pub fn rest_pose(skeleton: &Skeleton, map: &HumanoidMap, up: Vec3) -> RestPose {
    let at = |role: Role| map.get(role).map(|joint| skeleton.rest_globals().position(joint));
    let arm = |mirror: fn(Role) -> Role| {
        let start = at(mirror(Role::LeftUpperArm))?;
        let end = [Role::LeftHand, Role::LeftLowerArm].into_iter().find_map(|role| at(mirror(role)))?;
        let direction = (end - start).try_normalize()?;
        Some(match (-direction.dot(up)).clamp(-1.0, 1.0).asin().to_degrees() {
            down if down.abs() <= 25.0 => RestPose::T,
            down if (25.0..=70.0).contains(&down) => RestPose::A,
            _ => RestPose::Other,
        })
    };
    match (arm(|role| role), arm(Role::mirrored)) {
        (Some(left), Some(right)) if left == right => left,
        (Some(one), None) | (None, Some(one)) => one,
        _ => RestPose::Other,
    }
}

impl Check<'_> {
    pub(super) fn two_rests(&self, findings: &mut Vec<Finding>) {
        if self.subject.has_two_rests {
            findings.push(match self.rig.character.rest {
                RestSource::Bind => Finding::note(
                    "rest-not-bind",
                    "the file's nodes stand in another pose than its meshes were bound in; the bind pose is called rest",
                )
                .fix(Fix::Rest { from: RestSource::Nodes }),
                RestSource::Nodes => {
                    Finding::note("rest-not-bind", "the pose of the file's nodes is called rest, kept in the rig")
                }
            });
        }
    }

    pub(super) fn rest(&self, findings: &mut Vec<Finding>) {
        let has_arm = [Role::LeftUpperArm, Role::RightUpperArm].into_iter().any(|role| self.joint(role).is_some());
        if has_arm && rest_pose(self.skeleton(), self.subject.map, self.frame.up) == RestPose::Other {
            findings.push(Finding::note("rest-pose", "the arms rest in neither a T-pose nor an A-pose"));
        }
    }
}
