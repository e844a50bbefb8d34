use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::ground::{Ground, Hit, LayerMask};

/// The form of an analytic ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum GroundShape {
    /// Height 0 everywhere.
    Flat,
    /// A plane through the origin.
    Slope { angle_deg: f32 },
    /// Steps that rise from the origin on.
    Stairs { rise: f32, run: f32 },
    /// Waves along both axes.
    Bumps { amplitude: f32, length: f32 },
}

/// An analytic ground, turned to a heading.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundScene {
    pub shape: GroundShape,
    /// The direction in which the ground rises, degrees from the way the character faces, towards its left. Default 0.
    #[serde(default)]
    pub heading_deg: f32,
}

impl Default for GroundScene {
    fn default() -> Self {
        Self { shape: GroundShape::Flat, heading_deg: 0.0 }
    }
}

impl Ground for GroundScene {
    fn cast(&self, _origin: Vec3, _direction: Vec3, _max_distance: f32, _layers: LayerMask) -> Option<Hit> {
        None
    }
}
