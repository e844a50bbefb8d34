//! The rig a character gets without being asked.

use surefoot::rig::Rig;

use super::Stage;

/// The default biped preset, fitted to what this character has.
pub(super) fn biped(_stage: &Stage) -> Rig {
    Rig::default()
}
