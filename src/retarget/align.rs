//! What two rest poses have to do with each other.

use glam::{Mat3, Quat, Vec3};

use super::{Part, Performer, Root};
use crate::humanoid::{BodyFrame, Role, body_frame};
use crate::math::{angle_between, arc_between, reject};
use crate::skeleton::JointId;

/// Feet whose rest poses are pitched further apart than this do not both stand flat; radians, 30°.
const NOT_FLAT: f32 = std::f32::consts::FRAC_PI_6;

/// A role of the target and the joints that play it.
pub(super) struct Pair {
    pub role: Role,
    pub from: JointId,
    pub to: JointId,
}

/// The bones that both have. The highest bone of the target's torso follows the highest of the source's, whatever each is
/// called, so that a shoulder line leans as far with two bones below it as with three.
pub(super) fn pairs(source: &Performer, target: &Performer) -> Vec<Pair> {
    let top = |performer: &Performer| {
        [Role::UpperChest, Role::Chest, Role::Spine].into_iter().find(|&role| performer.joint(role).is_some())
    };
    let (source_top, target_top) = (top(source), top(target));
    let played = |role: Role| if Some(role) == target_top { source_top } else { Some(role) };
    Role::ALL
        .into_iter()
        .filter_map(|role| Some(Pair { role, from: source.joint(played(role)?)?, to: target.joint(role)? }))
        .collect()
}

/// Turns the source's model space so that its body stands and faces as the target's.
pub(super) fn target_from_source(source: &Performer, target: &Performer) -> Quat {
    (standing(target).model_from_body() * standing(source).model_from_body().conjugate()).normalize()
}

/// The body's axes, with up along the axis its torso follows: a file may hold a character that lies on its back.
fn standing(performer: &Performer) -> BodyFrame {
    let frame = body_frame(performer.skeleton, performer.map);
    let position = |role| performer.joint(role).map(|joint| performer.rest_position(joint));
    let top = [Role::Head, Role::Neck, Role::UpperChest, Role::Chest].into_iter().find_map(position);
    let (Some(hips), Some(top)) = (position(Role::Hips), top) else { return frame };
    let torso = top - hips;
    let axes = [Vec3::Y, Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X, Vec3::NEG_Y];
    // A torso may lean a good deal and still stand.
    let Some(up) = axes.into_iter().find(|axis| angle_between(*axis, torso) < 50.0_f32.to_radians()) else {
        return frame;
    };
    if up == Vec3::Y {
        return frame;
    }
    let across: Vec3 = [Role::LeftUpperLeg, Role::LeftUpperArm, Role::LeftFoot, Role::LeftHand]
        .into_iter()
        .filter_map(|left| (position(left)? - position(left.mirrored())?).try_normalize())
        .sum();
    let Some(left) = reject(across, up).try_normalize() else { return frame };
    BodyFrame { up, forward: left.cross(up), left }
}

/// Each pair with the turn that lays the target's rest pose onto the source's, and what hangs from what.
pub(super) fn parts(source: &Performer, target: &Performer, target_from_source: Quat, pairs: &[Pair]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(pairs.len());
    let both = |role: Role| pairs.iter().find(|pair| pair.role == role);
    // From one bone to another in both characters, in the target's model space.
    let reach = |a: &Pair, b: &Pair| {
        let in_source = target_from_source * (source.rest_position(b.from) - source.rest_position(a.from));
        let in_target = target.rest_position(b.to) - target.rest_position(a.to);
        Some((in_source.try_normalize()?, in_target.try_normalize()?))
    };
    for pair in pairs {
        let above = std::iter::successors(pair.role.parent(), |role| role.parent())
            .find_map(|role| parts.iter().find(|part| part.role == role));
        let carried = above.map_or(Quat::IDENTITY, |part| part.rest_turn);
        let end = limb_end(pair.role).and_then(both);
        let rest_turn = match pair.role {
            Role::LeftFoot | Role::RightFoot => {
                let toes = Role::LeftToes;
                let toes = if pair.role == Role::LeftFoot { toes } else { toes.mirrored() };
                both(toes).and_then(|toes| reach(pair, toes)).map_or(Quat::IDENTITY, |(s, t)| foot_turn(s, t))
            }
            Role::LeftHand | Role::RightHand => hand_turn(pair, carried, &both, &reach),
            _ => end
                .and_then(|end| reach(pair, end))
                .map_or(carried, |(s, t)| (arc_between(carried * t, s) * carried).normalize()),
        };
        let is_limb = matches!(
            pair.role,
            Role::LeftUpperLeg
                | Role::LeftLowerLeg
                | Role::RightUpperLeg
                | Role::RightLowerLeg
                | Role::LeftUpperArm
                | Role::LeftLowerArm
                | Role::RightUpperArm
                | Role::RightLowerArm
        );
        let holds_hips = both(Role::Hips).is_some_and(|hips| target.skeleton.is_within(hips.to, pair.to));
        let carrier = above.map(|part| part.to).filter(|&above| !target.skeleton.is_within(pair.to, above));
        parts.push(Part {
            role: pair.role,
            from: pair.from,
            to: pair.to,
            rest_turn: if rest_turn.is_finite() { rest_turn } else { Quat::IDENTITY },
            from_end: end.filter(|_| is_limb).map(|end| end.from),
            carrier: carrier.filter(|_| !holds_hips),
        });
    }
    parts
}

