//! A rig as RON: reading with every fault told at once, writing that keeps its form.

use ron::extensions::Extensions;

use crate::rig::diagnostic::{Code, Diagnostic, RigError, Severity};
use crate::rig::document::RIG;
use crate::rig::migrations::migrate;
use crate::rig::schema::{self, Finding, Kind, leave_out_defaults, normalise};
use crate::rig::text::{MAX_BYTES, Node, Place, Places, Tree, compact, parse, pretty};
use crate::rig::{FORMAT_VERSION, Rig, rules};

const DOCUMENT: Kind = Kind::Record(&RIG);

/// Above the rig: what the file is, and what a reader other than ours must switch on.
const HEADER: &str = "// A Surefoot rig. Fields at their defaults are left out.
#![enable(implicit_some, unwrap_variant_newtypes)]
";

/// A rig that was read, and what is odd about its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub rig: Rig,
    /// Of severity `Warning` alone.
    pub warnings: Vec<Diagnostic>,
}

impl Rig {
    /// Reads a rig of this or an earlier version. `Some(..)` and the second parentheses of `TwoBone((..))` may be left out.
    ///
    /// Any bytes are safe to give: size and nesting are limited.
    ///
    /// # Errors
    /// With all errors and warnings at once, each with its line and column.
    pub fn from_ron(text: &str) -> Result<Reading, RigError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (tree, mut findings) = examine(text);
        findings.sort_by_key(|finding| finding.at);
        let places = Places::new(text);
        let mut diagnostics: Vec<Diagnostic> =
            findings.into_iter().map(|finding| finding.placed(Some(&places))).collect();
        let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
        let Some(mut tree) = tree.filter(|_| is_sound) else { return Err(RigError { diagnostics }) };
        normalise(&mut tree, &DOCUMENT);
        match options().from_str::<Rig>(&compact(&tree)) {
            Ok(rig) => Ok(Reading { rig: Rig { format_version: FORMAT_VERSION, ..rig }, warnings: diagnostics }),
            Err(error) => {
                // The tables have passed it, so this is a gap in the tables; still no reason to give up silently.
                let finding =
                    Finding { code: Code::Unreadable, ..Finding::syntax(tree.at, error.code.to_string(), None) };
                diagnostics.push(finding.placed(Some(&places)));
                Err(RigError { diagnostics })
            }
        }
    }

    /// Writes the rig: fields in a fixed order, a field at its default left out, numbers as short as they read back to the
    /// same bits. Reading the text and writing it again gives the same bytes.
    pub fn to_ron(&self) -> String {
        let text = plain_ron(self);
        let (Some(mut tree), _) = parse(&text) else { return text };
        leave_out_defaults(&mut tree, &DOCUMENT);
        if let Node::Record { name, .. } = &mut tree.node {
            *name = Some(RIG.name);
        }
        format!("{HEADER}{}", pretty(&tree))
    }
}

/// Everything that is wrong with a rig that was put together in memory; places are paths alone.
pub fn validate(rig: &Rig) -> Vec<Diagnostic> {
    let text = plain_ron(rig);
    let (_, findings) = examine_unlimited(&text);
    findings.into_iter().map(|finding| finding.placed(None)).collect()
}

/// Where a rig's text has the value at a path, as in `chains[0].solver.mid`; the value around it where it is left out. None
/// for a text that is no RON.
pub fn place_of(text: &str, path: &str) -> Option<Place> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = parse(bare).0?;
    Some(Places::new(bare).at(tree.at_path(path).at))
}

/// The tree, brought up to date, and everything that is wrong with it.
fn examine(text: &str) -> (Option<Tree<'_>>, Vec<Finding>) {
    if text.len() > MAX_BYTES {
        let expected = "at most 1 MiB of text";
        return (None, vec![Finding::syntax(0, "the file is longer than a rig can be".into(), Some(expected))]);
    }
    examine_unlimited(text)
}

fn examine_unlimited(text: &str) -> (Option<Tree<'_>>, Vec<Finding>) {
    let (tree, faults) = parse(text);
    let mut findings: Vec<Finding> =
        faults.into_iter().map(|fault| Finding::syntax(fault.at, fault.message, Some(fault.expected))).collect();
    let Some(mut tree) = tree else { return (None, findings) };
    if let Some(version) = tree.field("format_version").and_then(Tree::number) {
        if version > f64::from(FORMAT_VERSION) {
            // Other faults would be those of a form this library does not know.
            findings.push(too_new(&tree, version));
            return (None, findings);
        }
        if version >= 1.0 {
            migrate(&mut tree, version as u32);
        }
    }
    schema::check(&tree, &DOCUMENT, &mut findings);
    rules::check(&tree, &mut findings);
    (Some(tree), findings)
}

fn too_new(tree: &Tree<'_>, version: f64) -> Finding {
    Finding {
        at: tree.field("format_version").map_or(0, |value| value.at),
        code: Code::VersionTooNew,
        severity: Severity::Error,
        path: "format_version".into(),
        message: format!("the file has version {version}, and this Surefoot knows versions up to {FORMAT_VERSION}"),
        expected: Some("a newer Surefoot, or a rig saved by one like this".into()),
        nearest: None,
    }
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

fn plain_ron(rig: &Rig) -> String {
    options().to_string(rig).expect("plain data always turns into text")
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
