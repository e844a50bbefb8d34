//! File dialogs of the desktop, asked for off the thread that draws.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::editor::core::PathPurpose;

/// A file dialog that is open, or none.
pub struct Dialogs {
    typed_paths: bool,
    open: Option<Open>,
}

struct Open {
    purpose: PathPurpose,
    suggestion: Option<PathBuf>,
    answer: Receiver<Option<PathBuf>>,
    since: Instant,
}

/// How a dialog ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogEnd {
    Chosen {
        purpose: PathPurpose,
        path: PathBuf,
    },
    Cancelled,
    /// No dialog was shown; a path must be typed.
    Missing {
        purpose: PathPurpose,
        suggestion: Option<PathBuf>,
    },
}

impl Dialogs {
    /// Without a desktop portal and without zenity the call returns at once as if cancelled; nobody closes a
    /// dialog this fast.
    const TOO_FAST: Duration = Duration::from_millis(400);

    /// With `typed_paths` no dialog of the desktop is tried.
    pub fn new(typed_paths: bool) -> Self {
        Self { typed_paths, open: None }
    }

    /// Shows a dialog; `wake` is called when it ends. One at a time: asking while one is open does nothing.
    pub fn ask(&mut self, purpose: PathPurpose, suggestion: Option<PathBuf>, wake: impl FnOnce() + Send + 'static) {
        if self.open.is_some() {
            return;
        }
        let (sender, answer) = channel();
        let since = Instant::now();
        let dialog = (!self.typed_paths).then(|| dialog_for(purpose, suggestion.clone()));
        let run = move || {
            // The receiver goes away with the window; nobody waits for the answer then.
            let _ = sender.send(dialog.and_then(|dialog| show(dialog, purpose)));
            wake();
        };
        if cfg!(target_os = "macos") {
            // There only the main thread may show one.
            run();
        } else if let Err(error) = std::thread::Builder::new().name("file dialog".into()).spawn(run) {
            log::warn!("no thread for a file dialog: {error}");
        }
        self.open = Some(Open { purpose, suggestion, answer, since });
    }

    /// How the dialog ended, once.
    pub fn poll(&mut self) -> Option<DialogEnd> {
        let open = self.open.as_ref()?;
        let answer = match open.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        let quick = open.since.elapsed() < Self::TOO_FAST;
        let Open { purpose, suggestion, .. } = self.open.take()?;
        Some(match answer {
            Some(path) => DialogEnd::Chosen { purpose, path },
            None if quick => DialogEnd::Missing { purpose, suggestion },
            None => DialogEnd::Cancelled,
        })
    }
}

fn dialog_for(purpose: PathPurpose, suggestion: Option<PathBuf>) -> rfd::FileDialog {
    let mut dialog = match purpose {
        PathPurpose::OpenModel => {
            rfd::FileDialog::new().set_title("Open model").add_filter("Characters", &["glb", "gltf", "vrm"])
        }
        PathPurpose::OpenAnimations => rfd::FileDialog::new()
            .set_title("Add animations from file")
            .add_filter("Characters and animations", &["glb", "gltf", "vrm"]),
        PathPurpose::OpenScene => rfd::FileDialog::new().set_title("Open scene").add_filter("Scenes", &["ron"]),
        PathPurpose::OpenOther => rfd::FileDialog::new().set_title("Compare with rig").add_filter("Rigs", &["ron"]),
        PathPurpose::SaveScene => rfd::FileDialog::new().set_title("Save scene as").add_filter("Scenes", &["ron"]),
        PathPurpose::OpenRig => rfd::FileDialog::new().set_title("Open rig").add_filter("Rigs", &["ron"]),
        PathPurpose::SaveRig => rfd::FileDialog::new().set_title("Save rig as").add_filter("Rigs", &["ron"]),
    };
    if let Some(suggestion) = suggestion {
        if let Some(folder) = suggestion.parent().filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = suggestion.file_name() {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
    }
    dialog
}

fn show(dialog: rfd::FileDialog, purpose: PathPurpose) -> Option<PathBuf> {
    match purpose {
        PathPurpose::SaveRig | PathPurpose::SaveScene => dialog.save_file(),
        PathPurpose::OpenModel
        | PathPurpose::OpenRig
        | PathPurpose::OpenAnimations
        | PathPurpose::OpenScene
        | PathPurpose::OpenOther => dialog.pick_file(),
    }
}
