//! Which foot steps when, and where to.

use glam::{Quat, Vec3};

use super::landing::Seeker;
use super::print::{Print, Standing, turn_between};
use super::{Foot, FootState, Memory, Params, Place, UP, eased};
use crate::ground::Ground;
use crate::math::reject;

/// A landing is looked for anew up to this share of the swing.
const LAST_CHOICE: f32 = 0.6;
/// A foot of the same turn may still join up to this share of the swing.
const LAST_JOIN: f32 = 0.15;
/// A foot farther behind than this many of its strides steps before its turn's time.
const FAR: f32 = 1.25;
/// A swing is never shorter than this share of [`Params::step_duration`].
const SHORTEST: f32 = 0.3;
/// While another foot is out of its leg's reach, a swing goes so many times as fast.
const HURRY: f32 = 2.0;
/// Steps up and down a grade are shorter: by this times the grade.
const STEEP_STEPS: f32 = 1.5;

/// How quick the steps are now.
#[derive(Clone, Copy, Default)]
struct Pace {
    /// Seconds up, down, and between the beginnings of two turns.
    swing: f32,
    stance: f32,
    between_turns: f32,
}

/// How far a foot is from where it should stand.
#[derive(Clone, Copy)]
struct Need {
    /// Above 1 it should step.
    value: f32,
    /// It should not wait for its turn's time.
    is_far: bool,
    is_out_of_reach: bool,
}

/// One piece of a call.
pub(super) struct Walk<'a> {
    memory: &'a mut Memory,
    feet: &'a [Foot],
    params: &'a Params,
    ground: &'a dyn Ground,
    place: Place,
    pace: Pace,
}

impl<'a> Walk<'a> {
    pub fn new(
        memory: &'a mut Memory,
        feet: &'a [Foot],
        params: &'a Params,
        ground: &'a dyn Ground,
        place: Place,
    ) -> Self {
        let mut walk = Self { memory, feet, params, ground, place, pace: Pace::default() };
        walk.pace = walk.find_pace();
        walk
    }

    /// Along the ground.
    fn home_velocity(&self, index: usize) -> Vec3 {
        let about = UP.cross(self.place.rotation * self.feet[index].home);
        self.memory.velocity + about * self.memory.turn_rate
    }

    fn home_speed(&self, index: usize) -> f32 {
        self.home_velocity(index).length()
    }

    fn turns(&self) -> u32 {
        self.feet.iter().map(|foot| foot.turn + 1).max().unwrap_or(1)
    }

    fn find_pace(&self) -> Pace {
        let params = self.params;
        let turns = self.turns() as f32;
        let air = params.air_share.clamp(0.05, 0.9).min(0.95 / turns.max(1.05));
        let stance_per_swing = (1.0 - air) / air;
        let steepness = self.memory.feet.iter().map(|state| state.steepness).sum::<f32>();
        let shorter = 1.0 / (1.0 + STEEP_STEPS * steepness / self.feet.len().max(1) as f32);
        let rate = (0..self.feet.len()).fold(0.0_f32, |most, index| {
            let along = self.home_speed(index) / (params.step_distance * shorter).max(1e-9);
            let about = self.memory.turn_rate.abs() / params.step_angle.max(1e-3);
            most.max(along).max(about)
        });
        let longest = params.step_duration;
        let swing = (2.0 / (rate * stance_per_swing).max(1e-6)).clamp(longest * SHORTEST, longest);
        let stance = swing * stance_per_swing;
        let strides = (0..self.feet.len()).any(|index| {
            self.home_speed(index) * stance > params.stand_distance
                || self.memory.turn_rate.abs() * stance > params.stand_angle
        });
        Pace { swing, stance, between_turns: if strides { (swing + stance) / turns } else { 0.0 } }
    }

    /// Where a foot's home will be `seconds` from now, against what carries the foot, and how the body will be turned.
    fn ahead(&self, index: usize, seconds: f32) -> (Vec3, Quat) {
        let (velocity, turn) = (self.memory.velocity, self.memory.turn_rate);
        let turned = Quat::from_rotation_y(turn * seconds) * self.place.rotation;
        let way = velocity * seconds;
        // However fast the body is said to be, no foot goes farther ahead than it can follow.
        let way = way.clamp_length_max(self.feet[index].reach * 2.0);
        (self.place.origin + way + turned * self.feet[index].home, turned)
    }

