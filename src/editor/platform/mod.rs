//! The desktop: folders, settings, dialogs, files, and what survives a crash.

pub use crate::cli::atomic;
pub mod dialogs;
pub mod folders;
pub mod loader;
pub mod mesh_reader;
pub mod peek;
pub mod recovery;
pub mod settings;
pub mod watch;
