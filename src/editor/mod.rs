//! The window.

pub mod theme;
