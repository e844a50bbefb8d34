use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::humanoid::Role;
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};
use crate::rig::{Chain, Correction, EditorNotes, Gait, Grounding, JointLimit, LookAt, TwistBone};

/// The version this library writes.
pub const FORMAT_VERSION: u32 = 1;

/// Which bone is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BoneRef {
    /// The bone with this role, whatever it is called.
    Role(Role),
    /// The node with this name; an error when several have it.
    Node(String),
    /// The node at this path of names from the root, joined by `/`, where a name repeats.
    Path(String),
    /// The node with this index in the file, where it has no name.
    Index(u32),
}

/// What an animator decides about a character: the whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rig {
    /// Version of the file format; [`FORMAT_VERSION`] for what this library writes.
    pub format_version: u32,
    /// Shown to people; any text.
    #[serde(default)]
    pub name: String,
    /// Length of the leg, hip to ankle, on which the lengths in this file were chosen; metres, above 0, default 0.85.
    pub reference_leg_length: f32,
    /// How this character's file stands in the world; at its defaults in a preset.
    #[serde(default)]
    pub character: Correction,
    /// Which bone of this character has which role; empty in a preset, and then roles are detected.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bones: BTreeMap<Role, BoneRef>,
    /// Solved as pelvis, spine, arms, legs, whatever their order here; within one of these in this order.
    #[serde(default)]
    pub chains: Vec<Chain>,
    /// Joint limits, shared by every solver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JointLimit>,
    /// Bones along the limbs that take up roll. Default none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twist_bones: Vec<TwistBone>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<LookAt>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grounding: Option<Grounding>,
    /// Steps without a clip, where a game asks for them. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gait: Option<Gait>,
    /// What only the editor reads: the model, the scene, the goals as they were left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editor: Option<EditorNotes>,
}

impl Default for Rig {
    fn default() -> Self {
        Self {
            format_version: FORMAT_VERSION,
            name: String::new(),
            reference_leg_length: 0.85,
            character: Correction::default(),
            bones: BTreeMap::new(),
            chains: Vec::new(),
            limits: Vec::new(),
            twist_bones: Vec::new(),
            look_at: None,
            grounding: None,
            gait: None,
            editor: None,
        }
    }
}

pub(crate) const BONE_REF: Choice = Choice {
    name: "BoneRef",
    variants: &[
        Variant { name: "Role", body: Body::One(Kind::Role) },
        Variant { name: "Node", body: Body::One(Kind::Name) },
        Variant { name: "Path", body: Body::One(Kind::Name) },
        Variant { name: "Index", body: Body::One(Kind::Whole { min: 0, max: u32::MAX }) },
    ],
};

pub(crate) const RIG: Record = Record {
    name: "Rig",
    fields: &[
        Field::required(
            "format_version",
            Kind::Whole { min: 1, max: FORMAT_VERSION },
            "the version of the file format",
        ),
        Field::or("name", Kind::Text, "\"\"", "shown to people"),
        Field::required(
            "reference_leg_length",
            Kind::Number { min: 0.001, max: 1000.0 },
            "the leg, hip to ankle, on which the lengths in this file were chosen; metres",
        ),
        Field::or(
            "character",
            Kind::Record(&super::correction::CORRECTION),
            "()",
            "how this character's file stands in the world",
        ),
        Field::or("bones", Kind::ByRole(&Kind::BONE), "{}", "which bone of this character has which role"),
        Field::or(
            "chains",
            Kind::List(&Kind::Record(&super::chain::CHAIN)),
            "[]",
            "runs of bones that are bent towards goals",
        ),
        Field::or(
            "limits",
            Kind::List(&Kind::Record(&super::limit::JOINT_LIMIT)),
            "[]",
            "how far joints may turn, for every solver",
        ),
        Field::or(
            "twist_bones",
            Kind::List(&Kind::Record(&super::twist::TWIST_BONE)),
            "[]",
            "bones along the limbs that take up roll",
        ),
        Field::or(
            "look_at",
            Kind::Optional(&Kind::Record(&super::look_at::LOOK_AT)),
            "None",
            "turns spine, head and eyes towards a target",
        ),
        Field::or(
            "grounding",
            Kind::Optional(&Kind::Record(&super::grounding::GROUNDING)),
            "None",
            "puts feet on the ground",
        ),
        Field::or("gait", Kind::Optional(&Kind::Record(&super::gait::GAIT)), "None", "steps without a clip"),
        Field::or(
            "editor",
            Kind::Optional(&Kind::Record(&super::editor_notes::EDITOR_NOTES)),
            "None",
            "what only the editor reads",
        ),
    ],
};
