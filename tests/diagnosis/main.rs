//! Odd characters, mended by their rig alone: other units, other axes, other rest poses.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../common/mod.rs"]
mod common;

mod alike;
mod copies;
mod off_mesh;
mod program;
mod reordered;
mod reports;
