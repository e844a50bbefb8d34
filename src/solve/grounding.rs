//! Puts a foot on the ground: which plane the ground under it makes, where the foot goes, and how far the pelvis must move
//! for the legs to reach.
//!
//! The animation is taken to walk on a plane of its own, level ground at the character's feet. That plane, with the
//! foot over it, is carried onto the real ground under the foot: swing heights, heel strikes and roll-offs stay as they
//! were animated, and on ground that *is* that plane nothing changes.

use glam::{Quat, Vec3};

use crate::ground::{Hit, Surface};
use crate::math::{angle_between, arc_between, direction_or, reject, rotated};

/// Ground steeper than this is a wall: 84°.
const LEAST_UP: f32 = 0.1;
/// Two hits that lie this far off each other's planes, by the sine of the angle, are not one surface.
const STEP_SIN: f32 = 0.12;
/// Hits on one plane lie no farther off it, by the sine of the angle, and their normals no farther apart.
const FLAT_SIN: f32 = 1e-4;
/// Toes bend at most this far down and up. Radians.
const TOE_BEND: [f32; 2] = [-0.6, 0.8];

/// A plane: any of its points, and its unit normal away from the solid side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    pub point: Vec3,
    pub normal: Vec3,
}

impl Plane {
    /// Above 0 outside. Along the normal.
    #[inline]
    pub fn distance(&self, point: Vec3) -> f32 {
        (point - self.point).dot(self.normal)
    }

    /// How much the height of a point changes with its place; see [`Plane::height`].
    pub fn slope(&self, up: Vec3) -> Vec3 {
        let slant = self.normal.dot(up);
        if slant.abs() < LEAST_UP { self.normal } else { self.normal / slant }
    }

    /// How far `point` is above the plane along unit `up`; along the normal where the plane stands upright.
    #[inline]
    pub fn height(&self, point: Vec3, up: Vec3) -> f32 {
        let slant = self.normal.dot(up);
        if slant.abs() < LEAST_UP { self.distance(point) } else { self.distance(point) / slant }
    }

    /// The point of the plane straight below or above `point`.
    pub fn under(&self, point: Vec3, up: Vec3) -> Vec3 {
        point - up * self.height(point, up)
    }
}

/// The three points of a sole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    pub heel: Vec3,
    pub ball: Vec3,
    pub toe: Vec3,
}

impl Sole {
    /// Beside the ball, to the left and right, `half_breadth` from it; `up` is unit. The ball itself where the sole stands upright.
    pub fn edges(&self, up: Vec3, half_breadth: f32) -> [Vec3; 2] {
        let half = up.cross(direction_or(reject(self.toe - self.heel, up), Vec3::ZERO)) * half_breadth;
        [self.ball + half, self.ball - half]
    }

    pub fn points(&self) -> [Vec3; 3] {
        [self.heel, self.ball, self.toe]
    }

    /// How high the lowest point is over a plane along unit `up`.
    #[inline]
    pub fn lowest_over(&self, plane: &Plane, up: Vec3) -> f32 {
        let lowest = self.points().map(|point| plane.distance(point)).into_iter().fold(f32::INFINITY, f32::min);
        let slant = plane.normal.dot(up);
        if slant >= LEAST_UP {
            lowest / slant
        } else if slant.abs() < LEAST_UP {
            lowest
        } else {
            self.points().map(|point| plane.height(point, up)).into_iter().fold(f32::INFINITY, f32::min)
        }
    }

    pub fn shifted(&self, by: Vec3) -> Self {
        Self { heel: self.heel + by, ball: self.ball + by, toe: self.toe + by }
    }

    /// Turns the sole about `pivot` and moves it.
    pub fn moved(&self, pivot: Vec3, turn: Quat, by: Vec3) -> Self {
        let place = |point: Vec3| pivot + rotated(turn, point - pivot) + by;
        Self { heel: place(self.heel), ball: place(self.ball), toe: place(self.toe) }
    }

