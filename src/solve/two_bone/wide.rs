//! Four limbs at once, where nothing out of the ordinary is asked of them.
//!
//! The same steps as [`super::solve`], each for four limbs side by side. What that does in a branch of its own (a limb that folds onto
//! itself, stretches, turns right round, is bent out of its own plane or counts a hint in part) it alone does: such lanes are told.

use glam::{BVec4A, Vec4};

use super::{BENT, HALF_SOFT_FLEX, HINT_CONE_SIN, IN_PLANE, SOFT_FLEX};
use crate::math::{Quatx4, Vec3x4, sin_cos_lanes};
use crate::solve::{Decision, Decisions};

/// What is asked of four limbs, each seen from its root; as in [`super::Problem`], without stretch.
pub(crate) struct Problems {
    pub mid: Vec3x4,
    pub tip: Vec3x4,
    pub goal: Vec3x4,
    pub bend_hint: Vec3x4,
    /// Lanes with other weights than 0 and 1 are left out.
    pub hint_weight: Vec4,
    pub natural_bend: Vec3x4,
    pub weight: Vec4,
    pub soften_from: Vec4,
    /// Least and greatest.
    pub bend_range: [Vec4; 2],
}

/// How they are turned; as in [`super::Solution`].
pub(crate) struct Solutions {
    pub root_turn: Quatx4,
    pub mid_turn: Quatx4,
    pub mid: Vec3x4,
    pub tip: Vec3x4,
    pub decided_by: [Decisions; 4],
    /// Whose numbers here mean something.
    pub is_solved: BVec4A,
}

/// Shorter than this share of the whole, a bone or the way to the goal is out of the ordinary.
const SHORT: f32 = 1e-3;
/// And so is a limb of which the whole is not between these.
const SIZES: [f32; 2] = [1e-6, 1e6];
/// A nature that has less than this across the limb, squared and as a share, does not tell the bend.
const ALONG: f32 = 1e-6;

pub(crate) fn solve(problems: &Problems) -> Solutions {
    let Problems { mid: upper, tip: to_tip, goal, natural_bend, weight, .. } = *problems;
    let lower = to_tip - upper;
    let (a, b, tip_distance) = (upper.length(), lower.length(), to_tip.length());
    let full = a + b;
    let to_goal = to_tip + (goal - to_tip) * weight;
    let wanted = to_goal.length();
    let limb_now = to_tip * (Vec4::ONE / tip_distance);
    let limb = to_goal * (Vec4::ONE / wanted);
    let short = full * SHORT;
    let mut is_solved = full.cmpgt(Vec4::splat(SIZES[0])) & full.cmplt(Vec4::splat(SIZES[1]));
    is_solved &= a.min(b).min(tip_distance).min(wanted).cmpgt(short) & wanted.cmplt(full * 1e6);

    let reach = Reach::of(problems, wanted, a, b);
    let distance = reach.distance;
    is_solved &= distance.cmpgt(short);

    // The side to which the limb bends: by its middle joint, or, nearly straight, by its nature.
    let along_now = upper.dot(limb_now);
    let actual = upper - limb_now * along_now;
    let bent = full * BENT;
    let is_bent = actual.dot(actual).cmpgt(bent * bent) & actual.dot(natural_bend).cmpge(Vec4::ZERO);
    let natural = natural_bend - limb_now * natural_bend.dot(limb_now);
    let side = Vec3x4::select(is_bent, actual, natural);
    let squared_side = side.dot(side);
    let squared_nature = natural_bend.dot(natural_bend);
    is_solved &= is_bent
        | (squared_nature.cmpgt(Vec4::splat(1e-20))
            & squared_nature.cmplt(Vec4::splat(1e20))
            & squared_side.cmpgt(squared_nature * ALONG));
    let bend = side * (Vec4::ONE / squared_side.sqrt());
    let off_now = actual.dot(bend);
    let out_of_plane = actual - bend * off_now;
    let in_plane = full * IN_PLANE;
    is_solved &= is_bent | out_of_plane.dot(out_of_plane).cmple(in_plane * in_plane);

    // Swung onto the goal by the smallest turn.
    let nearness = limb_now.dot(limb) + 1.0;
    is_solved &= nearness.cmpgt(Vec4::splat(0.01));
    let bend_swung = bend - (limb_now + limb) * (bend.dot(limb) / nearness);
    let swing = Quatx4 { v: limb_now.cross(limb), w: nearness };

    // Rolled about the limb until the bend meets the hint.
    let hint = problems.bend_hint;
    let across = hint - limb * hint.dot(limb);
    let (squared_hint, squared_across) = (hint.dot(hint), across.dot(across));
    let is_hinted = problems.hint_weight.cmpgt(Vec4::ZERO) & squared_hint.cmpgt(Vec4::ZERO);
    let is_whole = problems.hint_weight.cmpeq(Vec4::ONE)
        & squared_hint.cmpgt(Vec4::splat(1e-20))
        & squared_hint.cmplt(Vec4::splat(1e20))
        & squared_across.cmpge(squared_hint * (HINT_CONE_SIN * HINT_CONE_SIN));
    is_solved &= !is_hinted | is_whole;
    let hinted = across * (Vec4::ONE / squared_across.sqrt());
    let bend = Vec3x4::select(is_hinted, hinted, bend_swung);
    let (cosine, sine) = (bend_swung.dot(hinted), bend_swung.cross(hinted).dot(limb));
    let roll = hinge_turn(limb, [Vec4::ONE, Vec4::ZERO], [cosine, sine], Vec4::ONE);
    let rolled = roll * swing;
    let plane_turn =
        Quatx4 { v: Vec3x4::select(is_hinted, rolled.v, swing.v), w: Vec4::select(is_hinted, rolled.w, swing.w) };

    // Only the two hinges are left.
    let [along, off] = corner(a, b, &reach);
    let hinge = limb.cross(bend);
    let upper_turn = hinge_turn(hinge, [along_now, off_now], [along, off], a * a);
    let lower_now = along_and_off([along_now, off_now], [lower.dot(limb_now), -off_now]);
    let lower_new = along_and_off([along, off], [distance - along, -off]);
    let ab = a * b;
    let (root_turn, root_sound) = unit(upper_turn * plane_turn);
    let (mid_turn, mid_sound) = unit(hinge_turn(hinge, lower_now, lower_new, ab * ab));
    Solutions {
        root_turn,
        mid_turn,
        mid: limb * along + bend * off,
        tip: limb * distance,
        decided_by: reach.decided_by(problems, wanted, full),
        is_solved: is_solved & root_sound & mid_sound,
    }
}

