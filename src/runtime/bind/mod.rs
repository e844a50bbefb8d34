//! Fits a rig to one skeleton.

mod abreast;
mod chains;
mod contacts;
mod error;
mod feet;
mod gait;
mod hand;
mod look;
mod standing;
mod trees;
mod twist;

pub(super) use gait::LONGEST;

pub use error::{BindCause, BindError, BindIssue};

use super::body;
use super::bound::BoundRig;
use crate::humanoid::{BodyFrame, HumanoidMap, Role, leg_length};
use crate::rig::{BoneRef, ResolveError, Rig};
use crate::skeleton::{JointId, Skeleton};

impl Rig {
    /// Fits this rig to a skeleton, with the roles that [`Rig::bones`] gives.
    ///
    /// What this character has no bones for is left out and told in [`BoundRig::warnings`]: toes, eyes or a neck alone, or
    /// the whole chain whose root, middle or tip is missing, so that half a body gets the half of the rig that fits it.
    ///
    /// # Errors
    /// Every reason why it does not fit: a node that is not there or has its name twice, joints that are no chain, a chain without
    /// length, a value out of range, or a preset without roles, which needs [`Rig::bind_with`].
    pub fn bind(&self, skeleton: &Skeleton) -> Result<BoundRig, BindError> {
        let (map, errors) = self.humanoid_map(skeleton);
        let issues = errors
            .into_iter()
            .map(|(role, error)| BindIssue { path: format!("bones.{role}"), cause: error.into() })
            .collect();
        self.bind_from(skeleton, &map, issues, self.bones.is_empty())
    }

    /// As [`Rig::bind`], with roles that are already known; [`Rig::bones`] is not read.
    ///
    /// # Errors
    /// As [`Rig::bind`].
    pub fn bind_with(&self, skeleton: &Skeleton, map: &HumanoidMap) -> Result<BoundRig, BindError> {
        self.bind_from(skeleton, map, Vec::new(), false)
    }

    fn bind_from(
        &self,
        skeleton: &Skeleton,
        map: &HumanoidMap,
        issues: Vec<BindIssue>,
        roles_unknown: bool,
    ) -> Result<BoundRig, BindError> {
        let mut binder = Binder::new(self, skeleton, map, issues, roles_unknown);
        let reference = self.reference_leg_length;
        let has_reference = binder.in_range("reference_leg_length", reference, f32::MIN_POSITIVE, f32::MAX, "above 0");
        binder.scale = if has_reference { binder.leg_length / reference } else { 1.0 };
        let metres = self.character.metres_per_unit;
        binder.in_range("character.metres_per_unit", metres, 1e-5, 1e5, "1e-5..=1e5");
        let mut chains = binder.bind_chains();
        let fitting: Vec<String> = chains
            .iter()
            .filter(|chain| binder.is_free_of_issues(chain.index))
            .map(|chain| chain.name.clone())
            .collect();
        chains.sort_by_key(|chain| (chain.kind, chain.index));
        let trees = trees::trees(&chains);
        binder.check_limits();
        let twists = binder.bind_twists(&chains);
        let abreast = abreast::abreast(&chains, &twists);
        let joint_ranges = binder.joint_ranges(&chains);
        let look = binder.bind_look(&joint_ranges);
        let grounding = binder.bind_grounding(&chains, &joint_ranges);
        let gait = binder.bind_gait(&chains);
        if !binder.issues.is_empty() {
            return Err(BindError { issues: binder.issues, fitting });
        }
        let even_scales = binder.even_scales;
        let mut in_order_of_rig: Vec<usize> = (0..chains.len()).collect();
        in_order_of_rig.sort_by_key(|&at| chains[at].index);
        Ok(BoundRig {
            pelvis: binder.hanging_pelvis(&chains),
            hands: binder.bind_hands(&chains, even_scales),
            frame: binder.frame,
            leg_length: binder.leg_length,
            ground_in_model: binder.ground_in_model,
            world_from_model: self.world_from_model(skeleton, map),
            even_scales,
            joint_ranges,
            chains,
            in_order_of_rig: in_order_of_rig.into(),
            trees,
            abreast,
            twists,
            grounding,
            gait,
            look,
            warnings: binder.warnings,
            skeleton: skeleton.clone(),
        })
    }
}

