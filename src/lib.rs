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
//! # One leg
//!
//! ```
//! use surefoot::glam::Vec3;
//! use surefoot::ground::NoGround;
//! use surefoot::math::Transform;
//! use surefoot::pose::Globals;
//! use surefoot::rig::Rig;
//! use surefoot::runtime::{Goal, Inputs};
//! use surefoot::skeleton::{Joint, Skeleton};
//!
//! // A leg of 0.8 m whose knee rests a little in front of the line from hip to foot.
//! let joint = |name: &str, parent, at| Joint {
//!     name: name.into(),
//!     parent,
//!     rest: Transform::from_translation(at),
//!     source: None,
//! };
//! let skeleton = Skeleton::new(vec![
//!     joint("hip", None, Vec3::new(0.0, 0.9, 0.0)),
//!     joint("knee", Some(0), Vec3::new(0.0, -0.4, 0.02)),
//!     joint("foot", Some(1), Vec3::new(0.0, -0.4, -0.02)),
//! ])?;
//!
//! let rig = Rig::from_ron(r#"Rig(
//!     format_version: 1,
//!     reference_leg_length: 0.8,
//!     chains: [(name: "leg", root: Node("hip"), tip: Node("foot"), solver: TwoBone(mid: Node("knee")))],
//! )"#)?.rig;
//! let bound = rig.bind(&skeleton)?;
//! let mut memory = bound.memory();
//!
//! let goal = Vec3::new(0.0, 0.4, 0.2);
//! let goals = [Goal {
//!     chain: "leg",
//!     position_in_world: goal,
//!     rotation_in_world: None,
//!     hint_in_world: None,
//!     weight: 1.0,
//! }];
//! let mut pose = skeleton.rest().clone();
//! let report = bound.solve(&mut pose, &mut memory, &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
//! assert!(report.chains[0].reached);
//!
//! let globals = Globals::of(&skeleton, &pose);
//! let [hip, knee, foot] = ["hip", "knee", "foot"].map(|name| globals.position(skeleton.find(name).unwrap()));
//! assert!(foot.distance(goal) < 1e-4);
//! // In front of the line from hip to foot, half of the way down it.
//! assert!(knee.z > hip.midpoint(foot).z + 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! With no features it depends on glam, serde, ron and thiserror only. The feature `gltf` adds
//! `character`, which reads glTF, GLB and VRM files.

pub mod clip;
pub mod ground;
pub mod humanoid;
pub mod math;
pub mod pose;
pub mod prop;
pub mod retarget;
pub mod rig;
pub mod runtime;
pub mod skeleton;
pub mod skin;
pub mod solve;
pub mod stance;

#[cfg(feature = "gltf")]
pub mod character;
#[cfg(feature = "quality")]
pub mod quality;

pub use glam;
