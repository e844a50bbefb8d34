//! Dictionaries of bone names that people keep in a folder of their own.

use std::path::{Path, PathBuf};

use surefoot::humanoid::{DictionaryError, Names};

/// Names the folder where `--names` is not given.
pub const FOLDER: &str = "SUREFOOT_NAMES";

/// The names that detection shall know, and what is wrong with the dictionaries that were left out, a line each: file, line,
/// column and fault.
pub struct Loaded {
    pub names: Names,
    pub warnings: Vec<String>,
}

/// What comes with Surefoot and every `.ron` in `folder`, in the order of their names; without a folder, those in the usual one.
///
/// A folder that was not asked for may be missing. Nothing here is an error: detection goes on with what could be read.
pub fn load(folder: Option<&Path>) -> Loaded {
    let usual = usual_folder();
    let asked = folder.is_some();
    let Some(folder) = folder.or(usual.as_deref()).filter(|folder| asked || folder.is_dir()) else {
        return Loaded { names: Names::built_in().clone(), warnings: Vec::new() };
    };
    let mut warnings = Vec::new();
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in dictionaries(folder, &mut warnings) {
        match std::fs::read_to_string(&path) {
            Ok(text) => texts.push((path.display().to_string(), text)),
            Err(error) => warnings.push(format!("{}: warning: {error}", path.display())),
        }
    }
    let (names, errors) = Names::built_in().with(texts.iter().map(|(called, text)| (called.as_str(), text.as_str())));
    warnings.extend(errors.iter().map(|error| {
        let DictionaryError { dictionary, line, column, fault } = error;
        format!("{dictionary}:{line}:{column}: warning: {fault}; this dictionary is left out")
    }));
    Loaded { names, warnings }
}

fn dictionaries(folder: &Path, warnings: &mut Vec<String>) -> Vec<PathBuf> {
    match std::fs::read_dir(folder) {
        Ok(entries) => {
            let paths = entries.flatten().map(|entry| entry.path());
            let is_ron = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ron"));
            let mut paths: Vec<PathBuf> = paths.filter(is_ron).collect();
            paths.sort();
            paths
        }
        Err(error) => {
            warnings.push(format!("{}: warning: {error}", folder.display()));
            Vec::new()
        }
    }
}

/// Where `SUREFOOT_NAMES` points, else `names` beside the settings.
fn usual_folder() -> Option<PathBuf> {
    let named = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.or_else(beside_the_settings)
}

#[cfg(feature = "editor")]
fn beside_the_settings() -> Option<PathBuf> {
    crate::editor::platform::folders::Folders::of_system().map(|folders| folders.config.join("names"))
}

/// A build without the editor keeps no settings.
#[cfg(not(feature = "editor"))]
fn beside_the_settings() -> Option<PathBuf> {
    None
}
