//! A foot of which nothing is known but how it comes: judged by its height and its speed.

use glam::{Quat, Vec3};

use super::foot::{self, Incoming, Planting};
use super::print::Print;
use super::sight::Sight;
use super::{UP, faded, level, sole_ahead};
use crate::math::{Spring, decay_factor, direction_or};
use crate::runtime::bound::{BoundFoot, BoundLock};
use crate::runtime::memory::{FlatGround, FootMemory, FootPlan, Slip, Stand, Step};
use crate::solve::grounding::{Plane, Sole, flat_support, moved_aside, plant, support};

/// Contacts that tilting moves aside by less than a two-hundredth of the foot's length, here squared, stand where they stood.
const SAME_PLACE: f32 = 2.5e-5;
/// And by less than a twentieth of it on ground that is one plane under all of them.
const ON_ONE_PLANE: f32 = 2.5e-3;
/// A foot that stands may rise by this much more than one that comes down.
const STAYS_WITHIN: f32 = 1.5;

/// Where the foot goes; one that `may_stand` is held to its place while it seems to.
pub(super) fn place(
    sight: &Sight,
    foot: &BoundFoot,
    state: &mut FootMemory,
    incoming: &Incoming,
    may_stand: bool,
) -> FootPlan {
    let &Incoming { ankle, sole, moved, share, .. } = incoming;
    let Sight { grounding, place, own, .. } = sight;
    let has_toes = foot.toes.is_some();
    if may_stand {
        hold(sight, foot, state, incoming);
    } else {
        (state.slip, state.lock) = (Slip::default(), None);
    }
    let (ankle, sole, yaw) = state.slip.apply(ankle, &sole);
    let to_print = state.slip.to_print;
    let mut under = sight.under(&sole);
    let mut flat = flat_support(under);
    let mut back = Vec3::ZERO;
    let mut way = 0.0;
    if flat.is_none() || state.back != 0.0 {
        back = -sole_ahead(&sole);
        let stands = sight.lowest(&sole) <= grounding.flat_threshold * place.scale;
        way = if stands { sight.way_back(&sole, under, back) } else { 0.0 };
    }
    state.back = way + (state.back - way) * share;
    if (state.back - way).abs() < place.scale * foot.print[0].length() * 1e-5 {
        state.back = way;
    }
    if state.back != 0.0 {
        under = sight.under(&sole.shifted(back * state.back));
        flat = flat_support(under);
    }
    let (ankle, sole) = (ankle + back * state.back, sole.shifted(back * state.back));
    let squared_length = sole.heel.distance_squared(sole.toe);
    let flat = flat.filter(|flat| moved_aside(&sole, own, flat.plane.normal, UP) <= squared_length * ON_ONE_PLANE);
    let plant_on = |ground: &Plane| plant(ankle, &sole, to_print, own, ground, UP, grounding.max_tilt);
    let found = flat.or_else(|| {
        let first = support(under, has_toes, UP)?;
        // Tilting moves the contacts aside, so on ground that is no plane the place they come to is asked again.
        let tilted = plant_on(&first.plane).sole;
        let aside = |(to, from): (Vec3, Vec3)| level(to - from).length_squared();
        let farthest = tilted.points().into_iter().zip(sole.points()).map(aside).fold(0.0, f32::max);
        if farthest <= squared_length * SAME_PLACE {
            return Some(first);
        }
        support(sight.under(&tilted), has_toes, UP).or(Some(first))
    });

    let small = grounding.step_up.max(grounding.step_down) * place.scale;
    match found {
        Some(found) => {
            let arrives = state.ground.is_none() || state.presence == 0.0;
            let jump = state.ground.map_or(0.0, |before| jump(&before, &found.plane, moved, sole.ball));
            if arrives || !(jump.abs() <= 2.0 * small) {
                state.behind = Spring::at(0.0);
                state.normal = found.plane.normal;
                state.toe_bend = found.toe_bend;
            } else {
                state.behind.value += jump;
                let rests =
                    |spring: Spring<f32>| spring.value.abs() < small * 1e-6 && spring.velocity.abs() < small * 1e-6;
                if !rests(state.behind) {
                    state.behind.step(0.0, grounding.foot_half_life, sight.inputs.dt);
                }
                if rests(state.behind) {
                    state.behind = Spring::at(0.0);
                }
                if state.normal != found.plane.normal {
                    let normal = direction_or(found.plane.normal.lerp(state.normal, share), found.plane.normal);
                    let arrived = normal.distance_squared(found.plane.normal) < 1e-12;
                    state.normal = if arrived { found.plane.normal } else { normal };
                }
                state.toe_bend = faded_angle(state.toe_bend, found.toe_bend, share);
            }
            state.ground = Some(found.plane);
            state.surface = found.surface;
        }
        None => state.ground = state.ground.map(|plane| Plane { point: plane.point + moved, ..plane }),
    }
    state.presence = faded(state.presence, if found.is_some() { 1.0 } else { 0.0 }, share);
    if state.presence == 0.0 {
        state.ground = None;
    }
    let Some(ground) = state.ground else { return foot::animated(sight, ankle, yaw) };

    let followed = Plane {
        point: ground.under(sole.ball, UP) + UP * (state.behind.value + grounding.sole_offset * place.scale),
        normal: state.normal,
    };
    let planted = plant_on(&followed);
    let height = grounding.flat_threshold * place.scale;
    let toes_down = 1.0 - ((planted.lift / height.max(f32::MIN_POSITIVE)) - 1.0).clamp(0.0, 1.0);
    let down = found.is_some() && planted.lift.abs() <= height;
    foot::planned(
        incoming,
        state,
        &Planting {
            ankle,
            yaw,
            planted,
            toes_down,
            down,
            step: Step::default(),
            heel_room: 0.0,
            tip_room: 0.0,
            has_ground: found.is_some(),
            flat: flat.map(|flat| FlatGround { plane: flat.plane, contacts: sole.points() }),
        },
    )
}

