//! The scene's nodes as joints, parents first.

use glam::{Affine3A, Mat4, Quat, Vec3};

use super::schema::{Document, Node};
use super::{JointTraits, ReadFault, limits};
use crate::math::Transform;
use crate::skeleton::{Joint, Skeleton};

/// Joints in parent-first order, and which node each is.
pub struct NodeTree {
    pub joints: Vec<Joint>,
    pub node_of: Vec<usize>,
    /// For each node of the file, its joint; none outside the scene.
    pub joint_of: Vec<Option<u16>>,
}

/// Orders the default scene's nodes depth first, children in the file's order, then any trees outside the scene that
/// hold joints of a skin.
///
/// # Errors
/// When an index is out of range, or nodes are no forest.
pub fn order(document: &Document, warnings: &mut Vec<String>) -> Result<NodeTree, ReadFault> {
    let parents = parents(document)?;
    let count = document.nodes.len();
    limits::within("the node tree", count as u64, Skeleton::MAX_JOINTS as u64)?;
    if count == 0 {
        return Err(ReadFault::NoNodes);
    }

    let mut tree = NodeTree { joints: Vec::new(), node_of: Vec::new(), joint_of: vec![None; count] };
    for root in scene_roots(document, &parents)? {
        add_below(document, root, &mut tree, warnings);
    }
    for (index, skin) in document.skins.iter().enumerate() {
        for (place, &joint) in skin.joints.iter().enumerate() {
            if joint >= count {
                let place = format!("joint {place} of skin {index}");
                return Err(ReadFault::IndexOutOfRange { place, what: "node", index: joint, count });
            }
            if tree.joint_of[joint].is_none() {
                let root = std::iter::successors(Some(joint), |&node| parents[node]).last().unwrap_or(joint);
                add_below(document, root, &mut tree, warnings);
            }
        }
    }
    Ok(tree)
}

/// The parent of each node; proves that nodes are a forest.
fn parents(document: &Document) -> Result<Vec<Option<usize>>, ReadFault> {
    let count = document.nodes.len();
    let mut parents: Vec<Option<usize>> = vec![None; count];
    for (parent, node) in document.nodes.iter().enumerate() {
        for &child in &node.children {
            let place = || format!("node {parent}");
            let slot = parents.get_mut(child).ok_or_else(|| ReadFault::IndexOutOfRange {
                place: place(),
                what: "node",
                index: child,
                count,
            })?;
            match *slot {
                Some(first) if first != parent => {
                    return Err(ReadFault::TwoParents { node: child, first, second: parent });
                }
                _ => *slot = Some(parent),
            }
        }
    }
    // With one parent each, a node is on or below a circle exactly if no walk down from a root meets it.
    let mut reached = vec![false; count];
    let mut open: Vec<usize> = (0..count).filter(|&node| parents[node].is_none()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(&document.nodes[node].children);
        }
    }
    match reached.iter().position(|&reached| !reached) {
        Some(node) => Err(ReadFault::NodeCycle(node)),
        None => Ok(parents),
    }
}

fn scene_roots(document: &Document, parents: &[Option<usize>]) -> Result<Vec<usize>, ReadFault> {
    let count = document.scenes.len();
    let roots = match document.scene {
        Some(index) => {
            &document
                .scenes
                .get(index)
                .ok_or(ReadFault::IndexOutOfRange {
                    place: "the file's default scene".into(),
                    what: "scene",
                    index,
                    count,
                })?
                .nodes
        }
        None => match document.scenes.first() {
            Some(first) => &first.nodes,
            // A library of nodes without any scene is legal: show all of it.
            None => return Ok((0..parents.len()).filter(|&node| parents[node].is_none()).collect()),
        },
    };
    if let Some(&index) = roots.iter().find(|&&root| root >= parents.len()) {
        let (place, count) = ("the scene".to_owned(), parents.len());
        return Err(ReadFault::IndexOutOfRange { place, what: "node", index, count });
    }
    // Some exporters list every node as a root; a node below another root belongs there.
    let is_below_a_root =
        |node: usize| std::iter::successors(parents[node], |&up| parents[up]).any(|up| roots.contains(&up));
    Ok(roots.iter().copied().filter(|&root| parents[root].is_none() || !is_below_a_root(root)).collect())
}

fn add_below(document: &Document, root: usize, tree: &mut NodeTree, warnings: &mut Vec<String>) {
    let mut open = vec![(root, None)];
    while let Some((node, parent)) = open.pop() {
        if tree.joint_of[node].is_some() {
            continue;
        }
        let joint = tree.joints.len() as u16;
        let source = &document.nodes[node];
        tree.joint_of[node] = Some(joint);
        tree.node_of.push(node);
        tree.joints.push(Joint {
            name: source.name.clone().unwrap_or_default(),
            parent,
            rest: rest_of(source, node, warnings),
            source: Some(node as u32),
        });
        open.extend(source.children.iter().rev().map(|&child| (child, Some(joint))));
    }
}

fn rest_of(node: &Node, index: usize, warnings: &mut Vec<String>) -> Transform {
    let rest = match &node.matrix {
        Some(matrix) => {
            let affine = Affine3A::from_mat4(Mat4::from_cols_array(matrix));
            let parts = Transform::from_affine(affine);
            if !affine.is_finite() {
                warnings.push(format!("Node {index} has a matrix that is not finite; it is taken as no transform."));
            } else if has_shear(affine) {
                warnings.push(format!("Node {index} has a matrix with shear; the shear is left out."));
            }
            return parts;
        }
        None => Transform {
            translation: node.translation.map_or(Vec3::ZERO, Vec3::from),
            rotation: node.rotation.map_or(Quat::IDENTITY, Quat::from_array),
            scale: node.scale.map_or(Vec3::ONE, Vec3::from),
        },
    };
    if !rest.is_finite() {
        warnings.push(format!("Node {index} has a transform that is not finite; it is taken as no transform."));
        return Transform::IDENTITY;
    }
    Transform { rotation: unit_or_identity(rest.rotation), ..rest }
}

/// `rotation` made unit; unchanged to the bit where it is so already.
pub fn unit_or_identity(rotation: Quat) -> Quat {
    let length = rotation.length();
    if (length - 1.0).abs() <= 2e-7 {
        rotation
    } else if length > 1e-6 && length.is_finite() {
        rotation / length
    } else {
        Quat::IDENTITY
    }
}

fn has_shear(affine: Affine3A) -> bool {
    let [x, y, z] = [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis]
        .map(|axis| Vec3::from(axis).normalize_or_zero());
    [x.dot(y), y.dot(z), z.dot(x)].iter().any(|cosine| cosine.abs() > 1e-3)
}

/// What the file says of each joint beside its place in the tree; influence is added as meshes are read.
pub fn traits(document: &Document, tree: &NodeTree) -> Vec<JointTraits> {
    let mut traits: Vec<JointTraits> = tree
        .node_of
        .iter()
        .map(|&node| JointTraits { node, has_mesh: document.nodes[node].mesh.is_some(), ..JointTraits::default() })
        .collect();
    for joint in document.skins.iter().flat_map(|skin| &skin.joints).filter_map(|&node| tree.joint_of[node]) {
        traits[usize::from(joint)].in_skin = true;
    }
    traits
}
