//! A foot of which the clip is known: on its ground while it stands, led to its next place while it swings.
//!
//! Everything follows from the clip's times and the two places between which the foot goes, so the path is the same at any frame rate.

use glam::{Quat, Vec3};

use super::foot::{self, Incoming, Planting};
use super::live::is_within;
use super::print::Print;
use super::sight::Sight;
use super::{UP, faded};
use crate::math::{angle_between, arc_between, direction_or, reject, smooth_step};
use crate::runtime::FootPhase;
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::{FootMemory, FootPlan, Slip, Stand};
use crate::solve::grounding::{Plane, Sole, Support, plant, support};

/// A foot comes down and leaves within so many seconds, or this share of its swing.
const TOUCH: f32 = 0.15;
const TOUCH_SHARE: f32 = 0.4;
/// The share of a swing in which a foot is back where the animation has it.
const BACK_BY: f32 = 0.8;
/// The share of a stance, at its end, in which the heel may be raised.
const LATE: f32 = 0.5;
/// Places between two stands at which a swinging foot looks at what it must clear, and how many of them are looked back at for the heel.
const SAMPLES: usize = 12;
/// A swing shorter than this, in leg lengths, is a step in place.
const IN_PLACE: f32 = 0.1;

/// One place where the foot stands, this frame.
#[derive(Clone, Copy)]
struct Standing {
    print: Print,
    support: Support,
}

