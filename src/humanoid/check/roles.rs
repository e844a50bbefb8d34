//! Roles that were given to joints which can't have them.

use super::tree::LOWER_LIMBS;
use crate::humanoid::{HumanoidMap, Role, body_frame, leg_length};
use crate::skeleton::{JointId, Skeleton};

/// How far a joint lies across the body's middle before it counts as on the other side, by the length of a leg.
const ACROSS: f32 = 0.02;

/// Why a joint can't have its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleFault {
    /// Another role has the same joint.
    SharedWith(Role),
    /// The joint of this role hangs on it, though a body has that one above.
    AboveItsParent(Role),
    /// The limb's joint above it is another branch of the tree.
    ApartFrom(Role),
    /// It lies on the other side of the body than the rest of its side.
    WrongSide,
}

impl std::fmt::Display for RoleFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SharedWith(role) => write!(f, "{role} has the same bone"),
            Self::AboveItsParent(role) => {
                write!(f, "the bone of {role} hangs on it, and in a body it is the other way round")
            }
            Self::ApartFrom(role) => write!(f, "it does not hang below the bone of {role}"),
            Self::WrongSide => f.write_str("it lies on the other side of the body"),
        }
    }
}

/// The roles whose joints can't be right, at most one reason each, in [`Role::ALL`]'s order.
///
/// Feet, shoulders and whole limbs that hang beside their parent are a habit of animators' rigs and no fault; knees, elbows
/// and hands apart from the bone just above them are. Which side is left is what most pairs of bones say, so that a body seen
/// in a mirror is none either.
pub fn role_faults(skeleton: &Skeleton, map: &HumanoidMap) -> Vec<(Role, RoleFault)> {
    let sides = Sides::of(skeleton, map);
    map.iter()
        .filter(|(_, joint)| skeleton.id(joint.index()).is_some())
        .filter_map(|(role, joint)| {
            let fault = shared(map, role, joint)
                .or_else(|| misplaced_in_tree(skeleton, map, role, joint))
                .or_else(|| sides.is_wrong(role, joint).then_some(RoleFault::WrongSide))?;
            Some((role, fault))
        })
        .collect()
}

fn shared(map: &HumanoidMap, role: Role, joint: JointId) -> Option<RoleFault> {
    map.iter().find(|&(other, theirs)| other != role && theirs == joint).map(|(other, _)| RoleFault::SharedWith(other))
}

fn misplaced_in_tree(skeleton: &Skeleton, map: &HumanoidMap, role: Role, joint: JointId) -> Option<RoleFault> {
    let (above, parent) =
        std::iter::successors(role.parent(), |role| role.parent()).find_map(|role| Some((role, map.get(role)?)))?;
    if parent == joint || skeleton.is_within(joint, parent) {
        None
    } else if skeleton.is_within(parent, joint) {
        Some(RoleFault::AboveItsParent(above))
    } else if LOWER_LIMBS.contains(&role)
        && role.parent() == Some(above)
        && !matches!(role, Role::LeftFoot | Role::RightFoot)
    {
        Some(RoleFault::ApartFrom(above))
    } else {
        None
    }
}

/// Where left is.
struct Sides<'a> {
    skeleton: &'a Skeleton,
    map: &'a HumanoidMap,
    left: glam::Vec3,
    middle: Option<glam::Vec3>,
    least: f32,
}

impl<'a> Sides<'a> {
    fn of(skeleton: &'a Skeleton, map: &'a HumanoidMap) -> Self {
        let rest = skeleton.rest_globals();
        let middle = [Role::Hips, Role::Spine, Role::Chest, Role::Neck, Role::Head]
            .into_iter()
            .find_map(|role| map.get(role))
            .map(|joint| rest.position(joint));
        let mut sides = Self {
            skeleton,
            map,
            left: body_frame(skeleton, map).left,
            middle,
            least: ACROSS * leg_length(skeleton, map),
        };
        let apart = |role: Role| Some(sides.apart(role, map.get(role.mirrored())?));
        let pairs = map.iter().filter(|(role, _)| role.side() == Some(crate::humanoid::Side::Left));
        let votes: i32 = pairs.filter_map(|(role, _)| apart(role)).map(|apart| if apart < 0.0 { -1 } else { 1 }).sum();
        if votes < 0 {
            sides.left = -sides.left;
        }
        sides
    }

    /// How far the joint of `role` lies to its side of `other`; below zero where it is beyond.
    fn apart(&self, role: Role, other: JointId) -> f32 {
        let rest = self.skeleton.rest_globals();
        let (Some(joint), Some(side)) = (self.map.get(role), role.side()) else { return 0.0 };
        (rest.position(joint) - rest.position(other)).dot(self.left) * side.sign()
    }

    fn is_wrong(&self, role: Role, joint: JointId) -> bool {
        let Some(side) = role.side() else { return false };
        let apart = match (self.map.get(role.mirrored()), self.middle) {
            (Some(other), _) => self.apart(role, other),
            (None, Some(middle)) => {
                (self.skeleton.rest_globals().position(joint) - middle).dot(self.left) * side.sign()
            }
            (None, None) => return false,
        };
        apart < -self.least
    }
}
