use std::ops::{Add, Mul, Sub};

/// The share of a distance that is left after `dt` seconds when half of it goes every `half_life` seconds.
///
/// 1 for no time, 0 for a half-life of zero or less (it has arrived already). Exact for any `dt`, so one step of
/// 1/30 s equals two of 1/60 s. Negative and non-finite times count as none.
pub fn decay_factor(half_life: f32, dt: f32) -> f32 {
    if !(dt > 0.0 && dt.is_finite()) {
        return 1.0;
    }
    if !(half_life > 0.0) {
        return 0.0;
    }
    (-dt / half_life).exp2()
}

/// A critically damped spring has covered half of the way when ω·t is this.
const HALF_WAY: f32 = 1.678_347;

/// A value that follows a goal with critical damping: no overshoot, continuous speed.
///
/// The closed form of the spring is used, so a step is exact for any `dt` while the goal holds still.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spring<T> {
    pub value: T,
    /// Per second.
    pub velocity: T,
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T> + Default> Spring<T> {
    /// At rest at `value`.
    pub fn at(value: T) -> Self {
        Self { value, velocity: T::default() }
    }

    /// Moves towards `goal` for `dt` seconds; about half of the way is made in every `half_life` seconds.
    /// A half-life of zero or less arrives at once.
    pub fn step(&mut self, goal: T, half_life: f32, dt: f32) -> T {
        if !(dt > 0.0 && dt.is_finite()) {
            return self.value;
        }
        if !(half_life > 0.0) {
            *self = Self::at(goal);
            return goal;
        }
        // Of the form x = (a + b t) e^(-ωt).
        let omega = HALF_WAY / half_life;
        let offset = self.value - goal;
        let slope = self.velocity + offset * omega;
        let decay = (-omega * dt).exp();
        self.value = goal + (offset + slope * dt) * decay;
        self.velocity = (self.velocity - slope * (omega * dt)) * decay;
        self.value
    }

    /// As [`Spring::step`] while the goal goes evenly from `from` to `to`: exact for that too, so that what follows a moving goal comes out
    /// nearly the same at any frame rate.
    pub fn step_along(&mut self, from: T, to: T, half_life: f32, dt: f32) -> T {
        if !(dt > 0.0 && dt.is_finite() && half_life > 0.0) {
            return self.step(to, half_life, dt);
        }
        // Behind a goal that moves by v the spring comes to rest at a lag of 2 v / ω: seen from there the goal stands still.
        let speed = (to - from) * (1.0 / dt);
        let lag = speed * (2.0 * half_life / HALF_WAY);
        self.value = self.value - from + lag;
        self.velocity = self.velocity - speed;
        self.step(T::default(), half_life, dt);
        self.value = self.value + to - lag;
        self.velocity = self.velocity + speed;
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_left_after_a_half_life() {
        assert_eq!(decay_factor(0.1, 0.1), 0.5);
        assert_eq!(decay_factor(0.1, 0.0), 1.0);
        assert_eq!(decay_factor(0.0, 0.1), 0.0);
        assert_eq!(decay_factor(0.1, f32::NAN), 1.0);
    }

    #[test]
    fn one_long_step_equals_many_short_ones() {
        let (mut long, mut short) = (Spring::at(0.0_f32), Spring::at(0.0_f32));
        long.step(1.0, 0.2, 0.5);
        for _ in 0..500 {
            short.step(1.0, 0.2, 0.001);
        }
        assert!((long.value - short.value).abs() < 1e-4, "{long:?} {short:?}");
        let goal_at = |time: f32| 0.3 * time;
        let follow = |steps: u32| {
            let (mut spring, dt) = (Spring::at(1.0_f32), 0.6 / steps as f32);
            for step in 0..steps {
                let time = step as f32 * dt;
                spring.step_along(goal_at(time), goal_at(time + dt), 0.2, dt);
            }
            spring.value
        };
        // By hand: ω = 8.3917; from 1 with the lag 2·0.3/ω behind: 0.18 − 0.0715 + (1.0715 + (1.0715·ω − 0.3)·0.6)·e^(−0.6ω) = 0.1494.
        assert!(
            (follow(1) - 0.1494).abs() < 1e-4 && (follow(600) - follow(1)).abs() < 1e-4,
            "{} {}",
            follow(1),
            follow(600)
        );
        let mut half = Spring::at(0.0_f32);
        assert!((half.step(1.0, 0.2, 0.2) - 0.5).abs() < 1e-4);
    }
}
