//! The 3D viewport: camera, picking, gizmo and what is drawn over the picture, and the scene value that the renderer draws.

pub mod camera;
mod camera_moves;
mod ghost;
mod gizmo;
mod lens;
mod look;
mod navigation;
mod overlay;
mod panel;
mod picking;
mod pieces;
pub mod prop;
mod ranges;
pub mod scene;
mod sight;
mod soles;
pub mod stage;
mod swing;

pub use panel::Viewport;
pub use swing::turn_color;
