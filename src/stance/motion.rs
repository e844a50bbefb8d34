use super::intervals::{Interval, Stances};
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
    /// In place of what is found: feet and when they are down.
    by_hand: Vec<(usize, Vec<Interval>)>,
}

impl Motion {
    /// Reads a clip over the pose `under_clips` (`Character::pose_under_clips`) with thresholds proposed from the clip itself. Where the rig
    /// says when a foot stands in this clip ([`ClipContacts`](crate::rig::ClipContacts)), it does so then and at no other time.
    pub fn of(bound: &BoundRig, clip: &Clip, under_clips: &Pose) -> Self {
        let track = Track::of(bound, clip, under_clips);
        let travel = Travel::of(&track);
        let thresholds = Thresholds::propose(&track, travel.twist);
        let stances = Stances::find(&track, travel.twist, &thresholds);
        let interval = |&[start_s, end_s]: &[f32; 2]| Interval { start_s, end_s };
        let by_hand = bound.contacts_by_hand(&clip.name, track.duration_s);
        let by_hand = by_hand.map(|(foot, down)| (foot, down.iter().map(interval).collect())).collect();
        Self { track, travel, thresholds, stances, by_hand }.put_by_hand()
    }

    /// The same clip with other thresholds. What is set by hand stays.
    pub fn with_thresholds(mut self, thresholds: Thresholds) -> Self {
        self.stances = Stances::find(&self.track, self.travel.twist, &thresholds);
        self.thresholds = thresholds;
        self.put_by_hand()
    }

    /// What is found in the clip, whatever was set by hand.
    pub fn found(&self) -> Stances {
        Stances::find(&self.track, self.travel.twist, &self.thresholds)
    }

    /// Whether it was set by hand when this foot is down.
    pub fn is_by_hand(&self, foot: usize) -> bool {
        self.by_hand.iter().any(|(by_hand, _)| *by_hand == foot)
    }

    fn put_by_hand(mut self) -> Self {
        for (foot, down) in &self.by_hand {
            self.stances.put(*foot, down, &self.track, &self.thresholds);
        }
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
