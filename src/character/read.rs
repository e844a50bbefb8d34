//! Puts a character together from the parts of its file.

use std::path::Path;

use super::accessor::Accessors;
use super::source::{Buffers, Resolver, folder_resolver, read_file};
use super::{Character, ReadError, ReadFault, animation, bind, container, limits, material, mesh, nodes, vrm};
use crate::skeleton::{JointId, Skeleton, SkeletonError};

impl Character {
    /// Reads a .glb, .gltf or .vrm file, with the buffers and images that lie beside it.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged beyond what can be shown; what could be mended or left out is in
    /// [`Character::warnings`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        let fail = |fault| ReadError { file: path.display().to_string(), fault };
        let bytes = read_file(path).map_err(|error| fail(error.into()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let resolve = folder_resolver(path.parent().unwrap_or(Path::new("")));
        read(&name, &bytes, &resolve).map_err(fail)
    }

    /// Reads a file that is in memory already; `resolve` fetches what lies beside it, by relative path.
    ///
    /// # Errors
    /// As for [`Character::read`].
    pub fn from_bytes(name: &str, bytes: &[u8], resolve: &Resolver) -> Result<Self, ReadError> {
        read(name, bytes, resolve).map_err(|fault| ReadError { file: name.to_owned(), fault })
    }

    /// The file's index of the node that `joint` was read from.
    pub fn node_of(&self, joint: JointId) -> usize {
        self.traits[joint.index()].node
    }

    /// The joint of the file's node `node`; none outside the scene.
    pub fn joint_of_node(&self, node: usize) -> Option<JointId> {
        self.skeleton.ids().find(|&joint| self.node_of(joint) == node)
    }
}

fn read(name: &str, bytes: &[u8], resolve: &Resolver) -> Result<Character, ReadFault> {
    limits::within("the file", bytes.len() as u64, limits::FILE_BYTES)?;
    let mut warnings = Vec::new();
    if bytes.is_empty() {
        return Err(ReadFault::Empty);
    }
    let container::Container { document, binary } = container::open(bytes, &mut warnings)?;
    let tree = nodes::order(&document, &mut warnings)?;
    let buffers = Buffers::load(&document, binary, resolve)?;
    let accessors = Accessors { document: &document, buffers: &buffers };

    let skeleton = skeleton_of(tree.joints.clone())?;
    let mut traits = nodes::traits(&document, &tree);
    let skins = bind::skins(accessors, &tree, &skeleton, &mut warnings)?;
    let surfaces = material::read(&document, &buffers, resolve, &mut warnings);
    let meshes = mesh::read(accessors, &tree, &skeleton, &skins, &surfaces.uv_uses, &mut traits, &mut warnings)?;
    let clips = animation::clips(accessors, &tree, &skeleton, &mut warnings)?;
    let vrm = vrm::humanoid(&document.extensions, &tree, &skeleton);
    Ok(Character {
        name: name.to_owned(),
        skeleton,
        traits,
        node_rest: None,
        skins,
        meshes,
        materials: surfaces.materials,
        images: surfaces.images,
        clips,
        vrm,
        warnings,
    })
}

fn skeleton_of(joints: Vec<crate::skeleton::Joint>) -> Result<Skeleton, ReadFault> {
    let skeleton = Skeleton::new(joints).map_err(|error| match error {
        SkeletonError::TooManyJoints(count) => {
            ReadFault::TooLarge { what: "the node tree", size: count as u64, limit: Skeleton::MAX_JOINTS as u64 }
        }
        SkeletonError::ParentAfterChild { joint, name, .. } | SkeletonError::NotFinite { joint, name } => {
            ReadFault::NotFinite { joint: format!("joint {joint} ({name:?})") }
        }
    })?;
    match skeleton.ids().find(|&joint| !skeleton.rest_globals().model_from_joint(joint).is_finite()) {
        Some(joint) => Err(ReadFault::NotFinite { joint: format!("{:?}", skeleton.path(joint)) }),
        None => Ok(skeleton),
    }
}
