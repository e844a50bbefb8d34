//! How a character holds itself on a steep way: its pelvis goes back from where the way rises to, so that legs reach, and its trunk leans there, so
//! that it stays over its feet.

use glam::{Quat, Vec3};

use super::sight::Sight;
use super::{Plans, aside};
use crate::math::{Spring, direction_or};
use crate::runtime::body::Body;
use crate::runtime::bound::BoundRig;

/// Seconds in which the character has taken note of half of a change of its way.
const HALF_LIFE: f32 = 0.2;
/// Ways less steep than this, metres up a metre, are level.
const LEVEL: f32 = 1e-3;

/// A steep way.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The level direction in which it rises; unit.
    uphill: Vec3,
    /// Radians, above 0.
    slope: f32,
}

/// The way that the character goes, as it has taken note of it; none where it is level or nothing is known of its steps.
pub(super) fn way(memory: &mut Plans, sight: &Sight, settle: bool) -> Option<Way> {
    let walks = |foot: &&super::FootMemory| foot.plan.as_ref().is_some_and(|plan| plan.step.walks);
    let velocity = memory.feet.iter().filter(walks).find_map(|foot| foot.travel.velocity);
    let grade = velocity.map_or(Vec3::ZERO, |velocity| sight.grade(velocity));
    let noted = &mut memory.pelvis.grade;
    if settle {
        *noted = Spring::at(grade);
    } else if grade != Vec3::ZERO || noted.value != Vec3::ZERO {
        noted.step(grade, HALF_LIFE, sight.inputs.dt);
    }
    let steepness = noted.value.length();
    (steepness > LEVEL)
        .then(|| Way { uphill: direction_or(noted.value, Vec3::ZERO), slope: (steepness - LEVEL).atan() })
}

impl Way {
    /// Where the pelvis goes from where the animation has it: as were the body to lean with its ground, about its feet, a share of that, but at its height.
    pub fn set_back(&self, bound: &BoundRig, body: &Body, sight: &Sight) -> Vec3 {
        let Some((pelvis, _)) = &sight.grounding.pelvis else { return Vec3::ZERO };
        let height = sight.height(sight.place.around(body.position(*pelvis)));
        let most = bound.leg_length * sight.place.scale;
        self.uphill * -(height.clamp(0.0, most) * (sight.grounding.set_back * self.slope).sin())
    }

    /// Leans the trunk uphill about its lowest joint. The pelvis must be fresh.
    pub fn lean(&self, body: &mut Body, sight: &Sight, weight: f32) {
        let Some(trunk) = &sight.grounding.trunk else { return };
        let angle = sight.grounding.lean * self.slope * weight;
        let turn = Quat::from_axis_angle(aside(self.uphill), angle);
        body.refresh(&trunk.path);
        body.turn_within(trunk.joint, sight.place.turn_to_model(turn), trunk.limit.as_ref());
    }
}
