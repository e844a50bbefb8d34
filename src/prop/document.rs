use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::grip::GRIP;
use super::shape::PROP_SHAPE;
use super::{Grip, PropShape};
use crate::rig::schema::{Field, Finding, Kind, Record};
use crate::rig::{Code, Diagnostic, Format, Node, RigError, Severity, Tree};

/// The version of the props' format that this library writes.
pub const PROP_FORMAT_VERSION: u32 = 1;

/// A thing that hands hold; plain data. Its own space has metres and, by custom, +Y up and +Z to its front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prop {
    /// Version of the file format; [`PROP_FORMAT_VERSION`] for what this library writes.
    pub format_version: u32,
    /// Shown to people; any text.
    #[serde(default)]
    pub name: String,
    /// What the editor draws. The runtime never looks here.
    pub shape: PropShape,
    /// Where hands grip it. Names are unique.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grips: Vec<Grip>,
}

/// A prop that was read, and what is odd about its text.
#[derive(Clone, Debug, PartialEq)]
pub struct PropReading {
    pub prop: Prop,
    /// Of severity `Warning` alone.
    pub warnings: Vec<Diagnostic>,
}

const PROP: Record = Record {
    name: "Prop",
    fields: &[
        Field::required(
            "format_version",
            Kind::Whole { min: 1, max: PROP_FORMAT_VERSION },
            "the version of the file format",
        ),
        Field::or("name", Kind::Text, "\"\"", "shown to people"),
        Field::required("shape", Kind::Choice(&PROP_SHAPE), "what the editor draws"),
        Field::or("grips", Kind::List(&Kind::Record(&GRIP)), "[]", "where hands grip it"),
    ],
};

const PROP_FORMAT: Format = Format {
    document: Kind::Record(&PROP),
    record: &PROP,
    version: PROP_FORMAT_VERSION,
    migrate: |_, _| {},
    rules,
    header: "// A Surefoot prop. Fields at their defaults are left out.
#![enable(implicit_some, unwrap_variant_newtypes)]
",
};

impl Prop {
    /// Reads a prop. Any bytes are safe to give: size and nesting are limited.
    ///
    /// # Errors
    /// With all errors and warnings at once, each with its line and column, as for rigs.
    pub fn from_ron(text: &str) -> Result<PropReading, RigError> {
        let (prop, warnings) = PROP_FORMAT.read::<Self>(text)?;
        Ok(PropReading { prop: Self { format_version: PROP_FORMAT_VERSION, ..prop }, warnings })
    }

    /// Writes the prop as [`Rig::to_ron`](crate::rig::Rig::to_ron) writes rigs: the same bytes for the same prop.
    pub fn to_ron(&self) -> String {
        PROP_FORMAT.write(self)
    }

    /// Everything that is wrong with a prop that was put together in memory; places are paths alone.
    pub fn validate(&self) -> Vec<Diagnostic> {
        PROP_FORMAT.validate(self)
    }

    /// The grip with this name.
    pub fn grip(&self, name: &str) -> Option<&Grip> {
        self.grips.iter().find(|grip| grip.name == name)
    }
}

fn rules(prop: &Tree<'_>, findings: &mut Vec<Finding>) {
    let mut seen = BTreeSet::new();
    for (index, grip) in prop.field("grips").map(Tree::items).unwrap_or_default().iter().enumerate() {
        let mut error = |code, at, field: &str, message, expected: &str| {
            findings.push(Finding {
                at,
                code,
                severity: Severity::Error,
                path: format!("grips[{index}].{field}"),
                message,
                expected: Some(expected.into()),
                nearest: None,
            });
        };
        if let Some(name) = grip.field("name")
            && let Some(text) = name.text()
            && !seen.insert(text)
        {
            let message = format!("a grip before this one is called {text:?} too");
            error(Code::DuplicateGrip, name.at, "name", message, "a name no other grip has");
        }
        let direction = |name: &str, default: [f64; 3]| grip.field(name).map_or(Some(default), three);
        let (faces, points) = (direction("faces", [0.0, -1.0, 0.0]), direction("points", [0.0, 0.0, 1.0]));
        if let (Some(faces), Some(points)) = (faces, points)
            && !are_across(faces, points)
        {
            let at = grip.field("points").or(grip.field("faces")).map_or(grip.at, |value| value.at);
            let message = "`faces` and `points` lie on one line, or one has no length".to_owned();
            error(Code::Mismatch, at, "points", message, "two directions across each other");
        }
    }
}

fn three(tree: &Tree<'_>) -> Option<[f64; 3]> {
    let Node::Tuple { items, .. } = &tree.node else { return None };
    match items.as_slice() {
        [x, y, z] => Some([x.number()?, y.number()?, z.number()?]),
        _ => None,
    }
}

fn are_across(a: [f64; 3], b: [f64; 3]) -> bool {
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    length(a) > 1e-6 && length(b) > 1e-6 && length(cross) > 0.05 * length(a) * length(b)
}
