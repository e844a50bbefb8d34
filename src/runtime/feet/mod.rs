//! Feet on the ground: what the legs are asked for, how far the pelvis goes, and what came of it.

mod engaged;
mod foot;
mod foothold;
mod lean;
mod live;
mod path;
mod pelvis;
mod phased;
mod print;
mod reach;
mod relief;
mod report;
mod sheared;
mod sight;
mod simple;
mod standing;

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundChain, BoundFoot, BoundRig};
use super::memory::{ChainTarget, Engagement, FootMemory, PelvisMemory};
use super::place::Place;
use super::{FootPhase, Inputs, limb};
use crate::math::{decay_factor, direction_or, rotated, smooth_step};
use crate::rig::GroundingMethod;
use crate::skeleton::JointId;
use crate::solve::grounding::Sole;
use crate::solve::heel::Heel;
use foot::Incoming;
pub(super) use report::{bend_toes, report};
pub(super) use sheared::still_to_go;
use sight::Sight;

/// Casts and gravity go along world down.
const UP: Vec3 = Vec3::Y;
/// Fades nearer to their end than this are over.
const FADED: f32 = 1e-3;

/// How much of a foot's length is level, as seen along it, while it does not tell where the foot points, and from where on it does.
const PITCHED: [f32; 2] = [0.5, 0.85];

/// The foot's contacts on ground of unit `normal`, from the character's origin, world axes. The chain and the toes must be fresh.
#[inline]
fn sole(body: &Body, foot: &BoundFoot, place: Place, normal: Vec3) -> Sole {
    let front = foot.toes.as_ref().map_or(foot.foot, |&(toes, _)| toes);
    let point =
        |joint: JointId, in_joint: Vec3| place.around(body.position(joint) + rotated(body.rotation(joint), in_joint));
    let [heel, ball, toe] = foot.in_joints;
    let corner = point(foot.foot, heel);
    let heel = if foot.heel_radius > 0.0 {
        let [ahead, up] =
            [foot.ahead_in_foot, foot.up_in_foot].map(|way| place.rotation * (body.rotation(foot.foot) * way));
        Heel { corner, ahead, up, radius: foot.heel_radius * place.scale }.on_ground(normal)
    } else {
        corner
    };
    Sole { heel, ball: point(front, ball), toe: point(front, toe) }
}

/// What is left of `v` as seen from above: without its part along [`UP`].
fn level(v: Vec3) -> Vec3 {
    v.with_y(0.0)
}

/// `point` at the height of the sole's ball, from which casts are made.
fn at_foot_level(point: Vec3, sole: &Sole) -> Vec3 {
    point + UP * (sole.ball - point).dot(UP)
}

/// To the left of the level way `v`, as long as it.
fn aside(v: Vec3) -> Vec3 {
    Vec3::new(v.z, 0.0, -v.x)
}

/// The level way from heel to toe tip; unit, or zero for a foot that stands on its tip.
fn sole_ahead(sole: &Sole) -> Vec3 {
    direction_or(level(sole.toe - sole.heel), Vec3::ZERO)
}

/// The same for a foot however far it is pitched: as it comes to stand on its tip, what was to its left tells where it points.
pub(super) fn heading(sole: &Sole, left: Vec3) -> Vec3 {
    let (across, along) = (left.cross(UP), sole.toe - sole.heel);
    let ahead = across.dot(along);
    // As flat as most feet are: the sole alone tells, and nothing else need be made unit.
    if ahead > 0.0 && ahead * ahead >= PITCHED[1] * PITCHED[1] * across.length_squared() * along.length_squared() {
        return direction_or(level(along), direction_or(across, Vec3::ZERO));
    }
    let across = direction_or(across, sole_ahead(sole));
    let along = direction_or(along, Vec3::ZERO);
    let share = smooth_step(PITCHED[0], PITCHED[1], along.dot(across));
    direction_or(across.lerp(sole_ahead(sole), share), across)
}

fn refresh(body: &mut Body, chain: &BoundChain, foot: &BoundFoot) {
    limb::refresh(body, chain);
    if let Some((_, path)) = &foot.toes {
        body.refresh(path);
    }
}

