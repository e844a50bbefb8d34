use crate::humanoid::Role;
use crate::rig::ResolveError;

/// Why a rig does not fit a skeleton: every reason, not the first.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the rig does not fit this character: {}", list(.issues))]
pub struct BindError {
    /// In the order of the document; never empty.
    pub issues: Vec<BindIssue>,
    /// Names of the chains that do fit, in the order of the document.
    pub fitting: Vec<String>,
}

/// One thing in a rig that does not fit, and where it stands.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path}: {cause}")]
pub struct BindIssue {
    /// The way to the value in the document, as in `chains[2].root`.
    pub path: String,
    pub cause: BindCause,
}

/// What does not fit; displays as a sentence for people.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BindCause {
    #[error("{0}")]
    Bone(#[from] ResolveError),
    #[error(
        "the rig names bones by role, but nothing says which joint has which role; fill `bones`, or bind with a humanoid map"
    )]
    NoRoles,
    #[error("this character has no {0}, so the part that needs it is left out")]
    LeftOut(Role),
    #[error("{lower:?} is not below {upper:?} in the skeleton, so they are no chain")]
    NotConnected { upper: String, lower: String },
    #[error("two of the chain's bones are the same joint, {0:?}")]
    SameJoint(String),
    #[error("the bones from {upper:?} to {lower:?} have no length")]
    NoLength { upper: String, lower: String },
    #[error("another chain before it is called {0:?}; goals could not tell them apart")]
    NameTaken(String),
    #[error("there is no chain called {name:?}{}", .nearest.as_ref().map(|name| format!("; did you mean {name:?}?")).unwrap_or_default())]
    NoSuchChain { name: String, nearest: Option<String> },
    #[error("no chain of two bones begins or ends at {0:?}, so its roll is not spread")]
    NoLimbFor(String),
    #[error("{value} is outside {expected}")]
    OutOfRange { value: f32, expected: &'static str },
    #[error("no joint carries both legs, so the body cannot be lowered and a foot may not reach low ground")]
    NoPelvis,
}

fn list(issues: &[BindIssue]) -> String {
    issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
