//! Surefoot's runtime: solve inverse kinematics for humanoid characters from a small text file.
//!
//! An animator authors a rig in the editor and saves it as RON; a game reads the same file with this library
//! and gets the same pose, to the bit, because the editor has no solver of its own.
//!
//! # Units and spaces
//!
//! - Right-handed, +Y up, a character faces +Z unless its rig says otherwise; metres, seconds, radians.
//!   Fields that end in `_deg` are degrees: only the rig file and the interface have them.
//! - A name says its space: `foot_in_model`, `goal_in_world`; a transform is named `target_from_source`, so that
//!   `world_from_model * point_in_model` reads right. *Local* is relative to the parent joint, *model* is the
//!   character file's own space, *world* is the game's.
//! - Quaternions are unit; weights run from 0 (the incoming pose passes through, bit for bit) to 1.
//!
//! # What this library never does
//!
//! - It opens no window, starts no thread, reads no clock; it opens no file but the model that
//!   `character::Character::read` is given, and what lies beside that.
//! - [`solve`](runtime::BoundRig::solve) allocates nothing, never panics, and turns finite input into finite
//!   output; the same input gives the same bits on one target.
//! - Nothing in [`solve`] knows a [`rig::Rig`]: solvers are pure functions on plain data.
//!
//! With no features it depends on glam, serde, ron and thiserror only. The feature `gltf` adds
//! `character`, which reads glTF, GLB and VRM files.

pub mod clip;
pub mod ground;
pub mod humanoid;
pub mod math;
pub mod pose;
pub mod rig;
pub mod runtime;
pub mod skeleton;
pub mod skin;
pub mod solve;

#[cfg(feature = "gltf")]
pub mod character;
#[cfg(feature = "quality")]
pub mod quality;

pub use glam;
