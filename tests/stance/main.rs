//! When feet are down and how a clip travels: motions made by formula, the bundled character, and clips of others.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod formula;
mod mannequin;
mod walker;
