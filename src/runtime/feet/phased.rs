//! A foot of which the clip is known: on its ground while it stands, led to its next place while it swings.
//!
//! Everything follows from the clip's times and the two places between which the foot goes, so the path is the same at any frame rate.

use glam::{Quat, Vec3};

use super::foot::{self, Incoming, Planting};
use super::path::{Gone, between};
use super::print::Print;
use super::sight::Sight;
use super::standing::{Standing, land, stand};
use super::{UP, at_foot_level, faded, level, sole_ahead};
use crate::math::{direction_or, reject, smooth_step};
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{Demand, FootMemory, FootPlan, Rolling, Slip, Step};
use crate::runtime::{FootPhase, LegMoment, STANCE_MOMENTS};
use crate::solve::grounding::{Plane, Planted, Sole, plant};

/// A foot comes down and leaves within so many seconds, or this share of its swing.
const TOUCH: f32 = 0.15;
const TOUCH_SHARE: f32 = 0.4;
/// In this last share of that what hangs over an edge is left to hang, and in all of it where it hangs as far as this, in leg lengths.
const HANGS_FOR: f32 = 0.35;
const HANGS_FAR: f32 = 0.12;
/// The share of a swing in which a foot is back where the animation has it.
const BACK_BY: f32 = 0.8;
/// A heel so much higher than the ball, by the length between them, begins to be raised by the animation, and is.
const HEEL_UP: [f32; 2] = [0.08, 0.25];
/// A foot that leaves may roll over the tip of its toes by this much, radians.
const TIP_ROLL: f32 = 0.8;
/// In all a foot is pitched this far from the ground at most, radians: just past upright.
const MOST_PITCH: f32 = 1.7;
/// Of a slope's normal along up, below which lifts grow no more.
const STEEPEST: f32 = 0.5;
/// A clip whose feet stand no higher than this, in leg lengths, does not hover.
const HOVERS: f32 = 0.001;
/// A foot that was held no farther than this from where the animation has it is back there as it leaves, in leg lengths; one that was held so many times
/// as far goes all of the way back while it swings.
const BACK_AT_ONCE: f32 = 0.0015;
const BACK_IN_TIME: f32 = 4.0;
/// Ground that a swinging foot comes nearer to than in its clip by less than this, in leg lengths, is no step but a bulge.
const BULGE: f32 = 0.02;
/// A swinging foot goes with its hip as the animation has it in the middle of its swing, but for this share at either end; down to so far over its ground,
/// in leg lengths, and no farther.
const CLEAR: f32 = 0.08;
const FREE_BY: f32 = 0.25;
/// On a steep way a foot may leave before its time by up to this share of its stance, rather than that the pelvis goes down for the last of it: less
/// than half of the time in which a walker has both feet down. Ways as steep as the second are steep, up to the first none is.
const EARLY: f32 = 0.1;
const STEEP: [f32; 2] = [0.27, 0.5];
/// So far behind and ahead the ground tells how steep a way is, in leg lengths.
const FORESEEN: f32 = 0.45;

