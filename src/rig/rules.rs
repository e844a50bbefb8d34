//! Rules that tie several values of a rig together. They look at the tree, so that they hold beside other faults too.

use std::collections::{BTreeMap, BTreeSet};

use crate::rig::ClipContacts;
use crate::rig::diagnostic::{Code, Severity};
use crate::rig::schema::Finding;
use crate::rig::spelling::nearest;
use crate::rig::text::{Node, Tree, compact};

pub fn check(rig: &Tree<'_>, findings: &mut Vec<Finding>) {
    let bones = Bones::of(rig);
    let mut rules = Rules { findings, chains: BTreeSet::new() };
    rules.character(rig);
    rules.bones(rig);
    rules.chains(rig, &bones);
    rules.limits(rig, &bones);
    rules.twist_bones(rig, &bones);
    rules.look_at(rig);
    rules.feet(rig);
    rules.contacts(rig);
    rules.gait(rig);
    rules.goals(rig);
    if !bones.by_role.is_empty() {
        let outside = rig.entries().iter().filter(|entry| entry.name != "bones");
        for entry in outside {
            rules.roles_have_nodes(&entry.value, entry.name, &bones);
        }
    }
}

/// What `bones` says, to compare bones that are named in different ways.
struct Bones {
    by_role: BTreeMap<String, String>,
}

impl Bones {
    fn of(rig: &Tree<'_>) -> Self {
        let pairs = rig.field("bones").map(pairs).unwrap_or_default();
        Self { by_role: pairs.iter().map(|(role, bone)| (compact(role), compact(bone))).collect() }
    }

    /// Two bones with the same key are the same bone.
    fn key(&self, bone: &Tree<'_>) -> String {
        role_of(bone).and_then(|role| self.by_role.get(role).cloned()).unwrap_or_else(|| compact(bone))
    }
}

struct Rules<'f, 't> {
    findings: &'f mut Vec<Finding>,
    chains: BTreeSet<&'t str>,
}

