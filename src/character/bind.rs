//! Skins, and the rest pose: where joints were when their meshes were bound.
//!
//! Many exporters leave a file's nodes in whatever frame of an animation was shown last; the inverse bind matrices
//! still hold the pose that the character was modelled in. That one is the better rest: straight, symmetric, and
//! what limits and lengths are meant from.

use glam::{Affine3A, Mat4, Vec3};

use super::ReadFault;
use super::accessor::Accessors;
use super::nodes::NodeTree;
use crate::math::Transform;
use crate::pose::{Globals, Pose};
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::skin::Skin;

/// Nodes and bind pose agree where no joint is farther apart than this part of the character's size.
const AGREEMENT: f32 = 0.01;
/// Turned joints count by how far a point at this part of the character's size from them moves.
const PROBE: f32 = 0.03;
/// A bind pose smaller than this part of the nodes' is no pose: exporters write such for meshes already in place.
const COLLAPSED: f32 = 0.2;
/// How much worse a placement that is worked out from one joint counts than a plain one.
const TO_MEASURE: f32 = 2.0;

/// A skeleton with its rest pose decided, and its skins.
pub struct Bound {
    pub skeleton: Skeleton,
    /// The nodes' own pose where it is not the skeleton's rest.
    pub node_rest: Option<Pose>,
    pub skins: Vec<Skin>,
}

/// Reads the skins and decides between nodes and bind pose. A matrix that is missing or cannot be used is made to fit the
/// rest; one that is broken is named in a warning.
///
/// # Errors
/// When the matrices are not where the file says.
pub fn bind(
    accessors: Accessors,
    tree: &NodeTree,
    nodes: Skeleton,
    warnings: &mut Vec<String>,
) -> Result<Bound, ReadFault> {
    let mut sources = Vec::with_capacity(accessors.document.skins.len());
    for index in 0..accessors.document.skins.len() {
        sources.push(SkinSource::read(accessors, tree, &nodes, index, warnings)?);
    }
    let placements: Vec<Placement> = sources.iter().map(|source| source.place(&nodes)).collect();

    let worst = sources.iter().zip(&placements).filter_map(|(source, placement)| source.worst(&nodes, placement));
    let worst = worst.max_by(|a, b| a.1.total_cmp(&b.1));
    let (skeleton, node_rest) = match worst {
        Some((_, apart)) if apart > AGREEMENT => {
            let pose = nodes.rest().clone();
            (rebuilt(&nodes, &sources, &placements), Some(pose))
        }
        _ => (nodes, None),
    };

    let skins = sources
        .into_iter()
        .zip(&placements)
        .map(|(source, placement)| {
            let made = |joint| {
                let model_from_joint = skeleton.rest_globals().model_from_joint(joint);
                inverse_or_shift(model_from_joint) * placement.model_from_mesh
            };
            let joint_from_mesh = source
                .joints
                .iter()
                .zip(&source.joint_from_mesh)
                .map(|(&joint, stated)| stated.unwrap_or_else(|| made(joint)))
                .collect();
            Skin { joints: source.joints, joint_from_mesh }
        })
        .collect();
    Ok(Bound { skeleton, node_rest, skins })
}

/// A skin as the file has it.
struct SkinSource {
    joints: Vec<JointId>,
    /// None where the file's is missing or has no inverse.
    joint_from_mesh: Vec<Option<Affine3A>>,
    /// Where the meshes that use this skin hang.
    mesh_joints: Vec<JointId>,
}

/// Where a skin's meshes lie in model space at the bind pose.
struct Placement {
    model_from_mesh: Affine3A,
    /// Whether the inverse bind matrices are a pose at all.
    is_pose: bool,
}

