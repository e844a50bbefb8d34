use std::collections::BTreeSet;

use surefoot::humanoid::Role;
use surefoot::rig::{Rig, validate};
use surefoot::runtime::BindIssue;

use super::super::{Item, Problem, Severity};
use super::Session;

impl Session {
    /// Binds the rig and lists what is wrong, gravest first.
    pub(super) fn gather_problems(&mut self) -> Vec<Problem> {
        let Some(stage) = &mut self.stage else { return Vec::new() };
        let rig = self.document.history.rig();
        let issues = stage.bind(rig);
        let mut problems: Vec<Problem> = Vec::new();
        let mut told = BTreeSet::new();
        problems.extend(
            validate(rig).into_iter().inspect(|diagnostic| drop(told.insert(diagnostic.path.clone()))).map(
                |diagnostic| Problem {
                    severity: match diagnostic.severity {
                        surefoot::rig::Severity::Error => Severity::Error,
                        surefoot::rig::Severity::Warning => Severity::Warning,
                    },
                    text: match diagnostic.fix() {
                        Some(fix) => format!("{}; {fix}", diagnostic.message),
                        None => diagnostic.message.clone(),
                    },
                    item: item_at(&diagnostic.path),
                    fix: None,
                },
            ),
        );
        let unfit = issues.iter().filter(|issue| !told.contains(&issue.path)).map(|issue| Problem {
            severity: if stage.is_bound() { Severity::Warning } else { Severity::Error },
            text: sentence(rig, issue),
            item: item_at(&issue.path),
            fix: None,
        });
        problems.extend(unfit);
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

/// The issue with the name of what it is about.
fn sentence(rig: &Rig, issue: &BindIssue) -> String {
    let about = match item_at(&issue.path) {
        Some(Item::Chain(index)) => rig.chains.get(index).map(|chain| chain.name.clone()),
        Some(Item::LookAt) => Some("Look-at".into()),
        Some(Item::Grounding) => Some("Pelvis and feet".into()),
        Some(Item::Limit(_)) => Some("Limit".into()),
        _ => Some(issue.path.clone()).filter(|path| !path.is_empty()),
    };
    match about {
        Some(about) => format!("{about}: {}", issue.cause),
        None => issue.cause.to_string(),
    }
}

/// What "Show" selects for a fault at this path of the document, as in `chains[0].solver`.
fn item_at(path: &str) -> Option<Item> {
    let (head, index) = match path.split_once('[') {
        Some((head, rest)) => (head, rest.split(']').next().and_then(|index| index.parse().ok())),
        None => (path.split('.').next().unwrap_or_default(), None),
    };
    match head.split('.').next()? {
        "chains" => index.map(Item::Chain),
        "limits" => index.map(Item::Limit),
        "look_at" => Some(Item::LookAt),
        "grounding" => Some(Item::Grounding),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_leads_to_its_part_of_the_rig() {
        assert_eq!(item_at("chains[2].solver.soften_from"), Some(Item::Chain(2)));
        assert_eq!(item_at("limits[0]"), Some(Item::Limit(0)));
        assert_eq!(item_at("look_at.head_range.up_deg"), Some(Item::LookAt));
        assert_eq!(item_at("grounding.feet[1].chain"), Some(Item::Grounding));
        assert_eq!(item_at(""), None);
    }
}
