//! `surefoot check`: every diagnostic of a rig.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use surefoot::rig::{Diagnostic, Place, Rig, Severity, place_of};
use surefoot::runtime::{BindCause, BindIssue};

use super::{FOUND_WANTING, files, output};

#[derive(Args)]
pub struct CheckArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// Check against this character too: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What scripts read.
#[derive(Serialize)]
struct Findings {
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    code: &'static str,
    severity: &'static str,
    place: RowPlace,
    message: String,
    /// Null where the message says it all.
    fix: Option<String>,
}

/// Lines and columns from 1.
#[derive(Serialize)]
struct RowPlace {
    path: String,
    line: Option<u32>,
    column: Option<u32>,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let text = files::text(&args.rig)?;
    let (rig, diagnostics) = match Rig::from_ron(&text) {
        Ok(reading) => (Some(reading.rig), reading.warnings),
        Err(error) => (None, error.diagnostics),
    };
    let mut rows: Vec<Row> = diagnostics.into_iter().map(row).collect();
    if let Some(model) = &args.model {
        // The model is opened even beside a broken rig, so that a wrong path is told now and not next time.
        let character = files::character(model)?;
        if let Some(rig) = &rig {
            rows.extend(against(rig, &character, &text));
        }
    }
    let count = |severity: Severity| rows.iter().filter(|row| row.severity == severity.name()).count();
    let findings = Findings { errors: count(Severity::Error), warnings: count(Severity::Warning), diagnostics: rows };
    if args.json {
        output::json(&findings)?;
    } else {
        print(&args.rig, &findings)?;
    }
    Ok(if findings.errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WANTING) })
}

/// What keeps the rig from fitting a character.
fn against(rig: &Rig, character: &surefoot::character::Character, text: &str) -> Vec<Row> {
    let fitted = if rig.bones.is_empty() {
        rig.bind_with(&character.skeleton, &files::roles(rig, character))
    } else {
        rig.bind(&character.skeleton)
    };
    match fitted {
        Ok(bound) => bound.warnings().iter().map(|issue| bind_row(issue, Severity::Warning, text)).collect(),
        Err(error) => error.issues.iter().map(|issue| bind_row(issue, Severity::Error, text)).collect(),
    }
}

fn row(diagnostic: Diagnostic) -> Row {
    Row {
        code: diagnostic.code.name(),
        severity: diagnostic.severity.name(),
        fix: diagnostic.fix(),
        place: placed(diagnostic.path, diagnostic.place),
        message: diagnostic.message,
    }
}

fn bind_row(issue: &BindIssue, severity: Severity, text: &str) -> Row {
    let (code, fix) = match &issue.cause {
        BindCause::Bone(_) => ("bone-not-found", "name a node of this character; `surefoot info MODEL` lists them"),
        BindCause::NoRoles => ("no-roles", "make a rig for the character with `surefoot new`"),
        BindCause::LeftOut(_) => ("role-without-node", "map the role in `bones`, or take the part out of the rig"),
        BindCause::NotConnected { .. } => ("not-a-chain", "choose a tip that hangs below the root"),
        BindCause::SameJoint(_) => ("same-bone", "choose different bones"),
        BindCause::NoLength { .. } => ("no-length", "choose bones that lie apart"),
        BindCause::NameTaken(_) => ("duplicate-chain", "give the chain another name"),
        BindCause::NoSuchChain { .. } => ("unknown-chain", "name a chain of this rig"),
        BindCause::OutOfRange { .. } => ("out-of-range", "choose a value inside"),
        BindCause::NoPelvis => ("no-pelvis", "map the hips, or set `pelvis_weight: 0.0`"),
    };
    Row {
        code,
        severity: severity.name(),
        place: placed(issue.path.clone(), place_of(text, &issue.path)),
        message: issue.cause.to_string(),
        fix: Some(fix.into()),
    }
}

fn placed(path: String, place: Option<Place>) -> RowPlace {
    RowPlace { path, line: place.map(|place| place.line), column: place.map(|place| place.column) }
}

fn print(rig: &Path, findings: &Findings) -> anyhow::Result<()> {
    for row in &findings.diagnostics {
        let place = match (row.place.line, row.place.column) {
            (Some(line), Some(column)) => format!(":{line}:{column}"),
            _ if row.place.path.is_empty() => String::new(),
            _ => format!(": {}", row.place.path),
        };
        output::line(&format!("{}{place}: {}[{}]: {}", rig.display(), row.severity, row.code, row.message))?;
        if let Some(fix) = &row.fix {
            output::line(&format!("  fix: {fix}"))?;
        }
    }
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (errors, warnings) = (plural(findings.errors, "error"), plural(findings.warnings, "warning"));
    output::line(&format!("{}: {errors}, {warnings}", rig.display()))
}
