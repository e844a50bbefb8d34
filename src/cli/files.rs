//! Reading and writing the files that commands name, with what a person needs to know when it fails.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use surefoot::character::Character;
use surefoot::humanoid::HumanoidMap;
use surefoot::rig::{Rig, RigError};

use super::trouble::Trouble;

/// The text of a file.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Trouble::new(format!("{} is not a text file", path.display()))
            .why(format!("byte {at} is not UTF-8"))
            .fix("a rig ends in .ron; models are given with --model")
            .into()
    })
}

/// A rig without errors; its warnings go to stderr.
pub fn rig(path: &Path) -> anyhow::Result<Rig> {
    let reading = Rig::from_ron(&text(path)?).map_err(|error| broken_rig(path, &error))?;
    for warning in &reading.warnings {
        eprintln!("{}:{warning}", path.display());
    }
    Ok(reading.rig)
}

fn broken_rig(path: &Path, error: &RigError) -> Trouble {
    Trouble::new(format!("{} is not a sound rig", path.display()))
        .why(error)
        .fix(format!("correct these places and try again; `surefoot check {}` lists them", path.display()))
}

/// A character; what was mended on reading goes to stderr.
pub fn character(path: &Path) -> anyhow::Result<Character> {
    let character = Character::read(path).map_err(|error| {
        Trouble::new(format!("{} cannot be opened", path.display())).why(&error.fault).fix(error.fault.advice())
    })?;
    for warning in &character.warnings {
        eprintln!("{}: warning: {warning}", path.display());
    }
    Ok(character)
}

/// The roles of a character's joints: those the rig names, else those that were found.
pub fn roles(rig: &Rig, character: &Character, found: &HumanoidMap) -> HumanoidMap {
    if rig.bones.is_empty() { found.clone() } else { rig.humanoid_map(&character.skeleton).0 }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Trouble {
    let fix = match error.kind() {
        ErrorKind::NotFound => "check the path",
        ErrorKind::PermissionDenied => "ask for the right to read it",
        _ => "check that it is a file and can be read",
    };
    Trouble::new(format!("{} cannot be read", path.display())).why(error).fix(fix)
}

/// Writes a file whole or not at all.
pub fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    super::atomic::write(path, content).map_err(|error| {
        Trouble::new(format!("{} cannot be written", path.display()))
            .why(error)
            .fix("check that the folder exists and may be written to; nothing was changed")
            .into()
    })
}

/// The way from a file's folder to another file, `/` between parts; the path itself where there is no way.
pub fn relative(from_file: &Path, to: &Path) -> String {
    let folder = from_file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(folder), Ok(to)) = (folder.canonicalize(), to.canonicalize()) else { return slashed(to) };
    let (folder, target): (Vec<Component>, Vec<Component>) = (folder.components().collect(), to.components().collect());
    let shared = folder.iter().zip(&target).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return slashed(&to);
    }
    let up = std::iter::repeat_n(Component::ParentDir, folder.len() - shared);
    slashed(&up.chain(target[shared..].iter().copied()).collect::<PathBuf>())
}

fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_model_is_told_from_the_rigs_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir_all(at("rigs/hero")).unwrap();
        std::fs::create_dir_all(at("models")).unwrap();
        std::fs::write(at("models/a b.glb"), b"").unwrap();
        assert_eq!(relative(&at("rigs/hero/rig.ron"), &at("models/a b.glb")), "../../models/a b.glb");
        assert_eq!(relative(&at("models/rig.ron"), &at("models/a b.glb")), "a b.glb");
        assert_eq!(relative(&at("rig.ron"), &at("models/a b.glb")), "models/a b.glb");
        assert_eq!(relative(&at("rig.ron"), Path::new("gone.glb")), "gone.glb");
    }
}
