//! The 3D viewport: camera, and the scene value that the renderer draws.

pub mod camera;
pub mod scene;
pub mod stage;
