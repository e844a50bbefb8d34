use glam::{Affine3A, Mat3A, Quat, Vec3};

use crate::math::{Transform, arc_between};
use crate::pose::{Globals, Pose};
use crate::skeleton::{JointId, Skeleton};

/// A pose in work with its joints in model space, kept true along the joints that the work goes through.
///
/// Turning a joint makes the globals of everything below it stale; `refresh` brings back what is needed next.
pub(super) struct Body<'a> {
    pub skeleton: &'a Skeleton,
    pub even_scales: bool,
    pub pose: &'a mut Pose,
    pub globals: &'a mut Globals,
}

impl Body<'_> {
    /// Works out `joints` anew: parents first, and what is above them up to date.
    pub fn refresh(&mut self, joints: &[JointId]) {
        for &joint in joints {
            self.globals.update_one(self.skeleton, self.pose, joint);
        }
    }

    pub fn position(&self, joint: JointId) -> Vec3 {
        self.globals.position(joint)
    }

    /// The joint's orientation in model space. A mirrored joint's is that of its unmirrored axes.
    pub fn rotation(&self, joint: JointId) -> Quat {
        rotation(self.globals, joint, self.even_scales)
    }

    /// How far `joint` is turned from rest, model space.
    pub fn from_rest(&self, joint: JointId) -> Quat {
        let rest = rotation(self.skeleton.rest_globals(), joint, self.even_scales);
        self.rotation(joint) * rest.conjugate()
    }

    /// Turns `joint` and all below by `turn`, a rotation in model space about the joint, and refreshes the joint.
    /// A turn that comes to nothing or is not finite leaves the joint's bits alone.
    pub fn turn(&mut self, joint: JointId, turn: Quat) {
        self.turn_bone(joint, turn, Vec3::ZERO);
    }

    /// As [`Body::turn`], for a joint that carries something at `bone` from it (model space): that is brought into the right
    /// direction even where uneven scales above let no rotation do the whole turn.
    pub fn turn_bone(&mut self, joint: JointId, turn: Quat, bone: Vec3) {
        if turn == Quat::IDENTITY || !turn.is_finite() {
            return;
        }
        let local = self.pose.get(joint).rotation;
        let turned = (self.to_parent(joint, turn, bone) * local).normalize();
        if turned.is_finite() {
            self.pose.get_mut(joint).rotation = turned;
            self.globals.update_one(self.skeleton, self.pose, joint);
        }
    }

    /// Moves `joint` and all below by a vector in model space, and refreshes the joint.
    pub fn translate(&mut self, joint: JointId, by_in_model: Vec3) {
        if by_in_model == Vec3::ZERO {
            return;
        }
        let model_from_parent = self.parent_axes(joint);
        let moved =
            self.pose.get(joint).translation + Vec3::from(model_from_parent.inverse() * glam::Vec3A::from(by_in_model));
        if moved.is_finite() {
            self.pose.get_mut(joint).translation = moved;
            self.globals.update_one(self.skeleton, self.pose, joint);
        }
    }

    fn parent_axes(&self, joint: JointId) -> Mat3A {
        self.skeleton.parent(joint).map_or(Mat3A::IDENTITY, |parent| self.globals.model_from_joint(parent).matrix3)
    }

    /// The same rotation as seen by the joint's parent.
    fn to_parent(&self, joint: JointId, turn: Quat, bone: Vec3) -> Quat {
        if self.even_scales {
            let parent = self.skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.globals.rotation(parent));
            return parent.conjugate() * turn * parent;
        }
        // With a mirror or uneven scales above, the turn is conjugated by the whole matrix and the nearest rotation taken;
        // what that misses of the bone's direction is added.
        let model_from_parent = self.parent_axes(joint);
        let parent_from_model = model_from_parent.inverse();
        let seen = parent_from_model * Mat3A::from_quat(turn) * model_from_parent;
        let seen = Transform::from_affine(Affine3A { matrix3: seen, translation: glam::Vec3A::ZERO }).rotation;
        let direction = |bone: Vec3| Vec3::from(parent_from_model * glam::Vec3A::from(bone)).try_normalize();
        match (direction(bone), direction(turn * bone)) {
            (Some(now), Some(wanted)) => arc_between(seen * now, wanted) * seen,
            _ => seen,
        }
    }
}

fn rotation(globals: &Globals, joint: JointId, even_scales: bool) -> Quat {
    if even_scales { globals.rotation(joint) } else { Transform::from_affine(globals.model_from_joint(joint)).rotation }
}