impl SkinSource {
    fn read(
        accessors: Accessors,
        tree: &NodeTree,
        nodes: &Skeleton,
        index: usize,
        warnings: &mut Vec<String>,
    ) -> Result<Self, ReadFault> {
        let source = &accessors.document.skins[index];
        let joint_at = |node: usize| nodes.id(usize::from(tree.joint_of[node]?));
        let joints: Vec<JointId> = source.joints.iter().filter_map(|&node| joint_at(node)).collect();
        let matrices = match source.inverse_bind_matrices {
            None => Ok(vec![Mat4::IDENTITY.to_cols_array(); joints.len()]),
            Some(at) => accessors.floats::<16>(at, "inverse bind matrices"),
        };
        let joint_from_mesh = match matrices {
            Ok(matrices) => {
                let usable = |(place, &joint): (usize, &JointId)| {
                    let matrix = matrices.get(place).map(|matrix| Affine3A::from_mat4(Mat4::from_cols_array(matrix)));
                    let usable = matrix.filter(|matrix| has_inverse(*matrix));
                    if usable.is_none() {
                        let name = nodes.name(joint);
                        warnings.push(format!(
                            "The inverse bind matrix of joint {name:?} in skin {index} cannot be used; it is made from the \
                             joint's rest."
                        ));
                    }
                    usable
                };
                joints.iter().enumerate().map(usable).collect()
            }
            // Said once, with the meshes.
            Err(ReadFault::Compressed { .. }) => vec![None; joints.len()],
            Err(fault) => return Err(fault),
        };
        let mesh_joints = nodes
            .ids()
            .filter(|joint| {
                let node = &accessors.document.nodes[tree.node_of[joint.index()]];
                node.mesh.is_some() && node.skin == Some(index)
            })
            .collect();
        Ok(Self { joints, joint_from_mesh, mesh_joints })
    }

    /// The joints whose bind matrix says where they were, with the matrix's inverse.
    ///
    /// Exporters write the identity for controls that move no vertex; such says nothing.
    fn bound(&self) -> impl Iterator<Item = (JointId, Affine3A)> {
        let pairs = self.joints.iter().zip(&self.joint_from_mesh);
        let stated = pairs.filter_map(|(&joint, matrix)| Some((joint, (*matrix)?)));
        let telling = stated.filter(|(_, matrix)| !matrix.abs_diff_eq(Affine3A::IDENTITY, 1e-6));
        telling.map(|(joint, matrix)| (joint, matrix.inverse()))
    }

    /// Inverse bind matrices say where joints are among each other and to the mesh, not where that is in the model:
    /// take of the usual conventions the one that the nodes contradict least.
    fn place(&self, nodes: &Skeleton) -> Placement {
        let rest = nodes.rest_globals();
        let root = self.bound().min_by_key(|&(joint, _)| joint);
        let at_root = root.map(|(joint, mesh_from_joint)| rest.model_from_joint(joint) * mesh_from_joint.inverse());
        let mean_apart = |model_from_mesh: &Affine3A| {
            let apart = self.apart(nodes, *model_from_mesh);
            apart.iter().map(|&(_, apart)| apart).sum::<f32>() / apart.len().max(1) as f32
        };
        // Plain placements: the model's axes or the mesh node's, in metres or in centimetres.
        let plain = std::iter::once(Affine3A::IDENTITY)
            .chain(self.mesh_joints.iter().map(|&joint| rest.model_from_joint(joint)))
            .flat_map(|placement| [1.0, 0.01, 100.0].map(|scale| placement * Affine3A::from_scale(Vec3::splat(scale))));
        // One made to measure fits its own joint, turned in its animation or not: it must be far better to be right.
        let weighted = plain.map(|placement| (placement, 1.0)).chain(at_root.map(|placement| (placement, TO_MEASURE)));
        // The first of equals stays.
        let model_from_mesh = weighted
            .filter(|(placement, _)| has_inverse(*placement))
            .map(|(placement, weight)| (placement, mean_apart(&placement) * weight))
            .reduce(|best, next| if next.1 < best.1 * 0.999 { next } else { best })
            .map_or(Affine3A::IDENTITY, |(placement, _)| placement);
        let bind_size =
            extent(self.bound().map(|(_, mesh_from_joint)| (model_from_mesh * mesh_from_joint).translation));
        let node_size = extent(self.bound().map(|(joint, _)| rest.model_from_joint(joint).translation));
        Placement { model_from_mesh, is_pose: bind_size > node_size * COLLAPSED }
    }

