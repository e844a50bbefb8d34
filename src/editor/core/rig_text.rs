//! Rigs as text.

use surefoot::rig::Rig;

/// # Errors
/// A sentence about what can't be written.
pub fn rig_to_text(rig: &Rig) -> Result<String, String> {
    ron::ser::to_string_pretty(rig, ron::ser::PrettyConfig::default()).map_err(|error| error.to_string())
}

/// The rig, and what is doubtful about it.
///
/// # Errors
/// Everything that is wrong, a line each.
pub fn text_to_rig(text: &str) -> Result<(Rig, Vec<String>), String> {
    ron::from_str(text).map(|rig| (rig, Vec::new())).map_err(|error| error.to_string())
}
