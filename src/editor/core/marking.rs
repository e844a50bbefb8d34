//! From a selected bone to a chain that ends there.

use surefoot::humanoid::{HumanoidMap, Role, Side};
use surefoot::rig::{BoneRef, Chain, Fabrik, Hint, LimitShape, Solver, TwoBone};
use surefoot::skeleton::{JointId, Skeleton};

use super::Stage;

/// A two-bone chain that ends at `tip`: over the limb's own bones where `tip` is a hand or a foot, else over the two bones
/// above that have a length. It bends to the side it bends to at rest.
pub fn propose_chain(skeleton: &Skeleton, map: &HumanoidMap, tip: JointId) -> Result<Chain, &'static str> {
    let (root, mid) = limb_of_role(skeleton, map, tip)
        .or_else(|| two_bones_above(skeleton, tip))
        .ok_or("A chain needs two bones above its tip")?;
    let solver = Solver::TwoBone(TwoBone {
        mid: bone_ref(skeleton, map, mid),
        hint: Hint::default(),
        soften_from: 0.97,
        max_stretch: 0.0,
        shoulder: None,
    });
    Ok(chain(skeleton, map, root, tip, solver))
}

/// A FABRIK chain from `root` down to `tip`.
pub fn propose_fabrik(
    skeleton: &Skeleton,
    map: &HumanoidMap,
    root: JointId,
    tip: JointId,
) -> Result<Chain, &'static str> {
    if root == tip || !skeleton.is_within(tip, root) {
        return Err("The root of a chain must be above its tip");
    }
    Ok(chain(skeleton, map, root, tip, Solver::Fabrik(Fabrik::default())))
}

/// The bone that could help a limb from `root` on to reach: the nearest with the role of a shoulder above it, or else the bone
/// right above, unless that is of the trunk.
pub fn propose_shoulder(stage: &Stage, root: JointId) -> Option<JointId> {
    let role = |joint: &JointId| stage.map().role_of(*joint);
    let mut above = stage.skeleton().ancestors(root);
    let clavicle = above.find(|joint| matches!(role(joint), Some(Role::LeftShoulder | Role::RightShoulder)));
    let parent =
        || stage.skeleton().parent(root).filter(|parent| role(parent).is_none() && !carries_limbs(stage, *parent));
    clavicle.or_else(parent)
}

/// What suits a joint: as people have it where it has a role, else a cone of 60° with a roll of 45° either way.
pub fn propose_limit(stage: &Stage, joint: JointId) -> LimitShape {
    const ANY: LimitShape = LimitShape::Cone { swing_deg: [60.0, 60.0], twist_min_deg: -45.0, twist_max_deg: 45.0 };
    stage.map().role_of(joint).and_then(LimitShape::anatomical).unwrap_or(ANY)
}

/// Whether more than one bone with a role hangs right below: a trunk, which no limb shall turn for itself.
fn carries_limbs(stage: &Stage, joint: JointId) -> bool {
    let skeleton = stage.skeleton();
    let has_role = |child: JointId| {
        skeleton.ids().any(|below| skeleton.is_within(below, child) && stage.map().role_of(below).is_some())
    };
    skeleton.parent(joint).is_none() || skeleton.children(joint).filter(|&child| has_role(child)).count() > 1
}

/// How a rig names this joint: by role, so that it fits other characters, where it has one.
pub fn bone_ref(skeleton: &Skeleton, map: &HumanoidMap, joint: JointId) -> BoneRef {
    map.role_of(joint).map_or_else(|| BoneRef::naming(skeleton, joint), BoneRef::Role)
}

fn chain(skeleton: &Skeleton, map: &HumanoidMap, root: JointId, tip: JointId, solver: Solver) -> Chain {
    Chain {
        name: name_for(skeleton, map, tip),
        enabled: true,
        root: bone_ref(skeleton, map, root),
        tip: bone_ref(skeleton, map, tip),
        solver,
        position_weight: 1.0,
        rotation_weight: 1.0,
        fade_half_life: 0.0,
    }
}

/// Root and mid of the limb whose end has a role.
fn limb_of_role(skeleton: &Skeleton, map: &HumanoidMap, tip: JointId) -> Option<(JointId, JointId)> {
    let (root, mid) = match map.role_of(tip)? {
        Role::LeftHand => (Role::LeftUpperArm, Role::LeftLowerArm),
        Role::RightHand => (Role::RightUpperArm, Role::RightLowerArm),
        Role::LeftFoot => (Role::LeftUpperLeg, Role::LeftLowerLeg),
        Role::RightFoot => (Role::RightUpperLeg, Role::RightLowerLeg),
        _ => return None,
    };
    let (root, mid) = (map.get(root)?, map.get(mid)?);
    skeleton.is_within(mid, root).then_some((root, mid))
}

