//! Where to look: a wanted direction held inside limits, followed at a bounded speed, and shared over bones.
//!
//! **What it does.** Directions are kept as yaw and pitch in the frame of the body that carries the head, so limits a side are plain numbers
//! and a head never rolls. [`Range`] holds a gaze, [`Follow`] moves it over time.
//!
//! **Inputs.** A [`Frame`] (forward and up, unit, at right angles) and a direction of any length, in one space; ranges in radians, half-life
//! and `dt` in seconds, speed in radians a second. **Outputs.** A [`Gaze`], whether a limit held it, and the rotation that looks along it.
//!
//! **Guarantees.** Never outside the range, whatever came before. Following is exact for any `dt`: half of the way every half-life, at no more
//! than the speed and no less than 5° a second, so frame rates agree; `dt` 0 arrives at once. Over the crown of the head and round the back the gaze never goes faster
//! than its speed.
//!
//! **Singular cases.** Straight up and down keep a yaw of 0. A target that passes behind is followed on the side on which the gaze is until it
//! is 20° past the back; then the gaze goes over through the front.
//!
//! **Source.** The five numbers that weigh body, head and eyes mean what they mean in Unity's `SetLookAtWeight`; they are applied in
//! [`runtime`](crate::runtime).
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::solve::look_at::{Frame, Range};
//!
//! let body = Frame { forward: Vec3::Z, up: Vec3::Y };
//! let range = Range { left: 1.2, right: 1.2, up: 0.8, down: 0.7 };
//! let held = range.hold(body.gaze(Vec3::new(5.0, 0.0, -1.0)));
//! assert!(held.clamped && held.gaze.yaw == 1.2);
//! assert!((body.turn(held.gaze) * Vec3::Z).distance(body.direction(held.gaze)) < 1e-5);
//! ```

use glam::{Quat, Vec3, Vec4};

use crate::math::{Quatx4, Vec3x4, atan2_lanes, decay_factor, direction_or, sin_cos_lanes};

/// The axes that yaw and pitch are measured in: unit, at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub forward: Vec3,
    pub up: Vec3,
}

/// A direction as angles from a frame's forward. Radians; yaw is positive to the left (-π..=π), pitch positive upward (-π/2..=π/2).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Gaze {
    pub yaw: f32,
    pub pitch: f32,
}

/// How far a gaze may go to each side. Radians, each 0..=π.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub left: f32,
    pub right: f32,
    pub up: f32,
    pub down: f32,
}

/// How far an eye turns for how far its target is off: evenly up to a greatest turn. Radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeMap {
    /// From here on the eye turns no farther. 0..=π; at 0 it turns all the way at once.
    pub input_max: f32,
    /// 0..=π.
    pub output_max: f32,
}

/// The maps of one eye, a side each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyeMap {
    pub left: RangeMap,
    pub right: RangeMap,
    pub up: RangeMap,
    pub down: RangeMap,
}

impl RangeMap {
    /// `off` is 0 or more.
    fn of(&self, off: f32) -> (f32, bool) {
        if off >= self.input_max {
            (if off > 0.0 { self.output_max } else { 0.0 }, off > self.input_max)
        } else {
            (off / self.input_max * self.output_max, false)
        }
    }
}

impl EyeMap {
    /// Where the eye turns for a target along `gaze`; clamped where that is past a map's end.
    pub fn of(&self, gaze: Gaze) -> Held {
        let side = |angle: f32, [positive, negative]: [&RangeMap; 2]| {
            let (turned, past) = if angle < 0.0 { negative.of(-angle) } else { positive.of(angle) };
            (turned.copysign(angle), past)
        };
        let (yaw, yaw_past) = side(gaze.yaw, [&self.left, &self.right]);
        let (pitch, pitch_past) = side(gaze.pitch, [&self.up, &self.down]);
        Held { gaze: Gaze { yaw, pitch }, clamped: yaw_past || pitch_past }
    }
}

/// A gaze held inside a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    pub gaze: Gaze,
    pub clamped: bool,
}

impl Frame {
    fn left(&self) -> Vec3 {
        self.up.cross(self.forward)
    }

    /// The gaze along `direction` (any length); straight ahead where it has none. Straight up and down keep a yaw of 0.
    pub fn gaze(&self, direction: Vec3) -> Gaze {
        self.gazes(direction, self.forward)[0]
    }

