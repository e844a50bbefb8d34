use serde::{Deserialize, Serialize};

use crate::rig::BoneRef;
use crate::rig::schema::{Field, Kind, Record};

/// A bone along a limb that shows a share of a roll, so that the skin between turns evenly instead of wringing at one joint.
///
/// The roll of a limb's tip (a hand) about the bone that carries it is spread over the lower bone; the roll of a limb's root (an
/// upper arm) over the upper bone. Angles are measured from the rest pose. The bone may lie on the way from one joint of the limb
/// to the next or hang beside it; the joints of the limb itself stay where the solver put them, and turned as it turned them.
///
/// ```
/// use surefoot::rig::Rig;
///
/// let rig = Rig::from_ron(r#"Rig(
///     format_version: 1,
///     reference_leg_length: 0.85,
///     bones: {leftHand: Node("hand_l")},
///     twist_bones: [(bone: Node("lowerarm_twist_01_l"), of: Role(leftHand))],
/// )"#)?.rig;
/// assert_eq!(rig.twist_bones[0].share, 0.5);
/// # Ok::<(), surefoot::rig::RigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwistBone {
    /// The bone that takes up the roll; below the limb's root or middle, and no joint of the limb.
    pub bone: BoneRef,
    /// The tip or the root of a chain of two bones: the bone whose roll is spread.
    pub of: BoneRef,
    /// How much of the roll is seen at `bone`: 0 none, as at the end nearer to the body, 1 all of it, as at the far end. 0..=1,
    /// default 0.5.
    #[serde(default = "half")]
    pub share: f32,
}

pub(crate) const TWIST_BONE: Record = Record {
    name: "TwistBone",
    fields: &[
        Field::required("bone", Kind::BONE, "the bone that takes up roll"),
        Field::required("of", Kind::BONE, "the tip or the root of a chain of two bones, whose roll is spread"),
        Field::or("share", Kind::UNIT, "0.5", "how much of the roll is seen here: 0 near the body, 1 at the far end"),
    ],
};

fn half() -> f32 {
    0.5
}
