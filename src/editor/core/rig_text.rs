//! Rigs as text.

use surefoot::rig::Rig;

/// # Errors
/// A sentence about what can't be written.
pub fn rig_to_text(rig: &Rig) -> Result<String, String> {
    ron::ser::to_string_pretty(rig, ron::ser::PrettyConfig::default()).map_err(|error| error.to_string())
}
