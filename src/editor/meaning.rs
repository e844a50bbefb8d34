//! What things are called and which colour they have, the same in every panel and in the viewport.

use surefoot::ground::{Piece, PieceShape};
use surefoot::humanoid::Role;
use surefoot::rig::{BoneRef, Chain, Solver};
use surefoot::skeleton::JointId;

use super::core::{Item, Session, Stage};
use super::theme::Meaning;

/// The part of the body a role belongs to.
pub fn of_role(role: Role) -> Meaning {
    use Role as R;
    match role {
        R::Hips | R::Spine | R::Chest | R::UpperChest => Meaning::Spine,
        R::Neck | R::Head | R::LeftEye | R::RightEye | R::Jaw => Meaning::Look,
        R::LeftUpperLeg | R::LeftLowerLeg | R::LeftFoot | R::LeftToes => Meaning::Leg,
        R::RightUpperLeg | R::RightLowerLeg | R::RightFoot | R::RightToes => Meaning::Leg,
        _ => Meaning::Arm,
    }
}

/// The part of the body a chain moves: that of its tip, or of the nearest bone above that has a role.
pub fn of_chain(chain: &Chain, stage: Option<&Stage>) -> Meaning {
    let role = match (&chain.tip, stage) {
        (BoneRef::Role(role), _) => Some(*role),
        (tip, Some(stage)) => stage.joint(tip).and_then(|tip| nearest_role(stage, tip)),
        _ => None,
    };
    match role.map(of_role) {
        // A chain that ends at the head is a spine; the look-at has its own entry.
        Some(Meaning::Look) => Meaning::Spine,
        Some(meaning) => meaning,
        None => Meaning::Plain,
    }
}

/// The part of the body a joint belongs to.
pub fn of_joint(stage: &Stage, joint: JointId) -> Meaning {
    nearest_role(stage, joint).map_or(Meaning::Plain, of_role)
}

fn nearest_role(stage: &Stage, joint: JointId) -> Option<Role> {
    std::iter::once(joint).chain(stage.skeleton().ancestors(joint)).find_map(|joint| stage.map().role_of(joint))
}

/// The colour of anything that can be selected.
pub fn of_item(session: &Session, item: Item) -> Meaning {
    match item {
        Item::Bone(joint) => session.stage().map_or(Meaning::Plain, |stage| of_joint(stage, joint)),
        Item::Chain(index) | Item::Goal(index) | Item::Hint(index) => {
            session.document().rig().chains.get(index).map_or(Meaning::Plain, |chain| of_chain(chain, session.stage()))
        }
        Item::LookAt | Item::LookTarget => Meaning::Look,
        Item::Prop => Meaning::Arm,
        Item::Grounding | Item::Ground | Item::Piece(_) | Item::Sole(_) => Meaning::Ground,
        Item::Limit(_) => Meaning::Selection,
        Item::Contact { .. } => Meaning::Leg,
    }
}

/// What people call a chain: "Left leg" for `left_leg`.
pub fn chain_title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(|| "Unnamed chain".into(), |first| first.to_uppercase().chain(letters).collect())
}

/// A joint's name, or what to call it where the file has none.
pub fn joint_name(stage: &Stage, joint: JointId) -> String {
    match stage.skeleton().name(joint) {
        "" => format!("Node {}", stage.skeleton().source(joint)),
        name => name.to_owned(),
    }
}

/// The name without what the exporting tool put before all of them: `mixamorig:Hips` is "Hips".
pub fn short_name(name: &str) -> &str {
    match name.rfind([':', '|']) {
        Some(at) if at + 1 < name.len() => &name[at + 1..],
        _ => name,
    }
}

/// How a chain is solved, in two words.
pub fn solver_note(chain: &Chain, stage: Option<&Stage>) -> String {
    match &chain.solver {
        Solver::TwoBone(_) => "two-bone".into(),
        Solver::Fabrik(_) => match stage.and_then(|stage| chain_joints(chain, stage)) {
            Some(joints) => format!("FABRIK · {}", joints.len().saturating_sub(1)),
            None => "FABRIK".into(),
        },
    }
}

/// The joints of a chain from root to tip; none where it is not one line on this character. A limb whose foot or hand hangs
/// elsewhere in the tree, from a control, is the line of its three joints.
pub fn chain_joints(chain: &Chain, stage: &Stage) -> Option<Vec<JointId>> {
    let (root, tip) = (stage.joint(&chain.root)?, stage.joint(&chain.tip)?);
    let mut joints = vec![tip];
    joints.extend(stage.skeleton().ancestors(tip).take_while(|&joint| joint != root));
    if joints.last() != Some(&root) {
        if root != tip && !stage.skeleton().is_within(tip, root) {
            return match &chain.solver {
                Solver::TwoBone(two_bone) => Some(vec![root, stage.joint(&two_bone.mid)?, tip]),
                Solver::Fabrik(_) => None,
            };
        }
        joints.push(root);
    }
    joints.reverse();
    joints.dedup();
    Some(joints)
}

