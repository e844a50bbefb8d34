use serde::{Deserialize, Serialize};

/// The form of an analytic ground. Seen along its heading: `ahead` metres forward of the origin, `aside` metres to the left.
/// All have height 0 at the origin, where the character stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum GroundShape {
    /// Height 0 everywhere.
    Flat,
    /// A plane through the origin. -80..=80; negative falls towards the heading.
    Slope { angle_deg: f32 },
    /// Steps without end, up ahead and down behind; the origin is in the middle of one. Metres, `rise` -2..=2, `run` 0.05..=10.
    Stairs { rise: f32, run: f32 },
    /// Waves along both axes. Metres, `amplitude` 0..=2, `length` 0.1..=100.
    Bumps { amplitude: f32, length: f32 },
    /// An edge 0.2 m ahead, beyond which the ground is `height` metres lower. -5..=5.
    Ledge { height: f32 },
    /// A ramp that begins at the origin and fills the left half only, with an open side. -60..=60.
    RampCorner { angle_deg: f32 },
}

impl GroundShape {
    /// Where a [`GroundShape::Ledge`] has its edge, metres ahead.
    pub const LEDGE_AHEAD: f32 = 0.2;

    /// Metres above the origin's height, and the change of height per metre `[ahead, aside]`.
    pub fn height_and_slope(&self, ahead: f32, aside: f32) -> (f32, [f32; 2]) {
        match *self {
            Self::Flat => (0.0, [0.0; 2]),
            Self::Slope { angle_deg } => {
                let grade = grade(angle_deg);
                (grade * ahead, [grade, 0.0])
            }
            Self::Stairs { rise, run } => (rise * (ahead / run.max(0.05) + 0.5).floor(), [0.0; 2]),
            Self::Bumps { amplitude, length } => {
                let turns = std::f32::consts::TAU / length.max(0.1);
                let ((sin_ahead, cos_ahead), (sin_aside, cos_aside)) =
                    ((ahead * turns).sin_cos(), (aside * turns).sin_cos());
                let slope = [amplitude * turns * cos_ahead * cos_aside, -amplitude * turns * sin_ahead * sin_aside];
                (amplitude * sin_ahead * cos_aside, slope)
            }
            Self::Ledge { height } => (if ahead > Self::LEDGE_AHEAD { -height } else { 0.0 }, [0.0; 2]),
            Self::RampCorner { angle_deg } if ahead > 0.0 && aside > 0.0 => {
                let grade = grade(angle_deg);
                (grade * ahead, [grade, 0.0])
            }
            Self::RampCorner { .. } => (0.0, [0.0; 2]),
        }
    }
}

fn grade(angle_deg: f32) -> f32 {
    angle_deg.clamp(-80.0, 80.0).to_radians().tan()
}

/// An analytic ground, turned to a heading.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundScene {
    pub shape: GroundShape,
    /// The direction in which the ground rises: degrees from the way the character faces, towards its left. Default 0.
    #[serde(default)]
    pub heading_deg: f32,
}

impl Default for GroundScene {
    fn default() -> Self {
        Self { shape: GroundShape::Flat, heading_deg: 0.0 }
    }
}
