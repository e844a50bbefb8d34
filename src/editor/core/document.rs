use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use surefoot::ground::{GroundScene, Piece, Scene};
use surefoot::rig::{EditorNotes, GoalNote, PropNote, Rig};

use super::History;

/// The rig being edited, its file and its history.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) history: History,
    pub(super) path: Option<PathBuf>,
}

impl Document {
    pub(super) fn new(rig: Rig, path: Option<PathBuf>) -> Self {
        Self { history: History::new(rig, true), path }
    }

    pub fn rig(&self) -> &Arc<Rig> {
        self.history.rig()
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Where the rig was opened from or saved to.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Has changes that its file has not.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// The file's name, or what to call a rig that has none yet.
    pub fn title(&self) -> String {
        match self.path.as_deref().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => "Untitled rig".into(),
        }
    }

    pub fn notes(&self) -> Option<&EditorNotes> {
        self.rig().editor.as_ref()
    }

    /// What lies under everything else; none in a scene that has no analytic ground.
    pub fn base(&self) -> Option<GroundScene> {
        match self.scene() {
            Some(scene) => scene.base(),
            None => Some(self.notes().map(|notes| notes.ground).unwrap_or_default()),
        }
    }

    /// The scene that is shown instead of an analytic ground alone.
    pub fn scene(&self) -> Option<&Scene> {
        self.notes()?.scene.as_ref()
    }

    /// The ground as a scene, whether it is one or an analytic ground alone.
    pub fn ground(&self) -> Cow<'_, Scene> {
        match self.scene() {
            Some(scene) => Cow::Borrowed(scene),
            None => Cow::Owned(self.notes().map(|notes| notes.ground).unwrap_or_default().into()),
        }
    }

    /// A piece of the scene.
    pub fn piece(&self, index: usize) -> Option<&Piece> {
        self.scene()?.pieces.get(index)
    }

    /// The goal of the chain at this index, where it has one.
    pub fn goal(&self, chain: usize) -> Option<&GoalNote> {
        let name = &self.rig().chains.get(chain)?.name;
        self.notes()?.goals.iter().find(|goal| goal.chain == *name)
    }

    /// Model space, metres.
    pub fn look_target(&self) -> Option<[f32; 3]> {
        self.notes()?.look_target
    }

    /// The thing in the scene that hands hold.
    pub fn prop(&self) -> Option<&PropNote> {
        self.notes()?.prop.as_ref()
    }
}
