//! A character's meshes at a pose.

use glam::Vec3;

use super::Character;
use crate::pose::{Globals, Pose};
use crate::skeleton::JointId;
use crate::skin::{Bounds, Palette, TriangleHit, pick_triangle};

/// Which triangle of which mesh a ray meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit {
    /// Index into [`Character::meshes`].
    pub mesh: usize,
    pub hit: TriangleHit,
}

impl Character {
    /// The pose that clips are sampled into: what a clip does not animate stays as the file's nodes have it, which is
    /// not the rest pose where nodes and bind pose disagree.
    pub fn pose_under_clips(&self) -> &Pose {
        self.node_rest.as_ref().unwrap_or(self.skeleton.rest())
    }

    /// The box round all triangles' corners at a pose, model space; finite, or empty for a character without meshes.
    pub fn bounds(&self, pose: &Globals) -> Bounds {
        let palette = Palette::new(&self.skins, pose);
        let mut posed = Vec::new();
        self.meshes.iter().fold(Bounds::EMPTY, |bounds, mesh| {
            mesh.binding.posed_positions(&mesh.positions, pose, &palette, &mut posed);
            bounds.union(Bounds::around(posed.iter().copied()))
        })
    }

    /// As [`Character::bounds`], round the vertices that `root` and the joints below it move most.
    pub fn bounds_within(&self, pose: &Globals, root: JointId) -> Bounds {
        let vertices = self.weighted_vertices(pose).into_iter();
        let within = vertices.filter(|&(_, joint)| self.skeleton.is_within(joint, root));
        Bounds::around(within.map(|(point, _)| point))
    }

    /// The nearest triangle that a ray from `origin` along `direction` meets at a pose; model space.
    pub fn pick(&self, pose: &Globals, origin: Vec3, direction: Vec3) -> Option<MeshHit> {
        let palette = Palette::new(&self.skins, pose);
        let mut posed = Vec::new();
        let hits = self.meshes.iter().enumerate().filter_map(|(index, mesh)| {
            mesh.binding.posed_positions(&mesh.positions, pose, &palette, &mut posed);
            let hit = pick_triangle(&posed, &mesh.indices, origin, direction)?;
            Some(MeshHit { mesh: index, hit })
        });
        hits.min_by(|a, b| a.hit.distance.total_cmp(&b.hit.distance))
    }
}