    /// Bends the toe tip about the ball.
    pub fn bent(&self, turn: Quat) -> Self {
        Self { toe: self.ball + rotated(turn, self.toe - self.ball), ..*self }
    }
}

/// The ground as a foot meets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    pub plane: Plane,
    /// How far the ground under the toes rises from that plane, radians; 0 for feet without toes.
    pub toe_bend: f32,
    /// What the foot stands on.
    pub surface: Surface,
}

/// `hit` as ground for a foot: finite, no wall, and within `step_up` above and `step_down` below the character's own ground, over which it is
/// at `height`.
#[inline]
pub fn accept(hit: Hit, height: f32, up: Vec3, step_up: f32, step_down: f32) -> Option<Hit> {
    let squared = hit.normal.length_squared();
    let normal = if (squared - 1.0).abs() < 1e-6 { hit.normal } else { hit.normal.try_normalize()? };
    let is_ground = normal.dot(up) >= LEAST_UP && (-step_down..=step_up).contains(&height);
    // As finite as their sum, but for numbers that no ground has.
    (is_ground && (hit.point.x + hit.point.y + hit.point.z).is_finite()).then_some(Hit { normal, ..hit })
}

/// What carries a foot, from the ground met under heel, ball and toe tip; none where nothing was met.
///
/// Heel and ball (heel and toe for a foot without toes) give the pitch and the normals the roll, so that both ends touch.
/// Hits that are not one surface, as at the edge of a step, are not bridged: the foot stands on the higher one, along its
/// normal, and the rest hangs over.
pub fn support(hits: [Option<Hit>; 3], has_toes: bool, up: Vec3) -> Option<Support> {
    let [heel, ball, toe] = hits;
    let flat = |hit: Hit| Support {
        plane: Plane { point: hit.point, normal: hit.normal },
        toe_bend: 0.0,
        surface: hit.surface,
    };
    let higher = |a: Hit, b: Hit| if (a.point - b.point).dot(up) >= 0.0 { a } else { b };
    let (Some(first), Some(second)) = (heel.or(ball), if has_toes { ball.or(toe) } else { toe.or(ball) }) else {
        return heel.or(ball).or(toe).map(flat);
    };
    if first == second {
        return Some(flat(first));
    }
    // A surface that bends one way and the other may still run from heel to toe under the ball.
    let runs_on = !has_toes && is_even(hits);
    if !runs_on && !is_one_surface(first, second) {
        let highest = toe.map_or(higher(first, second), |toe| higher(higher(first, second), toe));
        return Some(flat(highest));
    }
    let along = direction_or(second.point - first.point, Vec3::ZERO);
    let normal = direction_or(reject(first.normal + second.normal, along), up);
    let surface = first.surface;
    let mut plane = Plane { point: first.point, normal };
    // Where the third point is its own, it lifts a stiff foot or bends the toes.
    let (Some(ball), Some(toe)) = (ball, toe) else { return Some(Support { plane, toe_bend: 0.0, surface }) };
    if !has_toes {
        if is_one_surface(ball, toe) {
            plane.point += normal * plane.distance(ball.point).max(0.0);
        } else if plane.distance(ball.point) > 0.0 {
            return Some(flat(higher(ball, toe)));
        }
        return Some(Support { plane, toe_bend: 0.0, surface });
    }
    let rise = plane.distance(toe.point);
    let run = reject(toe.point - ball.point, normal).length();
    if !is_one_surface(ball, toe) {
        // Toes over a drop stay straight; toes against a riser take the whole foot up, where it could not stand back.
        return Some(if rise > 0.0 { flat(toe) } else { Support { plane, toe_bend: 0.0, surface } });
    }
    Some(Support { plane, toe_bend: rise.atan2(run).clamp(TOE_BEND[0], TOE_BEND[1]), surface })
}

