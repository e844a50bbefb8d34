//! How fast the body goes against what carries its feet.

use glam::Vec3;

use super::print::turn_between;
use super::{Foot, Memory, Motion, UP};
use crate::ground::Ground;
use crate::math::{decay_factor, reject};

/// A velocity that is worked out is smoothed by this half-life, seconds, and a turn counts up to this, radians a second.
const VELOCITY_HALF_LIFE: f32 = 0.06;
const FASTEST_TURN: f32 = 12.0;

/// How what the feet stand on has moved since the last call, on the mean: metres and radians a second, and metres up.
pub(super) struct Carried {
    velocity: Vec3,
    turn_rate: f32,
    pub lifted: f32,
}

pub(super) fn carried(memory: &Memory, dt: f32, ground: &dyn Ground) -> Carried {
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
    pub(super) fn go(&mut self, feet: &[Foot], motion: &Motion, carried: &Carried) {
        let dt = motion.dt;
        let Motion { from, to, .. } = motion;
        let left = decay_factor(VELOCITY_HALF_LIFE, dt);
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
