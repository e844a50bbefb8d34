//! A foot of which the clip is known: on its ground while it stands, led to its next place while it swings.
//!
//! Everything follows from the clip's times and the two places between which the foot goes, so the path is the same at any frame rate.

use glam::{Quat, Vec3};

use super::foot::{self, Incoming, Planting};
use super::live::is_within;
use super::print::Print;
use super::sight::Sight;
use super::{UP, faded, level, sole_ahead};
use crate::math::{angle_between, direction_or, reject, smooth_step};
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{Demand, FootMemory, FootPlan, Stand};
use crate::runtime::{FootPhase, LegMoment, STANCE_MOMENTS};
use crate::solve::grounding::{Plane, Planted, Sole, Support, plant, support};

/// A foot comes down and leaves within so many seconds, or this share of its swing.
const TOUCH: f32 = 0.15;
const TOUCH_SHARE: f32 = 0.4;
/// The share of a swing in which a foot is back where the animation has it.
const BACK_BY: f32 = 0.8;
/// A foot that is known to stand is held against the animation this much farther than one that only seems to.
const KNOWN: f32 = 2.0;
/// A heel so much higher than the ball, by the length between them, begins to be raised by the animation, and is.
const HEEL_UP: [f32; 2] = [0.08, 0.25];
/// Ground this much below the plane that a foot stands on, by the length from heel to ball, does not carry it.
const CARRIED: f32 = 0.2;
/// A foot that leaves may roll over the tip of its toes by this much, radians.
const TIP_ROLL: f32 = 0.8;
/// In all a foot is pitched this far from the ground at most, radians: just past upright.
const MOST_PITCH: f32 = 1.7;
/// Places between two stands at which a swinging foot looks at what it must clear.
const SAMPLES: usize = 14;
/// Corners of a swing's path at most: each sample twice, and the ends.
const CORNERS: usize = 2 * SAMPLES + 2;
/// Shares of a swing at its ends in which nothing is looked at, and over which its corners are rounded.
const CLEAR_OF_ENDS: f32 = 0.06;
const ROUNDING: f32 = 0.2;
/// Of a slope's normal along up, below which lifts grow no more.
const STEEPEST: f32 = 0.5;
/// Ground that is tilted or stepped by less than the first, as a grade, is as the clip takes it; by more than the second it is not.
const UNEVEN: [f32; 2] = [0.02, 0.1];
/// The share of a swing in which a foot gains its clearance, and loses it again.
const CLEAR_BY: f32 = 0.15;
/// A clip whose feet stand no higher than this, in leg lengths, does not hover.
const HOVERS: f32 = 0.001;
/// Ground that a swinging foot comes nearer to than in its clip by less than this, in leg lengths, is no step but a bulge.
const BULGE: f32 = 0.02;
/// A swinging foot sinks with the pelvis down to so far over its ground, in leg lengths; over the middle of its swing, but for this share at either end.
const CLEAR: f32 = 0.08;
const SINKS_BY: f32 = 0.3;
/// So far behind and ahead the ground tells how steep a way is, in leg lengths.
const FORESEEN: f32 = 0.45;
/// A swing shorter than this, in leg lengths, is a step in place.
const IN_PLACE: f32 = 0.1;

/// One place where the foot stands, this frame.
#[derive(Clone, Copy)]
struct Standing {
    print: Print,
    support: Support,
    /// Whether heel, ball and toe tip have ground of the support's under them.
    carries: [bool; 3],
}

