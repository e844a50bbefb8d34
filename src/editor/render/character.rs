//! A character's meshes and textures on the graphics card, and drawing them.

use std::sync::Arc;

use glam::{Affine3A, Mat3, Mat4, Vec2, Vec3, Vec4};
use surefoot::character::{AlphaMode, Character, Image, Mesh, Wrap};
use surefoot::pose::Globals;
use surefoot::skin::{Bounds, Palette, PosedVertices};
use three_d::{
    Blend, Context, CpuTexture, Cull, DepthTest, ElementBuffer, Interpolation, Mipmap, RenderStates, Texture2D,
    TextureData, VertexBuffer, Viewport, Wrapping, WriteMask,
};

use super::program::Shader;
use crate::editor::viewport::scene::{RenderCharacter, Shading};

/// Alpha from which a texel of a blended surface counts as solid: it then hides what is behind it whatever the order.
const SOLID_ALPHA: f32 = 0.98;
/// Larger images are halved until they fit; every driver takes this much.
const MAX_IMAGE_SIDE: u32 = 4096;

/// One character's buffers and textures.
pub(super) struct GpuCharacter {
    source: Arc<Character>,
    pose: Option<Arc<Globals>>,
    scratch: Scratch,
    meshes: Vec<GpuMesh>,
    /// One an image of the character; none for images no surface shows.
    images: Vec<Option<Texture2D>>,
    white: Texture2D,
}

struct GpuMesh {
    /// Index into the character's meshes.
    source: usize,
    vertex_count: u32,
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    uvs: VertexBuffer<[f32; 2]>,
    /// Empty where the vertices have no colours of their own.
    colors: VertexBuffer<[f32; 4]>,
    indices: ElementBuffer<u32>,
    /// Model space.
    bounds: Bounds,
    mirrored: bool,
    look: Look,
}

/// A mesh's material, ready for the shader.
struct Look {
    base_color: Vec4,
    image: Option<usize>,
    emissive: Vec3,
    emissive_image: Option<usize>,
    alpha: AlphaMode,
    double_sided: bool,
}

/// Which of a character's surfaces a pass draws.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Solid,
    Blended,
    XRayDepth,
    XRay,
    Ghost,
}

impl Pass {
    /// How much shows of a surface that faces the viewer, and how much more of one that turns away; nothing for what is not seen through.
    fn see_through(self) -> Vec2 {
        match self {
            Self::XRay => Vec2::new(0.34, 0.5),
            Self::Ghost => Vec2::new(0.2, 0.75),
            Self::Solid | Self::Blended | Self::XRayDepth => Vec2::ZERO,
        }
    }
}

impl GpuCharacter {
    pub fn new(context: &Context, source: &Arc<Character>) -> Self {
        Self::with_images(context, source, |_| true)
    }

    /// To be drawn as a ghost alone: without images but those that cut shapes out.
    pub fn ghost(context: &Context, source: &Arc<Character>) -> Self {
        Self::with_images(context, source, |mesh| mesh.look.alpha != AlphaMode::Opaque)
    }

    fn with_images(context: &Context, source: &Arc<Character>, shows: impl Fn(&GpuMesh) -> bool) -> Self {
        let meshes: Vec<GpuMesh> =
            source.meshes.iter().enumerate().filter_map(|(index, mesh)| upload(context, source, index, mesh)).collect();
        let shown: Vec<usize> = meshes
            .iter()
            .filter(|mesh| shows(mesh))
            .flat_map(|mesh| [mesh.look.image, mesh.look.emissive_image])
            .flatten()
            .collect();
        let images = source
            .images
            .iter()
            .enumerate()
            .map(|(index, image)| {
                shown.contains(&index).then(|| texture(context, image, wrap_of(source, index))).flatten()
            })
            .collect();
        let white = Image { width: 1, height: 1, rgba: vec![u8::MAX; 4] };
        let white = Texture2D::new(context, &cpu_texture(&white, [Wrap::Repeat; 2]));
        Self { source: source.clone(), pose: None, scratch: Scratch::default(), meshes, images, white }
    }

    pub fn is_of(&self, character: &Arc<Character>) -> bool {
        Arc::ptr_eq(&self.source, character)
    }

