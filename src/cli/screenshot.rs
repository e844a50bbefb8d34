//! `surefoot screenshot`: one frame of the viewport as a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::trouble::Trouble;

#[derive(Args)]
pub struct ScreenshotArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to draw: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// The ground, as for `solve`
    #[arg(long, value_name = "SPEC")]
    pub ground: Option<String>,
    /// Where the picture goes: .png
    #[arg(short, long, value_name = "PNG")]
    pub output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    pub size: String,
}

pub fn run(args: &ScreenshotArgs) -> anyhow::Result<ExitCode> {
    Err(Trouble::new(format!("cannot draw {} yet", args.rig.display())).into())
}