    /// [`Frame::gaze`] of two directions in the time of one.
    pub fn gazes(&self, a: Vec3, b: Vec3) -> [Gaze; 2] {
        let left = self.left();
        let parts = |direction: Vec3| {
            let squared = direction.length_squared();
            // Angles need no unit length, only one that can be squared.
            let can_be_squared = squared > 1e-20 && squared < 1e20;
            let direction = if can_be_squared { direction } else { direction_or(direction, self.forward) };
            let (ahead, aside) = (direction.dot(self.forward), direction.dot(left));
            let squared_level = ahead * ahead + aside * aside;
            let above = direction.dot(self.up);
            let is_level = squared_level > 1e-12 * (squared_level + above * above);
            (ahead, aside, above, squared_level.sqrt(), is_level)
        };
        let (ahead_a, aside_a, above_a, level_a, is_level_a) = parts(a);
        let (ahead_b, aside_b, above_b, level_b, is_level_b) = parts(b);
        let angles =
            atan2_lanes(Vec4::new(aside_a, above_a, aside_b, above_b), Vec4::new(ahead_a, level_a, ahead_b, level_b));
        [
            Gaze { yaw: if is_level_a { angles.x } else { 0.0 }, pitch: angles.y },
            Gaze { yaw: if is_level_b { angles.z } else { 0.0 }, pitch: angles.w },
        ]
    }

    /// [`Frame::gaze`] of four directions, likewise.
    pub(crate) fn four_gazes(&self, directions: [Vec3; 4]) -> [Gaze; 4] {
        let can_be_squared = |direction: &Vec3| (1e-20..1e20).contains(&direction.length_squared());
        if !directions.iter().all(can_be_squared) {
            return directions.map(|direction| self.gaze(direction));
        }
        let directions = Vec3x4::new(directions);
        let along = |axis: Vec3| directions.x * axis.x + directions.y * axis.y + directions.z * axis.z;
        let (ahead, aside, above) = (along(self.forward), along(self.left()), along(self.up));
        let squared_level = ahead * ahead + aside * aside;
        let is_level = squared_level.cmpgt((squared_level + above * above) * 1e-12);
        let yaw = Vec4::select(is_level, atan2_lanes(aside, ahead), Vec4::ZERO);
        let pitch = atan2_lanes(above, squared_level.sqrt());
        std::array::from_fn(|lane| Gaze { yaw: yaw[lane], pitch: pitch[lane] })
    }

    /// The unit direction of `gaze`.
    pub fn direction(&self, gaze: Gaze) -> Vec3 {
        let (sin_yaw, cos_yaw) = gaze.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = gaze.pitch.sin_cos();
        (self.forward * cos_yaw + self.left() * sin_yaw) * cos_pitch + self.up * sin_pitch
    }

    /// The rotation that turns forward into `gaze` without roll: pitch about the side, then yaw about up.
    pub fn turn(&self, gaze: Gaze) -> Quat {
        self.turns(gaze, Gaze::default())[0]
    }

    /// What turns one gaze into another.
    pub fn turn_between(&self, from: Gaze, to: Gaze) -> Quat {
        let [to, from] = self.turns(to, from);
        to * from.conjugate()
    }

    /// [`Frame::turn_between`] of two pairs, in the time of one.
    pub(crate) fn turns_between(&self, from: [Gaze; 2], to: [Gaze; 2]) -> [Quat; 2] {
        let gazes = [from[0], from[1], to[0], to[1]];
        let [yaw, pitch] = [gazes.map(|gaze| gaze.yaw), gazes.map(|gaze| gaze.pitch)].map(Vec4::from_array);
        if !(yaw.abs().max(pitch.abs()).max_element() <= std::f32::consts::TAU) {
            return [0, 1].map(|at| self.turn_between(from[at], to[at]));
        }
        let ([sin_yaw, cos_yaw], [sin_pitch, cos_pitch]) = (sin_cos_lanes(yaw * 0.5), sin_cos_lanes(pitch * 0.5));
        // As in [`Frame::turns`].
        let (about_up, about_forward, about_right) = (cos_pitch * sin_yaw, sin_yaw * sin_pitch, cos_yaw * sin_pitch);
        let left = self.left();
        let part =
            |of: fn(Vec3) -> f32| about_up * of(self.up) + about_forward * of(self.forward) - about_right * of(left);
        let v = Vec3x4 { x: part(|axis| axis.x), y: part(|axis| axis.y), z: part(|axis| axis.z) };
        let [from_0, from_1, to_0, to_1] = Quatx4 { v, w: cos_yaw * cos_pitch }.lanes();
        [to_0 * from_0.conjugate(), to_1 * from_1.conjugate()]
    }