    /// Moves the meshes into `pose`; nothing where they are in it already.
    pub fn set_pose(&mut self, pose: &Arc<Globals>) {
        if self.pose.as_ref().is_some_and(|now| Arc::ptr_eq(now, pose)) {
            return;
        }
        let scratch = &mut self.scratch;
        scratch.palette.update(&self.source.skins, pose);
        for mesh in &mut self.meshes {
            let source = &self.source.meshes[mesh.source];
            mesh.mirrored = source.binding.is_mirrored(pose, &scratch.palette);
            source.binding.posed_vertices(
                &source.positions,
                &source.normals,
                pose,
                &scratch.palette,
                &mut scratch.posed,
            );
            mesh.bounds = Bounds::around(scratch.posed.positions.iter().copied());
            // A point that is not finite would draw a triangle across everything.
            let stand_in = mesh.bounds.center();
            let finite = |point: &Vec3| if point.is_finite() { *point } else { stand_in };
            scratch.fill(|posed| posed.positions.iter().map(finite));
            mesh.positions.fill(&scratch.arrays);
            scratch.fill(|posed| posed.normals.iter().copied());
            mesh.normals.fill(&scratch.arrays);
        }
        self.pose = Some(pose.clone());
    }

    /// Around all meshes as posed, world space.
    pub fn bounds(&self, world_from_model: &Affine3A) -> Bounds {
        let model = self.meshes.iter().fold(Bounds::EMPTY, |bounds, mesh| bounds.union(mesh.bounds));
        if model.is_empty() {
            return model;
        }
        Bounds::around(model.corners().map(|corner| world_from_model.transform_point3(corner)))
    }

    /// Depth alone, both sides of every surface; for shadow maps.
    pub fn draw_depth(&self, shader: &Shader, shown: &RenderCharacter, clip_from_world: Mat4, viewport: Viewport) {
        shader.set("clip_from_world", clip_from_world);
        self.place(shader, shown);
        let states = RenderStates { write_mask: WriteMask::DEPTH, cull: Cull::None, ..RenderStates::default() };
        for mesh in &self.meshes {
            let cutoff = match mesh.look.alpha {
                AlphaMode::Opaque => 0.0,
                AlphaMode::Mask { cutoff } => cutoff,
                AlphaMode::Blend => 0.5,
            };
            shader.set("base_alpha", mesh.look.base_color.w);
            shader.set("alpha_cutoff", cutoff);
            shader.texture("base_image", self.image(mesh.look.image));
            mesh.draw(shader, states, viewport);
        }
    }

    /// Every surface, solid ones first. The shader has its camera and lights set.
    pub fn draw(
        &self,
        shader: &Shader,
        shown: &RenderCharacter,
        shading: Shading,
        clay: Vec3,
        eye: Vec3,
        viewport: Viewport,
    ) {
        self.place(shader, shown);
        if shading == Shading::XRay {
            for pass in [Pass::XRayDepth, Pass::XRay] {
                self.meshes.iter().for_each(|mesh| self.draw_mesh(shader, mesh, pass, shading, clay, viewport));
            }
            return;
        }
        self.meshes.iter().for_each(|mesh| self.draw_mesh(shader, mesh, Pass::Solid, shading, clay, viewport));
        let from_eye =
            |mesh: &GpuMesh| shown.world_from_model.transform_point3(mesh.bounds.center()).distance_squared(eye);
        let mut blended: Vec<&GpuMesh> = self
            .meshes
            .iter()
            .filter(|mesh| shading == Shading::Textured && mesh.look.alpha == AlphaMode::Blend)
            .collect();
        blended.sort_by(|a, b| from_eye(b).total_cmp(&from_eye(a)));
        blended.into_iter().for_each(|mesh| self.draw_mesh(shader, mesh, Pass::Blended, shading, clay, viewport));
    }

    /// In one colour, seen through, over all that was drawn before. The shader has its camera and lights set.
    pub fn draw_ghost(&self, shader: &Shader, shown: &RenderCharacter, color: Vec3, viewport: Viewport) {
        self.place(shader, shown);
        for pass in [Pass::XRayDepth, Pass::Ghost] {
            self.meshes.iter().for_each(|mesh| self.draw_mesh(shader, mesh, pass, Shading::XRay, color, viewport));
        }
    }

