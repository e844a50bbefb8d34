//! `surefoot map`: which bone is which.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::trouble::Trouble;

#[derive(Args)]
pub struct MapArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &MapArgs) -> anyhow::Result<ExitCode> {
    let _ = args.json;
    Err(Trouble::new(format!("cannot find roles in {} yet", args.model.display())).into())
}
