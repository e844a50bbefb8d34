use super::{Edit, Item, Severity};

/// A fault or doubt about the rig or the character, or what is good to know of either.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub severity: Severity,
    /// Stable, as in `unit-scale`; the command line says the same.
    pub code: &'static str,
    /// One sentence.
    pub text: String,
    /// What a person can do elsewhere, or what happens by itself; one sentence.
    pub advice: Option<String>,
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

impl Problem {
    /// What is only good to know asks for nothing.
    pub fn asks_for_something(&self) -> bool {
        self.severity > Severity::Info
    }

    /// A fault of the character's file that the rig can mend without taking anything away.
    pub fn is_mendable(&self) -> bool {
        let mends = self.fix.as_ref().is_some_and(|fix| matches!(fix.edit, Edit::Mend(_)));
        mends && self.asks_for_something()
    }
}
