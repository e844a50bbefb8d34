//! Steps without a clip: feet stay where they stand until the body has gone too far from them, then swing to where it will be.
//!
//! A foot has a home, a point that goes with the body. While it stands, it is fixed to whatever carries it; as it steps, it goes along a
//! half sine over the straight line to a landing that lies ahead of its home by the body's way in a share of the time that it will stand
//! there. Of each group one foot is up at a time, and groups step together, turn by turn: a biped is one group of two, a trot two
//! groups of two, the tripods of an insect three groups of two. The body follows the feet.
//!
//! World space with +Y up, metres and seconds throughout. The result depends on the arguments alone.

mod body;
mod landing;
mod print;

use glam::{Quat, Vec3};

use crate::ground::Ground;
use crate::math::reject;
pub use body::BodyFollow;
use landing::Seeker;
use print::{Print, Standing, turn_between};

const UP: Vec3 = Vec3::Y;
/// Time goes on in pieces of at most this, so that steps begin nearly as soon at any frame rate; and in at most so many a call.
const PIECE: f32 = 1.0 / 60.0;
const MOST_PIECES: f32 = 60.0;
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
/// Feet this many reaches from home were not walked there: all are put down at home.
const LOST: f32 = 4.0;
/// Steps up and down a grade are shorter: by this times the grade.
const STEEP_STEPS: f32 = 1.5;
/// A velocity that is worked out is smoothed by this half-life, seconds, and a turn counts up to this, radians a second.
const VELOCITY_HALF_LIFE: f32 = 0.06;
const FASTEST_TURN: f32 = 12.0;

/// How a character steps. Lengths are metres in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// How far before and behind its home a foot stands at most on a walk: faster walks take quicker steps.
    pub step_distance: f32,
    /// A standing character sets a foot right that is farther than this from home.
    pub stand_distance: f32,
    /// Radians, likewise to either side on a turn.
    pub step_angle: f32,
    pub stand_angle: f32,
    /// Seconds that a foot is up on a slow walk.
    pub step_duration: f32,
    /// The share of a cycle that a foot is up. 0..=1, in effect at most what the turns leave.
    pub air_share: f32,
    /// The height of a whole step; short ones are lower.
    pub lift: f32,
    /// How far ahead of home a foot lands: the body's way in this share of the time that it will stand. 0..=1, 0.5 centres it on home.
    pub overshoot: f32,
    /// Ground up to so far above and below the feet's mean height is stepped on.
    pub step_up: f32,
    pub step_down: f32,
    /// Layers a cast may meet, as bits.
    pub layers: u32,
    /// Seconds in which the body makes half of its way to the height of the feet.
    pub body_half_life: f32,
    /// Seconds in which it makes half of its turn to their plane.
    pub tilt_half_life: f32,
    /// The share of that plane's tilt, 0..=1, and the most of it, radians.
    pub tilt_weight: f32,
    pub max_tilt: f32,
}

/// A foot as the body knows it. In the body's own axes: x left, y up, z ahead.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Foot {
    /// Which turn it steps in, from 0: its place in its group.
    pub turn: u32,
    /// Its place under the standing body, from the body's origin; level.
    pub home: Vec3,
    /// From there to the ends of the sole, level; zero for a foot that is a point.
    pub heel: Vec3,
    pub toe: Vec3,
    /// A foot farther than this from home, seen from above, is out of its leg's reach.
    pub reach: f32,
}

/// Where the body is: `rotation` turns its axes into the world's about up alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub origin: Vec3,
    pub rotation: Quat,
}

impl Place {
    fn between(self, other: Self, share: f32) -> Self {
        if share >= 1.0 {
            return other;
        }
        let turned = self.rotation.lerp(other.rotation, share);
        Self { origin: self.origin.lerp(other.origin, share), rotation: turned }
    }

    fn home(&self, foot: &Foot) -> Vec3 {
        self.origin + self.rotation * foot.home
    }
}

/// What the body does in one call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Where it was at the last call, and is now.
    pub from: Place,
    pub to: Place,
    /// Metres a second in the world, where it is known; its level part counts. Else worked out from both places.
    pub velocity: Option<Vec3>,
    /// Radians a second to the left; likewise.
    pub turn_rate: Option<f32>,
    /// A velocity that is worked out counts up to here, metres a second: a push is no run.
    pub fastest: f32,
    /// Seconds. 0 puts all feet down at home.
    pub dt: f32,
}

/// Where a foot is. World space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootAt {
    pub point: Vec3,
    /// Unit: of the ground, between take-off and landing on the way.
    pub normal: Vec3,
    /// Unit and level: the body's own ahead as the foot has it.
    pub ahead: Vec3,
    /// 0..1 on the way, 1 where it stands.
    pub progress: f32,
}

impl FootAt {
    pub fn is_up(&self) -> bool {
        self.progress < 1.0
    }
}

