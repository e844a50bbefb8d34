//! How the rig is fitted to the character: its roles, its size, and what does not fit.

use glam::Quat;
use surefoot::humanoid::{BodyFrame, Detection, Role};
use surefoot::pose::Globals;
use surefoot::rig::{RestSource, Rig};
use surefoot::runtime::{BindError, BindIssue};
use surefoot::skeleton::JointId;

use super::Stage;
use super::other::Other;

impl Stage {
    /// Binds `rig` anew and lists what does not fit. With an error nothing is solved.
    pub(in crate::editor::core) fn bind(&mut self, rig: &Rig) -> Vec<BindIssue> {
        match (&self.model.character.node_rest, rig.character.rest) {
            (Some(nodes), RestSource::Nodes) => {
                let at_nodes = || self.model.character.skeleton.with_rest(nodes);
                self.skeleton_at_nodes = self.skeleton_at_nodes.take().or_else(|| Some(at_nodes()));
            }
            _ => self.skeleton_at_nodes = None,
        }
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
        // As a game binds it: the rig's own roles, or for a preset those that are found.
        let (map, unknown) = rig.humanoid_map(skeleton);
        let map = if rig.bones.is_empty() { self.model.detection.map() } else { map };
        let roles_changed = self.map != map;
        self.map = map;
        self.humanoid = self.humanoid_of_map();
        let mut issues: Vec<BindIssue> = unknown
            .into_iter()
            .map(|(role, error)| BindIssue { path: format!("bones.{role}"), cause: error.into() })
            .collect();
        self.bound_serial += 1;
        self.soles.follow(rig, &self.map);
        match rig.bind_with(skeleton, &self.map) {
            Ok(bound) => {
                issues.extend_from_slice(bound.warnings());
                let memory = bound.memory();
                self.solver = Some((bound, memory));
            }
            Err(error) => {
                issues.extend(error.issues);
                self.solver = None;
            }
        }
        self.measure(rig);
        if roles_changed {
            self.lay_added_clips();
        }
        issues
    }

    /// The humanoid that has most of the mapped bones.
    fn humanoid_of_map(&self) -> usize {
        let has = |detection: &Detection| {
            let bones = || detection.bones.iter().map(|bone| bone.joint);
            self.map.iter().filter(|&(_, joint)| bones().any(|bone| bone == joint)).count()
        };
        let counts: Vec<usize> = self.detections().map(has).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        counts.iter().position(|&count| count == most).unwrap_or(0)
    }

    /// Fits another rig to compare with, or none.
    pub(in crate::editor::core) fn compare_with(
        &mut self,
        other: Option<&Rig>,
        document: &Rig,
        shows_other: bool,
    ) -> Result<(), BindError> {
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
        self.shows_other = shows_other;
        self.other = None;
        if let Some(other) = other {
            self.other = Some(Other::bind(other, document, skeleton, &self.map, self.bound_serial)?);
        }
        Ok(())
    }

    fn measure(&mut self, rig: &Rig) {
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
        self.world_from_model = rig.world_from_model(skeleton, &self.map);
        self.carried = self.world_from_model;
        let frame = rig.body_frame(skeleton, &self.map);
        let turn = self.world_from_model.rotation;
        self.body_frame =
            if turn == Quat::IDENTITY { frame } else { BodyFrame::new(turn * frame.up, turn * frame.forward) };
        self.rest_globals = Globals::under(skeleton, skeleton.rest(), self.world_from_model);
        let rest = &self.rest_globals;
        let leg = |hip, knee, foot| {
            let [hip, knee, foot] = [hip, knee, foot].map(|role| self.map.get(role).map(|joint| rest.position(joint)));
            Some(hip?.distance(knee?) + knee?.distance(foot?))
        };
        let lengths = [
            leg(Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot),
            leg(Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot),
        ];
        self.leg_length = lengths
            .into_iter()
            .flatten()
            .find(|length| length.is_finite() && *length > 1e-6)
            .unwrap_or_else(|| height(rest) * 0.5);
    }

    /// The joint that holds all of the humanoid whose roles are mapped and nothing of another one in the file; none where the
    /// file has no other or they can't be told apart.
    pub fn root_of_humanoid(&self) -> Option<JointId> {
        let skeleton = self.skeleton();
        let bones = |detection: &Detection| -> Vec<JointId> { detection.bones.iter().map(|bone| bone.joint).collect() };
        let others: Vec<JointId> = self
            .detections()
            .enumerate()
            .filter(|&(at, _)| at != self.humanoid)
            .flat_map(|(_, one)| bones(one))
            .collect();
        let own = bones(self.detection());
        let &first = own.first()?;
        let up = std::iter::once(first).chain(skeleton.ancestors(first));
        let highest = up.take_while(|&up| !others.iter().any(|&other| skeleton.is_within(other, up))).last()?;
        (!others.is_empty() && own.iter().all(|&joint| skeleton.is_within(joint, highest))).then_some(highest)
    }
}

/// Height of a pose's joints; 1.7 where there is none.
fn height(pose: &Globals) -> f32 {
    let heights = || pose.matrices().map(|matrix| matrix.translation.y);
    let height = heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min);
    if height.is_finite() && height > 1e-3 { height } else { 1.7 }
}