/// As [`super::hinge_turn`].
fn hinge_turn(hinge: Vec3x4, [x, y]: [Vec4; 2], [to_x, to_y]: [Vec4; 2], size: Vec4) -> Quatx4 {
    let (cosine, sine) = (x * to_x + y * to_y, x * to_y - y * to_x);
    let is_near = cosine.cmpge(Vec4::ZERO);
    let half_cosine = Vec4::select(is_near, size + cosine, sine.abs());
    let half_sine = Vec4::select(is_near, sine, (size - cosine).copysign(sine));
    Quatx4 { v: hinge * half_sine, w: half_cosine }
}

/// As [`super::along_and_off`].
fn along_and_off([along, off]: [Vec4; 2], [x, y]: [Vec4; 2]) -> [Vec4; 2] {
    [along * x + off * y, along * y - off * x]
}

/// Made unit, and which lanes have a length.
fn unit(turn: Quatx4) -> (Quatx4, BVec4A) {
    let squared = turn.length_squared();
    let is_sound = squared.cmpgt(Vec4::splat(f32::MIN_POSITIVE)) & squared.cmplt(Vec4::INFINITY);
    (turn * (Vec4::ONE / squared.sqrt()), is_sound)
}

/// As [`super::corner`].
fn corner(a: Vec4, b: Vec4, reach: &Reach) -> [Vec4; 2] {
    let Reach { distance, factors, .. } = *reach;
    let half = Vec4::splat(0.5) / distance;
    let along = ((a - b) * (a + b) + distance * distance) * half;
    let is_plain = along.abs().cmplt(a * 0.7);
    let flat_off = ((factors[0] * factors[1]).sqrt() * half).min(a);
    let leg = Vec4::select(is_plain, along, flat_off);
    let other = ((a - leg) * (a + leg)).sqrt();
    [Vec4::select(is_plain, along, other.copysign(along)), Vec4::select(is_plain, other, flat_off)]
}

