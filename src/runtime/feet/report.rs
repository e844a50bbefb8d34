use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{UP, level, sole};
use crate::math::{angles_between, rotated};
use crate::runtime::body::Body;
use crate::runtime::bound::{BoundFoot, BoundRig};
use crate::runtime::memory::{FlatGround, FootMemory};
use crate::runtime::place::Place;
use crate::runtime::{ContactReport, FootReport, Inputs};

/// Contacts that end within a twentieth of the foot's length, here squared, of where they were planned, stand on the plane that was met there.
const NEAR: f32 = 2.5e-3;

/// Bends the toes of the foot that `chain` ends in; the chain must be solved and fresh.
pub(in crate::runtime) fn bend_toes(bound: &BoundRig, body: &mut Body, feet: &[FootMemory], chain: usize) {
    let Some(grounding) = &bound.grounding else { return };
    for (foot, state) in grounding.feet.iter().zip(feet).filter(|(foot, _)| foot.chain == chain) {
        if let (Some((toes, path)), Some(plan)) = (&foot.toes, &state.plan)
            && plan.toe_turn != Quat::IDENTITY
        {
            body.refresh(path);
            body.turn(*toes, plan.toe_turn);
        }
    }
}

/// Measures the feet on the final pose, of which every joint is up to date.
pub(in crate::runtime) fn report(
    bound: &BoundRig,
    body: &Body,
    feet: &[FootMemory],
    reports: &mut Vec<FootReport>,
    place: Place,
    inputs: &Inputs,
) {
    let Some(grounding) = &bound.grounding else { return };
    let sight = Sight::new(bound, grounding, place, inputs);
    for (pair, states) in grounding.feet.chunks(2).zip(feet.chunks(2)) {
        let angles = angles(body, pair, states, place);
        for ((foot, state), angles) in pair.iter().zip(states).zip(angles) {
            reports.push(report_one(bound, body, &sight, foot, state, angles));
        }
    }
}

/// The slope of the ground under each of two feet and the angle between sole and ground, radians.
fn angles(body: &Body, feet: &[BoundFoot], states: &[FootMemory], place: Place) -> [[f32; 2]; 2] {
    let (mut are, mut shall_be) = ([UP; 4], [UP; 4]);
    for (at, (foot, state)) in feet.iter().zip(states).take(2).enumerate() {
        if let Some(plan) = state.plan.as_ref().filter(|plan| plan.has_ground) {
            let sole_up = rotated(place.rotation, rotated(body.rotation(foot.foot), foot.up_in_foot));
            (are[2 * at], are[2 * at + 1]) = (state.normal, sole_up);
            shall_be[2 * at + 1] = plan.normal;
        }
    }
    let [slope, error, other_slope, other_error] = angles_between(are, shall_be);
    [[slope, error], [other_slope, other_error]]
}

fn report_one(
    bound: &BoundRig,
    body: &Body,
    sight: &Sight,
    foot: &BoundFoot,
    state: &FootMemory,
    [slope, sole_angle_error]: [f32; 2],
) -> FootReport {
    let place = sight.place;
    let plan = state.plan.as_ref().filter(|plan| plan.has_ground);
    let sole = sole(body, foot, place, plan.map_or(sight.own.normal, |_| state.normal));
    let flat = plan.and_then(|plan| plan.flat.as_ref());
    let near = sole.heel.distance_squared(sole.toe) * NEAR;
    let rise = flat.map_or(Vec3::ZERO, |flat| flat.plane.slope(UP));
    let contact = |at: usize, name| {
        let point = sole.points()[at];
        let is_near = |flat: &&FlatGround| level(point - flat.contacts[at]).length_squared() <= near;
        match flat.filter(is_near) {
            // On ground that was one plane when the foot was planned and from which it has hardly gone aside.
            Some(FlatGround { plane, .. }) => {
                let height = (point - plane.point).dot(rise);
                let position = place.origin + point;
                let ground = Some(position.with_y(position.y - height));
                ContactReport { name, position, ground, normal: plane.normal, gap: height * plane.normal.y }
            }
            None => contact(sight, name, point),
        }
    };
    FootReport {
        chain: bound.chains[foot.chain].index,
        planted: plan.is_some_and(|plan| plan.down),
        let_go: plan.is_some_and(|plan| plan.let_go),
        slope,
        sole_angle_error,
        contacts: [contact(0, "heel"), contact(1, "ball"), contact(2, "toe")],
    }
}

/// What the contact at `point` meets.
fn contact(sight: &Sight, name: &'static str, point: Vec3) -> ContactReport {
    let origin = sight.place.origin;
    let hit = point.is_finite().then(|| sight.cast(point)).flatten();
    ContactReport {
        name,
        position: origin + point,
        ground: hit.map(|hit| origin + hit.point),
        normal: hit.map_or(UP, |hit| hit.normal),
        gap: hit.map_or(0.0, |hit| (point - hit.point).dot(hit.normal)),
    }
}
