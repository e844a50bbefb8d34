//! The way of a swinging foot from the place where it stood to the place where it will stand, over what lies between.

use glam::Vec3;

use super::sight::Sight;
use super::standing::Standing;
use super::{UP, at_foot_level};
use crate::ground::Hit;
use crate::math::{angle_between, direction_or, piecewise, reject, smooth_step};
use crate::runtime::bound::BoundFoot;
use crate::runtime::memory::FootMemory;
use crate::solve::grounding::{self, Plane, Sole};

/// Places between two stands at which a swinging foot looks at what it must clear.
const SAMPLES: usize = 14;
/// And at the brinks of steps that are in this share of its way at either end, where it is low; each is found by so many halvings of what lies between two
/// places.
const POINTS: usize = 2 * SAMPLES - 1;
const NEAR_ENDS: f32 = 0.25;
const HALVINGS: u32 = 3;
/// Corners of a swing's path at most: each point twice, and the ends.
const CORNERS: usize = 2 * POINTS + 2;
/// Shares of a swing at its ends in which nothing is looked at, and over which its corners are rounded.
const CLEAR_OF_ENDS: f32 = 0.06;
const ROUNDING: f32 = 0.2;
/// Ground that is tilted or stepped by less than the first, as a grade, is as the clip takes it; by more than the second it is not.
const UNEVEN: [f32; 2] = [0.02, 0.1];
/// The share of a swing in which a foot gains its clearance, and loses it again.
const CLEAR_BY: f32 = 0.15;
/// A swing shorter than this, in leg lengths, is a step in place.
const IN_PLACE: f32 = 0.1;

/// How far a swing is.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    /// 0..=1, by time.
    pub share: f32,
    pub since_s: f32,
    pub length_s: f32,
    /// How fast the character goes up, metres a second.
    pub rise: f32,
}

/// The ground that a swinging foot goes over: from the place where it stood to the place where it will stand, over what lies between.
pub(super) fn between(
    sight: &Sight,
    foot: &BoundFoot,
    state: &FootMemory,
    next: &Standing,
    sole: &Sole,
    gone: Gone,
) -> Plane {
    let to = next.support.plane;
    let Some(stood) = state.stood else { return to };
    let from = stood.ground(sight);
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

/// What lies along the way `from` to `to` as `look` meets it there: how far on, and how high over `start`; with the brink of every step before the first
/// and after the second of `near_ends`.
fn heights(
    start: Vec3,
    [from, to]: [f32; 2],
    near_ends: [f32; 2],
    look: impl Fn(f32) -> Option<Hit>,
) -> ([(f32, f32); POINTS], usize) {
    let (mut points, mut count) = ([(0.0, 0.0); POINTS], 0);
    let mut push = |s: f32, hit: Hit| {
        points[count] = (s, (hit.point - start).dot(UP));
        count += 1;
    };
    let mut last: Option<(f32, Hit)> = None;
    for sample in 0..SAMPLES {
        let s = from + (to - from) * (sample as f32 / (SAMPLES - 1) as f32);
        let met = look(s).map(|hit| (s, hit));
        if let (Some(one), Some(other)) = (last, met)
            && !(near_ends[0]..=near_ends[1]).contains(&s)
            && !grounding::is_one_surface(one.1, other.1)
        {
            let rises = (other.1.point - one.1.point).dot(UP) > 0.0;
            let ((mut brink, top), (mut below, _)) = if rises { (other, one) } else { (one, other) };
            for _ in 0..HALVINGS {
                let middle = 0.5 * (brink + below);
                let is_top = look(middle).is_some_and(|hit| grounding::is_one_surface(top, hit));
                if is_top { brink = middle } else { below = middle }
            }
            push(brink, top);
        }
        if let Some((s, hit)) = met {
            push(s, hit);
        }
        last = met;
    }
    (points, count)
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
        let look = |s: f32| {
            let at = start + direction * s;
            // The character is as high then as it goes up or down until then.
            let share = (s - behind) / (along + before - behind);
            let sight = sight.risen(gone.rise * (share * gone.length_s - gone.since_s));
            sight.cast(at - UP * sight.own.height(at, UP))
        };
        let near_ends = [along * NEAR_ENDS, along * (1.0 - NEAR_ENDS)];
        let (ground, count) = heights(start, [behind, along + before], near_ends, look);
        // Each height counts from where the foot first reaches over it to where it last does; both runs in the order of the way.
        let place = |point: usize, reach: f32| (ground[point].0 - reach) / along;
        let mut taut = Self { corners: [(0.0, ends[0]); CORNERS], count: 1 };
        let (mut first, mut last) = (0, 0);
        while first < count || last < count {
            let is_first = first < count && (last == count || place(first, before) <= place(last, behind));
            let (share, point) = if is_first { (place(first, before), first) } else { (place(last, behind), last) };
            if is_first {
                first += 1;
            } else {
                last += 1;
            }
            if (CLEAR_OF_ENDS..=1.0 - CLEAR_OF_ENDS).contains(&share) {
                taut.push(share, ground[point].1);
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

    /// The mean about `share`, narrower towards the ends, so that corners are rounded.
    fn smoothed(&self, share: f32) -> f32 {
        let at = |share: f32| piecewise(&self.corners[..self.count], share);
        let reach = ROUNDING.min(share).min(1.0 - share);
        let about = [(-1.0, 1.0), (-0.5, 2.0), (0.0, 3.0), (0.5, 2.0), (1.0, 1.0)];
        about.into_iter().map(|(step, weight)| weight * at(share + reach * step)).sum::<f32>() / 9.0
    }
}
