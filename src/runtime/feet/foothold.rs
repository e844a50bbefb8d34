//! Where a foot of which the landing is known is set down: on ground that carries it, with nothing of it inside what is higher.

use glam::Vec3;

use super::sight::Sight;
use super::{UP, aside, level};
use crate::ground::Hit;
use crate::math::direction_or;
use crate::runtime::bound::BoundFoot;
use crate::runtime::{LegMoment, STANCE_MOMENTS};
use crate::solve::grounding::{self, Sole};

/// A foot is set down aside by at most this share of its length; across, by this share of that.
const SET_ASIDE: f32 = 0.9;
const SET_ACROSS: f32 = 0.4;
const ASIDE_STEPS: u32 = 16;
/// So much farther than just clear, for feet are not quite as stiff as their prints.
const MARGIN: f32 = 0.06;
/// Where between heel and ball there must be ground under a foot: under the ball, where such a place is near, or at least before the ankle.
const BEARING: [f32; 3] = [1.0, 0.75, 0.5];
/// Of the highest step, how high over the ground that carries a foot walls are looked for.
const WALL: f32 = 0.5;
/// What is met there is no wall but ground that rises, where more than this of its normal is along up.
const NO_WALL: f32 = 0.3;
/// No leg is folded to less than this share of its length for a foot to be set aside, nor brought farther from under its hip, but as the
/// animation has it.
const FOLDED: f32 = 0.35;
const STRIDE: f32 = 0.8;

impl Sight<'_> {
    /// How far aside a flat foot must be set down, seen from above, for its ball to be on the ground that carries it and for nothing of
    /// it to be inside a riser or a wall: along the foot or across it, as little as does it. Where the ground is too short for that, for as much of
    /// it as may be before the ball. Nothing where no such place is near that the leg reaches all through its `stance`.
    pub fn clear_way(&self, sole: &Sole, foot: &BoundFoot, stance: &[LegMoment; STANCE_MOMENTS]) -> Vec3 {
        let along = level(sole.toe - sole.heel);
        let length = along.length();
        let along = direction_or(along, Vec3::ZERO);
        let [left, right] = sole.edges(UP, self.length(foot.half_breadth));
        let around = [sole.heel, sole.ball, sole.toe, left, right];
        let is_clear = |share: f32, way: Vec3| {
            let Some(bearing) = self.cast(sole.heel.lerp(sole.ball, share) + way) else { return false };
            self.leg_reaches(stance, way, bearing) && around.iter().all(|&point| self.is_clear_of(bearing, point + way))
        };
        let is_whole = |way: Vec3| {
            let Some(ball) = self.cast(sole.ball + way) else { return false };
            let is_one = |&point: &Vec3| self.cast(point + way).is_some_and(|hit| grounding::is_one_surface(ball, hit));
            self.leg_reaches(stance, way, ball) && around.iter().all(is_one)
        };
        let most = length * SET_ASIDE;
        let whole = self.least_way(most, along, &is_whole);
        let found = BEARING
            .into_iter()
            .fold(whole, |found, share| found.or_else(|| self.least_way(most, along, &|way| is_clear(share, way))));
        found.map_or(Vec3::ZERO, |way| way + direction_or(way, Vec3::ZERO) * (length * MARGIN))
    }

    /// Whether a foot that stands on `bearing` may reach over `point`: nothing there is higher, were it too high to step on.
    fn is_clear_of(&self, bearing: Hit, point: Vec3) -> bool {
        if let Some(hit) = self.cast(point) {
            return grounding::bears_over(bearing, hit, UP);
        }
        let height = self.step_up * WALL;
        let from = bearing.point + UP * height;
        let way = level(point - from);
        match way.try_normalize().and_then(|direction| self.meet(from, 0.0, direction, way.length())) {
            Some(met) => met.normal.dot(UP) > NO_WALL,
            None => self.meet(from + way, 0.0, -UP, height).is_none_or(|hit| grounding::bears_over(bearing, hit, UP)),
        }
    }

    /// Whether a leg can well have its foot set aside by `way`, onto `ground`.
    fn leg_reaches(&self, stance: &[LegMoment; STANCE_MOMENTS], way: Vec3, ground: Hit) -> bool {
        if way == Vec3::ZERO {
            return true;
        }
        let [shortest, farthest] = [FOLDED, STRIDE].map(|share| share * self.length(self.grounding.leg_length));
        let is_near = |leg: &LegMoment| {
            let by_clip = level(leg.ankle - leg.hip);
            level(by_clip + way).length() <= farthest.max(by_clip.length())
        };
        let middle = &stance[STANCE_MOMENTS / 2];
        let by_clip = middle.ankle - middle.hip;
        let leg = by_clip + way + UP * self.height(ground.point);
        leg.length() >= shortest.min(by_clip.length()) && stance.iter().all(is_near)
    }

    /// The shortest way along a foot or across it, at most `most` long, on which a place `is_good`; nothing where none is.
    fn least_way(&self, most: f32, along: Vec3, is_good: &dyn Fn(Vec3) -> bool) -> Option<Vec3> {
        if is_good(Vec3::ZERO) {
            return Some(Vec3::ZERO);
        }
        let across = aside(along) * SET_ACROSS;
        let share = |step: u32| most * step as f32 / ASIDE_STEPS as f32;
        for step in 1..=ASIDE_STEPS {
            for direction in [-along, along, across, -across] {
                if is_good(direction * share(step)) {
                    let (mut bad, mut good) = (share(step - 1), share(step));
                    for _ in 0..6 {
                        let middle = 0.5 * (bad + good);
                        if is_good(direction * middle) { good = middle } else { bad = middle }
                    }
                    return Some(direction * good);
                }
            }
        }
        None
    }
}
