//! Changes of many roles at once, worked out before any is made.

use surefoot::humanoid::{HumanoidMap, Role, Side};
use surefoot::rig::BoneRef;
use surefoot::skeleton::JointId;

use super::super::{Edit, Stage};
use super::{MapGroup, counterpart};

/// A role that gets another bone, or loses its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleChange {
    pub role: Role,
    pub from: Option<JointId>,
    pub to: Option<JointId>,
}

/// What mapping anew by names and shape would change.
pub fn automatic(stage: &Stage) -> Vec<RoleChange> {
    between(stage.map(), &stage.detection().map())
}

/// Makes `joint` the one bone with `role`, and takes any other role from it; none leaves the role without a bone.
pub fn assigning(stage: &Stage, role: Role, joint: Option<JointId>) -> Vec<RoleChange> {
    let mut map = stage.map().clone();
    give(&mut map, role, joint);
    between(stage.map(), &map)
}

/// Gives each bone's role on the other side to the bone that lies there; roles whose counterpart isn't found stay.
pub fn mirroring(stage: &Stage, from: Side) -> Vec<RoleChange> {
    let mut map = stage.map().clone();
    for (role, joint) in stage.map().iter().filter(|(role, _)| role.side() == Some(from)) {
        if let Some(other) = counterpart::of(stage, joint) {
            give(&mut map, role.mirrored(), Some(other));
        }
    }
    between(stage.map(), &map)
}

/// Takes the bones of all roles of a group away. A rig that names no bone gets those that are recognised, so one stays where
/// the group is all there is.
pub fn clearing(stage: &Stage, group: MapGroup) -> Vec<RoleChange> {
    let mut map = stage.map().clone();
    group.roles().for_each(|role| map.set(role, None));
    if map.is_empty() {
        let first = stage.map().iter().next();
        first.into_iter().for_each(|(role, joint)| map.set(role, Some(joint)));
    }
    between(stage.map(), &map)
}

/// The changes as one edit of the rig.
pub fn edit_of(stage: &Stage, changes: &[RoleChange]) -> Edit {
    let naming = |joint| BoneRef::naming(stage.skeleton(), joint);
    let edits = changes.iter().map(|change| Edit::Role { role: change.role, bone: change.to.map(naming) });
    Edit::All(edits.collect())
}

fn give(map: &mut HumanoidMap, role: Role, joint: Option<JointId>) {
    if joint.is_some() {
        let others: Vec<Role> = map.iter().filter(|&(_, theirs)| Some(theirs) == joint).map(|(role, _)| role).collect();
        others.into_iter().for_each(|other| map.set(other, None));
    }
    map.set(role, joint);
}

fn between(before: &HumanoidMap, after: &HumanoidMap) -> Vec<RoleChange> {
    Role::ALL
        .into_iter()
        .map(|role| RoleChange { role, from: before.get(role), to: after.get(role) })
        .filter(|change| change.from != change.to)
        .collect()
}
