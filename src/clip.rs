//! Animation clips: keyed joint channels, sampled into a pose.

use glam::{Quat, Vec3};

use crate::pose::Pose;
use crate::skeleton::JointId;

/// How values between keys are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Step,
    Linear,
    /// glTF's cubic spline: each key holds in-tangent, value, out-tangent.
    Cubic,
}

/// The values of one channel; for [`Interpolation::Cubic`] three a key.
#[derive(Clone, Debug, PartialEq)]
pub enum ChannelValues {
    Translation(Vec<Vec3>),
    Rotation(Vec<Quat>),
    Scale(Vec<Vec3>),
}

/// One animated property of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    pub joint: JointId,
    pub interpolation: Interpolation,
    /// Seconds, rising.
    pub times: Vec<f32>,
    pub values: ChannelValues,
}

/// A named set of channels over the same time.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Clip {
    pub name: String,
    /// Seconds: the last key of any channel.
    pub duration: f32,
    pub channels: Vec<Channel>,
}

/// What becomes of times outside a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Playback {
    /// Starts again from the beginning, and before it from the end.
    #[default]
    Loop,
    /// Holds the first and the last frame.
    Once,
}

impl Playback {
    /// The time within a clip of `duration` seconds that `time_s` stands for; 0 for a time that is not finite.
    pub fn within(self, time_s: f32, duration: f32) -> f32 {
        if !time_s.is_finite() || duration <= 0.0 {
            return 0.0;
        }
        match self {
            Self::Loop => time_s.rem_euclid(duration).min(duration),
            Self::Once => time_s.clamp(0.0, duration),
        }
    }
}

impl Clip {
    /// Writes this clip's values at `time_s` seconds into `pose`; allocates nothing.
    ///
    /// Only what the clip animates is written: every other joint, and every other part of a joint, keeps what `pose` holds.
    /// Start from the pose of the file's nodes, as glTF asks: `Character::pose_under_clips`. Before its first key a
    /// channel holds that key. Channels for joints that `pose` lacks are passed over.
    pub fn sample(&self, time_s: f32, playback: Playback, pose: &mut Pose) {
        let time_s = playback.within(time_s, self.duration);
        for channel in &self.channels {
            let Some(local) = pose.local_mut().get_mut(channel.joint.index()) else { continue };
            let Some(span) = Span::at(channel, time_s) else { continue };
            match &channel.values {
                ChannelValues::Translation(values) => {
                    local.translation = span.vector(values).unwrap_or(local.translation);
                }
                ChannelValues::Scale(values) => local.scale = span.vector(values).unwrap_or(local.scale),
                ChannelValues::Rotation(values) => local.rotation = span.rotation(values).unwrap_or(local.rotation),
            }
        }
    }
}

/// Two neighbouring keys and how far a time is from the one to the other.
struct Span {
    interpolation: Interpolation,
    from: usize,
    to: usize,
    /// Seconds between the keys.
    interval: f32,
    /// 0 at `from`, below 1.
    t: f32,
}

impl Span {
    /// None for a channel without keys.
    fn at(channel: &Channel, time_s: f32) -> Option<Self> {
        let times = &channel.times;
        let last = times.len().checked_sub(1)?;
        let from = times.partition_point(|&key| key <= time_s).saturating_sub(1);
        let to = (from + 1).min(last);
        let interval = times[to] - times[from];
        let t = if interval > 0.0 { ((time_s - times[from]) / interval).clamp(0.0, 1.0) } else { 0.0 };
        Some(Self { interpolation: channel.interpolation, from, to, interval, t })
    }

    fn vector(&self, values: &[Vec3]) -> Option<Vec3> {
        Some(match self.interpolation {
            Interpolation::Step => *values.get(self.from)?,
            Interpolation::Linear => values.get(self.from)?.lerp(*values.get(self.to)?, self.t),
            Interpolation::Cubic => {
                let [from, leave, arrive, to] = self.hermite();
                *values.get(self.from * 3 + 1)? * from
                    + *values.get(self.from * 3 + 2)? * leave
                    + *values.get(self.to * 3)? * arrive
                    + *values.get(self.to * 3 + 1)? * to
            }
        })
    }

    /// Unit, or none where the values blend to nothing.
    fn rotation(&self, values: &[Quat]) -> Option<Quat> {
        let blended = match self.interpolation {
            Interpolation::Step => return values.get(self.from).copied(),
            Interpolation::Linear if self.t == 0.0 => return values.get(self.from).copied(),
            Interpolation::Linear => values.get(self.from)?.slerp(*values.get(self.to)?, self.t),
            Interpolation::Cubic => {
                let [from, leave, arrive, to] = self.hermite();
                *values.get(self.from * 3 + 1)? * from
                    + *values.get(self.from * 3 + 2)? * leave
                    + *values.get(self.to * 3)? * arrive
                    + *values.get(self.to * 3 + 1)? * to
            }
        };
        let length = blended.length();
        (length > 1e-6 && length.is_finite()).then(|| blended / length)
    }

