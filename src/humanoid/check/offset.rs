//! Bones that lie apart from the part of the mesh that they move.

use glam::Vec3;

use super::tree::LOWER_LIMBS;
use super::{Check, Finding};
use crate::humanoid::Role;

/// How far apart, in leg lengths: half a thigh. Flesh lies round its bone, nearer than that.
const APART: f32 = 0.25;
/// Bones to go by: one pair of limbs.
const FEWEST: usize = 4;

impl Check<'_> {
    pub(super) fn off_mesh(&self, findings: &mut Vec<Finding>) {
        let Some(leg) = self.leg() else { return };
        let offset = self.mesh_from_bones();
        let Some(offset) = offset.filter(|offset| offset.is_finite() && offset.length() > APART * leg) else { return };
        let frame = self.frame;
        let ways = [
            (frame.up, "above"),
            (-frame.up, "below"),
            (frame.forward, "in front of"),
            (-frame.forward, "behind"),
            (frame.left, "to the left of"),
            (-frame.left, "to the right of"),
        ];
        let along = |way: &(Vec3, &str)| -offset.dot(way.0);
        let Some((_, way)) = ways.iter().max_by(|a, b| along(a).total_cmp(&along(b))) else { return };
        let metres = offset.length() * self.rig.character.metres_per_unit;
        let message = format!("the bones lie {metres:.2} m {way} the part of the mesh that they move");
        findings.push(
            Finding::warning("bones-off-mesh", message).at(self.joint(Role::Hips)).advice(
                "limbs come apart where they bend; apply the transforms of armature and mesh where it was made, and export again",
            ),
        );
    }

    /// From the middles of the limbs' bones to the middles of what they move, the median along each axis; model space. A prop
    /// or a skirt pulls a bone or two along and leaves the median where it is.
    fn mesh_from_bones(&self) -> Option<Vec3> {
        let rest = self.skeleton().rest_globals();
        let offset = |role: Role, end: Role| {
            let joint = self.joint(role)?;
            let middle = (*self.subject.middles.get(joint.index())?)?;
            Some(rest.model_from_joint(joint).transform_point3(middle) - self.at(role)?.midpoint(self.at(end)?))
        };
        let offsets: Vec<Vec3> = LOWER_LIMBS.into_iter().filter_map(|end| offset(end.parent()?, end)).collect();
        let median = |axis: usize| {
            let mut along: Vec<f32> = offsets.iter().map(|offset| offset[axis]).collect();
            along.sort_by(f32::total_cmp);
            along[along.len() / 2]
        };
        (offsets.len() >= FEWEST).then(|| Vec3::new(median(0), median(1), median(2)))
    }
}
