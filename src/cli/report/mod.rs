//! `surefoot report`: how well feet stand, over clips and grounds.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::Args;
use surefoot::clip::Clip;
use surefoot::ground::Ground;
use surefoot::quality::{Playing, Subject, run as measure_all, suite_grounds};
use surefoot::stance::Motion;

use super::animations::AnimationArgs;
use super::detecting::DetectArgs;
use super::ground::Laid;
use super::trouble::{self, Trouble};
use super::{FOUND_WANTING, clips, files, fitted, ground, output};

#[cfg(feature = "editor")]
#[cfg(test)]
mod as_in_window;
mod baseline;
mod document;
mod html;
mod table;

use document::Report;

#[derive(Args)]
pub struct ReportArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to measure: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// Play this clip, by name or number from 0; may be given again. Without it the first
    #[arg(long)]
    pub clip: Vec<String>,
    #[command(flatten)]
    pub animations: AnimationArgs,
    /// flat, slope:DEG[@HEADING], stairs:RISExRUN, bumps:AMPLITUDExLENGTH, ledge:HEIGHT, ramp-corner:DEG, scene:NAME, a scene .ron or a .glb; may be
    /// given again. Without it and --suite flat, slope:20, slope:-20, slope:20@90 and stairs:0.15x0.3
    #[arg(long, value_name = "SPEC")]
    pub ground: Vec<String>,
    /// Measure on every ground of the set: slopes from -35° to 35° in eight headings, stairs, ledges, a ramp's corner, bumps
    #[arg(long)]
    pub suite: bool,
    /// Tell the solver nothing of when the clip has feet down, as a game that knows no more than poses
    #[arg(long)]
    pub without_phases: bool,
    /// An earlier report as JSON: tell what got worse since, and fail if anything did
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write a page with graphs and pictures, which needs nothing else to be read
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub detect: DetectArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const USUAL_GROUNDS: [&str; 5] = ["flat", "slope:20", "slope:-20", "slope:20@90", "stairs:0.15x0.3"];

pub fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let before = args.baseline.as_deref().map(baseline::read).transpose()?;
    let grounds = grounds(args)?;
    let Some(mut fitted) = fitted::read(&args.rig, &args.model, &args.detect)? else {
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    args.animations.add_to(&mut fitted.character, &fitted.map)?;
    let (bound, character) = (&fitted.bound, &fitted.character);
    if bound.feet().next().is_none() {
        let footless = Trouble::new(format!("{} puts no feet on the ground", args.rig.display()))
            .fix("give it `grounding` with feet; `surefoot new` makes a rig that has it");
        trouble::print(&footless.into());
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let clips = chosen_clips(args, &character.clips)?;
    let under_clips = character.pose_under_clips();
    let motions: Vec<Motion> = clips.iter().map(|clip| Motion::of(bound, clip, under_clips)).collect();

    let ahead = bound.world_from_model().rotation * bound.frame().forward;
    let laid: Vec<(String, Laid)> = grounds.into_iter().map(|(name, ground)| (name, ground.laid(ahead, 0.0))).collect();
    let mut cells: Vec<(Subject, &(dyn Ground + Sync))> = Vec::new();
    for (clip, motion) in clips.iter().zip(&motions) {
        let subject = Subject { bound, clip, under_clips, motion };
        cells.extend(laid.iter().map(|(_, ground)| (subject, &ground.ground as &(dyn Ground + Sync))));
    }
    let count = cells.len();
    let is_watched = std::io::stderr().is_terminal();
    let progress = |done: usize| {
        if is_watched {
            eprint!("\r{done} of {count}{}", if done == count { "\n" } else { "" });
        }
    };
    let playing = Playing { tells_phases: !args.without_phases, ..Playing::default() };
    let measured = measure_all(&cells, &playing, &progress, &AtomicBool::new(false))?;

    let names = clips.iter().flat_map(|clip| laid.iter().map(move |(ground, _)| (ground.as_str(), clip.name.as_str())));
    let report = Report::new(names.zip(&measured), clips.iter().map(|clip| clip.name.as_str()).zip(&motions));
    let worse = before.map(|before| baseline::compare(&before, &report));
    if let Some(path) = &args.html {
        let rows = report.cells.iter().zip(&cells).zip(&measured);
        let rows: Vec<html::Measured> = rows
            .map(|((row, &(subject, ground)), cell)| html::Measured {
                ground_name: row.ground,
                clip_name: row.clip,
                subject,
                ground,
                cell,
            })
            .collect();
        let page = html::Page {
            rig: file_name(&args.rig),
            model: file_name(&args.model),
            report: &report,
            cells: &rows,
            playing: &playing,
            worse: worse.as_deref(),
        };
        files::save(path, page.html().as_bytes())?;
        eprintln!("wrote {}", path.display());
    }
    if args.json {
        output::json(&report)?;
    } else {
        table::print(&report)?;
    }
    for line in worse.iter().flatten() {
        eprintln!("worse: {line}");
    }
    let is_worse = worse.is_some_and(|worse| !worse.is_empty());
    Ok(if report.fails() || is_worse { ExitCode::from(FOUND_WANTING) } else { ExitCode::SUCCESS })
}

/// Those that were asked for, with the names that they have in the report.
fn grounds(args: &ReportArgs) -> anyhow::Result<Vec<(String, ground::Chosen)>> {
    let mut grounds = Vec::new();
    for spec in &args.ground {
        let chosen = ground::choose(spec)?;
        ground::note_that_it_stands(spec, &chosen);
        grounds.push((spec.clone(), chosen));
    }
    if args.suite {
        grounds.extend(suite_grounds().into_iter().map(|scene| (named(&scene), scene.into())));
    }
    if grounds.is_empty() {
        for spec in USUAL_GROUNDS {
            grounds.push((spec.to_owned(), ground::choose(spec)?));
        }
    }
    Ok(grounds)
}

/// As `--ground` spells it, always with its heading.
fn named(scene: &surefoot::ground::GroundScene) -> String {
    let name = scene.to_string();
    if name.contains('@') { name } else { format!("{name}@0") }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn chosen_clips<'a>(args: &ReportArgs, all: &'a [Clip]) -> anyhow::Result<Vec<&'a Clip>> {
    if args.clip.is_empty() {
        return clips::find(all, "0", &args.model).map(|clip| vec![clip]);
    }
    args.clip.iter().map(|wanted| clips::find(all, wanted, &args.model)).collect()
}