pub(super) fn place(
    sight: &Sight,
    foot: &BoundFoot,
    state: &mut FootMemory,
    incoming: &Incoming,
    phase: &FootPhase,
) -> FootPlan {
    let &Incoming { ankle, sole, share, .. } = incoming;
    state.behind = crate::math::Spring::at(0.0);
    state.contacts = None;
    let from_origin = |point: Vec3| point - sight.place.origin;
    let carrier = state.carrier();
    let velocity = sight.velocity(&mut state.travel, carrier).unwrap_or_else(|| foreseen(sight, phase));
    state.travel.velocity = Some(velocity);
    let sight = &sight.on_its_way(velocity);
    let stands = sole_of(&phase.stand().map(from_origin, |ahead| ahead));
    let stance = phase
        .stance_in_world
        .map(|leg| leg.map(from_origin, |ahead| direction_or(reject(ahead, UP), sole_ahead(&stands))));
    let touch_down = &stance[0];
    let stands_at = (phase.stands_at - sight.length(sight.grounding.leg_length) * HOVERS).max(0.0);
    let print = Print::of(&stands, sole_ahead(&stands), sight, foot);
    let print = Print { ball: at_foot_level(print.ball, &sole), ..print };
    let length = phase.since_s + phase.until_s;
    let gone = if length.is_finite() && length > 0.0 { phase.since_s / length } else { 0.0 };

    let next = if phase.down {
        stand(sight, foot, state, incoming, (print, &stance), phase.until_s)
    } else {
        // The character will have gone on, up or down with its ground, by then.
        land(&sight.risen(velocity.y * phase.until_s), foot, print, &stance)
    };
    if !phase.down {
        state.lock = None;
        state.released = false;
    }
    let touch = TOUCH.min(TOUCH_SHARE * length);
    let leaving = 1.0 - smooth_step(0.0, touch, phase.since_s);
    let landing = 1.0 - smooth_step(0.0, touch, phase.until_s);
    let on_ground = if phase.down { 1.0 } else { leaving.max(landing) };
    // While it swings a foot comes back from where it was held, and goes to where it will be: back from a riser, or where a clip's feet
    // slide in the middle of their way.
    let back = state.slip_at_end.share(still_held(sight, &state.slip_at_end) * (1.0 - smooth_step(0.0, BACK_BY, gone)));
    let slip = match &next {
        _ if phase.down => state.slip,
        Some(next) => {
            let there = next.print.hold(&sole_of(touch_down), touch_down.ahead, sight, foot);
            back.plus(there.share(smooth_step(1.0 - BACK_BY, 1.0, gone)))
        }
        None => back,
    };
    let (ankle, sole, yaw) = slip.apply(ankle, &sole);

    state.presence = faded(state.presence, if next.is_some() { 1.0 } else { 0.0 }, share);
    let ground = match &next {
        Some(next) if phase.down => next.support.plane,
        Some(next) => between(
            sight,
            foot,
            state,
            next,
            &sole,
            Gone { share: gone, since_s: phase.since_s, length_s: length, rise: velocity.y },
        ),
        None => match state.ground {
            Some(plane) => Plane { point: plane.point + incoming.moved, ..plane },
            None => return foot::animated(sight, ankle, yaw),
        },
    };
    state.ground = Some(ground);
    state.normal = ground.normal;
    state.toe_bend = next.as_ref().map_or(state.toe_bend, |next| next.support.toe_bend * on_ground);

    let followed = Plane { point: ground.point + UP * sight.length(sight.grounding.sole_offset), ..ground };
    let mut planted = plant(ankle, &sole, slip.to_print, &sight.own, &followed, UP, sight.grounding.max_tilt);
    // Over its ground as over the clip's, but for what the clip hovers by while it stands; and never inside, as the clip may be.
    if phase.down {
        state.stood_at = stands_at;
    }
    let wrong = state.stood_at + (stands_at - state.stood_at) * smooth_step(0.0, 1.0, gone);
    // What hangs over an edge does not carry the foot: it comes down until something is carried.
    let hung = match &next {
        Some(next) if phase.down => next.hanging(&planted.sole, &followed, Vec3::ZERO),
        Some(next) => {
            let way = next.print.hold(&sole, yaw * incoming.ahead, sight, foot).by;
            let hangs = next.hanging(&planted.sole, &followed, way);
            // The foot is still fast before; the farther it hangs the sooner it must begin.
            let far = hangs.abs() / (HANGS_FAR * sight.length(sight.grounding.leg_length)).max(f32::MIN_POSITIVE);
            let late = 1.0 - smooth_step(0.0, touch * far.clamp(HANGS_FOR, 1.0), phase.until_s);
            state.hung * leaving + hangs * late
        }
        None => 0.0,
    };
    if phase.down {
        state.hung = hung;
    }
    set_down(&mut planted, &followed, wrong, hung, on_ground);
    if !phase.down {
        let by_clip = sight.own.height(incoming.sole.ball, UP) - wrong;
        let ball = ball_of_bent_toes(&planted, incoming, yaw, state.toe_bend * on_ground);
        clear_bulge(sight, &mut planted, ball, by_clip);
    }
    let clear = sight.length(sight.grounding.leg_length) * CLEAR;
    let sinks = (planted.sole.lowest_over(&followed, UP) - clear).max(0.0);
    let middle = smooth_step(0.0, FREE_BY, gone) * smooth_step(0.0, FREE_BY, 1.0 - gone);
    let early = EARLY * smooth_step(STEEP[0], STEEP[1], sight.grade(velocity).length());
    let free = if phase.down { 0.0 } else { middle };
    let ending =
        if phase.down { 1.0 - smooth_step(0.0, touch, phase.until_s) } else { 1.0 - smooth_step(0.0, 1.0, gone) };
    let [heel_room, tip_room] = rooms(sight, foot, &incoming.sole, ending);
    if let Some(next) = &next
        && length.is_finite()
    {
        let stance_s = if phase.stance_s.is_finite() { phase.stance_s } else { 0.0 };
        let starts_in_s = if phase.down { phase.until_s - stance_s } else { phase.until_s };
        for (moment, leg) in stance.iter().enumerate() {
            let passed_s = stance_s * (moment as f32 / (STANCE_MOMENTS - 1) as f32);
            let in_s = starts_in_s + passed_s;
            let rise = UP * (velocity.y * in_s);
            let ending = 1.0 - smooth_step(0.0, touch, stance_s - passed_s);
            let ahead = Ahead { in_s, rise, stands_at, ending };
            state.demands[moment] = demand(sight, foot, next, leg, ahead);
        }
    }
    foot::planned(
        incoming,
        state,
        &Planting {
            ankle,
            yaw,
            planted,
            toes_down: on_ground,
            down: phase.down && next.is_some(),
            step: Step {
                swings: !phase.down,
                walks: length.is_finite(),
                free,
                sinks,
                early,
                may_leave: phase.down && phase.until_s < early * phase.stance_s,
            },
            heel_room,
            tip_room,
            has_ground: next.is_some(),
            flat: None,
        },
    )
}

