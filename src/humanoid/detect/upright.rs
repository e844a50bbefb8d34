//! Stands a body up that its file lays down: +Y is up in glTF, and not in every file.

use glam::{Quat, Vec3};

use super::DetectInput;
use super::part::Part;
use super::reading::{Nature, Reading};
use crate::humanoid::Role;
use crate::math::arc_between;
use crate::skeleton::{JointId, Skeleton};

/// How near to an axis torso and legs must both lie, as a cosine.
const ALONG: f32 = 0.82;

/// The skeleton turned so that the body stands, where what its bones are called says that it lies: legs and torso along one
/// axis that is not +Y. An animal's torso lies across its legs, so that stays as it is.
pub(super) fn stood_up(input: &DetectInput, readings: &[Reading]) -> Option<Skeleton> {
    let skeleton = input.skeleton;
    let middle = |parts: &[Part]| {
        let points: Vec<Vec3> = skeleton
            .ids()
            .filter(|&joint| parts.iter().any(|&part| is_part(input, &readings[joint.index()], joint, part)))
            .map(|joint| skeleton.rest_globals().position(joint))
            .filter(|point| point.is_finite())
            .collect();
        (!points.is_empty()).then(|| points.iter().sum::<Vec3>() / points.len() as f32)
    };
    let foot = middle(&[Part::Foot, Part::Toes]).or_else(|| middle(&[Part::LowerLeg]))?;
    let hips = middle(&[Part::UpperLeg]).or_else(|| middle(&[Part::Hips]))?;
    let head = middle(&[Part::Head])
        .or_else(|| middle(&[Part::Neck]))
        .or_else(|| middle(&[Part::Shoulder, Part::UpperArm]))?;
    let (legs, torso) = ((hips - foot).try_normalize()?, (head - hips).try_normalize()?);
    let axes = [Vec3::X, Vec3::NEG_X, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let up = axes.into_iter().find(|axis| axis.dot(legs) > ALONG && axis.dot(torso) > ALONG)?;
    Some(turned(skeleton, arc_between(up, Vec3::Y)))
}

fn is_part(input: &DetectInput, reading: &Reading, joint: JointId, part: Part) -> bool {
    let declared = |role: Role| part.role(role.side()) == Some(role);
    if input.declared.is_empty() {
        reading.nature != Nature::Control && reading.certain() == Some(part)
    } else {
        input.declared.iter().any(|&(role, other)| other == joint && declared(role))
    }
}

/// The skeleton turned so that what is up along +Z is up along +Y: for files without names that are not as glTF asks.
pub(super) fn from_z_up(skeleton: &Skeleton) -> Skeleton {
    turned(skeleton, arc_between(Vec3::Z, Vec3::Y))
}

fn turned(skeleton: &Skeleton, turn: Quat) -> Skeleton {
    let mut rest = skeleton.rest().clone();
    for root in skeleton.ids().filter(|&joint| skeleton.parent(joint).is_none()) {
        let local = rest.get_mut(root);
        local.translation = turn * local.translation;
        local.rotation = turn * local.rotation;
    }
    skeleton.with_rest(&rest)
}
