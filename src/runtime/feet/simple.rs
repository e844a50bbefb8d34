//! The method of one ray a foot that most games begin with, to compare with: no stands, no lock, no plan.
//!
//! A ray goes down from above each foot's joint and one from above its toes. Where both feet are about as high over the ground, nothing is
//! done. Else each foot's joint is put a sole's height over what its ray met, pitched by the line between both hits, and the body follows
//! the foot that is highest over its ground.

use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{Plans, UP, foot, merged, refresh, sole};
use crate::ground::LayerMask;
use crate::math::{Spring, reject};
use crate::runtime::body::Body;
use crate::runtime::bound::BoundRig;
use crate::runtime::memory::{FootMemory, FootPlan, PelvisMemory};

/// What the two rays of a foot met, from the character's origin.
struct Met {
    ankle: Vec3,
    under: Vec3,
    pitch: Quat,
}

/// Fills the legs' targets and tells how far the pelvis goes, as [`super::plan`] does.
pub(super) fn plan(
    bound: &BoundRig,
    body: &mut Body,
    memory: &mut Plans,
    sight: &Sight,
    weight: f32,
    settle: bool,
) -> Vec3 {
    let Sight { grounding, place, inputs, .. } = *sight;
    let mut highest = f32::NEG_INFINITY;
    let mut lowest = f32::INFINITY;
    let met = |body: &mut Body, index: usize| {
        let foot = &grounding.feet[index];
        let chain = &bound.chains[foot.chain];
        if !(weight > 0.0 && chain.enabled && chain.position_weight > 0.0) {
            return None;
        }
        refresh(body, chain, foot);
        let (ankle, toe) = (place.around(body.position(chain.tip)), sole(body, foot, place, UP).toe);
        let [under, ahead] = [ankle, toe].map(|point| ray(sight, point));
        let (under, ahead) = (under?, ahead);
        let pitch = ahead.map_or(Quat::IDENTITY, |ahead| {
            let level = reject(ahead - under, UP);
            let angle = (ahead - under).dot(UP).atan2(level.length());
            level.cross(UP).try_normalize().map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, angle))
        });
        Some(Met { ankle, under, pitch })
    };
    for index in 0..grounding.feet.len() {
        memory.feet[index] = FootMemory::default();
        if let Some(met) = met(body, index) {
            let over = (met.ankle - met.under).dot(UP);
            (highest, lowest) = (highest.max(over), lowest.min(over));
        }
    }
    let is_flat = !(highest - lowest >= sight.length(grounding.flat_threshold));
    for index in 0..grounding.feet.len() {
        let Some(met) = met(body, index).filter(|_| !is_flat) else { continue };
        let foot = &grounding.feet[index];
        let chain = &bound.chains[foot.chain];
        let ankle = met.ankle + UP * ((met.under - met.ankle).dot(UP) + sight.length(grounding.sole_offset));
        let target = &mut memory.targets[foot.chain];
        let rotation = place.turn_to_model(met.pitch) * body.rotation(foot.foot);
        *target = merged(target, chain, place.around_to_model(ankle), rotation, weight);
        let plan = foot::animated(sight, ankle, met.pitch);
        memory.feet[index].plan = Some(FootPlan { down: true, has_ground: true, ..plan });
    }
    let most = sight.length(grounding.max_pelvis_drop);
    let goal = if is_flat { 0.0 } else { (sight.length(grounding.sole_offset) - highest).clamp(-most, most) };
    let goal = goal * grounding.pelvis_weight;
    let pelvis = &mut *memory.pelvis;
    if settle || !goal.is_finite() {
        *pelvis =
            PelvisMemory { spring: Spring::at(if goal.is_finite() { goal } else { 0.0 }), ..PelvisMemory::default() };
    } else {
        pelvis.spring.step(goal, grounding.pelvis_half_life, inputs.dt);
    }
    UP * (pelvis.spring.value * weight)
}

fn ray(sight: &Sight, from: Vec3) -> Option<Vec3> {
    let rise = sight.length(sight.grounding.ray_up);
    let reach = rise + sight.length(sight.grounding.ray_down);
    let origin = sight.place.origin + from + UP * rise;
    if !(origin.is_finite() && reach.is_finite()) {
        return None;
    }
    let hit = sight.inputs.ground.cast(origin, -UP, reach, LayerMask(sight.grounding.layers))?;
    let point = hit.point - sight.place.origin;
    point.is_finite().then_some(point)
}
