//! The open files may be changed by other programs while they are open here.

use std::path::{Path, PathBuf};

use super::super::{Next, Request};
use super::Session;

impl Session {
    /// The files whose change on disk shall be noticed: the rig's and the model's.
    pub fn watched(&self) -> impl Iterator<Item = &Path> {
        self.document.path().into_iter().chain(self.model_path())
    }

    /// Open files that another program has changed, until they are read again or kept.
    pub fn changed_on_disk(&self) -> &[PathBuf] {
        &self.changed_on_disk
    }

    pub fn note_change_on_disk(&mut self, path: &Path) {
        if self.watched().any(|watched| watched == path) && !self.changed_on_disk.iter().any(|other| other == path) {
            self.changed_on_disk.push(path.to_owned());
        }
    }

    /// Keeps what is open, whatever stands on disk.
    pub(super) fn keep_mine(&mut self, path: &Path) {
        self.changed_on_disk.retain(|other| other != path);
    }

    /// Reads a changed file again; unsaved changes of a rig are asked about first, and a new model keeps the rig.
    pub(super) fn reload(&mut self, path: &Path) {
        self.keep_mine(path);
        if self.document.path() == Some(path) {
            self.guard(Next::OpenPaths(vec![path.to_owned()]));
        } else if self.model_path() == Some(path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.animations_to_add.clear();
            self.begin_loading(name);
            self.requests.push(Request::ReloadModel { path: path.to_owned() });
        }
    }
}
