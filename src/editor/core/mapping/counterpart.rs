//! The bone on the other side of the body: called the same with left and right exchanged, or lying where a mirror shows it.

use glam::Vec3;
use surefoot::humanoid::Role;
use surefoot::skeleton::{JointId, Skeleton};

use super::super::Stage;

/// How far from its mirror image a bone may lie, by the length of a leg.
const NEAR: f32 = 0.06;

/// None for a bone in the middle, or where no bone lies there.
pub(super) fn of(stage: &Stage, joint: JointId) -> Option<JointId> {
    by_name(stage.skeleton(), joint).or_else(|| by_place(stage, joint))
}

fn by_name(skeleton: &Skeleton, joint: JointId) -> Option<JointId> {
    let names = exchanged(skeleton.name(joint));
    names.iter().find_map(|name| skeleton.find(name).filter(|&other| other != joint))
}

pub(super) fn by_place(stage: &Stage, joint: JointId) -> Option<JointId> {
    let rest = stage.rest_globals();
    let left = stage.body_frame().left;
    let middle =
        [Role::Hips, Role::Spine, Role::Neck, Role::Head].into_iter().find_map(|role| stage.map().get(role))?;
    let mirrored = |point: Vec3| point - left * (2.0 * (point - rest.position(middle)).dot(left));
    let image = mirrored(rest.position(joint));
    let reach = NEAR * stage.leg_length();
    // In the middle it would be its own counterpart.
    if image.distance(rest.position(joint)) < reach {
        return None;
    }
    // Bones may share a place: the one whose parent lies at the parent's image is meant.
    let parent_image = stage.skeleton().parent(joint).map(|parent| mirrored(rest.position(parent)));
    let off = |other: JointId| {
        let parent = stage.skeleton().parent(other).map(|parent| rest.position(parent));
        let apart = parent_image.zip(parent).map_or(reach, |(image, parent)| image.distance(parent).min(reach));
        rest.position(other).distance(image) + 0.5 * apart
    };
    stage
        .skeleton()
        .ids()
        .filter(|&other| rest.position(other).distance(image) < reach)
        .min_by(|&a, &b| off(a).total_cmp(&off(b)))
}

/// The name with left and right exchanged, in the ways names say it.
fn exchanged(name: &str) -> Vec<String> {
    let words = [("Left", "Right"), ("left", "right"), ("LEFT", "RIGHT"), ("左", "右")];
    let both_ways = words.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    let mut names: Vec<String> =
        both_ways.filter(|(from, _)| name.contains(from)).map(|(from, to)| name.replacen(from, to, 1)).collect();
    for (at, letter) in name.char_indices() {
        let other = match letter {
            'l' => "r",
            'r' => "l",
            'L' => "R",
            'R' => "L",
            _ => continue,
        };
        let before = name[..at].chars().next_back();
        let after = name[at + 1..].chars().next();
        let parts = |neighbour: Option<char>| neighbour.is_none_or(|sign| !sign.is_alphanumeric());
        // `foot_l`, `l_foot`, `Bip L Foot`, and `LFoot`.
        let is_prefix = letter.is_uppercase() && parts(before) && after.is_some_and(char::is_uppercase);
        if parts(before) && parts(after) || is_prefix {
            names.push(format!("{}{other}{}", &name[..at], &name[at + 1..]));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_their_side_in_many_ways() {
        for (name, other) in [
            ("mixamorig:LeftFoot", "mixamorig:RightFoot"),
            ("foot_l", "foot_r"),
            ("thigh.R.001", "thigh.L.001"),
            ("Bip001 L Foot", "Bip001 R Foot"),
            ("J_Bip_L_UpperLeg", "J_Bip_R_UpperLeg"),
            ("LFoot", "RFoot"),
            ("右足", "左足"),
        ] {
            assert!(exchanged(name).iter().any(|found| found == other), "{name}: {:?}", exchanged(name));
        }
        assert_eq!(exchanged("Spine"), Vec::<String>::new());
        assert_eq!(exchanged("pelvis"), Vec::<String>::new());
    }
}