/// As [`super::Reach`], and what decided it.
struct Reach {
    distance: Vec4,
    factors: [Vec4; 2],
    longest: Vec4,
    is_near: BVec4A,
    /// Short of the least distance by more than bones that fold.
    is_limited_near: BVec4A,
    is_softened: BVec4A,
}

impl Reach {
    fn of(problems: &Problems, wanted: Vec4, a: Vec4, b: Vec4) -> Self {
        let (full, difference) = (a + b, a - b);
        let most = a * b * 4.0;
        let at = |[sine, cosine]: [Vec4; 2]| {
            let factors = [most * sine * sine, most * cosine * cosine];
            ((difference * difference + factors[1]).sqrt().min(full), factors)
        };
        let softens = problems.soften_from.cmplt(Vec4::ONE);
        let [least, greatest] = problems.bend_range;
        let least = Vec4::select(softens, least.max(Vec4::splat(SOFT_FLEX)), least);
        let (longest, longest_factors) = at(half_sine_and_cosine(least));
        let longest = Vec4::select(least.cmple(Vec4::ZERO), full, longest);
        let (shortest, shortest_factors) = at(half_sine_and_cosine(greatest));
        let (shortest, shortest_factor) =
            (shortest.min(longest), Vec4::select(shortest.cmpgt(longest), longest_factors[1], shortest_factors[1]));

        let is_near = wanted.cmplt(shortest);
        let slow_from = full * problems.soften_from.clamp(Vec4::splat(0.5), Vec4::ONE);
        let room = longest - slow_from;
        let is_softened = softens & !is_near & wanted.cmpgt(slow_from) & room.cmpgt(Vec4::ZERO);
        let mut distance = wanted.max(shortest).min(longest);
        if is_softened.any() {
            let past = (wanted - slow_from) / room;
            for lane in (0..4).filter(|&lane| is_softened.test(lane)) {
                distance[lane] = slow_from[lane] + room[lane] * (1.0 - (-past[lane]).exp());
            }
        }
        let to_straight = (full - distance) * (full + distance);
        let to_folded = (distance - difference) * (distance + difference);
        let is_longest = wanted.cmpgt(longest) & !is_softened;
        Self {
            distance,
            factors: [
                Vec4::select(is_longest, longest_factors[0], to_straight.max(longest_factors[0])),
                to_folded.max(shortest_factor),
            ],
            longest,
            is_near,
            is_limited_near: shortest.cmpgt(difference.abs() * 1.000_01),
            is_softened,
        }
    }

    fn decided_by(&self, problems: &Problems, wanted: Vec4, full: Vec4) -> [Decisions; 4] {
        let is_weighed = problems.weight.cmplt(Vec4::ONE);
        let is_far = wanted.cmpgt(full * (1.0 + 1e-6)) & !self.is_near;
        let is_held =
            wanted.cmpgt(self.longest) & !self.is_near & !self.is_softened & self.longest.cmplt(full * 0.999_999);
        let mut decided_by = [Decisions::default(); 4];
        if (is_weighed | is_far | is_held | self.is_near | self.is_softened).any() {
            for (mask, decision) in [
                (is_weighed, Decision::Weight),
                (is_far, Decision::OutOfReach),
                (is_held | (self.is_near & self.is_limited_near), Decision::Limit),
                (self.is_near & !self.is_limited_near, Decision::TooNear),
                (self.is_softened, Decision::Softened),
            ] {
                for (lane, decided_by) in decided_by.iter_mut().enumerate() {
                    if mask.test(lane) {
                        decided_by.insert(decision);
                    }
                }
            }
        }
        decided_by
    }
}

