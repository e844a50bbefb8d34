//! What is unusual about a character, as commands print it.

use serde::Serialize;
use surefoot::character::Character;
use surefoot::humanoid::Finding;
use surefoot::rig::{Fix, Rig};

/// Something wrong or unusual, where, and what helps.
#[derive(Serialize)]
pub struct Row {
    /// Stable, for scripts.
    pub code: &'static str,
    pub severity: &'static str,
    pub message: String,
    /// When it is about one node.
    pub place: Option<Place>,
    /// For people; null where nothing need be done.
    pub fix: Option<String>,
    /// What the rig can hold; null where it cannot help.
    pub repair: Option<Repair>,
}

/// A node of the file, as `map` and `solve` print it.
#[derive(Serialize)]
pub struct Place {
    /// Null where it has no name.
    node: Option<String>,
    index: usize,
}

/// A change of the rig.
#[derive(Serialize)]
pub struct Repair {
    /// The way to what changes in the rig, as in `character.up`.
    path: String,
    #[serde(flatten)]
    fix: Fix,
    /// The character shows it so plainly that `surefoot new` writes it by itself.
    certain: bool,
}

impl Row {
    pub fn new(finding: Finding, character: &Character, rig: &Rig) -> Self {
        Self {
            code: finding.code,
            severity: finding.severity.name(),
            place: finding.place.map(|joint| {
                let name = character.skeleton.name(joint);
                Place { node: (!name.is_empty()).then(|| name.to_owned()), index: character.node_of(joint) }
            }),
            fix: finding.help(),
            repair: finding.fix.map(|fix| Repair { path: fix.path(rig), fix, certain: finding.is_certain }),
            message: finding.message,
        }
    }
}