/// The ground under a foot whose contacts all met one plane, from the third in which they lie; none where they did not.
#[inline]
pub fn flat_support(hits: [Option<Hit>; 3]) -> Option<Support> {
    let [Some(heel), Some(ball), Some(toe)] = hits else { return None };
    let is_same = |other: Hit| {
        let way = other.point - heel.point;
        let off = way.dot(heel.normal);
        off * off <= way.length_squared() * FLAT_SIN * FLAT_SIN
            && heel.normal.distance_squared(other.normal) <= FLAT_SIN * FLAT_SIN
            && heel.surface == other.surface
    };
    let plane = Plane { point: heel.point, normal: heel.normal };
    (is_same(ball) && is_same(toe)).then_some(Support { plane, toe_bend: 0.0, surface: heel.surface })
}

/// A bound, squared, on how far [`plant`] moves a contact aside by tilting about the ball onto ground of unit `normal`.
#[inline]
pub fn moved_aside(sole: &Sole, own: &Plane, normal: Vec3, up: Vec3) -> f32 {
    // What lies level moves by its length times what the cosine lacks to 1, what lies above by its height times the sine.
    let cosine = own.normal.dot(normal);
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    let longest = sole.heel.distance_squared(sole.ball).max(sole.toe.distance_squared(sole.ball)).sqrt();
    let heights = sole.points().map(|point| own.distance(point));
    let [lowest, highest] = heights
        .into_iter()
        .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], height| [low.min(height), high.max(height)]);
    let along_normal = longest * sine + (highest - lowest);
    // Seen from up, not from the normal of a character that does not stand upright.
    let slant = (1.0 - own.normal.dot(up).powi(2)).max(0.0).sqrt();
    (longest * (1.0 - cosine) + (highest - lowest) * sine + along_normal * slant).powi(2)
}

/// Whether heel, ball and toe stand on one surface.
pub fn is_even([heel, ball, toe]: [Option<Hit>; 3]) -> bool {
    let one = |a: Option<Hit>, b: Option<Hit>| a.zip(b).is_some_and(|(a, b)| is_one_surface(a, b));
    one(heel, ball) && one(ball, toe)
}

/// Whether the foot stands well but for its toes, which stick into a riser or a kerb.
pub fn meets_riser([heel, ball, toe]: [Option<Hit>; 3], up: Vec3) -> bool {
    let (Some(heel), Some(ball), Some(toe)) = (heel, ball, toe) else { return false };
    is_one_surface(heel, ball) && !is_one_surface(ball, toe) && (toe.point - ball.point).dot(up) > 0.0
}

/// Whether a foot that stands on `ball` may reach over `other`: one surface with it, or lower, so that it hangs over an edge.
pub fn bears_over(ball: Hit, other: Hit, up: Vec3) -> bool {
    is_one_surface(ball, other) || (other.point - ball.point).dot(up) <= 0.0
}

/// Whether ground could run from one hit to the other: on a bend each is on the outer or the inner side of the other's
/// plane, on a step one is above and the other below.
pub fn is_one_surface(a: Hit, b: Hit) -> bool {
    let Some(way) = (b.point - a.point).try_normalize() else { return true };
    let (from_a, from_b) = (a.normal.dot(way), b.normal.dot(way));
    from_a * from_b <= 0.0 || from_a.abs().min(from_b.abs()) < STEP_SIN
}

/// Where a foot goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    pub ankle: Vec3,
    /// On top of the incoming rotation.
    pub turn: Quat,
    /// Height of the lowest contact over the character's own ground, as animated: 0 while it stands.
    pub lift: f32,
    pub sole: Sole,
    /// The ground's normal within the tilt cap.
    pub normal: Vec3,
}

impl Planted {
    /// The same foot elsewhere; how high it was animated stays as it is.
    pub fn shifted(&self, by: Vec3) -> Self {
        Self { ankle: self.ankle + by, sole: self.sole.shifted(by), ..*self }
    }
}