/// What one foot remembers.
#[derive(Clone, Copy, Debug, Default)]
struct FootState {
    from: Print,
    to: Print,
    progress: f32,
    /// Seconds of this swing.
    duration: f32,
    lift: f32,
    /// The landing that was looked for, in the axes of what carries `to`.
    wanted: Vec3,
    /// Nothing better than where it stands was found for this home; likewise.
    refused: Option<Vec3>,
    /// Where `to` was in the world after the last call.
    seen: Option<Standing>,
    /// How much the last step rose or fell for its way.
    steepness: f32,
    steps: u32,
}

/// What a walking character remembers. Plain data; its size never changes.
#[derive(Clone, Debug)]
pub struct Memory {
    feet: Vec<FootState>,
    /// Seconds since the last turn began.
    since_turn: f32,
    last_turn: u32,
    body: BodyFollow,
    /// Of the body against what carries its feet: metres and radians a second.
    velocity: Vec3,
    turn_rate: f32,
    is_set: bool,
}

impl Memory {
    /// For so many feet; the one place that allocates.
    pub fn new(feet: usize) -> Self {
        Self {
            feet: vec![FootState::default(); feet],
            since_turn: f32::MAX,
            last_turn: u32::MAX,
            body: BodyFollow::default(),
            velocity: Vec3::ZERO,
            turn_rate: 0.0,
            is_set: false,
        }
    }

    pub fn len(&self) -> usize {
        self.feet.len()
    }

    pub fn is_empty(&self) -> bool {
        self.feet.is_empty()
    }

    /// Forgets the feet: the next call puts them down at home.
    pub fn reset(&mut self) {
        self.is_set = false;
    }

    /// The body's height and tilt as they follow the feet.
    pub fn body(&self) -> &BodyFollow {
        &self.body
    }

    /// How often a foot has stepped since it was put down at home.
    pub fn steps(&self, foot: usize) -> u32 {
        self.feet[foot].steps
    }

    /// Where a foot is on the ground as it is now.
    pub fn foot(&self, foot: usize, ground: &dyn Ground) -> FootAt {
        let state = &self.feet[foot];
        let base = state.base(ground);
        FootAt {
            point: base.point + UP * state.rise(),
            normal: base.normal,
            ahead: base.ahead,
            progress: state.progress,
        }
    }
}

impl FootState {
    fn is_up(&self) -> bool {
        self.progress < 1.0
    }

    /// Without the lift.
    fn base(&self, ground: &dyn Ground) -> Standing {
        let to = self.to.in_world(ground);
        if self.progress >= 1.0 { to } else { self.from.in_world(ground).towards(&to, eased(self.progress)) }
    }

    fn rise(&self) -> f32 {
        if self.progress >= 1.0 { 0.0 } else { self.lift * (std::f32::consts::PI * self.progress).sin() }
    }
}

/// Leaves and arrives gently, so that a foot goes up before it goes ahead.
fn eased(progress: f32) -> f32 {
    let t = progress.clamp(0.0, 1.0);
    t * t * t * (10.0 + t * (6.0 * t - 15.0))
}

/// Goes on by one call. `feet` are those that `memory` was made for; others are left out.
///
/// With `dt` of 0, on the first call, and where the feet are farther from home than anybody walks, all feet are put down at home and
/// the body is there at once. A `dt` that is below 0 or not finite is no time.
pub fn advance(memory: &mut Memory, feet: &[Foot], params: &Params, motion: &Motion, ground: &dyn Ground) {
    let dt = motion.dt;
    let is_lost = |memory: &Memory| {
        feet.iter().zip(&memory.feet).any(|(foot, state)| {
            let far = state.base(ground).point - motion.to.home(foot);
            !(far.length() < foot.reach * LOST)
        })
    };
    if !memory.is_set || dt == 0.0 || is_lost(memory) {
        settle(memory, feet, params, motion, ground);
        return;
    }
    if !(dt > 0.0 && dt.is_finite()) {
        return;
    }
    let carried = carried(memory, dt, ground);
    memory.go(feet, motion, &carried);
    let pieces = (dt / PIECE).ceil().clamp(1.0, MOST_PIECES);
    for piece in 1..=pieces as u32 {
        let place = motion.from.between(motion.to, piece as f32 / pieces);
        let mut walk = Walk { memory, feet, params, ground, place, pace: Pace::default() };
        walk.pace = walk.find_pace();
        walk.go_on(dt / pieces);
    }
    remember(memory, ground);
    let Memory { feet: states, body, .. } = memory;
    body.follow(states.iter().map(|state| state.base(ground).point), params, carried.lifted, dt);
}

