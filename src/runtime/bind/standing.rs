//! Where a character stands in the world, by its own file and its rig.

use glam::Vec3;

use crate::humanoid::{BodyFrame, HumanoidMap, body_frame_along, ground_in_model, leg_length};
use crate::math::Transform;
use crate::rig::Rig;
use crate::skeleton::Skeleton;

/// Soles this near to height 0 are on it, in leg lengths.
const ON_GROUND: f32 = 0.05;

impl Rig {
    /// Which way a character stands and faces at rest, model space: as [`Rig::character`] says, and as its body shows where
    /// that says nothing.
    pub fn body_frame(&self, skeleton: &Skeleton, map: &HumanoidMap) -> BodyFrame {
        let up = self.character.up.direction();
        match self.character.forward_in_model() {
            Some(forward) => BodyFrame::new(up, forward),
            None => body_frame_along(skeleton, map, up),
        }
    }

    /// World from model for a character at the world's origin: metres, +Y up, the soles on height 0, and turned to +Z where
    /// [`Correction::forward`](crate::rig::Correction::forward) says which way it faces.
    ///
    /// The one place that reads [`Rig::character`] for this. The scale is even. For a character elsewhere put the game's own
    /// transform above it: `Transform::from_affine(place.to_affine() * bound.world_from_model().to_affine())`.
    pub fn world_from_model(&self, skeleton: &Skeleton, map: &HumanoidMap) -> Transform {
        let metres = self.character.metres_per_unit;
        let metres = if metres.is_finite() && metres > 0.0 { metres } else { 1.0 };
        let height = self.ground_in_model(skeleton, map) * metres;
        Transform {
            translation: if height == 0.0 { Vec3::ZERO } else { Vec3::NEG_Y * height },
            rotation: self.character.world_from_model(),
            scale: Vec3::splat(metres),
        }
    }

    /// Height of the soles at rest along the body's up, model space: 0, or where the feet's joints deny that the character
    /// stands on 0, where the soles of the rig are. What one sees stands on the ground, even where the joints do not fit it.
    pub(super) fn ground_in_model(&self, skeleton: &Skeleton, map: &HumanoidMap) -> f32 {
        let frame = self.body_frame(skeleton, map);
        let by_joints = ground_in_model(skeleton, map, frame.up);
        if by_joints == 0.0 {
            return 0.0;
        }
        let leg = leg_length(skeleton, map);
        let lowest = self.soles(skeleton, map, leg).map(|sole| sole.dot(frame.up)).fold(f32::INFINITY, f32::min);
        match lowest {
            near if near.abs() < ON_GROUND * leg => 0.0,
            far if far.is_finite() => far,
            _ => by_joints,
        }
    }

    /// The contacts that the rig itself gives its feet, at rest, model space.
    fn soles(&self, skeleton: &Skeleton, map: &HumanoidMap, leg: f32) -> impl Iterator<Item = Vec3> {
        let model_from_body = self.body_frame(skeleton, map).model_from_body();
        let scale = leg / self.reference_leg_length;
        let feet = self.grounding.iter().flat_map(|grounding| &grounding.feet);
        feet.filter_map(move |foot| {
            let chain = self.chains.iter().find(|chain| chain.name == foot.chain)?;
            let ankle = skeleton.rest_globals().position(chain.tip.resolve(skeleton, map).ok()?);
            let points = [foot.heel, foot.ball, foot.toe].into_iter().flatten();
            Some(points.map(move |point| ankle + model_from_body * Vec3::from(point) * scale))
        })
        .flatten()
        .filter(|point| point.is_finite())
    }
}
