//! Characters read from glTF, GLB and VRM files.

mod accessor;
mod animation;
mod attributes;
mod bind;
mod container;
mod detect;
mod draco;
mod error;
mod ktx2;
mod limits;
mod material;
mod mesh;
mod meshopt;
mod middles;
mod morph;
mod nodes;
mod posed;
mod progress;
mod read;
mod rest;
mod retarget;
mod schema;
mod sole;
mod source;
mod texture;
mod vrm;
mod write;

use glam::{Vec2, Vec3};

pub use self::error::{ReadError, ReadFault};
pub use self::posed::MeshHit;
pub use self::progress::{ReadStep, Watch};
pub use self::source::Resolver;
use crate::clip::Clip;
use crate::humanoid::Role;
use crate::skeleton::{JointId, Skeleton};
use crate::skin::{Binding, Skin};

/// What the file says of one joint beside its place in the tree.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JointTraits {
    /// Index of the node in the file.
    pub node: usize,
    /// Listed among the joints of a skin.
    pub in_skin: bool,
    /// The sum of the weights with which it moves vertices, over all meshes; 0 for a control.
    pub influence: f32,
    /// Carries a mesh of its own.
    pub has_mesh: bool,
}

/// A drawable piece of a character: one glTF primitive.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub name: String,
    /// Metres, in the space its binding says.
    pub positions: Vec<Vec3>,
    /// Unit; as many as positions.
    pub normals: Vec<Vec3>,
    /// As many as positions, or none.
    pub uvs: Vec<Vec2>,
    /// Linear red, green, blue, alpha; multiplies the material's base colour. As many as positions, or none.
    pub colors: Vec<[f32; 4]>,
    /// Three a triangle, each below the number of positions.
    pub indices: Vec<u32>,
    pub binding: Binding,
    /// Index into [`Character::materials`].
    pub material: usize,
}

/// How a surface mixes with what is behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AlphaMode {
    Opaque,
    /// Drawn where alpha is at least the cutoff.
    Mask {
        cutoff: f32,
    },
    Blend,
}

/// What lies outside an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The image again, every other one turned round.
    Mirror,
    /// Its edge.
    Clamp,
}

/// A surface: base colour and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    /// Linear red, green, blue, alpha; multiplies the texture.
    pub base_color: [f32; 4],
    /// Index into [`Character::images`].
    pub base_color_image: Option<usize>,
    /// Linear red, green, blue that the surface gives off by itself, whatever the light.
    pub emissive: [f32; 3],
    /// Index into [`Character::images`]; multiplies `emissive`.
    pub emissive_image: Option<usize>,
    /// What the image shows outside 0..1 of its two coordinates.
    pub wrap: [Wrap; 2],
    pub alpha: AlphaMode,
    pub double_sided: bool,
}

/// An image as sRGB with straight alpha, four bytes a pixel, rows from the top.
#[derive(Clone, PartialEq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}×{})", self.width, self.height)
    }
}

/// Which edition of VRM a file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VrmVersion {
    V0,
    V1,
}

/// The humanoid that a VRM extension declares.
#[derive(Clone, Debug, PartialEq)]
pub struct VrmHumanoid {
    pub version: VrmVersion,
    /// In VRM 1.0's names; VRM 0's thumb is renamed.
    pub bones: Vec<(Role, JointId)>,
}

/// A character: skeleton, skins, meshes, materials and clips of one file.
///
/// Every node of the file's scene is a joint, in parent-first order.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// The file's name without its folder.
    pub name: String,
    /// Its rest pose is the bind pose where the file's skins and nodes disagree, see [`Character::node_rest`].
    pub skeleton: Skeleton,
    /// One a joint.
    pub traits: Vec<JointTraits>,
    /// The pose of the file's nodes, where it is not the skeleton's rest pose.
    pub node_rest: Option<crate::pose::Pose>,
    pub skins: Vec<Skin>,
    pub meshes: Vec<Mesh>,
    pub materials: Vec<Material>,
    pub images: Vec<Image>,
    pub clips: Vec<Clip>,
    pub vrm: Option<VrmHumanoid>,
    /// Sentences about what was left out or mended on reading.
    pub warnings: Vec<String>,
}
