//! Feet on the ground: what the legs are asked for, how far the pelvis goes, and what came of it.

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundChain, BoundFoot, BoundGrounding, BoundRig, BoundSolver};
use super::memory::{ChainTarget, FootMemory, FootPlan};
use super::place::Place;
use super::{ContactReport, FootReport, Inputs, limb};
use crate::ground::{Hit, LayerMask};
use crate::math::{Spring, angle_between, decay_factor, direction_or, reject};
use crate::solve::grounding::{self, Leg, Plane, Sole, accept, pelvis_offset, plant, support};

/// Casts and gravity go along world down.
const UP: Vec3 = Vec3::Y;
/// Fades nearer to their end than this are over.
const FADED: f32 = 1e-3;
/// A leg folds no farther than this share of its length: a full squat.
const DEEPEST_SQUAT: f32 = 0.35;
/// A foot stands back from a riser by at most this share of its length.
const STAND_BACK: f32 = 0.4;
/// Contacts that tilting moves aside by less than a two-hundredth of the foot's length, here squared, stand where they stood.
const SAME_PLACE: f32 = 2.5e-5;
/// How fast the pelvis goes down after a leg that is fully straight, leg lengths a second.
const CATCH_UP: f32 = 1.5;

/// The ground of one call: the game's, in the character's measures.
struct Sight<'a> {
    inputs: &'a Inputs<'a>,
    grounding: &'a BoundGrounding,
    place: Place,
    /// The level the character itself stands on; from its origin, world axes.
    own: Plane,
}

impl Sight<'_> {
    fn new<'a>(bound: &BoundRig, grounding: &'a BoundGrounding, place: Place, inputs: &'a Inputs<'a>) -> Sight<'a> {
        let own = Plane {
            point: place.around(bound.frame.up * bound.ground_in_model),
            normal: direction_or(place.rotation * bound.frame.up, UP),
        };
        Sight { inputs, grounding, place, own }
    }

    fn length(&self, in_model: f32) -> f32 {
        in_model * self.place.scale
    }

    /// The ground under `contact`, from the character's origin.
    ///
    /// The cast starts above the contact by no more than it needs to meet the highest ground that may be stepped on, so
    /// that a low ceiling is not taken for ground.
    fn cast(&self, contact: Vec3) -> Option<Hit> {
        let over_own = self.own.height(contact, UP);
        let step_up = self.length(self.grounding.step_up);
        let least = step_up * 0.02 + over_own.abs() * 1e-5;
        let rise = (step_up - over_own + least).max(least).min(self.length(self.grounding.ray_up).max(least));
        let reach = rise + over_own.max(0.0) + self.length(self.grounding.ray_down);
        let origin = self.place.origin + contact + UP * rise;
        if !(origin.is_finite() && reach.is_finite()) {
            return None;
        }
        let hit = self.inputs.ground.cast(origin, -UP, reach, LayerMask(self.grounding.layers))?;
        let near = Hit { point: hit.point - self.place.origin, ..hit };
        accept(Some(near), &self.own, UP, step_up, self.length(self.grounding.step_down))
    }

    /// How far back a standing foot must go for its toes to be clear of a riser: as little as does it, and at most
    /// [`STAND_BACK`] of its length. 0 where there is no riser, and where standing back does not help.
    /// `under` are the hits under the sole where it is.
    fn way_back(&self, sole: &Sole, under: [Option<Hit>; 3], back: Vec3) -> f32 {
        if !grounding::meets_riser(under, UP) {
            return 0.0;
        }
        let hits = |way: f32| sole.points().map(|contact| self.cast(contact + back * way));
        let most = reject(sole.toe - sole.heel, UP).length() * STAND_BACK;
        let steps = (1..=8).map(|step| most * step as f32 / 8.0);
        let Some(mut clear) = steps.into_iter().find(|&way| grounding::is_even(hits(way))) else { return 0.0 };
        let mut stuck = clear - most / 8.0;
        for _ in 0..6 {
            let middle = 0.5 * (clear + stuck);
            if grounding::is_even(hits(middle)) { clear = middle } else { stuck = middle }
        }
        clear
    }

    fn under(&self, sole: &Sole) -> [Option<Hit>; 3] {
        sole.points().map(|contact| self.cast(contact))
    }
}