    fn place(&self, shader: &Shader, shown: &RenderCharacter) {
        let world_from_model = shown.world_from_model;
        shader.set("world_from_mesh", Mat4::from(world_from_model));
        shader.set("world_from_normal", normal_matrix(&world_from_model));
    }

    fn draw_mesh(&self, shader: &Shader, mesh: &GpuMesh, pass: Pass, shading: Shading, clay: Vec3, viewport: Viewport) {
        let look = &mesh.look;
        let (color, image) = match shading {
            Shading::Textured => (look.base_color, self.image(look.image)),
            // Cut-out shapes stay: a texture's alpha is form, its colour is not.
            Shading::Clay | Shading::XRay => (clay.extend(look.base_color.w), &self.white),
        };
        let clay_cutout = shading != Shading::Textured && look.alpha != AlphaMode::Opaque;
        let image = if clay_cutout { self.image(look.image) } else { image };
        let textured = shading == Shading::Textured;
        let alpha_range = match (look.alpha, pass) {
            (AlphaMode::Opaque, _) => Vec2::new(f32::MIN, f32::MAX),
            (AlphaMode::Mask { cutoff }, _) => Vec2::new(cutoff, f32::MAX),
            (AlphaMode::Blend, Pass::Blended) => Vec2::new(1.0 / 255.0, SOLID_ALPHA),
            (AlphaMode::Blend, _) if clay_cutout => Vec2::new(0.5, f32::MAX),
            (AlphaMode::Blend, _) => Vec2::new(SOLID_ALPHA, f32::MAX),
        };
        shader.set("base_color", color);
        shader.set("plain", if clay_cutout { 1.0 } else { 0.0 });
        shader.texture("base_image", image);
        shader.set("emissive", if textured { look.emissive } else { Vec3::ZERO });
        shader.texture("emissive_image", self.image(look.emissive_image));
        shader.set("vertex_colored", if textured && mesh.colors.vertex_count() > 0 { 1.0 } else { 0.0 });
        shader.set("alpha_range", alpha_range);
        shader.set("opaque", if pass == Pass::Blended { 0.0 } else { 1.0 });
        shader.set("see_through", pass.see_through());
        shader.set("winding", if mesh.mirrored { -1.0 } else { 1.0 });
        let cull = match (look.double_sided, mesh.mirrored) {
            (true, _) => Cull::None,
            (false, false) => Cull::Back,
            (false, true) => Cull::Front,
        };
        let (write_mask, depth_test, blend) = match pass {
            Pass::Solid => (WriteMask::COLOR_AND_DEPTH, DepthTest::Less, Blend::Disabled),
            Pass::Blended => (WriteMask::COLOR, DepthTest::Less, Blend::TRANSPARENCY),
            Pass::XRayDepth => (WriteMask::DEPTH, DepthTest::Less, Blend::Disabled),
            Pass::XRay | Pass::Ghost => (WriteMask::COLOR, DepthTest::LessOrEqual, Blend::TRANSPARENCY),
        };
        mesh.draw(shader, RenderStates { write_mask, depth_test, blend, cull }, viewport);
    }

    /// White where there is none.
    fn image(&self, image: Option<usize>) -> &Texture2D {
        image.and_then(|index| self.images.get(index)?.as_ref()).unwrap_or(&self.white)
    }
}

impl GpuMesh {
    fn draw(&self, shader: &Shader, states: RenderStates, viewport: Viewport) {
        // Fewer than its triangles name where the file binds too few vertices: the card would read past their end.
        if self.positions.vertex_count() < self.vertex_count {
            return;
        }
        shader.attribute("position", &self.positions);
        shader.attribute("normal", &self.normals);
        shader.attribute("uv", &self.uvs);
        shader.attribute("color", &self.colors);
        shader.0.draw_elements(states, viewport, &self.indices);
    }
}

/// Takes normals into world space: the inverse transpose, which keeps them upright on an uneven scale.
pub(super) fn normal_matrix(world_from_mesh: &Affine3A) -> Mat3 {
    let linear = Mat3::from(world_from_mesh.matrix3);
    if linear.determinant().abs() > 1e-12 { linear.inverse().transpose() } else { Mat3::IDENTITY }
}

