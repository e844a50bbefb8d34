use std::fmt::{Display, Formatter};

use serde::Serialize;

use crate::humanoid::Role;
use crate::rig::{Axis, BoneRef, Hint, HintMode, RestSource, Rig, Solver};

/// A change of a rig that mends what is odd about a character's file. The file itself is left alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fix {
    /// Sets [`Correction::metres_per_unit`](crate::rig::Correction::metres_per_unit).
    MetresPerUnit { value: f32 },
    /// Sets [`Correction::up`](crate::rig::Correction::up), and forgets a `forward` on the same line.
    Up { axis: Axis },
    /// Sets [`Correction::forward`](crate::rig::Correction::forward).
    Forward { axis: Axis },
    /// Sets [`Correction::rest`](crate::rig::Correction::rest).
    Rest { from: RestSource },
    /// Exchanges the bones of the left and the right side.
    SwapSides,
    /// Sets the hint of the chain with this name, so that the side to which it bends is written down: body axes, metres at
    /// the reference leg length.
    Bend { chain: String, offset: [f32; 3] },
    /// Gives a role another bone, or none.
    Bone { role: Role, bone: Option<BoneRef> },
}

impl Fix {
    /// Changes `rig`. A chain that it does not have changes nothing.
    pub fn apply(&self, rig: &mut Rig) {
        match self {
            Self::MetresPerUnit { value } => rig.character.metres_per_unit = *value,
            Self::Up { axis } => {
                rig.character.up = *axis;
                rig.character.forward = rig.character.forward.filter(|forward| !forward.is_parallel(*axis));
            }
            Self::Forward { axis } => rig.character.forward = Some(*axis),
            Self::Rest { from } => rig.character.rest = *from,
            Self::SwapSides => {
                let bones = std::mem::take(&mut rig.bones);
                rig.bones = bones.into_iter().map(|(role, bone)| (role.mirrored(), bone)).collect();
            }
            Self::Bend { chain, offset } => {
                if let Some(hint) = hint_of(rig, chain) {
                    hint.offset = *offset;
                    if hint.mode == HintMode::AnimatedBend {
                        hint.mode = HintMode::RestBend;
                    }
                }
            }
            Self::Bone { role, bone: Some(bone) } => {
                rig.bones.insert(*role, bone.clone());
            }
            Self::Bone { role, bone: None } => {
                rig.bones.remove(role);
            }
        }
    }

    /// Whether it changes single bones, so that a rig which names none must name those that are found first.
    pub fn changes_bones(&self) -> bool {
        matches!(self, Self::SwapSides | Self::Bone { .. })
    }

    /// The way to what it changes in the document, as in `character.up`.
    pub fn path(&self, rig: &Rig) -> String {
        match self {
            Self::MetresPerUnit { .. } => "character.metres_per_unit".into(),
            Self::Up { .. } => "character.up".into(),
            Self::Forward { .. } => "character.forward".into(),
            Self::Rest { .. } => "character.rest".into(),
            Self::SwapSides => "bones".into(),
            Self::Bend { chain, .. } => match rig.chains.iter().position(|other| other.name == *chain) {
                Some(index) => format!("chains[{index}].solver.hint.offset"),
                None => "chains".into(),
            },
            Self::Bone { role, .. } => format!("bones.{role}"),
        }
    }
}

fn hint_of<'a>(rig: &'a mut Rig, chain: &str) -> Option<&'a mut Hint> {
    let chain = rig.chains.iter_mut().find(|other| other.name == chain)?;
    Some(match &mut chain.solver {
        Solver::TwoBone(two_bone) => &mut two_bone.hint,
        Solver::Fabrik(fabrik) => &mut fabrik.hint,
    })
}

/// What it does, as an order without a full stop.
impl Display for Fix {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::MetresPerUnit { value } => write!(f, "Take one unit as {value} m"),
            Self::Up { axis } => write!(f, "Take {} as up", axis.name()),
            Self::Forward { axis } => write!(f, "Take {} as the front", axis.name()),
            Self::Rest { from: RestSource::Bind } => f.write_str("Rest in the bind pose"),
            Self::Rest { from: RestSource::Nodes } => f.write_str("Rest in the pose of the nodes"),
            Self::SwapSides => f.write_str("Swap left and right"),
            Self::Bend { chain, offset } => {
                let way = if offset[2] < 0.0 { "backward" } else { "forward" };
                write!(f, "Bend {chain} {way}")
            }
            Self::Bone { role, bone: Some(bone) } => match bone {
                BoneRef::Role(other) => write!(f, "Take {other} as {role}"),
                BoneRef::Node(name) | BoneRef::Path(name) => write!(f, "Take {name:?} as {role}"),
                BoneRef::Index(index) => write!(f, "Take node {index} as {role}"),
            },
            Self::Bone { role, bone: None } => write!(f, "Leave {role} out"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::preset;

    #[test]
    fn each_fix_changes_the_value_at_its_path_and_reads_back() {
        let mut rig = preset("biped").unwrap();
        rig.bones = [(Role::LeftFoot, BoneRef::Node("a".into())), (Role::RightHand, BoneRef::Node("b".into()))].into();
        let offset = [0.0, 0.0, 0.4];
        let fixes = [
            (Fix::MetresPerUnit { value: 0.01 }, "character.metres_per_unit", "metres_per_unit: 0.01"),
            (Fix::Forward { axis: Axis::NegZ }, "character.forward", "forward: NegZ"),
            (Fix::Up { axis: Axis::X }, "character.up", "up: X"),
            (Fix::Rest { from: RestSource::Nodes }, "character.rest", "rest: Nodes"),
            (Fix::Bend { chain: "left_leg".into(), offset }, "chains[0].solver.hint.offset", "0.4"),
            (Fix::SwapSides, "bones", "rightFoot: Node(\"a\")"),
            (Fix::Bone { role: Role::LeftHand, bone: Some(BoneRef::Index(7)) }, "bones.leftHand", "leftHand: Index(7)"),
        ];
        for (fix, path, text) in fixes {
            assert_eq!(fix.path(&rig), path);
            fix.apply(&mut rig);
            let saved = rig.to_ron();
            assert!(saved.contains(text), "{fix}: {saved}");
            assert_eq!(Rig::from_ron(&saved).unwrap().rig, rig, "{fix}");
        }
        Fix::Up { axis: Axis::Z }.apply(&mut rig);
        assert_eq!(rig.character.forward, None, "a front along up is none");
        Fix::Bone { role: Role::LeftHand, bone: None }.apply(&mut rig);
        assert_eq!(rig.bones.get(&Role::LeftHand), None);
    }
}
