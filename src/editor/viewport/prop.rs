//! Props as something to draw.

use std::f32::consts::TAU;
use std::sync::Arc;

use glam::{Affine3A, Vec3};
use surefoot::character::{AlphaMode, Character, JointTraits, Material, Mesh, Wrap};
use surefoot::math::Transform;
use surefoot::prop::PropShape;
use surefoot::skeleton::{Joint, Skeleton};
use surefoot::skin::Binding;

use super::scene::{RenderCharacter, RenderProp};

const AROUND: u32 = 40;

/// The thing that was last drawn; its mesh is made anew when the shape changes.
#[derive(Default)]
pub struct PropCache {
    drawn: Option<(PropShape, RenderCharacter)>,
}

impl PropCache {
    /// None for a shape that is a file, which is not drawn yet.
    ///
    /// A wall that is seen from behind is seen through.
    pub fn render(&mut self, shape: &PropShape, world_from_prop: Transform, eye: Vec3) -> Option<RenderProp> {
        if self.drawn.as_ref().is_none_or(|(drawn, _)| drawn != shape) {
            let character = Arc::new(solid(shape)?);
            let pose = Arc::new(character.skeleton.rest_globals().clone());
            let drawn = RenderCharacter { character, pose, world_from_model: Affine3A::IDENTITY };
            self.drawn = Some((shape.clone(), drawn));
        }
        let (_, drawn) = self.drawn.as_ref()?;
        let front = world_from_prop.rotation * Vec3::Z;
        Some(RenderProp {
            solid: RenderCharacter { world_from_model: world_from_prop.to_affine(), ..drawn.clone() },
            see_through: matches!(shape, PropShape::Ledge { .. })
                && (eye - world_from_prop.translation).dot(front) < 0.0,
        })
    }
}

/// One joint that carries one mesh.
fn solid(shape: &PropShape) -> Option<Character> {
    let mut builder = Builder::default();
    match *shape {
        PropShape::Box { size } => builder.cuboid(Vec3::ZERO, Vec3::from(size) * 0.5),
        PropShape::Ledge { width, height, depth } => {
            builder.cuboid(Vec3::new(0.0, -height * 0.5, -depth * 0.5), Vec3::new(width, height, depth) * 0.5);
        }
        PropShape::Cylinder { radius, length } => builder.cylinder(radius, length),
        PropShape::Sphere { radius } => builder.sphere(radius),
        PropShape::Model { .. } => return None,
    }
    let joint = Joint { name: "prop".into(), parent: None, rest: Transform::IDENTITY, source: None };
    let skeleton = Skeleton::new(vec![joint]).ok()?;
    let binding = Binding::Rigid(skeleton.id(0)?);
    let Builder { positions, normals, indices } = builder;
    let mesh = Mesh {
        name: "prop".into(),
        positions,
        normals,
        uvs: Vec::new(),
        colors: Vec::new(),
        indices,
        binding,
        material: 0,
    };
    let material = Material {
        name: String::new(),
        base_color: [1.0; 4],
        base_color_image: None,
        emissive: [0.0; 3],
        emissive_image: None,
        wrap: [Wrap::Repeat; 2],
        alpha: AlphaMode::Opaque,
        double_sided: false,
    };
    Some(Character {
        name: "prop".into(),
        traits: vec![JointTraits::default(); skeleton.len()],
        node_rest: None,
        skins: Vec::new(),
        meshes: vec![mesh],
        materials: vec![material],
        images: Vec::new(),
        clips: Vec::new(),
        vrm: None,
        warnings: Vec::new(),
        skeleton,
    })
}

#[derive(Default)]
struct Builder {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    indices: Vec<u32>,
}

impl Builder {
    fn vertex(&mut self, position: Vec3, normal: Vec3) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        self.positions.len() as u32 - 1
    }

    fn cuboid(&mut self, center: Vec3, half: Vec3) {
        for (normal, side) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
            for normal in [normal, -normal] {
                let other = normal.cross(side);
                let first = self.positions.len() as u32;
                for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    self.vertex(center + (normal + side * a + other * b) * half, normal);
                }
                self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
            }
        }
    }

    /// Along y.
    fn cylinder(&mut self, radius: f32, length: f32) {
        let way = |step: u32| {
            let (sine, cosine) = (TAU * step as f32 / AROUND as f32).sin_cos();
            Vec3::new(sine, 0.0, cosine)
        };
        let half = Vec3::Y * (length * 0.5);
        for step in 0..AROUND {
            let (now, next) = (way(step), way(step + 1));
            let corners = [(now, -half), (next, -half), (next, half), (now, half)];
            let side = corners.map(|(way, up)| self.vertex(way * radius + up, way));
            self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| side[corner]));
            for (up, ends) in [(half, [now, next]), (-half, [next, now])] {
                let normal = if up.y > 0.0 { Vec3::Y } else { Vec3::NEG_Y };
                let fan = [Vec3::ZERO, ends[0], ends[1]].map(|way| self.vertex(way * radius + up, normal));
                self.indices.extend(fan);
            }
        }
    }

    fn sphere(&mut self, radius: f32) {
        let rows = AROUND / 2;
        for row in 0..=rows {
            let (ring, height) = (TAU * 0.5 * row as f32 / rows as f32).sin_cos();
            for step in 0..=AROUND {
                let (sine, cosine) = (TAU * step as f32 / AROUND as f32).sin_cos();
                let normal = Vec3::new(sine * ring, height, cosine * ring);
                self.vertex(normal * radius, normal);
            }
        }
        for row in 0..rows {
            for step in 0..AROUND {
                let (here, below) = (row * (AROUND + 1) + step, (row + 1) * (AROUND + 1) + step);
                self.indices.extend([here, below, below + 1, here, below + 1, here + 1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counter-clockwise from outside, with normals that lead out.
    #[test]
    fn every_solid_is_closed_and_faces_outwards() {
        for shape in [
            PropShape::Box { size: [0.3, 0.2, 0.1] },
            PropShape::Cylinder { radius: 0.1, length: 1.0 },
            PropShape::Sphere { radius: 0.5 },
            PropShape::Ledge { width: 2.0, height: 1.0, depth: 0.5 },
        ] {
            let character = solid(&shape).unwrap();
            let mesh = &character.meshes[0];
            let (mut volume, mut area) = (0.0, Vec3::ZERO);
            for corner in mesh.indices.as_chunks::<3>().0 {
                let [a, b, c] = corner.map(|index| mesh.positions[index as usize]);
                let facing = (b - a).cross(c - a);
                volume += a.dot(b.cross(c)) / 6.0;
                area += facing;
                let normal = mesh.normals[corner[0] as usize];
                assert!(facing.length() < 1e-9 || facing.dot(normal) >= 0.0, "{shape:?}");
            }
            assert!(area.length() < 1e-4, "{shape:?} is open");
            let wanted = match shape {
                PropShape::Box { .. } => 0.006,
                PropShape::Cylinder { .. } => 0.01 * std::f32::consts::PI,
                PropShape::Sphere { .. } => 0.125 * std::f32::consts::PI * 4.0 / 3.0,
                _ => 1.0,
            };
            assert!((volume / wanted - 1.0).abs() < 0.02, "{shape:?}: {volume}");
        }
        assert!(solid(&PropShape::Model { file: "sword.glb".into() }).is_none());
    }
}