/// None for a mesh with nothing to draw, or whose lists do not agree in length: the card would read past their ends.
fn upload(context: &Context, character: &Character, source: usize, mesh: &Mesh) -> Option<GpuMesh> {
    let count = mesh.positions.len();
    let whole = !mesh.indices.is_empty()
        && mesh.normals.len() == count
        && (mesh.uvs.is_empty() || mesh.uvs.len() == count)
        && (mesh.colors.is_empty() || mesh.colors.len() == count)
        && mesh.indices.iter().all(|&index| (index as usize) < count);
    if !whole {
        return None;
    }
    let material = character.materials.get(mesh.material);
    let look = Look {
        base_color: material.map_or(Vec4::ONE, |material| Vec4::from_array(material.base_color)),
        image: material.and_then(|material| material.base_color_image),
        emissive: material.map_or(Vec3::ZERO, |material| Vec3::from_array(material.emissive)),
        emissive_image: material.and_then(|material| material.emissive_image),
        alpha: material.map_or(AlphaMode::Opaque, |material| material.alpha),
        double_sided: material.is_none_or(|material| material.double_sided),
    };
    let uvs: Vec<[f32; 2]> = mesh.uvs.iter().map(Vec2::to_array).collect();
    Some(GpuMesh {
        source,
        vertex_count: count as u32,
        positions: VertexBuffer::new(context),
        normals: VertexBuffer::new(context),
        uvs: VertexBuffer::new_with_data(context, &uvs),
        colors: VertexBuffer::new_with_data(context, &mesh.colors),
        indices: ElementBuffer::new_with_data(context, &mesh.indices),
        bounds: Bounds::EMPTY,
        mirrored: false,
        look,
    })
}

/// Kept between poses, so that nothing is allocated while a character moves.
#[derive(Default)]
struct Scratch {
    palette: Palette,
    posed: PosedVertices,
    /// One list of vectors as the graphics card takes it.
    arrays: Vec<[f32; 3]>,
}

impl Scratch {
    fn fill<'a, I: Iterator<Item = Vec3>>(&'a mut self, list: impl FnOnce(&'a PosedVertices) -> I) {
        self.arrays.clear();
        self.arrays.extend(list(&self.posed).map(|vector| vector.to_array()));
    }
}

/// An image that two materials wrap in two ways is wrapped as the first has it.
fn wrap_of(character: &Character, image: usize) -> [Wrap; 2] {
    let user = character
        .materials
        .iter()
        .find(|material| [material.base_color_image, material.emissive_image].contains(&Some(image)));
    user.map_or([Wrap::Repeat; 2], |material| material.wrap)
}

fn texture(context: &Context, image: &Image, wrap: [Wrap; 2]) -> Option<Texture2D> {
    let (width, height) = (image.width, image.height);
    if width == 0 || height == 0 || image.rgba.len() != width as usize * height as usize * 4 {
        return None;
    }
    let halvings = width.max(height).div_ceil(MAX_IMAGE_SIDE).next_power_of_two();
    if halvings == 1 {
        return Some(Texture2D::new(context, &cpu_texture(image, wrap)));
    }
    let (width, height) = ((width / halvings).max(1), (height / halvings).max(1));
    let full = image::RgbaImage::from_raw(image.width, image.height, image.rgba.clone())?;
    let rgba = image::imageops::thumbnail(&full, width, height).into_raw();
    Some(Texture2D::new(context, &cpu_texture(&Image { width, height, rgba }, wrap)))
}

fn cpu_texture(image: &Image, wrap: [Wrap; 2]) -> CpuTexture {
    let [wrap_s, wrap_t] = wrap.map(|wrap| match wrap {
        Wrap::Repeat => Wrapping::Repeat,
        Wrap::Mirror => Wrapping::MirroredRepeat,
        Wrap::Clamp => Wrapping::ClampToEdge,
    });
    CpuTexture {
        name: String::new(),
        data: TextureData::RgbaU8(image.rgba.as_chunks().0.to_vec()),
        width: image.width,
        height: image.height,
        min_filter: Interpolation::Linear,
        mag_filter: Interpolation::Linear,
        mipmap: Some(Mipmap { max_ratio: 4, ..Mipmap::default() }),
        wrap_s,
        wrap_t,
    }
}
