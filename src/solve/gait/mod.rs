//! Steps without a clip: feet stay where they stand until the body has gone too far from them, then swing to where it will be.
//!
//! A foot has a home, a point that goes with the body. While it stands, it is fixed to whatever carries it; as it steps, it goes along a
//! half sine over the straight line to a landing that lies ahead of its home by the body's way in a share of the time that it will stand
//! there. Of each group one foot is up at a time, and groups step together, turn by turn: a biped is one group of two, a trot two
//! groups of two, the tripods of an insect three groups of two. The body follows the feet.
//!
//! World space with +Y up, metres and seconds throughout. The result depends on the arguments alone.

mod body;
mod carried;
mod landing;
mod print;
#[cfg(test)]
mod tests;
mod walk;

use glam::{Quat, Vec3};

use crate::ground::Ground;
pub use body::BodyFollow;
use carried::carried;
use landing::Seeker;
use print::{Print, Standing, turn_between};
use walk::Walk;

const UP: Vec3 = Vec3::Y;
/// Time goes on in pieces of at most this, so that steps begin nearly as soon at any frame rate; and in at most so many a call.
const PIECE: f32 = 1.0 / 60.0;
const MOST_PIECES: f32 = 60.0;
/// Feet this many reaches from home were not walked there: all are put down at home.
const LOST: f32 = 4.0;

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

    /// Where a foot will stand, or does.
    pub fn landing(&self, foot: usize, ground: &dyn Ground) -> FootAt {
        let Standing { point, normal, ahead } = self.feet[foot].to.in_world(ground);
        FootAt { point, normal, ahead, progress: 1.0 }
    }

    /// How far the body will go, against what carries it, until a foot stands.
    pub fn way_until_landing(&self, foot: usize) -> Vec3 {
        let state = &self.feet[foot];
        self.velocity * ((1.0 - state.progress) * state.duration)
    }

    /// 0..1 on the way, 1 where a foot stands.
    pub fn progress(&self, foot: usize) -> f32 {
        self.feet[foot].progress.min(1.0)
    }

    pub fn is_up(&self, foot: usize) -> bool {
        self.feet[foot].is_up()
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
        Walk::new(memory, feet, params, ground, place).go_on(dt / pieces);
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

fn remember(memory: &mut Memory, ground: &dyn Ground) {
    for state in &mut memory.feet {
        state.seen = Some(state.to.in_world(ground));
    }
}
