use std::path::PathBuf;

/// Where this program keeps what is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// Recovery files.
    pub data: PathBuf,
}

impl Folders {
    /// Takes the place of both folders where it is set.
    pub const OVERRIDE: &str = "SUREFOOT_DATA_DIR";

    /// The system's usual places; none where there is no home folder, and then nothing is kept.
    pub fn of_system() -> Option<Self> {
        if let Some(folder) = std::env::var_os(Self::OVERRIDE).filter(|folder| !folder.is_empty()) {
            let folder = PathBuf::from(folder);
            return Some(Self { config: folder.clone(), data: folder });
        }
        let folders = directories::ProjectDirs::from("", "", "surefoot")?;
        Some(Self { config: folders.config_dir().to_owned(), data: folders.data_local_dir().to_owned() })
    }
}
