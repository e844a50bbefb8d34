use glam::Vec3;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;

use crate::ground::{Ground, Hit, LayerMask, SurfaceMesh};

/// A ground made of triangles, with a tree over them so that a cast is fast.
///
/// Both sides of a triangle are met, because terrain is often wound the wrong way; the normal is turned towards the cast's origin.
pub struct MeshGround {
    mesh: TriMesh,
}

/// Why triangles make no ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshGroundError {
    #[error("the mesh has no triangle with an area")]
    Empty,
    #[error("triangle {triangle} names vertex {vertex}, but there are {count}")]
    IndexOutOfRange { triangle: usize, vertex: u32, count: usize },
    #[error("the mesh has {0} triangles, more than can be numbered")]
    TooLarge(usize),
}

impl MeshGround {
    /// Builds a ground from world-space vertices, metres, and three indices a triangle. Triangles without area or with a vertex
    /// that is not finite are left out.
    ///
    /// # Errors
    /// When an index is out of range or no triangle is left.
    pub fn new(positions: &[Vec3], indices: &[u32]) -> Result<Self, MeshGroundError> {
        if indices.len() / 3 > u32::MAX as usize / 4 {
            return Err(MeshGroundError::TooLarge(indices.len() / 3));
        }
        let mut triangles = Vec::with_capacity(indices.len() / 3);
        for (triangle, corners) in indices.chunks_exact(3).enumerate() {
            let corners = [corners[0], corners[1], corners[2]];
            let mut points = [Vec3::ZERO; 3];
            for (point, &vertex) in points.iter_mut().zip(&corners) {
                *point = *positions.get(vertex as usize).ok_or(MeshGroundError::IndexOutOfRange {
                    triangle,
                    vertex,
                    count: positions.len(),
                })?;
            }
            let [a, b, c] = points;
            let area = (b - a).cross(c - a).length();
            if area.is_finite() && area > 0.0 {
                triangles.push(corners);
            }
        }
        let vertices =
            positions.iter().map(|p| if p.is_finite() { p.to_array().into() } else { [0.0; 3].into() }).collect();
        let mesh = TriMesh::new(vertices, triangles).map_err(|_| MeshGroundError::Empty)?;
        Ok(Self { mesh })
    }

    /// Its triangles, with flat normals, for drawing.
    pub fn surface(&self) -> SurfaceMesh {
        let mut surface = SurfaceMesh::default();
        for triangle in self.mesh.triangles() {
            let corners = [triangle.a, triangle.b, triangle.c].map(|p| Vec3::from_array(p.into()));
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Y);
            let first = surface.positions.len() as u32;
            surface.positions.extend(corners);
            surface.normals.extend([normal; 3]);
            surface.indices.extend([first, first + 1, first + 2]);
        }
        surface
    }
}

impl Ground for MeshGround {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _layers: LayerMask) -> Option<Hit> {
        if !(origin.is_finite() && direction.is_finite() && max_distance >= 0.0) {
            return None;
        }
        let ray = Ray::new(origin.to_array().into(), direction.to_array().into());
        let met = self.mesh.cast_local_ray_and_get_normal(&ray, max_distance, false)?;
        let normal = Vec3::from_array(met.normal.into()).try_normalize()?;
        let normal = if normal.dot(direction) > 0.0 { -normal } else { normal };
        Some(Hit::still(origin + direction * met.time_of_impact, normal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cast_meets_the_triangle_below_whichever_way_it_is_wound() {
        let corners = [Vec3::new(-1.0, 0.5, -1.0), Vec3::new(1.0, 0.5, -1.0), Vec3::new(0.0, 0.5, 1.0)];
        for indices in [[0, 1, 2], [0, 2, 1]] {
            let ground = MeshGround::new(&corners, &indices).unwrap();
            let hit = ground.cast(Vec3::new(0.0, 2.0, 0.0), Vec3::NEG_Y, 5.0, LayerMask::ALL).unwrap();
            assert!(hit.point.distance(Vec3::Y * 0.5) < 1e-6 && hit.normal.distance(Vec3::Y) < 1e-6, "{hit:?}");
            assert_eq!(ground.cast(Vec3::new(0.0, 2.0, 0.0), Vec3::NEG_Y, 1.0, LayerMask::ALL), None);
            assert_eq!(ground.cast(Vec3::new(3.0, 2.0, 0.0), Vec3::NEG_Y, 5.0, LayerMask::ALL), None);
        }
    }

    #[test]
    fn broken_meshes_are_refused_by_name() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::NAN];
        assert_eq!(MeshGround::new(&corners, &[0, 1, 2]).err(), Some(MeshGroundError::Empty));
        let error = MeshGround::new(&corners, &[0, 1, 7]).err();
        assert_eq!(error, Some(MeshGroundError::IndexOutOfRange { triangle: 0, vertex: 7, count: 3 }));
    }
}
