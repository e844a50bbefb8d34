//! Where the parts of the meshes lie that each joint moves.

use glam::Vec3;

use super::Character;
use crate::skin::Binding;

/// About as many vertices of each mesh are looked at, evenly spread: enough for a middle, and no longer in a large file.
const SAMPLE: usize = 2048;

impl Character {
    /// The weighted mean of the vertices that each joint moves, in the joint's own space as its skins bind it; none where it
    /// moves none. One a joint.
    pub(super) fn middles(&self) -> Vec<Option<Vec3>> {
        let mut sums = vec![(Vec3::ZERO, 0.0_f32); self.skeleton.len()];
        let mut in_mesh = Vec::new();
        for mesh in &self.meshes {
            let Binding::Skinned { skin, influences } = &mesh.binding else { continue };
            let Some(skin) = self.skins.get(*skin) else { continue };
            in_mesh.clear();
            in_mesh.resize(skin.joints.len(), (Vec3::ZERO, 0.0_f32));
            let step = influences.len() / SAMPLE + 1;
            for (&position, influence) in mesh.positions.iter().zip(influences).step_by(step) {
                for (&slot, &weight) in influence.joints.iter().zip(&influence.weights) {
                    let Some((sum, weights)) = in_mesh.get_mut(usize::from(slot)) else { continue };
                    *sum += position * weight;
                    *weights += weight;
                }
            }
            for ((&(sum, weight), joint), bind) in in_mesh.iter().zip(&skin.joints).zip(&skin.joint_from_mesh) {
                if weight > 0.0 {
                    let (whole, weights) = &mut sums[joint.index()];
                    let share = weight * step as f32;
                    *whole += bind.transform_point3(sum / weight) * share;
                    *weights += share;
                }
            }
        }
        let middle =
            |(sum, weight): (Vec3, f32)| Some(sum / weight).filter(|middle| weight > 0.0 && middle.is_finite());
        sums.into_iter().map(middle).collect()
    }
}
