use surefoot::humanoid::Role;

use super::super::{Problem, Severity};
use super::Session;

impl Session {
    /// Binds the rig and lists what is wrong, gravest first.
    pub(super) fn gather_problems(&mut self) -> Vec<Problem> {
        let Some(stage) = &mut self.stage else { return Vec::new() };
        let mut problems = stage.bind(self.document.history.rig());
        let warning = |text: String| Problem { severity: Severity::Warning, text, item: None, fix: None };
        let missing: Vec<&str> = Role::ALL
            .into_iter()
            .filter(|&role| role.is_required() && stage.map().get(role).is_none())
            .map(Role::name)
            .collect();
        if !missing.is_empty() {
            let bones = if missing.len() == 1 { "bone" } else { "bones" };
            problems.push(warning(format!("No {bones} found for {}", missing.join(", "))));
        }
        problems.extend(stage.character().warnings.iter().cloned().map(warning));
        problems.sort_by(|a, b| b.severity.cmp(&a.severity));
        problems
    }
}