    fn need(&self, index: usize) -> Need {
        let params = self.params;
        let state = &self.memory.feet[index];
        let at = state.to.in_world(self.ground);
        let (ideal, turned) = self.ahead(index, self.pace.stance * params.overshoot);
        let off = reject(at.point - ideal, UP).length();
        let stride = self.home_speed(index) * self.pace.stance;
        let yaw = turn_between(at.ahead, turned * Vec3::Z).abs();
        let from_home = reject(at.point - self.place.home(&self.feet[index]), UP);
        let is_approached = from_home.dot(self.home_velocity(index)) > 0.0 && stride > params.stand_distance;
        let is_out_of_reach = from_home.length() > self.feet[index].reach && !is_approached;
        let turn = self.memory.turn_rate.abs() * self.pace.stance;
        Need {
            value: (off / params.stand_distance.max(1e-9)).max(yaw / params.stand_angle.max(1e-3)),
            is_far: off > FAR * stride + params.stand_distance || yaw > FAR * turn + params.stand_angle,
            is_out_of_reach,
        }
    }

    pub fn go_on(&mut self, dt: f32) {
        let hurries = (0..self.feet.len()).any(|index| {
            let state = &self.memory.feet[index];
            !state.is_up() && self.need(index).is_out_of_reach
        });
        for index in 0..self.feet.len() {
            if self.memory.feet[index].is_up() {
                self.swing(index, if hurries { dt * HURRY } else { dt });
            }
        }
        self.memory.since_turn = (self.memory.since_turn + dt).min(f32::MAX);
        self.take_turns();
    }

    fn swing(&mut self, index: usize, dt: f32) {
        let state = &mut self.memory.feet[index];
        let progress = state.progress + dt / state.duration.max(1e-6);
        if !(progress < 1.0) {
            state.progress = 1.0;
            state.from = state.to;
            return;
        }
        state.progress = progress;
        if progress < LAST_CHOICE {
            self.choose_again(index);
        }
    }

    /// Looks for another landing where the body goes elsewhere than it was going.
    fn choose_again(&mut self, index: usize) {
        let state = self.memory.feet[index];
        let left = (1.0 - state.progress) * state.duration;
        let (wanted, turned) = self.ahead(index, left + self.pace.stance * self.params.overshoot);
        let before = state.to.surface_in_world(self.ground);
        let moved = reject(wanted - before.transform(state.wanted), UP).length();
        if !(moved > self.params.stand_distance * 0.25) {
            return;
        }
        let home = self.ahead(index, left).0;
        let Some(to) = self.seeker().land(&self.feet[index], wanted, home, turned) else { return };
        let now = state.base(self.ground);
        let high = now.point + UP * state.rise();
        let share = eased(state.progress);
        let landing = to.in_world(self.ground);
        let sine = (std::f32::consts::PI * state.progress).sin();
        let lift = state.lift;
        // The way begins elsewhere, so that the foot goes on from where it is.
        let start = Standing { point: (high - UP * (lift * sine) - landing.point * share) / (1.0 - share), ..now };
        let state = &mut self.memory.feet[index];
        state.from = Print::on(to.surface, start, self.ground);
        state.to = to;
        state.wanted = to.surface_in_world(self.ground).inverse_transform(wanted);
    }

