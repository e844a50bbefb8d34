//! `surefoot new`: a rig for a model, from a preset.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::trouble::Trouble;

#[derive(Args)]
pub struct NewArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    /// Where the rig goes; a file already there is replaced
    #[arg(short, long, value_name = "RIG")]
    pub output: PathBuf,
    /// The preset to fit
    #[arg(long, default_value = "biped")]
    pub preset: String,
}

pub fn run(args: &NewArgs) -> anyhow::Result<ExitCode> {
    let _ = (&args.output, &args.preset);
    Err(Trouble::new(format!("cannot make a rig for {} yet", args.model.display())).into())
}
