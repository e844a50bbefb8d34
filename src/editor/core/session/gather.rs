use std::collections::BTreeSet;

use surefoot::humanoid::{Finding, Role};
use surefoot::rig::{ClipContacts, ContactsMisfit, Diagnostic, Rig, validate};
use surefoot::runtime::BindIssue;

use super::super::{Edit, Fix, Item, Problem, Severity, Stage};
use super::Session;

impl Session {
    /// Binds the rig and lists what is wrong, gravest first.
    pub(super) fn gather_problems(&mut self) -> Vec<Problem> {
        let Some(stage) = &mut self.stage else { return Vec::new() };
        let rig = self.document.history.rig();
        let issues = stage.bind(rig);
        let diagnostics = validate(rig);
        let mut problems: Vec<Problem> = diagnostics.iter().map(of_document).collect();
        // What the document's own rules say is not said again by binding.
        let told: BTreeSet<&str> = diagnostics.iter().map(|diagnostic| diagnostic.path.as_str()).collect();
        let severity = if stage.is_bound() { Severity::Warning } else { Severity::Error };
        let unfit = issues.iter().filter(|issue| !told.contains(issue.path.as_str()));
        problems.extend(unfit.map(|issue| of_binding(rig, issue, severity)));
        let character = stage.character();
        problems.extend(character.diagnose(stage.map(), rig).into_iter().map(of_character));
        problems.extend(of_contacts(rig, stage));
        problems.extend(character.warnings.iter().map(|text| of_file(text)));
        let others = stage.detections().count() - 1;
        if others > 0 {
            let humanoids = if others == 1 { "humanoid" } else { "humanoids" };
            problems.push(Problem {
                severity: Severity::Info,
                code: "several-characters",
                text: format!("The file holds {others} more {humanoids}; one at a time is rigged"),
                advice: Some("Choose which in the Map workspace".into()),
                item: None,
                fix: None,
            });
        }
        problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
        problems
    }
}

/// Contacts that were set for clips which are not there, or not as they were.
fn of_contacts(rig: &Rig, stage: &Stage) -> Vec<Problem> {
    let contacts = rig.grounding.iter().flat_map(|grounding| &grounding.contacts);
    let of_one = |contacts: &ClipContacts| {
        let clips = stage.clips().map(|found| (found.clip.name.as_str(), found.clip.duration));
        let misfit = contacts.misfit(clips)?;
        let title = capitalised(&contacts.chain.replace('_', " "));
        let severity = match misfit {
            // It may come from another file.
            ContactsMisfit::NoClip { .. } => Severity::Info,
            ContactsMisfit::OtherLength { .. } => Severity::Warning,
        };
        Some(Problem {
            severity,
            code: misfit.code(),
            text: format!("{title}: {misfit}"),
            advice: Some(capitalised(misfit.advice())),
            item: Some(Item::Grounding),
            fix: Some(Fix {
                label: format!("Forget the contacts in {}", contacts.clip),
                edit: Edit::Contacts { of: contacts.clone(), by_hand: false },
            }),
        })
    };
    contacts.filter_map(of_one).collect()
}

fn of_character(finding: Finding) -> Problem {
    let severity = match finding.severity {
        surefoot::humanoid::Severity::Error => Severity::Error,
        surefoot::humanoid::Severity::Warning => Severity::Warning,
        surefoot::humanoid::Severity::Note => Severity::Info,
    };
    Problem {
        severity,
        code: finding.code,
        text: capitalised(&finding.message),
        advice: finding.advice.as_deref().map(capitalised),
        item: finding.place.map(Item::Bone),
        fix: finding.fix.map(|fix| Fix { label: fix.to_string(), edit: Edit::Mend(fix) }),
    }
}

fn of_file(warning: &str) -> Problem {
    let text = capitalised(warning.trim_end_matches('.'));
    Problem { severity: Severity::Warning, code: "file", text, advice: None, item: None, fix: None }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn of_document(diagnostic: &Diagnostic) -> Problem {
    let severity = match diagnostic.severity {
        surefoot::rig::Severity::Error => Severity::Error,
        surefoot::rig::Severity::Warning => Severity::Warning,
    };
    Problem {
        severity,
        code: diagnostic.code.name(),
        text: capitalised(&diagnostic.message),
        advice: diagnostic.fix().as_deref().map(capitalised),
        item: item_at(&diagnostic.path),
        fix: None,
    }
}

fn of_binding(rig: &Rig, issue: &BindIssue, severity: Severity) -> Problem {
    let item = item_at(&issue.path);
    let fix = match item {
        Some(Item::Chain(index)) => rig
            .chains
            .get(index)
            .map(|chain| Fix { label: format!("Remove {}", chain.name), edit: Edit::RemoveChain(index) }),
        Some(Item::Limit(index)) => Some(Fix { label: "Remove the limit".into(), edit: Edit::RemoveLimit(index) }),
        _ => issue
            .path
            .strip_prefix("bones.")
            .and_then(Role::from_name)
            .map(|role| Fix { label: format!("Forget {role}"), edit: Edit::Role { role, bone: None } }),
    };
    Problem { severity, code: "fit", text: sentence(rig, issue), advice: None, item, fix }
}

/// The issue with the name of what it is about.
fn sentence(rig: &Rig, issue: &BindIssue) -> String {
    let about = match item_at(&issue.path) {
        Some(Item::Chain(index)) => rig.chains.get(index).map(|chain| chain.name.clone()),
        Some(Item::LookAt) => Some("Look-at".into()),
        Some(Item::Grounding) => Some("Pelvis and feet".into()),
        Some(Item::Limit(_)) => Some("Limit".into()),
        _ => issue.path.strip_prefix("bones.").map(str::to_owned),
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
        None => (path, None),
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
