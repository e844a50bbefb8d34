//! Writing to stdout.

use std::io::{ErrorKind, Write};

use serde::Serialize;

/// Writes a line of text to stdout. A reader that has gone away, as `head` does, is no error.
pub fn line(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a value to stdout as indented JSON.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(&serde_json::to_string_pretty(value)?)
}
