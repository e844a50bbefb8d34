use glam::Vec3;
use surefoot::clip::Clip;
use surefoot::ground::SceneGround;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::quality::{Subject, path_height};
use surefoot::runtime::BoundRig;
use surefoot::stance::{Motion, RootMotion, Stances, Twist};

use super::super::Playback;

/// How the clip on stage goes over the ground, read once for each clip and fitting of the rig.
pub(in crate::editor::core) struct Walk {
    clip: usize,
    bound_serial: u64,
    pub motion: Motion,
    /// What is found in the clip, where contacts were set by hand.
    pub found: Option<Stances>,
}

/// Where a clip that travels has come to.
pub(super) struct Way {
    /// For so many seconds it has.
    pub travelled_s: f32,
    /// Over the ground scene, metres.
    pub gone: Vec3,
    /// Where the character's root is, with the scene as much behind.
    pub root: Transform,
}

impl Walk {
    /// The clip at this index of the stage's.
    pub fn of(index: usize, clip: &Clip, bound: &BoundRig, bound_serial: u64, under_clips: &Pose) -> Self {
        let motion = Motion::of(bound, clip, under_clips);
        let is_by_hand = (0..motion.stances.feet.len()).any(|foot| motion.is_by_hand(foot));
        let found = is_by_hand.then(|| motion.found());
        Self { clip: index, bound_serial, motion, found }
    }

    pub fn is_of(&self, index: usize, bound_serial: u64) -> bool {
        self.clip == index && self.bound_serial == bound_serial
    }
}

/// Writes the clip in place into `pose`, and tells where it has come to over the ground; `gone` is where it was before. None where it goes
/// nowhere, or shall not.
pub(super) fn go_on(
    subject: Subject<'_>,
    playback: &Playback,
    ground: &SceneGround,
    leg_length: f32,
    gone: Vec3,
    pose: &mut Pose,
) -> Option<Way> {
    let Subject { bound, clip, under_clips, motion } = subject;
    let travelled_s = playback.travelled_s()?;
    let twist = motion.travel.twist;
    if ground.moves() && twist == Twist::default() {
        // One who stays where they are rides on what moves.
        return None;
    }
    let way = motion.play(bound, clip, under_clips, travelled_s, RootMotion::ToRoot, pose);
    let along = way.rotation() * twist.velocity;
    let along = (along != Vec3::ZERO).then_some(along);
    let place = way.translation + playback.stretch().map_or(Vec3::ZERO, |stretch| stretch.start);
    let height = path_height(ground, place, along, leg_length, Some(gone.y));
    let world_from_model = bound.world_from_model();
    Some(Way {
        travelled_s,
        gone: place + Vec3::Y * height.unwrap_or(gone.y),
        root: Transform::from_rotation(way.rotation()).carry(world_from_model),
    })
}
