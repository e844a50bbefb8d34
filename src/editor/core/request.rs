use std::path::PathBuf;

/// What goes on once unsaved changes are dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    New,
    OpenBundled,
    /// Ask for a model with a dialog.
    OpenModel,
    /// Ask for a rig with a dialog.
    OpenRig,
    OpenPaths(Vec<PathBuf>),
    /// Show what was read while the document was changed.
    TakeOver,
    Quit,
}

/// A question that waits for an [`super::Answer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Save, don't save, or cancel, before going on.
    Unsaved(Next),
    /// A path must be typed, since this desktop has no file dialog.
    TypePath { purpose: PathPurpose, suggestion: Option<PathBuf> },
    /// The last run ended without saving these changes.
    Recover(LeftOver),
}

/// Unsaved work of a run that did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOver {
    /// The rig's file name.
    pub name: String,
    /// As in "5 minutes ago".
    pub age: String,
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    OpenModel,
    OpenRig,
    OpenAnimations,
    OpenScene,
    /// A rig to compare with.
    OpenOther,
    SaveRig,
    SaveScene,
}

/// What the session needs from the desktop. The application carries these out and reports back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A file dialog; the answer comes as [`super::Session::path_chosen`].
    PickPath {
        purpose: PathPurpose,
        suggestion: Option<PathBuf>,
    },
    /// Reads in the background; the answer comes as [`super::Session::opened`] or as an error.
    Load {
        paths: Vec<PathBuf>,
    },
    /// Reads the model again under the rig that is open.
    ReloadModel {
        path: PathBuf,
    },
    /// The character that comes with the program.
    LoadBundled,
    CancelLoad,
    /// Writes atomically; the answer comes as [`super::Session::saved`] or as an error.
    Write {
        path: PathBuf,
        text: String,
    },
    /// Reads a rig to compare with; the answer comes as [`super::Session::other_read`] or as an error.
    ReadOther {
        path: PathBuf,
    },
    /// Reads a scene's file; the answer comes as [`super::Session::scene_read`] or as an error.
    ReadScene {
        path: PathBuf,
    },
    /// Reads a mesh that a scene names so, in the background; the answer comes as [`super::Session::scene_mesh_read`].
    ReadSceneMesh {
        file: String,
    },
    /// Writes a scene atomically; the answer comes as [`super::Session::scene_saved`] or as an error.
    WriteScene {
        path: PathBuf,
        text: String,
    },
    /// Reads back what the last run left.
    Recover,
    DiscardRecovery,
    Quit,
}
