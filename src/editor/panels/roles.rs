//! Giving roles to bones by hand.

use surefoot::humanoid::Role;
use surefoot::rig::BoneRef;
use surefoot::skeleton::JointId;

use crate::editor::core::{Edit, Session, Stage};

/// Makes `joint` the one bone with `role`, and takes any other role from it.
pub fn assign(session: &Session, stage: &Stage, role: Role, joint: JointId) -> Edit {
    let others = Role::ALL.into_iter().filter(|&other| other != role && stage.map().get(other) == Some(joint));
    let mut edits = written_out(session, stage);
    edits.extend(others.map(|other| Edit::Role { role: other, bone: None }));
    edits.push(Edit::Role { role, bone: Some(BoneRef::naming(stage.skeleton(), joint)) });
    Edit::All(edits)
}

/// Gives `role` back to the bone that was recognised as it, or to none.
pub fn detect_again(session: &Session, stage: &Stage, role: Role) -> Edit {
    let found = stage.detection().get(role).map(|found| found.joint);
    match found {
        Some(joint) => assign(session, stage, role, joint),
        None => take(session, stage, role),
    }
}

/// Leaves `role` without a bone.
pub fn take(session: &Session, stage: &Stage, role: Role) -> Edit {
    let mut edits = written_out(session, stage);
    edits.push(Edit::Role { role, bone: None });
    Edit::All(edits)
}

/// A rig that names any bone names all of them: one that names none gets those that were recognised.
fn written_out(session: &Session, stage: &Stage) -> Vec<Edit> {
    if !session.document().rig().bones.is_empty() {
        return Vec::new();
    }
    let naming = |joint| Some(BoneRef::naming(stage.skeleton(), joint));
    stage.map().iter().map(|(role, joint)| Edit::Role { role, bone: naming(joint) }).collect()
}
