//! The part of glTF's JSON that is read, as plain data; everything else in a file is passed over.
//!
//! Ours, because the `gltf` crate refuses legal files (a scene without nodes, an animation of something other
//! than a node) and panics on an index out of range. Indices here are unchecked: look them up with `get`.

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub asset: Asset,
    pub scene: Option<usize>,
    #[serde(default)]
    pub scenes: Vec<Scene>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub meshes: Vec<Mesh>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default)]
    pub materials: Vec<Material>,
    #[serde(default)]
    pub textures: Vec<Texture>,
    #[serde(default)]
    pub samplers: Vec<TextureSampler>,
    #[serde(default)]
    pub images: Vec<Image>,
    #[serde(default)]
    pub animations: Vec<Animation>,
    #[serde(default)]
    pub extensions_required: Vec<String>,
    #[serde(default)]
    pub extensions: RootExtensions,
}

/// All of a file that a version can be told from.
#[derive(Deserialize)]
pub struct VersionOnly {
    pub asset: Option<Asset>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    pub version: Option<String>,
    pub min_version: Option<String>,
}

#[derive(Deserialize, Default)]
pub struct RootExtensions {
    #[serde(rename = "VRM")]
    pub vrm0: Option<Value>,
    #[serde(rename = "VRMC_vrm")]
    pub vrm1: Option<Value>,
}

#[derive(Deserialize)]
pub struct Scene {
    #[serde(default)]
    pub nodes: Vec<usize>,
}

#[derive(Deserialize, Default)]
pub struct Node {
    pub name: Option<String>,
    #[serde(default)]
    pub children: Vec<usize>,
    pub matrix: Option<[f32; 16]>,
    pub translation: Option<[f32; 3]>,
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    pub weights: Option<Vec<f32>>,
}

#[derive(Deserialize)]
pub struct Mesh {
    pub name: Option<String>,
    #[serde(default)]
    pub primitives: Vec<Primitive>,
    pub weights: Option<Vec<f32>>,
}

#[derive(Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: std::collections::BTreeMap<String, usize>,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    pub mode: Option<u32>,
    #[serde(default)]
    pub targets: Vec<std::collections::BTreeMap<String, usize>>,
    #[serde(default)]
    pub extensions: PrimitiveExtensions,
}

#[derive(Deserialize, Default)]
pub struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<DracoExtension>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DracoExtension {
    pub buffer_view: usize,
    /// The compressed mesh's own number of each attribute.
    #[serde(default)]
    pub attributes: std::collections::BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    #[serde(default)]
    pub joints: Vec<usize>,
    pub inverse_bind_matrices: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Sparse>,
}

#[derive(Deserialize)]
pub struct Sparse {
    pub count: u64,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
    #[serde(default)]
    pub extensions: BufferViewExtensions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub uri: Option<String>,
    #[serde(default)]
    pub byte_length: u64,
}

#[derive(Deserialize, Default)]
pub struct BufferViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    ext_meshopt: Option<MeshoptView>,
    #[serde(rename = "KHR_meshopt_compression")]
    khr_meshopt: Option<MeshoptView>,
}

impl BufferViewExtensions {
    /// How the view is compressed, and the extension's name.
    pub fn meshopt(&self) -> Option<(&MeshoptView, &'static str)> {
        let khr = self.khr_meshopt.as_ref().map(|view| (view, "KHR_meshopt_compression"));
        khr.or(self.ext_meshopt.as_ref().map(|view| (view, "EXT_meshopt_compression")))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshoptView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: u64,
    pub count: u64,
    pub mode: String,
    pub filter: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    pub name: Option<String>,
    #[serde(default)]
    pub pbr_metallic_roughness: MetallicRoughness,
    pub alpha_mode: Option<String>,
    pub alpha_cutoff: Option<f32>,
    #[serde(default)]
    pub double_sided: bool,
    pub emissive_factor: Option<[f32; 3]>,
    pub emissive_texture: Option<TextureInfo>,
    #[serde(default)]
    pub extensions: MaterialExtensions,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct MetallicRoughness {
    pub base_color_factor: Option<[f32; 4]>,
    pub base_color_texture: Option<TextureInfo>,
}

#[derive(Deserialize, Default)]
pub struct MaterialExtensions {
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    pub specular_glossiness: Option<SpecularGlossiness>,
    #[serde(rename = "KHR_materials_emissive_strength")]
    pub emissive_strength: Option<EmissiveStrength>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmissiveStrength {
    pub emissive_strength: Option<f32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecularGlossiness {
    pub diffuse_factor: Option<[f32; 4]>,
    pub diffuse_texture: Option<TextureInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    pub index: usize,
    #[serde(default)]
    pub tex_coord: u32,
    #[serde(default)]
    pub extensions: TextureInfoExtensions,
}

#[derive(Deserialize, Default)]
pub struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub transform: Option<TextureTransform>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "camelCase")]
pub struct TextureTransform {
    #[serde(default)]
    pub offset: [f32; 2],
    #[serde(default)]
    pub rotation: f32,
    #[serde(default = "one")]
    pub scale: [f32; 2],
    pub tex_coord: Option<u32>,
}

fn one() -> [f32; 2] {
    [1.0; 2]
}

#[derive(Deserialize)]
pub struct Texture {
    pub source: Option<usize>,
    pub sampler: Option<usize>,
    #[serde(default)]
    pub extensions: TextureExtensions,
}

#[derive(Deserialize, Default)]
pub struct TextureExtensions {
    #[serde(rename = "EXT_texture_webp")]
    pub webp: Option<TextureSource>,
    #[serde(rename = "KHR_texture_basisu")]
    pub basisu: Option<TextureSource>,
}

/// OpenGL's numbers for what lies outside a texture.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureSampler {
    pub wrap_s: Option<u32>,
    pub wrap_t: Option<u32>,
}

#[derive(Deserialize)]
pub struct TextureSource {
    pub source: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    pub name: Option<String>,
    pub uri: Option<String>,
    pub buffer_view: Option<usize>,
}

#[derive(Deserialize)]
pub struct Animation {
    pub name: Option<String>,
    #[serde(default)]
    pub channels: Vec<Channel>,
    #[serde(default)]
    pub samplers: Vec<Sampler>,
}

#[derive(Deserialize)]
pub struct Channel {
    pub sampler: usize,
    pub target: Target,
}

#[derive(Deserialize)]
pub struct Target {
    pub node: Option<usize>,
    #[serde(default)]
    pub path: String,
}

#[derive(Deserialize)]
pub struct Sampler {
    pub input: usize,
    pub output: usize,
    pub interpolation: Option<String>,
}
