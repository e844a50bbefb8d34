//! Places where feet stand: that which a foot is given as it comes down, and what of the ground carries it there.

use glam::Vec3;

use super::foot::Incoming;
use super::live::is_within;
use super::print::Print;
use super::relief::Relief;
use super::sight::Sight;
use super::{UP, at_foot_level};
use crate::ground::Hit;
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{FootMemory, Slip, Stand};
use crate::runtime::{LegMoment, STANCE_MOMENTS};
use crate::solve::grounding::{Plane, Sole, Support, support};

/// A foot that is known to stand is held against the animation this much farther than one that only seems to.
const KNOWN: f32 = 2.0;
/// Ground this much below the plane that a foot stands on, by the length from heel to ball, does not carry it.
const CARRIED: f32 = 0.2;

/// One place where the foot stands, this frame.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub print: Print,
    /// How far it is set aside from where the animation has it, for its ground to carry it.
    pub aside: Vec3,
    pub support: Support,
    /// The ground along the foot, where that does not carry all of it.
    relief: Option<Relief>,
}

impl Standing {
    /// How far `sole`, which is over this place or will be when it has gone on by `way`, must come down on `ground` to touch what is under it.
    pub fn hanging(&self, sole: &Sole, ground: &Plane, way: Vec3) -> f32 {
        let Some(relief) = &self.relief else { return 0.0 };
        relief.room_under(&sole.shifted(way), &Plane { point: ground.point + way, ..*ground })
            - sole.lowest_over(ground, UP)
    }
}

fn standing(sight: &Sight, foot: &BoundFoot, print: Print) -> Option<Standing> {
    // Casts count heights from the character's own ground.
    let on_own = print.shifted(-UP * sight.own.height(print.ball, UP));
    let sole = on_own.sole(sight, foot);
    let hits = sight.under(&sole);
    let mut support = support(hits, foot.toes.is_some(), UP)?;
    let near = sight.length(foot.print[0].length()) * CARRIED;
    // Ground that rises beside the middle of the sole carries its edge.
    let rise = |edge: Vec3| sight.cast(edge).map_or(0.0, |hit| support.plane.distance(hit.point));
    let edges = sole.edges(UP, sight.length(foot.half_breadth));
    let rise = edges.map(rise).into_iter().filter(|rise| *rise < near).fold(0.0, f32::max);
    support.plane.point += support.plane.normal * rise;
    let carries = |hit: &Option<Hit>| hit.is_some_and(|hit| support.plane.distance(hit.point) > -near);
    let relief = (!hits.iter().all(carries)).then(|| Relief::along(sight, print, &sole, &support.plane));
    Some(Standing { print, aside: Vec3::ZERO, support, relief })
}

/// The place where the foot will land: back from a riser, where its toes would stick into one.
pub(super) fn land(
    sight: &Sight,
    foot: &BoundFoot,
    print: Print,
    stance: &[LegMoment; STANCE_MOMENTS],
) -> Option<Standing> {
    let on_own = print.shifted(-UP * sight.own.height(print.ball, UP));
    let sole = on_own.sole(sight, foot);
    let aside = sight.clear_way(&sole, foot, stance);
    Some(Standing { aside, ..standing(sight, foot, print.shifted(aside))? })
}

/// The place where the foot stands: that which it was given when it came down, on whatever carries it.
pub(super) fn stand(
    sight: &Sight,
    foot: &BoundFoot,
    state: &mut FootMemory,
    incoming: &Incoming,
    (print, stance): (Print, &[LegMoment; STANCE_MOMENTS]),
    until_s: f32,
) -> Option<Standing> {
    let level = |print: Print| Print { ball: at_foot_level(print.ball, &incoming.sole), ..print };
    let kept = state.lock.map(|stand| (stand.ground(sight), level(stand.print(sight)), stand.aside));
    let place = match kept {
        Some((ground, print, aside)) => {
            let stands = ground.under(print.ball, UP);
            standing(&sight.about(stands), foot, print).map(|place| Standing { aside, ..place })
        }
        None if state.released => None,
        None => land(sight, foot, print, stance),
    };
    let slip = place.map(|place| place.print.hold(&incoming.sole, incoming.ahead, sight, foot));
    let lock = sight.grounding.lock.as_ref();
    // What it was set aside by is no pull of the animation's.
    let pull = place.zip(slip).map(|(place, slip)| Slip { by: slip.by - place.aside, ..slip });
    match (place, slip, lock) {
        (Some(standing), Some(slip), Some(lock)) if pull.is_some_and(|pull| is_within(&pull, lock, sight, KNOWN)) => {
            let frame = sight.frame(standing.support.surface);
            let in_frame = |v: Vec3| frame.rotation.conjugate() * v;
            let stand = Stand {
                surface: standing.support.surface,
                ball: in_frame(standing.print.ball - frame.translation),
                aside: standing.aside,
                ahead: in_frame(standing.print.ahead),
                plane: Plane {
                    point: in_frame(standing.support.plane.point - frame.translation),
                    normal: in_frame(standing.support.plane.normal),
                },
            };
            let dt = sight.inputs.dt;
            let frames_left = if kept.is_some() && dt > 0.0 && until_s.is_finite() { until_s / dt } else { 0.0 };
            state.stays = frames_left.min(1.0);
            state.slip_at_end = slip.plus(slip.less(state.slip).share(state.stays));
            if kept.is_none() {
                state.lock = Some(stand);
            }
            state.stood = Some(stand);
            state.slip = slip;
            Some(standing)
        }
        _ => {
            state.released |= slip.is_some();
            state.lock = None;
            let share = sight
                .grounding
                .lock
                .as_ref()
                .map_or(0.0, |lock| crate::math::decay_factor(lock.release_half_life, sight.inputs.dt));
            state.slip = state.slip.share(share);
            state.slip_at_end = state.slip;
            let (_, sole, yaw) = state.slip.apply(incoming.ankle, &incoming.sole);
            let print = Print::of(&sole, yaw * incoming.ahead, sight, foot);
            standing(sight, foot, print)
        }
    }
}
