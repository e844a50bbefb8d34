//! The bars that the solvers must reach, one test a bar with the bar as its bound: on people of random build, and on every humanoid of
//! the corpus that the default rig fits.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod alike;
mod chains;
#[path = "../common/mod.rs"]
mod common;
mod limbs;
mod looks;
#[path = "../runtime/person.rs"]
#[allow(dead_code)]
mod person;
mod planes;
mod still;
mod subjects;
