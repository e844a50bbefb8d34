//! How far the pelvis goes for the legs to reach.
//!
//! Of feet that are known to step it is known when each comes down and leaves, and so what its leg will need then: the pelvis is there in
//! time, on the calmest way. For feet of which nothing is known a spring follows what their legs need now.

use glam::Vec3;

use super::reach::Extent;
use super::sight::Sight;
use super::{Plans, UP};
use crate::math::Spring;
use crate::runtime::STANCE_MOMENTS;
use crate::runtime::body::Body;
use crate::runtime::bound::{BoundFoot, BoundRig};
use crate::runtime::memory::{FootPlan, PelvisMemory};
use crate::runtime::place::Place;
use crate::solve::grounding::{Leg, PelvisRange};

/// A leg folds no farther than this share of its length, short of where a knee ends: a full squat.
const DEEPEST_SQUAT: f32 = 0.31;
/// How fast the pelvis goes down at most after a leg that would not reach, leg lengths a second.
const CATCH_UP: f32 = 3.0;

/// Where the pelvis must be, and in how many seconds.
#[derive(Clone, Copy)]
struct Waypoint {
    in_s: f32,
    offset: f32,
}

/// How far the pelvis goes along up this frame, where it is set back by so much anyway; world axes, both together, and as far as feet heed the ground.
pub(super) fn lower(
    bound: &BoundRig,
    body: &Body,
    memory: &mut Plans,
    sight: &Sight,
    set_back: Vec3,
    weight: f32,
    settle: bool,
) -> Vec3 {
    let Sight { grounding, place, inputs, .. } = *sight;
    if grounding.pelvis.is_none() {
        return Vec3::ZERO;
    }
    let leg_length = bound.leg_length * place.scale;
    let most = grounding.max_pelvis_drop * place.scale;
    let within = |offset: f32| offset.clamp(-most, most) * grounding.pelvis_weight;
    let pelvis = &mut *memory.pelvis;
    // However slowly the pelvis follows, a foot that stands is not pulled off the ground.
    let (mut now, mut at_once) = (PelvisRange::default(), PelvisRange::default());
    // Lower than this a leg that steps would be folded deeper than it goes: rather than that another leaves the ground early, or meets it late.
    let mut floor = f32::NEG_INFINITY;
    // An explicit goal on a leg is no matter of the ground.
    let targets = &*memory.targets;
    let heeds = |foot: &BoundFoot, plan: &FootPlan| targets[foot.chain].weight == 0.0 && plan.has_ground;
    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter_mut()) {
        let Some(plan) = state.plan.as_ref().filter(|plan| heeds(foot, plan)) else { continue };
        let step = &plan.step;
        let chain = &bound.chains[foot.chain];
        let [hip, by_clip] = [chain.path[0], chain.tip].map(|joint| place.around(body.position(joint)));
        let extent = Extent::of(body, chain, place);
        let ways = |hip: Vec3, ankle: Vec3, by_clip: f32, moved: f32| {
            let longest = extent.longest(step.walks, by_clip, moved);
            let shortest = (extent.full * DEEPEST_SQUAT).min(by_clip);
            Leg { hip, ankle, longest, shortest, heeded: 1.0 }.ways(UP)
        };
        let rolling = &plan.rolling;
        let (length, moved) = (by_clip.distance(hip), rolling.ankle.distance(by_clip));
        let hip = hip + set_back;
        let here = ways(hip, rolling.raised_towards(hip), length, moved);
        if !step.may_leave {
            if plan.down || !step.swings {
                now.heed(here, 1.0);
            }
            if plan.down {
                at_once.heed(here, 1.0);
            }
        }
        if !step.walks {
            continue;
        }
        if plan.down {
            floor = floor.max(ways(hip, rolling.ankle, length, moved).lowest);
        }
        for demand in &mut state.demands {
            let (hip, rolling) = (demand.hip + set_back, &demand.rolling);
            let ways = |ankle: Vec3| ways(hip, ankle, demand.by_clip, demand.moved);
            floor = floor.max(ways(rolling.ankle).lowest);
            demand.highest = ways(rolling.raised_towards(hip)).highest;
        }
    }
    let floor = floor.min(0.0);
    let mut way: Option<Waypoints> = None;
    for (foot, state) in grounding.feet.iter().zip(memory.feet.iter()) {
        let Some(plan) = state.plan.as_ref().filter(|plan| plan.step.walks && heeds(foot, plan)) else { continue };
        for (moment, demand) in state.demands.iter().enumerate() {
            let (mut in_s, mut highest) = (demand.in_s, demand.highest);
            if moment == STANCE_MOMENTS - 1 {
                // The foot may be gone by then.
                let before = &state.demands[moment - 1];
                let share = plan.step.early * (STANCE_MOMENTS - 1) as f32;
                in_s += (before.in_s - in_s) * share;
                highest += (before.highest - highest) * share;
            }
            let offset = within(highest.min(0.0).max(floor));
            way.get_or_insert_default().heed(pelvis.spring, Waypoint { in_s, offset });
        }
    }
    let small = leg_length * 1e-6;
    let goal = within(now.offset().max(floor));
    // Rounding is no reason to touch the pelvis.
    let goal = if goal.abs() < 10.0 * small { 0.0 } else { goal };
    let highest = within(at_once.offset().min(0.0).max(floor));
    if !(goal.is_finite() && highest.is_finite()) {
        *pelvis = PelvisMemory::default();
    } else if settle {
        // One that walks on has it as low as its steps need, which is where a clip that is played has it.
        let low = way.map_or(goal, |way| way.lowest.min(goal));
        *pelvis = PelvisMemory { spring: Spring::at(low), goal, ..*pelvis };
    } else {
        let before = pelvis.spring.value;
        match way {
            Some(way) => {
                way.go(&mut pelvis.spring, [grounding.pelvis_half_life, grounding.pelvis_rise_half_life], inputs.dt);
            }
            None => {
                pelvis.spring.step_along(pelvis.goal, goal, grounding.pelvis_half_life, inputs.dt);
            }
        }
        if (pelvis.spring.value - goal).abs() < small && pelvis.spring.velocity.abs() < small {
            pelvis.spring = Spring::at(goal);
        }
        pelvis.goal = goal;
        if highest < pelvis.spring.value {
            // A ground that drops at once is followed as fast as a body falls, no faster.
            let soonest = before - CATCH_UP * leg_length * inputs.dt;
            pelvis.spring.value = highest.max(soonest).min(pelvis.spring.value);
            pelvis.spring.velocity = 0.0;
        }
    }
    (set_back + UP * pelvis.spring.value) * weight
}

