//! The window.

pub mod render;
pub mod theme;
pub mod viewport;
