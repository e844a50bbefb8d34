use surefoot::humanoid::HumanoidMap;
use surefoot::rig::BoneRef;
use surefoot::skeleton::{JointId, Skeleton};

/// How a rig names this joint: by role so that it fits other characters, else by the plainest name that is its own.
pub fn bone_ref(skeleton: &Skeleton, map: &HumanoidMap, joint: JointId) -> BoneRef {
    if let Some(role) = map.role_of(joint) {
        return BoneRef::Role(role);
    }
    node_ref(skeleton, joint)
}

/// The same without roles: what [`surefoot::rig::Rig::bones`] needs.
pub fn node_ref(skeleton: &Skeleton, joint: JointId) -> BoneRef {
    let name = skeleton.name(joint);
    let path = skeleton.path(joint);
    let named = |other: &JointId| skeleton.name(*other) == name;
    if !name.is_empty() && only(skeleton.ids().filter(named)).is_some() {
        BoneRef::Node(name.to_owned())
    } else if !name.is_empty() && only(skeleton.ids().filter(|&other| skeleton.path(other) == path)).is_some() {
        BoneRef::Path(path)
    } else {
        BoneRef::Index(skeleton.source(joint))
    }
}

fn only(mut joints: impl Iterator<Item = JointId>) -> Option<JointId> {
    let first = joints.next()?;
    joints.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use surefoot::humanoid::Role;
    use surefoot::math::Transform;
    use surefoot::skeleton::Joint;

    use super::*;

    fn skeleton() -> Skeleton {
        let joint = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY, source: None };
        let joints = [
            joint("hips", None),
            joint("a", Some(0)),
            joint("end", Some(1)),
            joint("b", Some(0)),
            joint("end", Some(3)),
            joint("", Some(3)),
        ];
        Skeleton::new(joints.into()).unwrap()
    }

    #[test]
    fn every_joint_can_be_named_and_found_again() {
        let skeleton = skeleton();
        let mut map = HumanoidMap::default();
        map.set(Role::Hips, skeleton.id(0));
        let refs: Vec<BoneRef> = skeleton.ids().map(|joint| bone_ref(&skeleton, &map, joint)).collect();
        assert_eq!(
            refs,
            [
                BoneRef::Role(Role::Hips),
                BoneRef::Node("a".into()),
                BoneRef::Path("hips/a/end".into()),
                BoneRef::Node("b".into()),
                BoneRef::Path("hips/b/end".into()),
                BoneRef::Index(5),
            ]
        );
        for (joint, bone) in skeleton.ids().zip(&refs) {
            assert_eq!(bone.resolve(&skeleton, &map).ok(), Some(joint));
        }
    }
}