    fn seeker(&self) -> Seeker<'_> {
        Seeker { params: self.params, ground: self.ground, level: self.memory.body.mean() }
    }

    /// Lifts the feet whose turn it is: those of the turn that needs it most, and only while no foot of another turn is up.
    fn take_turns(&mut self) {
        let up = self.memory.feet.iter().zip(self.feet).find(|(state, _)| state.is_up()).map(|(_, foot)| foot.turn);
        let turns = self.turns();
        let mut tried = 0_u64;
        for _ in 0..turns {
            let Some((turn, need)) = self.neediest(tried) else { return };
            tried |= 1 << (turn % 64);
            if up.is_some_and(|up| up != turn) {
                return;
            }
            let may_join = up.is_some()
                && self
                    .memory
                    .feet
                    .iter()
                    .zip(self.feet)
                    .all(|(s, f)| f.turn != turn || !s.is_up() || s.progress < LAST_JOIN);
            if up.is_some() && !may_join {
                return;
            }
            let is_early = up.is_none() && self.memory.since_turn < self.pace.between_turns * 0.999;
            if need.value <= 1.0 && !need.is_out_of_reach || is_early && !need.is_far && !need.is_out_of_reach {
                return;
            }
            let mut lifted = false;
            for index in 0..self.feet.len() {
                if self.feet[index].turn == turn && !self.memory.feet[index].is_up() {
                    let own = self.need(index);
                    // Feet that step together do so on a walk even where one of them could wait.
                    let least = if self.pace.between_turns > 0.0 { 0.5 } else { 1.0 };
                    if own.value > least || own.is_out_of_reach {
                        lifted |= self.lift(index, own.is_out_of_reach);
                    }
                }
            }
            if lifted {
                if up.is_none() {
                    self.memory.since_turn = 0.0;
                    self.memory.last_turn = turn;
                }
                return;
            }
        }
    }

    /// Of the turns that were not tried; among equals the one after the last.
    fn neediest(&self, tried: u64) -> Option<(u32, Need)> {
        let turns = self.turns();
        let first = self.memory.last_turn.wrapping_add(1) % turns.max(1);
        let mut best: Option<(u32, Need)> = None;
        for turn in (0..turns).map(|step| (first + step) % turns).filter(|turn| tried & 1 << (turn % 64) == 0) {
            for index in (0..self.feet.len()).filter(|&index| self.feet[index].turn == turn) {
                if self.memory.feet[index].is_up() {
                    continue;
                }
                let need = self.need(index);
                let key = |need: &Need| (need.is_out_of_reach, need.value);
                if best.is_none_or(|(_, other)| key(&need) > key(&other)) {
                    best = Some((turn, need));
                }
            }
        }
        best
    }

    /// Begins a step; whether there is a place to step to.
    fn lift(&mut self, index: usize, is_out_of_reach: bool) -> bool {
        let foot = self.feet[index];
        let state = self.memory.feet[index];
        if self.memory.feet.iter().all(|state| state.steps == 0) {
            self.learn_grade(index);
        }
        let (wanted, turned) = self.ahead(index, self.pace.swing + self.pace.stance * self.params.overshoot);
        let carried = state.to.surface_in_world(self.ground);
        let seen = carried.inverse_transform(wanted);
        let small = self.params.stand_distance * 0.1;
        if !is_out_of_reach && state.refused.is_some_and(|refused| refused.distance(seen) < small) {
            return false;
        }
        let at = state.to.in_world(self.ground);
        let home = self.ahead(index, self.pace.swing).0;
        let landing = self.seeker().land(&foot, wanted, home, turned);
        let gains = landing.is_some_and(|landing| {
            let landing = landing.in_world(self.ground);
            let left = |point: Vec3| reject(point - wanted, UP).length();
            let turns = turn_between(at.ahead, landing.ahead).abs() > self.params.stand_angle;
            turns || left(at.point) - left(landing.point) > self.params.stand_distance * 0.5
        });
        let to = match landing {
            Some(landing) if gains => landing,
            // Nowhere to stand, and the leg can stay no longer: it hangs at home.
            None if is_out_of_reach => {
                let point = self.place.home(&foot).with_y(self.memory.body.mean());
                Print::fixed(Standing { point, normal: UP, ahead: turned * Vec3::Z })
            }
            _ => {
                self.memory.feet[index].refused = Some(seen);
                return false;
            }
        };
        let target = to.in_world(self.ground);
        let lift = self.seeker().lift_over(&foot, &at, &target);
        let steepness = self.grade(target.point - at.point).unwrap_or(state.steepness);
        self.memory.feet[index] = FootState {
            from: state.to,
            to,
            progress: 0.0,
            duration: self.pace.swing,
            lift,
            wanted: to.surface_in_world(self.ground).inverse_transform(wanted),
            refused: None,
            // So that what carries the landing counts from now on.
            seen: Some(target),
            steepness,
            steps: state.steps.saturating_add(1),
        };
        true
    }

    /// Before the first step: the place to which it would lead on level ground tells how steep it is here.
    fn learn_grade(&mut self, index: usize) {
        let (wanted, turned) = self.ahead(index, self.pace.swing + self.pace.stance * self.params.overshoot);
        let home = self.ahead(index, self.pace.swing).0;
        let Some(landing) = self.seeker().land(&self.feet[index], wanted, home, turned) else { return };
        let way = landing.in_world(self.ground).point - self.memory.feet[index].to.in_world(self.ground).point;
        if let Some(grade) = self.grade(way) {
            self.memory.feet.iter_mut().for_each(|state| state.steepness = grade);
            self.pace = self.find_pace();
        }
    }

    /// How much a step rises or falls for its way; none of one too short to tell.
    fn grade(&self, way: Vec3) -> Option<f32> {
        let level = reject(way, UP).length();
        (level > self.params.step_distance * 0.5).then(|| (way.y / level).abs().min(1.0))
    }
}
