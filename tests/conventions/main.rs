//! Detection on characters that were made up bone by bone: one body under the names of every convention, and what can be
//! done to a rig without changing what its bones are.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../common/mod.rs"]
mod common;

mod body;
mod held;
mod partial;
mod poses;
mod scrambles;
mod subject;
mod sureness;
mod table;
