//! The skeleton: a tree of joints in parent-first order with a rest pose.

use serde::{Deserialize, Serialize};

use crate::math::Transform;
use crate::pose::{Globals, Pose};

/// Names one joint of one [`Skeleton`].
///
/// Only a skeleton hands these out; one from another skeleton may be out of range, and looking it up there panics
/// as an index would. A joint is not a glTF node: see `character::Character::node_of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JointId(u16);

impl JointId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One joint as a skeleton is built from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// As in the file; empty where the file has none. May repeat.
    pub name: String,
    /// Index of the parent in the list given to [`Skeleton::new`], lower than this joint's own; none for a root.
    pub parent: Option<u16>,
    /// Rest pose, relative to the parent.
    pub rest: Transform,
    /// Index of the node in the file; the joint's own place in the list where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u32>,
}

/// Why a list of joints is no skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    #[error("there are {0} joints; at most {max} are possible", max = Skeleton::MAX_JOINTS)]
    TooManyJoints(usize),
    #[error("joint {joint} ({name:?}) comes before its parent {parent}: parents must come first")]
    ParentAfterChild { joint: usize, name: String, parent: usize },
    #[error("joint {joint} ({name:?}) has a rest transform that is not finite")]
    NotFinite { joint: usize, name: String },
}

/// A tree of joints, parents first, with their rest pose.
///
/// Every node of a character's scene is a joint here, so transforms above the armature (a 0.01 scale, a 90° turn)
/// are ordinary joints and model space is the file's own. There may be several roots, and none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Joint>", into = "Vec<Joint>")]
pub struct Skeleton {
    joints: Vec<Joint>,
    /// Side by side, for they are asked for all the time.
    parents: Vec<Option<JointId>>,
    rest: Pose,
    rest_globals: Globals,
}

impl Skeleton {
    pub const MAX_JOINTS: usize = u16::MAX as usize;

    /// # Errors
    /// When a parent does not come before its child, a rest transform is not finite, or there are too many joints.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        if joints.len() > Self::MAX_JOINTS {
            return Err(SkeletonError::TooManyJoints(joints.len()));
        }
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent.map(usize::from).filter(|&parent| parent >= index) {
                return Err(SkeletonError::ParentAfterChild { joint: index, name: joint.name.clone(), parent });
            }
            if !joint.rest.is_finite() {
                return Err(SkeletonError::NotFinite { joint: index, name: joint.name.clone() });
            }
        }
        let rest = Pose::new(joints.iter().map(|joint| joint.rest).collect());
        let parents = joints.iter().map(|joint| joint.parent.map(JointId)).collect();
        let mut skeleton = Self { joints, parents, rest, rest_globals: Globals::default() };
        skeleton.rest_globals = Globals::of(&skeleton, &skeleton.rest);
        Ok(skeleton)
    }

    /// The same joints at another rest pose; this one's stays where `rest` is not finite or not of this skeleton.
    pub fn with_rest(&self, rest: &Pose) -> Self {
        let mut skeleton = self.clone();
        if rest.local().len() == self.len() && rest.local().iter().all(|local| local.is_finite()) {
            for (joint, &local) in skeleton.joints.iter_mut().zip(rest.local()) {
                joint.rest = local;
            }
            skeleton.rest.copy_from(rest);
            skeleton.rest_globals = Globals::of(&skeleton, rest);
        }
        skeleton
    }

    pub fn len(&self) -> usize {
        self.joints.len()
    }

    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// All joints, parents first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = JointId> + ExactSizeIterator + use<> {
        (0..self.joints.len() as u16).map(JointId)
    }

    /// The joint at `index` in parent-first order.
    pub fn id(&self, index: usize) -> Option<JointId> {
        (index < self.joints.len()).then_some(JointId(index as u16))
    }

    pub fn name(&self, joint: JointId) -> &str {
        &self.joints[joint.index()].name
    }

    pub fn parent(&self, joint: JointId) -> Option<JointId> {
        self.parents[joint.index()]
    }

    /// [`Skeleton::parent`] of every joint, in order.
    pub fn parents(&self) -> &[Option<JointId>] {
        &self.parents
    }

    /// Direct children, in order.
    pub fn children(&self, joint: JointId) -> impl Iterator<Item = JointId> {
        self.ids().skip(joint.index() + 1).filter(move |&other| self.parent(other) == Some(joint))
    }

    /// The joint's parent, its parent's parent, and so on to the root.
    pub fn ancestors(&self, joint: JointId) -> impl Iterator<Item = JointId> {
        std::iter::successors(self.parent(joint), |&up| self.parent(up))
    }

    /// Whether `joint` is `ancestor` or below it.
    pub fn is_within(&self, joint: JointId, ancestor: JointId) -> bool {
        joint == ancestor || self.ancestors(joint).any(|up| up == ancestor)
    }

    /// The first joint called `name`, exactly.
    pub fn find(&self, name: &str) -> Option<JointId> {
        self.ids().find(|&joint| self.name(joint) == name)
    }

    /// Index of the joint's node in the file it came from; its own index where none was given.
    pub fn source(&self, joint: JointId) -> u32 {
        self.joints[joint.index()].source.unwrap_or(joint.index() as u32)
    }

    /// The first joint whose [`Skeleton::source`] is `index`.
    pub fn with_source(&self, index: u32) -> Option<JointId> {
        self.ids().find(|&joint| self.source(joint) == index)
    }

    /// Names from the root down to `joint`, joined by `/`.
    pub fn path(&self, joint: JointId) -> String {
        let mut names: Vec<&str> = self.ancestors(joint).map(|up| self.name(up)).collect();
        names.reverse();
        names.push(self.name(joint));
        names.join("/")
    }

    /// The rest pose, relative to parents.
    pub fn rest(&self) -> &Pose {
        &self.rest
    }

    /// The rest pose in model space.
    pub fn rest_globals(&self) -> &Globals {
        &self.rest_globals
    }
}

impl TryFrom<Vec<Joint>> for Skeleton {
    type Error = SkeletonError;

    fn try_from(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        Self::new(joints)
    }
}

impl From<Skeleton> for Vec<Joint> {
    fn from(skeleton: Skeleton) -> Self {
        skeleton.joints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(name: &str, parent: Option<u16>) -> Joint {
        Joint { name: name.into(), parent, rest: Transform::from_translation(glam::Vec3::Y), source: None }
    }

    #[test]
    fn parents_come_first_or_the_joint_is_named() {
        let error = Skeleton::new(vec![joint("a", Some(1)), joint("b", None)]).unwrap_err();
        assert_eq!(error, SkeletonError::ParentAfterChild { joint: 0, name: "a".into(), parent: 1 });
    }

    #[test]
    fn the_tree_can_be_walked_both_ways() {
        let skeleton = Skeleton::new(vec![joint("a", None), joint("b", Some(0)), joint("c", Some(1))]).unwrap();
        let [a, b, c] = [0, 1, 2].map(|index| skeleton.id(index).unwrap());
        assert_eq!(skeleton.children(a).collect::<Vec<_>>(), [b]);
        assert_eq!(skeleton.ancestors(c).collect::<Vec<_>>(), [b, a]);
        assert!(skeleton.is_within(c, a) && !skeleton.is_within(a, c));
        assert_eq!(skeleton.path(c), "a/b/c");
        assert_eq!(skeleton.rest_globals().position(c), glam::Vec3::Y * 3.0);
    }
}
