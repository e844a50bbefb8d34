use glam::Vec3;

use super::recording::Subject;
use crate::ground::{Ground, LayerMask};
use crate::math::Transform;
use crate::pose::Pose;
use crate::runtime::{FootPhase, Inputs, Memory};
use crate::stance::{Planar, RootMotion};

/// From the root to where its ground is looked at no more, ahead and behind, in leg lengths: the root follows the mean, weighted towards
/// the middle, so that it climbs stairs as it would a ramp.
const ROOT_SMOOTHING: f32 = 0.45;
/// And at least as far as it goes in this many seconds, so that one who runs is not thrown up by a ledge.
const ROOT_SMOOTHING_S: f32 = 0.2;
/// One that goes by less than this, in leg lengths a second, turns or steps on the spot.
const HARDLY_GOES: f32 = 0.05;
/// Places on the way to either side at which the ground is looked at.
const ROOT_CASTS: i32 = 24;

/// Plays a clip over a ground, frame by frame, as a game does: the root goes as the clip's travel says, from `start`, and follows the height of
/// the ground under it.
pub(super) struct Player<'a> {
    subject: Subject<'a>,
    ground: &'a dyn Ground,
    start: Planar,
    tells_phases: bool,
    memory: Memory,
    incoming: Pose,
    solved: Pose,
    phases: Vec<FootPhase<'a>>,
    root_height: Option<f32>,
}

/// Where the root is in a frame, and where it would be on flat ground of height 0.
pub(super) struct Roots {
    pub flat: Transform,
    pub root: Transform,
}

impl<'a> Player<'a> {
    pub fn new(subject: Subject<'a>, ground: &'a dyn Ground, start: Planar, tells_phases: bool) -> Self {
        Self {
            memory: subject.bound.memory(),
            subject,
            ground,
            start,
            tells_phases,
            incoming: Pose::default(),
            solved: Pose::default(),
            phases: Vec::new(),
            root_height: None,
        }
    }

    /// Solves the frame at `time_s` into the played clip, `dt` after the last one.
    pub fn step(&mut self, time_s: f32, dt: f32) -> Roots {
        let Subject { bound, clip, under_clips, motion } = self.subject;
        let world_from_model = bound.world_from_model();
        let way = motion.play(bound, clip, under_clips, time_s, RootMotion::ToRoot, &mut self.incoming);
        let place = self.start.after(way);
        let heading = motion.travel.twist.velocity;
        let along = (heading != Vec3::ZERO).then(|| place.rotation() * heading);
        let leg_length = motion.track.leg_length;
        let height = path_height(self.ground, place.translation, along, leg_length, self.root_height);
        self.root_height = height.or(self.root_height);
        let flat = place.transform().carry(world_from_model);
        let mut at = place.transform();
        at.translation.y += self.root_height.unwrap_or(0.0);
        let root = at.carry(world_from_model);
        if self.tells_phases {
            motion.tell(bound, time_s, root, &mut self.phases);
        }
        self.solved.copy_from(&self.incoming);
        let inputs = Inputs { dt, root, feet: &self.phases, ..Inputs::settled(self.ground) };
        bound.solve(&mut self.solved, &mut self.memory, &inputs);
        Roots { flat, root }
    }

    /// Whether the rig let each foot go in the last frame that should have stood.
    pub fn let_go(&self) -> impl Iterator<Item = bool> + '_ {
        self.memory.report().feet.iter().map(|foot| foot.let_go)
    }

    /// The pose of the last frame as the clip has it, without its travel.
    pub fn incoming(&self) -> &Pose {
        &self.incoming
    }

    /// And as it was solved.
    pub fn solved(&self) -> &Pose {
        &self.solved
    }
}

/// Height of the ground that a root follows: the mean along its way, near the middle most, so that it climbs stairs as it would a ramp.
/// `along` is how it goes, metres a second; none for one that stands. World space, metres; `before` is the height of the last
/// frame. None where there is no ground.
pub fn path_height(
    ground: &dyn Ground,
    at: Vec3,
    along: Option<Vec3>,
    leg_length: f32,
    before: Option<f32>,
) -> Option<f32> {
    let speed = along.map_or(0.0, Vec3::length);
    let Some(along) = along.and_then(Vec3::try_normalize) else { return height_at(ground, at, leg_length, before) };
    let reach = (ROOT_SMOOTHING * leg_length).max(ROOT_SMOOTHING_S * speed);
    if !(reach > 0.0) {
        return height_at(ground, at, leg_length, before);
    }
    if speed < HARDLY_GOES * leg_length {
        // Which way it drifts as it turns on the spot means nothing: its ground lies the same way all the time.
        let lines = [Vec3::X, Vec3::Z].map(|along| line_height(ground, at, along, reach, leg_length, before));
        let [Some(one), Some(other)] = lines else { return lines[0].or(lines[1]) };
        return Some(0.5 * (one + other));
    }
    line_height(ground, at, along, reach, leg_length, before)
}

/// The mean height on a line through `at`, near the middle most. `along` is unit; `reach` is from the middle to either end.
fn line_height(
    ground: &dyn Ground,
    at: Vec3,
    along: Vec3,
    reach: f32,
    leg_length: f32,
    before: Option<f32>,
) -> Option<f32> {
    let apart = reach / ROOT_CASTS as f32;
    // The places stand still in the world while the root goes on, so that no stair's edge jumps from one of them to the next.
    let way = at.dot(along);
    let nearest = (way / apart).round();
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -ROOT_CASTS..=ROOT_CASTS {
        let ahead = (nearest + step as f32) * apart - way;
        let weight = 1.0 - ahead.abs() / reach;
        if weight > 0.0
            && let Some(height) = height_at(ground, at + along * ahead, leg_length, before)
        {
            sum += height * weight;
            weights += weight;
        }
    }
    (weights > 0.0).then(|| sum / weights)
}

fn height_at(ground: &dyn Ground, at: Vec3, leg_length: f32, before: Option<f32>) -> Option<f32> {
    let before = before.unwrap_or(0.0);
    // From as low as does it, so that a roof is not taken for ground.
    [1.0, 10.0, 100.0].into_iter().find_map(|rise| {
        let origin = Vec3::new(at.x, before + rise * leg_length, at.z);
        ground.cast(origin, Vec3::NEG_Y, 2.0 * rise * leg_length + leg_length, LayerMask::ALL).map(|hit| hit.point.y)
    })
}
