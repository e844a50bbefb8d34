use std::path::PathBuf;
use std::sync::Arc;

use surefoot::character::Character;
use surefoot::humanoid::{Detection, Names};

/// A model as the background thread hands it over.
#[derive(Clone, Debug)]
pub struct LoadedModel {
    /// None for the bundled character.
    pub path: Option<PathBuf>,
    pub character: Arc<Character>,
    /// What detection found.
    pub detection: Arc<Detection>,
}

impl LoadedModel {
    /// Finds the humanoid in `character`, whose bones may be called as `names` knows.
    pub fn new(path: Option<PathBuf>, character: Character, names: &Names) -> Self {
        let detection = Arc::new(character.detect_with(names));
        Self { path, character: Arc::new(character), detection }
    }
}
