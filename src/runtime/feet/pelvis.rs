//! How far the pelvis goes for the legs to reach, and how far heels are raised to spare it.

use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{Plans, UP};
use crate::math::Spring;
use crate::runtime::body::Body;
use crate::runtime::bound::{BoundChain, BoundRig, BoundSolver};
use crate::runtime::memory::{FootPlan, Lows, PelvisMemory};
use crate::runtime::place::Place;
use crate::solve::grounding::{Leg, PelvisRange};

/// A leg folds no farther than this share of its length: a full squat.
const DEEPEST_SQUAT: f32 = 0.35;
/// How fast the pelvis goes down at most after a leg that would not reach, leg lengths a second.
const CATCH_UP: f32 = 3.0;
/// The hip goes from a standing foot faster and faster: in the rest of a frame by so much more than as it went in the last.
const QUICKENS: f32 = 1.25;
/// Strides are not quite the same: a pelvis that is lower than they need it by no more than this, in leg lengths, stays.
const NEARLY: f32 = 0.01;
/// A foot is where the clip has it when it is no farther from there than this, in leg lengths: so far at most are feet put right on flat ground.
const LEFT_ALONE: f32 = 0.015;
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
    // In time, and at once: however slowly the pelvis follows, a foot that stands is not pulled off the ground.
    let (mut in_time, mut at_once) = (PelvisRange::default(), PelvisRange::default());
    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter_mut()) {
        // An explicit goal on a leg is no matter of the ground.
        let plan = state.plan.as_ref().filter(|plan| memory.targets[foot.chain].weight == 0.0 && plan.has_ground);
        let Some(plan) = plan else { continue };
        let chain = &bound.chains[foot.chain];
        let [hip, by_clip] = [chain.path[0], chain.tip].map(|joint| place.around(body.position(joint)));
        let extent = Extent::of(body, chain, place);
        let shortest = (extent.full * DEEPEST_SQUAT).min(by_clip.distance(hip));
        let ways = |ankle: Vec3, by_clip: Vec3| {
            let longest = extent.longest(plan.walks, by_clip.distance(hip), ankle.distance(by_clip));
            Leg { hip, ankle, longest, shortest, heeded: 1.0 }.ways(UP)
        };
        let mut here = ways(Roll::of(plan, room(plan)).ankle(plan), by_clip);
        if plan.swings {
            // A foot that has left does not pull the pelvis after it.
            here.highest = here.highest.max(state.need_at_end);
        } else {
            let need = here.highest;
            state.need_at_end = (need + (need - state.need) * state.stays * QUICKENS).min(0.0);
            state.need = need;
        }
        in_time.heed(here, plan.heeded);
        at_once.heed(here, plan.must_reach);
        if let Some(landing) = plan.landing {
            let there = ways(landing.ankle, landing.by_clip);
            in_time.heed(there, landing.heeded);
            at_once.heed(there, landing.heeded);
        }
    }
    let most = grounding.max_pelvis_drop * place.scale;
    let share = grounding.pelvis_weight;
    let small = bound.leg_length * place.scale * 1e-6;
    let goal = in_time.offset().clamp(-most, most) * share;
    // Rounding is no reason to touch the pelvis.
    let goal = if goal.abs() < 10.0 * small { 0.0 } else { goal };
    let highest = at_once.offset().clamp(-most, 0.0) * share;
    let pelvis = &mut *memory.pelvis;
    if !(goal.is_finite() && highest.is_finite()) {
        *pelvis = PelvisMemory::default();
    } else if settle {
        *pelvis = PelvisMemory {
            spring: Spring::at(goal),
            goal,
            needed: [highest; 2],
            lows: Lows::of(highest),
            offset: goal,
        };
    } else {
        pelvis.lows.pass(grounding.pelvis_hold, inputs.dt);
        pelvis.lows.heed(highest);
        let held = goal.min(pelvis.lows.lowest());
        let nearly = if held < 0.0 { NEARLY * bound.leg_length * place.scale } else { 0.0 };
        let walks = memory.feet.iter().any(|foot| foot.plan.as_ref().is_some_and(|plan| plan.walks));
        if goal <= pelvis.spring.value || !walks {
            pelvis.spring.step_along(pelvis.goal, goal, grounding.pelvis_half_life, inputs.dt);
        } else if held > pelvis.spring.value + nearly {
            pelvis.spring.step(held - nearly, grounding.pelvis_rise_half_life, inputs.dt);
        } else {
            pelvis.spring.velocity = 0.0;
        }
        if (pelvis.spring.value - goal).abs() < small && pelvis.spring.velocity.abs() < small {
            pelvis.spring = Spring::at(goal);
        }
        pelvis.goal = goal;
        if highest < pelvis.spring.value {
            // A ground that drops at once is followed as fast as a body falls, no faster.
            let soonest = pelvis.offset - CATCH_UP * bound.leg_length * place.scale * inputs.dt;
            pelvis.spring.value = highest.max(soonest).min(pelvis.spring.value);
            pelvis.spring.velocity = 0.0;
        }
        // Between frames a leg needed it a little lower than at any of them, which shows at low frame rates.
        let lowest = lowest_between(pelvis.needed[0], pelvis.needed[1], highest);
        if lowest < pelvis.spring.value && highest > pelvis.needed[1] {
            pelvis.spring.value = lowest;
            pelvis.lows.heed(lowest);
        }
        pelvis.needed = [pelvis.needed[1], highest];
        pelvis.offset = pelvis.spring.value;
    }
    UP * (memory.pelvis.offset * weight)
}

