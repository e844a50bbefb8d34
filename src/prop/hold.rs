use glam::{Quat, Vec3};

use super::{Grip, HandPose};
use crate::humanoid::Side;
use crate::math::{Transform, arc_between, direction_or};
use crate::runtime::{BoundRig, FingerGoal, Goal};

/// One hand on a grip: where its palm is in the world, and how its fingers are bent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    pub side: Side,
    /// Metres, without scale; see [`prop`](crate::prop) for a palm's axes.
    pub palm_in_world: Transform,
    /// From the palm to where the hand begins to come, world space, metres.
    pub approach_in_world: Vec3,
    pub fingers: HandPose,
    /// How far the hand has come: 1 on the grip, 0 as far off as the grip's reach.
    pub share: f32,
}

impl Hold {
    pub(super) fn new(grip: &Grip, side: Side, world_from_prop: Transform) -> Self {
        let palm = grip.prop_from_palm();
        let turn = direction_of(world_from_prop.rotation);
        let palm_in_world = Transform {
            translation: world_from_prop.translation + turn * (world_from_prop.scale * palm.translation),
            rotation: (turn * palm.rotation).normalize(),
            scale: Vec3::ONE,
        };
        let back = palm.rotation * Vec3::Y;
        let from = direction_or(Vec3::from(grip.approach), back);
        let reach = if grip.reach.is_finite() { grip.reach.max(0.0) } else { 0.0 };
        Self { side, palm_in_world, approach_in_world: turn * from * reach, fingers: grip.fingers, share: 1.0 }
    }

    /// The hand on its way: at `share` 0 it is the grip's reach off and open, at 1 it holds. In between it has come
    /// `share` of the way, and closes over the last half of it. 0..=1; what is not a number counts as 0.
    pub fn approached(self, share: f32) -> Self {
        Self { share: if share >= 0.0 { share.min(1.0) } else { 0.0 }, ..self }
    }

    /// The goal for the arm: the hand joint is where this palm needs it, whatever the hand's size. `root` is that of the
    /// [`Inputs`](crate::runtime::Inputs). None where the character has no such hand.
    pub fn goal(&self, bound: &BoundRig, root: Transform) -> Option<Goal<'static>> {
        let off = self.approach_in_world * (1.0 - self.share);
        let palm = Transform { translation: self.palm_in_world.translation + off, ..self.palm_in_world };
        Some(bound.hand(self.side)?.goal(palm, root))
    }

    /// The goal for the fingers.
    pub fn fingers(&self) -> FingerGoal {
        let closed = (self.share * 2.0 - 1.0).clamp(0.0, 1.0);
        FingerGoal { side: self.side, pose: HandPose::default().lerp(&self.fingers, closed), weight: 1.0 }
    }
}

/// Where a prop is that one hand carries along: world from prop, with the prop's own scale, for a palm at `palm_in_world`.
///
/// For a prop of two hands, the one that leads: [`Grip::hold`] with what comes back puts the other hand where it belongs.
///
/// ```
/// use surefoot::glam::{Quat, Vec3};
/// use surefoot::humanoid::Side;
/// use surefoot::math::Transform;
/// use surefoot::prop::{carried, prop};
///
/// let pole = prop("pole").unwrap();
/// let grip = pole.grip("middle").unwrap();
/// let place = Transform { rotation: Quat::from_rotation_x(0.3), ..Transform::from_translation(Vec3::Y) };
/// let palm = grip.hold(Side::Right, place).palm_in_world;
/// let back = carried(grip, Side::Right, palm, Vec3::ONE);
/// assert!(back.translation.distance(place.translation) < 1e-6);
/// ```
pub fn carried(grip: &Grip, side: Side, palm_in_world: Transform, scale: Vec3) -> Transform {
    let palm = grip.for_hand(side).prop_from_palm();
    let rotation = (direction_of(palm_in_world.rotation) * palm.rotation.conjugate()).normalize();
    Transform { translation: palm_in_world.translation - rotation * (scale * palm.translation), rotation, scale }
}

/// Where a prop is that two hands carry between them, neither leading: half-way between where either would have it, turned so that the line from
/// grip to grip lies along the line from palm to palm. `left` and `right` are grips with the palms that hold them, world space.
pub fn carried_between(left: (&Grip, Transform), right: (&Grip, Transform), scale: Vec3) -> Transform {
    let by_left = carried(left.0, Side::Left, left.1, scale);
    let by_right = carried(right.0, Side::Right, right.1, scale);
    let rotation = by_left.rotation.slerp(by_right.rotation, 0.5).normalize();
    let rotation = if rotation.is_finite() { rotation } else { by_left.rotation };
    let [at_left, at_right] = [(left.0, Side::Left), (right.0, Side::Right)]
        .map(|(grip, side)| scale * grip.for_hand(side).prop_from_palm().translation);
    let line = left.1.translation - right.1.translation;
    let (now, wanted) = (rotation * (at_left - at_right), line);
    let rotation = match (now.try_normalize(), wanted.try_normalize()) {
        (Some(now), Some(wanted)) => (arc_between(now, wanted) * rotation).normalize(),
        _ => rotation,
    };
    let middle = left.1.translation.midpoint(right.1.translation);
    Transform { translation: middle - rotation * at_left.midpoint(at_right), rotation, scale }
}

/// Made unit; the identity where it has no length.
fn direction_of(rotation: Quat) -> Quat {
    let length = rotation.length();
    if length > 1e-6 && length.is_finite() { rotation / length } else { Quat::IDENTITY }
}