/// What is known while a rig is fitted.
struct Binder<'a> {
    rig: &'a Rig,
    skeleton: &'a Skeleton,
    map: &'a HumanoidMap,
    frame: BodyFrame,
    leg_length: f32,
    scale: f32,
    /// See [`BoundRig`].
    even_scales: bool,
    ground_in_model: f32,
    roles_unknown: bool,
    issues: Vec<BindIssue>,
    warnings: Vec<BindIssue>,
}

impl<'a> Binder<'a> {
    fn new(
        rig: &'a Rig,
        skeleton: &'a Skeleton,
        map: &'a HumanoidMap,
        issues: Vec<BindIssue>,
        roles_unknown: bool,
    ) -> Self {
        let frame = rig.body_frame(skeleton, map);
        let even = |joint: JointId| {
            let scale = skeleton.rest().get(joint).scale;
            scale.x > 0.0 && (scale / scale.x - glam::Vec3::ONE).abs().max_element() < 1e-4
        };
        Self {
            rig,
            skeleton,
            map,
            frame,
            leg_length: leg_length(skeleton, map),
            scale: 1.0,
            even_scales: skeleton.ids().all(even),
            ground_in_model: rig.ground_in_model(skeleton, map),
            roles_unknown,
            issues,
            warnings: Vec::new(),
        }
    }

    fn issue(&mut self, path: impl Into<String>, cause: BindCause) {
        self.issues.push(BindIssue { path: path.into(), cause });
    }

    fn warn(&mut self, path: impl Into<String>, cause: BindCause) {
        self.warnings.push(BindIssue { path: path.into(), cause });
    }

    /// The joint that is meant; otherwise the reason is noted, as a warning where this character lacks the role.
    fn joint(&mut self, path: impl Into<String>, bone: &BoneRef) -> Option<JointId> {
        match bone.resolve(self.skeleton, self.map) {
            Ok(joint) => Some(joint),
            Err(ResolveError::RoleNotMapped(_)) if self.roles_unknown => {
                self.issue(path, BindCause::NoRoles);
                None
            }
            Err(ResolveError::RoleNotMapped(role)) => {
                self.warn(path, BindCause::LeftOut(role));
                None
            }
            Err(error) => {
                self.issue(path, error.into());
                None
            }
        }
    }

    fn is_free_of_issues(&self, chain: usize) -> bool {
        let (whole, part) = (format!("chains[{chain}]"), format!("chains[{chain}]."));
        !self.issues.iter().any(|issue| issue.path == whole || issue.path.starts_with(&part))
    }

    fn in_range(&mut self, path: impl Into<String>, value: f32, least: f32, most: f32, expected: &'static str) -> bool {
        let inside = (least..=most).contains(&value);
        if !inside {
            self.issue(path, BindCause::OutOfRange { value, expected });
        }
        inside
    }

    fn share(&mut self, path: impl Into<String>, value: f32) {
        self.in_range(path, value, 0.0, 1.0, "0..=1");
    }

    fn role_of(&self, joint: JointId) -> Option<Role> {
        self.map.role_of(joint)
    }

    fn name(&self, joint: JointId) -> String {
        self.skeleton.name(joint).to_owned()
    }

    /// A vector of the model at rest in the axes of `joint`, which carry it as the joint turns.
    fn in_joint(&self, joint: JointId, vector: glam::Vec3) -> glam::Vec3 {
        body::rotation(self.skeleton.rest_globals(), joint, self.even_scales).conjugate() * vector
    }

    /// From a root of the skeleton down to the joint above `joint`.
    fn above(&self, joint: JointId) -> Box<[JointId]> {
        let mut joints: Vec<JointId> = self.skeleton.ancestors(joint).collect();
        joints.reverse();
        joints.into()
    }

    /// From `upper` down to `lower`, both included; none where `lower` is not below or at `upper`.
    fn path(&self, upper: JointId, lower: JointId) -> Option<Vec<JointId>> {
        let mut joints = vec![lower];
        if upper != lower {
            let mut found = false;
            for joint in self.skeleton.ancestors(lower) {
                joints.push(joint);
                if joint == upper {
                    found = true;
                    break;
                }
            }
            if !found {
                return None;
            }
        }
        joints.reverse();
        Some(joints)
    }
}