impl<'t> Rules<'_, 't> {
    fn character(&mut self, rig: &Tree<'_>) {
        let Some(character) = rig.field("character") else { return };
        let axis = |name: &str| character.field(name).map(|axis| compact(axis.unwrapped()));
        let (up, forward) = (axis("up").unwrap_or_else(|| "Y".into()), axis("forward").unwrap_or_default());
        if forward.trim_start_matches("Neg") == up.trim_start_matches("Neg") {
            let at = character.field("forward").map_or(character.at, |axis| axis.at);
            let message = format!("`forward` is {forward} and `up` is {up}, which lie on one line");
            self.error(Code::Mismatch, at, "character.forward".into(), message, Some("an axis across `up`"));
        }
    }

    fn bones(&mut self, rig: &Tree<'_>) {
        let mut owner: BTreeMap<String, String> = BTreeMap::new();
        for (role, bone) in rig.field("bones").map(pairs).unwrap_or_default() {
            let path = format!("bones.{}", compact(role));
            if role_of(bone).is_some() {
                let message = format!("`{path}` is a role, which says nothing of the node");
                self.error(Code::RoleOfRole, bone.at, path, message, Some("Node(..), Path(..) or Index(..)"));
            } else if let Some(first) = owner.insert(compact(bone), compact(role)) {
                let message = format!("{} is both {first} and {}", compact(bone), compact(role));
                self.warning(Code::SameBone, bone.at, path, message, "a node of its own for each role");
            }
        }
    }

    fn chains(&mut self, rig: &'t Tree<'_>, bones: &Bones) {
        for (index, chain) in list(rig, "chains").iter().enumerate() {
            let path = |rest: &str| format!("chains[{index}].{rest}");
            if let Some(name) = chain.field("name")
                && let Some(text) = name.text()
                && !self.chains.insert(text)
            {
                let message = format!("a chain before this one is called {text:?} too");
                self.error(Code::DuplicateChain, name.at, path("name"), message, Some("a name no other chain has"));
            }
            let solver = chain.field("solver");
            let mid = solver.and_then(|solver| inner(solver).field("mid"));
            let named = [("root", chain.field("root")), ("solver.mid", mid), ("tip", chain.field("tip"))];
            let mut before: Vec<(&str, String)> = Vec::new();
            for (what, bone) in named {
                let Some(bone) = bone else { continue };
                let key = bones.key(bone);
                if let Some((other, _)) = before.iter().find(|(_, other)| *other == key) {
                    let message = format!("`{}` and `{}` are the same bone", path(other), path(what));
                    self.error(Code::SameBone, bone.at, path(what), message, Some("a bone further down"));
                }
                before.push((what, key));
            }
        }
    }

    fn limits(&mut self, rig: &Tree<'_>, bones: &Bones) {
        let mut seen = BTreeSet::new();
        for (index, limit) in list(rig, "limits").iter().enumerate() {
            if let Some(bone) = limit.field("bone")
                && !seen.insert(bones.key(bone))
            {
                let message = format!("a limit before this one is for {} too", compact(bone));
                let path = format!("limits[{index}].bone");
                self.error(Code::DuplicateLimit, bone.at, path, message, Some("one limit a bone"));
            }
            let Some(shape) = limit.field("shape") else { continue };
            for (low, high) in [("min_deg", "max_deg"), ("twist_min_deg", "twist_max_deg")] {
                if let (Some(min), Some(max)) = (shape.field(low), shape.field(high))
                    && let (Some(least), Some(most)) = (min.number(), max.number())
                    && least > most
                {
                    let message = format!("`{low}` is {least}, above `{high}`, which is {most}");
                    let path = format!("limits[{index}].shape.{low}");
                    self.error(
                        Code::Mismatch,
                        min.at,
                        path,
                        message,
                        Some("a lower limit that is not above the upper"),
                    );
                }
            }
        }
    }

    fn twist_bones(&mut self, rig: &Tree<'_>, bones: &Bones) {
        let mut seen = BTreeSet::new();
        for (index, twist) in list(rig, "twist_bones").iter().enumerate() {
            let Some(bone) = twist.field("bone") else { continue };
            let path = format!("twist_bones[{index}].bone");
            let key = bones.key(bone);
            if twist.field("of").is_some_and(|of| bones.key(of) == key) {
                let message = format!("`{path}` and `twist_bones[{index}].of` are the same bone");
                self.error(Code::SameBone, bone.at, path, message, Some("a bone between two joints of the limb"));
            } else if !seen.insert(key) {
                let message = format!("{} takes up roll already", compact(bone));
                self.error(Code::SameBone, bone.at, path, message, Some("one entry a bone"));
            }
        }
    }

    fn look_at(&mut self, rig: &Tree<'_>) {
        let Some(look) = rig.field("look_at") else { return };
        let [spine, weights] = ["spine", "spine_weights"].map(|name| list(look.unwrapped(), name));
        if !weights.is_empty() && weights.len() != spine.len() {
            let message = format!("there are {} `spine_weights` for {} bones of `spine`", weights.len(), spine.len());
            let path = "look_at.spine_weights".to_owned();
            self.warning(Code::Mismatch, weights[0].at, path, message, "one weight for each bone, or none at all");
        }
    }

    fn feet(&mut self, rig: &'t Tree<'_>) {
        let Some(grounding) = rig.field("grounding") else { return };
        let mut seen = BTreeSet::new();
        for (index, foot) in list(grounding.unwrapped(), "feet").iter().enumerate() {
            let path = format!("grounding.feet[{index}].chain");
            let Some(chain) = foot.field("chain") else { continue };
            let Some(name) = chain.text() else { continue };
            self.chain_exists(chain, path.clone(), Severity::Error);
            if !seen.insert(name) {
                let message = format!("a foot before this one is on the chain {name:?} too");
                self.error(Code::UnknownChain, chain.at, path, message, Some("one foot a chain"));
            }
        }
    }

    fn contacts(&mut self, rig: &'t Tree<'_>) {
        let Some(grounding) = rig.field("grounding") else { return };
        let mut seen = BTreeSet::new();
        for (index, contacts) in list(grounding.unwrapped(), "contacts").iter().enumerate() {
            let path = |rest: &str| format!("grounding.contacts[{index}].{rest}");
            let [clip, chain] = ["clip", "chain"].map(|name| contacts.field(name));
            if let Some(chain) = chain {
                self.chain_exists(chain, path("chain"), Severity::Error);
            }
            if let Some((clip, chain)) = clip.and_then(Tree::text).zip(chain.and_then(Tree::text))
                && !seen.insert((clip, chain))
            {
                let message = format!("the contacts of {chain:?} in {clip:?} stand in an entry before this one too");
                let expected = "one entry a clip and chain";
                self.error(Code::DuplicateContacts, contacts.at, path("clip"), message, Some(expected));
            }
            let Some(clip_s) = contacts.field("clip_s").and_then(Tree::number) else { continue };
            let ends = |one: &Tree<'_>| match &one.node {
                Node::Tuple { items, .. } if let [from, to] = &items[..] => Some([from.number()?, to.number()?]),
                _ => None,
            };
            let down = list(contacts, "down");
            // What is no pair of numbers has been told.
            let Some(stretches) = down.iter().map(ends).collect::<Option<Vec<_>>>() else { continue };
            let stretches: Vec<[f32; 2]> = stretches.into_iter().map(|ends| ends.map(|end| end as f32)).collect();
            if let Some(fault) = ClipContacts::fault(clip_s as f32, &stretches) {
                let path = path(&format!("down[{}]", fault.at));
                let expected = "contacts in order, apart from each other and within the loop";
                self.error(Code::Mismatch, down[fault.at].at, path, fault.message, Some(expected));
            }
        }
    }

    fn gait(&mut self, rig: &'t Tree<'_>) {
        let Some(gait) = rig.field("gait") else { return };
        let mut seen = BTreeSet::new();
        for (group_index, group) in list(gait.unwrapped(), "groups").iter().enumerate() {
            for (index, foot) in group.items().iter().enumerate() {
                let path = format!("gait.groups[{group_index}][{index}]");
                let Some(name) = foot.text() else { continue };
                self.chain_exists(foot, path.clone(), Severity::Error);
                if !seen.insert(name) {
                    let message = format!("a foot before this one is on the chain {name:?} too");
                    self.error(Code::UnknownChain, foot.at, path, message, Some("each foot once"));
                }
            }
        }
    }

    fn goals(&mut self, rig: &Tree<'_>) {
        let Some(notes) = rig.field("editor") else { return };
        for (index, goal) in list(notes.unwrapped(), "goals").iter().enumerate() {
            if let Some(chain) = goal.field("chain") {
                self.chain_exists(chain, format!("editor.goals[{index}].chain"), Severity::Warning);
            }
        }
    }

    fn chain_exists(&mut self, chain: &Tree<'_>, path: String, severity: Severity) {
        let Some(name) = chain.text().filter(|name| !name.is_empty() && !self.chains.contains(name)) else { return };
        let near = nearest(name, self.chains.iter().copied()).map(str::to_owned);
        let names: Vec<&str> = self.chains.iter().copied().collect();
        let expected = if names.is_empty() { "a chain first".into() } else { format!("one of {}", names.join(", ")) };
        self.findings.push(Finding {
            at: chain.at,
            code: Code::UnknownChain,
            severity,
            path,
            message: format!("there is no chain {name:?}"),
            expected: Some(expected),
            nearest: near,
        });
    }

    /// A rig that names nodes is for one character, and every role it uses needs one.
    fn roles_have_nodes(&mut self, tree: &Tree<'_>, path: &str, bones: &Bones) {
        if let Some(role) = role_of(tree) {
            if crate::humanoid::Role::from_name(role).is_some() && !bones.by_role.contains_key(role) {
                let message = format!("`{path}` is {role}, but `bones` does not say which node that is");
                let expected = "an entry for the role in `bones`";
                self.warning(Code::RoleWithoutNode, tree.at, path.to_owned(), message, expected);
            }
            return;
        }
        match &tree.node {
            Node::Record { entries, .. } => {
                for entry in entries {
                    self.roles_have_nodes(&entry.value, &format!("{path}.{}", entry.name), bones);
                }
            }
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.roles_have_nodes(item, &format!("{path}[{index}]"), bones);
                }
            }
            Node::Tuple { items, .. } if items.len() == 1 => self.roles_have_nodes(&items[0], path, bones),
            _ => {}
        }
    }

    fn error(&mut self, code: Code, at: usize, path: String, message: String, expected: Option<&str>) {
        let expected = expected.map(str::to_owned);
        self.findings.push(Finding { at, code, severity: Severity::Error, path, message, expected, nearest: None });
    }

    fn warning(&mut self, code: Code, at: usize, path: String, message: String, expected: &str) {
        let expected = Some(expected.to_owned());
        self.findings.push(Finding { at, code, severity: Severity::Warning, path, message, expected, nearest: None });
    }
}

fn list<'t, 'a>(tree: &'t Tree<'a>, name: &str) -> &'t [Tree<'a>] {
    tree.field(name).map(Tree::items).unwrap_or_default()
}

fn pairs<'t, 'a>(tree: &'t Tree<'a>) -> &'t [(Tree<'a>, Tree<'a>)] {
    match &tree.node {
        Node::Map(pairs) => pairs,
        _ => &[],
    }
}

/// The record of a variant, with or without parentheses of its own.
fn inner<'t, 'a>(tree: &'t Tree<'a>) -> &'t Tree<'a> {
    match &tree.node {
        Node::Tuple { items, .. } if items.len() == 1 => &items[0],
        _ => tree,
    }
}

/// The role that `Role(..)` names; also within `Some(..)`.
fn role_of<'a>(bone: &Tree<'a>) -> Option<&'a str> {
    match &bone.unwrapped().node {
        Node::Tuple { name: Some("Role"), items } => match items.as_slice() {
            [Tree { node: Node::Word(role), .. }] => Some(role),
            _ => None,
        },
        _ => None,
    }
}
