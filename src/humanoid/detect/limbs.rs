//! Chooses the joints of one limb: names first, the shape of the tree where they are silent, and both must make a limb.

use super::body::Body;
use super::part::Part;
use super::sides::Sides;
use crate::humanoid::{HumanoidMap, Role, Side};
use crate::skeleton::JointId;

pub(super) const LEG: [Part; 4] = [Part::UpperLeg, Part::LowerLeg, Part::Foot, Part::Toes];
pub(super) const ARM: [Part; 4] = [Part::Shoulder, Part::UpperArm, Part::LowerArm, Part::Hand];

/// A joint chosen for a role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub role: Role,
    pub joint: JointId,
    /// How strongly name, place and weights speak for it; about 1 for a sure one.
    pub score: f32,
}

/// What a joint must speak for itself to be considered; controls and twist joints stay below it.
const LEAST: f32 = 0.3;
/// What the shape of the tree counts, beside a sure name's 1.
const SHAPE: f32 = 0.45;
/// Candidates kept a role; a full Rigify rig has a dozen joints for each.
const MOST: usize = 24;

/// How strongly name, shape and weights speak for `joint` as `part`.
pub(super) fn own_score(body: &Body, joint: JointId, part: Part, shaped: bool) -> f32 {
    let bone = &body[joint];
    // Of toes that are numbered one by one the big toe is meant: the foot rolls off over it.
    let small_toe = part == Part::Toes && bone.reading.numbers.len() > 1 && bone.reading.numbers[0] > 1;
    let certain = bone.reading.certain();
    let piece = bone.later_piece && certain == Some(part);
    let pieces = if piece { 0.4 } else { 1.0 };
    // A foot by name is hardly the toes, whatever else its word may mean.
    let other = certain.is_some_and(|certain| certain != part) && !bone.later_piece;
    let name = bone.reading.score(part) * pieces * if other { 0.4 } else { 1.0 };
    let shape = match certain {
        _ if !shaped => 0.0,
        _ if bone.extra || piece || small_toe => 0.05,
        // A name that says another part is believed over the shape.
        Some(other) if other != part && !bone.later_piece => 0.05,
        // So is, by half, one that rather says another.
        None if bone.reading.parts.first().is_some_and(|best| best.part != part) => 0.5 * SHAPE,
        _ => SHAPE,
    };
    if name + shape < LEAST {
        return 0.0;
    }
    let weights = 0.06 * f32::from(u8::from(bone.alive)) + 0.12 * f32::from(u8::from(bone.moves));
    // Of `thigh`, `thigh.001` and `thigh.002` the first is meant.
    let copies = bone.reading.numbers.last().map_or(0, |&number| number.min(6));
    name + shape + weights - 0.02 * copies as f32
}

/// The best assignment of the parts of one limb, in order from the body out; any may be left out.
pub(super) fn choose(body: &Body, side: Side, parts: [Part; 4], shape: &HumanoidMap, sides: &Sides) -> Vec<Choice> {
    let mut states: Vec<State> = Vec::new();
    for (rank, &part) in parts.iter().enumerate() {
        let Some(role) = part.role(Some(side)) else { continue };
        let mut candidates: Vec<(JointId, f32)> = body
            .visible()
            .filter(|&joint| sides.of(joint) == Some(side))
            .map(|joint| (joint, own_score(body, joint, part, shape.get(role) == Some(joint))))
            .filter(|&(_, score)| score > 0.0)
            .collect();
        // A name that leaves no doubt is believed over a joint that has only its place.
        let called = |joint: JointId| body.reading(joint).certain() == Some(part) && !body[joint].later_piece;
        if candidates.iter().any(|&(joint, _)| called(joint)) {
            candidates.retain(|&(joint, _)| body.reading(joint).score(part) > 0.0);
        }
        candidates.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        candidates.truncate(MOST);
        let earlier = states.len();
        for (joint, own) in candidates {
            let own_and_place = own + place(body, part, joint, sides);
            let before = (0..earlier)
                .filter_map(|index| {
                    let link = link(body, &states[index], part, rank, joint)?;
                    Some((Some(index), states[index].total + link))
                })
                .chain([(None, 0.0)])
                .max_by(|a, b| a.1.total_cmp(&b.1));
            let (previous, total) = before.unwrap_or((None, 0.0));
            // A limb of one bone is its upper one; only a hand or a foot can stand alone.
            let headless = matches!(part, Part::LowerLeg | Part::LowerArm | Part::Toes) && previous.is_none();
            let total = total - 0.5 * f32::from(u8::from(headless));
            states.push(State {
                choice: Choice { role, joint, score: own },
                rank,
                previous,
                total: total + own_and_place,
            });
        }
    }
    let best = (0..states.len()).max_by(|&a, &b| states[a].total.total_cmp(&states[b].total).then(b.cmp(&a)));
    let mut chosen = Vec::new();
    let mut at = best;
    while let Some(index) = at {
        chosen.push(states[index].choice);
        at = states[index].previous;
    }
    chosen.reverse();
    chosen
}

/// The limb up to and with one joint.
struct State {
    choice: Choice,
    rank: usize,
    previous: Option<usize>,
    total: f32,
}

/// A limb begins beside the body's middle, not in it.
fn place(body: &Body, part: Part, joint: JointId, sides: &Sides) -> f32 {
    let beside = sides.offset(joint).abs() > 0.01 * body.size;
    match part {
        // In an odd pose the middle is anywhere; the name then says enough.
        Part::UpperLeg | Part::UpperArm if !beside && body.reading(joint).certain() != Some(part) => -1.0,
        _ => 0.0,
    }
}

/// How well `joint` follows the limb so far; none where it cannot.
fn link(body: &Body, before: &State, part: Part, rank: usize, joint: JointId) -> Option<f32> {
    let above = before.choice.joint;
    if body.is_within(above, joint) {
        return None;
    }
    let skipped = -0.05 * (rank - before.rank - 1) as f32;
    let below = body.is_within(joint, above);
    let tree = match part {
        _ if below => 0.35,
        // Rigs for games made from IK rigs leave the feet beside the legs.
        Part::Foot => 0.0,
        _ => -0.3,
    };
    let distance = body.distance(above, joint);
    let apart = match distance / body.size {
        near if near < 0.008 => -0.4,
        far if far > 0.6 => -0.5,
        _ => 0.0,
    };
    let down = match part {
        Part::LowerLeg | Part::Foot if body.position(joint).y > body.position(above).y => -0.2,
        _ => 0.0,
    };
    Some(skipped + tree + apart + down)
}