    /// How far each joint's node is from its bind pose, in parts of the skin's size.
    fn apart(&self, nodes: &Skeleton, model_from_mesh: Affine3A) -> Vec<(JointId, f32)> {
        let rest = nodes.rest_globals();
        // The smaller of both, so that a placement of the wrong scale, either way, counts as far apart.
        let size = extent(self.bound().map(|(joint, _)| rest.model_from_joint(joint).translation))
            .min(extent(self.bound().map(|(_, mesh_from_joint)| (model_from_mesh * mesh_from_joint).translation)));
        if !(size > 1e-9 && size.is_finite()) {
            return Vec::new();
        }
        self.bound()
            .map(|(joint, mesh_from_joint)| {
                let bind = model_from_mesh * mesh_from_joint;
                let moved = rest.model_from_joint(joint) * bind.inverse();
                let probes = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
                    .map(|axis| Vec3::from(bind.translation) + axis * size * PROBE);
                let most =
                    probes.iter().map(|&probe| moved.transform_point3(probe).distance(probe)).fold(0.0, f32::max);
                (joint, if most.is_finite() { most / size } else { f32::MAX })
            })
            .collect()
    }

    fn worst(&self, nodes: &Skeleton, placement: &Placement) -> Option<(JointId, f32)> {
        if !placement.is_pose {
            return None;
        }
        self.apart(nodes, placement.model_from_mesh).into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// `nodes` with the bind pose as rest; joints in no skin keep their place relative to their parent.
fn rebuilt(nodes: &Skeleton, sources: &[SkinSource], placements: &[Placement]) -> Skeleton {
    let mut wanted: Vec<Option<Affine3A>> = vec![None; nodes.len()];
    for (source, placement) in sources.iter().zip(placements).filter(|(_, placement)| placement.is_pose) {
        for (joint, mesh_from_joint) in source.bound() {
            // Skins over the same joints agree, or the first one wins.
            wanted[joint.index()].get_or_insert(placement.model_from_mesh * mesh_from_joint);
        }
    }
    let mut pose = nodes.rest().clone();
    let mut globals = Globals::of(nodes, &pose);
    for joint in nodes.ids() {
        let parent = nodes.parent(joint).map_or(Affine3A::IDENTITY, |parent| globals.model_from_joint(parent));
        if let Some(model_from_joint) = wanted[joint.index()].filter(|_| has_inverse(parent)) {
            let local = Transform::from_affine(parent.inverse() * model_from_joint);
            *pose.get_mut(joint) = near_whole(local, *nodes.rest().get(joint));
        }
        globals.update_one(nodes, &pose, joint);
    }
    let joints = Vec::<Joint>::from(nodes.clone());
    let joints = joints.into_iter().zip(pose.local()).map(|(joint, &rest)| Joint { rest, ..joint }).collect();
    // Finite matrices give finite parts, and the order is unchanged.
    Skeleton::new(joints).unwrap_or_else(|_| nodes.clone())
}

/// `local` with its scale and rotation's sign as in the nodes, where the matrix says the same to rounding.
fn near_whole(local: Transform, node: Transform) -> Transform {
    let scale = if local.scale.abs_diff_eq(node.scale, 1e-4 * node.scale.abs().max_element().max(1e-6)) {
        node.scale
    } else {
        local.scale
    };
    let rotation = if local.rotation.dot(node.rotation) < 0.0 { -local.rotation } else { local.rotation };
    Transform { scale, rotation, ..local }
}

/// The longest side of the box round `points`.
fn extent(points: impl Iterator<Item = glam::Vec3A>) -> f32 {
    let around = points.fold(None, |around: Option<(glam::Vec3A, glam::Vec3A)>, point| {
        Some(around.map_or((point, point), |(low, high)| (low.min(point), high.max(point))))
    });
    around.map_or(0.0, |(low, high)| (high - low).max_element())
}

/// Whether `affine` has an inverse that means something: no axis is flattened relative to the others.
fn has_inverse(affine: Affine3A) -> bool {
    let axes = affine.matrix3;
    let product = axes.x_axis.length() * axes.y_axis.length() * axes.z_axis.length();
    affine.is_finite() && product > 1e-30 && (axes.determinant() / product).abs() > 1e-4 && affine.inverse().is_finite()
}

/// The inverse, or for a matrix without one the shift back to the origin.
fn inverse_or_shift(affine: Affine3A) -> Affine3A {
    if has_inverse(affine) { affine.inverse() } else { Affine3A::from_translation((-affine.translation).into()) }
}
