//! A and B: the document's rig, and another to compare it with.

use std::path::Path;
use std::sync::Arc;

use surefoot::rig::Rig;

use super::super::{OtherAction, OtherRig, PathPurpose, Severity, Trouble, auto_rig};
use super::Session;

impl Session {
    /// What the document's rig is compared with.
    pub fn other(&self) -> Option<&OtherRig> {
        self.other.as_ref()
    }

    /// Whether the other rig's pose is what is seen.
    pub fn shows_other(&self) -> bool {
        self.shows_other && self.other.is_some()
    }

    pub(super) fn other_action(&mut self, action: OtherAction) {
        let Some(stage) = &self.stage else { return };
        match action {
            OtherAction::Keep => {
                let rig = Arc::clone(self.document.rig());
                self.other = Some(OtherRig { name: "As it was kept".into(), rig });
                self.shows_other = false;
                self.tell("Kept the rig as it is now, as B: change it and compare".into());
            }
            OtherAction::Preset(name) => {
                let rig = Arc::new(auto_rig::fitted(stage, stage.detection(), name));
                let mut letters = name.chars();
                let name = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
                self.other = Some(OtherRig { name: format!("{} preset", name.unwrap_or_default()), rig });
                self.shows_other = false;
            }
            OtherAction::Open => {
                self.pick(PathPurpose::OpenOther, None);
                return;
            }
            OtherAction::Drop => self.drop_other(),
            OtherAction::Show(shows_other) => self.shows_other = shows_other,
        }
        self.bind_other();
        self.stale = true;
    }

    /// The file of a rig to compare with was read; `doubts` are what is odd about its text.
    pub fn other_read(&mut self, path: &Path, rig: Rig, doubts: Vec<String>) {
        for doubt in doubts {
            self.message(Severity::Warning, Trouble::new(doubt));
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        self.other = Some(OtherRig { name, rig: Arc::new(rig) });
        self.shows_other = false;
        self.bind_other();
        self.stale = true;
    }

    pub(super) fn drop_other(&mut self) {
        (self.other, self.shows_other) = (None, false);
    }

    /// Fits it to the character as the document has that. What does not fit is told of and dropped.
    pub(super) fn bind_other(&mut self) {
        let Some(stage) = &mut self.stage else { return };
        let other = self.other.as_ref().map(|other| &*other.rig);
        if let Err(error) = stage.compare_with(other, self.document.rig(), self.shows_other) {
            let name = self.other.as_ref().map_or_else(String::new, |other| other.name.clone());
            self.drop_other();
            self.message(
                Severity::Error,
                Trouble::new(format!("{name} does not fit this character, so there is nothing to compare"))
                    .cause(error.to_string())
                    .fix("choose another rig to compare with"),
            );
        }
    }
}
