//! The ground's triangles on the graphics card, and drawing them.

use std::sync::Arc;

use glam::{Affine3A, Mat3, Mat4, Vec3};
use surefoot::ground::SurfaceMesh;
use three_d::{Context, Cull, ElementBuffer, RenderStates, VertexBuffer, Viewport};

use super::crease;
use super::program::Shader;
use crate::editor::viewport::scene::{RenderGround, RenderPart};

/// Of the ribbons along sharp edges, in shares of the radius that is shown.
const RIBBON_WIDTH: f32 = 7e-4;

/// One piece of the ground.
pub(super) struct GpuGround {
    source: Arc<SurfaceMesh>,
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    /// 1 in the first place on the ribbons along sharp edges, 0 on the ground.
    ribbon: VertexBuffer<[f32; 2]>,
    indices: ElementBuffer<u32>,
}

impl GpuGround {
    /// None for a piece with no triangles, or one whose lists do not agree in length.
    pub fn new(context: &Context, mesh: &Arc<SurfaceMesh>, fade_radius: f32) -> Option<Self> {
        let count = mesh.positions.len();
        let whole = !mesh.indices.is_empty()
            && mesh.normals.len() == count
            && mesh.positions.iter().all(|position| position.is_finite())
            && mesh.indices.iter().all(|&index| (index as usize) < count);
        if !whole {
            return None;
        }
        let ribbons = crease::ribbons(mesh, fade_radius * RIBBON_WIDTH);
        let joined =
            |ground: &[Vec3], ribbons: &[Vec3]| ground.iter().chain(ribbons).map(Vec3::to_array).collect::<Vec<_>>();
        let ribbon_at = [[0.0; 2]].repeat(count).into_iter().chain([[1.0, 0.0]].repeat(ribbons.positions.len()));
        let ribbon_indices = ribbons.indices.iter().map(|index| index + count as u32);
        let indices: Vec<u32> = mesh.indices.iter().copied().chain(ribbon_indices).collect();
        Some(Self {
            source: mesh.clone(),
            positions: VertexBuffer::new_with_data(context, &joined(&mesh.positions, &ribbons.positions)),
            normals: VertexBuffer::new_with_data(context, &joined(&mesh.normals, &ribbons.normals)),
            ribbon: VertexBuffer::new_with_data(context, &ribbon_at.collect::<Vec<_>>()),
            indices: ElementBuffer::new_with_data(context, &indices),
        })
    }

    /// The shader has its camera, lights and colours set.
    pub fn draw(&self, shader: &Shader, part: &RenderPart, shown: &RenderGround, viewport: Viewport) {
        let gone = Affine3A::from_translation(shown.offset);
        let world_from_mesh = gone * part.world_from_mesh;
        let world_from_grid = if part.own_grid { world_from_mesh } else { gone };
        shader.set("world_from_mesh", Mat4::from(world_from_mesh));
        shader.set("grid_from_world", Mat4::from(world_from_grid.inverse()));
        shader.set("axes", if part.axes { 1.0 } else { 0.0 });
        shader.set("see_through", if part.see_through { 1.0 } else { 0.0 });
        // Pieces are not scaled.
        shader.set("world_from_normal", Mat3::from(world_from_mesh.matrix3));
        shader.set("fade_center", shown.center);
        shader.set("fade_radius", shown.fade_radius);
        shader.attribute("position", &self.positions);
        shader.attribute("normal", &self.normals);
        shader.attribute("uv", &self.ribbon);
        shader.0.draw_elements(RenderStates { cull: Cull::None, ..RenderStates::default() }, viewport, &self.indices);
    }

    pub fn is_of(&self, mesh: &Arc<SurfaceMesh>) -> bool {
        Arc::ptr_eq(&self.source, mesh)
    }
}
