//! What can be grabbed in the viewport: goals, hints and the look target, and the way back from a grabbed point to the rig.

use glam::{Quat, Vec3};
use surefoot::math::{arc_between, direction_or, reject, swing_twist};
use surefoot::rig::{Chain, Hint, HintMode, Solver};
use surefoot::skeleton::JointId;

use super::{Document, Item, Stage, grip_of, hand_of};

/// Something to grab. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    pub item: Item,
    pub position_in_world: Vec3,
    pub rotation_in_world: Quat,
    /// Where a line to it starts: the tip of a goal's chain, the middle joint of a hint, the head of a look.
    pub anchor_in_world: Vec3,
    /// It is in the document; otherwise it lies where the pose has it, and dragging it puts it there.
    pub is_set: bool,
}

/// All handles of the document on this character.
pub fn handles(document: &Document, stage: &Stage) -> Vec<Handle> {
    let rig = document.rig();
    let mut handles = Vec::new();
    for (index, chain) in rig.chains.iter().enumerate().filter(|(_, chain)| chain.enabled) {
        let Some(tip) = stage.joint(&chain.tip) else { continue };
        let solved = stage.solved_globals();
        let note = document.goal(index);
        let pose_rotation = solved.rotation(tip);
        let is_held =
            hand_of(chain, stage).zip(document.prop()).is_some_and(|(side, note)| grip_of(note, side).is_some());
        if !is_held {
            handles.push(Handle {
                item: Item::Goal(index),
                position_in_world: note
                    .and_then(|note| stage.point_of_note(note.position))
                    .unwrap_or_else(|| solved.position(tip)),
                rotation_in_world: note
                    .and_then(|note| stage.rotation_of_note(note.rotation?))
                    .unwrap_or(pose_rotation),
                anchor_in_world: solved.position(tip),
                is_set: note.is_some(),
            });
        }
        if let Some(carrier) = HintCarrier::of(chain, stage, rig.reference_leg_length) {
            handles.push(Handle {
                item: Item::Hint(index),
                position_in_world: carrier.point(hint_of(chain).offset),
                rotation_in_world: Quat::IDENTITY,
                anchor_in_world: solved.position(carrier.mid),
                is_set: hint_of(chain).offset != [0.0; 3],
            });
        }
    }
    if let Some(look_at) = rig.look_at.as_ref().filter(|look_at| look_at.enabled)
        && let Some(head) = stage.joint(&look_at.head_bone)
    {
        let head_in_world = stage.solved_globals().position(head);
        let ahead = head_in_world + stage.body_frame().forward * stage.leg_length();
        handles.push(Handle {
            item: Item::LookTarget,
            position_in_world: document.look_target().and_then(|note| stage.point_of_note(note)).unwrap_or(ahead),
            rotation_in_world: Quat::IDENTITY,
            anchor_in_world: head_in_world,
            is_set: document.look_target().is_some(),
        });
    }
    if let Some((_, place)) = stage.placed_prop(document) {
        handles.push(Handle {
            item: Item::Prop,
            position_in_world: place.translation,
            rotation_in_world: place.rotation,
            anchor_in_world: place.translation,
            is_set: true,
        });
    }
    handles
}

pub(super) fn hint_of(chain: &Chain) -> &Hint {
    match &chain.solver {
        Solver::TwoBone(two_bone) => &two_bone.hint,
        Solver::Fabrik(fabrik) => &fabrik.hint,
    }
}

pub(super) fn hint_of_mut(chain: &mut Chain) -> &mut Hint {
    match &mut chain.solver {
        Solver::TwoBone(two_bone) => &mut two_bone.hint,
        Solver::Fabrik(fabrik) => &mut fabrik.hint,
    }
}

/// Where a chain's hint lies this frame, and back from a point to the rig: as the solver takes it, see [`HintMode`].
pub(super) struct HintCarrier {
    mid: JointId,
    /// Where the hint is counted from: the chain's root, world space.
    origin: Vec3,
    /// Turns what was at rest to where it is now.
    turn: Quat,
    /// From the chain's root to its middle joint at rest, world space.
    middle: Vec3,
    world_from_body: Quat,
    /// Metres on this character for one at the reference leg length.
    scale: f32,
    /// Stands for an offset of zero: to the side the chain bends to at rest; world space.
    rest_bend: Vec3,
}

