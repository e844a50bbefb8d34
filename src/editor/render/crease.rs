//! Thin ribbons along the edges at which a ground bends, so that steps read from every side.

use std::collections::HashMap;

use glam::Vec3;
use surefoot::ground::SurfaceMesh;
use surefoot::math::direction_or;

/// Grounds with more triangles than this are scans or landscapes: they have form enough.
const MOST_TRIANGLES: usize = 20_000;
/// Faces that meet at a smaller angle than this are one surface: its cosine.
const SMOOTH_COSINE: f32 = 0.94;
/// Corners nearer than this are one, metres.
const SAME_PLACE: f32 = 1e-3;

/// Ribbons `width` metres wide, on both faces of every edge at which `mesh` bends sharply. Edges of one face alone are
/// where the ground was cut off, and get none.
pub(super) fn ribbons(mesh: &SurfaceMesh, width: f32) -> SurfaceMesh {
    let mut out = SurfaceMesh::default();
    if mesh.indices.len() / 3 > MOST_TRIANGLES || !(width > 0.0) {
        return out;
    }
    let faces: Vec<Face> = mesh.indices.as_chunks::<3>().0.iter().map(|corners| Face::new(mesh, *corners)).collect();
    let mut normals_at: HashMap<[[i32; 3]; 2], Vec<Vec3>> = HashMap::new();
    for face in &faces {
        for edge in face.edges() {
            normals_at.entry(key(edge)).or_default().push(face.normal);
        }
    }
    for face in &faces {
        for [a, b] in face.edges() {
            let bends = normals_at[&key([a, b])].iter().any(|other| other.dot(face.normal) < SMOOTH_COSINE);
            if !bends {
                continue;
            }
            // A hair above the face, so that the face does not win the depth test.
            let lift = face.normal * (width * 0.15);
            let inward = direction_or(face.normal.cross(b - a), Vec3::ZERO) * width;
            let first = out.positions.len() as u32;
            out.positions.extend([a, b, b + inward, a + inward].map(|corner| corner + lift));
            out.normals.extend([face.normal; 4]);
            out.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    out
}

struct Face {
    corners: [Vec3; 3],
    /// Zero for a face without area.
    normal: Vec3,
}

impl Face {
    fn new(mesh: &SurfaceMesh, corners: [u32; 3]) -> Self {
        let corners = corners.map(|corner| mesh.positions[corner as usize]);
        let [a, b, c] = corners;
        Self { corners, normal: direction_or((b - a).cross(c - a), Vec3::ZERO) }
    }

    fn edges(&self) -> [[Vec3; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// The same for both directions of an edge.
fn key([a, b]: [Vec3; 2]) -> [[i32; 3]; 2] {
    let [a, b] = [a, b].map(|corner| (corner / SAME_PLACE).to_array().map(|axis| axis.round() as i32));
    if a <= b { [a, b] } else { [b, a] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot::ground::{GroundScene, SurfacePatch};

    fn ribbons_of(spec: &str) -> usize {
        let placed = spec.parse::<GroundScene>().unwrap().placed(Vec3::Z);
        let mesh = placed.surface(SurfacePatch { center: Vec3::ZERO, half_size: 1.0 });
        ribbons(&mesh, 0.01).positions.len() / 4
    }

    #[test]
    fn only_sharp_bends_get_ribbons() {
        assert_eq!(ribbons_of("flat"), 0);
        assert_eq!(ribbons_of("slope:30"), 0);
        assert_eq!(ribbons_of("bumps:0.05x2"), 0);
        // The wall's foot and its top, each with a ribbon on the tread and one on the wall.
        assert_eq!(ribbons_of("ledge:0.3"), 4);
    }
}
