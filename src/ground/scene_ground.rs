use std::sync::Arc;

use glam::{Quat, Vec3};

use super::piece::{Piece, PieceShape};
use super::rubble::Rubble;
use super::solid::Solid;
use super::{Ground, GroundScene, Hit, LayerMask, PlacedScene, Scene, Surface, SurfaceMesh, SurfacePatch};
use crate::math::{Transform, direction_or, reject};

/// The triangles of a file as a piece of a scene: what casts meet and what is drawn, both in the file's own axes and metres.
pub struct SceneMesh {
    pub ground: Box<dyn Ground + Send + Sync>,
    pub surface: SurfaceMesh,
}

/// A mesh of a scene that could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces[{piece}]: the mesh {file:?} cannot be used: {reason}")]
pub struct MissingMesh {
    /// Index into [`Scene::pieces`].
    pub piece: usize,
    pub file: String,
    pub reason: String,
}

/// A scene laid into the world, at a moment.
///
/// By default nothing anywhere. It stands as at second 0 until [`SceneGround::set_time`]. The pieces that move are surfaces of their own: feet on them are carried.
#[derive(Default)]
pub struct SceneGround {
    /// Where the scene's axes are in the world.
    world_from_scene: Quat,
    pieces: Vec<Placed>,
}

struct Placed {
    piece: Piece,
    body: Body,
    surface: Surface,
    world_from_piece: Transform,
}

enum Body {
    /// Boxed, because it is the largest by far.
    Ground(Box<PlacedScene>),
    Solid(Solid),
    Rubble(Box<Rubble>),
    Mesh(Arc<SceneMesh>),
}

impl Scene {
    /// Lays a scene without meshes at the world's origin so that its +Z is `forward`, the way the character faces (its level part; +Z where it has
    /// none).
    ///
    /// # Errors
    /// With every piece that is a mesh: those are for [`Scene::placed_with`].
    pub fn placed(&self, forward: Vec3) -> Result<SceneGround, Vec<MissingMesh>> {
        self.placed_with(forward, &mut |_| Err("nothing was given to read it with".to_owned()))
    }

    /// The same, with meshes, which `read` brings by the names they have in the scene.
    ///
    /// # Errors
    /// With every mesh that `read` has not brought, and its reasons.
    pub fn placed_with(
        &self,
        forward: Vec3,
        read: &mut dyn FnMut(&str) -> Result<Arc<SceneMesh>, String>,
    ) -> Result<SceneGround, Vec<MissingMesh>> {
        let forward = direction_or(reject(forward, Vec3::Y), Vec3::Z);
        let mut missing = Vec::new();
        let mut pieces = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let body = match &piece.shape {
                PieceShape::Ground(shape) => {
                    // A ground that stands upright and still is asked in the world's own axes, where it keeps every bit.
                    let scene = GroundScene { shape: *shape, heading_deg: piece.heading_deg };
                    let own = GroundScene { heading_deg: 0.0, ..scene };
                    let placed = if piece.is_plain() { scene.placed(forward) } else { own.placed(Vec3::Z) };
                    Body::Ground(Box::new(placed))
                }
                PieceShape::Block { size } => Body::Solid(Solid::block(Vec3::from(*size))),
                PieceShape::Ramp { size } => Body::Solid(Solid::ramp(Vec3::from(*size))),
                PieceShape::Rubble { seed, count, size, area } => {
                    Body::Rubble(Box::new(Rubble::grow(*seed, *count, *size, *area)))
                }
                PieceShape::Mesh { file } => match read(file) {
                    Ok(mesh) => Body::Mesh(mesh),
                    Err(reason) => {
                        missing.push(MissingMesh { piece: index, file: file.clone(), reason });
                        continue;
                    }
                },
            };
            let surface = if piece.moves() { Surface(index as u32 + 1) } else { Surface::WORLD };
            pieces.push(Placed { piece: piece.clone(), body, surface, world_from_piece: Transform::IDENTITY });
        }
        if !missing.is_empty() {
            return Err(missing);
        }
        let half = 0.5 * forward.x.atan2(forward.z);
        let world_from_scene = Quat::from_xyzw(0.0, half.sin(), 0.0, half.cos());
        let mut ground = SceneGround { world_from_scene, pieces };
        ground.pieces.iter_mut().for_each(|placed| placed.set_time(world_from_scene, 0.0));
        Ok(ground)
    }
}

impl Piece {
    /// Upright and still, so that only its place tells it from an analytic ground alone.
    fn is_plain(&self) -> bool {
        self.pitch_deg == 0.0 && self.roll_deg == 0.0 && !self.moves()
    }
}

impl SceneGround {
    /// Where everything is at a time in seconds. It depends on the time alone, so that it can be set back as well. Allocates nothing.
    pub fn set_time(&mut self, time_s: f64) {
        let world_from_scene = self.world_from_scene;
        let moving = self.pieces.iter_mut().filter(|placed| placed.piece.moves());
        moving.for_each(|placed| placed.set_time(world_from_scene, time_s));
    }

    /// How many pieces there are; as many as in the scene.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether anything moves or turns.
    pub fn moves(&self) -> bool {
        self.pieces.iter().any(|placed| placed.piece.moves())
    }

    /// World from the axes of the triangles of a piece, now. None beyond the last.
    pub fn world_from_piece(&self, index: usize) -> Option<Transform> {
        Some(self.pieces.get(index)?.world_from_piece)
    }