/// How fast a character goes of which only the clip is known: as its hip does over a stance, up or down as the ground does about where it is.
fn foreseen(sight: &Sight, phase: &FootPhase) -> Vec3 {
    let [first, .., last] = &phase.stance_in_world;
    let way = level(last.hip - first.hip);
    if !(phase.stance_s > 0.0 && phase.stance_s.is_finite()) {
        return Vec3::ZERO;
    }
    let reach = direction_or(way, Vec3::ZERO) * (FORESEEN * sight.length(sight.grounding.leg_length));
    let [behind, ahead] = [-reach, reach].map(|to| sight.cast(sight.own.under(to, UP)));
    let rise = match (behind, ahead) {
        (Some(behind), Some(ahead)) if reach != Vec3::ZERO => {
            way.length() * (ahead.point - behind.point).dot(UP) / (2.0 * reach.length())
        }
        _ => 0.0,
    };
    (way + UP * rise) / phase.stance_s
}

/// The share of a slip that a foot leaves with.
fn still_held(sight: &Sight, slip: &Slip) -> f32 {
    let at_once = sight.length(sight.grounding.leg_length) * BACK_AT_ONCE;
    let far = slip.by.length();
    if far <= at_once { 0.0 } else { ((far - at_once) / (far * (1.0 - 1.0 / BACK_IN_TIME))).min(1.0) }
}

/// Moves a planted foot to as far over `ground` as the animation has it over its own, but for what that is `wrong` by; and never inside, as
/// the animation may be. `on_ground` is how far it stands, 0..=1.
fn set_down(planted: &mut Planted, ground: &Plane, wrong: f32, hung: f32, on_ground: f32) {
    // As far from a slope, not as high over it; and straight from it where the foot stands, so that it slides by nothing while it settles or rolls.
    let lift = (planted.lift - wrong).max(0.0);
    let away = (UP / ground.normal.dot(UP).max(STEEPEST)).lerp(ground.normal, on_ground * on_ground * on_ground);
    let up = away * lift - UP * (planted.lift + hung);
    *planted = planted.shifted(up);
}

