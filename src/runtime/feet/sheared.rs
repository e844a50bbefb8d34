//! Feet below joints that are scaled unevenly: as such a foot turns it is sheared, and its toes do not come to where a stiff foot would have them.

use glam::Vec3;

use super::{UP, sole};
use crate::runtime::body::Body;
use crate::runtime::bound::BoundRig;
use crate::runtime::memory::FootMemory;
use crate::runtime::place::Place;

/// What is nearer than this to where it was planned, in leg lengths, is there.
const NEAR_ENOUGH: f32 = 5e-4;

/// How far the ankle must still go, model space, for the ball of the foot that `chain` ends in to be where it was planned; the chain must be solved
/// and its toes bent. None where nothing is scaled, or the foot has no toes of its own.
pub(in crate::runtime) fn still_to_go(
    bound: &BoundRig,
    body: &mut Body,
    feet: &[FootMemory],
    chain: usize,
    place: Place,
) -> Option<Vec3> {
    if body.is_rigid() {
        return None;
    }
    let grounding = bound.grounding.as_ref()?;
    let (foot, state) = grounding.feet.iter().zip(feet).find(|(foot, _)| foot.chain == chain)?;
    let plan = state.plan.as_ref().filter(|plan| plan.has_ground && plan.has_toes && state.presence == 1.0)?;
    let limb = &bound.chains[chain];
    super::refresh(body, limb, foot);
    let [hip, ankle] = [limb.path[0], limb.tip].map(|joint| place.around(body.position(joint)));
    let wanted = ankle + plan.rolling.ball - sole(body, foot, place, UP).ball;
    let way = hip + (wanted - hip).clamp_length_max(plan.longest) - ankle;
    (way.is_finite() && way.length() > plan.longest * NEAR_ENOUGH).then(|| place.around_to_model(way))
}
