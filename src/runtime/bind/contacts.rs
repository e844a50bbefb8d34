use super::{BindCause, Binder};
use crate::rig::ClipContacts;
use crate::runtime::bound::{BoundChain, BoundContacts, BoundFoot};

impl Binder<'_> {
    /// Those of feet that were fitted.
    pub(super) fn bind_contacts(&mut self, feet: &[BoundFoot], chains: &[BoundChain]) -> Box<[BoundContacts]> {
        let Some(grounding) = &self.rig.grounding else { return Box::default() };
        let mut bound = Vec::new();
        for (index, contacts) in grounding.contacts.iter().enumerate() {
            let at = format!("grounding.contacts[{index}]");
            if !self.in_range(format!("{at}.clip_s"), contacts.clip_s, f32::MIN_POSITIVE, f32::MAX, "above 0") {
                continue;
            }
            if let Some(fault) = ClipContacts::fault(contacts.clip_s, &contacts.down) {
                let expected = "contacts in order, apart from each other and within the loop";
                let path = format!("{at}.down[{}]", fault.at);
                self.issue(path, BindCause::OutOfRange { value: fault.value, expected });
                continue;
            }
            if let Some(foot) = feet.iter().position(|foot| chains[foot.chain].name == contacts.chain) {
                bound.push(BoundContacts { foot, of_rig: contacts.clone() });
            }
        }
        bound.into()
    }
}
