use serde::{Deserialize, Serialize};

use crate::ground::GroundScene;
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// What only the editor reads. The runtime never looks here, and a game may strip it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EditorNotes {
    /// The model this rig was made on, relative to the rig's folder where possible, `/` between parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The ground shown under the character.
    pub ground: GroundScene,
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

const GROUND_SCENE: Record = Record {
    name: "GroundScene",
    fields: &[
        Field::required("shape", Kind::Choice(&GROUND_SHAPE), "the form of the ground"),
        Field::or("heading_deg", Kind::Number { min: -3600.0, max: 3600.0 }, "0.0", "the direction in which it rises"),
    ],
};

const GROUND_SHAPE: Choice = Choice {
    name: "GroundShape",
    variants: &[
        Variant { name: "Flat", body: Body::Nothing },
        Variant { name: "Slope", body: Body::Fields(&Record { name: "Slope", fields: &[angle(80.0)] }) },
        Variant {
            name: "Stairs",
            body: Body::Fields(&Record {
                name: "Stairs",
                fields: &[
                    Field::required("rise", Kind::Number { min: -2.0, max: 2.0 }, "height of a step, metres"),
                    Field::required("run", Kind::Number { min: 0.05, max: 10.0 }, "depth of a step, metres"),
                ],
            }),
        },
        Variant {
            name: "Bumps",
            body: Body::Fields(&Record {
                name: "Bumps",
                fields: &[
                    Field::required("amplitude", Kind::Number { min: 0.0, max: 2.0 }, "height of a wave, metres"),
                    Field::required("length", Kind::Number { min: 0.1, max: 100.0 }, "length of a wave, metres"),
                ],
            }),
        },
        Variant {
            name: "Ledge",
            body: Body::Fields(&Record {
                name: "Ledge",
                fields: &[Field::required("height", Kind::Number { min: -5.0, max: 5.0 }, "how far it drops, metres")],
            }),
        },
        Variant { name: "RampCorner", body: Body::Fields(&Record { name: "RampCorner", fields: &[angle(60.0)] }) },
    ],
};

const fn angle(largest: f32) -> Field {
    Field::required("angle_deg", Kind::Number { min: -largest, max: largest }, "how steep it is")
}
