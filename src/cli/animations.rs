//! Clips from other files, for every command that plays one.

use std::path::PathBuf;

use clap::Args;
use surefoot::character::Character;
use surefoot::humanoid::HumanoidMap;

use super::files;
use super::trouble::Trouble;

#[derive(Args)]
pub struct AnimationArgs {
    /// Take clips from this file too, whoever it was made for: .glb, .gltf or .vrm; numbers go on after the model's own
    #[arg(long = "animations", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl AnimationArgs {
    /// Adds the clips of all files to `character`, laid over it where they were made for another.
    pub fn add_to(&self, character: &mut Character, map: &HumanoidMap) -> anyhow::Result<()> {
        for path in &self.files {
            let other = files::character(path)?;
            if other.clips.is_empty() {
                return Err(Trouble::new(format!("{} has no clips", path.display()))
                    .fix("name a file with animations, or leave --animations out")
                    .into());
            }
            let clips = other.clips_for(&other.detect().map(), character, map).map_err(|error| {
                Trouble::new(format!("the clips of {} do not fit the model", path.display()))
                    .why(error)
                    .fix(format!("`surefoot map {}` tells what is found in it", path.display()))
            })?;
            character.clips.extend(clips);
        }
        Ok(())
    }
}
