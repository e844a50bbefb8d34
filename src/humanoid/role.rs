use serde::{Deserialize, Serialize};

/// Which half of the body; the character's own left, not the viewer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// +1 for left, -1 for right: the sign along the body's left axis.
    pub fn sign(self) -> f32 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }
}

/// What a bone is to a human body: the bones of VRM 1.0, by its names, which also stand in RON and JSON.
///
/// Parents come before children in [`Role::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    LeftEye,
    RightEye,
    Jaw,
    LeftUpperLeg,
    LeftLowerLeg,
    LeftFoot,
    LeftToes,
    RightUpperLeg,
    RightLowerLeg,
    RightFoot,
    RightToes,
    LeftShoulder,
    LeftUpperArm,
    LeftLowerArm,
    LeftHand,
    RightShoulder,
    RightUpperArm,
    RightLowerArm,
    RightHand,
    LeftThumbMetacarpal,
    LeftThumbProximal,
    LeftThumbDistal,
    LeftIndexProximal,
    LeftIndexIntermediate,
    LeftIndexDistal,
    LeftMiddleProximal,
    LeftMiddleIntermediate,
    LeftMiddleDistal,
    LeftRingProximal,
    LeftRingIntermediate,
    LeftRingDistal,
    LeftLittleProximal,
    LeftLittleIntermediate,
    LeftLittleDistal,
    RightThumbMetacarpal,
    RightThumbProximal,
    RightThumbDistal,
    RightIndexProximal,
    RightIndexIntermediate,
    RightIndexDistal,
    RightMiddleProximal,
    RightMiddleIntermediate,
    RightMiddleDistal,
    RightRingProximal,
    RightRingIntermediate,
    RightRingDistal,
    RightLittleProximal,
    RightLittleIntermediate,
    RightLittleDistal,
}

impl Role {
    pub const COUNT: usize = Self::ALL.len();

    pub const ALL: [Self; 55] = [
        Self::Hips,
        Self::Spine,
        Self::Chest,
        Self::UpperChest,
        Self::Neck,
        Self::Head,
        Self::LeftEye,
        Self::RightEye,
        Self::Jaw,
        Self::LeftUpperLeg,
        Self::LeftLowerLeg,
        Self::LeftFoot,
        Self::LeftToes,
        Self::RightUpperLeg,
        Self::RightLowerLeg,
        Self::RightFoot,
        Self::RightToes,
        Self::LeftShoulder,
        Self::LeftUpperArm,
        Self::LeftLowerArm,
        Self::LeftHand,
        Self::RightShoulder,
        Self::RightUpperArm,
        Self::RightLowerArm,
        Self::RightHand,
        Self::LeftThumbMetacarpal,
        Self::LeftThumbProximal,
        Self::LeftThumbDistal,
        Self::LeftIndexProximal,
        Self::LeftIndexIntermediate,
        Self::LeftIndexDistal,
        Self::LeftMiddleProximal,
        Self::LeftMiddleIntermediate,
        Self::LeftMiddleDistal,
        Self::LeftRingProximal,
        Self::LeftRingIntermediate,
        Self::LeftRingDistal,
        Self::LeftLittleProximal,
        Self::LeftLittleIntermediate,
        Self::LeftLittleDistal,
        Self::RightThumbMetacarpal,
        Self::RightThumbProximal,
        Self::RightThumbDistal,
        Self::RightIndexProximal,
        Self::RightIndexIntermediate,
        Self::RightIndexDistal,
        Self::RightMiddleProximal,
        Self::RightMiddleIntermediate,
        Self::RightMiddleDistal,
        Self::RightRingProximal,
        Self::RightRingIntermediate,
        Self::RightRingDistal,
        Self::RightLittleProximal,
        Self::RightLittleIntermediate,
        Self::RightLittleDistal,
    ];

