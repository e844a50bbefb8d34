//! The command line: one file a subcommand.
//!
//! Exit codes: 0 fine, 1 the thing checked has errors or falls short, 2 it could not be read or the arguments are wrong.
//! JSON goes to stdout alone, every message to stderr.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

mod animations;
pub mod atomic;
mod bake;
mod check;
mod clips;
mod detecting;
mod files;
mod findings;
mod fitted;
mod goal;
mod grip;
mod ground;
mod info;
mod map;
pub mod names;
mod new;
mod output;
mod report;
pub mod scenes;
mod screenshot;
mod solve;
mod solved;
pub mod trouble;

/// The thing checked has errors or falls short.
pub const FOUND_WANTING: u8 = 1;
/// Something could not be read, or the arguments are wrong.
pub const UNUSABLE: u8 = 2;

/// Author IK rigs for humanoid glTF characters, see them solved live, and solve them the same way in a game.
///
/// Without a command this opens the editor.
#[derive(Parser)]
#[command(name = "surefoot", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    editor: EditorArgs,
}

/// What the editor opens.
#[derive(Args)]
pub struct EditorArgs {
    /// A character: .glb, .gltf or .vrm. Without it the bundled character on a slope.
    pub model: Option<PathBuf>,
    /// A rig: .ron.
    pub rig: Option<PathBuf>,
    /// Ignore remembered settings and window layout
    #[arg(long)]
    pub safe_mode: bool,
    /// Draw the whole window once into a PNG and leave
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Type paths instead of choosing them in a dialog of the desktop
    #[arg(long)]
    pub typed_paths: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Tell what a model holds: skeleton, skins, clips, size, facing, and what is wrong with it
    Info(info::InfoArgs),
    /// Find which bone is which in a humanoid
    Map(map::MapArgs),
    /// Make a rig for a model from a preset
    New(new::NewArgs),
    /// Find what is wrong with a rig
    Check(check::CheckArgs),
    /// Solve one settled frame and print where the joints are
    Solve(solve::SolveArgs),
    /// Measure how well feet stand, over clips and grounds
    Report(report::ReportArgs),
    /// Keep a clip as it is solved over a ground, as an animation of the model
    Bake(bake::BakeArgs),
    /// Draw one frame into a PNG
    Screenshot(screenshot::ScreenshotArgs),
}

/// Parses the program's arguments, does what they ask, and says what went wrong on stderr.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(usage) => {
            // Help and version go to stdout and are no error; a usage error goes to stderr and is.
            let code = if usage.use_stderr() { ExitCode::from(UNUSABLE) } else { ExitCode::SUCCESS };
            return usage.print().map_or(ExitCode::from(UNUSABLE), |()| code);
        }
    };
    let result = match &arguments.command {
        None => open_editor(&arguments.editor),
        Some(Command::Info(args)) => info::run(args),
        Some(Command::Map(args)) => map::run(args),
        Some(Command::New(args)) => new::run(args),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Solve(args)) => solve::run(args),
        Some(Command::Report(args)) => report::run(args),
        Some(Command::Bake(args)) => bake::run(args),
        Some(Command::Screenshot(args)) => screenshot::run(args),
    };
    result.unwrap_or_else(|error| {
        trouble::print(&error);
        ExitCode::from(UNUSABLE)
    })
}

#[cfg(feature = "editor")]
fn open_editor(args: &EditorArgs) -> anyhow::Result<ExitCode> {
    let start = crate::editor::Start {
        model: args.model.clone(),
        rig: args.rig.clone(),
        safe_mode: args.safe_mode,
        picture: args.picture.clone(),
        typed_paths: args.typed_paths,
    };
    crate::editor::run(start).map(|()| ExitCode::SUCCESS)
}

#[cfg(not(feature = "editor"))]
fn open_editor(_args: &EditorArgs) -> anyhow::Result<ExitCode> {
    Err(trouble::Trouble::new("this build of Surefoot has no editor")
        .fix("use one of the commands that `surefoot --help` lists, or build with the feature `editor`")
        .into())
}