/// The next two ancestors that lie apart from what follows them and are no twist bones.
fn two_bones_above(skeleton: &Skeleton, tip: JointId) -> Option<(JointId, JointId)> {
    let rest = skeleton.rest_globals();
    let mut found: Vec<JointId> = vec![tip];
    for joint in skeleton.ancestors(tip) {
        let last = found[found.len() - 1];
        // Half a millimetre on a body of metres; a helper bone that shares its place with the next one has no length.
        let has_length = rest.position(joint).distance(rest.position(last)) > 5e-4;
        if has_length && !is_twist_bone(skeleton.name(joint)) {
            found.push(joint);
        }
        if let [_, mid, root] = found[..] {
            return Some((root, mid));
        }
    }
    None
}

fn is_twist_bone(name: &str) -> bool {
    let name = name.to_lowercase();
    name.contains("twist") || name.contains("roll")
}

fn name_for(skeleton: &Skeleton, map: &HumanoidMap, tip: JointId) -> String {
    let Some(role) = map.role_of(tip) else {
        let name = skeleton.name(tip).trim();
        return if name.is_empty() { "chain".into() } else { name.to_owned() };
    };
    let part = match role {
        Role::LeftHand | Role::RightHand => "arm".to_owned(),
        Role::LeftFoot | Role::RightFoot => "leg".to_owned(),
        other => {
            let name = other.name();
            let bare = name.strip_prefix("left").or(name.strip_prefix("right")).unwrap_or(name);
            snake_case(bare)
        }
    };
    match role.side() {
        Some(Side::Left) => format!("left_{part}"),
        Some(Side::Right) => format!("right_{part}"),
        None => part,
    }
}

fn snake_case(camel: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in camel.char_indices() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use surefoot::math::Transform;
    use surefoot::skeleton::Joint;

    use super::*;

    /// A line of joints, each `length` above the one before.
    fn line(joints: &[(&str, f32)]) -> Skeleton {
        let joints = joints.iter().enumerate().map(|(index, &(name, length))| Joint {
            name: name.into(),
            parent: index.checked_sub(1).map(|parent| parent as u16),
            rest: Transform::from_translation(Vec3::Y * length),
            source: None,
        });
        Skeleton::new(joints.collect()).unwrap()
    }

    #[test]
    fn twist_bones_and_bones_without_length_are_stepped_over() {
        let skeleton =
            line(&[("a", 0.0), ("upper", 1.0), ("upper_twist", 0.2), ("lower", 0.2), ("same", 0.0), ("tip", 0.4)]);
        let tip = skeleton.find("tip").unwrap();
        let chain = propose_chain(&skeleton, &HumanoidMap::default(), tip).unwrap();
        assert_eq!(chain.root, BoneRef::Node("upper".into()));
        assert!(matches!(chain.solver, Solver::TwoBone(TwoBone { mid: BoneRef::Node(mid), .. }) if mid == "same"));
    }

    #[test]
    fn too_near_the_root_there_is_a_reason() {
        let skeleton = line(&[("a", 0.0), ("b", 1.0)]);
        assert!(propose_chain(&skeleton, &HumanoidMap::default(), skeleton.find("b").unwrap()).is_err());
    }

    #[test]
    fn limbs_are_named_for_the_body() {
        let skeleton = line(&[("a", 0.0), ("b", 1.0), ("c", 1.0)]);
        let ids: Vec<JointId> = skeleton.ids().collect();
        let map: HumanoidMap =
            [(Role::RightUpperLeg, ids[0]), (Role::RightLowerLeg, ids[1]), (Role::RightFoot, ids[2])]
                .into_iter()
                .collect();
        let chain = propose_chain(&skeleton, &map, ids[2]).unwrap();
        assert_eq!((chain.name.as_str(), chain.root), ("right_leg", BoneRef::Role(Role::RightUpperLeg)));
        assert_eq!(
            name_for(&skeleton, &[(Role::LeftIndexDistal, ids[1])].into_iter().collect(), ids[1]),
            "left_index_distal"
        );
    }
}
