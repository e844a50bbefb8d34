use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic;
use crate::editor::core::ViewOptions;

/// What is remembered between runs, apart from the layout of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub version: u32,
    pub view: ViewOptions,
    /// Latest first.
    pub recent: Vec<PathBuf>,
    /// Size of text and everything else; 1 is the system's own.
    pub zoom: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { version: Self::VERSION, view: ViewOptions::default(), recent: Vec::new(), zoom: 1.0 }
    }
}

impl Settings {
    const VERSION: u32 = 1;

    fn file(folder: &Path) -> PathBuf {
        folder.join("settings.ron")
    }

    /// Settings that can't be read, or of another version, are those of a first start.
    pub fn load(folder: &Path) -> Self {
        let Ok(text) = fs::read_to_string(Self::file(folder)) else { return Self::default() };
        match ron::from_str::<Self>(&text) {
            Ok(settings) if settings.version == Self::VERSION => {
                Self { zoom: if settings.zoom.is_finite() { settings.zoom.clamp(0.5, 3.0) } else { 1.0 }, ..settings }
            }
            Ok(_) => Self::default(),
            Err(error) => {
                log::warn!("settings start afresh: {error}");
                Self::default()
            }
        }
    }

    /// # Errors
    /// A sentence for the log.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(|e| e.to_string())?;
        fs::create_dir_all(folder)
            .and_then(|()| atomic::write(&Self::file(folder), text.as_bytes()))
            .map_err(|error| format!("settings could not be written to {}: {error}", folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_and_broken_ones_start_afresh() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
        let mut settings = Settings { recent: vec!["/a/hero.glb".into()], zoom: 1.5, ..Settings::default() };
        settings.view.grid = false;
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), settings);
        for broken in ["", "(zoom: [", "(version: 99)", "\0\u{feff}"] {
            fs::write(Settings::file(folder.path()), broken).unwrap();
            assert_eq!(Settings::load(folder.path()), Settings::default(), "{broken:?}");
        }
    }
}
