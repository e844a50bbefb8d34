use super::{Body, Choice, Kind, Record};
use crate::humanoid::Role;
use crate::rig::diagnostic::{Code, Severity};
use crate::rig::spelling::nearest;
use crate::rig::text::{Entry, Node, Tree};

/// More than this is a file that is no rig at all, and telling it all takes long.
const MAX_FINDINGS: usize = 200;

/// A diagnostic that still knows its place as an offset.
#[derive(Debug)]
pub struct Finding {
    pub at: usize,
    pub code: Code,
    pub severity: Severity,
    pub path: String,
    pub message: String,
    pub expected: Option<String>,
    pub nearest: Option<String>,
}

/// Compares a tree with what may stand there, and tells all differences.
///
/// `document` is what people call the whole, as in `rig`.
pub fn check(tree: &Tree<'_>, kind: &Kind, document: &str, findings: &mut Vec<Finding>) {
    let mut checker = Checker { findings, document };
    checker.value(tree, kind, "");
    if checker.is_full() {
        let message = format!("there are more than {MAX_FINDINGS} faults, and the rest was not looked at");
        checker.error(Code::WrongType, tree.at, "", message, format!("a {document}"));
    }
}

struct Checker<'f> {
    findings: &'f mut Vec<Finding>,
    document: &'f str,
}

