use crate::rig::text::Place;

/// Whether a rig can be used all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// What kind of fault it is; scripts may rely on [`Code::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The text is no RON.
    Syntax,
    /// A later Surefoot wrote the file.
    VersionTooNew,
    UnknownField,
    MisspeltField,
    MissingField,
    DuplicateField,
    UnknownVariant,
    /// Another struct's name stands in front.
    WrongName,
    WrongType,
    OutOfRange,
    /// Text that must not be empty is.
    Empty,
    DuplicateChain,
    DuplicateLimit,
    /// Of one foot in one clip.
    DuplicateContacts,
    /// Of a prop.
    DuplicateGrip,
    /// A foot or goal is meant for a chain that the rig does not have.
    UnknownChain,
    /// One bone stands where two different ones are needed.
    SameBone,
    /// A lower limit is above its upper one, or a list is not as long as the one it belongs to.
    Mismatch,
    /// A role is used that `bones` gives no node.
    RoleWithoutNode,
    /// `bones` names a role by a role.
    RoleOfRole,
    /// A bone of the rig is not found, or not alone, on a character.
    BoneNotFound,
    /// It looks right, and cannot be read all the same.
    Unreadable,
}

impl Code {
    /// As printed, as in `misspelt-field`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::VersionTooNew => "version-too-new",
            Self::UnknownField => "unknown-field",
            Self::MisspeltField => "misspelt-field",
            Self::MissingField => "missing-field",
            Self::DuplicateField => "duplicate-field",
            Self::UnknownVariant => "unknown-variant",
            Self::WrongName => "wrong-name",
            Self::WrongType => "wrong-type",
            Self::OutOfRange => "out-of-range",
            Self::Empty => "empty",
            Self::DuplicateChain => "duplicate-chain",
            Self::DuplicateLimit => "duplicate-limit",
            Self::DuplicateContacts => "duplicate-contacts",
            Self::DuplicateGrip => "duplicate-grip",
            Self::UnknownChain => "unknown-chain",
            Self::SameBone => "same-bone",
            Self::Mismatch => "mismatch",
            Self::RoleWithoutNode => "role-without-node",
            Self::RoleOfRole => "role-of-role",
            Self::BoneNotFound => "bone-not-found",
            Self::Unreadable => "unreadable",
        }
    }
}

/// One thing that is wrong with a rig, where it is, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// The way to the value from the top, as in `chains[0].solver.soften_from`; empty for the whole document.
    pub path: String,
    /// Where it stands in the text; none for a rig that was not read from one.
    pub place: Option<Place>,
    /// A sentence without its full stop.
    pub message: String,
    /// What is allowed here.
    pub expected: Option<String>,
    /// The right spelling that was most likely meant.
    pub nearest: Option<String>,
}

impl Diagnostic {
    /// What to do, as a sentence without its full stop; none where the message says it all.
    pub fn fix(&self) -> Option<String> {
        match (&self.nearest, &self.expected) {
            (Some(nearest), _) => Some(format!("did you mean `{nearest}`?")),
            (None, Some(expected)) => Some(format!("expected {expected}")),
            (None, None) => None,
        }
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity.name(), self.code.name(), self.message)?;
        if let Some(fix) = self.fix() {
            write!(f, "; {fix}")?;
        }
        Ok(())
    }
}

/// Why a text is no rig: everything that is wrong with it, errors and warnings, in the order of their places.
#[derive(Clone, Debug, PartialEq)]
pub struct RigError {
    pub diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Display for RigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            write!(f, "{}{diagnostic}", if index > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for RigError {}
