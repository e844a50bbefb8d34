use glam::Vec3;

use super::planar::{Twist, wrapped};
use super::track::Track;

/// Where a clip's travel was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TravelSource {
    /// It goes nowhere.
    Still,
    /// The clip carries the root.
    Clip,
    /// The clip is in place; what its planted feet imply.
    Feet,
}

/// How a clip's root crosses the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    pub twist: Twist,
    pub source: TravelSource,
}

/// Slower than this many leg lengths a second is standing.
const STANDING: f32 = 0.05;
/// Turning slower than this is going straight, radians a second.
const STRAIGHT: f32 = 0.15;
/// A contact this near to the lowest of the clip may be planted, in leg lengths.
const LOW: f32 = 0.03;
/// Of the contacts that are low, those that move with the others within this are planted, leg lengths a second.
const ALIKE: f32 = 0.35;

impl Travel {
    pub const STILL: Self = Self { twist: Twist { velocity: Vec3::ZERO, yaw_rate: 0.0 }, source: TravelSource::Still };

    /// What the clip carries, else what its planted feet imply: the negative of the median velocity of contacts that are low and
    /// move alike, and of the median rate at which planted feet turn.
    pub fn of(track: &Track) -> Self {
        match track.carried {
            Some(twist) => Self { twist, source: TravelSource::Clip },
            None => Self::implied(track),
        }
    }

    fn implied(track: &Track) -> Self {
        let low = low_contacts(track);
        if low.is_empty() {
            return Self::STILL;
        }
        let reach = track.leg_length * ALIKE;
        let alike = densest(&low, reach);
        let mut planted: Vec<&Low> = low.iter().filter(|low| low.velocity.distance(alike) < reach).collect();
        let mut twist = Twist::default();
        for _ in 0..4 {
            // A foot that stands does not turn in the world.
            let turning = median(planted.iter().map(|low| low.yaw_rate));
            let yaw_rate = if turning.abs() > STRAIGHT { -turning } else { 0.0 };
            let spin = Twist { velocity: Vec3::ZERO, yaw_rate };
            let over_ground = |low: &Low| low.velocity + spin.at(low.point);
            let velocity = Vec3::new(
                -median(planted.iter().map(|low| over_ground(low).x)),
                0.0,
                -median(planted.iter().map(|low| over_ground(low).z)),
            );
            twist = Twist { velocity, yaw_rate };
            let again: Vec<&Low> =
                low.iter().filter(|low| (low.velocity + twist.at(low.point)).length() < reach).collect();
            if again.is_empty() {
                break;
            }
            planted = again;
        }
        if twist.velocity.length() < STANDING * track.leg_length {
            twist.velocity = Vec3::ZERO;
        }
        if twist == Twist::default() { Self::STILL } else { Self { twist, source: TravelSource::Feet } }
    }
}

/// A contact near the ground.
struct Low {
    point: Vec3,
    /// Level, in the root's axes.
    velocity: Vec3,
    /// Of the foot.
    yaw_rate: f32,
}

/// The lowest contact of each foot at each sample where that is near the lowest of all.
fn low_contacts(track: &Track) -> Vec<Low> {
    let heights = track.feet.iter().flatten().flatten().map(|point| point.y);
    let lowest = super::thresholds::quantile(heights, 0.02);
    let mut low = Vec::new();
    for (foot, samples) in track.feet.iter().enumerate() {
        for (index, contacts) in samples.iter().enumerate() {
            let Some(at) = (0..3).min_by(|&a, &b| contacts[a].y.total_cmp(&contacts[b].y)) else { continue };
            if contacts[at].y - lowest > LOW * track.leg_length {
                continue;
            }
            let velocity = track.velocities(foot, index, Twist::default())[at];
            low.push(Low {
                point: contacts[at],
                velocity: Vec3::new(velocity.x, 0.0, velocity.z),
                yaw_rate: yaw_rate(track, samples, index),
            });
        }
    }
    low
}

fn yaw_rate(track: &Track, samples: &[super::Contacts], index: usize) -> f32 {
    let (count, step) = (samples.len(), track.step_s());
    if count < 2 || step <= 0.0 {
        return 0.0;
    }
    let yaw = |contacts: &super::Contacts| {
        let along = contacts[1] - contacts[0];
        along.x.atan2(along.z)
    };
    wrapped(yaw(&samples[(index + 1) % count]) - yaw(&samples[(index + count - 1) % count])) / (2.0 * step)
}

/// The velocity near which, within `reach`, most of the low contacts are: planted feet all move alike, swinging ones do not.
fn densest(low: &[Low], reach: f32) -> Vec3 {
    const CANDIDATES: usize = 400;
    let near = |center: Vec3| low.iter().filter(|other| other.velocity.distance(center) < reach).count();
    let mut best = (0, Vec3::ZERO);
    for candidate in low.iter().step_by(low.len().div_ceil(CANDIDATES).max(1)) {
        let count = near(candidate.velocity);
        if count > best.0 {
            best = (count, candidate.velocity);
        }
    }
    best.1
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    super::thresholds::quantile(values, 0.5)
}
