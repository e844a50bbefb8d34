use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4};

use super::freshness::Freshness;
use crate::math::{Transform, is_near_unit, rotated, towards_unit};
use crate::pose::{Globals, Pose};
use crate::skeleton::{JointId, Skeleton};
use crate::solve::limits::Cone;

/// A pose in work with its joints in model space, kept true along the joints that the work goes through.
///
/// Turning a joint makes the globals of everything below it stale; `refresh` brings back what is needed next.
pub(super) struct Body<'a> {
    pub skeleton: &'a Skeleton,
    pub even_scales: bool,
    /// How much larger the character is in the world than in model space.
    pub world_from_model: f32,
    pub pose: &'a mut Pose,
    pub globals: &'a mut Globals,
    pub freshness: &'a mut Freshness,
    /// No joint of the pose is scaled; nothing that solves scales one.
    pub unscaled: bool,
}

/// A space in which the bones of one limb keep their lengths as they turn: model space where all scales are even, else that of
/// the joint above the limb, below whatever stretches or mirrors the character.
pub(super) struct LimbSpace {
    /// None where it is model space; with the product of rotations down to the joint above.
    from_model: Option<(Mat3A, Quat)>,
}

/// Where a limb comes to.
pub(super) struct PlacedLimb {
    /// Of root, middle joint and tip, model space.
    pub rotations: [Quat; 3],
    /// The same relative to parents.
    pub local: [Quat; 3],
    /// Of middle joint and tip, model space; the fourth number means nothing.
    pub places: [Vec4; 2],
}

impl LimbSpace {
    #[inline]
    pub fn vector(&self, vector_in_model: Vec3) -> Vec3 {
        self.from_model.map_or(vector_in_model, |(axes, _)| axes * vector_in_model)
    }

    /// A joint's rotation, model space from the product of rotations, as this space sees it.
    pub fn rotation(&self, rotation_in_model: Quat) -> Quat {
        self.from_model.map_or(rotation_in_model, |(_, rotation)| rotation.conjugate() * rotation_in_model)
    }
}