impl Checker<'_> {
    fn value(&mut self, tree: &Tree<'_>, kind: &Kind, path: &str) {
        match (kind, &tree.node) {
            (Kind::Optional(_), Node::Word("None")) => {}
            (Kind::Optional(kind), _) => self.value(tree.unwrapped(), kind, path),
            (Kind::Bool, Node::Word("true" | "false")) => {}
            (Kind::Number { .. } | Kind::Whole { .. }, Node::Number(digits)) => {
                self.number(tree, digits, kind, path);
            }
            (Kind::Text, Node::Text(_)) => {}
            (Kind::Name, Node::Text(text)) => {
                if text.trim().is_empty() {
                    let message = format!("{} is empty", self.named(path));
                    self.error(Code::Empty, tree.at, path, message, kind.expected());
                }
            }
            (Kind::Role, Node::Word(word)) => self.role(tree.at, word, path),
            (Kind::Record(record), Node::Record { name, entries }) => {
                self.name(tree, *name, record, path);
                self.entries(tree.at, entries, record, path);
            }
            (Kind::Record(record), Node::Tuple { name, items }) if items.is_empty() => {
                self.name(tree, *name, record, path);
                self.entries(tree.at, &[], record, path);
            }
            (Kind::Choice(choice), _) => self.choice(tree, choice, path),
            (Kind::List(kind), Node::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    if self.is_full() {
                        return;
                    }
                    self.value(item, kind, &format!("{path}[{index}]"));
                }
            }
            (Kind::Tuple(count, kind), Node::Tuple { name: None, items }) if items.len() == *count => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, kind, &format!("{path}.{index}"));
                }
            }
            (Kind::ByRole(kind), Node::Map(pairs)) => self.pairs(pairs, kind, path),
            _ => self.wrong_type(tree, kind, path),
        }
    }

    fn number(&mut self, tree: &Tree<'_>, digits: &str, kind: &Kind, path: &str) {
        let Some(value) = tree.number() else { return self.wrong_type(tree, kind, path) };
        let inside = match *kind {
            // The value as it will be kept: 0.1 is no f32, and must not fail against one.
            Kind::Number { min, max } => (value as f32) >= min && (value as f32) <= max,
            Kind::Whole { min, max } => {
                let whole = digits.contains("0x") || !digits.contains(['.', 'e', 'E']) && value.is_finite();
                if !whole {
                    return self.wrong_type(tree, kind, path);
                }
                value >= f64::from(min) && value <= f64::from(max)
            }
            _ => true,
        };
        if !inside {
            let message = format!("{} is {digits}", self.named(path));
            self.error(Code::OutOfRange, tree.at, path, message, kind.expected());
        }
    }

    fn role(&mut self, at: usize, word: &str, path: &str) {
        if Role::from_name(word).is_none() {
            let near = nearest(word, Role::ALL.iter().map(|role| role.name()));
            self.unknown(at, path, format!("there is no role `{word}`"), Kind::Role.expected(), near);
        }
    }

    fn name(&mut self, tree: &Tree<'_>, name: Option<&str>, record: &Record, path: &str) {
        if let Some(name) = name.filter(|&name| name != record.name) {
            let message = format!("{} is `{name}` and not `{}`", self.named(path), record.name);
            let expected = format!("`{}(..)`, or no name before the parenthesis", record.name);
            self.error(Code::WrongName, tree.at, path, message, expected);
        }
    }

    fn entries(&mut self, at: usize, entries: &[Entry<'_>], record: &Record, path: &str) {
        let index_of = |name: &str| record.fields.iter().position(|field| field.name == name);
        let mut given = vec![false; record.fields.len()];
        for index in entries.iter().filter_map(|entry| index_of(entry.name)) {
            given[index] = true;
        }
        let mut meant = vec![false; record.fields.len()];
        let mut seen = vec![false; record.fields.len()];
        for entry in entries {
            if self.is_full() {
                return;
            }
            let path = join(path, entry.name);
            if let Some(index) = index_of(entry.name) {
                if std::mem::replace(&mut seen[index], true) {
                    let message = format!("`{}` is given twice", entry.name);
                    self.error(Code::DuplicateField, entry.at, &path, message, "each field once".into());
                } else {
                    self.value(&entry.value, &record.fields[index].kind, &path);
                }
            } else {
                let free = record.fields.iter().zip(&given).filter(|(_, given)| !**given).map(|(field, _)| field.name);
                let near = nearest(entry.name, free);
                if let Some(index) = near.and_then(index_of) {
                    meant[index] = true;
                }
                self.foreign_field(entry, record, near, path);
            }
        }
        for (index, field) in record.fields.iter().enumerate() {
            if field.default.is_none() && !given[index] && !meant[index] {
                let message = format!("{} has no `{}`: {}", self.named(path), field.name, field.about);
                let expected = format!("`{}:` with {}", field.name, field.kind.expected());
                self.error(Code::MissingField, at, &join(path, field.name), message, expected);
            }
        }
    }

    /// A field that only looks like another is a typing error, and its value is meant; anything else may come from a later
    /// version and does no harm.
    fn foreign_field(&mut self, entry: &Entry<'_>, record: &Record, near: Option<&str>, path: String) {
        let fields: Vec<&str> = record.fields.iter().map(|field| field.name).collect();
        let (code, severity, message) = match near {
            Some(_) => (Code::MisspeltField, Severity::Error, format!("{} has no field `{}`", record.name, entry.name)),
            None => (
                Code::UnknownField,
                Severity::Warning,
                format!(
                    "{} has no field `{}`: it is ignored, and lost when the {} is saved",
                    record.name, entry.name, self.document
                ),
            ),
        };
        self.findings.push(Finding {
            at: entry.at,
            code,
            severity,
            path,
            message,
            expected: Some(format!("one of {}", fields.join(", "))),
            nearest: near.map(str::to_owned),
        });
    }

    fn choice(&mut self, tree: &Tree<'_>, choice: &Choice, path: &str) {
        let name = match &tree.node {
            Node::Word(word) => *word,
            Node::Record { name: Some(name), .. } | Node::Tuple { name: Some(name), .. } => *name,
            _ => return self.wrong_kind_of_choice(tree, choice, path),
        };
        let Some(variant) = choice.variants.iter().find(|variant| variant.name == name) else {
            let names: Vec<&str> = choice.variants.iter().map(|variant| variant.name).collect();
            let near = nearest(name, names.iter().copied());
            let expected = format!("one of {}", names.join(", "));
            return self.unknown(tree.at, path, format!("{} has no variant `{name}`", choice.name), expected, near);
        };
        let as_in = match &variant.body {
            Body::Nothing => format!("`{name}` alone"),
            Body::One(kind) => format!("`{name}(..)` with {}", kind.expected()),
            Body::Fields(record) => format!("`{name}(..)` with {}", Kind::fields_of(record)),
        };
        match (&variant.body, &tree.node) {
            (Body::Nothing, Node::Word(_)) => {}
            (Body::One(kind), Node::Tuple { items, .. }) if items.len() == 1 => self.value(&items[0], kind, path),
            (Body::One(Kind::Record(record)) | Body::Fields(record), Node::Record { entries, .. }) => {
                self.entries(tree.at, entries, record, path);
            }
            (Body::One(Kind::Record(record)) | Body::Fields(record), Node::Tuple { items, .. }) if items.is_empty() => {
                self.entries(tree.at, &[], record, path);
            }
            _ => {
                let message = format!("`{name}` of {} is not given as it should be", choice.name);
                self.error(Code::WrongType, tree.at, path, message, as_in);
            }
        }
    }

    fn wrong_kind_of_choice(&mut self, tree: &Tree<'_>, choice: &Choice, path: &str) {
        let names: Vec<&str> = choice.variants.iter().map(|variant| variant.name).collect();
        let message = format!("{} is {}", self.named(path), found(tree));
        self.error(Code::WrongType, tree.at, path, message, format!("one of {}", names.join(", ")));
    }

    fn pairs(&mut self, pairs: &[(Tree<'_>, Tree<'_>)], kind: &Kind, path: &str) {
        let mut seen = [false; Role::COUNT];
        for (key, value) in pairs {
            if self.is_full() {
                return;
            }
            let Node::Word(word) = key.node else {
                self.wrong_type(key, &Kind::Role, path);
                continue;
            };
            let path = join(path, word);
            self.role(key.at, word, &path);
            if Role::from_name(word).is_some_and(|role| std::mem::replace(&mut seen[role as usize], true)) {
                let message = format!("`{word}` is given twice");
                self.error(Code::DuplicateField, key.at, &path, message, "each role once".into());
            }
            self.value(value, kind, &path);
        }
    }

    /// The value at `path`, as the subject of a sentence.
    fn named(&self, path: &str) -> String {
        if path.is_empty() { format!("the {}", self.document) } else { format!("`{path}`") }
    }

    fn is_full(&self) -> bool {
        self.findings.len() >= MAX_FINDINGS
    }

    fn wrong_type(&mut self, tree: &Tree<'_>, kind: &Kind, path: &str) {
        let message = format!("{} is {}", self.named(path), found(tree));
        self.error(Code::WrongType, tree.at, path, message, kind.expected());
    }

    fn unknown(&mut self, at: usize, path: &str, message: String, expected: String, near: Option<&str>) {
        self.error(Code::UnknownVariant, at, path, message, expected);
        if let Some(finding) = self.findings.last_mut() {
            finding.nearest = near.map(str::to_owned);
        }
    }

    fn error(&mut self, code: Code, at: usize, path: &str, message: String, expected: String) {
        self.findings.push(Finding {
            at,
            code,
            severity: Severity::Error,
            path: path.to_owned(),
            message,
            expected: Some(expected),
            nearest: None,
        });
    }
}

impl Kind {
    fn fields_of(record: &Record) -> String {
        let names: Vec<&str> = record.fields.iter().map(|field| field.name).collect();
        format!("the fields {}", names.join(", "))
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// What stands there, for a message; long text is cut.
fn found(tree: &Tree<'_>) -> String {
    let cut = |text: &str| -> String {
        let start: String = text.chars().take(40).collect();
        if start.len() < text.len() { format!("{start}…") } else { start }
    };
    match &tree.node {
        Node::Word(word) => format!("`{}`", cut(word)),
        Node::Number(digits) => format!("`{}`", cut(digits)),
        Node::Text(text) => format!("the text {:?}", cut(text)),
        Node::List(_) => "a list".into(),
        Node::Map(_) => "a map".into(),
        Node::Record { name: Some(name), .. } => format!("`{}(..)`", cut(name)),
        Node::Record { name: None, .. } => "a set of fields".into(),
        Node::Tuple { name: Some(name), .. } => format!("`{}(..)`", cut(name)),
        Node::Tuple { name: None, items } => format!("{} values in parentheses", items.len()),
    }
}