/// Asks the ground and lays down where the feet shall go; fills the legs' targets and moves the pelvis.
///
/// The body is as it came in; its pelvis and what is above are fresh afterwards. Returns the pelvis' way in world space.
pub(super) fn plan(bound: &BoundRig, body: &mut Body, memory: &mut Plans, place: Place, inputs: &Inputs) -> Vec3 {
    let Some(grounding) = &bound.grounding else { return Vec3::ZERO };
    let sight = Sight::new(bound, grounding, place, inputs);
    let settle = memory.is_fresh || inputs.dt == 0.0;
    let share = if settle { 0.0 } else { decay_factor(grounding.foot_half_life, inputs.dt) };
    let weight = grounding.weight * engaged::share(memory, &sight, settle, share);

    if grounding.method == GroundingMethod::Simple {
        let offset = simple::plan(bound, body, memory, &sight, weight, settle);
        pelvis::translate(bound, body, place, offset);
        return offset;
    }
    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter_mut()) {
        let chain = &bound.chains[foot.chain];
        if settle {
            // What was shown before is nothing to a pose that is settled at once.
            *state = FootMemory::default();
        }
        state.plan = None;
        if !(weight > 0.0 && chain.enabled && chain.position_weight > 0.0) {
            *state = FootMemory::default();
            continue;
        }
        refresh(body, chain, foot);
        let sole = sole(body, foot, place, sight.own.normal);
        let ankle = place.around(body.position(chain.tip));
        // As finite as their sum, but for numbers that no foot has.
        if !(ankle + sole.heel + sole.ball + sole.toe).is_finite() {
            *state = FootMemory::default();
            continue;
        }
        let moved = *memory.origin - place.origin;
        let phase = phase_of(inputs, chain);
        let toe_joint = foot.toes.as_ref().map(|(toes, _)| place.around(body.position(*toes)));
        let left = rotated(place.rotation, rotated(body.rotation(foot.foot), foot.left_in_foot));
        let ahead = heading(&sole, left);
        let incoming = Incoming { ankle, sole, ahead, toe_joint, moved, share };
        // Of one that is known never to come down nothing else is known: it has nowhere to be led.
        let steps = phase.filter(|phase| phase.down || phase.until_s.is_finite());
        state.plan = Some(match steps {
            Some(phase) => phased::place(&sight, foot, state, &incoming, phase),
            None => live::place(&sight, foot, state, &incoming, phase.is_none()),
        });
    }

    let way = lean::way(memory, &sight, settle);
    let set_back = way.map_or(Vec3::ZERO, |way| way.set_back(bound, body, &sight));
    let offset = pelvis::lower(bound, body, memory, &sight, set_back, weight, settle);
    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter_mut()) {
        let chain = &bound.chains[foot.chain];
        let Some(plan) = &mut state.plan else { continue };
        reach::reach(body, chain, plan, place, offset);
        let position = place.around_to_model(plan.rolling.ankle);
        let rotation = place.turn_to_model(plan.turn) * body.rotation(foot.foot);
        let target = &mut memory.targets[foot.chain];
        *target = merged(target, chain, position, rotation, weight);
        if plan.toe_turn != Quat::IDENTITY {
            let turn = if weight < 1.0 { Quat::IDENTITY.slerp(plan.toe_turn, weight) } else { plan.toe_turn };
            plan.toe_turn = place.turn_to_model(turn);
        }
    }
    pelvis::translate(bound, body, place, offset);
    if let Some(way) = way {
        way.lean(body, &sight, weight);
    }
    offset
}

fn phase_of<'a>(inputs: &Inputs<'a>, chain: &BoundChain) -> Option<&'a FootPhase<'a>> {
    inputs.feet.iter().rfind(|phase| chain.answers_to(phase.chain) && phase.is_sound())
}

/// The parts of the memory that planning reads and writes.
pub(super) struct Plans<'a> {
    pub feet: &'a mut [FootMemory],
    pub targets: &'a mut [ChainTarget],
    pub pelvis: &'a mut PelvisMemory,
    pub engagement: &'a mut Engagement,
    pub origin: &'a mut Vec3,
    pub is_fresh: bool,
}

fn faded(value: f32, goal: f32, share: f32) -> f32 {
    let next = goal + (value - goal) * share;
    if (next - goal).abs() < FADED { goal } else { next }
}

/// What a leg is asked for by the ground, with an explicit goal over it as far as that goal's weight goes.
fn merged(goal: &ChainTarget, chain: &BoundChain, position: Vec3, rotation: Quat, weight: f32) -> ChainTarget {
    let both = |ground: f32, goal: f32| 1.0 - (1.0 - ground) * (1.0 - goal);
    let of_goal = |whole: f32, goal: f32| if whole > 0.0 { goal / whole } else { 0.0 };
    let whole = both(weight * chain.position_weight, goal.weight);
    let share = of_goal(whole, goal.weight);
    let turned = if goal.rotation.is_some() { goal.rotation_weight } else { 0.0 };
    let whole_rotation = both(weight * chain.rotation_weight, turned);
    ChainTarget {
        position: if share > 0.0 { position.lerp(goal.position, share) } else { position },
        weight: whole,
        rotation: Some(match goal.rotation {
            Some(wanted) if turned > 0.0 => rotation.slerp(wanted, of_goal(whole_rotation, turned)),
            _ => rotation,
        }),
        rotation_weight: whole_rotation,
        hint: goal.hint,
        hint_share: share,
        keeps_extension: goal.weight == 0.0,
        goal_in_world: goal.goal_in_world,
    }
}
