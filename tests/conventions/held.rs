//! Every convention as it is.

use surefoot::humanoid::{DetectInput, Detection, JointHint, Role, detect};
use surefoot::skeleton::Skeleton;

use crate::table::{self, Rig};

pub fn found(skeleton: &Skeleton) -> Detection {
    let hints = vec![JointHint { in_skin: true, influence: 1.0, has_mesh: false }; skeleton.len()];
    detect(&DetectInput { skeleton, joints: &hints, declared: &[] })
}

/// What is wrong with a detection, a line a bone; `judged` says which roles are looked at.
pub fn faults(rig: &Rig, skeleton: &Skeleton, detection: &Detection, judged: impl Fn(Role) -> bool) -> Vec<String> {
    let name = |index: usize| &rig.bones[index].name;
    let mut faults = Vec::new();
    if !detection.humanoid {
        return vec![format!("{}: no humanoid", rig.convention)];
    }
    for role in Role::ALL.into_iter().filter(|&role| judged(role)) {
        let right = rig.bones.iter().position(|bone| bone.role == Some(role));
        let got = detection.get(role).map(|bone| skeleton.source(bone.joint) as usize);
        match (right, got) {
            (Some(right), Some(got)) if right != got => {
                faults.push(format!("{}: {role} is {}, not {}", rig.convention, name(right), name(got)));
            }
            (Some(right), None) => faults.push(format!("{}: {role} is {}, not missing", rig.convention, name(right))),
            (None, Some(got)) => {
                faults.push(format!("{}: there is no {role}, yet it is {}", rig.convention, name(got)));
            }
            _ => {}
        }
    }
    faults
}

#[test]
fn every_bone_of_every_convention_is_found() {
    let mut all = Vec::new();
    for rig in table::rigs() {
        let skeleton = rig.skeleton();
        all.extend(faults(&rig, &skeleton, &found(&skeleton), |_| true));
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}