    /// Weights of the first value, its out-tangent, the second's in-tangent and the second value: glTF 2.0, appendix C,
    /// where tangents are per second and so are scaled by the interval.
    fn hermite(&self) -> [f32; 4] {
        let (t, interval) = (self.t, self.interval);
        let (t2, t3) = (t * t, t * t * t);
        [2.0 * t3 - 3.0 * t2 + 1.0, interval * (t3 - 2.0 * t2 + t), interval * (t3 - t2), 3.0 * t2 - 2.0 * t3]
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    use super::*;
    use crate::math::Transform;
    use crate::skeleton::{Joint, Skeleton};

    fn one_joint() -> JointId {
        let joint = Joint { name: String::new(), parent: None, rest: Transform::IDENTITY, source: None };
        Skeleton::new(vec![joint]).unwrap().id(0).unwrap()
    }

    fn clip(interpolation: Interpolation, times: &[f32], values: ChannelValues) -> Clip {
        let channel = Channel { joint: one_joint(), interpolation, times: times.to_vec(), values };
        Clip { name: String::new(), duration: *times.last().unwrap(), channels: vec![channel] }
    }

    fn sampled(clip: &Clip, time_s: f32, playback: Playback) -> Transform {
        let mut pose = Pose::new(vec![Transform::IDENTITY]);
        clip.sample(time_s, playback, &mut pose);
        pose.local()[0]
    }

    fn x_at(clip: &Clip, time_s: f32, playback: Playback) -> f32 {
        sampled(clip, time_s, playback).translation.x
    }

    fn along_x(values: &[f32]) -> ChannelValues {
        ChannelValues::Translation(values.iter().map(|&x| Vec3::X * x).collect())
    }

    #[test]
    fn steps_hold_and_lines_blend() {
        let times = [1.0, 2.0, 4.0];
        let step = clip(Interpolation::Step, &times, along_x(&[10.0, 20.0, 40.0]));
        let line = clip(Interpolation::Linear, &times, along_x(&[10.0, 20.0, 40.0]));
        for (time_s, stepped, blended) in [
            (0.0, 10.0, 10.0),
            (1.0, 10.0, 10.0),
            (1.5, 10.0, 15.0),
            (2.0, 20.0, 20.0),
            (3.5, 20.0, 35.0),
            (4.0, 40.0, 40.0),
        ] {
            assert_eq!(x_at(&step, time_s, Playback::Once), stepped, "{time_s}");
            assert_eq!(x_at(&line, time_s, Playback::Once), blended, "{time_s}");
        }
    }

    #[test]
    fn times_outside_loop_or_hold() {
        let line = clip(Interpolation::Linear, &[0.0, 2.0], along_x(&[0.0, 2.0]));
        for (time_s, looped, held) in [(2.5, 0.5, 2.0), (-0.5, 1.5, 0.0), (7.0, 1.0, 2.0), (f32::NAN, 0.0, 0.0)] {
            assert_eq!(x_at(&line, time_s, Playback::Loop), looped, "{time_s}");
            assert_eq!(x_at(&line, time_s, Playback::Once), held, "{time_s}");
        }
        let still = clip(Interpolation::Linear, &[0.0], along_x(&[3.0]));
        assert_eq!(x_at(&still, 5.0, Playback::Loop), 3.0);
    }

    #[test]
    fn cubic_scales_its_tangents_by_the_interval() {
        // From 1 at 0 s to 5 at 2 s, leaving at 3 and arriving at -1 a second. At half way, by hand:
        // 0.5·1 + 2·0.125·3 + 2·(-0.125)·(-1) + 0.5·5 = 4; at a quarter:
        // 0.84375·1 + 2·0.140625·3 + 2·(-0.046875)·(-1) + 0.15625·5 = 2.5625.
        let values = along_x(&[0.0, 1.0, 3.0, -1.0, 5.0, 0.0]);
        let cubic = clip(Interpolation::Cubic, &[0.0, 2.0], values);
        for (time_s, x) in [(0.0, 1.0), (0.5, 2.5625), (1.0, 4.0), (2.0, 5.0)] {
            assert!((x_at(&cubic, time_s, Playback::Once) - x).abs() < 1e-6, "{time_s}");
        }
    }

    #[test]
    fn rotations_take_the_short_way_and_stay_unit() {
        let (from, to) = (Quat::from_rotation_y(-FRAC_PI_4), -Quat::from_rotation_y(FRAC_PI_4));
        let line = clip(Interpolation::Linear, &[0.0, 1.0], ChannelValues::Rotation(vec![from, to]));
        let half = sampled(&line, 0.5, Playback::Once).rotation;
        assert!(half.dot(Quat::IDENTITY).abs() > 1.0 - 1e-6, "{half}");
        let quarter = sampled(&line, 0.25, Playback::Once).rotation;
        assert!(quarter.dot(Quat::from_rotation_y(-FRAC_PI_4 / 2.0)).abs() > 1.0 - 1e-6);

        let flat = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let values = vec![flat, Quat::IDENTITY, flat, flat, Quat::from_rotation_x(FRAC_PI_2), flat];
        let cubic = clip(Interpolation::Cubic, &[0.0, 1.0], ChannelValues::Rotation(values));
        let half = sampled(&cubic, 0.5, Playback::Once).rotation;
        // With flat tangents the half-way value is the mean, which made unit is half the turn.
        assert!(half.dot(Quat::from_rotation_x(FRAC_PI_4)) > 1.0 - 1e-6 && half.is_normalized());
    }

    #[test]
    fn opposite_rotations_give_a_unit_rotation_all_the_same() {
        let values = vec![Quat::IDENTITY, Quat::from_rotation_z(PI)];
        let line = clip(Interpolation::Linear, &[0.0, 1.0], ChannelValues::Rotation(values));
        for step in 0..=10 {
            assert!(sampled(&line, step as f32 * 0.1, Playback::Once).rotation.is_normalized());
        }
    }

    #[test]
    fn what_is_not_animated_stays() {
        let line = clip(Interpolation::Linear, &[0.0, 1.0], along_x(&[1.0, 1.0]));
        let start = Transform { rotation: Quat::from_rotation_x(0.3), scale: Vec3::splat(2.0), ..Transform::IDENTITY };
        let mut pose = Pose::new(vec![start]);
        line.sample(0.5, Playback::Loop, &mut pose);
        assert_eq!(pose.local()[0], Transform { translation: Vec3::X, ..start });
    }
}
