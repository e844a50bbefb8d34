//! Skins: where joints were when their meshes were bound.

use glam::{Affine3A, Mat4};

use super::ReadFault;
use super::accessor::Accessors;
use super::nodes::NodeTree;
use crate::skeleton::{JointId, Skeleton};
use crate::skin::Skin;

/// Whether `affine` has an inverse that means something: no axis is flattened relative to the others.
fn is_invertible(affine: Affine3A) -> bool {
    let axes = affine.matrix3;
    let product = axes.x_axis.length() * axes.y_axis.length() * axes.z_axis.length();
    affine.is_finite() && product > 1e-30 && (axes.determinant() / product).abs() > 1e-4
}

/// The skins in the file's order. An inverse bind matrix that cannot be used is made from the joint's rest.
///
/// # Errors
/// When the matrices are not where the file says.
pub fn skins(
    accessors: Accessors,
    tree: &NodeTree,
    skeleton: &Skeleton,
    warnings: &mut Vec<String>,
) -> Result<Vec<Skin>, ReadFault> {
    let mut skins = Vec::with_capacity(accessors.document.skins.len());
    for (index, source) in accessors.document.skins.iter().enumerate() {
        let joints: Vec<JointId> =
            source.joints.iter().filter_map(|&node| skeleton.id(usize::from(tree.joint_of[node]?))).collect();
        let stated = match source.inverse_bind_matrices.map(|at| accessors.floats::<16>(at, "inverse bind matrices")) {
            None => vec![Some(Affine3A::IDENTITY); joints.len()],
            Some(Ok(matrices)) => {
                let mut matrices: Vec<_> =
                    matrices.iter().map(|matrix| Some(Affine3A::from_mat4(Mat4::from_cols_array(matrix)))).collect();
                matrices.resize(joints.len(), None);
                matrices
            }
            Some(Err(ReadFault::Compressed { extension, .. })) => {
                warnings.push(format!("Skin {index}'s bind pose is compressed with {extension}; its rest is used."));
                vec![None; joints.len()]
            }
            Some(Err(fault)) => return Err(fault),
        };
        let joint_from_mesh = joints
            .iter()
            .zip(stated)
            .map(|(&joint, stated)| {
                stated
                    .filter(|matrix| is_invertible(*matrix))
                    .unwrap_or_else(|| skeleton.rest_globals().model_from_joint(joint).inverse())
            })
            .collect();
        skins.push(Skin { joints, joint_from_mesh });
    }
    Ok(skins)
}
