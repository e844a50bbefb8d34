//! Poses: joint transforms relative to parents, and the same in model space.

use glam::{Affine3A, Quat, Vec3};

use crate::math::Transform;
use crate::skeleton::{JointId, Skeleton};

/// A transform a joint, relative to its parent, in the skeleton's order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Pose {
    local: Vec<Transform>,
}

impl Pose {
    pub fn new(local: Vec<Transform>) -> Self {
        Self { local }
    }

    pub fn local(&self) -> &[Transform] {
        &self.local
    }

    pub fn local_mut(&mut self) -> &mut [Transform] {
        &mut self.local
    }

    pub fn get(&self, joint: JointId) -> &Transform {
        &self.local[joint.index()]
    }

    pub fn get_mut(&mut self, joint: JointId) -> &mut Transform {
        &mut self.local[joint.index()]
    }

    /// Makes this a copy of `other` without allocating when the sizes agree.
    pub fn copy_from(&mut self, other: &Self) {
        self.local.clone_from(&other.local);
    }
}

/// Where each joint is in model space.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Globals {
    model_from_joint: Vec<Affine3A>,
    rotations: Vec<Quat>,
}

impl Globals {
    pub fn of(skeleton: &Skeleton, pose: &Pose) -> Self {
        let mut globals = Self {
            model_from_joint: vec![Affine3A::IDENTITY; skeleton.len()],
            rotations: vec![Quat::IDENTITY; skeleton.len()],
        };
        globals.update_from(skeleton, pose, 0);
        globals
    }

    /// As [`Globals::of`], in the space that `target_from_model` leads to: in the world where that is world from model. What
    /// is called model space here then is that space.
    pub fn under(skeleton: &Skeleton, pose: &Pose, target_from_model: Transform) -> Self {
        let mut globals = Self::of(skeleton, pose);
        globals.carry(target_from_model);
        globals
    }

    /// Takes every joint from model space to the space that `target_from_model` leads to. The identity changes no bit.
    pub fn carry(&mut self, target_from_model: Transform) {
        if target_from_model == Transform::IDENTITY {
            return;
        }
        let affine = target_from_model.to_affine();
        for matrix in &mut self.model_from_joint {
            *matrix = affine * *matrix;
        }
        for rotation in &mut self.rotations {
            *rotation = target_from_model.rotation * *rotation;
        }
    }

    /// Works out anew every joint from index `first` on; joints before it must be up to date.
    pub fn update_from(&mut self, skeleton: &Skeleton, pose: &Pose, first: usize) {
        for joint in skeleton.ids().skip(first) {
            self.update_one(skeleton, pose, joint);
        }
    }

    /// Works out `joint` alone, from its parent and its local transform.
    pub fn update_one(&mut self, skeleton: &Skeleton, pose: &Pose, joint: JointId) {
        let local = pose.get(joint);
        let (model_from_parent, rotation) = match skeleton.parent(joint) {
            Some(parent) => (self.model_from_joint[parent.index()], self.rotations[parent.index()]),
            None => (Affine3A::IDENTITY, Quat::IDENTITY),
        };
        self.model_from_joint[joint.index()] = model_from_parent * local.to_affine();
        self.rotations[joint.index()] = rotation * local.rotation;
    }

    pub fn model_from_joint(&self, joint: JointId) -> Affine3A {
        self.model_from_joint[joint.index()]
    }

    pub fn matrices(&self) -> &[Affine3A] {
        &self.model_from_joint
    }

    /// Metres, model space.
    pub fn position(&self, joint: JointId) -> Vec3 {
        self.model_from_joint[joint.index()].translation.into()
    }

    /// The product of the rotations from the root down: the orientation in model space where no scale on the way
    /// is mirrored or uneven.
    pub fn rotation(&self, joint: JointId) -> Quat {
        self.rotations[joint.index()]
    }
}
