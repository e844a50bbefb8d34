use crate::character::Character;
use crate::humanoid::{DetectInput, Detection, JointHint, detect};

impl Character {
    /// Finds the humanoid in this character; see [`detect`](fn@crate::humanoid::detect).
    pub fn detect(&self) -> Detection {
        let joints: Vec<JointHint> = self
            .traits
            .iter()
            .map(|traits| JointHint { in_skin: traits.in_skin, influence: traits.influence, has_mesh: traits.has_mesh })
            .collect();
        let declared = self.vrm.as_ref().map_or(&[][..], |vrm| &vrm.bones);
        detect(&DetectInput { skeleton: &self.skeleton, joints: &joints, declared })
    }
}
