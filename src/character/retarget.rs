use super::Character;
use crate::clip::Clip;
use crate::humanoid::HumanoidMap;
use crate::retarget::{Performer, Retarget, RetargetError};

impl Character {
    /// This character's clips for another that has the same roles; see [`crate::retarget`].
    ///
    /// Each keeps its name and length and is sampled into `target.pose_under_clips()`.
    ///
    /// # Errors
    /// When the two have no role in common.
    pub fn clips_for(
        &self,
        map: &HumanoidMap,
        target: &Self,
        target_map: &HumanoidMap,
    ) -> Result<Vec<Clip>, RetargetError> {
        let retarget = Retarget::new(self.performer(map), target.performer(target_map))?;
        Ok(self.clips.iter().map(|clip| retarget.clip(clip)).collect())
    }

    fn performer<'a>(&'a self, map: &'a HumanoidMap) -> Performer<'a> {
        Performer { skeleton: &self.skeleton, map, under_clips: self.pose_under_clips() }
    }
}
