use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{UP, refresh, sole};
use crate::math::angle_between;
use crate::runtime::body::Body;
use crate::runtime::bound::BoundRig;
use crate::runtime::memory::FootMemory;
use crate::runtime::place::Place;
use crate::runtime::{ContactReport, FootReport, Inputs};

/// Bends the toes of the foot that `chain` ends in; the chain must be solved and fresh.
pub(in crate::runtime) fn bend_toes(bound: &BoundRig, body: &mut Body, feet: &[FootMemory], chain: usize) {
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
pub(in crate::runtime) fn report(
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
            planted: plan.is_some_and(|plan| plan.down),
            slope: plan.map_or(0.0, |plan| plan.slope),
            sole_angle_error: plan.map_or(0.0, |plan| angle_between(sole_up, plan.normal)),
            contacts: [contact("heel", sole.heel), contact("ball", sole.ball), contact("toe", sole.toe)],
        });
    }
}
