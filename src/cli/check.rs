//! `surefoot check`: every diagnostic of a rig.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use surefoot::character::Character;
use surefoot::ground::Scene;
use surefoot::humanoid::HumanoidMap;
use surefoot::math::Transform;
use surefoot::rig::{Diagnostic, Place, Rig, Severity, place_of};
use surefoot::runtime::{BindCause, BindIssue, BoundRig};

use super::detecting::DetectArgs;
use super::{FOUND_WANTING, files, findings, output};

#[derive(Args)]
pub struct CheckArgs {
    /// A rig or a scene: .ron
    pub rig: PathBuf,
    /// Check against this character too: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Write what mends the warnings about the character into the rig; the model is left alone
    #[arg(long, requires = "model")]
    pub fix: bool,
    #[command(flatten)]
    pub detect: DetectArgs,
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
    /// What is unusual about the character under this rig, gravest first.
    character: Vec<findings::Row>,
    /// With a model alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    chains: Option<Vec<ChainRow>>,
    /// Null where the rig does not fit.
    standing: Option<Standing>,
}

/// Whether one chain of the rig fits the model.
#[derive(Serialize)]
struct ChainRow {
    name: String,
    fits: bool,
}

/// Takes what `solve` prints into the world that grounds are in: a point is turned, then moved.
#[derive(Serialize)]
struct Standing {
    translation: [f32; 3],
    rotation: [f32; 4],
    /// That one unit of the file is; what `solve` prints has it already.
    metres_per_unit: f32,
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

impl Standing {
    fn of(root: Transform) -> Self {
        Self {
            translation: root.translation.to_array(),
            rotation: root.rotation.to_array(),
            metres_per_unit: root.scale.x,
        }
    }
}

pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut text = files::text(&args.rig)?;
    if Scene::is_meant_by(&text) {
        return check_scene(&args.rig, &text, args.json);
    }
    let (mut rig, diagnostics) = match Rig::from_ron(&text) {
        Ok(reading) => (Some(reading.rig), reading.warnings),
        Err(error) => (None, error.diagnostics),
    };
    let mut rows: Vec<Row> = diagnostics.into_iter().map(row).collect();
    let mut of_character = Vec::new();
    let (mut chains, mut standing) = (None, None);
    if let Some(model) = &args.model {
        // The model is opened even beside a broken rig, so that a wrong path is told now and not next time.
        let character = files::character(model)?;
        let found = args.detect.find(&character)?.map();
        if let Some(rig) = &mut rig {
            if args.fix && !character.mend(&files::roles(rig, &character, &found), rig).is_empty() {
                text = rig.to_ron();
                files::save(&args.rig, text.as_bytes())?;
            }
            let (misfits, fitted, bound) = against(rig, &character, &found, &text);
            rows.extend(misfits);
            rows.extend(contacts_of_other_clips(rig, &character, &text));
            chains = Some(fitted);
            standing = bound.map(|bound| Standing::of(bound.world_from_model()));
            let unusual = character.diagnose(&files::roles(rig, &character, &found), rig);
            of_character.extend(unusual.into_iter().map(|finding| findings::Row::new(finding, &character, rig)));
        }
    }
    let count = |severity: Severity| rows.iter().filter(|row| row.severity == severity.name()).count();
    let findings = Findings {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        diagnostics: rows,
        character: of_character,
        chains,
        standing,
    };
    if args.json {
        output::json(&findings)?;
    } else {
        print(&args.rig, &findings)?;
    }
    Ok(if findings.errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WANTING) })
}

/// A scene has no character to fit.
fn check_scene(path: &Path, text: &str, json: bool) -> anyhow::Result<ExitCode> {
    let diagnostics = match Scene::from_ron(text) {
        Ok(reading) => reading.warnings,
        Err(error) => error.diagnostics,
    };
    let count = |severity: Severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    let findings = Findings {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        diagnostics: diagnostics.into_iter().map(row).collect(),
        character: Vec::new(),
        chains: None,
        standing: None,
    };
    if json {
        output::json(&findings)?;
    } else {
        print(path, &findings)?;
    }
    Ok(if findings.errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WANTING) })
}

