//! What may stand where in a rig: fields, types, ranges and defaults as data, one table beside each struct.
//!
//! The tables drive reading (every fault at once, with its place), writing (a field at its default is left out) and the
//! editor's inspector (ranges and explanations). A test holds them against the structs.

mod check;
mod defaults;
mod normal;

pub(crate) use check::{Finding, check};
pub(crate) use defaults::leave_out_defaults;
pub(crate) use normal::normalise;

/// What a value may be.
#[derive(Debug)]
pub enum Kind {
    Bool,
    /// A finite number within the bounds, both included.
    Number {
        min: f32,
        max: f32,
    },
    /// A whole number within the bounds, both included.
    Whole {
        min: u32,
        max: u32,
    },
    Text,
    /// Text that is not empty.
    Name,
    Role,
    Record(&'static Record),
    Choice(&'static Choice),
    /// May be `None`; `Some(..)` need not be written.
    Optional(&'static Kind),
    List(&'static Kind),
    /// So many values in parentheses.
    Tuple(usize, &'static Kind),
    /// From roles to values.
    ByRole(&'static Kind),
}

/// A struct: fields in the order in which they are written.
#[derive(Debug)]
pub struct Record {
    pub name: &'static str,
    pub fields: &'static [Field],
}

/// An enum.
#[derive(Debug)]
pub struct Choice {
    pub name: &'static str,
    pub variants: &'static [Variant],
}

/// One of the forms of an enum.
#[derive(Debug)]
pub struct Variant {
    pub name: &'static str,
    pub body: Body,
}

/// What a variant carries.
#[derive(Debug)]
pub enum Body {
    Nothing,
    /// `Name(value)`; where the value is a record, also `Name(field: value)`.
    One(Kind),
    /// `Name(field: value)`.
    Fields(&'static Record),
}

/// A field of a struct.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// As RON, spelt as it is written; a field without one must be given.
    pub default: Option<&'static str>,
    /// What it means, for people; a clause.
    pub about: &'static str,
}

impl Field {
    pub(crate) const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, kind, default: None, about }
    }

    pub(crate) const fn or(name: &'static str, kind: Kind, default: &'static str, about: &'static str) -> Self {
        Self { name, kind, default: Some(default), about }
    }
}

/// The field at a path from the top of a rig, as in `chains.solver.TwoBone.soften_from`: lists and options are passed
/// through, and the form of a choice is named.
pub fn field(path: &str) -> Option<&'static Field> {
    let (mut record, mut choice, mut found) = (Some(&crate::rig::document::RIG), None::<&Choice>, None);
    for name in path.split('.') {
        let mut kind = match choice.take() {
            Some(forms) => match &forms.variants.iter().find(|variant| variant.name == name)?.body {
                Body::One(kind) => kind,
                Body::Fields(fields) => {
                    record = Some(*fields);
                    continue;
                }
                Body::Nothing => return None,
            },
            None => {
                let field = record?.field(name)?;
                found = Some(field);
                &field.kind
            }
        };
        while let Kind::Optional(inner) | Kind::List(inner) | Kind::ByRole(inner) = kind {
            kind = inner;
        }
        (record, choice) = match kind {
            Kind::Record(fields) => (Some(*fields), None),
            Kind::Choice(forms) => (None, Some(*forms)),
            _ => (None, None),
        };
    }
    found
}

impl Record {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Kind {
    pub(crate) const UNIT: Self = Self::Number { min: 0.0, max: 1.0 };
    pub(crate) const HALF_TURN: Self = Self::Number { min: 0.0, max: 180.0 };
    pub(crate) const TURN: Self = Self::Number { min: -180.0, max: 180.0 };
    pub(crate) const SECONDS: Self = Self::Number { min: 0.0, max: 5.0 };
    pub(crate) const METRES: Self = Self::Number { min: 0.0, max: 5.0 };
    /// A coordinate; far beyond any character, and still far from where `f32` fails.
    pub(crate) const COORDINATE: Self = Self::Number { min: -1e6, max: 1e6 };
    pub(crate) const POINT: Self = Self::Tuple(3, &Self::COORDINATE);
    pub(crate) const BONE: Self = Self::Choice(&crate::rig::document::BONE_REF);

    /// What is allowed, for a message.
    pub fn expected(&self) -> String {
        match self {
            Self::Bool => "true or false".into(),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Text => "text in quotation marks".into(),
            Self::Name => "a name in quotation marks".into(),
            Self::Role => "a role, as in leftFoot".into(),
            Self::Record(record) => match record.fields.first() {
                Some(field) => format!("the fields of {}, as in ({}: …)", record.name, field.name),
                None => record.name.into(),
            },
            Self::Choice(choice) => {
                let names: Vec<&str> = choice.variants.iter().map(|variant| variant.name).collect();
                format!("one of {}", names.join(", "))
            }
            Self::Optional(kind) => format!("None, or {}", kind.expected()),
            Self::List(kind) => format!("a list, as in [..], of {}", kind.expected()),
            Self::Tuple(count, kind) => format!("{count} values in parentheses, each {}", kind.expected()),
            Self::ByRole(kind) => format!("a map from roles, as in {{leftFoot: ..}}, to {}", kind.expected()),
        }
    }
}
