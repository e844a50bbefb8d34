//! Which joint of a limb's chain is which, by lengths and directions alone.

use glam::Vec3;

use super::body::Body;
use super::part::Part;
use crate::humanoid::{HumanoidMap, Role, Side};
use crate::math::{direction_or, reject};
use crate::skeleton::JointId;

/// Gives the joints from hip to toe their roles.
pub(super) fn label_leg(body: &Body, chain: &[JointId], side: Side, map: &mut HumanoidMap) {
    let roles = [Part::UpperLeg, Part::LowerLeg, Part::Foot, Part::Toes];
    let best = triples(chain.len()).min_by(|&a, &b| leg_cost(body, chain, a).total_cmp(&leg_cost(body, chain, b)));
    let picked: Vec<JointId> = match best {
        Some([upper, lower, foot]) => chain[upper..=upper]
            .iter()
            .chain(&chain[lower..=lower])
            .chain(&chain[foot..(foot + 2).min(chain.len())])
            .copied()
            .collect(),
        None => chain.to_vec(),
    };
    set(map, side, &roles, &picked);
}

/// Low for a thigh and a shin of like length that go down and end in an ankle near the ground.
fn leg_cost(body: &Body, chain: &[JointId], [upper, lower, foot]: [usize; 3]) -> f32 {
    let [hip, knee, ankle] = [upper, lower, foot].map(|at| body.position(chain[at]));
    let tip = chain.get(foot + 1).map(|&joint| body.position(joint));
    let [thigh, shin] = [hip.distance(knee), knee.distance(ankle)];
    let length = (thigh + shin).max(1e-9);
    let uneven = ((thigh + 1e-3 * length) / (shin + 1e-3 * length)).ln().abs();
    let late = hip.distance(body.position(chain[0])) / length;
    let steep = 1.0 - (hip - ankle).y / length;
    // The foot leaves the shin's direction and is not much longer; a leg that ends in its ankle is rarer.
    let foot_bend = tip.map_or(0.35, |tip| {
        let straight = direction_or(tip - ankle, Vec3::ZERO).dot(direction_or(ankle - knee, Vec3::ZERO)).max(0.0);
        let long = (tip.distance(ankle) / shin.max(1e-9) - 1.0).clamp(0.0, 0.3);
        0.3 * straight + 0.5 * long
    });
    // A leg reaches down to its ankle: what is left below is small.
    let lowest = chain.iter().map(|&joint| body.position(joint).y).fold(ankle.y, f32::min);
    // The foot of a short leg reaches far below the ankle too, but forward.
    let forward = tip.map_or(0.0, |tip| reject(tip - ankle, Vec3::Y).length() / tip.distance(ankle).max(1e-9));
    let left_over = (ankle.y - lowest) / length * (1.0 - 0.7 * forward);
    let crooked = crooked(body, &chain[upper..=lower]) + crooked(body, &chain[lower..=foot]);
    let skipped = 0.25 * (foot - upper - 2) as f32;
    skipped + 0.6 * uneven + 1.5 * late + steep + foot_bend + 2.0 * (left_over - 0.25).max(0.0) + 5.0 * crooked
}

/// How much longer the way through all joints is than the straight one: pieces of one bone lie in a line.
fn crooked(body: &Body, joints: &[JointId]) -> f32 {
    let (Some(&first), Some(&last)) = (joints.first(), joints.last()) else { return 0.0 };
    let way: f32 = joints.windows(2).map(|pair| body.distance(pair[0], pair[1])).sum();
    (way / body.distance(first, last).max(1e-9) - 1.0).clamp(0.0, 2.0)
}

/// Gives the joints from clavicle to hand their roles. The last of the chain is where fingers begin, or a fingertip.
pub(super) fn label_arm(body: &Body, chain: &[JointId], side: Side, map: &mut HumanoidMap) {
    if chain.len() < 3 {
        set(map, side, &[Part::UpperArm, Part::LowerArm], chain);
        return;
    }
    let last = chain[chain.len() - 1];
    let fans_out = body[last].children.iter().filter(|&&child| !body[child].hidden).count() > 1;
    let best = triples(chain.len())
        // Where fingers fan out is the hand.
        .filter(|&[.., hand]| !fans_out || hand == chain.len() - 1)
        .min_by(|&a, &b| arm_cost(body, chain, a).total_cmp(&arm_cost(body, chain, b)));
    let Some([upper, lower, hand]) = best else { return };
    set(map, side, &[Part::UpperArm, Part::LowerArm, Part::Hand], &[chain[upper], chain[lower], chain[hand]]);
    if upper > 0 {
        set(map, side, &[Part::Shoulder], &chain[upper - 1..upper]);
    }
}

