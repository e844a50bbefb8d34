use glam::Vec3;

use super::planar::Twist;
use super::thresholds::quantile;
use super::track::{Low, Track};

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
/// Low contacts that move unlike the others by more than this share of the travel, and so many leg lengths a second, are not planted.
const UNLIKE: f32 = 0.8;
const UNLIKE_AT_REST: f32 = 0.2;

impl Travel {
    pub const STILL: Self = Self { twist: Twist { velocity: Vec3::ZERO, yaw_rate: 0.0 }, source: TravelSource::Still };

    /// What the clip carries, else what its planted feet imply: the negative of the median velocity of the lowest contacts, of those that
    /// are near the ground and move alike, and of the rate at which both feet turn while they do.
    pub fn of(track: &Track) -> Self {
        match track.carried {
            Some(twist) => Self { twist, source: TravelSource::Clip },
            None => Self::implied(track),
        }
    }

    fn implied(track: &Track) -> Self {
        let low = track.low();
        if low.is_empty() {
            return Self::STILL;
        }
        let mut planted: Vec<&Low> = low.iter().collect();
        let mut twist = Twist::default();
        for _ in 0..5 {
            // A foot that stands does not turn in the world.
            let yaw_rate = -common_turn(&planted, track.legs.len());
            let spin = Twist { velocity: Vec3::ZERO, yaw_rate };
            let over_ground = |low: &Low| low.velocity + spin.at(low.point);
            let velocity = Vec3::new(
                -quantile(planted.iter().map(|low| over_ground(low).x), 0.5),
                0.0,
                -quantile(planted.iter().map(|low| over_ground(low).z), 0.5),
            );
            twist = Twist { velocity, yaw_rate };
            let most = velocity.length() * UNLIKE + track.leg_length * UNLIKE_AT_REST;
            let alike = |low: &&Low| (low.velocity + twist.at(low.point)).length() < most;
            let again: Vec<&Low> = low.iter().filter(alike).collect();
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

/// The rate at which every foot turns, as far as they agree: walking straight, feet turn in and out against each other. Radians a second.
fn common_turn(planted: &[&Low], feet: usize) -> f32 {
    let turns =
        (0..feet).map(|foot| quantile(planted.iter().filter(|low| low.foot == foot).map(|low| low.yaw_rate), 0.5));
    let least = turns.reduce(|a, b| match a.signum() == b.signum() {
        true if a.abs() < b.abs() => a,
        true => b,
        false => 0.0,
    });
    least.filter(|turn| turn.abs() > STRAIGHT).unwrap_or(0.0)
}
