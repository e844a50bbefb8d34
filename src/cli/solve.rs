//! `surefoot solve`: one settled frame.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::trouble::Trouble;

#[derive(Args)]
pub struct SolveArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to solve on: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// Start from this clip, by name or number from 0, instead of the rest pose
    #[arg(long)]
    pub clip: Option<String>,
    /// The time in the clip, seconds
    #[arg(long, value_name = "S", requires = "clip", allow_hyphen_values = true)]
    pub time: Option<f32>,
    /// flat, slope:DEG[@HEADING], stairs:RISExRUN, bumps:AMPLITUDExLENGTH, ledge:HEIGHT, ramp-corner:DEG, a scene .ron or a .glb
    #[arg(long, value_name = "SPEC")]
    pub ground: Option<String>,
    /// Where a chain's tip shall go, model space, metres: ROLE=x,y,z or ROLE=x,y,z,qx,qy,qz,qw; a chain's name does as well
    #[arg(long, value_name = "GOAL")]
    pub goal: Vec<String>,
    /// Where to look, model space, metres: x,y,z
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub look: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    Err(Trouble::new(format!("cannot solve {} yet", args.rig.display())).into())
}
