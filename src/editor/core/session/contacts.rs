use surefoot::rig::ClipContacts;
use surefoot::stance::Interval;

use super::super::contacts::{self, ContactLane, Stretch};
use super::super::{Edit, Item};
use super::Session;

impl Session {
    /// When each foot stands in the clip on stage; none without a clip, or where no feet are put on the ground.
    pub fn contact_lanes(&self) -> Vec<ContactLane> {
        let lanes = || {
            let stage = self.stage.as_ref()?;
            let (bound, walk) = (stage.bound()?, stage.walk(self.playback.clip?)?);
            let feet = &self.document.rig().grounding.as_ref()?.feet;
            let ends = |intervals: &[Interval]| intervals.iter().map(|one| [one.start_s, one.end_s]).collect();
            let lane = |(at, foot): (usize, surefoot::runtime::RiggedFoot<'_>)| {
                let by_hand = walk.found.as_ref().filter(|_| walk.motion.is_by_hand(at));
                Some(ContactLane {
                    foot: feet.iter().position(|of_rig| of_rig.chain == foot.chain_name())?,
                    chain: foot.chain_name().to_owned(),
                    down: ends(&walk.motion.stances.feet.get(at)?.down),
                    found: by_hand.and_then(|found| Some(ends(&found.feet.get(at)?.down))),
                })
            };
            Some(bound.feet().enumerate().filter_map(lane).collect())
        };
        lanes().unwrap_or_default()
    }

    /// The lane of this foot of the rig's grounding.
    pub fn contact_lane(&self, foot: usize) -> Option<ContactLane> {
        self.contact_lanes().into_iter().find(|lane| lane.foot == foot)
    }

    /// Sets when a foot stands in the clip on stage, or nothing more, so that what is found counts; none for a clip without a name.
    pub fn set_contacts(&self, lane: &ContactLane, down: Option<Vec<Stretch>>) -> Option<Edit> {
        let clip = self.stage.as_ref()?.clip(self.playback.clip?).filter(|clip| !clip.name.trim().is_empty())?;
        Some(Edit::Contacts {
            of: ClipContacts {
                clip: clip.name.clone(),
                clip_s: clip.duration,
                chain: lane.chain.clone(),
                down: down.clone().unwrap_or_default(),
            },
            by_hand: down.is_some(),
        })
    }

    /// Whether contacts can be set in the clip on stage: the rig knows clips by their names.
    pub fn can_set_contacts(&self) -> bool {
        let clip = self.stage.as_ref().and_then(|stage| stage.clip(self.playback.clip?));
        clip.is_some_and(|clip| !clip.name.trim().is_empty())
    }

    /// The contact that is selected, with its lane.
    pub fn selected_contact(&self) -> Option<(ContactLane, usize)> {
        let Some(Item::Contact { foot, at }) = self.selection.primary() else { return None };
        self.contact_lane(foot).filter(|lane| at < lane.down.len()).map(|lane| (lane, at))
    }

    /// The edit that takes the selected contact away.
    pub(super) fn without_contact(&self) -> Option<Edit> {
        let (lane, at) = self.selected_contact()?;
        self.set_contacts(&lane, Some(contacts::removed(&lane.down, at)))
    }
}