    /// The triangles of a piece in its own axes; of a ground without end, what of it is in `patch`, which is in the world. Nothing beyond the
    /// last.
    pub fn surface(&self, index: usize, patch: SurfacePatch) -> SurfaceMesh {
        let Some(Placed { body, world_from_piece, .. }) = self.pieces.get(index) else { return SurfaceMesh::default() };
        match body {
            Body::Ground(ground) => {
                let center = world_from_piece.rotation.conjugate() * (patch.center - world_from_piece.translation);
                ground.surface(SurfacePatch { center, ..patch })
            }
            Body::Solid(solid) => {
                let mut mesh = SurfaceMesh::default();
                solid.surface_into(|point| point, &mut mesh);
                mesh
            }
            Body::Rubble(rubble) => rubble.surface(),
            Body::Mesh(mesh) => mesh.surface.clone(),
        }
    }

    /// Whether a piece is a ground without end, so that only a patch of it can be drawn. False beyond the last.
    pub fn is_endless(&self, index: usize) -> bool {
        self.pieces.get(index).is_some_and(|placed| matches!(placed.body, Body::Ground(_)))
    }

    /// Whether a piece moves or turns. False beyond the last.
    pub fn is_moving(&self, index: usize) -> bool {
        self.pieces.get(index).is_some_and(|placed| placed.piece.moves())
    }

    /// A height under which nothing of a piece is now, metres in the world: its own lowest, or a little less. Minus infinity for a ground
    /// without end, and beyond the last.
    pub fn lowest(&self, index: usize) -> f32 {
        let Some(Placed { body, world_from_piece, .. }) = self.pieces.get(index) else { return f32::NEG_INFINITY };
        let up_in_piece = world_from_piece.rotation.conjugate() * Vec3::Y;
        let lowest_of =
            |points: &mut dyn Iterator<Item = Vec3>| points.map(|p| p.dot(up_in_piece)).fold(f32::INFINITY, f32::min);
        let within = match body {
            Body::Ground(_) => f32::NEG_INFINITY,
            Body::Solid(solid) => lowest_of(&mut solid.corners().into_iter()),
            Body::Rubble(rubble) => rubble.lowest(),
            Body::Mesh(mesh) => lowest_of(&mut mesh.surface.positions.iter().copied()),
        };
        world_from_piece.translation.y + within
    }
}

impl Placed {
    fn set_time(&mut self, world_from_scene: Quat, time_s: f64) {
        let scene_from_piece = self.piece.scene_from_piece(time_s);
        let turns_itself = matches!(self.body, Body::Ground(_)) && self.piece.is_plain();
        let rotation = world_from_scene * scene_from_piece.rotation;
        self.world_from_piece = Transform {
            translation: world_from_scene * scene_from_piece.translation,
            rotation: if turns_itself { Quat::IDENTITY } else { rotation },
            ..scene_from_piece
        };
    }

    /// How far along the ray it is met, and the hit.
    fn cast(&self, origin: Vec3, direction: Vec3, most: f32) -> Option<(f32, Hit)> {
        let Transform { translation, rotation, .. } = self.world_from_piece;
        let from_origin = origin - translation;
        if let Body::Solid(solid) = &self.body {
            let (center, radius) = solid.ball();
            let to_center = rotation * center - from_origin;
            if reject(to_center, direction).length_squared() > radius * radius * 1.001 {
                return None;
            }
        }
        let is_turned = rotation != Quat::IDENTITY;
        let (start, mut way) = if is_turned {
            (rotation.conjugate() * from_origin, rotation.conjugate() * direction)
        } else {
            (from_origin, direction)
        };
        // Straight down stays so under a turn about the upright, but for rounding.
        if direction == Vec3::NEG_Y && reject(way, Vec3::Y).length_squared() < 1e-12 {
            way = Vec3::NEG_Y;
        }
        let mut exact = None;
        let mut of_ground = |ground: &dyn Ground| {
            let hit = ground.cast(start, way, most, LayerMask::ALL)?;
            exact = Some(hit.point + translation).filter(|_| !is_turned);
            Some(((hit.point - start).dot(way), hit.normal))
        };
        let (along, normal) = match &self.body {
            Body::Ground(ground) => of_ground(&**ground),
            Body::Solid(solid) => solid.cast(start, way, most),
            Body::Rubble(rubble) => rubble.cast(start, way, most),
            Body::Mesh(mesh) => of_ground(&*mesh.ground),
        }?;
        let point = exact.unwrap_or(origin + direction * along);
        let normal = if is_turned { rotation * normal } else { normal };
        Some((along, Hit { point, normal, surface: self.surface }))
    }
}

impl Ground for SceneGround {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, layers: LayerMask) -> Option<Hit> {
        if !(origin.is_finite() && direction.is_finite() && max_distance >= 0.0) {
            return None;
        }
        let mut nearest: Option<(f32, Hit)> = None;
        for placed in self.pieces.iter().filter(|placed| layers.0 >> placed.piece.layer.min(31) & 1 == 1) {
            let most = nearest.map_or(max_distance, |(way, _)| way);
            if let Some((way, hit)) = placed.cast(origin, direction, most)
                && nearest.is_none_or(|(before, _)| way < before)
            {
                nearest = Some((way, hit));
            }
        }
        nearest.map(|(_, hit)| hit)
    }

    fn world_from_surface(&self, surface: Surface) -> Transform {
        let index = (surface.0 as usize).checked_sub(1);
        index.and_then(|index| self.world_from_piece(index)).unwrap_or(Transform::IDENTITY)
    }
}
