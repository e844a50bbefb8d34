//! How far the pelvis goes for the legs to reach, and how far heels are raised to spare it.

use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{Plans, UP};
use crate::math::Spring;
use crate::runtime::body::Body;
use crate::runtime::bound::{BoundChain, BoundRig, BoundSolver};
use crate::runtime::limb;
use crate::runtime::memory::{FootPlan, PelvisMemory};
use crate::runtime::place::Place;
use crate::solve::grounding::{Leg, pelvis_offset};

/// A leg folds no farther than this share of its length: a full squat.
const DEEPEST_SQUAT: f32 = 0.35;
/// How fast the pelvis goes down at most after a leg that would not reach, leg lengths a second.
const CATCH_UP: f32 = 3.0;
/// Halvings in which the least turn of a heel is found.
const HALVINGS: u32 = 14;

/// How far the pelvis goes along up this frame, world axes.
pub(super) fn lower(
    bound: &BoundRig,
    body: &Body,
    memory: &mut Plans,
    sight: &Sight,
    weight: f32,
    settle: bool,
) -> Vec3 {
    let Sight { grounding, place, inputs, .. } = *sight;
    if grounding.pelvis.is_none() {
        return Vec3::ZERO;
    }
    let legs = |reach: Option<f32>| {
        let targets = &*memory.targets;
        grounding.feet.iter().zip(memory.feet.iter()).flat_map(move |(foot, state)| {
            let chain = &bound.chains[foot.chain];
            // An explicit goal on a leg is no matter of the ground.
            let plan = state.plan.as_ref().filter(|plan| targets[foot.chain].weight == 0.0 && plan.has_ground);
            let hip = body.position(chain.path[0]);
            let now = hip.distance(body.position(chain.tip));
            let (full, unsoftened) = extent(body, chain);
            let leg = move |ankle: Vec3, heeded: f32| Leg {
                hip: place.around(hip),
                ankle,
                longest: (full * reach.unwrap_or(unsoftened)).max(now) * place.scale,
                shortest: (full * DEEPEST_SQUAT).min(now) * place.scale,
                heeded,
            };
            let here = plan.map(|plan| {
                (raised(plan, plan.heel_room), if reach.is_some() { plan.must_reach } else { plan.heeded })
            });
            let landing = plan.and_then(|plan| plan.landing);
            here.into_iter().chain(landing).filter(|&(_, heeded)| heeded > 0.0).map(move |(ankle, heeded)| leg(ankle, heeded))
        })
    };
    let most = grounding.max_pelvis_drop * place.scale;
    let share = grounding.pelvis_weight * weight;
    let small = bound.leg_length * place.scale * 1e-6;
    let goal = pelvis_offset(legs(None), UP).clamp(-most, most) * share;
    // Rounding is no reason to touch the pelvis.
    let goal = if goal.abs() < 10.0 * small { 0.0 } else { goal };
    // However slowly the pelvis follows, a foot that stands is not pulled off the ground.
    let highest = pelvis_offset(legs(Some(limb::REACH)), UP).clamp(-most, 0.0) * share;
    let pelvis = &mut *memory.pelvis;
    if !(goal.is_finite() && highest.is_finite()) {
        *pelvis = PelvisMemory::default();
    } else if settle {
        *pelvis = PelvisMemory { spring: Spring::at(goal), goal, offset: goal };
    } else {
        pelvis.spring.step_along(pelvis.goal, goal, grounding.pelvis_half_life, inputs.dt);
        if (pelvis.spring.value - goal).abs() < small && pelvis.spring.velocity.abs() < small {
            pelvis.spring = Spring::at(goal);
        }
        pelvis.goal = goal;
        // A ground that drops at once is followed as fast as a body falls, no faster.
        let soonest = pelvis.offset - CATCH_UP * bound.leg_length * place.scale * inputs.dt;
        let value = pelvis.spring.value;
        pelvis.offset = if highest < value { highest.max(soonest).min(value) } else { value };
    }
    UP * memory.pelvis.offset
}

/// Moves the pelvis by a way in world axes.
pub(super) fn translate(bound: &BoundRig, body: &mut Body, place: Place, offset: Vec3) {
    let pelvis = bound.grounding.as_ref().and_then(|grounding| grounding.pelvis.as_ref());
    let Some((pelvis, above)) = pelvis else { return };
    body.refresh(above);
    body.refresh(&[*pelvis]);
    body.translate(*pelvis, place.around_to_model(offset));
}

/// Where the ankle is with the heel raised by `angle` radians.
fn raised(plan: &FootPlan, angle: f32) -> Vec3 {
    if angle == 0.0 {
        return plan.ankle;
    }
    plan.pivot + Quat::from_axis_angle(plan.toe_axis, -angle) * (plan.ankle - plan.pivot)
}

/// Raises the heel of a standing foot as little as its leg needs to reach it, once the pelvis has gone by `offset`.
pub(super) fn raise_heel(body: &Body, chain: &BoundChain, plan: &mut FootPlan, place: Place, offset: Vec3) {
    if !(plan.heel_room > 0.0 && plan.toe_axis != Vec3::ZERO) {
        return;
    }
    let hip = body.position(chain.path[0]);
    let now = hip.distance(body.position(chain.tip));
    let longest = (extent(body, chain).0 * limb::REACH).max(now) * place.scale;
    let hip = place.around(hip) + offset;
    let reaches = |angle: f32| raised(plan, angle).distance_squared(hip) <= longest * longest;
    if reaches(0.0) {
        return;
    }
    let (mut short, mut enough) = (0.0, plan.heel_room);
    if reaches(enough) {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (short + enough);
            if reaches(middle) { enough = middle } else { short = middle }
        }
    }
    let turn = Quat::from_axis_angle(plan.toe_axis, -enough);
    plan.ankle = raised(plan, enough);
    plan.turn = turn * plan.turn;
    if plan.has_toes {
        plan.toe_turn = turn.conjugate() * plan.toe_turn;
    }
}

/// The limb's full length now, and the share of it up to which it is not softened; model space.
fn extent(body: &Body, chain: &BoundChain) -> (f32, f32) {
    match &chain.solver {
        &BoundSolver::TwoBone { mid, soften_from, .. } => {
            let mid_at = body.position(chain.path[mid]);
            let full = body.position(chain.path[0]).distance(mid_at) + mid_at.distance(body.position(chain.tip));
            (full, soften_from)
        }
        BoundSolver::Fabrik { .. } => {
            let bones = chain.path.windows(2);
            (bones.map(|pair| body.position(pair[0]).distance(body.position(pair[1]))).sum(), 1.0)
        }
    }
}
