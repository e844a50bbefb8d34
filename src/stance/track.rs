use glam::Vec3;

use super::planar::{Planar, Twist, wrapped};
use super::thresholds::quantile;
use crate::clip::{Clip, Playback};
use crate::math::swing_twist;
use crate::pose::{Globals, Pose};
use crate::runtime::{BoundRig, LegMoment};

/// Samples a second.
const RATE_HZ: f32 = 120.0;
/// Longer clips are sampled more coarsely.
const MOST_SAMPLES: usize = 36_000;
/// A clip carries its root when it goes on by more than this in leg lengths, and in leg lengths a second.
const CARRIED_WAY: f32 = 0.1;
const CARRIED_SPEED: f32 = 0.05;
/// Or turns by more than this, radians.
const CARRIED_TURN: f32 = 0.17;

/// Most clips that go anywhere have a foot down for more than this share of the time, so that this quantile of heights is near the ground.
const STANDS_FOR: f32 = 0.3;
/// The ground of a clip lies no lower or higher than this, and a contact is low up to this far over it; leg lengths.
const BASE: [f32; 2] = [-0.08, 0.03];
const LOW: f32 = 0.045;

/// Heel, ball and toe tip of a foot. Metres, +Y up, the character's own ground at height 0; what the root travels is taken out.
pub type Contacts = [Vec3; 3];

/// What the feet of a clip do, sampled evenly over its loop: sample `i` of `n` is at `i / n` of the duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Seconds.
    pub duration_s: f32,
    /// Of a leg, metres.
    pub leg_length: f32,
    /// The legs that the feet end, one a foot, all as long. Metres, +Y up, the character's own ground at height 0; what the root travels is taken out.
    pub legs: Vec<Vec<LegMoment>>,
    /// Likewise the corners of their heels, by which it is told when feet are down: what a round heel would roll by if it were on the ground
    /// means nothing while it is not. Empty where heels are their corners.
    pub heel_corners: Vec<Vec<Vec3>>,
    /// The travel that the clip itself carries, on whichever joint; none for a clip in place.
    pub carried: Option<Twist>,
}

impl Track {
    /// Samples `clip` over the pose `under_clips` (`Character::pose_under_clips`).
    pub fn of(bound: &BoundRig, clip: &Clip, under_clips: &Pose) -> Self {
        let world_from_model = bound.world_from_model();
        let duration_s = if clip.duration.is_finite() { clip.duration.max(0.0) } else { 0.0 };
        let count = ((duration_s * RATE_HZ).ceil() as usize).clamp(1, MOST_SAMPLES);
        let mut pose = under_clips.clone();
        let mut globals_at = |time_s: f32| {
            pose.copy_from(under_clips);
            clip.sample(time_s, Playback::Once, &mut pose);
            Globals::under(bound.skeleton(), &pose, world_from_model)
        };
        let pelvis = bound.grounded_pelvis();
        let mut legs: Vec<Vec<LegMoment>> = bound.feet().map(|_| Vec::with_capacity(count)).collect();
        let mut heel_corners: Vec<Vec<Vec3>> = bound.feet().map(|_| Vec::with_capacity(count)).collect();
        let mut pelvis_track = Vec::with_capacity(count + 1);
        for index in 0..=count {
            let globals = globals_at(duration_s * index as f32 / count as f32);
            pelvis_track.extend(pelvis.map(|pelvis| (globals.position(pelvis), globals.rotation(pelvis))));
            if index < count {
                for ((foot, moments), corners) in bound.feet().zip(&mut legs).zip(&mut heel_corners) {
                    moments.push(foot.leg_moment(&globals));
                    corners.push(foot.heel_corner(&globals));
                }
            }
        }
        let leg_length = bound.leg_length() * world_from_model.scale.x;
        let carried = carried(&pelvis_track, duration_s, leg_length);
        if let Some(twist) = carried {
            let back = |index: usize| twist.after(duration_s * index as f32 / count as f32).inverse();
            for moments in &mut legs {
                for (index, moment) in moments.iter_mut().enumerate() {
                    *moment = moment.map(|point| back(index).point(point), |ahead| back(index).rotation() * ahead);
                }
            }
            for corners in &mut heel_corners {
                for (index, corner) in corners.iter_mut().enumerate() {
                    *corner = back(index).point(*corner);
                }
            }
        }
        Self { duration_s, leg_length, legs, heel_corners, carried }
    }