impl Body<'_> {
    /// Brings every joint up to date.
    pub fn finish(&mut self) {
        if self.unscaled {
            let count = self.skeleton.len();
            self.renew_rigid(0..count);
        } else {
            for joint in self.skeleton.ids() {
                self.refresh_one(joint);
            }
        }
    }

    /// Brings `joints` up to date: parents first, and what is above them up to date.
    #[inline]
    pub fn refresh(&mut self, joints: &[JointId]) {
        if self.unscaled {
            self.refresh_rigid(joints);
        } else {
            for &joint in joints {
                self.refresh_one(joint);
            }
        }
    }

    #[inline(never)]
    fn refresh_rigid(&mut self, path: &[JointId]) {
        self.renew_rigid(path.iter().map(|joint| joint.index()));
    }

    #[inline(always)]
    fn renew_rigid(&mut self, joints: impl Iterator<Item = usize>) {
        self.globals.update_rigid(self.pose, joints, |joint| self.freshness.renews(joint));
    }

    #[cold]
    fn refresh_one(&mut self, joint: JointId) {
        if self.freshness.renews(joint.index()).is_some() {
            self.globals.update_one(self.skeleton, self.pose, joint);
        }
    }

    /// The local transform of `joint`, to be changed; the joint and all below are stale until they are refreshed.
    pub fn local_mut(&mut self, joint: JointId) -> &mut Transform {
        self.freshness.set_stale(joint);
        self.pose.get_mut(joint)
    }

    #[inline]
    pub fn position(&self, joint: JointId) -> Vec3 {
        self.globals.position(joint)
    }

    /// The joint's orientation in model space. A mirrored joint's is that of its unmirrored axes.
    #[inline]
    pub fn rotation(&self, joint: JointId) -> Quat {
        rotation(self.globals, joint, self.even_scales)
    }

    /// How far `joint` is turned from rest, model space.
    pub fn turn_from_rest(&self, joint: JointId) -> Quat {
        let rest = rotation(self.skeleton.rest_globals(), joint, self.even_scales);
        self.rotation(joint) * rest.conjugate()
    }

    /// Turns `joint` and all below by `turn`, a rotation in model space about the joint, and refreshes the joint.
    /// A turn that comes to nothing or is not finite leaves the joint's bits alone.
    #[inline]
    pub fn turn(&mut self, joint: JointId, turn: Quat) {
        if turn == Quat::IDENTITY || !turn.is_finite() {
            return;
        }
        if self.even_scales {
            self.set_rotation_in_model(joint, turn * self.globals.rotation(joint));
        } else {
            // With a mirror or uneven scales above, the turn is conjugated by the whole matrix and the nearest rotation taken.
            let model_from_parent = self.parent_axes(joint);
            let seen = model_from_parent.inverse() * Mat3A::from_quat(turn) * model_from_parent;
            let seen = Transform::from_affine(Affine3A { matrix3: seen, translation: Vec3A::ZERO }).rotation;
            self.set_rotation(joint, seen * self.pose.get(joint).rotation);
        }
    }

    /// As [`Body::turn`] with the `turn` that brings `joint` to the orientation `wanted`, model space.
    pub fn turn_to(&mut self, joint: JointId, wanted: Quat, turn: Quat) {
        if self.even_scales && wanted.is_finite() {
            self.set_rotation_in_model(joint, wanted);
        } else {
            self.turn(joint, turn);
        }
    }

    /// As [`Body::turn`], with `turn` in the limb's own space.
    pub fn turn_in(&mut self, space: &LimbSpace, joint: JointId, turn: Quat) {
        if turn == Quat::IDENTITY || !turn.is_finite() {
            return;
        }
        let turned = match space.from_model {
            None => turn * self.globals.rotation(joint),
            // In model space it is `space * turn * space⁻¹`.
            Some((_, rotation)) => rotation * (turn * space.rotation(self.globals.rotation(joint))),
        };
        self.set_rotation_in_model(joint, turned);
    }

    /// Whether rotations and places alone tell where joints are: nothing is scaled.
    pub fn is_rigid(&self) -> bool {
        self.even_scales && self.unscaled
    }

    /// Puts a limb of three joints, each the next one's parent, where it is known to come to; they are fresh afterwards. All rotations are
    /// unit, and the local ones are those in model space as seen from each other.
    pub fn put_limb(&mut self, joints: &[JointId; 3], limb: &PlacedLimb) {
        let [root, mid, tip] = *joints;
        let root_place = self.globals.place_row(root);
        let places = [root_place, limb.places[0], limb.places[1]];
        for (at, joint) in [root, mid, tip].into_iter().enumerate() {
            self.globals.put(joint, limb.rotations[at], places[at]);
            self.pose.get_mut(joint).rotation = limb.local[at];
        }
        self.freshness.renew_limb(joints);
    }

    /// Gives a fresh joint another product of rotations down to it.
    fn set_rotation_in_model(&mut self, joint: JointId, product: Quat) {
        let above = self.parent_rotation(joint);
        let local = above.conjugate() * product;
        let squares = [product.length_squared(), local.length_squared()];
        if !(self.unscaled && squares.iter().all(|&squared| is_near_unit(squared))) {
            self.set_rotation_below(joint, above, local);
            return;
        }
        // Its place stays; and what is turned next waits for the product alone.
        self.globals.set_rotation(joint, product * towards_unit(squares[0]));
        self.freshness.renew(joint);
        self.pose.get_mut(joint).rotation = local * towards_unit(squares[1]);
    }

    /// Gives a fresh joint another rotation, made unit first, and refreshes it.
    fn set_rotation(&mut self, joint: JointId, rotation: Quat) {
        self.set_rotation_below(joint, self.parent_rotation(joint), rotation);
    }

    fn set_rotation_below(&mut self, joint: JointId, above: Quat, rotation: Quat) {
        let rotation = unit(rotation);
        if !rotation.is_finite() {
            return;
        }
        if self.unscaled {
            // Its place stays, and what it is worked out from.
            self.pose.get_mut(joint).rotation = rotation;
            self.globals.set_rotation(joint, above * rotation);
            self.freshness.renew(joint);
        } else {
            self.local_mut(joint).rotation = rotation;
            self.refresh(&[joint]);
        }
    }

    #[inline]
    pub fn parent_rotation(&self, joint: JointId) -> Quat {
        self.skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.globals.rotation(parent))
    }

    /// Brings `joint` back inside `cone`, and refreshes it; whether it was outside. What is inside keeps its bits.
    pub fn hold(&mut self, joint: JointId, cone: &Cone) -> bool {
        let rest = self.skeleton.rest().get(joint).rotation;
        let held = cone.clamp(rest.conjugate() * self.pose.get(joint).rotation);
        let rotation = rest * held.rotation;
        let holds = held.limited && rotation.is_finite();
        if holds {
            self.set_rotation(joint, rotation);
        }
        holds
    }

    /// As [`Body::turn`] as far as `limit` lets the joint go; whether that held it. A joint that came in outside goes no farther out.
    pub fn turn_within(&mut self, joint: JointId, turn: Quat, limit: Option<&Cone>) -> bool {
        let limit = limit.map(|cone| {
            let rest = self.skeleton.rest().get(joint).rotation;
            cone.opened(rest.conjugate() * self.pose.get(joint).rotation, 1.0)
        });
        self.turn(joint, turn);
        limit.is_some_and(|cone| self.hold(joint, &cone))
    }

    /// The space in which the limb from `root` down is rigid. The root's parent must be fresh.
    pub fn limb_space(&self, root: JointId) -> LimbSpace {
        let above = self.skeleton.parent(root).filter(|_| !self.even_scales);
        let from_model =
            above.map(|above| (self.globals.model_from_joint(above).inverse().matrix3, self.globals.rotation(above)));
        LimbSpace { from_model: from_model.filter(|(axes, _)| axes.is_finite()) }
    }

    /// Moves `joint` and all below by a vector in model space, and refreshes the joint.
    pub fn translate(&mut self, joint: JointId, by_in_model: Vec3) {
        self.translate_with(joint, by_in_model, &[]);
    }

    /// As [`Body::translate`]; those of `below`, joints below it with parents first, that are fresh are still so afterwards where nothing is
    /// scaled.
    pub fn translate_with(&mut self, joint: JointId, by_in_model: Vec3, below: &[JointId]) {
        if by_in_model == Vec3::ZERO {
            return;
        }
        let before = self.pose.get(joint).translation;
        let above = self.parent_rotation(joint);
        if self.is_rigid() && is_near_unit(above.length_squared()) {
            let moved = before + rotated(above.conjugate(), by_in_model);
            if moved.is_finite() {
                self.pose.get_mut(joint).translation = moved;
                self.shift(joint, by_in_model, below);
            }
            return;
        }
        let model_from_parent = self.parent_axes(joint);
        let moved = before + Vec3::from(model_from_parent.inverse() * Vec3A::from(by_in_model));
        if moved.is_finite() {
            self.local_mut(joint).translation = moved;
            self.refresh(&[joint]);
        }
    }

    /// Moves a fresh joint and those `below` it that are fresh: how they are turned does not change.
    fn shift(&mut self, joint: JointId, by_in_model: Vec3, below: &[JointId]) {
        let by = by_in_model.extend(0.0);
        self.freshness.renew_with(joint, below, |below| self.globals.shift(below, by));
        self.globals.shift(joint, by);
    }

    fn parent_axes(&self, joint: JointId) -> Mat3A {
        self.skeleton.parent(joint).map_or(Mat3A::IDENTITY, |parent| self.globals.model_from_joint(parent).matrix3)
    }
}

/// Made unit; in the common case of a product of units, without a root or a division.
#[inline]
fn unit(rotation: Quat) -> Quat {
    let squared = rotation.length_squared();
    if is_near_unit(squared) { rotation * towards_unit(squared) } else { rotation.normalize() }
}

#[inline]
pub(super) fn rotation(globals: &Globals, joint: JointId, even_scales: bool) -> Quat {
    if even_scales { globals.rotation(joint) } else { unmirrored(globals, joint) }
}

#[cold]
#[inline(never)]
fn unmirrored(globals: &Globals, joint: JointId) -> Quat {
    Transform::from_affine(globals.model_from_joint(joint)).rotation
}
