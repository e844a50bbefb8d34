//! Points and rotations that the document keeps in the model's axes, and where they are in the world.

use glam::{Affine3A, Quat, Vec3};

use super::Stage;

impl Stage {
    /// What notes of the document, in the model's axes and metres, are in.
    pub(in crate::editor::core) fn world_from_notes(&self) -> Affine3A {
        self.carried.unscaled().to_affine()
    }

    /// Where a point of the document's notes lies in the world; none where it is not finite.
    pub fn point_of_note(&self, note: [f32; 3]) -> Option<Vec3> {
        let point = self.world_from_notes().transform_point3(Vec3::from_array(note));
        point.is_finite().then_some(point)
    }

    pub(in crate::editor::core) fn note_of_point(&self, point_in_world: Vec3) -> [f32; 3] {
        self.world_from_notes().inverse().transform_point3(point_in_world).to_array()
    }

    /// A rotation of the document's notes as a unit quaternion in the world; none where it is none.
    pub(in crate::editor::core) fn rotation_of_note(&self, note: [f32; 4]) -> Option<Quat> {
        let rotation = Quat::from_array(note);
        let length = rotation.length();
        (length > 1e-6 && length.is_finite()).then(|| self.carried.rotation * (rotation / length))
    }

    pub(in crate::editor::core) fn note_of_rotation(&self, rotation_in_world: Quat) -> [f32; 4] {
        (self.carried.rotation.conjugate() * rotation_in_world).to_array()
    }
}
