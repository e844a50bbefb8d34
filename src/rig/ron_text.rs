//! A rig as RON.

use crate::rig::diagnostic::{Diagnostic, RigError};
use crate::rig::document::RIG;
use crate::rig::format::Format;
use crate::rig::migrations::migrate;
use crate::rig::schema::Kind;
use crate::rig::text::{Place, Places, parse};
use crate::rig::{FORMAT_VERSION, Rig, rules};

const RIG_FORMAT: Format = Format {
    document: Kind::Record(&RIG),
    record: &RIG,
    version: FORMAT_VERSION,
    migrate,
    rules: rules::check,
    header: "// A Surefoot rig. Fields at their defaults are left out.
#![enable(implicit_some, unwrap_variant_newtypes)]
",
};

/// A rig that was read, and what is odd about its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub rig: Rig,
    /// Of severity `Warning` alone.
    pub warnings: Vec<Diagnostic>,
}

impl Rig {
    /// Reads a rig of this or an earlier version. `Some(..)` and the second parentheses of `TwoBone((..))` may be left out.
    ///
    /// Any bytes are safe to give: size and nesting are limited.
    ///
    /// # Errors
    /// With all errors and warnings at once, each with its line and column.
    pub fn from_ron(text: &str) -> Result<Reading, RigError> {
        let (rig, warnings) = RIG_FORMAT.read::<Self>(text)?;
        Ok(Reading { rig: Self { format_version: FORMAT_VERSION, ..rig }, warnings })
    }

    /// Writes the rig: fields in a fixed order, a field at its default left out, numbers as short as they read back to the
    /// same bits. Reading the text and writing it again gives the same bytes.
    pub fn to_ron(&self) -> String {
        RIG_FORMAT.write(self)
    }
}

/// Everything that is wrong with a rig that was put together in memory; places are paths alone.
pub fn validate(rig: &Rig) -> Vec<Diagnostic> {
    RIG_FORMAT.validate(rig)
}

/// Where a rig's text has the value at a path, as in `chains[0].solver.mid`; the value around it where it is left out. None
/// for a text that is no RON.
pub fn place_of(text: &str, path: &str) -> Option<Place> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = parse(bare).0?;
    Some(Places::new(bare).at(tree.at_path(path).at))
}
