//! The ground's triangles on the graphics card, and drawing them.

use glam::{Mat3, Mat4, Vec3};
use three_d::{Context, Cull, ElementBuffer, RenderStates, VertexBuffer, Viewport};

use super::crease;
use super::program::Shader;
use crate::editor::viewport::scene::RenderGround;

/// Of the ribbons along sharp edges, in shares of the radius that is shown.
const RIBBON_WIDTH: f32 = 7e-4;

pub(super) struct GpuGround {
    source: RenderGround,
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    /// 1 in the first place on the ribbons along sharp edges, 0 on the ground.
    ribbon: VertexBuffer<[f32; 2]>,
    indices: ElementBuffer<u32>,
}

impl GpuGround {
    /// None for a ground with no triangles, or one whose lists do not agree in length.
    pub fn new(context: &Context, source: &RenderGround) -> Option<Self> {
        let mesh = &source.mesh;
        let count = mesh.positions.len();
        let whole = !mesh.indices.is_empty()
            && mesh.normals.len() == count
            && mesh.positions.iter().all(|position| position.is_finite())
            && mesh.indices.iter().all(|&index| (index as usize) < count);
        if !whole {
            return None;
        }
        let ribbons = crease::ribbons(mesh, source.fade_radius * RIBBON_WIDTH);
        let joined =
            |ground: &[Vec3], ribbons: &[Vec3]| ground.iter().chain(ribbons).map(Vec3::to_array).collect::<Vec<_>>();
        let ribbon_at = [[0.0; 2]].repeat(count).into_iter().chain([[1.0, 0.0]].repeat(ribbons.positions.len()));
        let ribbon_indices = ribbons.indices.iter().map(|index| index + count as u32);
        let indices: Vec<u32> = mesh.indices.iter().copied().chain(ribbon_indices).collect();
        Some(Self {
            source: source.clone(),
            positions: VertexBuffer::new_with_data(context, &joined(&mesh.positions, &ribbons.positions)),
            normals: VertexBuffer::new_with_data(context, &joined(&mesh.normals, &ribbons.normals)),
            ribbon: VertexBuffer::new_with_data(context, &ribbon_at.collect::<Vec<_>>()),
            indices: ElementBuffer::new_with_data(context, &indices),
        })
    }

    /// The shader has its camera, lights and colours set.
    pub fn draw(&self, shader: &Shader, shown: &RenderGround, viewport: Viewport) {
        shader.set("world_from_mesh", Mat4::from_translation(shown.offset));
        shader.set("grid_origin", shown.offset);
        shader.set("world_from_normal", Mat3::IDENTITY);
        shader.set("fade_center", shown.center);
        shader.set("fade_radius", shown.fade_radius);
        shader.attribute("position", &self.positions);
        shader.attribute("normal", &self.normals);
        shader.attribute("uv", &self.ribbon);
        shader.0.draw_elements(RenderStates { cull: Cull::None, ..RenderStates::default() }, viewport, &self.indices);
    }

    pub fn is_of(&self, shown: &RenderGround) -> bool {
        std::sync::Arc::ptr_eq(&self.source.mesh, &shown.mesh)
    }
}
