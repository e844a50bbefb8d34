//! Curves of one number over the phase of a cycle.

use std::f32::consts::TAU;

/// A monotone cubic through keys over one cycle: no overshoot, and exactly level between equal keys.
pub struct Curve {
    /// Phase in 0..1, rising, and value.
    keys: Vec<(f32, f32)>,
}

impl Curve {
    pub fn new(keys: &[(f32, f32)]) -> Self {
        Self { keys: keys.to_vec() }
    }

    pub fn at(&self, phase: f32) -> f32 {
        let phase = phase.rem_euclid(1.0);
        let count = self.keys.len() as isize;
        let next = self.keys.iter().position(|key| key.0 > phase).unwrap_or(self.keys.len()) as isize;
        let key = |index: isize| {
            let (phase, value) = self.keys[index.rem_euclid(count) as usize];
            (phase + index.div_euclid(count) as f32, value)
        };
        let slope = |from: isize| (key(from + 1).1 - key(from).1) / (key(from + 1).0 - key(from).0);
        // Fritsch and Carlson's harmonic mean keeps each piece monotone.
        let tangent = |index: isize| {
            let (before, after) = (slope(index - 1), slope(index));
            if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
        };
        let (from, to) = (key(next - 1), key(next));
        let span = to.0 - from.0;
        hermite(from.1, tangent(next - 1) * span, to.1, tangent(next) * span, (phase - from.0) / span)
    }
}

/// From `from` to `to` with the given slopes at the ends; `t` runs from 0 to 1.
pub fn hermite(from: f32, from_slope: f32, to: f32, to_slope: f32, t: f32) -> f32 {
    let (t2, t3) = (t * t, t * t * t);
    from * (2.0 * t3 - 3.0 * t2 + 1.0)
        + from_slope * (t3 - 2.0 * t2 + t)
        + to * (3.0 * t2 - 2.0 * t3)
        + to_slope * (t3 - t2)
}

/// 1 at `peak`, −1 half a cycle later, `times` times a cycle.
pub fn wave(phase: f32, peak: f32, times: f32) -> f32 {
    (TAU * times * (phase - peak)).cos()
}

/// 0 before `from`, 1 after `to`, with no jump in speed or acceleration.
pub fn ease(from: f32, to: f32, time: f32) -> f32 {
    let t = ((time - from) / (to - from)).clamp(0.0, 1.0);
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}
