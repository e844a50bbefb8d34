//! Documents as RON: reading with every fault told at once, writing that keeps its form. The same for every kind of document.

use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rig::diagnostic::{Code, Diagnostic, RigError, Severity};
use crate::rig::schema::{self, Finding, Kind, Record, leave_out_defaults, normalise};
use crate::rig::text::{MAX_BYTES, Node, Places, Tree, compact, parse, pretty};

/// What kind of document a text is.
pub struct Format {
    pub document: Kind,
    pub record: &'static Record,
    /// The highest version of the format that is known.
    pub version: u32,
    /// Brings a document of an older version up to date.
    pub migrate: fn(&mut Tree<'_>, u32),
    /// Rules that tie several values together.
    pub rules: fn(&Tree<'_>, &mut Vec<Finding>),
    /// Above the document: what the file is, and what a reader other than ours must switch on.
    pub header: &'static str,
}

impl Format {
    /// The document, and what is odd about its text.
    ///
    /// # Errors
    /// With all errors and warnings at once, each with its line and column.
    pub fn read<T: DeserializeOwned>(&self, text: &str) -> Result<(T, Vec<Diagnostic>), RigError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (tree, mut findings) = self.examine(text);
        findings.sort_by_key(|finding| finding.at);
        let places = Places::new(text);
        let mut diagnostics: Vec<Diagnostic> =
            findings.into_iter().map(|finding| finding.placed(Some(&places))).collect();
        let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
        let Some(mut tree) = tree.filter(|_| is_sound) else { return Err(RigError { diagnostics }) };
        normalise(&mut tree, &self.document);
        match options().from_str(&compact(&tree)) {
            Ok(document) => Ok((document, diagnostics)),
            Err(error) => {
                // The tables have passed it, so this is a gap in the tables; still no reason to give up silently.
                let finding =
                    Finding { code: Code::Unreadable, ..Finding::syntax(tree.at, error.code.to_string(), None) };
                diagnostics.push(finding.placed(Some(&places)));
                Err(RigError { diagnostics })
            }
        }
    }

    /// Fields in a fixed order, a field at its default left out, numbers as short as they read back to the same bits.
    pub fn write<T: Serialize>(&self, document: &T) -> String {
        let text = plain_ron(document);
        let (Some(mut tree), _) = parse(&text) else { return text };
        leave_out_defaults(&mut tree, &self.document);
        if let Node::Record { name, .. } = &mut tree.node {
            *name = Some(self.record.name);
        }
        format!("{}{}", self.header, pretty(&tree))
    }

    /// Whether a text means to be a document of this kind, by its name or by a field that only this kind has besides its version and name.
    pub fn is_meant_by(&self, text: &str) -> bool {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(tree) = parse(text).0 else {
            // Too broken to be read; the name is told all the same.
            let starts = |line: &str| line.trim_start().starts_with(&format!("{}(", self.record.name));
            return text.lines().any(starts);
        };
        match &tree.node {
            Node::Record { name: Some(name), .. } | Node::Tuple { name: Some(name), .. } => *name == self.record.name,
            _ => {
                let own = self.record.fields.iter().filter(|field| !matches!(field.name, "format_version" | "name"));
                own.into_iter().any(|field| tree.field(field.name).is_some())
            }
        }
    }

    /// Everything that is wrong with a document that was put together in memory; places are paths alone.
    pub fn validate<T: Serialize>(&self, document: &T) -> Vec<Diagnostic> {
        let text = plain_ron(document);
        let (_, findings) = self.examine_unlimited(&text);
        findings.into_iter().map(|finding| finding.placed(None)).collect()
    }

    /// The tree, brought up to date, and everything that is wrong with it.
    fn examine<'a>(&self, text: &'a str) -> (Option<Tree<'a>>, Vec<Finding>) {
        if text.len() > MAX_BYTES {
            let expected = "at most 1 MiB of text";
            let message = format!("the file is longer than a {} can be", self.noun());
            return (None, vec![Finding::syntax(0, message, Some(expected))]);
        }
        self.examine_unlimited(text)
    }

    fn examine_unlimited<'a>(&self, text: &'a str) -> (Option<Tree<'a>>, Vec<Finding>) {
        let (tree, faults) = parse(text);
        let mut findings: Vec<Finding> =
            faults.into_iter().map(|fault| Finding::syntax(fault.at, fault.message, Some(fault.expected))).collect();
        let Some(mut tree) = tree else { return (None, findings) };
        if let Some(version) = tree.field("format_version").and_then(Tree::number) {
            if version > f64::from(self.version) {
                // Other faults would be those of a form this library does not know.
                findings.push(self.too_new(&tree, version));
                return (None, findings);
            }
            if version >= 1.0 {
                (self.migrate)(&mut tree, version as u32);
            }
        }
        schema::check(&tree, &self.document, &self.noun(), &mut findings);
        (self.rules)(&tree, &mut findings);
        (Some(tree), findings)
    }

    fn too_new(&self, tree: &Tree<'_>, version: f64) -> Finding {
        Finding {
            at: tree.field("format_version").map_or(0, |value| value.at),
            code: Code::VersionTooNew,
            severity: Severity::Error,
            path: "format_version".into(),
            message: format!("the file has version {version}, and this Surefoot knows versions up to {}", self.version),
            expected: Some(format!("a newer Surefoot, or a {} saved by one like this", self.noun())),
            nearest: None,
        }
    }

    /// What people call the document.
    fn noun(&self) -> String {
        self.record.name.to_lowercase()
    }
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

fn plain_ron<T: Serialize>(document: &T) -> String {
    options().to_string(document).expect("plain data always turns into text")
}

impl Finding {
    fn syntax(at: usize, message: String, expected: Option<&str>) -> Self {
        let expected = expected.map(str::to_owned);
        let (path, severity) = (String::new(), Severity::Error);
        Self { at, code: Code::Syntax, severity, path, message, expected, nearest: None }
    }

    fn placed(self, places: Option<&Places<'_>>) -> Diagnostic {
        Diagnostic {
            code: self.code,
            severity: self.severity,
            path: self.path,
            place: places.map(|places| places.at(self.at)),
            message: self.message,
            expected: self.expected,
            nearest: self.nearest,
        }
    }
}
