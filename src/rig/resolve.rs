//! From the bone a rig names to the joint of one skeleton.

use crate::humanoid::{HumanoidMap, Role};
use crate::rig::spelling::nearest;
use crate::rig::{BoneRef, Rig};
use crate::skeleton::{JointId, Skeleton};

/// Why a bone of a rig is no single joint of a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    #[error("this character has no bone for the role {0}")]
    RoleNotMapped(Role),
    #[error("this character has no node called {name:?}{}", meant(.nearest))]
    NoSuchNode { name: String, nearest: Option<String> },
    #[error("{count} nodes of this character are called {name:?}; name one by its path, as in {path:?}")]
    SeveralNodes { name: String, count: usize, path: String },
    #[error("this character has no node at the path {path:?}{}", meant(.nearest))]
    NoSuchPath { path: String, nearest: Option<String> },
    #[error("{count} nodes of this character have the path {path:?}; name one by its index, as in {index}")]
    SeveralPaths { path: String, count: usize, index: u32 },
    #[error("this character has no node with the index {0}")]
    NoSuchIndex(u32),
}

impl ResolveError {
    /// The spelling that was probably meant.
    pub fn nearest(&self) -> Option<&str> {
        match self {
            Self::NoSuchNode { nearest, .. } | Self::NoSuchPath { nearest, .. } => nearest.as_deref(),
            Self::SeveralNodes { path, .. } => Some(path),
            _ => None,
        }
    }
}

fn meant(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
}

impl BoneRef {
    /// The joint that is meant. Roles go through `map`; everything else is looked up in the skeleton itself.
    ///
    /// # Errors
    /// When nothing matches, or more than one joint does.
    pub fn resolve(&self, skeleton: &Skeleton, map: &HumanoidMap) -> Result<JointId, ResolveError> {
        match self {
            Self::Role(role) => map.get(*role).ok_or(ResolveError::RoleNotMapped(*role)),
            Self::Node(name) => {
                let mut found = skeleton.ids().filter(|&joint| skeleton.name(joint) == name);
                match (found.next(), found.count()) {
                    (Some(joint), 0) => Ok(joint),
                    (Some(joint), more) => Err(ResolveError::SeveralNodes {
                        name: name.clone(),
                        count: more + 1,
                        path: skeleton.path(joint),
                    }),
                    (None, _) => {
                        let nearest = nearest(name, skeleton.ids().map(|joint| skeleton.name(joint)));
                        Err(ResolveError::NoSuchNode { name: name.clone(), nearest: nearest.map(str::to_owned) })
                    }
                }
            }
            Self::Path(path) => {
                let mut found = skeleton.ids().filter(|&joint| has_path(skeleton, joint, path));
                match (found.next(), found.count()) {
                    (Some(joint), 0) => Ok(joint),
                    (Some(joint), more) => Err(ResolveError::SeveralPaths {
                        path: path.clone(),
                        count: more + 1,
                        index: skeleton.source(joint),
                    }),
                    (None, _) => {
                        let last = path.rsplit('/').next().unwrap_or_default();
                        let named = nearest(last, skeleton.ids().map(|joint| skeleton.name(joint)));
                        let nearest = named.and_then(|name| skeleton.find(name)).map(|joint| skeleton.path(joint));
                        Err(ResolveError::NoSuchPath { path: path.clone(), nearest })
                    }
                }
            }
            Self::Index(index) => skeleton.with_source(*index).ok_or(ResolveError::NoSuchIndex(*index)),
        }
    }

    /// The plainest way to name `joint` for good: by name where only it is called so, by path where only it has that path,
    /// else by its index in the file.
    pub fn naming(skeleton: &Skeleton, joint: JointId) -> Self {
        let name = skeleton.name(joint);
        let alone = |same: &dyn Fn(JointId) -> bool| skeleton.ids().filter(|&other| same(other)).nth(1).is_none();
        if name.is_empty() {
            return Self::Index(skeleton.source(joint));
        }
        if alone(&|other| skeleton.name(other) == name) {
            return Self::Node(name.to_owned());
        }
        let path = skeleton.path(joint);
        if alone(&|other| has_path(skeleton, other, &path)) {
            Self::Path(path)
        } else {
            Self::Index(skeleton.source(joint))
        }
    }
}

/// Whether `path` leads to `joint`; names may hold `/` themselves, so the ends are compared and not the parts.
fn has_path(skeleton: &Skeleton, joint: JointId, path: &str) -> bool {
    let mut rest = path;
    let mut at = Some(joint);
    while let Some(joint) = at {
        let Some(before) = rest.strip_suffix(skeleton.name(joint)) else { return false };
        at = skeleton.parent(joint);
        match (before.strip_suffix('/'), at) {
            (Some(before), Some(_)) => rest = before,
            (None, None) => return before.is_empty(),
            _ => return false,
        }
    }
    false
}

impl Rig {
    /// The roles of a skeleton's joints as this rig says; empty for a preset. Roles whose bone cannot be found come back
    /// with the reason.
    pub fn humanoid_map(&self, skeleton: &Skeleton) -> (HumanoidMap, Vec<(Role, ResolveError)>) {
        let mut map = HumanoidMap::default();
        let mut errors = Vec::new();
        let nothing = HumanoidMap::default();
        for (&role, bone) in &self.bones {
            match bone.resolve(skeleton, &nothing) {
                Ok(joint) => map.set(role, Some(joint)),
                Err(error) => errors.push((role, error)),
            }
        }
        (map, errors)
    }
}
