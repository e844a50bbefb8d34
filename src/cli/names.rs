//! Dictionaries of bone names that people keep in a folder of their own.

use std::path::{Path, PathBuf};

use surefoot::humanoid::{DictionaryError, Names};

/// Names the folder where `--names` is not given.
pub const FOLDER: &str = "SUREFOOT_NAMES";

/// The names that detection shall know, and what is wrong with the dictionaries that were left out.
pub struct Loaded {
    pub names: Names,
    pub warnings: Vec<Warning>,
}

/// Why a dictionary was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Its file, with line and column where one place is to blame; or the folder.
    pub place: String,
    pub fault: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: warning: {}; this dictionary is left out", self.place, self.fault)
    }
}

impl Warning {
    fn of_file(path: &Path, error: &std::io::Error) -> Self {
        Self { place: path.display().to_string(), fault: error.to_string() }
    }
}

/// What comes with Surefoot and every `.ron` in `folder`, in the order of their names; without a folder, those in the usual one.
///
/// Nothing here is an error: detection goes on with what could be read.
pub fn load(folder: Option<&Path>) -> Loaded {
    match folder {
        Some(folder) => load_from(folder),
        None => load_usual(settings_folder().as_deref()),
    }
}

/// As [`load`], from where `SUREFOOT_NAMES` points, else from `names` in the folder of the settings; it may be missing.
pub fn load_usual(settings: Option<&Path>) -> Loaded {
    let named = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    match named.or_else(|| settings.map(|settings| settings.join("names"))).filter(|folder| folder.is_dir()) {
        Some(folder) => load_from(&folder),
        None => Loaded { names: Names::built_in().clone(), warnings: Vec::new() },
    }
}

fn load_from(folder: &Path) -> Loaded {
    let mut warnings = Vec::new();
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in dictionaries(folder, &mut warnings) {
        match std::fs::read_to_string(&path) {
            Ok(text) => texts.push((path.display().to_string(), text)),
            Err(error) => warnings.push(Warning::of_file(&path, &error)),
        }
    }
    let (names, errors) = Names::built_in().with(texts.iter().map(|(called, text)| (called.as_str(), text.as_str())));
    warnings.extend(errors.into_iter().map(|error| {
        let DictionaryError { dictionary, line, column, fault } = error;
        Warning { place: format!("{dictionary}:{line}:{column}"), fault: fault.to_string() }
    }));
    Loaded { names, warnings }
}

fn dictionaries(folder: &Path, warnings: &mut Vec<Warning>) -> Vec<PathBuf> {
    match std::fs::read_dir(folder) {
        Ok(entries) => {
            let paths = entries.flatten().map(|entry| entry.path());
            let is_ron = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ron"));
            let mut paths: Vec<PathBuf> = paths.filter(is_ron).collect();
            paths.sort();
            paths
        }
        Err(error) => {
            warnings.push(Warning::of_file(folder, &error));
            Vec::new()
        }
    }
}

#[cfg(feature = "editor")]
pub fn settings_folder() -> Option<PathBuf> {
    crate::editor::platform::folders::Folders::of_system().map(|folders| folders.config)
}

/// A build without the editor keeps no settings.
#[cfg(not(feature = "editor"))]
pub fn settings_folder() -> Option<PathBuf> {
    None
}