/// Where the ball of a planted foot comes to when its toes bend by `bend`, radians.
fn ball_of_bent_toes(planted: &Planted, incoming: &Incoming, yaw: Quat, bend: f32) -> Vec3 {
    let ball = planted.sole.ball;
    let joint = incoming.toe_joint.map(|joint| joint - incoming.sole.ball);
    let Rolling { toe_joint, axis, .. } = foot::rolling(planted, yaw, joint, [0.0; 2]);
    if joint.is_none() || axis == Vec3::ZERO {
        return ball;
    }
    toe_joint + Quat::from_axis_angle(axis, bend) * (ball - toe_joint)
}

/// Raises a swinging foot over a bulge of the ground so that its `ball`, where that will be, is as far from it as the clip has it from its own.
fn clear_bulge(sight: &Sight, planted: &mut Planted, ball: Vec3, by_clip: f32) {
    let Some(hit) = sight.cast(ball) else { return };
    let is = (ball - hit.point).dot(hit.normal);
    let up = UP * ((by_clip.max(0.0) - is) / hit.normal.dot(UP).max(STEEPEST));
    if up.y > 0.0 && up.y < BULGE * sight.length(sight.grounding.leg_length) {
        *planted = planted.shifted(up);
    }
}

/// How far a foot may be raised about its toe joint and over the tip of its toes, radians: a heel where the animation has it up, and the whole
/// foot as it leaves.
fn rooms(sight: &Sight, foot: &BoundFoot, sole: &Sole, ending: f32) -> [f32; 2] {
    let [heel, ball, _] = sole.points().map(|point| sight.own.height(point, UP));
    let [begins, is_up] = HEEL_UP.map(|share| share * foot.print[0].length() * sight.place.scale);
    let heel_up = smooth_step(begins, is_up, heel - ball);
    // No foot is turned far past upright.
    let length = sole.heel.distance(sole.ball).max(f32::MIN_POSITIVE);
    let pitch = ((heel - ball) / length).clamp(-1.0, 1.0).asin();
    let room = (MOST_PITCH - pitch).max(0.0);
    let heel_room = (sight.grounding.heel_lift * heel_up).min(room);
    [heel_room, (TIP_ROLL * heel_up * ending).min(room - heel_room)]
}

/// A moment that is known.
#[derive(Clone, Copy)]
struct Ahead {
    in_s: f32,
    /// How far the character will have gone up.
    rise: Vec3,
    /// How high the animation has the foot in that stance.
    stands_at: f32,
    /// How far the foot may roll over its tip, 0..=1.
    ending: f32,
}

/// What the leg will ask for when the foot is at `place` as the clip has it in `leg`.
fn demand(sight: &Sight, foot: &BoundFoot, place: &Standing, leg: &LegMoment, ahead: Ahead) -> Demand {
    let flat = sole_of(leg);
    let slip = place.print.hold(&flat, leg.ahead, sight, foot);
    let (ankle, sole, yaw) = slip.apply(leg.ankle, &flat);
    let plane = place.support.plane;
    let ground = Plane { point: plane.point + UP * sight.length(sight.grounding.sole_offset), ..plane };
    let mut planted = plant(ankle, &sole, slip.to_print, &sight.own, &ground, UP, sight.grounding.max_tilt);
    let hung = place.hanging(&planted.sole, &ground, Vec3::ZERO);
    set_down(&mut planted, &ground, ahead.stands_at, hung, 1.0);
    let rooms = rooms(sight, foot, &flat, ahead.ending);
    Demand {
        in_s: ahead.in_s,
        hip: leg.hip + ahead.rise,
        by_clip: leg.hip.distance(leg.ankle),
        moved: planted.ankle.distance(leg.ankle + ahead.rise),
        rolling: foot::rolling(&planted, yaw, Some(leg.toe_joint - flat.ball), rooms),
        highest: 0.0,
    }
}

fn sole_of(leg: &LegMoment) -> Sole {
    let [heel, ball, toe] = leg.contacts;
    Sole { heel, ball, toe }
}
