use serde::{Deserialize, Serialize};

/// How the viewport shows things. Not part of the document; kept in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewOptions {
    pub theme: ThemeChoice,
    pub shading: Shading,
    pub bones: BoneStyle,
    pub bone_names: bool,
    pub grid: bool,
    pub limits: bool,
    /// Where the knee or elbow of the selected limb would swing round.
    pub swing_map: bool,
    pub contacts: bool,
    /// The pose as it came in, as a ghost.
    pub ghost: bool,
    pub gizmo: GizmoMode,
    pub gizmo_space: GizmoSpace,
    /// Snap always, not only with Ctrl held.
    pub snap: bool,
    /// Metres, above 0.
    pub snap_distance: f32,
    /// Degrees, above 0.
    pub snap_angle_deg: f32,
    /// No easing.
    pub reduced_motion: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            shading: Shading::Textured,
            bones: BoneStyle::Sticks,
            bone_names: false,
            grid: true,
            limits: true,
            swing_map: false,
            contacts: true,
            ghost: false,
            gizmo: GizmoMode::Move,
            gizmo_space: GizmoSpace::World,
            snap: false,
            snap_distance: 0.05,
            snap_angle_deg: 5.0,
            reduced_motion: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Shading {
    #[default]
    Textured,
    /// One plain material.
    Clay,
    /// Plain and see-through, so that bones read.
    XRay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum BoneStyle {
    Hidden,
    #[default]
    Sticks,
    Octahedra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GizmoMode {
    #[default]
    Move,
    Rotate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GizmoSpace {
    Local,
    #[default]
    World,
}

/// What the camera was last asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraRequest {
    FrameAll,
    /// The same, turned to where the ground does not hide it.
    FrameInSight,
    /// Frame the character that is rigged, of several in the file.
    FrameCharacter,
    /// Frame the selection, or everything where nothing is selected.
    FrameSelected,
    Front,
    Back,
    Left,
    Right,
    Top,
    Bottom,
    /// Between perspective and parallel lines.
    ToggleProjection,
}
