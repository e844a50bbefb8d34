//! From a rig and a skeleton to a solved pose, through the public interface alone.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod creature;
mod edges;
mod engaged;
mod fades;
mod feet;
mod fit;
mod gait;
mod gripping;
mod hanging;
mod limbs;
mod looks;
mod person;
mod props;
mod robust;
mod scenes;
mod shoulders;
mod singular;
mod steep;
mod straight;
mod trunks;
mod twists;
mod walker;
mod walking;