/// What keeps the rig from fitting a character, which chains fit all the same, and the rig fitted where it does.
fn against(
    rig: &Rig,
    character: &Character,
    found: &HumanoidMap,
    text: &str,
) -> (Vec<Row>, Vec<ChainRow>, Option<BoundRig>) {
    let skeleton = character.skeleton_at(rig.character.rest);
    let fitted = if rig.bones.is_empty() {
        rig.bind_with(&skeleton, &files::roles(rig, character, found))
    } else {
        rig.bind(&skeleton)
    };
    let (issues, severity, fitting): (_, _, Vec<&str>) = match &fitted {
        Ok(bound) => (bound.warnings(), Severity::Warning, bound.fitting().collect()),
        Err(error) => (&error.issues[..], Severity::Error, error.fitting.iter().map(String::as_str).collect()),
    };
    let chain = |name: &String| ChainRow { name: name.clone(), fits: fitting.contains(&name.as_str()) };
    let chains = rig.chains.iter().map(|one| chain(&one.name)).collect();
    (issues.iter().map(|issue| bind_row(issue, severity, text)).collect(), chains, fitted.ok())
}

/// Contacts set by hand that count in no clip of the character.
fn contacts_of_other_clips<'a>(rig: &'a Rig, character: &'a Character, text: &'a str) -> impl Iterator<Item = Row> {
    let contacts = rig.grounding.iter().flat_map(|grounding| &grounding.contacts).enumerate();
    contacts.filter_map(|(index, contacts)| {
        let clips = character.clips.iter().map(|clip| (clip.name.as_str(), clip.duration));
        let misfit = contacts.misfit(clips)?;
        let path = format!("grounding.contacts[{index}].clip");
        Some(Row {
            code: misfit.code(),
            severity: Severity::Warning.name(),
            place: placed(path.clone(), place_of(text, &path)),
            message: misfit.to_string(),
            fix: Some(misfit.advice().into()),
        })
    })
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
        BindCause::Bone(_) => {
            ("bone-not-found", "name a node of this character; `surefoot info MODEL --json` lists them")
        }
        BindCause::NoRoles => ("no-roles", "make a rig for the character with `surefoot new`"),
        BindCause::LeftOut(_) => ("role-without-node", "map the role in `bones`, or take the part out of the rig"),
        BindCause::NotConnected { .. } => ("not-a-chain", "choose a tip that hangs below the root"),
        BindCause::SameJoint(_) => ("same-bone", "choose different bones"),
        BindCause::NoLength { .. } => ("no-length", "choose bones that lie apart"),
        BindCause::NameTaken(_) => ("duplicate-chain", "give the chain another name"),
        BindCause::NoSuchChain { .. } => ("unknown-chain", "name a chain of this rig"),
        BindCause::OutOfRange { .. } => ("out-of-range", "choose a value inside"),
        BindCause::NoLimbFor(_) => ("no-limb-for", "name the tip or the root of a chain of two bones"),
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
    for row in &findings.character {
        output::line(&format!("{}: {}[{}]: {}", rig.display(), row.severity, row.code, row.message))?;
        if let Some(fix) = &row.fix {
            output::line(&format!("  fix: {fix}"))?;
        }
    }
    if let Some(chains) = findings.chains.as_ref().filter(|chains| chains.iter().any(|chain| !chain.fits)) {
        let named = |fits: bool| {
            let names: Vec<&str> =
                chains.iter().filter(|chain| chain.fits == fits).map(|chain| chain.name.as_str()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        output::line(&format!("{}: chains that fit: {}; that do not: {}", rig.display(), named(true), named(false)))?;
    }
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (errors, warnings) = (plural(findings.errors, "error"), plural(findings.warnings, "warning"));
    output::line(&format!("{}: {errors}, {warnings}", rig.display()))
}
