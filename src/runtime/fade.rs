//! Goals that come and go, faded in and out.

use glam::{Quat, Vec3};

use super::bound::BoundChain;
use super::memory::ChainTarget;
use super::place::Place;
use crate::math::decay_factor;

/// Fades nearer to their end than this are over.
const FADED: f32 = 1e-4;

/// A goal of this frame that is sound; world space.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub position: Vec3,
    /// Unit.
    pub rotation: Option<Quat>,
    pub hint: Option<Vec3>,
    /// 0..=1.
    pub weight: f32,
}

/// How far a chain follows its goal, from frame to frame; world space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GoalFade {
    position_weight: f32,
    rotation_weight: f32,
    /// Where the chain was last asked to go: from there it is let go.
    position: Vec3,
    rotation: Quat,
    hint: Option<Vec3>,
    /// What is left of the way from a goal that was still fading to the one that took its place.
    away: Vec3,
    turned: Quat,
    had_goal: bool,
}

impl GoalFade {
    /// One frame: puts into `target` where the chain shall go now, and how much. `settle` arrives at once.
    pub fn step(
        &mut self,
        target: &mut ChainTarget,
        chain: &BoundChain,
        asked: Option<&Asked>,
        place: Place,
        dt: f32,
        settle: bool,
    ) {
        if asked.is_none() && self.position_weight == 0.0 && self.rotation_weight == 0.0 {
            self.had_goal = false;
            *target = ChainTarget::default();
            return;
        }
        let share = if settle { 0.0 } else { decay_factor(chain.fade_half_life, dt) };
        let starts = asked.is_some() && !self.had_goal;
        self.had_goal = asked.is_some();
        if let Some(goal) = asked {
            if starts {
                let still = |weight: f32| weight > 0.0 && share > 0.0;
                self.away = if still(self.position_weight) { self.position - goal.position } else { Vec3::ZERO };
                self.turned = match goal.rotation {
                    Some(rotation) if still(self.rotation_weight) => self.rotation * rotation.conjugate(),
                    _ => Quat::IDENTITY,
                };
            }
            self.away = if share == 0.0 { Vec3::ZERO } else { self.away * share };
            let small = chain.length * place.scale * FADED;
            if !(self.away.length_squared() > small * small) {
                self.away = Vec3::ZERO;
            }
            if self.turned != Quat::IDENTITY {
                let turned = Quat::IDENTITY.slerp(self.turned, share).normalize();
                let over = !turned.is_finite() || share == 0.0 || turned.w.abs() > 1.0 - FADED * FADED;
                self.turned = if over { Quat::IDENTITY } else { turned };
            }
            self.position = if self.away == Vec3::ZERO { goal.position } else { goal.position + self.away };
            if let Some(rotation) = goal.rotation {
                self.rotation = if self.turned == Quat::IDENTITY { rotation } else { self.turned * rotation };
            }
            self.hint = goal.hint;
        }
        let wanted = asked.map_or(0.0, |goal| goal.weight);
        let rotation_asked = asked.and_then(|goal| goal.rotation).is_some();
        self.position_weight = faded(self.position_weight, wanted, share);
        self.rotation_weight = faded(self.rotation_weight, if rotation_asked { wanted } else { 0.0 }, share);
        *target = self.target(chain, asked, rotation_asked, place);
    }

    #[inline]
    fn target(&self, chain: &BoundChain, asked: Option<&Asked>, rotation_asked: bool, place: Place) -> ChainTarget {
        let turns = rotation_asked || self.rotation_weight > 0.0;
        if asked.is_none() && self.position_weight == 0.0 && !turns {
            return ChainTarget::default();
        }
        let position = place.to_model(self.position);
        if !position.is_finite() {
            return ChainTarget::default();
        }
        ChainTarget {
            position,
            weight: self.position_weight * chain.position_weight,
            rotation: turns.then(|| place.rotation_to_model(self.rotation)),
            rotation_weight: self.rotation_weight * chain.rotation_weight,
            hint: self.hint.map(|hint| place.to_model(hint)).filter(|hint| hint.is_finite()),
            hint_share: 1.0,
            keeps_extension: false,
            goal_in_world: asked.map(|goal| goal.position),
        }
    }
}

fn faded(value: f32, goal: f32, share: f32) -> f32 {
    if share == 0.0 {
        return goal;
    }
    let next = goal + (value - goal) * share;
    if (next - goal).abs() < FADED { goal } else { next }
}
