use serde::Deserialize;

use crate::humanoid::{Role, Side};

/// A role without its side and, for a finger, without its segment: what a name can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Part {
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    Eye,
    Jaw,
    Shoulder,
    UpperArm,
    LowerArm,
    Hand,
    UpperLeg,
    LowerLeg,
    Foot,
    Toes,
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
}

impl Part {
    /// Those that are no fingers.
    pub(super) const ALL: [Self; 16] = [
        Self::Hips,
        Self::Spine,
        Self::Chest,
        Self::UpperChest,
        Self::Neck,
        Self::Head,
        Self::Eye,
        Self::Jaw,
        Self::Shoulder,
        Self::UpperArm,
        Self::LowerArm,
        Self::Hand,
        Self::UpperLeg,
        Self::LowerLeg,
        Self::Foot,
        Self::Toes,
    ];

    pub(super) const FINGERS: [Self; 5] = [Self::Thumb, Self::Index, Self::Middle, Self::Ring, Self::Little];

    /// Whether the body has one on either side.
    pub(super) fn is_paired(self) -> bool {
        self >= Self::Eye && self != Self::Jaw
    }

    /// Whether it is a bone of an arm or a leg.
    pub(super) fn is_limb(self) -> bool {
        (Self::Shoulder..=Self::Foot).contains(&self)
    }

    pub(super) fn is_leg(self) -> bool {
        matches!(self, Self::UpperLeg | Self::LowerLeg | Self::Foot)
    }

    /// The role of this part on `side`; none for a middle part with a side, a pair without one, and a finger.
    pub(super) fn role(self, side: Option<Side>) -> Option<Role> {
        let paired = match self {
            Self::Hips => return side.is_none().then_some(Role::Hips),
            Self::Spine => return side.is_none().then_some(Role::Spine),
            Self::Chest => return side.is_none().then_some(Role::Chest),
            Self::UpperChest => return side.is_none().then_some(Role::UpperChest),
            Self::Neck => return side.is_none().then_some(Role::Neck),
            Self::Head => return side.is_none().then_some(Role::Head),
            Self::Jaw => return side.is_none().then_some(Role::Jaw),
            Self::Eye => Role::LeftEye,
            Self::Shoulder => Role::LeftShoulder,
            Self::UpperArm => Role::LeftUpperArm,
            Self::LowerArm => Role::LeftLowerArm,
            Self::Hand => Role::LeftHand,
            Self::UpperLeg => Role::LeftUpperLeg,
            Self::LowerLeg => Role::LeftLowerLeg,
            Self::Foot => Role::LeftFoot,
            Self::Toes => Role::LeftToes,
            Self::Thumb | Self::Index | Self::Middle | Self::Ring | Self::Little => return None,
        };
        Some(match side? {
            Side::Left => paired,
            Side::Right => paired.mirrored(),
        })
    }

    /// The three roles of a finger from the hand out; none for other parts.
    pub(super) fn finger_roles(self, side: Side) -> Option<[Role; 3]> {
        let left = match self {
            Self::Thumb => [Role::LeftThumbMetacarpal, Role::LeftThumbProximal, Role::LeftThumbDistal],
            Self::Index => [Role::LeftIndexProximal, Role::LeftIndexIntermediate, Role::LeftIndexDistal],
            Self::Middle => [Role::LeftMiddleProximal, Role::LeftMiddleIntermediate, Role::LeftMiddleDistal],
            Self::Ring => [Role::LeftRingProximal, Role::LeftRingIntermediate, Role::LeftRingDistal],
            Self::Little => [Role::LeftLittleProximal, Role::LeftLittleIntermediate, Role::LeftLittleDistal],
            _ => return None,
        };
        Some(match side {
            Side::Left => left,
            Side::Right => left.map(Role::mirrored),
        })
    }
}
