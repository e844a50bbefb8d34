/// How grave a message or a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Info,
    Warning,
    Error,
}

/// Something to tell. Errors stay until they are dismissed, the rest goes after a few seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub id: u64,
    pub severity: Severity,
    /// One sentence.
    pub text: String,
    /// Why.
    pub cause: Option<String>,
    /// What to do.
    pub fix: Option<String>,
    /// Seconds since it was shown.
    pub age: f32,
}

impl Message {
    /// Seconds that a message which is no error stays.
    pub const LIFETIME: f32 = 5.0;

    /// Everything, to copy.
    pub fn full_text(&self) -> String {
        let parts = [Some(self.text.as_str()), self.cause.as_deref(), self.fix.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

/// Something that went wrong, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trouble {
    /// One sentence.
    pub text: String,
    pub cause: Option<String>,
    /// What to do.
    pub fix: Option<String>,
}

impl Trouble {
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), cause: None, fix: None }
    }

    pub fn cause(self, cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into()), ..self }
    }

    pub fn fix(self, fix: impl Into<String>) -> Self {
        Self { fix: Some(fix.into()), ..self }
    }
}