impl Standing {
    /// Where the ankle of a flat foot is there, from the character's origin.
    fn ankle(&self, sight: &Sight, foot: &BoundFoot) -> Vec3 {
        let Print { ball, ahead } = self.print;
        let from_ball = ahead * foot.ankle.x + UP * foot.ankle.y + UP.cross(ahead) * foot.ankle.z;
        let tilt = angle_between(UP, self.support.plane.normal);
        let share = if tilt > sight.grounding.max_tilt { sight.grounding.max_tilt / tilt } else { 1.0 };
        let turn = Quat::IDENTITY.slerp(arc_between(UP, self.support.plane.normal), share);
        self.support.plane.under(ball, UP) + turn * (from_ball * sight.place.scale)
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
    let [heel, ball, toe] = phase.touch_down_in_world.map(|point| point - sight.place.origin);
    let touch_down = Sole { heel, ball, toe };
    let landing_height = lowest(sight, &touch_down);
    let print = Print::of(&touch_down, sight, foot);
    let print = Print { ball: at_foot_level(print.ball, &sole), ..print };
    let length = phase.since_s + phase.until_s;
    let gone = if length.is_finite() && length > 0.0 { phase.since_s / length } else { 0.0 };

    let next =
        if phase.down { stand(sight, foot, state, incoming, print, phase.until_s) } else { land(sight, foot, print) };
    if !phase.down {
        state.lock = None;
        state.released = false;
    }
    let slip = if phase.down { state.slip } else { state.slip_at_end.share(1.0 - smooth_step(0.0, BACK_BY, gone)) };
    let touch = TOUCH.min(TOUCH_SHARE * length);
    let leaving = 1.0 - smooth_step(0.0, touch, phase.since_s);
    let landing = 1.0 - smooth_step(0.0, touch, phase.until_s);
    let on_ground = if phase.down { 1.0 } else { leaving.max(landing) };
    // A foot that will stand back from a riser is on its way there before it lands.
    let aside = match (&next, phase.down) {
        (Some(next), false) => {
            reject(next.print.ball - print.ball, UP) * (1.0 - smooth_step(0.0, 2.0 * touch, phase.until_s))
        }
        _ => Vec3::ZERO,
    };
    let (ankle, sole, yaw) = Slip { by: slip.by + aside, ..slip }.apply(ankle, &sole);

    state.presence = faded(state.presence, if next.is_some() { 1.0 } else { 0.0 }, share);
    let ground = match &next {
        Some(next) if phase.down => next.support.plane,
        Some(next) => between(sight, foot, state, next, &sole, gone),
        None => match state.ground {
            Some(plane) => Plane { point: plane.point + incoming.moved, ..plane },
            None => return foot::animated(sight, ankle, yaw),
        },
    };
    state.ground = Some(ground);
    state.normal = ground.normal;
    state.toe_bend = next.map_or(state.toe_bend, |next| next.support.toe_bend * on_ground);

    let followed = Plane { point: ground.point + UP * sight.length(sight.grounding.sole_offset), ..ground };
    let mut planted = plant(ankle, &sole, &sight.own, &followed, UP, sight.grounding.max_tilt);
    // Over its ground as over the clip's, but for what the clip is wrong by.
    if phase.down {
        state.stood_at = planted.lift;
    }
    let wrong = state.stood_at + (landing_height - state.stood_at) * smooth_step(0.0, 1.0, gone);
    let lift = if phase.down { 0.0 } else { (planted.lift - wrong).max(0.0) };
    let up = UP * (lift - planted.lift);
    planted.ankle += up;
    planted.sole = planted.sole.moved(Vec3::ZERO, Quat::IDENTITY, up);
    let late = match (phase.down, phase.until_s.is_finite()) {
        (true, true) => 1.0 - smooth_step(0.0, LATE * length, phase.until_s),
        (true, false) => 0.0,
        (false, _) => 1.0 - smooth_step(0.0, 1.0, gone),
    };
    let coming = smooth_step(0.0, 1.0, gone);
    let ahead = next.filter(|_| !phase.down).map(|next| {
        let will_be = next.ankle(sight, foot) - sight.velocity(incoming) * phase.until_s;
        (will_be.lerp(planted.ankle, landing), coming)
    });
    let heeded = if phase.down { 1.0 } else { leaving };
    foot::planned(
        incoming,
        state,
        &Planting {
            ankle,
            yaw,
            planted,
            toes_down: on_ground,
            down: phase.down && next.is_some(),
            heeded,
            must_reach: heeded,
            landing: ahead,
            heel_room: sight.grounding.heel_lift * late,
            has_ground: next.is_some(),
        },
    )
}

/// Of the lowest contact over the character's own ground.
fn lowest(sight: &Sight, sole: &Sole) -> f32 {
    sole.points().map(|point| sight.own.height(point, UP)).into_iter().fold(f32::INFINITY, f32::min)
}

/// `point` at the height of the sole's ball, from which casts are made.
fn at_foot_level(point: Vec3, sole: &Sole) -> Vec3 {
    point + UP * (sole.ball - point).dot(UP)
}

fn supported(sight: &Sight, foot: &BoundFoot, print: Print) -> Option<Support> {
    // Casts count heights from the character's own ground.
    let on_own = print.shifted(-UP * sight.own.height(print.ball, UP));
    support(sight.under(&on_own.sole(sight, foot)), foot.toes.is_some(), UP)
}

/// The place where the foot will land: back from a riser, where its toes would stick into one.
fn land(sight: &Sight, foot: &BoundFoot, print: Print) -> Option<Standing> {
    let on_own = print.shifted(-UP * sight.own.height(print.ball, UP));
    let sole = on_own.sole(sight, foot);
    let print = print.shifted(sight.clear_way(&sole, foot));
    Some(Standing { print, support: supported(sight, foot, print)? })
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
    let standing = match kept {
        Some(print) => Some(Standing { print, support: supported(sight, foot, print)? }),
        None if state.released => None,
        None => land(sight, foot, print),
    };
    let slip = standing.map(|standing| standing.print.hold(&incoming.sole, sight, foot));
    let lock = sight.grounding.lock.as_ref();
    match (standing, slip, lock) {
        (Some(standing), Some(slip), Some(lock)) if is_within(&slip, lock, sight) => {
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
            state.slip_at_end = slip.plus(slip.less(state.slip).share(frames_left.min(1.0)));
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
            let (_, sole, _) = state.slip.apply(incoming.ankle, &incoming.sole);
            let print = Print::of(&sole, sight, foot);
            Some(Standing { print, support: supported(sight, foot, print)? })
        }
    }
}

/// The ground that a swinging foot goes over: from the place where it stood to the place where it will stand, over what lies between.
fn between(sight: &Sight, foot: &BoundFoot, state: &FootMemory, next: &Standing, sole: &Sole, gone: f32) -> Plane {
    let to = next.support.plane;
    let Some(stood) = state.stood else { return to };
    let frame = sight.frame(stood.surface);
    let from = Plane {
        point: frame.rotation * stood.plane.point + frame.translation,
        normal: direction_or(frame.rotation * stood.plane.normal, UP),
    };
    let start = stood.print(sight).ball;
    let way = reject(next.print.ball - start, UP);
    let in_place = way.length() < sight.length(foot_reach(sight)) * IN_PLACE;
    let progress =
        if in_place { gone } else { (reject(sole.ball - start, UP).dot(way) / way.length_squared()).clamp(0.0, 1.0) };
    let height = |at: Vec3, progress: f32| {
        let [from, to] = [from, to].map(|plane| -plane.height(at, UP));
        from + (to - from) * smooth_step(0.0, 1.0, progress)
    };
    let over = if in_place { 0.0 } else { arch(sight, foot, start, way, next.print.ahead, &height) };
    let at = sole.ball;
    let up = height(at, progress) + over * arc(progress);
    Plane {
        point: at + UP * up,
        normal: direction_or(from.normal.lerp(to.normal, smooth_step(0.0, 1.0, progress)), to.normal),
    }
}

fn foot_reach(sight: &Sight) -> f32 {
    sight.grounding.leg_length
}

/// How much a swing is raised on its way: half a sine.
fn arc(progress: f32) -> f32 {
    (std::f32::consts::PI * progress).sin().max(0.0)
}

/// How high the middle of a swing must be raised for the foot to be over all that lies between its places.
fn arch(
    sight: &Sight,
    foot: &BoundFoot,
    start: Vec3,
    way: Vec3,
    ahead: Vec3,
    height: &dyn Fn(Vec3, f32) -> f32,
) -> f32 {
    let scale = sight.place.scale;
    let along = way.length();
    let direction = direction_or(way, ahead);
    // How far heel and toe reach before and behind the ball along the way, whichever way the foot points.
    let turn = ahead.dot(direction);
    let [behind, before] = {
        let [heel, toe] = foot.print.map(|print| print.x * scale * turn);
        [heel.min(toe).min(0.0), heel.max(toe).max(0.0)]
    };
    let spacing = (along + before - behind) / (SAMPLES - 1) as f32;
    let heights: [Option<f32>; SAMPLES] = std::array::from_fn(|sample| {
        let at = start + direction * (behind + spacing * sample as f32);
        let on_own = at - UP * sight.own.height(at, UP);
        sight.cast(on_own).map(|hit| (hit.point - start).dot(UP))
    });
    let mut most = 0.0_f32;
    for (sample, ground) in heights.iter().enumerate() {
        let Some(ground) = *ground else { continue };
        let at = behind + spacing * sample as f32;
        // Every place of the ball from which the foot reaches over this sample.
        for ball in [at - before, at, at - behind] {
            let progress = ball / along;
            if (0.1..=0.9).contains(&progress) {
                let ball_at = start + direction * ball;
                let base = height(ball_at, progress) + (ball_at - start).dot(UP);
                most = most.max((ground - base) / arc(progress));
            }
        }
    }
    most.clamp(0.0, sight.length(sight.grounding.step_up))
}