/// Decides whether the foot stands, and keeps it to its place while it does.
fn hold(sight: &Sight, foot: &BoundFoot, state: &mut FootMemory, incoming: &Incoming) {
    let Some(lock) = &sight.grounding.lock else {
        state.slip = Slip::default();
        return;
    };
    let dt = sight.inputs.dt;
    let frame = sight.frame(state.surface);
    let is_turned = frame.rotation != Quat::IDENTITY;
    let in_surface = |point: Vec3| {
        let from_it = point - frame.translation;
        if is_turned { frame.rotation.conjugate() * from_it } else { from_it }
    };
    let from_surface = |point: Vec3| if is_turned { frame.rotation * point } else { point } + frame.translation;
    let contacts = incoming.sole.points();
    let before = state.contacts.replace(contacts.map(in_surface));
    let Some(before) = before.filter(|_| dt > 0.0 && state.presence > 0.0) else {
        state.lock = None;
        state.slip = Slip::default();
        return;
    };
    let was_down = state.lock.is_some();
    if state.released {
        state.released = is_low(sight, incoming, 1.0);
    }
    let speed = slowest_low(sight, &incoming.sole, before.map(from_surface)) / dt;
    let stays = is_low(sight, incoming, if was_down { STAYS_WITHIN } else { 1.0 })
        && speed <= sight.length(if was_down { lock.release_above } else { lock.lock_below });
    if !stays || state.released {
        state.lock = None;
    } else if state.lock.is_none() {
        let (_, sole, yaw) = state.slip.apply(incoming.ankle, &incoming.sole);
        let print = Print::of(&sole, yaw * incoming.ahead, sight, foot);
        state.lock = Some(Stand {
            surface: state.surface,
            ball: in_surface(print.ball),
            aside: Vec3::ZERO,
            ahead: frame.rotation.conjugate() * print.ahead,
            plane: Plane { point: Vec3::ZERO, normal: UP },
        });
    }
    let held = state.lock.map(|stand| stand.print(sight).hold(&incoming.sole, incoming.ahead, sight, foot));
    match held {
        Some(slip) if is_within(&slip, lock, sight, 1.0) => state.slip = slip,
        _ => {
            state.released |= held.is_some();
            state.lock = None;
            let share = decay_factor(lock.release_half_life, dt);
            state.slip = state.slip.share(share);
            if state.slip.by.length() < sight.length(lock.release_distance) * 1e-4 && state.slip.yaw.abs() < 1e-4 {
                state.slip = Slip::default();
            }
        }
    }
}

/// Whether the lock still holds; `farther` multiplies the distance at which it lets go.
pub(super) fn is_within(slip: &Slip, lock: &BoundLock, sight: &Sight, farther: f32) -> bool {
    let farthest = sight.length(lock.release_distance) * farther;
    slip.by.length_squared() <= farthest * farthest && slip.yaw.abs() <= lock.release_angle
}

fn is_low(sight: &Sight, incoming: &Incoming, within: f32) -> bool {
    sight.lowest(&incoming.sole) <= sight.length(sight.grounding.flat_threshold) * within
}

/// How far, seen from above, the slowest of the contacts near the ground has moved.
fn slowest_low(sight: &Sight, sole: &Sole, before: [Vec3; 3]) -> f32 {
    let height = sight.length(sight.grounding.flat_threshold);
    let low = sole.points().into_iter().zip(before).filter(|(now, _)| sight.height(*now) <= height * STAYS_WITHIN);
    low.map(|(now, before)| level(now - before).length_squared()).fold(f32::INFINITY, f32::min).sqrt()
}

/// How far the surface dropped from the last frame to this at the place of `ball`, where it is not one surface that the
/// foot moved along. Ground that stands in the world and ground that moves with the character (a lift) are both no jump.
fn jump(before: &Plane, now: &Plane, moved: Vec3, ball: Vec3) -> f32 {
    let here = now.height(ball, UP);
    let in_world = here - Plane { point: before.point + moved, ..*before }.height(ball, UP);
    let with_character = here - before.height(ball, UP);
    if in_world.abs() <= with_character.abs() { in_world } else { with_character }
}

fn faded_angle(value: f32, goal: f32, share: f32) -> f32 {
    let next = goal + (value - goal) * share;
    if (next - goal).abs() < 1e-6 { goal } else { next }
}
