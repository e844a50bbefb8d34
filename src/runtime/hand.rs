//! A character's hand as a thing that grips: its palm, and the joints of its fingers.

use glam::{Quat, Vec3};

use super::Goal;
use super::bound::BoundRig;
use crate::humanoid::{Role, Side};
use crate::math::Transform;
use crate::pose::{Globals, Pose};
use crate::skeleton::JointId;

/// One hand of a bound rig; see [`prop`](crate::prop) for the axes of a palm.
#[derive(Clone, Debug)]
pub struct Hand {
    pub(super) side: Side,
    pub(super) joint: JointId,
    /// The hand joint seen from the palm at rest: unit rotation, model metres.
    pub(super) palm_from_hand: Transform,
    pub(super) palm_length: f32,
    /// Of the chain that ends in the hand, seconds.
    pub(super) fade_half_life: f32,
    /// Thumb, index, middle, ring, little; from the root on.
    pub(super) fingers: [[Option<FingerJoint>; 3]; 5],
}

/// A joint of a finger. Axes are unit and seen from the joint above.
#[derive(Clone, Copy, Debug)]
pub(super) struct FingerJoint {
    pub joint: JointId,
    pub bend_axis: Vec3,
    /// Zero but at the root of a finger.
    pub spread_axis: Vec3,
    /// How far the joint is bent at rest, radians.
    pub bent_at_rest: f32,
}

impl Hand {
    pub fn side(&self) -> Side {
        self.side
    }

    /// The hand's joint.
    pub fn joint(&self) -> JointId {
        self.joint
    }

    /// From the wrist to the middle of the knuckles at rest; metres, model space.
    pub fn palm_length(&self) -> f32 {
        self.palm_length
    }

    /// The goal that puts this hand's palm at `palm_in_world`. `root` is that of the [`Inputs`](super::Inputs): its scale is the
    /// character's size. Weight 1, no hint.
    pub fn goal(&self, palm_in_world: Transform, root: Transform) -> Goal<'static> {
        let (palm, hand) = (palm_in_world, self.palm_from_hand);
        Goal {
            chain: self.role().name(),
            position_in_world: palm.translation + palm.rotation * (hand.translation * root.scale.x),
            rotation_in_world: Some((palm.rotation * hand.rotation).normalize()),
            hint_in_world: None,
            weight: 1.0,
        }
    }

    /// Where this hand's palm is, given where its joint is: world space, the rotation that of the joint as
    /// [`Globals::rotation`] has it. The reverse of [`Hand::goal`].
    pub fn palm_in_world(&self, hand_in_world: Vec3, rotation_in_world: Quat, root: Transform) -> Transform {
        let rotation = (rotation_in_world * self.palm_from_hand.rotation.conjugate()).normalize();
        let translation = hand_in_world - rotation * (self.palm_from_hand.translation * root.scale.x);
        Transform { translation, rotation, scale: Vec3::ONE }
    }

    fn role(&self) -> Role {
        match self.side {
            Side::Left => Role::LeftHand,
            Side::Right => Role::RightHand,
        }
    }
}

impl BoundRig {
    /// The hand of one side; none where the character has none.
    pub fn hand(&self, side: Side) -> Option<&Hand> {
        self.hands[side as usize].as_ref()
    }

    /// Where a palm of a posed character is in the world. None where the character has no such hand.
    pub fn palm_in_world(&self, side: Side, pose: &Pose, root: Transform) -> Option<Transform> {
        let hand = self.hand(side)?;
        let globals = Globals::of(&self.skeleton, pose);
        let at = root.to_affine().transform_point3(globals.position(hand.joint));
        let rotation = super::body::rotation(&globals, hand.joint, self.even_scales);
        Some(hand.palm_in_world(at, root.rotation * rotation, root))
    }
}
