//! From older versions of the file format to the present one, a function a version.

use crate::rig::FORMAT_VERSION;
use crate::rig::text::Tree;

/// The function at index `n` turns a document of version `n + 1` into one of version `n + 2`.
///
/// A default never changes within a version, for files leave defaults out: the function for a changed default writes the
/// old one into the document.
const MIGRATIONS: [fn(&mut Tree<'_>); FORMAT_VERSION as usize - 1] = [];

/// Brings a document of version `from` up to date; `from` is at least 1.
pub fn migrate(document: &mut Tree<'_>, from: u32) {
    for step in MIGRATIONS.iter().skip(from as usize - 1) {
        step(document);
    }
}