    /// VRM 1.0's name, as in `leftUpperArm`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hips => "hips",
            Self::Spine => "spine",
            Self::Chest => "chest",
            Self::UpperChest => "upperChest",
            Self::Neck => "neck",
            Self::Head => "head",
            Self::LeftEye => "leftEye",
            Self::RightEye => "rightEye",
            Self::Jaw => "jaw",
            Self::LeftUpperLeg => "leftUpperLeg",
            Self::LeftLowerLeg => "leftLowerLeg",
            Self::LeftFoot => "leftFoot",
            Self::LeftToes => "leftToes",
            Self::RightUpperLeg => "rightUpperLeg",
            Self::RightLowerLeg => "rightLowerLeg",
            Self::RightFoot => "rightFoot",
            Self::RightToes => "rightToes",
            Self::LeftShoulder => "leftShoulder",
            Self::LeftUpperArm => "leftUpperArm",
            Self::LeftLowerArm => "leftLowerArm",
            Self::LeftHand => "leftHand",
            Self::RightShoulder => "rightShoulder",
            Self::RightUpperArm => "rightUpperArm",
            Self::RightLowerArm => "rightLowerArm",
            Self::RightHand => "rightHand",
            Self::LeftThumbMetacarpal => "leftThumbMetacarpal",
            Self::LeftThumbProximal => "leftThumbProximal",
            Self::LeftThumbDistal => "leftThumbDistal",
            Self::LeftIndexProximal => "leftIndexProximal",
            Self::LeftIndexIntermediate => "leftIndexIntermediate",
            Self::LeftIndexDistal => "leftIndexDistal",
            Self::LeftMiddleProximal => "leftMiddleProximal",
            Self::LeftMiddleIntermediate => "leftMiddleIntermediate",
            Self::LeftMiddleDistal => "leftMiddleDistal",
            Self::LeftRingProximal => "leftRingProximal",
            Self::LeftRingIntermediate => "leftRingIntermediate",
            Self::LeftRingDistal => "leftRingDistal",
            Self::LeftLittleProximal => "leftLittleProximal",
            Self::LeftLittleIntermediate => "leftLittleIntermediate",
            Self::LeftLittleDistal => "leftLittleDistal",
            Self::RightThumbMetacarpal => "rightThumbMetacarpal",
            Self::RightThumbProximal => "rightThumbProximal",
            Self::RightThumbDistal => "rightThumbDistal",
            Self::RightIndexProximal => "rightIndexProximal",
            Self::RightIndexIntermediate => "rightIndexIntermediate",
            Self::RightIndexDistal => "rightIndexDistal",
            Self::RightMiddleProximal => "rightMiddleProximal",
            Self::RightMiddleIntermediate => "rightMiddleIntermediate",
            Self::RightMiddleDistal => "rightMiddleDistal",
            Self::RightRingProximal => "rightRingProximal",
            Self::RightRingIntermediate => "rightRingIntermediate",
            Self::RightRingDistal => "rightRingDistal",
            Self::RightLittleProximal => "rightLittleProximal",
            Self::RightLittleIntermediate => "rightLittleIntermediate",
            Self::RightLittleDistal => "rightLittleDistal",
        }
    }

    /// The role called `name`, exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The role above this one in a whole body; a character may lack it. None for the hips.
    pub fn parent(self) -> Option<Self> {
        match self {
            Self::Hips => None,
            Self::Spine | Self::LeftUpperLeg | Self::RightUpperLeg => Some(Self::Hips),
            Self::Chest => Some(Self::Spine),
            Self::UpperChest => Some(Self::Chest),
            Self::Neck | Self::LeftShoulder | Self::RightShoulder => Some(Self::UpperChest),
            Self::Head => Some(Self::Neck),
            Self::LeftEye | Self::RightEye | Self::Jaw => Some(Self::Head),
            Self::LeftLowerLeg => Some(Self::LeftUpperLeg),
            Self::LeftFoot => Some(Self::LeftLowerLeg),
            Self::LeftToes => Some(Self::LeftFoot),
            Self::RightLowerLeg => Some(Self::RightUpperLeg),
            Self::RightFoot => Some(Self::RightLowerLeg),
            Self::RightToes => Some(Self::RightFoot),
            Self::LeftUpperArm => Some(Self::LeftShoulder),
            Self::LeftLowerArm => Some(Self::LeftUpperArm),
            Self::LeftHand => Some(Self::LeftLowerArm),
            Self::RightUpperArm => Some(Self::RightShoulder),
            Self::RightLowerArm => Some(Self::RightUpperArm),
            Self::RightHand => Some(Self::RightLowerArm),
            Self::LeftThumbMetacarpal
            | Self::LeftIndexProximal
            | Self::LeftMiddleProximal
            | Self::LeftRingProximal
            | Self::LeftLittleProximal => Some(Self::LeftHand),
            Self::LeftThumbProximal => Some(Self::LeftThumbMetacarpal),
            Self::LeftThumbDistal => Some(Self::LeftThumbProximal),
            Self::LeftIndexIntermediate => Some(Self::LeftIndexProximal),
            Self::LeftIndexDistal => Some(Self::LeftIndexIntermediate),
            Self::LeftMiddleIntermediate => Some(Self::LeftMiddleProximal),
            Self::LeftMiddleDistal => Some(Self::LeftMiddleIntermediate),
            Self::LeftRingIntermediate => Some(Self::LeftRingProximal),
            Self::LeftRingDistal => Some(Self::LeftRingIntermediate),
            Self::LeftLittleIntermediate => Some(Self::LeftLittleProximal),
            Self::LeftLittleDistal => Some(Self::LeftLittleIntermediate),
            Self::RightThumbMetacarpal
            | Self::RightIndexProximal
            | Self::RightMiddleProximal
            | Self::RightRingProximal
            | Self::RightLittleProximal => Some(Self::RightHand),
            Self::RightThumbProximal => Some(Self::RightThumbMetacarpal),
            Self::RightThumbDistal => Some(Self::RightThumbProximal),
            Self::RightIndexIntermediate => Some(Self::RightIndexProximal),
            Self::RightIndexDistal => Some(Self::RightIndexIntermediate),
            Self::RightMiddleIntermediate => Some(Self::RightMiddleProximal),
            Self::RightMiddleDistal => Some(Self::RightMiddleIntermediate),
            Self::RightRingIntermediate => Some(Self::RightRingProximal),
            Self::RightRingDistal => Some(Self::RightRingIntermediate),
            Self::RightLittleIntermediate => Some(Self::RightLittleProximal),
            Self::RightLittleDistal => Some(Self::RightLittleIntermediate),
        }
    }

    /// Which side the role is on; none for the middle of the body.
    pub fn side(self) -> Option<Side> {
        match self.name() {
            name if name.starts_with("left") => Some(Side::Left),
            name if name.starts_with("right") => Some(Side::Right),
            _ => None,
        }
    }

    /// The same bone on the other side; itself in the middle of the body.
    pub fn mirrored(self) -> Self {
        match self {
            Self::LeftEye => Self::RightEye,
            Self::RightEye => Self::LeftEye,
            Self::LeftUpperLeg => Self::RightUpperLeg,
            Self::RightUpperLeg => Self::LeftUpperLeg,
            Self::LeftLowerLeg => Self::RightLowerLeg,
            Self::RightLowerLeg => Self::LeftLowerLeg,
            Self::LeftFoot => Self::RightFoot,
            Self::RightFoot => Self::LeftFoot,
            Self::LeftToes => Self::RightToes,
            Self::RightToes => Self::LeftToes,
            Self::LeftShoulder => Self::RightShoulder,
            Self::RightShoulder => Self::LeftShoulder,
            Self::LeftUpperArm => Self::RightUpperArm,
            Self::RightUpperArm => Self::LeftUpperArm,
            Self::LeftLowerArm => Self::RightLowerArm,
            Self::RightLowerArm => Self::LeftLowerArm,
            Self::LeftHand => Self::RightHand,
            Self::RightHand => Self::LeftHand,
            Self::LeftThumbMetacarpal => Self::RightThumbMetacarpal,
            Self::RightThumbMetacarpal => Self::LeftThumbMetacarpal,
            Self::LeftThumbProximal => Self::RightThumbProximal,
            Self::RightThumbProximal => Self::LeftThumbProximal,
            Self::LeftThumbDistal => Self::RightThumbDistal,
            Self::RightThumbDistal => Self::LeftThumbDistal,
            Self::LeftIndexProximal => Self::RightIndexProximal,
            Self::RightIndexProximal => Self::LeftIndexProximal,
            Self::LeftIndexIntermediate => Self::RightIndexIntermediate,
            Self::RightIndexIntermediate => Self::LeftIndexIntermediate,
            Self::LeftIndexDistal => Self::RightIndexDistal,
            Self::RightIndexDistal => Self::LeftIndexDistal,
            Self::LeftMiddleProximal => Self::RightMiddleProximal,
            Self::RightMiddleProximal => Self::LeftMiddleProximal,
            Self::LeftMiddleIntermediate => Self::RightMiddleIntermediate,
            Self::RightMiddleIntermediate => Self::LeftMiddleIntermediate,
            Self::LeftMiddleDistal => Self::RightMiddleDistal,
            Self::RightMiddleDistal => Self::LeftMiddleDistal,
            Self::LeftRingProximal => Self::RightRingProximal,
            Self::RightRingProximal => Self::LeftRingProximal,
            Self::LeftRingIntermediate => Self::RightRingIntermediate,
            Self::RightRingIntermediate => Self::LeftRingIntermediate,
            Self::LeftRingDistal => Self::RightRingDistal,
            Self::RightRingDistal => Self::LeftRingDistal,
            Self::LeftLittleProximal => Self::RightLittleProximal,
            Self::RightLittleProximal => Self::LeftLittleProximal,
            Self::LeftLittleIntermediate => Self::RightLittleIntermediate,
            Self::RightLittleIntermediate => Self::LeftLittleIntermediate,
            Self::LeftLittleDistal => Self::RightLittleDistal,
            Self::RightLittleDistal => Self::LeftLittleDistal,
            middle => middle,
        }
    }

    /// Whether a body without this bone is no whole humanoid, as VRM 1.0 has it.
    pub fn is_required(self) -> bool {
        matches!(
            self,
            Self::Hips
                | Self::Spine
                | Self::Head
                | Self::LeftUpperLeg
                | Self::LeftLowerLeg
                | Self::LeftFoot
                | Self::RightUpperLeg
                | Self::RightLowerLeg
                | Self::RightFoot
                | Self::LeftUpperArm
                | Self::LeftLowerArm
                | Self::LeftHand
                | Self::RightUpperArm
                | Self::RightLowerArm
                | Self::RightHand
        )
    }

    /// `left` or `right` of the pair whose name without the side is `name`, as in `UpperArm`.
    pub fn sided(side: Side, name: &str) -> Option<Self> {
        let side = match side {
            Side::Left => "left",
            Side::Right => "right",
        };
        Self::ALL.into_iter().find(|role| role.name().strip_prefix(side) == Some(name))
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_before_children_and_names_lead_back() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, index);
            assert_eq!(Role::from_name(role.name()), Some(role));
            assert!(role.parent().is_none_or(|parent| parent < role), "{role}");
            assert_eq!(role.mirrored().mirrored(), role);
            assert_eq!(role.mirrored().side(), role.side().map(Side::other));
        }
        assert_eq!(Role::ALL.into_iter().filter(|role| role.is_required()).count(), 15);
    }
}
