//! From a rig and a skeleton to a solved pose, through the public interface alone.

mod feet;
mod fit;
mod limbs;
mod looks;
mod person;
mod robust;
