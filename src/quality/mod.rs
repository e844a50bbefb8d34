//! Grounds from triangle meshes.

mod mesh_ground;

pub use mesh_ground::{MeshGround, MeshGroundError};