    fn turns(&self, a: Gaze, b: Gaze) -> [Quat; 2] {
        let angles = Vec4::new(a.yaw, a.pitch, b.yaw, b.pitch);
        if !(angles.abs().max_element() <= std::f32::consts::TAU) {
            return [a, b].map(|gaze| {
                Quat::from_axis_angle(self.up, gaze.yaw) * Quat::from_axis_angle(self.left(), -gaze.pitch)
            });
        }
        let [sine, cosine] = sin_cos_lanes(angles * 0.5);
        let left = self.left();
        // The product of both half-angle rotations, with the axes at right angles.
        let turn = |sin_yaw: f32, cos_yaw: f32, sin_pitch: f32, cos_pitch: f32| {
            let about_up = self.up * (cos_pitch * sin_yaw);
            let axis = about_up + self.forward * (sin_yaw * sin_pitch) - left * (cos_yaw * sin_pitch);
            Quat::from_vec4(axis.extend(cos_yaw * cos_pitch))
        };
        [turn(sine.x, cosine.x, sine.y, cosine.y), turn(sine.z, cosine.z, sine.w, cosine.w)]
    }
}

impl Range {
    /// `clamp` as in Unity's `SetLookAtWeight`, over this range: 0 leaves the range as it is, 0.5 allows at most 90° to each
    /// side, 1 allows nothing. Between, at most 180° · (1 − clamp).
    pub fn clamped(self, clamp: f32) -> Self {
        let most = std::f32::consts::PI * (1.0 - if clamp.is_finite() { clamp.clamp(0.0, 1.0) } else { 0.0 });
        Self {
            left: self.left.min(most),
            right: self.right.min(most),
            up: self.up.min(most),
            down: self.down.min(most),
        }
    }

    /// Holds `gaze` inside, each angle at the nearer end.
    pub fn hold(&self, gaze: Gaze) -> Held {
        let held = Gaze { yaw: gaze.yaw.clamp(-self.right, self.left), pitch: gaze.pitch.clamp(-self.down, self.up) };
        Held { gaze: held, clamped: held != gaze }
    }
}

/// A gaze that follows a target over time: half of the way every half-life, never faster than a speed.
///
/// It does not whip round: a target that passes behind is followed on the side on which the gaze already is until it has
/// come [`Follow::BEHIND`] past the back, and then the gaze goes over at its bounded speed, through the front.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Follow {
    gaze: Option<Gaze>,
    side_is_left: bool,
}

impl Follow {
    /// How far past straight behind a target must be before the gaze changes sides. 20°.
    pub const BEHIND: f32 = 0.349_065_85;

    /// Radians a second below which a gaze never slows down on its way, so that it does arrive and a character that stands still does stand
    /// still. 5°.
    const SLOWEST: f32 = 0.087_266_46;

    /// One step of `dt` seconds towards `wanted`; `max_speed` is radians a second, 0 is no limit. The first step, and one with
    /// `dt` 0, arrives at once.
    pub fn step(&mut self, wanted: Gaze, range: &Range, half_life: f32, max_speed: f32, dt: f32) -> Held {
        let wanted = self.choose_side(wanted);
        let held = range.hold(wanted);
        let arrived = |gaze: Gaze| Held { gaze, clamped: held.clamped };
        let Some(now) = self.gaze.filter(|_| dt > 0.0 && dt.is_finite()) else {
            self.gaze = Some(held.gaze);
            return arrived(held.gaze);
        };
        let way = Gaze { yaw: held.gaze.yaw - now.yaw, pitch: held.gaze.pitch - now.pitch };
        let remains = (way.yaw * way.yaw + way.pitch * way.pitch).sqrt();
        let eased = remains * (1.0 - decay_factor(half_life, dt));
        let most = if max_speed > 0.0 { max_speed * dt } else { f32::INFINITY };
        let step = eased.max(Self::SLOWEST * dt).min(most);
        let next = if step < remains {
            let share = step / remains;
            Gaze { yaw: now.yaw + way.yaw * share, pitch: now.pitch + way.pitch * share }
        } else {
            held.gaze
        };
        self.gaze = Some(next);
        arrived(next)
    }

