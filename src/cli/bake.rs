//! `surefoot bake`: a clip as it is solved over a ground, as an animation of the model.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use surefoot::quality::{Subject, bake};
use surefoot::stance::Motion;

use super::animations::AnimationArgs;
use super::detecting::DetectArgs;
use super::trouble::Trouble;
use super::{FOUND_WANTING, clips, files, fitted, ground};

#[derive(Args)]
pub struct BakeArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to solve on: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// The clip to play, by name or number from 0
    #[arg(long)]
    pub clip: String,
    #[command(flatten)]
    pub animations: AnimationArgs,
    /// flat, slope:DEG[@HEADING], stairs:RISExRUN, bumps:AMPLITUDExLENGTH, ledge:HEIGHT, ramp-corner:DEG, scene:NAME, a scene .ron or a .glb
    #[arg(long, value_name = "SPEC")]
    pub ground: String,
    /// Where the model goes, with the clip as its last animation: .glb; a file already there is replaced
    #[arg(short, long, value_name = "GLB")]
    pub output: PathBuf,
    #[command(flatten)]
    pub detect: DetectArgs,
}

pub fn run(args: &BakeArgs) -> anyhow::Result<ExitCode> {
    if !args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb")) {
        return Err(Trouble::new(format!("{} does not end in .glb", args.output.display()))
            .why("the model and its animations are written as one GLB")
            .fix("name the output as in -o baked.glb")
            .into());
    }
    let chosen = ground::choose(&args.ground)?;
    ground::note_that_it_stands(&args.ground, &chosen);
    let Some(mut fitted) = fitted::read(&args.rig, &args.model, &args.detect)? else {
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    args.animations.add_to(&mut fitted.character, &fitted.map)?;
    let (bound, character) = (&fitted.bound, &fitted.character);
    let clip = clips::find(&character.clips, &args.clip, &args.model)?;
    let under_clips = character.pose_under_clips();
    let motion = Motion::of(bound, clip, under_clips);
    let ground = chosen.laid(bound.world_from_model().rotation * bound.frame().forward, 0.0).ground;
    let name = format!("{} on {}", clip.name, args.ground);
    let name = name.trim_start();
    let baked = bake(Subject { bound, clip, under_clips, motion: &motion }, &ground, name);
    let glb = character.glb_with_clip(&args.model, &baked).map_err(|error| {
        Trouble::new(format!("{} cannot be written again", args.model.display()))
            .why(&error.fault)
            .fix(error.fault.advice())
    })?;
    files::save(&args.output, &glb)?;
    let keys = baked.channels.first().map_or(0, |channel| channel.times.len());
    eprintln!("wrote {}: {name:?}, {:.2} s, {keys} keys", args.output.display(), baked.duration);
    Ok(ExitCode::SUCCESS)
}
