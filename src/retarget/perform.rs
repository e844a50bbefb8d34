//! A clip acted out by the source, frame by frame, and followed by the target.

use glam::{Affine3A, Quat, Vec3};

use super::{Part, Performer, Retarget, Root, keys};
use crate::clip::{Channel, ChannelValues, Clip, Interpolation, Playback};
use crate::math::{Transform, arc_between};
use crate::pose::{Globals, Pose};
use crate::skeleton::{JointId, Skeleton};

pub(super) fn perform(retarget: &Retarget, clip: &Clip) -> Clip {
    let Retarget { source, target, parts, hips, .. } = retarget;
    let moves = |joint| clip.channels.iter().any(|channel| channel.joint == joint);
    let is_moved = |from: JointId| moves(from) || source.skeleton.ancestors(from).any(moves);
    let roots: Vec<Root> = retarget.roots.iter().copied().filter(|root| is_moved(root.from)).collect();
    let mut counts = vec![false; source.skeleton.len()];
    for from in parts.iter().flat_map(|part| [Some(part.from), part.from_end]).flatten() {
        counts[from.index()] = true;
        source.skeleton.ancestors(from).for_each(|above| counts[above.index()] = true);
    }
    let is_wanted = |channel: &Channel| counts.get(channel.joint.index()).copied().unwrap_or(false);
    let (times, interpolation) = keys::times(clip, is_wanted);

    let moved: Vec<JointId> = target
        .skeleton
        .ids()
        .filter(|&joint| {
            hips.is_some_and(|hips| hips.moved == joint)
                || roots.iter().any(|root| root.to == joint)
                || parts.iter().any(|part| part.to == joint && part.carrier.is_some())
        })
        .collect();
    let is_turned = |joint| parts.iter().any(|part| part.to == joint) || roots.iter().any(|root| root.to == joint);
    let turned: Vec<JointId> = target.skeleton.ids().filter(|&joint| is_turned(joint)).collect();
    let mut rotations = vec![Vec::with_capacity(times.len()); turned.len()];
    let mut translations = vec![Vec::with_capacity(times.len()); moved.len()];
    let mut stage = Stage::new(retarget, clip, &roots, &times);
    for &time_s in &times {
        let pose = stage.frame(time_s);
        for (joint, values) in turned.iter().zip(&mut rotations) {
            values.push(near(pose.get(*joint).rotation, values.last().copied()));
        }
        for (joint, values) in moved.iter().zip(&mut translations) {
            values.push(pose.get(*joint).translation);
        }
    }

    let mut channels = Vec::new();
    let mut add = |joint: JointId, values: ChannelValues| {
        channels.push(channel(joint, interpolation, &times, values));
    };
    for (joint, values) in moved.iter().zip(translations) {
        add(*joint, ChannelValues::Translation(values));
    }
    for (joint, values) in turned.iter().zip(rotations) {
        add(*joint, ChannelValues::Rotation(values));
    }
    channels.extend(at_rest(target, &turned, &moved));
    channels.sort_by_key(|channel: &Channel| channel.joint);
    Clip { name: clip.name.clone(), duration: clip.duration, channels }
}

/// The target's joints back at rest wherever the pose under its clips is not.
fn at_rest(target: &Performer, turned: &[JointId], moved: &[JointId]) -> Vec<Channel> {
    let mut channels = Vec::new();
    for joint in target.skeleton.ids() {
        let (rest, under) = (target.skeleton.rest().get(joint), target.under_clips.get(joint));
        let mut hold = |values| channels.push(channel(joint, Interpolation::Step, &[0.0], values));
        if rest.translation != under.translation && !moved.contains(&joint) {
            hold(ChannelValues::Translation(vec![rest.translation]));
        }
        if rest.rotation != under.rotation && !turned.contains(&joint) {
            hold(ChannelValues::Rotation(vec![rest.rotation]));
        }
        if rest.scale != under.scale {
            hold(ChannelValues::Scale(vec![rest.scale]));
        }
    }
    channels
}

/// One that changes by no more than rounding has one key.
fn channel(joint: JointId, interpolation: Interpolation, times: &[f32], mut values: ChannelValues) -> Channel {
    const ROUNDING: f32 = 1e-6;
    let vectors_still = |values: &[Vec3]| {
        values.iter().all(|value| value.distance(values[0]) <= ROUNDING * values[0].length().max(1.0))
    };
    let still = match &values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => vectors_still(values),
        ChannelValues::Rotation(values) => values.iter().all(|value| (*value - values[0]).length() <= ROUNDING),
    };
    let kept = if still { times.len().min(1) } else { times.len() };
    match &mut values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => values.truncate(kept),
        ChannelValues::Rotation(values) => values.truncate(kept),
    }
    Channel { joint, interpolation, times: times[..kept].to_vec(), values }
}

