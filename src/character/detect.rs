use crate::character::Character;
use crate::humanoid::{DetectInput, Detection, JointHint, Names, detect_with};

impl Character {
    /// Finds the humanoid in this character; see [`detect`](fn@crate::humanoid::detect).
    pub fn detect(&self) -> Detection {
        self.detect_with(Names::built_in())
    }

    /// As [`Character::detect`], with other names of bones than those that come with Surefoot.
    pub fn detect_with(&self, names: &Names) -> Detection {
        let joints: Vec<JointHint> = self
            .traits
            .iter()
            .map(|traits| JointHint { in_skin: traits.in_skin, influence: traits.influence, has_mesh: traits.has_mesh })
            .collect();
        let declared = self.vrm.as_ref().map_or(&[][..], |vrm| &vrm.bones);
        detect_with(&DetectInput { skeleton: &self.skeleton, joints: &joints, declared }, names)
    }
}
