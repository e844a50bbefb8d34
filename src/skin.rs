//! Linear blend skinning on the CPU: posed vertices for drawing, picking, bounds and sole geometry.

use glam::Affine3A;

use crate::skeleton::JointId;

/// The joints a mesh follows and where they were when it was bound.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Skin {
    pub joints: Vec<JointId>,
    /// Takes a vertex from the mesh's space into the joint's, one a joint; finite.
    pub joint_from_mesh: Vec<Affine3A>,
}

/// Up to four joints of a skin that move one vertex; weights sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Influences {
    /// Indices into [`Skin::joints`].
    pub joints: [u16; 4],
    pub weights: [f32; 4],
}

/// What moves a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum Binding {
    /// Every vertex follows one joint; vertices are in that joint's space.
    Rigid(JointId),
    /// One [`Influences`] a vertex; `skin` is an index into the character's skins.
    Skinned { skin: usize, influences: Vec<Influences> },
}