/// The one of the two equal quaternions that lies nearer to the key before.
fn near(rotation: Quat, before: Option<Quat>) -> Quat {
    if before.is_some_and(|before| before.dot(rotation) < 0.0) { -rotation } else { rotation }
}

/// Both characters at one time of a clip.
struct Stage<'a> {
    retarget: &'a Retarget<'a>,
    clip: &'a Clip,
    /// Those above the hips that the clip moves.
    roots: &'a [Root],
    source_scales_even: bool,
    target_scales_even: bool,
    source_pose: Pose,
    source_globals: Globals,
    target_pose: Pose,
    target_globals: Globals,
    /// What each of the target's joints shall be turned by from rest, model space.
    turns: Vec<Option<Quat>>,
    /// Where the source's hips stand, in its model space.
    source_standing: Vec3,
}

impl<'a> Stage<'a> {
    fn new(retarget: &'a Retarget<'a>, clip: &'a Clip, roots: &'a [Root], times: &[f32]) -> Self {
        let Retarget { source, target, .. } = retarget;
        let mut stage = Self {
            retarget,
            clip,
            roots,
            source_scales_even: has_even_scales(source.skeleton),
            target_scales_even: has_even_scales(target.skeleton),
            source_pose: source.under_clips.clone(),
            source_globals: source.skeleton.rest_globals().clone(),
            target_pose: target.skeleton.rest().clone(),
            target_globals: target.skeleton.rest_globals().clone(),
            turns: vec![None; target.skeleton.len()],
            source_standing: Vec3::ZERO,
        };
        if let Some(hips) = retarget.hips {
            stage.act(times.first().copied().unwrap_or(0.0));
            let start = stage.source_globals.position(hips.from).y;
            let lifted = hips.source_standing + hips.source_lift;
            let is_lifted = (start - lifted.y).abs() < (start - hips.source_standing.y).abs();
            stage.source_standing = if is_lifted { lifted } else { hips.source_standing };
        }
        stage
    }

    /// Poses the source.
    fn act(&mut self, time_s: f32) {
        let source = &self.retarget.source;
        self.source_pose.copy_from(source.under_clips);
        self.clip.sample(time_s, Playback::Once, &mut self.source_pose);
        self.source_globals.update_from(source.skeleton, &self.source_pose, 0);
    }

    /// The target's pose at a time of the clip.
    fn frame(&mut self, time_s: f32) -> &Pose {
        let retarget = self.retarget;
        let Retarget { target, target_from_source, parts, hips, .. } = retarget;
        let roots = self.roots;
        self.act(time_s);
        self.turns.fill(None);
        for part in parts {
            self.turns[part.to.index()] = self.turn(part);
        }
        for root in roots {
            self.turns[root.to.index()] = self.turn_of_joint(root.from);
        }
        self.target_pose.copy_from(target.skeleton.rest());
        for joint in target.skeleton.ids() {
            self.target_globals.update_one(target.skeleton, &self.target_pose, joint);
            if let Some(turn) = self.turns[joint.index()] {
                self.turn_to(joint, turn);
            }
            if let Some(root) = roots.iter().find(|root| root.to == joint) {
                let scale = hips.map_or(1.0, |hips| hips.scale);
                let travel = self.source_globals.position(root.from) - retarget.source.rest_position(root.from);
                let at = retarget.target.rest_position(joint) + *target_from_source * travel * scale;
                if let Some(local) = self.set_position(joint, at) {
                    self.target_globals.update_one(target.skeleton, &self.target_pose, local);
                }
            }
        }
        if let Some(hips) = hips {
            let travel = self.source_globals.position(hips.from) - self.source_standing;
            let wanted = hips.target_standing + *target_from_source * travel * hips.scale;
            let short = wanted - self.target_globals.position(hips.to);
            self.place(hips.moved, self.target_globals.position(hips.moved) + short);
        }
        for (part, carrier) in parts.iter().filter_map(|part| Some((part, part.carrier?))) {
            let rest = target.skeleton.rest_globals();
            let in_carrier = rest.model_from_joint(carrier).inverse().transform_point3(rest.position(part.to));
            self.place(part.to, self.target_globals.model_from_joint(carrier).transform_point3(in_carrier));
        }
        &self.target_pose
    }

