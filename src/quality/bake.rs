use glam::{Quat, Vec3};

use super::player::{Player, Roots};
use super::recording::Subject;
use crate::clip::{Channel, ChannelValues, Clip, Interpolation};
use crate::ground::Ground;
use crate::math::Transform;
use crate::skeleton::JointId;

/// Frames a second.
const RATE_HZ: f32 = 60.0;
/// A longer clip is kept more coarsely.
const MOST_FRAMES: usize = 20_000;
/// Parts of a joint's transform that stay within this of the file's own are not written.
const STILL: f32 = 1e-6;

/// One loop of a clip as it is solved over a ground, as a clip of its own: 60 keys a second, both ends included, called `name`. A loop is played before it, so
/// that it begins as it ends.
///
/// It stands where the ground does: the character begins over the world's origin, and its way over the ground, up and down with it, is that of the skeleton's roots.
/// The clip is in the file's own axes and measure, as all clips of the character are.
pub fn bake(subject: Subject, ground: &dyn Ground, name: &str) -> Clip {
    let Subject { bound, under_clips, motion, .. } = subject;
    let duration = motion.track.duration_s;
    let frames = ((duration * RATE_HZ).round() as usize).clamp(1, MOST_FRAMES);
    let step_s = f64::from(duration) / frames as f64;
    // Where it is after the first loop is the origin.
    let start = motion.root_at(duration).inverse();
    let mut player = Player::new(subject, ground, start, true);
    let own = bound.world_from_model();
    let skeleton = bound.skeleton();
    let mut kept: Vec<Vec<Transform>> = vec![Vec::with_capacity(frames + 1); skeleton.len()];
    for frame in 0..=2 * frames {
        let dt = if frame == 0 { 0.0 } else { step_s as f32 };
        let Roots { root, .. } = player.step((frame as f64 * step_s) as f32, dt);
        if frame < frames {
            continue;
        }
        let way = in_file(root, own);
        for joint in skeleton.ids() {
            let local = *player.solved().get(joint);
            let carried = if skeleton.parent(joint).is_none() { way.carry(local) } else { local };
            kept[joint.index()].push(carried);
        }
    }
    let times: Vec<f32> = (0..=frames).map(|frame| (frame as f64 * step_s) as f32).collect();
    let channels =
        skeleton.ids().flat_map(|joint| channels(joint, &times, &kept[joint.index()], under_clips.get(joint)));
    Clip { name: name.to_owned(), duration: times.last().copied().unwrap_or(0.0), channels: channels.collect() }
}

/// The way of a root, seen in the axes of the file whose character stands by itself as `own` says.
fn in_file(root: Transform, own: Transform) -> Transform {
    let to_file = own.rotation.conjugate();
    let scale = if own.scale.x > 0.0 { own.scale.x } else { 1.0 };
    Transform {
        translation: to_file * (root.translation - own.translation) / scale,
        rotation: (to_file * root.rotation).normalize(),
        scale: Vec3::ONE,
    }
}

/// What of a joint's transform is not as the file has it without a clip.
fn channels(joint: JointId, times: &[f32], kept: &[Transform], rest: &Transform) -> Vec<Channel> {
    let mut channels = Vec::new();
    let mut add = |values: ChannelValues| {
        channels.push(Channel { joint, interpolation: Interpolation::Linear, times: times.to_vec(), values });
    };
    let moves = |part: fn(&Transform) -> Vec3| kept.iter().any(|one| (part(one) - part(rest)).length() > STILL);
    if moves(|one| one.translation) {
        add(ChannelValues::Translation(kept.iter().map(|one| one.translation).collect()));
    }
    if kept.iter().any(|one| one.rotation.dot(rest.rotation).abs() < 1.0 - STILL * STILL) {
        add(ChannelValues::Rotation(the_short_way(kept.iter().map(|one| one.rotation))));
    }
    if moves(|one| one.scale) {
        add(ChannelValues::Scale(kept.iter().map(|one| one.scale).collect()));
    }
    channels
}

/// Turns of which each is as near to the one before as its sign lets it be, for those who mix them by their numbers.
fn the_short_way(turns: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut last = Quat::IDENTITY;
    let near = |turn: Quat| {
        last = if turn.dot(last) < 0.0 { -turn } else { turn };
        last
    };
    turns.map(near).collect()
}
