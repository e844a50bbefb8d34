//! `surefoot new`: a rig for a model, from a preset.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use surefoot::rig::{DEFAULT_PRESET, EditorNotes, Rig, preset, preset_names};

use super::detecting::DetectArgs;
use super::trouble::{self, Trouble};
use super::{FOUND_WANTING, files};

#[derive(Args)]
pub struct NewArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    /// Where the rig goes; a file already there is replaced
    #[arg(short, long, value_name = "RIG")]
    pub output: PathBuf,
    /// The preset to fit: one that comes with Surefoot, or a rig of yours as .ron
    #[arg(long, value_name = "NAME", default_value = DEFAULT_PRESET)]
    pub preset: String,
    #[command(flatten)]
    pub detect: DetectArgs,
}

pub fn run(args: &NewArgs) -> anyhow::Result<ExitCode> {
    let preset = find_preset(&args.preset)?;
    let character = files::character(&args.model)?;
    let detection = args.detect.find(&character)?;
    if !detection.humanoid {
        let none = Trouble::new(format!("{} holds no humanoid, and the preset is for one", args.model.display()))
            .fix(format!("`surefoot map {}` tells what was looked for", args.model.display()));
        trouble::print(&none.into());
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let name = args.model.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut rig = Rig::fit_preset(&preset, &character.skeleton, &detection.map(), &name);
    let settled = character.settle(&detection.map(), &mut rig);
    character.fit_soles(&mut rig, &detection.map());
    let model = files::relative(&args.output, &args.model);
    rig.editor = Some(EditorNotes { model: Some(model), ..rig.editor.unwrap_or_default() });
    files::save(&args.output, rig.to_ron().as_bytes())?;

    for finding in settled {
        let fix = finding.fix.map(|fix| format!("; kept in the rig: {fix}")).unwrap_or_default();
        eprintln!("{}: warning: {}{fix}", args.model.display(), finding.message);
    }
    let left_out: Vec<&str> = preset.chains.iter().map(|chain| chain.name.as_str()).collect();
    let left_out = left_out.into_iter().filter(|&name| rig.chains.iter().all(|chain| chain.name != name));
    for name in left_out {
        eprintln!("{}: warning: {name} is left out, for the character lacks bones for it", args.model.display());
    }
    eprintln!("wrote {}: {} bones, {} chains", args.output.display(), rig.bones.len(), rig.chains.len());
    Ok(ExitCode::SUCCESS)
}

/// A preset by its name, or a rig of the user's own by its path.
fn find_preset(name: &str) -> anyhow::Result<Rig> {
    if let Some(preset) = preset(name) {
        return Ok(preset);
    }
    if Path::new(name).extension().is_some_and(|extension| extension == "ron") {
        return files::rig(Path::new(name));
    }
    let known: Vec<&str> = preset_names().collect();
    Err(Trouble::new(format!("there is no preset {name:?}"))
        .fix(format!("use one of {}, or the path of a rig as .ron", known.join(", ")))
        .into())
}
