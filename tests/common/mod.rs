//! What several tests share.

use std::path::{Path, PathBuf};

/// The folder of real characters, which is not part of the repository: where `SUREFOOT_CORPUS` points, or beside the
/// repository. Where it is missing a test says so aloud and passes, except in continuous integration.
pub fn corpus() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let candidates = [
        std::env::var_os("SUREFOOT_CORPUS").map(PathBuf::from),
        Some(here.join("../shared/corpus")),
        Some(here.join("../../shared/corpus")),
    ];
    let found = candidates.into_iter().flatten().find(|folder| folder.join("humanoid_truth_detail.json").is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "the corpus is missing: set SUREFOOT_CORPUS to its folder");
        eprintln!("NOT TESTED: the corpus is missing; set SUREFOOT_CORPUS to its folder");
    }
    found
}
