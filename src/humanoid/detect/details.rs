//! Chooses fingers, eyes and jaw, once hands and head are known.

use super::body::Body;
use super::limbs::Choice;
use super::part::Part;
use super::reading::Nature;
use crate::humanoid::{HumanoidMap, Role, Side};
use crate::skeleton::JointId;

/// The fingers of both hands, by their names.
///
/// Sides of finger names are not looked at: the hand they hang on says it, and files are known that swap them.
pub(super) fn fingers(body: &Body, map: &HumanoidMap) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for side in Side::BOTH {
        let Some(hand) = Part::Hand.role(Some(side)).and_then(|role| map.get(role)) else { continue };
        let below = body.subtree(hand);
        for part in Part::FINGERS {
            let mut chain: Vec<JointId> = below
                .iter()
                .copied()
                .filter(|&joint| joint != hand && is_usable(body, joint) && body.reading(joint).score(part) > 0.25)
                .collect();
            // One line of joints: what branches off is a tip or a copy.
            let Some(&first) = chain.first() else { continue };
            chain.retain(|&joint| body.is_within(joint, first));
            chain.dedup_by(|next, previous| !body.is_within(*next, *previous));
            if chain.len() > 3 && is_metacarpal(body, chain[0]) {
                chain.remove(0);
            }
            chain.truncate(3);
            let Some(roles) = part.finger_roles(side) else { continue };
            // A thumb of two joints has no metacarpal.
            let skip = usize::from(part == Part::Thumb && chain.len() < 3);
            for (&role, &joint) in roles[skip..].iter().zip(&chain) {
                chosen.push(Choice { role, joint, score: 0.5 + 0.5 * body.reading(joint).score(part) });
            }
        }
    }
    chosen
}

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

fn is_usable(body: &Body, joint: JointId) -> bool {
    matches!(body.reading(joint).nature, Nature::Plain | Nature::Deform)
}

fn is_metacarpal(body: &Body, joint: JointId) -> bool {
    body.reading(joint).key.contains("metacarpal")
}
