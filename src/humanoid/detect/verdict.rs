//! Whether what was found is a humanoid at all: upright, two legs under it or two arms and a head.
//!
//! Names alone never make one: a fox has a hip, a spine, an upper arm and a hand by name.

use glam::Vec3;

use super::body::Body;
use super::structure::Shape;
use crate::humanoid::{HumanoidMap, Role};

/// How far the torso may lean from the vertical, as a cosine; arms make it surer that this is a person.
const LEAN_WITH_ARMS: f32 = 0.5;
const LEAN_WITHOUT: f32 = 0.7;
const UPRIGHT: f32 = 0.85;

/// Required roles that must be spoken for by unambiguous names before an odd rest pose is believed to be one.
const SPOKEN: usize = 13;

/// How far from the vertical torso and legs may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lean {
    /// As far as a rest pose may, for a body whose up is known.
    Any,
    /// Hardly, for one whose up is a guess.
    Little,
}

/// `named` counts roles that a name speaks for.
pub(super) fn is_humanoid(body: &Body, map: &HumanoidMap, shape: &Shape, named: usize, lean: Lean) -> bool {
    let has = |role: Role| map.get(role).is_some() && map.get(role.mirrored()).is_some();
    let legs = has(Role::LeftUpperLeg) || has(Role::LeftLowerLeg);
    let arms = has(Role::LeftUpperArm) || has(Role::LeftHand);
    let head = has(Role::Head);
    let kinds = usize::from(legs) + usize::from(arms) + usize::from(head);
    if kinds < 2 {
        return legs && are_legs_alone(body, map) && legs_go_down(body, map, 0.0);
    }
    if named < 4 && !(has(Role::LeftFoot) && has(Role::LeftLowerArm) && head && shape.standing_pairs == 1) {
        return false;
    }
    if lean == Lean::Any && is_spoken_for(body, map) && !stands_on_four(body, map) {
        return true;
    }
    // An animal seen with its back for a torso has legs that were not found.
    let names_legs = || body.visible().any(|joint| body.reading(joint).parts.iter().any(|found| found.part.is_leg()));
    if lean == Lean::Little && !has(Role::LeftUpperLeg) && names_legs() {
        return false;
    }
    let Some(up) = upright(body, map, legs) else { return false };
    let least = match lean {
        Lean::Little => UPRIGHT,
        Lean::Any if arms => LEAN_WITH_ARMS,
        Lean::Any => LEAN_WITHOUT,
    };
    up >= least && (!legs || legs_go_down(body, map, if lean == Lean::Little { UPRIGHT } else { 0.0 }))
}

/// Whether names make it the lower half of a person: hips and both legs, and nothing that goes on from there.
fn are_legs_alone(body: &Body, map: &HumanoidMap) -> bool {
    let legs = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot];
    let wanted = legs.into_iter().chain(legs.map(Role::mirrored)).chain([Role::Hips]);
    wanted.into_iter().all(|role| is_spoken(body, map, role))
}

/// Whether the role's joint is called so beyond doubt.
fn is_spoken(body: &Body, map: &HumanoidMap, role: Role) -> bool {
    let says = map.get(role).and_then(|joint| body.reading(joint).certain());
    says.is_some_and(|part| part.role(role.side()) == Some(role))
}

/// Whether names leave no doubt, so that the rest pose may be any: sitting, crouching, upside down.
fn is_spoken_for(body: &Body, map: &HumanoidMap) -> bool {
    let is_spoken = |role: &Role| is_spoken(body, map, *role);
    let spoken = Role::ALL.into_iter().filter(|role| role.is_required()).filter(is_spoken).count();
    // Animals go by a person's names too, but for the thigh.
    spoken >= SPOKEN && [Role::LeftUpperLeg, Role::RightUpperLeg].iter().all(is_spoken)
}

/// Whether hands and feet are on the ground and hips and shoulders well above it: an animal under a person's names.
fn stands_on_four(body: &Body, map: &HumanoidMap) -> bool {
    let height =
        |role: Role| map.get(role).map(|joint| (body.position(joint).y - body.low) / (body.high - body.low).max(1e-9));
    let all = |roles: [Role; 2], fits: &dyn Fn(f32) -> bool| {
        roles.into_iter().all(|role| height(role).is_some_and(fits) && height(role.mirrored()).is_some_and(fits))
    };
    all([Role::LeftHand, Role::LeftFoot], &|at| at < 0.3)
        && all([Role::LeftUpperArm, Role::LeftUpperLeg], &|at| at > 0.45)
}

/// The cosine between the torso and the vertical: from the legs, or the hips, to the shoulders, or the head.
fn upright(body: &Body, map: &HumanoidMap, legs: bool) -> Option<f32> {
    let middle = |role: Role| {
        let [left, right] = [role, role.mirrored()].map(|role| map.get(role).map(|joint| body.position(joint)));
        Some(0.5 * (left? + right?))
    };
    let low = if legs { middle(Role::LeftUpperLeg).or_else(|| middle(Role::LeftLowerLeg)) } else { None }
        .or_else(|| middle(Role::Hips))
        .or_else(|| middle(Role::Spine))?;
    let high = [Role::LeftUpperArm, Role::Neck, Role::Head, Role::LeftHand].into_iter().find_map(middle)?;
    let head = middle(Role::Head).unwrap_or(high);
    // Arms far above the hips or a head straight over them: a stooped body has the one, a short one the other.
    let lean = |to: Vec3| (to - low).try_normalize().map_or(0.0, |direction| direction.y);
    Some(lean(high).max(if legs { lean(high) } else { lean(head) }))
}

/// Legs that end above where they begin are none, whatever they are called. `least` is the cosine to straight down.
fn legs_go_down(body: &Body, map: &HumanoidMap, least: f32) -> bool {
    [Role::LeftUpperLeg, Role::RightUpperLeg].into_iter().all(|role| {
        let mirror = |other: Role| if role == Role::LeftUpperLeg { other } else { other.mirrored() };
        let end = [Role::LeftFoot, Role::LeftLowerLeg].into_iter().find_map(|other| map.get(mirror(other)));
        match (map.get(role), end) {
            (Some(start), Some(end)) => {
                let way = body.position(end) - body.position(start);
                -way.y > least * way.length()
            }
            _ => true,
        }
    })
}