    fn choose_side(&mut self, wanted: Gaze) -> Gaze {
        use std::f32::consts::{PI, TAU};
        let is_left = wanted.yaw >= 0.0;
        if self.gaze.is_some() && is_left != self.side_is_left && PI - wanted.yaw.abs() < Self::BEHIND {
            return Gaze { yaw: if is_left { wanted.yaw - TAU } else { wanted.yaw + TAU }, ..wanted };
        }
        self.side_is_left = is_left;
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Frame = Frame { forward: Vec3::Z, up: Vec3::Y };

    fn range(yaw_deg: f32, pitch_deg: f32) -> Range {
        let (yaw, pitch) = (yaw_deg.to_radians(), pitch_deg.to_radians());
        Range { left: yaw, right: yaw, up: pitch, down: pitch }
    }

    #[test]
    fn gaze_and_direction_are_inverse() {
        for k in 0..200 {
            let gaze = Gaze { yaw: (k as f32 * 0.7).sin() * 3.1, pitch: (k as f32 * 1.3).cos() * 1.5 };
            let back = BODY.gaze(BODY.direction(gaze));
            assert!((back.yaw - gaze.yaw).abs() < 1e-3 && (back.pitch - gaze.pitch).abs() < 1e-3, "{gaze:?} {back:?}");
            assert!((BODY.turn(gaze) * Vec3::Z).distance(BODY.direction(gaze)) < 1e-5);
        }
        assert!(BODY.gaze(Vec3::X).yaw > 1.5, "left is +X for a body that faces +Z");
    }

    #[test]
    fn four_gazes_and_two_turns_are_those_of_one() {
        for k in 0..200 {
            let at = |lane: f32| {
                let t = k as f32 * 0.37 + lane;
                Vec3::new(t.sin(), (1.7 * t).sin() * 1.2, (0.6 * t).cos()) * (1.0 + lane)
            };
            let directions = [at(0.0), at(1.0), if k == 7 { Vec3::ZERO } else { at(2.0) }, Vec3::Y * (k as f32 - 3.5)];
            let gazes = BODY.four_gazes(directions);
            for (gaze, direction) in gazes.into_iter().zip(directions) {
                let alone = BODY.gaze(direction);
                assert!((gaze.yaw - alone.yaw).abs() < 1e-6 && (gaze.pitch - alone.pitch).abs() < 1e-6, "{direction}");
            }
            let turns = BODY.turns_between([gazes[0], gazes[1]], [gazes[2], gazes[3]]);
            for (turn, alone) in
                turns.into_iter().zip([(0, 2), (1, 3)].map(|(a, b)| BODY.turn_between(gazes[a], gazes[b])))
            {
                assert!(turn.abs_diff_eq(alone, 1e-6), "{turn} {alone}");
            }
        }
    }

    #[test]
    fn an_eyes_map_is_even_up_to_its_end() {
        let map = |input_max, output_max| RangeMap { input_max, output_max };
        let eye = EyeMap { left: map(1.0, 0.2), right: map(0.5, 0.3), up: map(0.0, 0.1), down: map(1.0, 0.0) };
        for (gaze, turned, clamped) in [
            ([0.5, 0.0], [0.1, 0.0], false),
            ([2.0, 0.0], [0.2, 0.0], true),
            ([-0.25, -0.4], [-0.15, 0.0], false),
            ([0.0, 0.3], [0.0, 0.1], true),
        ] {
            let held = eye.of(Gaze { yaw: gaze[0], pitch: gaze[1] });
            assert!((held.gaze.yaw - turned[0]).abs() < 1e-6 && (held.gaze.pitch - turned[1]).abs() < 1e-6, "{held:?}");
            assert_eq!(held.clamped, clamped);
        }
    }

    #[test]
    fn the_documented_points_of_clamp() {
        let free = range(180.0, 180.0);
        for (clamp, degrees) in [(0.0, 180.0), (0.5, 90.0), (1.0, 0.0)] {
            assert!((free.clamped(clamp).left.to_degrees() - degrees).abs() < 1e-3);
        }
    }

    #[test]
    fn a_target_that_passes_behind_does_not_whip_the_head() {
        let head = Vec3::new(0.0, 1.6, 0.0);
        let limits = range(80.0, 60.0);
        let mut follow = Follow::default();
        let yaw = |follow: &mut Follow, x: f32| {
            let wanted = BODY.gaze(Vec3::new(x, 1.6, -1.0) - head);
            follow.step(wanted, &limits, 0.0, 0.0, 1.0 / 60.0).gaze.yaw.to_degrees()
        };
        let first = yaw(&mut follow, 0.01);
        let second = yaw(&mut follow, -0.01);
        assert!((first - 80.0).abs() < 0.01 && (second - first).abs() < 1.0, "{first} {second}");
    }

    #[test]
    fn speed_is_bounded_at_any_frame_rate() {
        for rate in [30.0, 60.0, 144.0] {
            let mut follow = Follow::default();
            follow.step(Gaze::default(), &range(90.0, 60.0), 0.05, 2.0, 0.0);
            let mut last = 0.0;
            for _ in 0..rate as u32 {
                let now =
                    follow.step(Gaze { yaw: 1.5, pitch: 0.0 }, &range(90.0, 60.0), 0.05, 2.0, 1.0 / rate).gaze.yaw;
                assert!((now - last) * rate <= 2.0 + 1e-3);
                last = now;
            }
            assert!((last - 1.5).abs() < 0.01, "{last}");
        }
    }
}