impl HintCarrier {
    /// None where bones are missing, or the hint follows the animation and is no point.
    pub(super) fn of(chain: &Chain, stage: &Stage, reference_leg_length: f32) -> Option<Self> {
        let skeleton = stage.skeleton();
        let tip = stage.joint(&chain.tip)?;
        let root = stage.joint(&chain.root)?;
        let mid = match &chain.solver {
            Solver::TwoBone(two_bone) => stage.joint(&two_bone.mid)?,
            Solver::Fabrik(_) => middle_joint(stage, root, tip)?,
        };
        let (rest, solved) = (stage.rest_globals(), stage.solved_globals());
        let turned_by = |joint: JointId| solved.rotation(joint) * rest.rotation(joint).inverse();
        let rest_line = direction_or(rest.position(tip) - rest.position(root), Vec3::NEG_Y);
        let line = direction_or(solved.position(tip) - solved.position(root), rest_line);
        let (origin, turn) = match hint_of(chain).mode {
            HintMode::Character => (rest.position(root), Quat::IDENTITY),
            HintMode::RestBend => {
                let above = skeleton.parent(root).map_or(Quat::IDENTITY, turned_by);
                (solved.position(root), arc_between(above * rest_line, line) * above)
            }
            HintMode::FollowTip => {
                let swing = arc_between(rest_line, line);
                let twist = swing_twist(turned_by(tip) * swing.conjugate(), line).twist;
                (solved.position(root), twist * swing)
            }
            HintMode::AnimatedBend => return None,
        };
        if !(origin.is_finite() && turn.is_finite()) {
            return None;
        }
        Some(Self {
            mid,
            origin,
            turn,
            middle: rest.position(mid) - rest.position(root),
            world_from_body: stage.body_frame().model_from_body(),
            scale: stage.leg_length() / reference_leg_length.max(1e-6),
            rest_bend: rest_bend_in_world(stage, root, mid, tip),
        })
    }

    pub(super) fn point(&self, offset: [f32; 3]) -> Vec3 {
        let from_middle = match offset {
            [0.0, 0.0, 0.0] => self.rest_bend,
            offset => self.world_from_body * (Vec3::from_array(offset) * self.scale),
        };
        self.origin + self.turn * (self.middle + from_middle)
    }

    /// The offset that puts the hint at this point.
    pub(super) fn offset(&self, point_in_world: Vec3) -> [f32; 3] {
        let from_middle = self.turn.inverse() * (point_in_world - self.origin) - self.middle;
        (self.world_from_body.inverse() * from_middle / self.scale).to_array()
    }
}

fn middle_joint(stage: &Stage, root: JointId, tip: JointId) -> Option<JointId> {
    let skeleton = stage.skeleton();
    let above: Vec<JointId> = skeleton.ancestors(tip).take_while(|&joint| joint != root).collect();
    above.get(above.len() / 2).copied()
}

/// From the middle joint towards the side the limb bends to at rest; as long as half of the limb.
fn rest_bend_in_world(stage: &Stage, root: JointId, mid: JointId, tip: JointId) -> Vec3 {
    let rest = stage.rest_globals();
    let (root, mid_at, tip_at) = (rest.position(root), rest.position(mid), rest.position(tip));
    let length = root.distance(mid_at) + mid_at.distance(tip_at);
    let line = direction_or(tip_at - root, Vec3::NEG_Y);
    let bend = reject(mid_at - root, line);
    let knee = stage.body_frame().forward;
    // A limb that is straight at rest shows no side: knees go forward, elbows back.
    let is_arm = stage.map().role_of(tip).is_some_and(|role| role.name().ends_with("Hand"));
    let fallback = if is_arm { -knee } else { knee };
    let direction = if bend.length() > 1e-3 * length { direction_or(bend, fallback) } else { fallback };
    direction * length * 0.5
}
