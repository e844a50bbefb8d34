use serde::{Deserialize, Serialize};

use crate::ground::{GROUND_SCENE, GroundScene, SCENE, Scene};
use crate::rig::schema::{Field, Kind, Record};

/// What only the editor reads. The runtime never looks here, and a game may strip it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EditorNotes {
    /// The model this rig was made on, relative to the rig's folder where possible, `/` between parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The ground shown under the character; what is under everything else where there is a scene.
    pub ground: GroundScene,
    /// A scene shown instead, a copy of its file. Its meshes are named relative to the rig's folder where possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// The clip that was playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<String>,
    /// Goals as they were left, by chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalNote>,
    /// Look target, model space, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_target: Option<[f32; 3]>,
    /// A thing in the scene for hands to hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prop: Option<PropNote>,
}

/// A thing in the editor's scene, and the hands on it: model space, metres, quaternion x y z w.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct PropNote {
    /// The name of a prop that comes with Surefoot.
    pub prop: String,
    pub position: [f32; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// The grip of each hand; none where it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
    /// Whether the character hangs from it. Default false.
    #[serde(default)]
    pub hang: bool,
}

/// A goal as it was left in the editor: model space, metres, quaternion x y z w.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalNote {
    pub chain: String,
    pub position: [f32; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
}

pub(crate) const EDITOR_NOTES: Record = Record {
    name: "EditorNotes",
    fields: &[
        Field::or("model", Kind::Optional(&Kind::Text), "None", "the model this rig was made on"),
        Field::or("ground", Kind::Record(&GROUND_SCENE), "(shape: Flat)", "the ground shown under the character"),
        Field::or("scene", Kind::Optional(&Kind::Record(&SCENE)), "None", "a scene shown instead"),
        Field::or("clip", Kind::Optional(&Kind::Text), "None", "the clip that was playing"),
        Field::or("goals", Kind::List(&Kind::Record(&GOAL_NOTE)), "[]", "goals as they were left, by chain"),
        Field::or("look_target", Kind::Optional(&Kind::POINT), "None", "the look target; model space, metres"),
        Field::or("prop", Kind::Optional(&Kind::Record(&PROP_NOTE)), "None", "a thing for hands to hold"),
    ],
};

const PROP_NOTE: Record = Record {
    name: "PropNote",
    fields: &[
        Field::required("prop", Kind::Name, "the name of a prop that comes with Surefoot"),
        Field::required("position", Kind::POINT, "model space, metres"),
        Field::or("rotation", Kind::Optional(&Kind::Tuple(4, &Kind::COORDINATE)), "None", "quaternion x y z w"),
        Field::or("left", Kind::Optional(&Kind::Text), "None", "the grip of the left hand"),
        Field::or("right", Kind::Optional(&Kind::Text), "None", "the grip of the right hand"),
        Field::or("hang", Kind::Bool, "false", "whether the character hangs from it"),
    ],
};

const GOAL_NOTE: Record = Record {
    name: "GoalNote",
    fields: &[
        Field::required("chain", Kind::Name, "the chain the goal is for"),
        Field::required("position", Kind::POINT, "model space, metres"),
        Field::or("rotation", Kind::Optional(&Kind::Tuple(4, &Kind::COORDINATE)), "None", "quaternion x y z w"),
    ],
};