/// Carries a foot from the character's own ground onto `ground`.
///
/// What is under the ball and `aside` of it keeps its place as seen from above; the foot tilts with the ground, at most `max_tilt` radians from the
/// character's own; the lowest contact comes to lie as high over the ground as it was over the character's own, so a foot that
/// stood flat stands flat, and one past the tilt cap touches with one end and is never inside.
#[inline]
pub fn plant(ankle: Vec3, sole: &Sole, aside: Vec3, own: &Plane, ground: &Plane, up: Vec3, max_tilt: f32) -> Planted {
    let lift = sole.lowest_over(own, up);
    let whole = arc_between(own.normal, ground.normal);
    let fall = 1.0 - own.normal.dot(ground.normal);
    // Up to a right angle the angle's square is less than 2.52 of this.
    let is_within = fall < 1.0 && 2.52 * fall < max_tilt * max_tilt;
    let tilt = if is_within { 0.0 } else { angle_between(own.normal, ground.normal) };
    let (turn, normal) = if tilt > max_tilt {
        let turn = Quat::IDENTITY.slerp(whole, max_tilt / tilt);
        (turn, direction_or(turn * own.normal, ground.normal))
    } else {
        (whole, ground.normal)
    };
    let pivot = own.under(sole.ball + aside, up) + up * lift;
    let tilted = sole.moved(pivot, turn, Vec3::ZERO);
    let lowest = tilted.lowest_over(ground, up);
    let by = up * (lift - lowest);
    Planted { ankle: pivot + rotated(turn, ankle - pivot) + by, turn, lift, sole: tilted.shifted(by), normal }
}

/// One leg as the pelvis sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    pub hip: Vec3,
    /// Where its ankle shall be.
    pub ankle: Vec3,
    /// Hip to ankle at most and at least.
    pub longest: f32,
    pub shortest: f32,
    /// How far the pelvis goes down for it. 0..=1.
    pub heeded: f32,
}

impl Leg {
    /// How far the pelvis may go along unit `up`: highest for the ankle to be in reach, and lowest for the leg not to fold deeper than it
    /// can, where it does.
    ///
    /// A leg whose target is farther aside than it is long is brought level with it, the nearest it can come.
    pub fn ways(&self, up: Vec3) -> PelvisRange {
        let from_ankle = self.hip - self.ankle;
        let height = from_ankle.dot(up);
        let aside = reject(from_ankle, up).length_squared();
        let at = |length: f32| (length * length - aside).max(0.0).sqrt() - height;
        // A foot that is farther aside than a folded leg is long folds none, nor does a pelvis that goes down from below a foot.
        let shortest = self.shortest * self.shortest;
        let folds = aside < shortest && (height > 0.0 || from_ankle.length_squared() < shortest);
        PelvisRange { highest: at(self.longest), lowest: if folds { at(self.shortest) } else { f32::NEG_INFINITY } }
    }
}

/// Where the pelvis may go, along up from where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PelvisRange {
    pub highest: f32,
    pub lowest: f32,
}

/// Anywhere.
impl Default for PelvisRange {
    fn default() -> Self {
        Self { highest: f32::INFINITY, lowest: f32::NEG_INFINITY }
    }
}

impl PelvisRange {
    /// Keeps to the [`Leg::ways`] of another leg, down as far as it is heeded; nothing of one that is not.
    pub fn heed(&mut self, ways: Self, heeded: f32) {
        if heeded > 0.0 {
            self.highest = self.highest.min(if ways.highest < 0.0 { ways.highest * heeded } else { ways.highest });
            self.lowest = self.lowest.max(ways.lowest);
        }
    }

    /// Down as little as the most over-extended leg needs, up only out of a squat deeper than a leg can fold, and then no farther than
    /// the other leg reaches. 0 where nothing is needed.
    pub fn offset(&self) -> f32 {
        if self.highest < 0.0 { self.highest } else { self.lowest.max(0.0).min(self.highest) }
    }
}

