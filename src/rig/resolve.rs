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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    /// Two hands called alike, two nodes with the same path, one without a name; nodes are numbered from 10.
    fn skeleton() -> Skeleton {
        let tree = [("root", None), ("left", Some(0)), ("hand", Some(1)), ("right", Some(0)), ("hand", Some(3))];
        let tree = tree.into_iter().chain([("twin", Some(0)), ("twin", Some(0)), ("", Some(0))]);
        let joint = |(index, (name, parent)): (usize, (&str, Option<u16>))| Joint {
            name: name.into(),
            parent,
            rest: Transform::IDENTITY,
            source: Some(index as u32 + 10),
        };
        Skeleton::new(tree.enumerate().map(joint).collect()).unwrap()
    }

    fn resolve(bone: BoneRef) -> Result<usize, ResolveError> {
        let skeleton = skeleton();
        let map = [(Role::Hips, skeleton.id(0).unwrap())].into_iter().collect();
        bone.resolve(&skeleton, &map).map(JointId::index)
    }

    #[test]
    fn bones_are_found_by_role_name_path_and_index() {
        assert_eq!(resolve(BoneRef::Role(Role::Hips)), Ok(0));
        assert_eq!(resolve(BoneRef::Node("left".into())), Ok(1));
        assert_eq!(resolve(BoneRef::Path("root/right/hand".into())), Ok(4));
        assert_eq!(resolve(BoneRef::Path("root".into())), Ok(0));
        assert_eq!(resolve(BoneRef::Index(17)), Ok(7));
    }

    #[test]
    fn what_is_not_found_or_not_alone_is_told_with_a_way_out() {
        assert_eq!(resolve(BoneRef::Role(Role::Head)), Err(ResolveError::RoleNotMapped(Role::Head)));
        let nearest = |bone| resolve(bone).unwrap_err().nearest().map(str::to_owned);
        assert_eq!(nearest(BoneRef::Node("Lfet".into())).as_deref(), Some("left"));
        assert_eq!(nearest(BoneRef::Node("hand".into())).as_deref(), Some("root/left/hand"));
        assert_eq!(nearest(BoneRef::Path("root/rihgt".into())).as_deref(), Some("root/right"));
        assert_eq!(
            resolve(BoneRef::Path("root/twin".into())),
            Err(ResolveError::SeveralPaths { path: "root/twin".into(), count: 2, index: 15 })
        );
        assert_eq!(resolve(BoneRef::Path("hand".into())).map_err(|error| error.nearest().is_some()), Err(true));
        assert_eq!(resolve(BoneRef::Index(3)), Err(ResolveError::NoSuchIndex(3)));
    }

    #[test]
    fn every_joint_has_a_naming_that_leads_back_to_it() {
        let skeleton = skeleton();
        let nothing = HumanoidMap::default();
        for joint in skeleton.ids() {
            assert_eq!(BoneRef::naming(&skeleton, joint).resolve(&skeleton, &nothing), Ok(joint));
        }
    }

    #[test]
    fn names_with_slashes_are_no_paths_of_their_parts() {
        let joint = |name: &str, parent| Joint { name: name.into(), parent, rest: Transform::IDENTITY, source: None };
        let skeleton = Skeleton::new(vec![joint("a/b", None), joint("c", Some(0)), joint("c", Some(0))]).unwrap();
        let find = |path: &str| BoneRef::Path(path.into()).resolve(&skeleton, &HumanoidMap::default());
        assert_eq!(find("a/b").map(JointId::index), Ok(0));
        assert!(matches!(find("a/b/c"), Err(ResolveError::SeveralPaths { index: 1, .. })));
        assert!(matches!(find("b/c"), Err(ResolveError::NoSuchPath { .. })));
    }
}
