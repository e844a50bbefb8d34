//! The clips: idle, walk, run, turn_in_place and reach, sampled from motions that are functions of time.

mod curve;
mod gait;
mod pose;
mod posture;
mod still;

use glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::skeleton::Skeleton;
use gait::Gait;
use pose::Pose;

/// Between keys the interpolation is linear: at this rate a planted foot strays less than 2 mm between two of them.
const SAMPLES_PER_SECOND: f32 = 60.0;

/// A sampled motion; the last sample continues with the first.
pub struct Clip {
    pub name: &'static str,
    /// What a player must know: the speed or the turn that the root is to be given.
    pub extras: Value,
    frames: Vec<Frame>,
    skeleton: Skeleton,
}

/// The local transforms that clips animate.
struct Frame {
    root: Quat,
    hips: Vec3,
    rotations: Vec<Quat>,
}

/// One animated property.
pub struct Track {
    /// Index into the skeleton; none for the root node.
    pub joint: Option<usize>,
    /// 3 for a translation, 4 for a rotation.
    pub width: usize,
    /// One element a sample, or a single one for all time.
    pub values: Vec<f32>,
}

impl Track {
    pub fn is_constant(&self) -> bool {
        self.values.len() == self.width
    }

    pub fn path(&self) -> &'static str {
        if self.width == 3 { "translation" } else { "rotation" }
    }
}

impl Clip {
    fn sample<'a>(
        name: &'static str,
        duration: f32,
        extras: Value,
        skeleton: &Skeleton,
        motion: impl Fn(f32) -> Pose<'a>,
    ) -> Self {
        let count = (duration * SAMPLES_PER_SECOND).round() as usize;
        let mut frames: Vec<Frame> = Vec::with_capacity(count + 1);
        for index in 0..=count {
            let pose = motion(index as f32 / SAMPLES_PER_SECOND);
            let mut frame = Frame { root: pose.root, hips: pose.hips, rotations: pose.local };
            if let Some(last) = frames.last() {
                // A rotation and its negative are the same turn: the nearer one keeps the interpolation short.
                for (rotation, before) in frame.rotations.iter_mut().zip(&last.rotations) {
                    if rotation.dot(*before) < 0.0 {
                        *rotation = -*rotation;
                    }
                }
            }
            frames.push(frame);
        }
        Self { name, extras, frames, skeleton: skeleton.clone() }
    }

    /// Seconds.
    pub fn duration(&self) -> f32 {
        (self.frames.len() - 1) as f32 / SAMPLES_PER_SECOND
    }

    /// Seconds of every sample.
    pub fn times(&self) -> Vec<f32> {
        (0..self.frames.len()).map(|index| index as f32 / SAMPLES_PER_SECOND).collect()
    }

    /// What moves or rests away from the rest pose.
    pub fn tracks(&self) -> Vec<Track> {
        let rotation = |joint: Option<usize>, of: &dyn Fn(&Frame) -> Quat| {
            let rotations: Vec<[f32; 4]> = self.frames.iter().map(|frame| of(frame).to_array()).collect();
            track(joint, &rotations)
        };
        let hips: Vec<[f32; 3]> = self.frames.iter().map(|frame| frame.hips.to_array()).collect();
        let mut tracks = vec![rotation(None, &|frame| frame.root), track(Some(0), &hips)];
        tracks.extend(
            (0..self.skeleton.joints.len()).map(|joint| rotation(Some(joint), &|frame| frame.rotations[joint])),
        );
        tracks.retain(|track| !(track.is_constant() && track.values == [0.0, 0.0, 0.0, 1.0]));
        tracks
    }
}

fn track<const N: usize>(joint: Option<usize>, samples: &[[f32; N]]) -> Track {
    let still = samples.iter().all(|sample| sample == &samples[0]);
    let kept = if still { &samples[..1] } else { samples };
    Track { joint, width: N, values: kept.as_flattened().to_vec() }
}

/// All clips, in the order they are offered.
pub fn clips(skeleton: &Skeleton) -> Vec<Clip> {
    let gait = |name, gait: Gait| {
        let motion = gait.on(skeleton);
        let extras = json!({"speed_m_per_s": round(gait.speed)});
        Clip::sample(name, gait.period, extras, skeleton, |time| motion.pose(time / gait.period))
    };
    let turn = json!({"turn_deg": still::TURN_DEG});
    vec![
        Clip::sample("idle", still::IDLE_SECONDS, json!({"speed_m_per_s": 0.0}), skeleton, |time| {
            still::idle(skeleton, time)
        }),
        gait("walk", gait::WALK),
        gait("run", gait::RUN),
        Clip::sample("turn_in_place", still::TURN_SECONDS, turn, skeleton, |time| still::turn_in_place(skeleton, time)),
        Clip::sample("reach", still::REACH_SECONDS, json!({"speed_m_per_s": 0.0}), skeleton, |time| {
            still::reach(skeleton, time)
        }),
    ]
}

/// To whole thousandths, so that 1.4 reads as 1.4.
fn round(value: f32) -> f64 {
    (f64::from(value) * 1000.0).round() / 1000.0
}