impl Standing {
    /// How far `sole` must come down on `ground` for a contact to touch that has ground under it.
    fn hanging(&self, sole: &Sole, ground: &Plane) -> f32 {
        let carried =
            sole.points().into_iter().zip(self.carries).filter_map(|(point, carries)| carries.then_some(point));
        let carried = carried.map(|point| ground.height(point, UP)).fold(f32::INFINITY, f32::min);
        if carried.is_finite() { carried - sole.lowest_over(ground, UP) } else { 0.0 }
    }
}

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
    let velocity = sight.velocity(state, incoming).unwrap_or_else(|| foreseen(sight, phase));
    state.velocity = Some(velocity);
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
        stand(sight, foot, state, incoming, print, phase.until_s)
    } else {
        // The character will have gone on, up or down with its ground, by then.
        land(&sight.risen(velocity.y * phase.until_s), foot, print)
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
    let slip = match &next {
        _ if phase.down => state.slip,
        Some(next) => {
            let there = next.print.hold(&sole_of(touch_down), touch_down.ahead, sight, foot);
            let back = state.slip_at_end.share(1.0 - smooth_step(0.0, BACK_BY, gone));
            back.plus(there.share(smooth_step(1.0 - BACK_BY, 1.0, gone)))
        }
        None => state.slip_at_end.share(1.0 - smooth_step(0.0, BACK_BY, gone)),
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
    state.toe_bend = next.map_or(state.toe_bend, |next| next.support.toe_bend * on_ground);

    let followed = Plane { point: ground.point + UP * sight.length(sight.grounding.sole_offset), ..ground };
    let mut planted = plant(ankle, &sole, slip.to_print, &sight.own, &followed, UP, sight.grounding.max_tilt);
    // Over its ground as over the clip's, but for what the clip hovers by while it stands; and never inside, as the clip may be.
    if phase.down {
        state.stood_at = stands_at;
    }
    let wrong = state.stood_at + (stands_at - state.stood_at) * smooth_step(0.0, 1.0, gone);
    set_down(&mut planted, &followed, next.as_ref(), wrong, on_ground);
    if !phase.down {
        let by_clip = sight.own.height(incoming.sole.ball, UP) - wrong;
        clear_bulge(sight, &mut planted, by_clip);
    }
    let clear = sight.length(sight.grounding.leg_length) * CLEAR;
    let over_it = (planted.sole.lowest_over(&followed, UP) - clear).max(0.0);
    let middle = smooth_step(0.0, SINKS_BY, gone) * smooth_step(0.0, SINKS_BY, 1.0 - gone);
    let sinks = if phase.down { 0.0 } else { middle * over_it };
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
            swings: !phase.down,
            walks: length.is_finite(),
            sinks,
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

/// Moves a planted foot to as far over `ground` as the animation has it over its own, but for what that is `wrong` by; and never inside, as
/// the animation may be. `on_ground` is how far it stands, 0..=1.
fn set_down(planted: &mut Planted, ground: &Plane, place: Option<&Standing>, wrong: f32, on_ground: f32) {
    // As far from a slope, not as high over it; and straight from it where the foot stands, so that it slides by nothing while it settles or rolls.
    let lift = (planted.lift - wrong).max(0.0);
    let away = (UP / ground.normal.dot(UP).max(STEEPEST)).lerp(ground.normal, on_ground * on_ground * on_ground);
    // What hangs over an edge does not carry the foot.
    let hangs = place.map_or(0.0, |place| place.hanging(&planted.sole, ground)) * on_ground;
    let up = away * lift - UP * (planted.lift + hangs);
    planted.ankle += up;
    planted.sole = planted.sole.moved(Vec3::ZERO, Quat::IDENTITY, up);
}

/// Raises a swinging foot over a bulge of the ground so that its ball is as far from it as the clip has it from its own.
fn clear_bulge(sight: &Sight, planted: &mut Planted, by_clip: f32) {
    let Some(hit) = sight.cast(planted.sole.ball) else { return };
    let is = (planted.sole.ball - hit.point).dot(hit.normal);
    let up = UP * ((by_clip.max(0.0) - is) / hit.normal.dot(UP).max(STEEPEST));
    if up.y > 0.0 && up.y < BULGE * sight.length(sight.grounding.leg_length) {
        planted.ankle += up;
        planted.sole = planted.sole.moved(Vec3::ZERO, Quat::IDENTITY, up);
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
    set_down(&mut planted, &ground, Some(place), ahead.stands_at, 1.0);
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

/// `point` at the height of the sole's ball, from which casts are made.
fn at_foot_level(point: Vec3, sole: &Sole) -> Vec3 {
    point + UP * (sole.ball - point).dot(UP)
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
    let carries = hits.map(|hit| hit.is_some_and(|hit| support.plane.distance(hit.point) > -near));
    Some(Standing { print, support, carries })
}

/// The place where the foot will land: back from a riser, where its toes would stick into one.
fn land(sight: &Sight, foot: &BoundFoot, print: Print) -> Option<Standing> {
    let on_own = print.shifted(-UP * sight.own.height(print.ball, UP));
    let sole = on_own.sole(sight, foot);
    let print = print.shifted(sight.clear_way(&sole, foot));
    standing(sight, foot, print)
}

/// The place where the foot stands: that which it was given when it came down, on whatever carries it.
fn stand(
    sight: &Sight,
    foot: &BoundFoot,
    state: &mut FootMemory,
    incoming: &Incoming,
    print: Print,
    until_s: f32,
) -> Option<Standing> {
    let level = |print: Print| Print { ball: at_foot_level(print.ball, &incoming.sole), ..print };
    let kept = state.lock.filter(|_| !incoming.settle).map(|stand| level(stand.print(sight)));
    let place = match kept {
        Some(print) => standing(sight, foot, print),
        None if state.released => None,
        None => land(sight, foot, print),
    };
    let slip = place.map(|place| place.print.hold(&incoming.sole, incoming.ahead, sight, foot));
    let lock = sight.grounding.lock.as_ref();
    match (place, slip, lock) {
        (Some(standing), Some(slip), Some(lock)) if is_within(&slip, lock, sight, KNOWN) => {
            let frame = sight.frame(standing.support.surface);
            let in_frame = |v: Vec3| frame.rotation.conjugate() * v;
            let stand = Stand {
                surface: standing.support.surface,
                ball: in_frame(standing.print.ball - frame.translation),
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

/// How far a swing is.
#[derive(Clone, Copy)]
struct Gone {
    /// 0..=1, by time.
    share: f32,
    since_s: f32,
    length_s: f32,
    /// How fast the character goes up, metres a second.
    rise: f32,
}

/// The ground that a swinging foot goes over: from the place where it stood to the place where it will stand, over what lies between.
fn between(sight: &Sight, foot: &BoundFoot, state: &FootMemory, next: &Standing, sole: &Sole, gone: Gone) -> Plane {
    let to = next.support.plane;
    let Some(stood) = state.stood else { return to };
    let frame = sight.frame(stood.surface);
    let from = Plane {
        point: frame.rotation * stood.plane.point + frame.translation,
        normal: direction_or(frame.rotation * stood.plane.normal, UP),
    };
    let start = stood.print(sight).ball;
    let way = reject(next.print.ball - start, UP);
    let in_place = way.length() < sight.length(sight.grounding.leg_length) * IN_PLACE;
    let progress = if in_place {
        gone.share
    } else {
        (reject(sole.ball - start, UP).dot(way) / way.length_squared()).clamp(0.0, 1.0)
    };
    // How high each of the planes that the foot leaves and comes to is where it was left and will be met; from the ball.
    let level = |plane: &Plane, share: f32| -plane.height(at_foot_level(start + way * share, sole), UP);
    let ends = [level(&from, 0.0), level(&to, 1.0)];
    let up = if in_place {
        ends[0] + (ends[1] - ends[0]) * smooth_step(0.0, 1.0, progress)
    } else {
        Taut::over(sight, foot, at_foot_level(start, sole), way, next.print.ahead, ends, gone).smoothed(progress)
    };
    // A foot that is aside of the line between its places is as much higher or lower as the ground's tilt has it.
    let normal = direction_or(from.normal.lerp(to.normal, smooth_step(0.0, 1.0, progress)), to.normal);
    // Over ground that the clip was not made for a foot goes a little higher.
    let tilt = angle_between(from.normal, sight.own.normal).max(angle_between(to.normal, sight.own.normal));
    let step = (ends[1] - ends[0]).abs() / way.length().max(sight.length(sight.grounding.leg_length) * IN_PLACE);
    let uneven = smooth_step(UNEVEN[0], UNEVEN[1], tilt.max(step));
    let middle = smooth_step(0.0, CLEAR_BY, progress) * smooth_step(0.0, CLEAR_BY, 1.0 - progress);
    let up = up + sight.length(sight.grounding.swing_clearance) * uneven * middle;
    let plane = Plane { point: at_foot_level(start + way * progress, sole) + UP * up, normal };
    Plane { point: plane.under(sole.ball, UP), normal }
}

/// The lowest path without a hollow from where a foot stands to where it will, over all that lies between: heights at shares of the way.
struct Taut {
    corners: [(f32, f32); CORNERS],
    count: usize,
}

impl Taut {
    /// `start` is at the height from which `ends` are counted.
    fn over(sight: &Sight, foot: &BoundFoot, start: Vec3, way: Vec3, ahead: Vec3, ends: [f32; 2], gone: Gone) -> Self {
        let along = way.length();
        let direction = direction_or(way, ahead);
        // How far heel and toe reach behind and before the ball along the way, whichever way the foot points.
        let turn = ahead.dot(direction) * sight.place.scale;
        let [heel, toe] = foot.print.map(|print| print.x * turn);
        let (behind, before) = (heel.min(toe).min(0.0), heel.max(toe).max(0.0));
        let spacing = (along + before - behind) / (SAMPLES - 1) as f32;
        let ground: [Option<f32>; SAMPLES] = std::array::from_fn(|sample| {
            let at = start + direction * (behind + spacing * sample as f32);
            // The character is as high then as it goes up or down until then.
            let share = sample as f32 / (SAMPLES - 1) as f32;
            let sight = sight.risen(gone.rise * (share * gone.length_s - gone.since_s));
            sight.cast(at - UP * sight.own.height(at, UP)).map(|hit| (hit.point - start).dot(UP))
        });
        // Each height counts from where the foot first reaches over it to where it last does; both runs in the order of the way.
        let place = |sample: usize, reach: f32| (behind + spacing * sample as f32 - reach) / along;
        let mut taut = Self { corners: [(0.0, ends[0]); CORNERS], count: 1 };
        let (mut first, mut last) = (0, 0);
        while first < SAMPLES || last < SAMPLES {
            let is_first = first < SAMPLES && (last == SAMPLES || place(first, before) <= place(last, behind));
            let (share, sample) = if is_first { (place(first, before), first) } else { (place(last, behind), last) };
            if is_first {
                first += 1;
            } else {
                last += 1;
            }
            if let Some(height) = ground[sample].filter(|_| (CLEAR_OF_ENDS..=1.0 - CLEAR_OF_ENDS).contains(&share)) {
                taut.push(share, height);
            }
        }
        taut.push(1.0, ends[1]);
        taut
    }

    /// Goes on to a corner, dropping those that it makes hollow.
    fn push(&mut self, share: f32, height: f32) {
        while self.count >= 2 {
            let ((x0, y0), (x1, y1)) = (self.corners[self.count - 2], self.corners[self.count - 1]);
            if (y1 - y0) * (share - x0) > (height - y0) * (x1 - x0) {
                break;
            }
            self.count -= 1;
        }
        if self.count < CORNERS {
            self.corners[self.count] = (share, height);
            self.count += 1;
        }
    }

    fn at(&self, share: f32) -> f32 {
        let corners = &self.corners[..self.count];
        let next = corners.partition_point(|corner| corner.0 < share).clamp(1, corners.len() - 1);
        let ((x0, y0), (x1, y1)) = (corners[next - 1], corners[next]);
        if x1 > x0 { y0 + (y1 - y0) * ((share - x0) / (x1 - x0)).clamp(0.0, 1.0) } else { y1 }
    }

    /// The mean about `share`, narrower towards the ends, so that corners are rounded.
    fn smoothed(&self, share: f32) -> f32 {
        let reach = ROUNDING.min(share).min(1.0 - share);
        let about = [(-1.0, 1.0), (-0.5, 2.0), (0.0, 3.0), (0.5, 2.0), (1.0, 1.0)];
        about.into_iter().map(|(step, weight)| weight * self.at(share + reach * step)).sum::<f32>() / 9.0
    }
}
