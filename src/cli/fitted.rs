//! A rig, a character and the one fitted to the other, for the commands that solve.

use std::path::Path;

use surefoot::character::Character;
use surefoot::humanoid::HumanoidMap;
use surefoot::rig::Rig;
use surefoot::runtime::BoundRig;

use super::detecting::DetectArgs;
use super::files;
use super::trouble::{self, Trouble};

pub struct Fitted {
    pub rig: Rig,
    pub character: Character,
    pub map: HumanoidMap,
    pub bound: BoundRig,
}

/// Reads both and fits them; what is left out goes to stderr. None where the rig does not fit, with the reasons on stderr.
pub fn read(rig_path: &Path, model: &Path, detect: &DetectArgs) -> anyhow::Result<Option<Fitted>> {
    let rig = files::rig(rig_path)?;
    let character = files::character(model)?;
    let map = files::roles(&rig, &character, &detect.find(&character)?.map());
    let skeleton = character.skeleton_at(rig.character.rest);
    let fitted = match rig.bones.is_empty() {
        true => rig.bind_with(&skeleton, &map),
        false => rig.bind(&skeleton),
    };
    drop(skeleton);
    match fitted {
        Ok(bound) => {
            for warning in bound.warnings() {
                eprintln!("{}: warning: {warning}", rig_path.display());
            }
            Ok(Some(Fitted { rig, character, map, bound }))
        }
        Err(error) => {
            let reasons: Vec<String> = error.issues.iter().map(ToString::to_string).collect();
            let (rig, model) = (rig_path.display(), model.display());
            let misfit = Trouble::new(format!("{rig} does not fit {model}"))
                .why(reasons.join("\n"))
                .fix(format!("`surefoot check {rig} --model {model}` says what to change"));
            trouble::print(&misfit.into());
            Ok(None)
        }
    }
}
