//! What a person is told when a command cannot do its work: what is wrong, why, and what to do.

use std::fmt;

/// A sentence, its cause and a way out.
///
/// Give it as an `anyhow::Error`; [`print`] lays it out on stderr.
#[derive(Debug)]
pub struct Trouble {
    what: String,
    why: Option<String>,
    fix: Option<String>,
}

impl Trouble {
    /// `what` names the file or argument; lower case, no full stop.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), why: None, fix: None }
    }

    #[cfg(feature = "editor")]
    pub fn what(&self) -> &str {
        &self.what
    }

    #[cfg(feature = "editor")]
    pub fn cause(&self) -> Option<&str> {
        self.why.as_deref()
    }

    #[cfg(feature = "editor")]
    pub fn way_out(&self) -> Option<&str> {
        self.fix.as_deref()
    }

    /// What lies behind it, usually the error of a library.
    pub fn why(mut self, why: impl fmt::Display) -> Self {
        self.why = Some(why.to_string());
        self
    }

    /// What the person can do about it.
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(why) = &self.why {
            write!(f, "\n  why: {}", indented(why))?;
        }
        if let Some(fix) = &self.fix {
            write!(f, "\n  fix: {}", indented(fix))?;
        }
        Ok(())
    }
}

impl std::error::Error for Trouble {}

impl From<surefoot::character::ReadError> for Trouble {
    fn from(error: surefoot::character::ReadError) -> Self {
        Self::new(format!("{} cannot be opened", error.file)).why(&error.fault).fix(error.fault.advice())
    }
}

fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n       ")
}

/// Writes an error and its causes to stderr.
pub fn print(error: &anyhow::Error) {
    eprintln!("error: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  why: {}", indented(&cause.to_string()));
    }
}
