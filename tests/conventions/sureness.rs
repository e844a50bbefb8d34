//! Confidence means what it says: the editor asks people to look at what is below 0.6.

use surefoot::humanoid::Role;

use crate::held::found;
use crate::table;

const DOUBTFUL: f32 = 0.6;
const SURE: f32 = 0.7;

#[test]
fn bones_settled_by_name_or_by_their_place_in_a_named_chain_are_sure() {
    let mut doubted = Vec::new();
    for rig in table::rigs() {
        let skeleton = rig.skeleton();
        for bone in found(&skeleton).bones {
            if bone.confidence < SURE {
                let name = skeleton.name(bone.joint);
                doubted
                    .push(format!("{}: {} is {name}, {:.2}, {}", rig.convention, bone.role, bone.confidence, bone.why));
            }
        }
    }
    assert!(doubted.is_empty(), "{} doubted\n{}", doubted.len(), doubted.join("\n"));
}

#[test]
fn what_rests_on_the_shape_of_the_tree_alone_is_doubtful() {
    let rig = table::rig("Mixamo").renamed(|_| String::new());
    let detection = found(&rig.skeleton());
    assert!(detection.humanoid);
    for bone in &detection.bones {
        assert!(bone.confidence < DOUBTFUL, "{} {:.2}", bone.role, bone.confidence);
        assert!(bone.why.contains("place"), "{}", bone.why);
    }
}

/// A thigh that is called a forearm is taken by its place if at all, and a person is asked to look.
#[test]
fn a_name_that_says_something_else_makes_a_bone_doubtful() {
    let rig =
        table::rig("Unreal 4 mannequin").renamed(|name| if name == "head" { "lowerarm".into() } else { name.into() });
    let skeleton = rig.skeleton();
    let detection = found(&skeleton);
    if let Some(head) = detection.get(Role::Head) {
        assert!(head.confidence < DOUBTFUL, "{head:?}");
    }
}
