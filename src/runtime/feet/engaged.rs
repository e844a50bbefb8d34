//! How far the ground is heeded at all: while the character is on it and goes no faster than the rig allows.

use glam::Vec3;

use super::sight::Sight;
use super::{Plans, faded};
use crate::ground::Surface;

/// Who was too fast is slow again at this share of the speed, so that one who goes just as fast does not flicker.
const SLOW_AGAIN: f32 = 0.9;

/// The share of grounding in this frame, 0..=1; it makes its way with the feet's half-life, of which `share` is left.
pub(super) fn share(memory: &mut Plans, sight: &Sight, settle: bool, share: f32) -> f32 {
    let engagement = &mut *memory.engagement;
    engagement.is_fast = sight.grounding.fades_above.is_some_and(|fastest| {
        // The feet do not tell: those of one who was too fast stand nowhere.
        let carrier = sight.cast(sight.own.point).map_or(Surface::WORLD, |hit| hit.surface);
        let velocity = sight.velocity(&mut engagement.travel, carrier);
        if settle {
            engagement.travel.velocity = None;
            return false;
        }
        // Where what carries the character changes nothing is known for a frame: it goes as it went.
        engagement.travel.velocity = velocity.or(engagement.travel.velocity);
        let speed = engagement.travel.velocity.map_or(0.0, Vec3::length);
        speed > sight.length(fastest) * if engagement.is_fast { SLOW_AGAIN } else { 1.0 }
    });
    let heeds = sight.inputs.grounded && !engagement.is_fast;
    engagement.share = faded(engagement.share, if heeds { 1.0 } else { 0.0 }, share);
    engagement.share
}
