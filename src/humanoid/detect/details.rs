//! Chooses eyes and jaw, once the head is known.

use super::body::Body;
use super::limbs::Choice;
use super::part::Part;
use super::reading::Nature;
use crate::humanoid::{HumanoidMap, Role, Side};
use crate::skeleton::JointId;

/// Eyes and jaw under the head.
pub(super) fn face(body: &Body, map: &HumanoidMap) -> Vec<Choice> {
    let Some(head) = map.get(Role::Head) else { return Vec::new() };
    // Rigify hangs the face on its own copy of the head.
    let near = |joint: JointId| body.is_within(joint, head) || body.distance(joint, head) < 0.2 * body.size;
    let wanted = [
        (Role::LeftEye, Part::Eye, Some(Side::Left)),
        (Role::RightEye, Part::Eye, Some(Side::Right)),
        (Role::Jaw, Part::Jaw, None),
    ];
    wanted
        .into_iter()
        .filter_map(|(role, part, side)| {
            body.visible()
                .filter(|&joint| {
                    joint != head && is_usable(body, joint) && body.reading(joint).side == side && near(joint)
                })
                .map(|joint| {
                    let name = body.reading(joint).score(part);
                    let moves = 0.1 * f32::from(u8::from(body[joint].moves));
                    Choice { role, joint, score: if name > 0.5 { name + moves } else { 0.0 } }
                })
                .filter(|choice| choice.score > 0.0)
                .max_by(|a, b| a.score.total_cmp(&b.score).then(b.joint.cmp(&a.joint)))
        })
        .collect()
}

pub(super) fn is_usable(body: &Body, joint: JointId) -> bool {
    matches!(body.reading(joint).nature, Nature::Plain | Nature::Deform)
}
