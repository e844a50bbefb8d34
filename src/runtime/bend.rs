//! To which side a chain bends.

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::BoundChain;
use super::memory::ChainTarget;
use crate::math::{arc_between, direction_or, swing_twist, swung};
use crate::rig::HintMode;
use crate::solve::singularity::{FAST, Pole, is_slow, pole_rate};

/// Where a chain shall bend; model space.
pub(super) struct BendHint {
    pub direction: Vec3,
    /// How far it counts against the bend of the incoming pose. 0..=1.
    pub weight: f32,
    pole: Pole,
}

impl BendHint {
    /// Whether a small step of the goal swings the bend far; in the world, whatever the character's size in its file.
    pub fn is_near_singular(&self, body: &Body, chain: &BoundChain, target: &ChainTarget) -> bool {
        let root = body.position(chain.path[0]);
        let tip = body.position(chain.tip) - root;
        let goal = tip + (target.position - root - tip) * target.weight;
        let near = target.weight / (FAST * body.world_from_model);
        let is_slow = |pole: Pole, share: f32| !(share > 0.0) || is_slow(pole, goal, near);
        if is_slow(Pole::Carried(tip), 1.0 - self.weight) && is_slow(self.pole, self.weight) {
            return false;
        }
        let share_of = |pole: Pole, share: f32| if share > 0.0 { pole_rate(pole, goal) * share } else { 0.0 };
        let rate = share_of(Pole::Carried(tip), 1.0 - self.weight) + share_of(self.pole, self.weight);
        rate * target.weight > FAST * body.world_from_model
    }
}

/// The bend that is asked for; `goal` is seen from the chain's root.
pub(super) fn hint(body: &Body, chain: &BoundChain, target: &ChainTarget, goal: Vec3) -> BendHint {
    let root = body.position(chain.path[0]);
    let at = |direction: Vec3, weight: f32| BendHint { direction, weight, pole: Pole::Hint(direction) };
    if let Some(point) = target.hint {
        return at(point - root, 1.0);
    }
    let hint = &chain.hint;
    if hint.weight * target.hint_share == 0.0 {
        // What the ground alone asks keeps the bend of the animation.
        return BendHint { direction: Vec3::ZERO, weight: 0.0, pole: Pole::Carried(body.position(chain.tip) - root) };
    }
    let weight = hint.weight * target.hint_share;
    match hint.mode {
        HintMode::RestBend => {
            let above = chain.above().last().map_or(Quat::IDENTITY, |&above| body.rotation(above));
            let from = above * hint.line_in_above;
            let direction = swung(above * hint.side_in_above, from, direction_or(goal, chain.rest_line));
            BendHint { direction, weight, pole: Pole::Carried(from) }
        }
        HintMode::Character => {
            let rest_root = body.skeleton.rest_globals().position(chain.path[0]);
            at(rest_root + hint.from_root - root, weight)
        }
        HintMode::FollowTip => {
            let tip_now = body.rotation(chain.tip);
            let wanted_from_now = target.rotation.map_or(Quat::IDENTITY, |rotation| rotation * tip_now.conjugate());
            let tip_from_rest = wanted_from_now * body.turn_from_rest(chain.tip);
            let line = direction_or(goal, chain.rest_line);
            let from_root = direction_or(hint.from_root, chain.rest_bend);
            let swing = arc_between(chain.rest_line, line);
            let twist = swing_twist(tip_from_rest * swing.conjugate(), line).twist;
            let pole = Pole::Carried(tip_from_rest * chain.rest_line);
            BendHint { direction: twist * (swing * from_root), weight, pole }
        }
        HintMode::AnimatedBend => {
            BendHint { direction: Vec3::ZERO, weight: 0.0, pole: Pole::Carried(body.position(chain.tip) - root) }
        }
    }
}
