//! From the distance field to the finished surface: remeshed by curvature, then mirrored.

use glam::Vec3;

use super::body::Body;
use super::remesh::{Lengths, Mesh, Surface};
use super::surface::extract;

const LENGTHS: Lengths = Lengths { shortest: 0.0052, longest: 0.0195, of_radius: 0.46 };
/// The head is seen closest and wants a smooth outline.
const LONGEST_EDGE_ON_HEAD: f32 = 0.0115;
const ROUNDS: usize = 9;

/// The whole body's surface.
pub struct BodyMesh {
    pub positions: Vec<Vec3>,
    /// Unit, outwards.
    pub normals: Vec<Vec3>,
    /// Anticlockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// For each vertex its twin on the other side; itself on the middle plane.
    pub twins: Vec<u32>,
}

impl BodyMesh {
    pub fn build(body: &Body) -> Self {
        let half = extract(body).remesh(body, LENGTHS, ROUNDS);
        let mut mesh = Self::mirrored(half);
        mesh.normals = mesh.positions.iter().map(|&point| outward(body, point)).collect();
        mesh
    }

    fn mirrored(half: Mesh) -> Self {
        let mut positions = half.positions.clone();
        let mut twins: Vec<u32> = (0..positions.len() as u32).collect();
        for (index, point) in half.positions.iter().enumerate() {
            if point.x != 0.0 {
                twins[index] = positions.len() as u32;
                twins.push(index as u32);
                positions.push(Vec3::new(-point.x, point.y, point.z));
            }
        }
        let mut triangles = half.triangles.clone();
        triangles.extend(half.triangles.iter().map(|&[a, b, c]| [a, c, b].map(|vertex| twins[vertex as usize])));
        Self { normals: vec![Vec3::Y; positions.len()], positions, triangles, twins }
    }
}

fn outward(body: &Body, point: Vec3) -> Vec3 {
    let left = body.normal(Vec3::new(point.x.abs(), point.y, point.z));
    if point.x == 0.0 {
        Vec3::new(0.0, left.y, left.z).normalize_or(Vec3::Y)
    } else {
        Vec3::new(left.x * point.x.signum(), left.y, left.z)
    }
}

impl Surface for Body {
    fn longest_edge(&self, point: Vec3) -> f32 {
        if point.y > 1.53 { LONGEST_EDGE_ON_HEAD } else { f32::INFINITY }
    }

    fn project(&self, point: Vec3) -> Vec3 {
        Body::project(self, point)
    }

    fn normal(&self, point: Vec3) -> Vec3 {
        Body::normal(self, point)
    }
}
