use serde::{Deserialize, Serialize};

use crate::ground::GroundScene;

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
}

/// A goal as it was left in the editor: model space, metres, quaternion x y z w.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalNote {
    pub chain: String,
    pub position: [f32; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
}
