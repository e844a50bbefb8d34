//! What lies under the pointer.

use eframe::egui::Pos2;
use surefoot::character::JointTraits;
use surefoot::skeleton::JointId;

use super::lens::{Lens, distance_to_segment};
use crate::editor::core::{Handle, Item, Session, Stage};

/// Points within which a bone is hit.
const BONE_REACH: f32 = 8.0;
/// Points within which a handle is hit; larger, since handles lie over bones.
const HANDLE_REACH: f32 = 13.0;

/// A bone as it is drawn: from its joint towards the child it carries.
#[derive(Clone, Copy, Debug)]
pub struct DrawnBone {
    pub joint: JointId,
    pub to: JointId,
}

/// The bones worth drawing: between joints that move the mesh or have a role; everything where the file has no skin.
/// It asks for the role of every joint: work it out once a frame.
pub fn drawn_bones(stage: &Stage) -> Vec<DrawnBone> {
    let skeleton = stage.skeleton();
    let traits = &stage.character().traits;
    let any_skin = traits.iter().any(|traits| traits.in_skin);
    let counts = |joint: JointId| {
        let JointTraits { in_skin, .. } = traits[joint.index()];
        (any_skin && in_skin) || (!any_skin && skeleton.parent(joint).is_some()) || stage.map().role_of(joint).is_some()
    };
    skeleton
        .ids()
        .filter_map(|joint| Some(DrawnBone { joint: skeleton.parent(joint)?, to: joint }))
        .filter(|bone| counts(bone.joint) && counts(bone.to))
        .collect()
}

/// The handle under `at`, the nearest first.
pub fn handle_at<'a>(lens: &Lens<'_>, session: &'a Session, at: Pos2) -> Option<&'a Handle> {
    let near = session.handles().iter().filter_map(|handle| {
        let distance = lens.project(handle.position_in_world)?.distance(at);
        (distance <= HANDLE_REACH).then_some((handle, distance))
    });
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(handle, _)| handle)
}

/// The bone under `at`; where several are as near, the one nearest to the viewer. `skip` passes over that many, for clicks on
/// the same place.
pub fn bone_at(lens: &Lens<'_>, stage: &Stage, bones: &[DrawnBone], at: Pos2, skip: usize) -> Option<Item> {
    let globals = stage.solved_globals();
    let eye = lens.camera.eye();
    let mut hits: Vec<(JointId, f32, f32)> = bones
        .iter()
        .filter_map(|bone| {
            let (from, to) = (globals.position(bone.joint), globals.position(bone.to));
            let distance = distance_to_segment(at, lens.segment(from, to)?);
            (distance <= BONE_REACH).then(|| (bone.joint, distance, eye.distance(from.lerp(to, 0.5))))
        })
        .collect();
    // A tip has no bone below it and is hit at its joint; so are joints in the middle, a little before their bone.
    for joint in bones.iter().map(|bone| bone.to) {
        let position = globals.position(joint);
        if let Some(seen) = lens.project(position)
            && seen.distance(at) <= BONE_REACH
        {
            hits.push((joint, seen.distance(at) * 0.5, eye.distance(position)));
        }
    }
    hits.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.2.total_cmp(&b.2)));
    let mut joints: Vec<JointId> = Vec::new();
    for (joint, ..) in hits {
        if !joints.contains(&joint) {
            joints.push(joint);
        }
    }
    let chosen = joints.get(skip % joints.len().max(1))?;
    Some(Item::Bone(*chosen))
}