/// Of halves of bends from 0 to π.
fn half_sine_and_cosine(bend: Vec4) -> [Vec4; 2] {
    let is_folded = bend.cmpge(Vec4::splat(std::f32::consts::PI));
    if is_folded.all() {
        return [Vec4::ONE, Vec4::ZERO];
    }
    let is_soft = bend.cmpeq(Vec4::splat(SOFT_FLEX));
    let [sine, cosine] = if is_soft.all() {
        [Vec4::splat(HALF_SOFT_FLEX.0), Vec4::splat(HALF_SOFT_FLEX.1)]
    } else {
        sin_cos_lanes(bend.max(Vec4::ZERO) * 0.5)
    };
    [Vec4::select(is_folded, Vec4::ONE, sine), Vec4::select(is_folded, Vec4::ZERO, cosine)]
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::solve::two_bone::{self, Problem};

    /// A limb a little out of straight or well bent, in the plane of its nature but for one in eight.
    fn problem(dice: &mut fastrand::Rng) -> Problem {
        let mut within = |least: f32, most: f32| least + (most - least) * dice.f32();
        let turn = Quat::from_rotation_y(within(-3.0, 3.0)) * Quat::from_rotation_x(within(-3.0, 3.0));
        let [a, b] = [within(0.2, 0.5), within(0.2, 0.5)];
        let forward = if within(0.0, 1.0) < 0.5 { within(-0.01, 0.01) } else { within(0.0, 0.15) };
        let aside = if within(0.0, 8.0) < 1.0 { 0.01 } else { 0.0 };
        let (mid, tip) = (turn * Vec3::new(aside, -a, forward), turn * Vec3::new(0.0, -a - b, 0.0));
        let full = mid.length() + tip.distance(mid);
        let reach = within(0.2, 1.2) * full;
        let way = tip + Vec3::new(within(-1.0, 1.0), within(-1.0, 1.0), within(-1.0, 1.0)) * full;
        let soften_from = if within(0.0, 1.0) < 0.5 { 1.0 } else { 0.95 };
        Problem {
            root: Vec3::ZERO,
            mid,
            tip,
            goal: crate::math::direction_or(way, Vec3::X) * reach,
            bend_hint: turn * Vec3::new(within(-1.0, 1.0), 0.2, 1.0),
            hint_weight: within(0.0, 2.0).floor(),
            natural_bend: turn * Vec3::Z,
            weight: if within(0.0, 1.0) < 0.8 { 1.0 } else { 0.6 },
            soften_from,
            max_stretch: 0.0,
            bend_range: (within(0.0, 1.0) < 0.5).then_some([0.035, 2.4]),
        }
    }

    #[test]
    fn four_limbs_end_as_one_by_one() {
        let mut dice = fastrand::Rng::with_seed(5);
        let mut solved = 0;
        for _ in 0..2000 {
            let one = [0; 4].map(|_| problem(&mut dice));
            let vectors = |of: fn(&Problem) -> Vec3| Vec3x4::new(one.map(|problem| of(&problem)));
            let numbers = |of: fn(&Problem) -> f32| Vec4::from_array(one.map(|problem| of(&problem)));
            let four = solve(&Problems {
                mid: vectors(|one| one.mid),
                tip: vectors(|one| one.tip),
                goal: vectors(|one| one.goal),
                bend_hint: vectors(|one| one.bend_hint),
                hint_weight: numbers(|one| one.hint_weight),
                natural_bend: vectors(|one| one.natural_bend),
                weight: numbers(|one| one.weight),
                soften_from: numbers(|one| one.soften_from),
                bend_range: [
                    numbers(|one| one.bend_range.map_or(0.0, |range| range[0])),
                    numbers(|one| one.bend_range.map_or(std::f32::consts::PI, |range| range[1])),
                ],
            });
            let (mids, tips) = (four.mid.rows(Vec4::ZERO), four.tip.rows(Vec4::ZERO));
            let (root_turns, mid_turns) = (four.root_turn.lanes(), four.mid_turn.lanes());
            for lane in (0..4).filter(|&lane| four.is_solved.test(lane)) {
                solved += 1;
                let alone = two_bone::solve(&one[lane]);
                assert!(mids[lane].truncate().distance(alone.mid) < 2e-5, "{:?} {alone:?} {}", one[lane], mids[lane]);
                assert!(tips[lane].truncate().distance(alone.tip) < 1e-6, "{:?}", one[lane]);
                // By what they turn, for the same turn may have both signs.
                for axis in [Vec3::X, Vec3::Y] {
                    assert!((root_turns[lane] * axis).distance(alone.root_turn * axis) < 2e-4, "{:?}", one[lane]);
                    assert!((mid_turns[lane] * axis).distance(alone.mid_turn * axis) < 2e-4, "{:?}", one[lane]);
                }
                assert_eq!(four.decided_by[lane], alone.decided_by, "{:?}", one[lane]);
            }
        }
        assert!(solved > 5500, "{solved} of 8000 are ordinary");
    }
}
