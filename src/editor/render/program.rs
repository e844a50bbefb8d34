//! Shader programs, and glam's types as three-d's.

use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use three_d::{Context, CoreError, Program, UniformDataType};

const COMMON: &str = include_str!("shaders/common.glsl");
const LIGHT: &str = include_str!("shaders/light.glsl");
const SURFACE_VERTEX: &str = include_str!("shaders/surface.vert");
const SCREEN_VERTEX: &str = include_str!("shaders/background.vert");

/// Every shader the renderer uses, compiled at the start so that nothing hitches later.
pub(super) struct Programs {
    pub background: Shader,
    pub copy: Shader,
    pub depth: Shader,
    pub character: Shader,
    pub ground: Shader,
}

impl Programs {
    pub fn new(context: &Context) -> Result<Self, CoreError> {
        let build = |vertex: &str, parts: &[&str]| -> Result<Shader, CoreError> {
            Program::from_source(context, vertex, &parts.join("\n")).map(Shader)
        };
        Ok(Self {
            background: build(SCREEN_VERTEX, &[COMMON, include_str!("shaders/background.frag")])?,
            copy: build(SCREEN_VERTEX, &[include_str!("shaders/copy.frag")])?,
            depth: build(SURFACE_VERTEX, &[include_str!("shaders/depth.frag")])?,
            character: build(SURFACE_VERTEX, &[COMMON, LIGHT, include_str!("shaders/character.frag")])?,
            ground: build(SURFACE_VERTEX, &[COMMON, LIGHT, include_str!("shaders/ground.frag")])?,
        })
    }
}

/// A program that takes uniforms which its compiler has dropped in its stride, where three-d's panics.
pub(super) struct Shader(pub Program);

impl Shader {
    pub fn set(&self, name: &str, value: impl Uniform) {
        if self.0.requires_uniform(name) {
            self.0.use_uniform(name, value.uniform());
        }
    }

    pub fn texture(&self, name: &str, texture: &three_d::Texture2D) {
        if self.0.requires_uniform(name) {
            self.0.use_texture(name, texture);
        }
    }

    pub fn depth_texture(&self, name: &str, texture: &three_d::DepthTexture2D) {
        if self.0.requires_uniform(name) {
            self.0.use_depth_texture(name, texture);
        }
    }

    pub fn attribute<T: three_d::BufferDataType>(&self, name: &str, buffer: &three_d::VertexBuffer<T>) {
        if self.0.requires_attribute(name) {
            self.0.use_vertex_attribute(name, buffer);
        }
    }
}

/// A value that can be handed to a shader.
pub(super) trait Uniform {
    type Native: UniformDataType;
    fn uniform(self) -> Self::Native;
}

impl Uniform for f32 {
    type Native = f32;
    fn uniform(self) -> f32 {
        self
    }
}

impl Uniform for Vec2 {
    type Native = three_d::Vec2;
    fn uniform(self) -> three_d::Vec2 {
        self.to_array().into()
    }
}

impl Uniform for Vec3 {
    type Native = three_d::Vec3;
    fn uniform(self) -> three_d::Vec3 {
        self.to_array().into()
    }
}

impl Uniform for Vec4 {
    type Native = three_d::Vec4;
    fn uniform(self) -> three_d::Vec4 {
        self.to_array().into()
    }
}

impl Uniform for Mat3 {
    type Native = three_d::Mat3;
    fn uniform(self) -> three_d::Mat3 {
        self.to_cols_array_2d().into()
    }
}

impl Uniform for Mat4 {
    type Native = three_d::Mat4;
    fn uniform(self) -> three_d::Mat4 {
        self.to_cols_array_2d().into()
    }
}