    /// How far the target's bone shall be turned from its rest pose, model space.
    fn turn(&self, part: &Part) -> Option<Quat> {
        let Retarget { source, target_from_source, .. } = self.retarget;
        let rest = source.skeleton.rest_globals();
        let mut turn = self.turn_of_joint(part.from)?;
        if let Some(end) = part.from_end {
            let direction = |globals: &Globals| {
                let along = globals.position(end) - globals.position(part.from);
                along.try_normalize().map(|along| *target_from_source * along)
            };
            if let (Some(rest), Some(now)) = (direction(rest), direction(&self.source_globals)) {
                turn = arc_between(turn * rest, now) * turn;
            }
        }
        Some((turn * part.rest_turn).normalize())
    }

    /// How far a joint of the source is turned from its rest pose, in the target's model space.
    fn turn_of_joint(&self, from: JointId) -> Option<Quat> {
        let Retarget { source, target_from_source, .. } = self.retarget;
        let rest = source.skeleton.rest_globals();
        let seen = turn_between(rest, &self.source_globals, from, self.source_scales_even)?;
        Some(*target_from_source * seen * target_from_source.conjugate())
    }

    /// Turns `joint`, which is at rest relative to its parent, so that it is off its rest pose by `turn` in model space.
    fn turn_to(&mut self, joint: JointId, turn: Quat) {
        let skeleton = self.retarget.target.skeleton;
        let rest = skeleton.rest_globals();
        let parent = skeleton.parent(joint);
        let local = if self.target_scales_even {
            let above = parent.map_or(Quat::IDENTITY, |parent| self.target_globals.rotation(parent));
            above.conjugate() * turn * rest.rotation(joint)
        } else {
            // Scales that mirror or stretch lie in the matrices alone: the turn is seen from the parent.
            let Some(carried) = turn_between(rest, &self.target_globals, joint, false) else { return };
            let wanted = turn * carried.conjugate();
            let above = parent.map_or(Affine3A::IDENTITY, |parent| self.target_globals.model_from_joint(parent));
            let Some(seen) = turn_seen(above, wanted) else { return };
            seen * self.target_pose.get(joint).rotation
        };
        let local = local.normalize();
        if local.is_finite() {
            self.target_pose.get_mut(joint).rotation = local;
            self.target_globals.update_one(skeleton, &self.target_pose, joint);
        }
    }

    /// Moves `joint` and all below to a place in model space.
    fn place(&mut self, joint: JointId, in_model: Vec3) {
        if self.set_position(joint, in_model).is_some() {
            self.target_globals.update_from(self.retarget.target.skeleton, &self.target_pose, joint.index());
        }
    }

    /// Writes the translation alone; the globals from `joint` on are stale then. None where no translation leads there.
    fn set_position(&mut self, joint: JointId, in_model: Vec3) -> Option<JointId> {
        let above = self.retarget.target.skeleton.parent(joint);
        let model_from_parent = above.map_or(Affine3A::IDENTITY, |above| self.target_globals.model_from_joint(above));
        let local = model_from_parent.inverse().transform_point3(in_model);
        self.target_pose.get_mut(joint).translation = Some(local).filter(|local| local.is_finite())?;
        Some(joint)
    }
}

/// Whether every joint's rotation in model space is the product of rotations: no scale mirrors or stretches.
fn has_even_scales(skeleton: &Skeleton) -> bool {
    skeleton.rest().local().iter().all(|local| {
        let scale = local.scale;
        scale.min_element() > 0.0 && scale.max_element() - scale.min_element() <= 1e-3 * scale.max_element()
    })
}

/// The turn of `joint` from one pose to another, model space. None where it is flattened.
fn turn_between(from: &Globals, to: &Globals, joint: JointId, even_scales: bool) -> Option<Quat> {
    if even_scales {
        return Some(to.rotation(joint) * from.rotation(joint).conjugate());
    }
    let turn = to.model_from_joint(joint).matrix3 * from.model_from_joint(joint).matrix3.inverse();
    rotation_of(turn)
}

/// A turn of model space as the space of `model_from_parent` has it.
fn turn_seen(model_from_parent: Affine3A, turn: Quat) -> Option<Quat> {
    let axes = model_from_parent.matrix3;
    rotation_of(axes.inverse() * glam::Mat3A::from_quat(turn) * axes)
}

fn rotation_of(matrix: glam::Mat3A) -> Option<Quat> {
    matrix
        .is_finite()
        .then(|| Transform::from_affine(Affine3A { matrix3: matrix, translation: glam::Vec3A::ZERO }).rotation)
}
