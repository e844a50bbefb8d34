//! The window: everything between an animator and the library.
//!
//! `core` holds the document and is the only place that changes it. `panels` and `viewport` read a [`core::Session`] by shared
//! reference and push [`core::Action`]s; `render` draws what the viewport says; `platform` talks to the desktop; `app` joins
//! them: it calls every panel, hands the actions of the frame to the session, and lets time pass.

mod app;
pub mod core;
mod figure_words;
pub mod meaning;
pub mod panels;
pub mod platform;
pub mod render;
pub mod theme;
pub mod viewport;
pub mod widgets;

pub use app::{Start, run};
