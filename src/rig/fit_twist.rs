//! Finds the bones of a skeleton that take up the roll of its arms.

use crate::humanoid::{HumanoidMap, Role, detect};
use crate::rig::{BoneRef, TwistBone};
use crate::skeleton::{JointId, Skeleton};

/// A bone this far off the line of a limb, in the limb's lengths, is no part of it.
const ON_LINE: f32 = 0.1;
/// As [`ON_LINE`], for one whose name says nothing.
const ON_LINE_EXACTLY: f32 = 0.02;
/// Nearer to either end than this share a bone's place does not tell its share of the roll.
const NEAR_AN_END: f32 = 0.08;

/// The twist bones of both arms: what lies between two joints of an arm, and what hangs beside it and is called so or ends on
/// the arm's own line. The share is the place along the bone; where that does not tell, they share evenly.
pub(super) fn twist_bones(skeleton: &Skeleton, map: &HumanoidMap) -> Vec<TwistBone> {
    let segments = [
        (Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftUpperArm),
        (Role::LeftLowerArm, Role::LeftHand, Role::LeftHand),
    ];
    let both = segments.map(|segment| [segment, mirrored(segment)]);
    let mut found = Vec::new();
    for (from, to, of) in [both[0][0], both[1][0], both[0][1], both[1][1]] {
        if let (Some(from), Some(to)) = (map.get(from), map.get(to)) {
            let along = along(skeleton, map, from, to);
            let even = along.iter().any(|&(_, place)| !(NEAR_AN_END..=1.0 - NEAR_AN_END).contains(&place))
                || along.windows(2).any(|pair| pair[1].1 - pair[0].1 < NEAR_AN_END);
            let count = along.len() as f32;
            found.extend(along.into_iter().enumerate().map(|(index, (joint, place))| TwistBone {
                bone: BoneRef::naming(skeleton, joint),
                of: BoneRef::Role(of),
                share: if even { hundredths((index as f32 + 1.0) / (count + 1.0)) } else { hundredths(place) },
            }));
        }
    }
    found
}

fn mirrored((from, to, of): (Role, Role, Role)) -> (Role, Role, Role) {
    (from.mirrored(), to.mirrored(), of.mirrored())
}

/// Finer than the eye tells, and short to read.
fn hundredths(share: f32) -> f32 {
    (share * 100.0).round() / 100.0
}

/// The bones between two joints, with their place between: 0 at the first, 1 at the second; in that order.
fn along(skeleton: &Skeleton, map: &HumanoidMap, from: JointId, to: JointId) -> Vec<(JointId, f32)> {
    let rest = skeleton.rest_globals();
    let (start, line) = (rest.position(from), rest.position(to) - rest.position(from));
    let length = line.length();
    let Some(direction) = line.try_normalize().filter(|_| skeleton.is_within(to, from)) else { return Vec::new() };
    let candidates = skeleton.ids().filter(|&joint| {
        joint != from
            && skeleton.is_within(joint, from)
            && !skeleton.is_within(joint, to)
            && map.role_of(joint).is_none()
    });
    let mut found: Vec<(JointId, f32)> = candidates
        .filter_map(|joint| {
            let at = rest.position(joint) - start;
            let place = at.dot(direction) / length;
            let off = (at - direction * at.dot(direction)).length() / length;
            let on_the_way = skeleton.is_within(to, joint);
            let called = detect::is_twist(skeleton.name(joint));
            let ends = skeleton.children(joint).next().is_none() && skeleton.parent(joint) == Some(from);
            let lies = off < if on_the_way || called { ON_LINE } else { ON_LINE_EXACTLY };
            let between = (-0.02..=1.02).contains(&place);
            let strictly = (NEAR_AN_END..=1.0 - NEAR_AN_END).contains(&place);
            (lies && between && (called || (strictly && (on_the_way || ends)))).then_some((joint, place))
        })
        .collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}
