//! How the humanoid is found, for every command that looks for one.

use std::path::PathBuf;

use clap::Args;
use surefoot::character::Character;
use surefoot::humanoid::{Detection, Names};

use super::names;
use super::trouble::Trouble;

#[derive(Args)]
pub struct DetectArgs {
    /// Take dictionaries of bone names from this folder too: .ron, as under presets/names
    #[arg(long, value_name = "DIR")]
    names: Option<PathBuf>,
    /// Which of several characters in one file, from 1
    #[arg(long = "character", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    number: u16,
}

impl DetectArgs {
    /// The names of bones to go by; what is wrong with a dictionary goes to stderr.
    pub fn names(&self) -> Names {
        let loaded = names::load(self.names.as_deref());
        for warning in &loaded.warnings {
            eprintln!("{warning}");
        }
        loaded.names
    }

    /// The character that was asked for; whatever was found where that is the first.
    ///
    /// # Errors
    /// When there are fewer characters.
    pub fn find(&self, character: &Character) -> anyhow::Result<Detection> {
        let detection = character.detect_with(&self.names());
        match detection.choose(usize::from(self.number)) {
            Some(chosen) => Ok(chosen.clone()),
            None => {
                let count = 1 + detection.others.len();
                let are = if count == 1 { "is 1 character".to_owned() } else { format!("are {count} characters") };
                Err(Trouble::new(format!("there is no character {} in {}", self.number, character.name))
                    .why(format!("there {are}"))
                    .fix("`surefoot map` lists them; leave --character out for the first")
                    .into())
            }
        }
    }
}