fn settle(memory: &mut Memory, feet: &[Foot], params: &Params, motion: &Motion, ground: &dyn Ground) {
    let seeker = Seeker { params, ground, level: motion.to.origin.y };
    for (foot, state) in feet.iter().zip(&mut memory.feet) {
        let home = motion.to.home(foot);
        let print = seeker.land(foot, home, home, motion.to.rotation);
        let to = print.unwrap_or_else(|| {
            let ahead = motion.to.rotation * Vec3::Z;
            Print::fixed(Standing { point: home.with_y(motion.to.origin.y), normal: UP, ahead })
        });
        *state = FootState { from: to, to, progress: 1.0, ..FootState::default() };
    }
    memory.since_turn = f32::MAX;
    memory.last_turn = u32::MAX;
    (memory.velocity, memory.turn_rate) = (Vec3::ZERO, 0.0);
    memory.is_set = true;
    remember(memory, ground);
    let Memory { feet: states, body, .. } = memory;
    body.arrive(states.iter().map(|state| state.base(ground).point), params);
}

/// How what the feet stand on has moved since the last call, on the mean: metres and radians a second, and metres up.
struct Carried {
    velocity: Vec3,
    turn_rate: f32,
    lifted: f32,
}

fn carried(memory: &Memory, dt: f32, ground: &dyn Ground) -> Carried {
    let (mut way, mut turn) = (Vec3::ZERO, 0.0);
    for state in &memory.feet {
        let now = state.to.in_world(ground);
        let before = state.seen.unwrap_or(now);
        way += now.point - before.point;
        turn += turn_between(before.ahead, now.ahead);
    }
    let share = 1.0 / memory.feet.len().max(1) as f32;
    let all = Carried { velocity: reject(way, UP) * share / dt, turn_rate: turn * share / dt, lifted: way.y * share };
    if all.velocity.is_finite() && all.turn_rate.is_finite() && all.lifted.is_finite() {
        return all;
    }
    Carried { velocity: Vec3::ZERO, turn_rate: 0.0, lifted: 0.0 }
}

impl Memory {
    /// Works out how fast the body goes against what carries it.
    fn go(&mut self, feet: &[Foot], motion: &Motion, carried: &Carried) {
        let dt = motion.dt;
        let Motion { from, to, .. } = motion;
        let left = crate::math::decay_factor(VELOCITY_HALF_LIFE, dt);
        let smoothed_turn = || {
            let whole = turn_between(from.rotation * Vec3::Z, to.rotation * Vec3::Z) / dt - carried.turn_rate;
            let raw = whole.clamp(-FASTEST_TURN, FASTEST_TURN);
            let next = raw + (self.turn_rate - raw) * left;
            // An end, so that who stands stands still.
            if raw == 0.0 && next.abs() < 1e-3 { 0.0 } else { next }
        };
        let turn_rate = motion.turn_rate.map_or_else(smoothed_turn, |told| told - carried.turn_rate);
        // The feet are carried about the platform's own centre: what counts is the body's middle over them.
        let middle = to.rotation * (feet.iter().map(|foot| foot.home).sum::<Vec3>() / feet.len().max(1) as f32);
        let against = |velocity: Vec3| {
            let of_middle = velocity + UP.cross(middle) * (turn_rate + carried.turn_rate) - carried.velocity;
            reject(of_middle - UP.cross(middle) * turn_rate, UP)
        };
        let velocity = match motion.velocity {
            Some(told) => against(told),
            None => {
                let raw = against((to.origin - from.origin) / dt).clamp_length_max(motion.fastest);
                let next = raw + (self.velocity - raw) * left;
                if raw == Vec3::ZERO && next.length() < motion.fastest * 1e-4 { Vec3::ZERO } else { next }
            }
        };
        let sound = velocity.is_finite() && turn_rate.is_finite();
        (self.velocity, self.turn_rate) = if sound { (velocity, turn_rate) } else { (Vec3::ZERO, 0.0) };
    }
}

fn remember(memory: &mut Memory, ground: &dyn Ground) {
    for state in &mut memory.feet {
        state.seen = Some(state.to.in_world(ground));
    }
}

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
struct Walk<'a> {
    memory: &'a mut Memory,
    feet: &'a [Foot],
    params: &'a Params,
    ground: &'a dyn Ground,
    place: Place,
    pace: Pace,
}

impl Walk<'_> {
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

    fn go_on(&mut self, dt: f32) {
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
        if let Some(landing) = landing.filter(|_| self.memory.feet.iter().all(|foot| foot.steps == 0)) {
            // The first step tells how steep it is here; with that known it may be a shorter one.
            let way = landing.in_world(self.ground).point - at.point;
            let level = reject(way, UP).length();
            if level > self.params.step_distance * 0.5 {
                let steepness = (way.y / level).abs().min(1.0);
                self.memory.feet.iter_mut().for_each(|foot| (foot.steepness, foot.steps) = (steepness, 1));
                self.pace = self.find_pace();
                let lifted = self.lift(index, is_out_of_reach);
                self.memory.feet.iter_mut().for_each(|foot| foot.steps = foot.steps.saturating_sub(1));
                return lifted;
            }
        }
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
        let way = target.point - at.point;
        let level = reject(way, UP).length();
        let is_stride = level > self.params.step_distance * 0.5;
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
            steepness: if is_stride { (way.y / level).abs().min(1.0) } else { state.steepness },
            steps: state.steps.saturating_add(1),
        };
        true
    }
}