/// How far the pelvis must move along unit `up` for every leg to reach: see [`Leg::ways`] and [`PelvisRange::offset`].
pub fn pelvis_offset(legs: impl IntoIterator<Item = Leg>, up: Vec3) -> f32 {
    let mut range = PelvisRange::default();
    for leg in legs {
        range.heed(leg.ways(up), leg.heeded);
    }
    range.offset()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Vec3 = Vec3::Y;
    const OWN: Plane = Plane { point: Vec3::ZERO, normal: Vec3::Y };

    fn standing() -> (Vec3, Sole) {
        let sole =
            Sole { heel: Vec3::new(0.1, 0.0, -0.05), ball: Vec3::new(0.1, 0.0, 0.13), toe: Vec3::new(0.1, 0.0, 0.2) };
        (Vec3::new(0.1, 0.08, 0.0), sole)
    }

    fn hit(point: Vec3, normal: Vec3) -> Option<Hit> {
        Some(Hit::still(point, normal.try_normalize().unwrap()))
    }

    #[test]
    fn downhill_heel_and_toe_both_touch() {
        // 20° down towards +Z: y = -0.364 z; the normal is (0, 0.940, 0.342).
        let normal = Vec3::new(0.0, 20.0_f32.to_radians().cos(), 20.0_f32.to_radians().sin());
        let ground = Plane { point: Vec3::ZERO, normal };
        let (ankle, sole) = standing();
        let planted = plant(ankle, &sole, Vec3::ZERO, &OWN, &ground, UP, 0.8);
        for point in planted.sole.points() {
            assert!(ground.distance(point).abs() < 1e-6, "{point}");
        }
        assert!((ground.distance(planted.ankle) - 0.08).abs() < 1e-6);
        assert!((planted.turn * Vec3::Y).distance(Vec3::new(0.0, 0.940, 0.342)) < 1e-3);
    }

    #[test]
    fn on_its_own_ground_a_foot_stays_and_a_raised_one_keeps_its_height() {
        let (ankle, sole) = standing();
        let raised = sole.moved(ankle, Quat::from_rotation_x(0.4), Vec3::Y * 0.2);
        let planted = plant(ankle + Vec3::Y * 0.2, &raised, Vec3::ZERO, &OWN, &OWN, UP, 0.8);
        assert!(planted.ankle.distance(ankle + Vec3::Y * 0.2) < 1e-6 && planted.turn == Quat::IDENTITY);
        let step = Plane { point: Vec3::Y * 0.15, normal: Vec3::Y };
        let planted = plant(ankle + Vec3::Y * 0.2, &raised, Vec3::ZERO, &OWN, &step, UP, 0.8);
        assert!(planted.ankle.distance(ankle + Vec3::Y * 0.35) < 1e-6);
    }

    #[test]
    fn past_the_tilt_cap_one_end_touches_and_none_is_inside() {
        let ground = Plane { point: Vec3::ZERO, normal: Vec3::new(0.0, 0.5, 0.75_f32.sqrt()) };
        let (ankle, sole) = standing();
        let planted = plant(ankle, &sole, Vec3::ZERO, &OWN, &ground, UP, 0.5);
        let gaps = planted.sole.points().map(|point| ground.distance(point));
        assert!(gaps.into_iter().all(|gap| gap > -1e-6) && gaps.into_iter().any(|gap| gap < 1e-6), "{gaps:?}");
        assert!((angle_between(planted.normal, Vec3::Y) - 0.5).abs() < 1e-5);
    }

    #[test]
    fn a_step_is_not_bridged_and_a_ramp_is() {
        let (_, sole) = standing();
        let over_edge = [
            hit(sole.heel, Vec3::Y),
            hit(sole.ball + Vec3::Y * 0.15, Vec3::Y),
            hit(sole.toe + Vec3::Y * 0.15, Vec3::Y),
        ];
        let support_there = support(over_edge, true, UP).unwrap();
        assert_eq!(support_there.plane.normal, Vec3::Y);
        assert_eq!(support_there.plane.point.y, 0.15);

        // A 30° ramp that begins between ball and toe: the foot stays level and the toes go up with it.
        let ramp = Vec3::new(0.0, 30.0_f32.to_radians().cos(), -30.0_f32.to_radians().sin());
        let rise = 0.02 * 30.0_f32.to_radians().tan();
        let corner = [hit(sole.heel, Vec3::Y), hit(sole.ball, Vec3::Y), hit(sole.toe + Vec3::Y * rise, ramp)];
        let at_corner = support(corner, true, UP).unwrap();
        assert!(at_corner.plane.normal.distance(Vec3::Y) < 1e-6);
        assert!((at_corner.toe_bend - (rise / 0.07).atan()).abs() < 1e-4);
    }

    /// Of the wave `0.1 sin x` with hits at 0, 1.2 and 3.4: its normals lean (-0.1 cos x, 1), so that heel and ball are one surface, ball and toe too,
    /// and the line from heel to toe falls by 0.0256 over 3.4.
    #[test]
    fn a_stiff_foot_lies_on_ground_that_bends_both_ways() {
        let met = |x: f32| {
            Some(Hit::still(Vec3::new(0.0, 0.1 * x.sin(), x), direction_or(Vec3::new(0.0, 1.0, -0.1 * x.cos()), UP)))
        };
        let hits = [met(0.0), met(1.2), met(3.4)];
        let plane = support(hits, false, UP).unwrap().plane;
        let slope = -plane.normal.z / plane.normal.y;
        assert!((slope - 0.1 * 3.4_f32.sin() / 3.4).abs() < 1e-4, "{slope}");
        // On the crest, which is 0.0932 + 0.0256 * 1.2 / 3.4 over that line.
        assert!((plane.height(Vec3::new(0.0, 0.1 * 1.2_f32.sin(), 1.2), UP)).abs() < 1e-5);
    }

    #[test]
    fn nothing_met_carries_nothing_and_one_hit_carries_by_its_normal() {
        assert_eq!(support([None; 3], true, UP), None);
        let (_, sole) = standing();
        let alone = support([hit(sole.heel, Vec3::new(0.1, 1.0, 0.0)), None, None], true, UP).unwrap();
        assert_eq!(alone.plane.point, sole.heel);
    }

    #[test]
    fn walls_steps_too_high_and_broken_answers_are_no_ground() {
        let at = |y: f32, normal: Vec3| accept(Hit::still(Vec3::Y * y, normal), y, UP, 0.45, 0.45);
        assert!(at(0.4, Vec3::Y).is_some() && at(-0.4, Vec3::Y).is_some());
        assert!(at(0.5, Vec3::Y).is_none() && at(-0.5, Vec3::Y).is_none());
        assert!(at(0.0, Vec3::X).is_none() && at(0.0, Vec3::NAN).is_none() && at(f32::NAN, Vec3::Y).is_none());
        assert!(at(0.0, Vec3::ZERO).is_none());
    }

    #[test]
    fn the_pelvis_goes_down_as_far_as_the_longest_reach_needs() {
        let leg = |hip_y: f32, ankle_y: f32| Leg {
            hip: Vec3::new(0.0, hip_y, 0.0),
            ankle: Vec3::new(0.0, ankle_y, 0.0),
            longest: 0.8,
            shortest: 0.3,
            heeded: 1.0,
        };
        assert_eq!(pelvis_offset([leg(0.85, 0.08), leg(0.85, 0.2)], UP), 0.0);
        assert!((pelvis_offset([leg(0.85, -0.1), leg(0.85, 0.2)], UP) + 0.15).abs() < 1e-6);
        // Out of a squat, but no farther than the other leg reaches.
        assert!((pelvis_offset([leg(0.85, 0.65), leg(0.85, 0.6)], UP) - 0.1).abs() < 1e-6);
        assert!((pelvis_offset([leg(0.85, 0.65), leg(0.85, 0.1)], UP) - 0.05).abs() < 1e-6);
        assert_eq!(pelvis_offset([], UP), 0.0);
        // Head over heels: the feet are above, and nothing is asked of the pelvis.
        assert_eq!(pelvis_offset([leg(0.2, 0.85)], UP), 0.0);
    }
}