/// What stands above the hips of both under the same name, whatever its case.
pub(super) fn roots(source: &Performer, target: &Performer, parts: &[Part]) -> Vec<Root> {
    let Some(hips) = parts.iter().find(|part| part.role == Role::Hips) else { return Vec::new() };
    let is_part = |to: JointId| parts.iter().any(|part| part.to == to);
    let counterpart = |to: JointId| {
        let name = target.skeleton.name(to).to_lowercase();
        let same = |from: &JointId| !name.is_empty() && source.skeleton.name(*from).to_lowercase() == name;
        source.skeleton.ancestors(hips.from).find(same)
    };
    let above = target.skeleton.ancestors(hips.to).filter(|&to| !is_part(to));
    let mut roots: Vec<Root> = above.filter_map(|to| Some(Root { from: counterpart(to)?, to })).collect();
    roots.sort_by_key(|root| root.to);
    roots
}

/// The bone that a limb or a finger points at.
fn limb_end(role: Role) -> Option<Role> {
    Some(match role {
        Role::LeftUpperLeg => Role::LeftLowerLeg,
        Role::LeftLowerLeg => Role::LeftFoot,
        Role::LeftUpperArm => Role::LeftLowerArm,
        Role::LeftLowerArm => Role::LeftHand,
        Role::LeftThumbMetacarpal => Role::LeftThumbProximal,
        Role::LeftThumbProximal => Role::LeftThumbDistal,
        Role::LeftIndexProximal => Role::LeftIndexIntermediate,
        Role::LeftIndexIntermediate => Role::LeftIndexDistal,
        Role::LeftMiddleProximal => Role::LeftMiddleIntermediate,
        Role::LeftMiddleIntermediate => Role::LeftMiddleDistal,
        Role::LeftRingProximal => Role::LeftRingIntermediate,
        Role::LeftRingIntermediate => Role::LeftRingDistal,
        Role::LeftLittleProximal => Role::LeftLittleIntermediate,
        Role::LeftLittleIntermediate => Role::LeftLittleDistal,
        right if right.mirrored() < right => limb_end(right.mirrored())?.mirrored(),
        _ => return None,
    })
}

/// Feet stand flat in both rest poses, however high each ankle is, so only their heading is laid over; unless they plainly
/// do not.
fn foot_turn(source: Vec3, target: Vec3) -> Quat {
    let pitch = |foot: Vec3| foot.y.clamp(-1.0, 1.0).asin();
    if (pitch(source) - pitch(target)).abs() > NOT_FLAT {
        return arc_between(target, source);
    }
    let level = |foot: Vec3| reject(foot, Vec3::Y).try_normalize();
    match (level(source), level(target)) {
        (Some(source), Some(target)) => arc_between(target, source),
        _ => Quat::IDENTITY,
    }
}

/// From one pair of bones to another: the direction in the source and in the target.
type Reach<'r> = dyn Fn(&Pair, &Pair) -> Option<(Vec3, Vec3)> + 'r;

/// The palm is laid on the palm where knuckles show both; else the hand along the hand; else it goes with its arm.
fn hand_turn<'p>(hand: &Pair, carried: Quat, both: &dyn Fn(Role) -> Option<&'p Pair>, reach: &Reach) -> Quat {
    let knuckle = |left: Role| both(if hand.role == Role::LeftHand { left } else { left.mirrored() });
    let middle = [Role::LeftMiddleProximal, Role::LeftRingProximal, Role::LeftIndexProximal, Role::LeftLittleProximal];
    let Some((source, target)) = middle.into_iter().find_map(knuckle).and_then(|knuckle| reach(hand, knuckle)) else {
        return carried;
    };
    let last = || knuckle(Role::LeftLittleProximal).or_else(|| knuckle(Role::LeftRingProximal));
    let across = knuckle(Role::LeftIndexProximal).zip(last()).and_then(|(first, last)| reach(first, last));
    let palms = across.and_then(|(s, t)| Some((palm(source, s)?, palm(target, t)?)));
    match palms {
        Some((source, target)) => (source * target.conjugate()).normalize(),
        None => (arc_between(carried * target, source) * carried).normalize(),
    }
}

/// The hand's axes: along it, and across it as far as that is at right angles.
fn palm(along: Vec3, across: Vec3) -> Option<Quat> {
    let across = reject(across, along);
    let across = (across.length() > 0.1).then(|| across.try_normalize())??;
    Some(Quat::from_mat3(&Mat3::from_cols(along, across, along.cross(across))))
}