    pub fn len(&self) -> usize {
        self.legs.first().map_or(0, Vec::len)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seconds between samples.
    pub fn step_s(&self) -> f32 {
        self.duration_s / self.len().max(1) as f32
    }

    /// A foot's leg at any time, looped; between samples on the line. None of no samples.
    pub fn leg_at(&self, foot: usize, time_s: f32) -> Option<LegMoment> {
        let samples = self.legs.get(foot)?;
        let step = self.step_s();
        let at = if step > 0.0 { Playback::Loop.within(time_s, self.duration_s) / step } else { 0.0 };
        let first = (at.floor() as usize).checked_rem(samples.len())?;
        Some(samples[first].lerp(&samples[(first + 1) % samples.len()], at.fract()))
    }

    /// Of that its contacts.
    pub fn contacts_at(&self, foot: usize, time_s: f32) -> Option<Contacts> {
        Some(self.leg_at(foot, time_s)?.contacts)
    }

    /// The contacts at a sample of a foot whose heel is its corner.
    pub(super) fn stiff(&self, foot: usize, sample: usize) -> Contacts {
        let [heel, ball, toe] = self.legs[foot][sample].contacts;
        let corner = self.heel_corners.get(foot).and_then(|corners| corners.get(sample));
        [corner.copied().unwrap_or(heel), ball, toe]
    }

    /// Velocity of each contact of the stiff sole at a sample over ground that the root crosses by `travel`, in the root's axes; by central differences.
    pub fn velocities(&self, foot: usize, sample: usize, travel: Twist) -> Contacts {
        let (count, step) = (self.legs[foot].len(), self.step_s());
        if count < 2 || step <= 0.0 {
            return [Vec3::ZERO; 3];
        }
        let [before, here, after] =
            [sample + count - 1, sample, sample + 1].map(|sample| self.stiff(foot, sample % count));
        std::array::from_fn(|point| (after[point] - before[point]) / (2.0 * step) + travel.at(here[point]))
    }
}

/// The lowest contact of a foot while that is near the ground.
pub(super) struct Low {
    pub foot: usize,
    pub point: Vec3,
    /// In the root's axes, level: as if the root stood.
    pub velocity: Vec3,
    /// Of the foot, radians a second.
    pub yaw_rate: f32,
}

impl Track {
    /// The lowest contact of each foot at each sample where it is low.
    pub(super) fn low(&self) -> Vec<Low> {
        let lowest =
            |contacts: &Contacts| (0..3).min_by(|&a, &b| contacts[a].y.total_cmp(&contacts[b].y)).unwrap_or_default();
        let soles = |foot: usize| (0..self.legs[foot].len()).map(move |sample| self.stiff(foot, sample));
        let heights = (0..self.legs.len()).flat_map(soles).map(|contacts| contacts[lowest(&contacts)].y);
        let base = quantile(heights, STANDS_FOR).clamp(BASE[0] * self.leg_length, BASE[1] * self.leg_length);
        let mut low = Vec::new();
        for foot in 0..self.legs.len() {
            for (index, contacts) in soles(foot).enumerate() {
                let at = lowest(&contacts);
                if contacts[at].y - base <= LOW * self.leg_length {
                    let velocity = self.velocities(foot, index, Twist::default())[at];
                    let level = Vec3::new(velocity.x, 0.0, velocity.z);
                    low.push(Low { foot, point: contacts[at], velocity: level, yaw_rate: self.yaw_rate(foot, index) });
                }
            }
        }
        low
    }

    fn yaw_rate(&self, foot: usize, sample: usize) -> f32 {
        let samples = &self.legs[foot];
        let (count, step) = (samples.len(), self.step_s());
        if count < 2 || step <= 0.0 {
            return 0.0;
        }
        let yaw = |leg: &LegMoment| {
            let along = leg.contacts[1] - leg.contacts[0];
            along.x.atan2(along.z)
        };
        wrapped(yaw(&samples[(sample + 1) % count]) - yaw(&samples[(sample + count - 1) % count])) / (2.0 * step)
    }
}

/// The travel between the ends of a clip, as its pelvis makes it.
fn carried(pelvis: &[(Vec3, glam::Quat)], duration_s: f32, leg_length: f32) -> Option<Twist> {
    let (&(from, _), &(to, _)) = (pelvis.first()?, pelvis.last()?);
    if !(duration_s > 0.0) {
        return None;
    }
    let turned: f32 = pelvis
        .windows(2)
        .map(|pair| {
            let twist = swing_twist(pair[1].1 * pair[0].1.conjugate(), Vec3::Y).twist;
            wrapped(2.0 * twist.y.atan2(twist.w))
        })
        .sum();
    let yaw = if turned.abs() > CARRIED_TURN { turned } else { 0.0 };
    let level = |point: Vec3| Vec3::new(point.x, 0.0, point.z);
    let turn = Planar { translation: Vec3::ZERO, yaw };
    let way = level(to) - level(from);
    let goes_on = way.length() > CARRIED_WAY * leg_length && way.length() > CARRIED_SPEED * leg_length * duration_s;
    if yaw == 0.0 && !goes_on {
        return None;
    }
    // Also of one that only turns: its pelvis need not be over the place about which the clip turns it.
    let translation = level(to) - turn.point(level(from));
    Some(Twist::to(Planar { translation, yaw }, duration_s))
}