/// The foot's contacts, from the character's origin, world axes. The chain and the toes must be fresh.
fn sole(body: &Body, foot: &BoundFoot, place: Place) -> Sole {
    let (at, turn) = (body.position(foot.foot), body.turn_from_rest(foot.foot));
    let toe = match foot.toes {
        Some((toes, _)) => body.position(toes) + body.turn_from_rest(toes) * foot.toe,
        None => at + turn * foot.toe,
    };
    Sole {
        heel: place.around(at + turn * foot.heel),
        ball: place.around(at + turn * foot.ball),
        toe: place.around(toe),
    }
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
    let wanted = if inputs.grounded { 1.0 } else { 0.0 };
    *memory.grounded = faded(*memory.grounded, wanted, share);
    let weight = grounding.weight * *memory.grounded;

    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter_mut()) {
        let chain = &bound.chains[foot.chain];
        state.plan = None;
        if !(weight > 0.0 && chain.enabled && chain.position_weight > 0.0) {
            *state = FootMemory::default();
            continue;
        }
        refresh(body, chain, foot);
        let sole = sole(body, foot, place);
        let ankle = place.around(body.position(chain.tip));
        if !(ankle.is_finite() && sole.points().iter().all(|point| point.is_finite())) {
            *state = FootMemory::default();
            continue;
        }
        let moved = *memory.origin - place.origin;
        let plan = place_foot(&sight, foot, state, Incoming { ankle, sole, moved, settle, share });
        let position = place.around_to_model(plan.ankle);
        let turn = place.turn_to_model(plan.turn);
        let rotation = turn * body.rotation(foot.foot);
        let target = &mut memory.targets[foot.chain];
        *target = merged(target, chain, position, rotation, weight);
        state.plan =
            Some(FootPlan { toe_turn: place.turn_to_model(Quat::IDENTITY.slerp(plan.toe_turn, weight)), ..plan });
    }

    let Some((pelvis, above)) = &grounding.pelvis else { return Vec3::ZERO };
    let legs = |reach: Option<f32>| {
        let (body, targets) = (&*body, &*memory.targets);
        grounding.feet.iter().zip(memory.feet.iter()).filter_map(move |(foot, state)| {
            let chain = &bound.chains[foot.chain];
            let plan = state.plan.filter(|_| targets[foot.chain].keeps_extension)?;
            let stands = plan.has_ground && plan.lift.abs() <= grounding.flat_threshold * place.scale;
            let hip = body.position(chain.path[0]);
            let now = hip.distance(body.position(chain.tip));
            let (full, unsoftened) = extent(body, chain);
            (reach.is_none() || stands).then(|| Leg {
                hip: place.around(hip),
                ankle: plan.ankle,
                longest: (full * reach.unwrap_or(unsoftened)).max(now) * place.scale,
                shortest: (full * DEEPEST_SQUAT).min(now) * place.scale,
            })
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
    if !(goal.is_finite() && highest.is_finite()) {
        *memory.pelvis = Spring::at(0.0);
    } else if settle {
        *memory.pelvis = Spring::at(goal);
    } else {
        let before = memory.pelvis.value;
        memory.pelvis.step(goal, grounding.pelvis_half_life, inputs.dt);
        if highest < 0.0 && inputs.dt > 0.0 {
            let soonest = before - CATCH_UP * bound.leg_length * place.scale * inputs.dt;
            memory.pelvis.value = memory.pelvis.value.min(highest.max(soonest));
        }
        if (memory.pelvis.value - goal).abs() < small && memory.pelvis.velocity.abs() < small {
            *memory.pelvis = Spring::at(goal);
        }
    }
    let offset = UP * memory.pelvis.value;
    body.refresh(above);
    body.refresh(&[*pelvis]);
    body.translate(*pelvis, place.around_to_model(offset));
    offset
}

/// The parts of the memory that planning reads and writes.
pub(super) struct Plans<'a> {
    pub feet: &'a mut [FootMemory],
    pub targets: &'a mut [ChainTarget],
    pub pelvis: &'a mut Spring<f32>,
    pub grounded: &'a mut f32,
    pub origin: &'a mut Vec3,
    pub is_fresh: bool,
}

/// A foot as the animation has it, from the character's origin, world axes.
struct Incoming {
    ankle: Vec3,
    sole: Sole,
    /// What must be added to a point of the last frame for it to be the same place in the world.
    moved: Vec3,
    settle: bool,
    /// What is left of a fade after this frame.
    share: f32,
}

fn place_foot(sight: &Sight, foot: &BoundFoot, state: &mut FootMemory, incoming: Incoming) -> FootPlan {
    let Incoming { ankle, sole, moved, settle, share } = incoming;
    let Sight { grounding, place, own, .. } = sight;
    let has_toes = foot.toes.is_some();
    let back = direction_or(reject(sole.heel - sole.toe, UP), Vec3::ZERO);
    let lowest = sole.points().map(|point| own.height(point, UP)).into_iter().fold(f32::INFINITY, f32::min);
    let stands = lowest <= grounding.flat_threshold * place.scale;
    let mut under = sight.under(&sole);
    let way = if stands { sight.way_back(&sole, under, back) } else { 0.0 };
    state.back = if settle { way } else { way + (state.back - way) * share };
    if (state.back - way).abs() < place.scale * foot.heel.distance(foot.ball) * 1e-5 {
        state.back = way;
    }
    if state.back != 0.0 {
        under = sight.under(&sole.moved(Vec3::ZERO, Quat::IDENTITY, back * state.back));
    }
    let (ankle, sole) = (ankle + back * state.back, sole.moved(Vec3::ZERO, Quat::IDENTITY, back * state.back));
    let plant_on = |ground: &Plane| plant(ankle, &sole, own, ground, UP, grounding.max_tilt);
    let found = support(under, has_toes, UP).map(|first| {
        // Tilting moves the contacts aside, so on ground that is no plane the place they come to is asked again.
        let tilted = plant_on(&first.plane).sole;
        let moved_aside = |(to, from): (Vec3, Vec3)| reject(to - from, UP).length_squared();
        let farthest = tilted.points().into_iter().zip(sole.points()).map(moved_aside).fold(0.0, f32::max);
        if farthest <= sole.heel.distance_squared(sole.toe) * SAME_PLACE {
            return first;
        }
        support(sight.under(&tilted), has_toes, UP).unwrap_or(first)
    });

    let small = grounding.step_up.max(grounding.step_down) * place.scale;
    match found {
        Some(found) => {
            let arrives = settle || state.ground.is_none() || state.presence == 0.0;
            let jump = state.ground.map_or(0.0, |before| jump(&before, &found.plane, moved, sole.ball));
            if arrives || !(jump.abs() <= 2.0 * small) {
                state.behind = Spring::at(0.0);
                state.normal = found.plane.normal;
                state.toe_bend = found.toe_bend;
            } else {
                state.behind.value += jump;
                state.behind.step(0.0, grounding.foot_half_life, sight.inputs.dt);
                if state.behind.value.abs() < small * 1e-6 && state.behind.velocity.abs() < small * 1e-6 {
                    state.behind = Spring::at(0.0);
                }
                let normal = direction_or(found.plane.normal.lerp(state.normal, share), found.plane.normal);
                let arrived = angle_between(normal, found.plane.normal) < 1e-6;
                state.normal = if arrived { found.plane.normal } else { normal };
                state.toe_bend = faded_angle(state.toe_bend, found.toe_bend, share);
            }
            state.ground = Some(found.plane);
        }
        None => state.ground = state.ground.map(|plane| Plane { point: plane.point + moved, ..plane }),
    }
    state.presence = faded(state.presence, if found.is_some() { 1.0 } else { 0.0 }, share);
    if state.presence == 0.0 {
        state.ground = None;
    }
    let animated = FootPlan {
        lift: 0.0,
        has_ground: false,
        ankle,
        turn: Quat::IDENTITY,
        toe_turn: Quat::IDENTITY,
        normal: own.normal,
        slope: 0.0,
    };
    let Some(ground) = state.ground else { return animated };

    let followed = Plane {
        point: ground.under(sole.ball, UP) + UP * (state.behind.value + grounding.sole_offset * place.scale),
        normal: state.normal,
    };
    let planted = plant_on(&followed);
    let toes_down =
        1.0 - ((planted.lift / (grounding.flat_threshold * place.scale).max(f32::MIN_POSITIVE)) - 1.0).clamp(0.0, 1.0);
    let ahead = reject(planted.sole.toe - planted.sole.ball, planted.normal);
    let toe_axis = ahead.cross(planted.normal).try_normalize();
    FootPlan {
        lift: planted.lift,
        has_ground: found.is_some(),
        ankle: ankle.lerp(planted.ankle, state.presence),
        turn: if state.presence == 1.0 { planted.turn } else { Quat::IDENTITY.slerp(planted.turn, state.presence) },
        toe_turn: toe_axis
            .filter(|_| state.toe_bend.abs() > 1e-5)
            .map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, state.toe_bend * state.presence * toes_down)),
        normal: planted.normal,
        slope: angle_between(state.normal, UP),
    }
}

