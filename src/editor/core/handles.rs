//! What can be grabbed in the viewport: goals, hints and the look target, and the way back from a grabbed point to the rig.

use glam::{Quat, Vec3};
use surefoot::math::{direction_or, reject};
use surefoot::rig::{Chain, Hint, HintMode, Solver};
use surefoot::skeleton::JointId;

use super::{Document, Item, Stage};

/// Something to grab. Model space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    pub item: Item,
    pub position_in_model: Vec3,
    pub rotation_in_model: Quat,
    /// Where a line to it starts: the tip of a goal's chain, the middle joint of a hint, the head of a look.
    pub anchor_in_model: Vec3,
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
        handles.push(Handle {
            item: Item::Goal(index),
            position_in_model: note.map_or(solved.position(tip), |note| Vec3::from_array(note.position)),
            rotation_in_model: note.and_then(|note| note.rotation).map_or(pose_rotation, Quat::from_array),
            anchor_in_model: solved.position(tip),
            is_set: note.is_some(),
        });
        if let Some(carrier) = HintCarrier::of(chain, stage, rig.reference_leg_length) {
            handles.push(Handle {
                item: Item::Hint(index),
                position_in_model: carrier.point(hint_of(chain).offset),
                rotation_in_model: Quat::IDENTITY,
                anchor_in_model: solved.position(carrier.mid),
                is_set: hint_of(chain).offset != [0.0; 3],
            });
        }
    }
    if let Some(look_at) = rig.look_at.as_ref().filter(|look_at| look_at.enabled)
        && let Some(head) = stage.joint(&look_at.head_bone)
    {
        let head_in_model = stage.solved_globals().position(head);
        let ahead = head_in_model + stage.body_frame().forward * stage.leg_length();
        handles.push(Handle {
            item: Item::LookTarget,
            position_in_model: document.look_target().map_or(ahead, Vec3::from_array),
            rotation_in_model: Quat::IDENTITY,
            anchor_in_model: head_in_model,
            is_set: document.look_target().is_some(),
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

/// What a chain's hint moves with this frame.
pub(super) struct HintCarrier {
    mid: JointId,
    /// Where the hint's offset is counted from, model space.
    origin: Vec3,
    /// Turns an offset in body axes at rest into model space.
    model_from_body: Quat,
    /// Metres on this character for one at the reference leg length.
    scale: f32,
    /// Stands for an offset of zero: to the side the limb bends to at rest; body axes, reference metres.
    rest_offset: Vec3,
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
        let (rest, incoming) = (skeleton.rest_globals(), stage.incoming_globals());
        let body = stage.body_frame().model_from_body();
        let turned_by = |joint: JointId| incoming.rotation(joint) * rest.rotation(joint).inverse();
        let (origin, turn) = match hint_of(chain).mode {
            HintMode::Character => (rest.position(mid), Quat::IDENTITY),
            HintMode::FollowTip => (incoming.position(mid), turned_by(tip)),
            HintMode::RestBend => match skeleton.parent(root) {
                Some(above) => {
                    let model_from_rest = incoming.model_from_joint(above) * rest.model_from_joint(above).inverse();
                    let origin = model_from_rest.transform_point3(rest.position(mid));
                    if origin.is_finite() { (origin, turned_by(above)) } else { (rest.position(mid), Quat::IDENTITY) }
                }
                None => (rest.position(mid), Quat::IDENTITY),
            },
            HintMode::AnimatedBend => return None,
        };
        let scale = stage.leg_length() / reference_leg_length.max(1e-6);
        let rest_bend = rest_bend_in_model(stage, root, mid, tip);
        Some(Self { mid, origin, model_from_body: turn * body, scale, rest_offset: body.inverse() * rest_bend / scale })
    }

    pub(super) fn point(&self, offset: [f32; 3]) -> Vec3 {
        let offset = if offset == [0.0; 3] { self.rest_offset } else { Vec3::from_array(offset) };
        self.origin + self.model_from_body * (offset * self.scale)
    }

    /// The offset that puts the hint at this point.
    pub(super) fn offset(&self, point_in_model: Vec3) -> [f32; 3] {
        (self.model_from_body.inverse() * (point_in_model - self.origin) / self.scale).to_array()
    }
}

fn middle_joint(stage: &Stage, root: JointId, tip: JointId) -> Option<JointId> {
    let skeleton = stage.skeleton();
    let above: Vec<JointId> = skeleton.ancestors(tip).take_while(|&joint| joint != root).collect();
    above.get(above.len() / 2).copied()
}

/// From the middle joint towards the side the limb bends to at rest; as long as half of the limb.
fn rest_bend_in_model(stage: &Stage, root: JointId, mid: JointId, tip: JointId) -> Vec3 {
    let rest = stage.skeleton().rest_globals();
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