/// What a piece of the ground is called: "Step", or "Block 3" for the third piece where it has no name.
pub fn piece_title(piece: &Piece, index: usize) -> String {
    match piece.name.trim() {
        "" => format!("{} {}", piece_kind(piece), index + 1),
        _ => chain_title(&piece.name),
    }
}

/// What kind of piece it is, in a word.
pub fn piece_kind(piece: &Piece) -> &'static str {
    match piece.shape {
        PieceShape::Ground(_) => "Ground",
        PieceShape::Block { .. } => "Block",
        PieceShape::Ramp { .. } => "Ramp",
        PieceShape::Rubble { .. } => "Rubble",
        PieceShape::Mesh { .. } => "Mesh",
    }
}

/// What anything that can be selected is called.
pub fn item_name(session: &Session, item: Item) -> String {
    let chain = |index: usize| {
        session.document().rig().chains.get(index).map_or_else(|| "Chain".into(), |chain| chain_title(&chain.name))
    };
    match item {
        Item::Bone(joint) => session.stage().map_or_else(|| "Bone".into(), |stage| joint_name(stage, joint)),
        Item::Chain(index) => chain(index),
        Item::Goal(index) => format!("{} goal", chain(index)),
        Item::Hint(index) => format!("{} hint", chain(index)),
        Item::LookAt => "Look-at".into(),
        Item::LookTarget => "Look target".into(),
        Item::Grounding => "Pelvis and feet".into(),
        Item::Ground => "Ground".into(),
        Item::Piece(index) => match session.document().piece(index) {
            Some(piece) => piece_title(piece, index),
            None => "Piece".into(),
        },
        Item::Prop => session
            .stage()
            .and_then(|stage| stage.placed_prop(session.document()))
            .map_or_else(|| "Thing".into(), |(prop, _)| prop.name.clone()),
        Item::Sole(foot) => format!("{} sole", foot_title(session, foot)),
        Item::Contact { foot, at } => contact_name(&foot_title(session, foot), at),
        Item::Limit(index) => match session.document().rig().limits.get(index) {
            Some(limit) => format!("Limit of {}", bone_ref_name(session.stage(), &limit.bone)),
            None => "Limit".into(),
        },
    }
}

/// What people call a foot of the grounding: as its chain.
fn foot_title(session: &Session, foot: usize) -> String {
    let mut feet = session.document().rig().grounding.iter().flat_map(|grounding| &grounding.feet);
    feet.nth(foot).map_or_else(|| "Foot".into(), |foot| chain_title(&foot.chain))
}

/// What a stretch of a foot's contacts is called: "Left leg contact 1".
pub fn contact_name(title: &str, at: usize) -> String {
    format!("{title} contact {}", at + 1)
}

/// What a bone of the rig is called on this character, or as the rig has it.
pub fn bone_ref_name(stage: Option<&Stage>, bone: &BoneRef) -> String {
    if let Some((stage, joint)) = stage.and_then(|stage| Some((stage, stage.joint(bone)?))) {
        return joint_name(stage, joint);
    }
    match bone {
        BoneRef::Role(role) => role.name().to_owned(),
        BoneRef::Node(name) => name.clone(),
        BoneRef::Path(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
        BoneRef::Index(index) => format!("Node {index}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_for_people() {
        assert_eq!(short_name("mixamorig:Hips"), "Hips");
        assert_eq!(short_name("rig|Hips"), "Hips");
        assert_eq!(short_name("Hips:"), "Hips:");
        assert_eq!(chain_title("left_leg"), "Left leg");
        assert_eq!(chain_title("éperon"), "Éperon");
        assert_eq!(chain_title(""), "Unnamed chain");
    }

    #[test]
    fn every_part_of_the_body_has_its_colour() {
        assert_eq!(of_role(Role::LeftToes), Meaning::Leg);
        assert_eq!(of_role(Role::RightIndexDistal), Meaning::Arm);
        assert_eq!(of_role(Role::LeftShoulder), Meaning::Arm);
        assert_eq!(of_role(Role::UpperChest), Meaning::Spine);
        assert_eq!(of_role(Role::Head), Meaning::Look);
    }
}