impl Lows {
    fn of(value: f32) -> Self {
        Self { spans: [value; 3], gone_s: 0.0 }
    }

    /// Lets `dt` seconds go by: a value is kept for at least `hold_s` and at most half as long again.
    fn pass(&mut self, hold_s: f32, dt: f32) {
        self.gone_s += dt;
        let span_s = 0.5 * hold_s;
        if self.gone_s > 3.0 * span_s {
            *self = Self::of(f32::INFINITY);
        } else if self.gone_s > span_s {
            self.gone_s -= span_s;
            self.spans = [f32::INFINITY, self.spans[0], self.spans[1]];
        }
    }

    fn heed(&mut self, value: f32) {
        self.spans[0] = self.spans[0].min(value);
    }

    fn lowest(&self) -> f32 {
        self.spans.into_iter().fold(f32::INFINITY, f32::min)
    }
}

/// Half of the way from the middle of three values at even distances to the least of the parabola through them: it is known a frame late,
/// so the whole would be as wrong as nothing, the other way.
fn lowest_between(before: f32, middle: f32, after: f32) -> f32 {
    let (rise, bend) = (after - before, before - 2.0 * middle + after);
    if bend > 0.0 && middle < before.min(after) {
        middle - 0.5 * (rise * rise / (8.0 * bend)).min(0.125 * bend)
    } else {
        middle
    }
}

/// Moves the pelvis by a way in world axes.
pub(super) fn translate(bound: &BoundRig, body: &mut Body, place: Place, offset: Vec3) {
    let pelvis = bound.grounding.as_ref().and_then(|grounding| grounding.pelvis.as_ref());
    let Some((pelvis, above)) = pelvis else { return };
    body.refresh(above);
    body.refresh(&[*pelvis]);
    body.translate(*pelvis, place.around_to_model(offset));
}

/// How far a foot is raised: about its toe joint and then over the tip of its toes, radians.
struct Roll {
    heel: f32,
    tip: f32,
}

impl Roll {
    /// So much in all.
    fn of(plan: &FootPlan, angle: f32) -> Self {
        Self { heel: angle.min(plan.heel_room), tip: (angle - plan.heel_room).max(0.0) }
    }

    /// Where the ankle comes to.
    fn ankle(&self, plan: &FootPlan) -> Vec3 {
        let turn = |angle: f32| Quat::from_axis_angle(plan.toe_axis, -angle);
        let about = |pivot: Vec3, angle: f32, point: Vec3| {
            if angle == 0.0 { point } else { pivot + turn(angle) * (point - pivot) }
        };
        about(plan.tip, self.tip, about(plan.pivot, self.heel, plan.ankle))
    }
}

fn room(plan: &FootPlan) -> f32 {
    if plan.toe_axis == Vec3::ZERO { 0.0 } else { plan.heel_room + plan.tip_room }
}

/// Brings a foot within its leg's reach, without stretching the leg, once the pelvis has gone by `offset`: the heel is raised as little as
/// does it, and a foot that swings goes no farther than the leg.
pub(super) fn reach(body: &Body, chain: &BoundChain, plan: &mut FootPlan, place: Place, offset: Vec3) {
    let [hip, by_clip] = [chain.path[0], chain.tip].map(|joint| place.around(body.position(joint)));
    let extent = Extent::of(body, chain, place);
    let longest = extent.longest(plan.walks, by_clip.distance(hip), plan.ankle.distance(by_clip));
    let hip = hip + offset;
    let reaches = |angle: f32| Roll::of(plan, angle).ankle(plan).distance_squared(hip) <= longest * longest;
    if reaches(0.0) {
        return;
    }
    let room = room(plan);
    let (mut short, mut enough) = (0.0, room);
    if reaches(enough) {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (short + enough);
            if reaches(middle) { enough = middle } else { short = middle }
        }
    }
    let roll = Roll::of(plan, enough);
    let turn = |angle: f32| Quat::from_axis_angle(plan.toe_axis, angle);
    let (ankle, whole, toes) = (roll.ankle(plan), turn(-enough) * plan.turn, turn(roll.heel) * plan.toe_turn);
    plan.ankle = ankle;
    plan.turn = whole;
    if plan.has_toes {
        plan.toe_turn = toes;
    }
    if plan.swings {
        let leg = plan.ankle - hip;
        plan.ankle = hip + leg * (longest / leg.length().max(longest));
    }
}

/// How far a limb reaches, world lengths.
struct Extent {
    full: f32,
    /// Up to here it is not softened.
    smooth: f32,
}

impl Extent {
    fn of(body: &Body, chain: &BoundChain, place: Place) -> Self {
        let (full, share) = match &chain.solver {
            &BoundSolver::TwoBone { mid, soften_from, .. } => {
                let mid_at = body.position(chain.path[mid]);
                let full = body.position(chain.path[0]).distance(mid_at) + mid_at.distance(body.position(chain.tip));
                (full, soften_from)
            }
            BoundSolver::Fabrik { .. } => {
                let bones = chain.path.windows(2);
                (bones.map(|pair| body.position(pair[0]).distance(body.position(pair[1]))).sum(), 1.0)
            }
        };
        let full = full * place.scale;
        Self { full, smooth: full * share }
    }

    /// How long the limb may be: as long as the clip has it. In a walk less so the farther its foot is moved, for a leg that straightens against the ground
    /// snaps.
    fn longest(&self, walks: bool, by_clip: f32, moved: f32) -> f32 {
        let less = if walks { (moved - LEFT_ALONE * self.full).clamp(0.0, self.full - self.smooth) } else { 0.0 };
        self.smooth.max(by_clip - less)
    }
}
