//! Chooses fingers, once hands are known: by their names, or by their numbers.

use glam::Vec3;

use super::body::Body;
use super::details::is_usable;
use super::limbs::Choice;
use super::part::Part;
use super::words::FINGER;
use crate::humanoid::{HumanoidMap, Side};
use crate::skeleton::JointId;

/// The fingers of both hands.
///
/// Sides of finger names are not looked at: the hand they hang on says it, and files are known that swap them.
pub(super) fn fingers(body: &Body, map: &HumanoidMap) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for side in Side::BOTH {
        let Some(hand) = Part::Hand.role(Some(side)).and_then(|role| map.get(role)) else { continue };
        let below: Vec<JointId> =
            body.subtree(hand).into_iter().filter(|&joint| joint != hand && is_usable(body, joint)).collect();
        let called = |part: Part| -> Vec<JointId> {
            line(body, below.iter().copied().filter(|&joint| body.reading(joint).score(part) > 0.25).collect())
        };
        let mut found: Vec<(Part, Vec<JointId>)> = Part::FINGERS.map(|part| (part, called(part))).into();
        if found.iter().filter(|(_, chain)| !chain.is_empty()).count() < 2 {
            let thumb_is_called = !found[0].1.is_empty();
            for (part, chain) in numbered(body, hand, &below, thumb_is_called) {
                if let Some(place) = found.iter_mut().find(|(other, chain)| *other == part && chain.is_empty()) {
                    place.1 = chain;
                }
            }
        }
        for (part, mut chain) in found {
            if part != Part::Thumb && chain.len() > 1 && is_metacarpal(body, chain[0]) {
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

/// One line of joints, from the first outwards: what branches off is a tip or a copy.
fn line(body: &Body, mut joints: Vec<JointId>) -> Vec<JointId> {
    let Some(&first) = joints.first() else { return joints };
    joints.retain(|&joint| body.is_within(joint, first));
    joints.dedup_by(|next, previous| !body.is_within(*next, *previous));
    joints
}

/// Fingers that are told apart by a number alone: MakeHuman's `finger1-1` is the thumb's first, Biped's `Finger0` too.
fn numbered(body: &Body, hand: JointId, below: &[JointId], thumb_is_called: bool) -> Vec<(Part, Vec<JointId>)> {
    let is_finger = |joint: JointId| body.reading(joint).key.starts_with(FINGER);
    let number = |joint: JointId| body.reading(joint).numbers.first().copied();
    let mut roots: Vec<JointId> = below
        .iter()
        .copied()
        .filter(|&joint| is_finger(joint) && number(joint).is_some())
        .filter(|&joint| !body[joint].parent.is_some_and(|up| up != hand && is_finger(up) && number(up).is_some()))
        .collect();
    roots.sort_by_key(|&joint| number(joint));
    let base = match roots.first().and_then(|&first| number(first)) {
        Some(0) => 0,
        Some(_) => 1,
        None => return Vec::new(),
    };
    // The thumb points away from the others; there are rigs that count from the little finger.
    let away = |root: JointId| {
        let way = |root: JointId| direction(body, root, below);
        let others: Vec3 = roots[1..roots.len() - 1].iter().map(|&root| way(root)).sum();
        way(root).dot(others.normalize_or_zero())
    };
    if roots.len() == 5 && away(roots[4]) < away(roots[0]) - 0.1 {
        roots.reverse();
        return Part::FINGERS.into_iter().zip(roots).map(|(part, root)| (part, chain(body, root, below))).collect();
    }
    let parts = &Part::FINGERS[usize::from(thumb_is_called)..];
    let place = |root: JointId| number(root).and_then(|number| parts.get((number - base) as usize)).copied();
    roots.iter().filter_map(|&root| Some((place(root)?, chain(body, root, below)))).collect()
}

/// From a finger's first joint to its last; zero for one of a single joint.
fn direction(body: &Body, root: JointId, below: &[JointId]) -> Vec3 {
    let last = chain(body, root, below).last().copied().unwrap_or(root);
    (body.position(last) - body.position(root)).normalize_or_zero()
}

fn chain(body: &Body, root: JointId, below: &[JointId]) -> Vec<JointId> {
    line(body, below.iter().copied().filter(|&joint| body.is_within(joint, root)).collect())
}

/// Whether it lies in the palm: no role of VRM's but a thumb's.
fn is_metacarpal(body: &Body, joint: JointId) -> bool {
    let key = &body.reading(joint).key;
    key.contains("carpal") || key.starts_with("inhand")
}
