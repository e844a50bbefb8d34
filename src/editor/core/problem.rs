use super::{Edit, Item, Severity};

/// A fault or doubt about the rig or the character.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub severity: Severity,
    /// One sentence.
    pub text: String,
    /// What "Show" selects.
    pub item: Option<Item>,
    pub fix: Option<Fix>,
}

/// An automatic repair.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// On the button and in the undo menu.
    pub label: String,
    pub edit: Edit,
}
