//! The humanoid that VRM's extension declares.

use serde_json::Value;

use super::nodes::NodeTree;
use super::schema::RootExtensions;
use super::{VrmHumanoid, VrmVersion};
use crate::humanoid::Role;
use crate::skeleton::Skeleton;

/// Bones with unknown names or nodes are passed over; none where the file declares no humanoid.
pub fn humanoid(extensions: &RootExtensions, tree: &NodeTree, skeleton: &Skeleton) -> Option<VrmHumanoid> {
    let joint_of = |node: &Value| {
        let node = usize::try_from(node.as_u64()?).ok()?;
        skeleton.id(usize::from((*tree.joint_of.get(node)?)?))
    };
    if let Some(vrm) = &extensions.vrm1 {
        let bones = vrm.pointer("/humanoid/humanBones")?.as_object()?;
        let bones =
            bones.iter().filter_map(|(name, bone)| Some((Role::from_name(name)?, joint_of(bone.get("node")?)?)));
        return Some(VrmHumanoid { version: VrmVersion::V1, bones: sorted(bones.collect()) });
    }
    let bones = extensions.vrm0.as_ref()?.pointer("/humanoid/humanBones")?.as_array()?;
    let bones = bones.iter().filter_map(|bone| {
        Some((Role::from_name(&name_in_vrm1(bone.get("bone")?.as_str()?))?, joint_of(bone.get("node")?)?))
    });
    Some(VrmHumanoid { version: VrmVersion::V0, bones: sorted(bones.collect()) })
}

/// VRM 0 calls the thumb's bones proximal, intermediate, distal; VRM 1 metacarpal, proximal, distal.
fn name_in_vrm1(name: &str) -> String {
    for (old, new) in [("ThumbProximal", "ThumbMetacarpal"), ("ThumbIntermediate", "ThumbProximal")] {
        if let Some(side) = name.strip_suffix(old) {
            return format!("{side}{new}");
        }
    }
    name.to_owned()
}

fn sorted(mut bones: Vec<(Role, crate::skeleton::JointId)>) -> Vec<(Role, crate::skeleton::JointId)> {
    bones.sort_by_key(|&(role, _)| role);
    bones.dedup_by_key(|&mut (role, _)| role);
    bones
}
