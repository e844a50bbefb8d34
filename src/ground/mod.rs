//! The ground as solvers see it: something that can be asked what lies below a point.

use glam::Vec3;

use crate::math::Transform;

mod document;
mod piece;
mod placed;
mod presets;
mod ride;
mod rubble;
mod scene;
mod scene_ground;
mod solid;
mod spec;
mod surface;

pub(crate) use document::SCENE;
pub use document::{SCENE_FORMAT_VERSION, Scene, SceneReading};
pub use piece::{Moving, Piece, PieceShape};
pub use placed::PlacedScene;
pub use presets::{scene, scene_names};
pub use ride::Ride;
pub(crate) use scene::GROUND_SCENE;
pub use scene::{GroundScene, GroundShape};
pub use scene_ground::{MissingMesh, SceneGround, SceneMesh};
pub use spec::SpecError;
pub use surface::{SurfaceMesh, SurfacePatch};

/// One thing that carries feet and may move: a lift, a raft, a turntable. Numbered by the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Surface(pub u32);

impl Surface {
    /// Ground that never moves.
    pub const WORLD: Self = Self(0);
}

/// What a cast met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// World space, metres.
    pub point: Vec3,
    /// Unit, world space, away from the solid side.
    pub normal: Vec3,
    /// What the point belongs to; a foot that stands on it is carried along.
    pub surface: Surface,
}

impl Hit {
    /// On ground that never moves.
    pub fn still(point: Vec3, normal: Vec3) -> Self {
        Self { point, normal, surface: Surface::WORLD }
    }
}

/// Bits of the layers a cast may meet. A rig carries a mask; a game gives its own layers these bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerMask(pub u32);

impl LayerMask {
    pub const ALL: Self = Self(u32::MAX);
}

/// Ground that a game, an editor scene or a test brings.
///
/// The same question must get the same answer within one call of `solve`. Answers that are not finite are taken as no hit.
pub trait Ground {
    /// The first surface on the way from `origin` along the unit `direction`, at most `max_distance` metres away; world
    /// space. A cast that starts below the ground and goes down meets nothing.
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, layers: LayerMask) -> Option<Hit>;

    /// World from the axes of `surface` now: where that thing is and how it is turned. Its scale is not read.
    ///
    /// Only the change from call to call counts, so any point of the thing may be its origin. The identity, as by default, for ground
    /// that never moves.
    fn world_from_surface(&self, surface: Surface) -> Transform {
        let _ = surface;
        Transform::IDENTITY
    }
}

/// Nothing anywhere: every cast misses, so grounding leaves the pose alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGround;

impl Ground for NoGround {
    fn cast(&self, _origin: Vec3, _direction: Vec3, _max_distance: f32, _layers: LayerMask) -> Option<Hit> {
        None
    }
}
