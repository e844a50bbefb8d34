use glam::Vec3;

use super::intervals::Stances;
use super::planar::Planar;
use super::thresholds::Thresholds;
use super::track::Track;
use super::travel::{Travel, TravelSource};
use crate::clip::{self, Clip};
use crate::math::Transform;
use crate::pose::Pose;
use crate::runtime::BoundRig;

/// What becomes of the travel that a clip carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RootMotion {
    /// Taken out of the pose and given to the root.
    #[default]
    ToRoot,
    /// Left in the pose; the root moves on by a whole loop's travel at the seam, so that what is seen does not jump.
    InPose,
}

/// How a clip goes over the ground: its travel, and when its feet are down.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    pub track: Track,
    pub travel: Travel,
    pub thresholds: Thresholds,
    pub stances: Stances,
}

/// One foot at one time of a clip, as flat ground would have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPhase {
    pub down: bool,
    /// Whether heel, ball and toe tip are.
    pub contacts_down: [bool; 3],
    /// How much of the stance, or of the swing, has passed: 0..=1. 0 for a foot that never changes.
    pub passed: f32,
    /// Seconds until it lifts or lands; infinite for a foot that never does.
    pub until_change_s: f32,
    /// For a foot in the air: where its ball will land, in the root's axes from where the root is now; metres, +Y up.
    pub landing_ball_from_root: Option<Vec3>,
}

impl Motion {
    /// Reads a clip over the pose `under_clips` (`Character::pose_under_clips`) with thresholds proposed from the clip itself.
    pub fn of(bound: &BoundRig, clip: &Clip, under_clips: &Pose) -> Self {
        let track = Track::of(bound, clip, under_clips);
        let travel = Travel::of(&track);
        let thresholds = Thresholds::propose(&track, travel.twist);
        let stances = Stances::find(&track, travel.twist, &thresholds);
        Self { track, travel, thresholds, stances }
    }

    /// The same clip with other thresholds.
    pub fn with_thresholds(mut self, thresholds: Thresholds) -> Self {
        self.stances = Stances::find(&self.track, self.travel.twist, &thresholds);
        self.thresholds = thresholds;
        self
    }

    /// The root's way since time 0, in the axes it had then; it never jumps.
    pub fn root_at(&self, time_s: f32) -> Planar {
        self.travel.twist.after(time_s)
    }

    /// Writes the pose at `time_s`, looped, into `pose` and returns the root's way, which goes over the place where the character
    /// began. `clip`, `bound` and `under_clips` are those that this motion was read from.
    pub fn play(
        &self,
        bound: &BoundRig,
        clip: &Clip,
        under_clips: &Pose,
        time_s: f32,
        root_motion: RootMotion,
        pose: &mut Pose,
    ) -> Planar {
        pose.copy_from(under_clips);
        clip.sample(time_s, clip::Playback::Loop, pose);
        let within = clip::Playback::Loop.within(time_s, self.track.duration_s);
        match (self.travel.source, root_motion) {
            (TravelSource::Clip, RootMotion::ToRoot) => {
                take_out(bound, self.travel.twist.after(within), pose);
                self.root_at(time_s)
            }
            (TravelSource::Clip, RootMotion::InPose) => self.root_at(time_s - within),
            _ => self.root_at(time_s),
        }
    }

    /// A foot at a time.
    pub fn phase(&self, foot: usize, time_s: f32) -> FootPhase {
        let stances = &self.stances;
        let contacts_down = stances.contacts_at(foot, time_s);
        if let Some((stance, passed)) = stances.stance_at(foot, time_s) {
            let never = stance.length_s() >= stances.duration_s * 0.9999;
            return FootPhase {
                down: true,
                contacts_down,
                passed: if never { 0.0 } else { passed / stance.length_s() },
                until_change_s: if never { f32::INFINITY } else { stance.length_s() - passed },
                landing_ball_from_root: None,
            };
        }
        let Some(wait) = stances.until_landing(foot, time_s) else {
            return FootPhase {
                down: false,
                contacts_down,
                passed: 0.0,
                until_change_s: f32::INFINITY,
                landing_ball_from_root: None,
            };
        };
        let landing = self.track.contacts_at(foot, time_s + wait).map(|contacts| self.root_at(wait).point(contacts[1]));
        FootPhase {
            down: false,
            contacts_down,
            passed: self.swing_passed(foot, time_s, wait),
            until_change_s: wait,
            landing_ball_from_root: landing,
        }
    }

    fn swing_passed(&self, foot: usize, time_s: f32, wait: f32) -> f32 {
        let stances = &self.stances;
        let since = stances.feet[foot].down.iter().map(|one| (time_s - one.end_s).rem_euclid(stances.duration_s));
        let since = since.fold(f32::INFINITY, f32::min);
        if since.is_finite() && since + wait > 0.0 { since / (since + wait) } else { 0.0 }
    }
}

/// Moves everything back by the root's way.
fn take_out(bound: &BoundRig, way: Planar, pose: &mut Pose) {
    let world_from_model = bound.world_from_model();
    let scale = world_from_model.scale.x;
    if !(scale > 0.0) || way == Planar::IDENTITY {
        return;
    }
    let back = way.inverse();
    // The way back, seen in the model's axes.
    let to_model = world_from_model.rotation.conjugate();
    let turn = to_model * back.rotation() * world_from_model.rotation;
    let origin = world_from_model.translation;
    let offset = to_model * (back.point(origin) - origin) / scale;
    let skeleton = bound.skeleton();
    for joint in skeleton.ids().filter(|&joint| skeleton.parent(joint).is_none()) {
        let local = *pose.get(joint);
        let rotation = (turn * local.rotation).normalize();
        *pose.get_mut(joint) = Transform { translation: turn * local.translation + offset, rotation, ..local };
    }
}
