//! What is told of a character that has gone on over the ground, as it stands on stage.

use glam::Vec3;
use surefoot::runtime::SolveReport;

/// Tells of everything as it stands on stage, where the character has gone this far.
pub(super) fn bring_back(report: &mut SolveReport, gone: Vec3) {
    for chain in &mut report.chains {
        chain.position -= gone;
        chain.target = chain.target.map(|target| target - gone);
    }
    for contact in report.feet.iter_mut().flat_map(|foot| &mut foot.contacts) {
        contact.position -= gone;
        contact.ground = contact.ground.map(|ground| ground - gone);
    }
    if let Some(look) = &mut report.look {
        look.target -= gone;
    }
    for foot in &mut report.gait {
        foot.position -= gone;
        foot.home -= gone;
    }
}
