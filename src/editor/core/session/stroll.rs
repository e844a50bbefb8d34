//! Walking without a clip.

use super::super::stroll::propose_gait;
use super::super::{Action, Edit, Pace, PlaybackAction, Stage};
use super::Session;

impl Session {
    /// Why the character can't walk without a clip; none where it can, if need be with a gait that is added to the rig.
    pub fn stroll_unavailable(&self) -> Option<&'static str> {
        if self.stage.as_ref().is_none_or(|stage| stage.bound().is_none()) {
            return Some("Open a model whose rig fits");
        }
        let rig = self.document.rig();
        let has_gait = rig.gait.as_ref().is_some_and(|gait| gait.enabled && !gait.groups.is_empty());
        (!has_gait && propose_gait(rig).is_none()).then_some("Give the rig two feet that stand on the ground")
    }

    /// Walks on the spot of the stage, over the ground that goes by.
    pub(super) fn stroll(&mut self) {
        let rig = self.document.rig();
        if rig.gait.as_ref().is_none_or(|gait| gait.groups.is_empty())
            && let Some(gait) = propose_gait(rig)
        {
            self.edit("Add a gait".into(), Edit::Gait(Some(gait)));
        }
        let of_its_size = || Pace::for_leg(self.stage.as_ref().map_or(0.85, Stage::leg_length));
        let pace = self.playback.stroll().map_or_else(of_its_size, |stroll| stroll.pace);
        self.apply(Action::Playback(PlaybackAction::Stroll(pace)));
    }
}
