use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;
use surefoot::ground::{LayerMask, NoGround, Ride, Scene, SceneGround, SceneMesh, SurfaceMesh};
use surefoot::math::Transform;

/// The meshes of scenes by the names that scenes have for them; none for one that is being read, or could not be.
pub type SceneMeshes = BTreeMap<String, Option<Arc<SceneMesh>>>;

/// The document's ground laid under the character, at a moment.
#[derive(Default)]
pub struct StageGround {
    /// None until the first is laid.
    scene: Option<Scene>,
    forward: Vec3,
    ground: SceneGround,
    ride: Option<Ride>,
    serial: u64,
}

impl StageGround {
    /// Lays `scene` for a character of this leg length that faces `forward`, where it is not laid so already, and takes it to a time in seconds.
    pub fn lay(&mut self, scene: &Scene, forward: Vec3, leg_length: f32, meshes: &SceneMeshes, time_s: f64) {
        if self.scene.as_ref() != Some(scene) || self.forward != forward {
            let mut read = |file: &str| Ok(meshes.get(file).cloned().flatten().unwrap_or_else(nothing));
            self.ground = scene.placed_with(forward, &mut read).unwrap_or_default();
            self.ride = None;
            self.scene = Some(scene.clone());
            self.forward = forward;
            self.serial += 1;
        }
        if self.ride.is_none() {
            self.ride = Some(Ride::mount(&self.ground, Vec3::ZERO, 0.6 * leg_length, LayerMask::ALL));
        }
        self.ground.set_time(time_s);
    }

    /// Lays it anew the next time: a mesh has come.
    pub fn forget(&mut self) {
        self.scene = None;
    }

    pub fn ground(&self) -> &SceneGround {
        &self.ground
    }

    /// Counts how often a ground was laid.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Where a character that stood at `root` at second 0 has been carried.
    pub fn carry(&self, root: Transform) -> Transform {
        let carried = self.ride.map_or(Transform::IDENTITY, |ride| ride.carried(&self.ground));
        if carried == Transform::IDENTITY { root } else { carried.carry(root) }
    }
}

/// What stands for a mesh that is not there.
fn nothing() -> Arc<SceneMesh> {
    Arc::new(SceneMesh { ground: Box::new(NoGround), surface: SurfaceMesh::default() })
}
