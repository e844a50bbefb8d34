//! Reads the meshes that scenes name, off the thread that draws.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use surefoot::ground::SceneMesh;

use crate::cli::scenes;
use crate::cli::trouble;
use crate::editor::core::Trouble;

type Read = (String, Result<Arc<SceneMesh>, Trouble>);

/// Reads files and hands their meshes over, each under the name it was asked for by.
pub struct MeshReader {
    sender: Sender<Read>,
    arrived: Receiver<Read>,
}

impl Default for MeshReader {
    fn default() -> Self {
        let (sender, arrived) = channel();
        Self { sender, arrived }
    }
}

impl MeshReader {
    /// `wake` is called when it has been read, or could not be.
    pub fn read(&self, file: String, wake: impl FnOnce() + Send + 'static) {
        let sender = self.sender.clone();
        let run = move || {
            let mesh = scenes::mesh(Path::new(&file)).map(Arc::new).map_err(|error| trouble_of(&error));
            // The receiver goes away with the window; nobody waits for the mesh then.
            let _ = sender.send((file, mesh));
            wake();
        };
        if let Err(error) = std::thread::Builder::new().name("reading a mesh".into()).spawn(run) {
            log::error!("no thread to read a mesh with: {error}");
        }
    }

    /// The next that has come.
    pub fn poll(&self) -> Option<Read> {
        self.arrived.try_recv().ok()
    }
}

/// An error of the command line as the window tells it.
pub fn trouble_of(error: &anyhow::Error) -> Trouble {
    match error.downcast_ref::<trouble::Trouble>() {
        Some(known) => {
            let mut told = Trouble::new(known.what());
            if let Some(why) = known.cause() {
                told = told.cause(why);
            }
            match known.way_out() {
                Some(fix) => told.fix(fix),
                None => told,
            }
        }
        None => Trouble::new(error.to_string()),
    }
}