/// How far the surface dropped from the last frame to this at the place of `ball`, where it is not one surface that the
/// foot moved along. Ground that stands in the world and ground that moves with the character (a lift) are both no jump.
fn jump(before: &Plane, now: &Plane, moved: Vec3, ball: Vec3) -> f32 {
    let here = now.height(ball, UP);
    let in_world = here - Plane { point: before.point + moved, ..*before }.height(ball, UP);
    let with_character = here - before.height(ball, UP);
    if in_world.abs() <= with_character.abs() { in_world } else { with_character }
}

fn faded(value: f32, goal: f32, share: f32) -> f32 {
    let next = goal + (value - goal) * share;
    if (next - goal).abs() < FADED { goal } else { next }
}

fn faded_angle(value: f32, goal: f32, share: f32) -> f32 {
    let next = goal + (value - goal) * share;
    if (next - goal).abs() < 1e-6 { goal } else { next }
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

/// Bends the toes of the foot that `chain` ends in; the chain must be solved and fresh.
pub(super) fn bend_toes(bound: &BoundRig, body: &mut Body, feet: &[FootMemory], chain: usize) {
    let Some(grounding) = &bound.grounding else { return };
    for (foot, state) in grounding.feet.iter().zip(feet).filter(|(foot, _)| foot.chain == chain) {
        if let (Some((toes, path)), Some(plan)) = (&foot.toes, state.plan)
            && plan.toe_turn != Quat::IDENTITY
        {
            body.refresh(path);
            body.turn(*toes, plan.toe_turn);
        }
    }
}

/// Measures the feet on the final pose.
pub(super) fn report(
    bound: &BoundRig,
    body: &mut Body,
    feet: &[FootMemory],
    reports: &mut Vec<FootReport>,
    place: Place,
    inputs: &Inputs,
) {
    let Some(grounding) = &bound.grounding else { return };
    let sight = Sight::new(bound, grounding, place, inputs);
    for (foot, state) in grounding.feet.iter().zip(feet) {
        let chain = &bound.chains[foot.chain];
        refresh(body, chain, foot);
        let sole = sole(body, foot, place);
        let contact = |name, point: Vec3| {
            let hit = point.is_finite().then(|| sight.cast(point)).flatten();
            ContactReport {
                name,
                position: place.origin + point,
                ground: hit.map(|hit| place.origin + hit.point),
                normal: hit.map_or(UP, |hit| hit.normal),
                gap: hit.map_or(0.0, |hit| (point - hit.point).dot(hit.normal)),
            }
        };
        let plan = state.plan.filter(|plan| plan.has_ground);
        let sole_up = place.rotation * (body.turn_from_rest(foot.foot) * bound.frame.up);
        reports.push(FootReport {
            chain: chain.index,
            planted: plan.is_some_and(|plan| plan.lift.abs() <= grounding.flat_threshold * place.scale),
            slope: plan.map_or(0.0, |plan| plan.slope),
            sole_angle_error: plan.map_or(0.0, |plan| angle_between(sole_up, plan.normal)),
            contacts: [contact("heel", sole.heel), contact("ball", sole.ball), contact("toe", sole.toe)],
        });
    }
}