/// Low for an upper arm and a forearm of like length with a short clavicle before and short fingers behind.
fn arm_cost(body: &Body, chain: &[JointId], [upper, lower, hand]: [usize; 3]) -> f32 {
    let [shoulder, elbow, wrist] = [upper, lower, hand].map(|at| body.position(chain[at]));
    let [above, below] = [shoulder.distance(elbow), elbow.distance(wrist)];
    let length = (above + below).max(1e-9);
    let uneven = ((above + 1e-3 * length) / (below + 1e-3 * length)).ln().abs();
    let rest: f32 = chain[hand..].windows(2).map(|pair| body.distance(pair[0], pair[1])).sum::<f32>() / length;
    let before: f32 = chain[..=upper].windows(2).map(|pair| body.distance(pair[0], pair[1])).sum::<f32>() / length;
    // One clavicle is usual; none and two are less so.
    let clavicle = match upper {
        1 => 0.0,
        0 => 0.2,
        more => 0.15 * more as f32,
    };
    let crooked = crooked(body, &chain[upper..=lower]) + crooked(body, &chain[lower..=hand]);
    uneven + clavicle + 2.0 * (before - 0.5).max(0.0) + 1.5 * (rest - 0.35).max(0.0) + 3.0 * crooked
}

/// Spine, chest and upper chest of the joints between hips and neck, from below.
pub(super) fn label_spine(spine: &[JointId], map: &mut HumanoidMap) {
    let count = spine.len();
    map.set(Role::Spine, spine.first().copied());
    map.set(Role::Chest, (count > 1).then(|| spine[if count == 2 { 1 } else { count / 2 }]));
    map.set(Role::UpperChest, (count > 2).then(|| spine[count - 1]));
}

/// Which way the body faces along the horizontal that is at right angles to `lateral`: toes point forward, knees bend
/// forward, elbows back. Without any of that, +Z or +X, whichever is possible.
pub(super) fn facing(body: &Body, map: &HumanoidMap, lateral: Vec3) -> Vec3 {
    let forward = lateral.cross(Vec3::Y);
    let forward = if forward.z < -1e-3 || (forward.z.abs() <= 1e-3 && forward.x < 0.0) { -forward } else { forward };
    let position = |role: Role| map.get(role).map(|joint| body.position(joint));
    let mut votes = 0.0;
    for side in [|role: Role| role, Role::mirrored] {
        let [hip, knee, ankle, toes] =
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes].map(|role| position(side(role)));
        if let (Some(ankle), Some(toes)) = (ankle, toes) {
            let ahead = (toes - ankle).dot(forward) / toes.distance(ankle).max(1e-9);
            votes += 3.0 * if ahead.abs() > 0.15 { ahead.signum() } else { 0.0 };
        }
        if let (Some(hip), Some(knee), Some(ankle)) = (hip, knee, ankle) {
            votes += bend(hip, knee, ankle, forward);
        }
        let [shoulder, elbow, wrist] =
            [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand].map(|role| position(side(role)));
        if let (Some(shoulder), Some(elbow), Some(wrist)) = (shoulder, elbow, wrist) {
            votes -= 0.8 * bend(shoulder, elbow, wrist, forward);
        }
    }
    if votes < 0.0 { -forward } else { forward }
}

/// 1 where the middle of a limb lies ahead of the line between its ends, -1 behind, 0 on it.
fn bend(top: Vec3, middle: Vec3, end: Vec3, forward: Vec3) -> f32 {
    let along = direction_or(end - top, Vec3::ZERO);
    let off = reject(middle - top, along).dot(forward) / top.distance(end).max(1e-9);
    if off.abs() > 0.004 { off.signum() } else { 0.0 }
}

fn set(map: &mut HumanoidMap, side: Side, parts: &[Part], joints: &[JointId]) {
    for (part, &joint) in parts.iter().zip(joints) {
        if let Some(role) = part.role(Some(side)) {
            map.set(role, Some(joint));
        }
    }
}

/// Every rising triple of indices below `count`; chains are short, and one that is not is cut to its first twelve.
fn triples(count: usize) -> impl Iterator<Item = [usize; 3]> {
    let count = count.min(12);
    (0..count).flat_map(move |a| (a + 1..count).flat_map(move |b| (b + 1..count).map(move |c| [a, b, c])))
}