/// Where the pelvis will have to be, as far as it is known.
#[derive(Clone, Copy)]
struct Waypoints {
    /// Of all of them.
    lowest: f32,
    /// Of those that are lower than the pelvis the one that is most pressing, and how hard it must be gone down for.
    below: Option<(Waypoint, f32)>,
}

impl Default for Waypoints {
    fn default() -> Self {
        Self { lowest: f32::INFINITY, below: None }
    }
}

impl Waypoints {
    fn heed(&mut self, pelvis: Spring<f32>, point: Waypoint) {
        self.lowest = self.lowest.min(point.offset);
        if point.offset < pelvis.value && point.in_s > 0.0 {
            let time = point.in_s.max(1e-4);
            let acceleration = (6.0 * (point.offset - pelvis.value) / time - 4.0 * pelvis.velocity) / time;
            if self.below.is_none_or(|(_, hardest)| acceleration < hardest) {
                self.below = Some((point, acceleration));
            }
        }
    }

    /// Goes on by `dt`: down on the way that comes to rest there in time with the least of accelerations, which is a cubic; up as slowly as it likes.
    fn go(&self, pelvis: &mut Spring<f32>, half_lives: [f32; 2], dt: f32) {
        let Some((Waypoint { in_s, offset }, _)) = self.below else {
            let [stops, rises] = half_lives;
            pelvis.step(self.lowest, if pelvis.velocity < 0.0 { stops } else { rises }, dt);
            return;
        };
        if !(dt < in_s) {
            *pelvis = Spring::at(offset);
            return;
        }
        let left = 1.0 - dt / in_s;
        let (behind, rate) = (pelvis.value - offset, pelvis.velocity * in_s);
        let (square, cube) = (3.0 * behind + rate, 2.0 * behind + rate);
        pelvis.value = offset + left * left * (square - cube * left);
        pelvis.velocity = -left * (2.0 * square - 3.0 * cube * left) / in_s;
    }
}

/// Moves the pelvis by a way in world axes.
pub(super) fn translate(bound: &BoundRig, body: &mut Body, place: Place, offset: Vec3) {
    let Some(grounding) = &bound.grounding else { return };
    let Some((pelvis, above)) = &grounding.pelvis else { return };
    body.refresh(above);
    body.refresh(&[*pelvis]);
    body.translate_with(*pelvis, place.around_to_model(offset), &grounding.moved_with_pelvis);
}
