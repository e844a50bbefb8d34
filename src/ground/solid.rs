//! Blocks and ramps: what is cast against them, and their triangles.

use glam::Vec3;

use super::SurfaceMesh;
use crate::math::direction_or;

/// A convex body on its own origin, which is the middle of its underside: a block, or a wedge that rises ahead. Metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    size: Vec3,
    /// Only the block has a near wall; the top of the wedge slants down to it.
    is_ramp: bool,
}

impl Solid {
    pub fn block(size: Vec3) -> Self {
        Self { size: sound(size), is_ramp: false }
    }

    pub fn ramp(size: Vec3) -> Self {
        Self { size: sound(size), is_ramp: true }
    }

    /// The centre of a ball round it, and the ball's radius.
    pub fn ball(&self) -> (Vec3, f32) {
        (Vec3::Y * (self.size.y * 0.5), self.size.length() * 0.5)
    }

    /// Of the box round it.
    pub fn corners(&self) -> [Vec3; 8] {
        let Vec3 { x, y, z } = self.size * Vec3::new(0.5, 1.0, 0.5);
        [0, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let side = |bit: u32, low: f32, high: f32| if corner >> bit & 1 == 0 { low } else { high };
            Vec3::new(side(0, -x, x), side(1, 0.0, y), side(2, -z, z))
        })
    }

    /// Unit and away from the body, and how far its plane is from the origin along it.
    fn planes(&self) -> [(Vec3, f32); 6] {
        let half = self.size * 0.5;
        let top = if self.is_ramp {
            let up = direction_or(Vec3::new(0.0, self.size.z, -self.size.y), Vec3::Y);
            (up, up.dot(Vec3::new(0.0, 0.0, -half.z)))
        } else {
            (Vec3::Y, self.size.y)
        };
        [(Vec3::X, half.x), (Vec3::NEG_X, half.x), (Vec3::Z, half.z), (Vec3::NEG_Z, half.z), (Vec3::NEG_Y, 0.0), top]
    }

    /// How far along a ray it is met from outside, and the normal there. `direction` is unit; what starts inside meets nothing.
    pub fn cast(&self, origin: Vec3, direction: Vec3, most: f32) -> Option<(f32, Vec3)> {
        let (mut enter, mut leave, mut normal) = (f32::NEG_INFINITY, f32::INFINITY, None);
        for (out, distance) in self.planes() {
            let (outside, along) = (out.dot(origin) - distance, out.dot(direction));
            if along == 0.0 {
                if outside > 0.0 {
                    return None;
                }
            } else if along < 0.0 {
                if outside / -along > enter {
                    (enter, normal) = (outside / -along, Some(out));
                }
            } else {
                leave = leave.min(-outside / along);
            }
        }
        (enter >= 0.0 && enter <= leave && enter <= most).then_some(enter).zip(normal)
    }

    /// Its faces, flat; counter-clockwise seen from outside.
    pub fn surface_into(&self, place: impl Fn(Vec3) -> Vec3, mesh: &mut SurfaceMesh) {
        let Vec3 { x, y, z } = self.size * Vec3::new(0.5, 1.0, 0.5);
        let near_top = if self.is_ramp { 0.0 } else { y };
        let [a, b, c, d] = [(-x, -z), (x, -z), (x, z), (-x, z)].map(|(x, z)| Vec3::new(x, 0.0, z));
        let [e, f, g, h] = [(a, near_top), (b, near_top), (c, y), (d, y)].map(|(low, top)| low + Vec3::Y * top);
        let quads = [[a, b, c, d], [e, h, g, f], [c, g, h, d], [b, f, g, c], [d, h, e, a], [a, e, f, b]];
        // The last is the near wall.
        for corners in &quads[..if self.is_ramp { 5 } else { 6 }] {
            let corners = corners.map(&place);
            let normal = direction_or((corners[2] - corners[0]).cross(corners[3] - corners[1]), Vec3::Y);
            let first = mesh.positions.len() as u32;
            mesh.positions.extend(corners);
            mesh.normals.extend([normal; 4]);
            mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
}

/// A size that is no size becomes the least.
fn sound(size: Vec3) -> Vec3 {
    Vec3::from(size.to_array().map(|edge| if edge.is_finite() { edge.clamp(0.01, 1000.0) } else { 0.01 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_met_on_the_face_that_looks_at_the_cast() {
        let block = Solid::block(Vec3::new(2.0, 0.5, 4.0));
        assert_eq!(block.cast(Vec3::new(0.9, 2.0, -1.9), Vec3::NEG_Y, 5.0), Some((1.5, Vec3::Y)));
        assert_eq!(block.cast(Vec3::new(1.1, 2.0, 0.0), Vec3::NEG_Y, 5.0), None, "beside it");
        assert_eq!(block.cast(Vec3::new(0.0, 2.0, 0.0), Vec3::NEG_Y, 1.4), None, "too far");
        assert_eq!(block.cast(Vec3::new(0.0, 0.2, 0.0), Vec3::NEG_Y, 5.0), None, "from inside");
        assert_eq!(block.cast(Vec3::new(0.0, -1.0, 0.0), Vec3::Y, 5.0), Some((1.0, Vec3::NEG_Y)));
        assert_eq!(block.cast(Vec3::new(0.0, 0.25, -3.0), Vec3::Z, 5.0), Some((1.0, Vec3::NEG_Z)));
        // From (3, 0.25, 0) at 45° towards -x and +z: x is 1 after 2·√2.
        let slanting = Vec3::new(-1.0, 0.0, 1.0).try_normalize().unwrap();
        let (way, normal) = block.cast(Vec3::new(3.0, 0.25, -1.0), slanting, 5.0).unwrap();
        assert!((way - 8.0_f32.sqrt()).abs() < 1e-5 && normal == Vec3::X, "{way} {normal}");
    }

    #[test]
    fn a_ramp_rises_ahead_and_falls_off_behind_its_end() {
        // 1 m up over 2 m: y is (z + 1) / 2.
        let ramp = Solid::ramp(Vec3::new(1.0, 1.0, 2.0));
        for (z, height) in [(-0.9, 0.05), (0.0, 0.5), (0.9, 0.95)] {
            let (way, normal) = ramp.cast(Vec3::new(0.3, 3.0, z), Vec3::NEG_Y, 5.0).unwrap();
            assert!((3.0 - way - height).abs() < 1e-6, "{z}: {way}");
            let wanted = Vec3::new(0.0, 2.0, -1.0) / 5.0_f32.sqrt();
            assert!(normal.distance(wanted) < 1e-6);
        }
        assert_eq!(ramp.cast(Vec3::new(0.0, 3.0, 1.1), Vec3::NEG_Y, 5.0), None);
        assert_eq!(ramp.cast(Vec3::new(0.0, 0.5, 3.0), Vec3::NEG_Z, 5.0), Some((2.0, Vec3::Z)));
    }

    #[test]
    fn triangles_look_outwards_and_lie_on_the_faces() {
        for solid in [Solid::block(Vec3::new(1.0, 2.0, 3.0)), Solid::ramp(Vec3::new(1.0, 2.0, 3.0))] {
            let mut mesh = SurfaceMesh::default();
            solid.surface_into(|point| point, &mut mesh);
            let middle = Vec3::new(0.0, 0.9, 0.5);
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| mesh.positions[triangle[corner] as usize]);
                let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
                assert!(normal.dot(a - middle) > 0.0, "{a} {b} {c}");
                assert!(normal.distance(mesh.normals[triangle[0] as usize]) < 1e-5);
                let face = (a + b + c) / 3.0;
                let (way, met) = solid.cast(face + normal, -normal, 2.0).unwrap();
                assert!((way - 1.0).abs() < 1e-5 && met.distance(normal) < 1e-5, "{face}");
            }
        }
    }
}
