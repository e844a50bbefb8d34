//! Notices that open files were changed by other programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What open files looked like when they were last read or written here.
#[derive(Debug, Default)]
pub struct Watch {
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
}

/// Changes with nearly every write.
type Stamp = (SystemTime, u64);

impl Watch {
    /// From here on watches these files and no others, as they are now. Called again with the same files it changes nothing.
    pub fn set<'a>(&mut self, paths: impl Iterator<Item = &'a Path>) {
        let paths: Vec<&Path> = paths.collect();
        self.stamps.retain(|path, _| paths.contains(&path.as_path()));
        for path in paths {
            self.stamps.entry(path.to_owned()).or_insert_with_key(|path| stamp(path));
        }
    }

    /// Takes a file as it is now: it was just read or written here.
    pub fn refresh(&mut self, path: &Path) {
        if let Some(known) = self.stamps.get_mut(path) {
            *known = stamp(path);
        }
    }

    /// Everything was just read.
    pub fn forget(&mut self) {
        self.stamps.clear();
    }

    /// The files that differ from what they were, each change once. A file that is gone is no change: some programs
    /// remove it before they write it anew.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, known) in &mut self.stamps {
            let now = stamp(path);
            if now.is_some() && now != *known {
                *known = now;
                changed.push(path.clone());
            }
        }
        changed
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let file = fs::metadata(path).ok()?;
    Some((file.modified().ok()?, file.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_noticed_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rig.ron");
        fs::write(&path, "one").unwrap();
        let mut watch = Watch::default();
        watch.set([path.as_path()].into_iter());
        assert!(watch.changed().is_empty());
        fs::write(&path, "longer").unwrap();
        watch.set([path.as_path()].into_iter());
        assert_eq!(watch.changed(), std::slice::from_ref(&path));
        assert!(watch.changed().is_empty());
        fs::write(&path, "longer still").unwrap();
        watch.refresh(&path);
        assert!(watch.changed().is_empty(), "our own write");
        fs::remove_file(&path).unwrap();
        assert!(watch.changed().is_empty());
    }
}
