//! How sure each choice is, and why, in words for people.

use super::body::Body;
use super::limbs::Choice;
use super::part::Part;
use super::reading::PartScore;
use super::structure::Shape;
use super::vocabulary::Names;
use super::words::FINGER;
use crate::humanoid::{DetectedBone, HumanoidMap, Role};
use crate::skeleton::JointId;

/// A name speaks for a role from this score on.
const SPEAKS: f32 = 0.25;
/// Roles that names must speak for before the others of the rig count as settled by them.
const NAMED_RIG: usize = 6;

/// The choices that a name plainly speaks for.
pub(super) fn named(body: &Body, chosen: &[Choice]) -> usize {
    chosen.iter().filter(|choice| name_of(body, choice).is_some_and(|found| found.score > 0.35)).count()
}

/// Says of every choice how sure it is and why. Below 0.6 a person should look: a name says something else, or nothing but
/// the shape of the tree speaks for it.
pub(super) fn explain(
    body: &Body,
    chosen: &[Choice],
    shape: &Shape,
    declared: &[(Role, JointId)],
    names: &Names,
) -> Vec<DetectedBone> {
    let named_rig = named(body, chosen) >= NAMED_RIG;
    let map: HumanoidMap = chosen.iter().map(|choice| (choice.role, choice.joint)).collect();
    let one = |choice: &Choice| {
        let Choice { role, joint, .. } = *choice;
        if declared.contains(&(role, joint)) {
            return DetectedBone { role, joint, confidence: 1.0, why: "declared by the file".into() };
        }
        let name = name_of(body, choice).filter(|found| found.score > SPEAKS);
        let place = place(body, &map, shape, role, joint);
        let mut why = match name {
            Some(PartScore { convention: Some(convention), .. }) => {
                format!("named as in {}", names.convention_name(convention))
            }
            Some(_) => "by a word in its name".into(),
            None => String::new(),
        };
        if let Some(place) = place {
            why.push_str(if why.is_empty() { "" } else { ", and " });
            why.push_str(place);
        }
        if why.is_empty() {
            why.push_str("by its place in the tree");
        }
        let contradicted = body.reading(joint).certain().is_some_and(|says| !agrees(says, role));
        let confidence = match name.map_or(0.0, |found| found.score) {
            score if score >= 0.8 => 0.9 + 0.06 * f32::from(u8::from(place.is_some())),
            score if score >= 0.5 => 0.65 + 0.15 * f32::from(u8::from(place.is_some())),
            score if score > SPEAKS => 0.45 + 0.25 * f32::from(u8::from(place.is_some())),
            _ if contradicted => 0.35,
            // Its neighbours are settled by their names, so that its place is too.
            _ if named_rig && place.is_some() => 0.75,
            _ if place.is_some() => 0.55,
            _ => 0.3,
        };
        DetectedBone { role, joint, confidence, why }
    };
    chosen.iter().map(one).collect()
}

/// What the tree says for `joint` as `role`, as a phrase.
fn place(body: &Body, map: &HumanoidMap, shape: &Shape, role: Role, joint: JointId) -> Option<&'static str> {
    let within = |below: Role, above: JointId| {
        map.get(below).is_some_and(|below| below != above && body.is_within(below, above))
    };
    let named_part = body.reading(joint).certain();
    match role {
        Role::Hips if within(Role::LeftUpperLeg, joint) && within(Role::RightUpperLeg, joint) => {
            Some("by its place: the legs hang on it")
        }
        Role::Spine | Role::Chest | Role::UpperChest | Role::Neck
            if map.get(Role::Hips).is_some_and(|hips| hips != joint && body.is_within(joint, hips))
                && (within(Role::Head, joint) || within(Role::LeftUpperArm, joint)) =>
        {
            Some("by its place between hips and head")
        }
        Role::Hips if named_part == Some(Part::Spine) && within(Role::Spine, joint) => {
            Some("by its place: the spine begins there")
        }
        Role::Head if matches!(named_part, Some(Part::Spine | Part::Neck)) => {
            Some("by its place: the spine ends there")
        }
        _ if is_finger(role) && body.reading(joint).key.starts_with(FINGER) => Some("by the number of the finger"),
        _ if shape.map.get(role) == Some(joint) => Some("by its place in the tree"),
        _ => None,
    }
}

/// Whether a name that says `part` leaves room for `role`: a numbered spine has chest and neck in it, Rigify's the hips.
fn agrees(part: Part, role: Role) -> bool {
    part_of(role) == Some(part)
        || match role {
            Role::Hips | Role::Spine | Role::Chest | Role::UpperChest | Role::Neck | Role::Head => {
                matches!(part, Part::Spine | Part::Chest | Part::UpperChest | Part::Neck)
            }
            _ => false,
        }
}

/// Fingers come last among the roles.
fn is_finger(role: Role) -> bool {
    role >= Role::LeftThumbMetacarpal
}

fn part_of(role: Role) -> Option<Part> {
    Part::ALL.into_iter().find(|part| part.role(role.side()) == Some(role)).or_else(|| {
        let side = role.side()?;
        Part::FINGERS.into_iter().find(|part| part.finger_roles(side).is_some_and(|roles| roles.contains(&role)))
    })
}

/// What the joint's name says of the role it got.
fn name_of(body: &Body, choice: &Choice) -> Option<PartScore> {
    let part = part_of(choice.role)?;
    body.reading(choice.joint).parts.iter().copied().find(|found| found.part == part)
}
