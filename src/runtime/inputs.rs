use glam::{Quat, Vec3};

use super::{FingerGoal, FootPhase, GaitInput, Hang};
use crate::ground::Ground;
use crate::math::Transform;

/// Where one chain's tip shall go, this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal<'a> {
    /// Name of the chain, or the role of its tip in VRM's spelling, as in `leftHand`.
    pub chain: &'a str,
    /// Metres.
    pub position_in_world: Vec3,
    /// Unit; without it the tip keeps the rotation of the incoming pose.
    pub rotation_in_world: Option<Quat>,
    /// Takes the place of the rig's hint.
    pub hint_in_world: Option<Vec3>,
    /// Multiplies the chain's weights: fade a goal in and out with it. 0..=1.
    pub weight: f32,
}

/// What one call of `solve` is told.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Seconds since the last call. 0 on the first, or to settle at once: springs arrive.
    pub dt: f32,
    /// World from model: where the character stands and what draws it there. The scale is even.
    /// [`BoundRig::world_from_model`](super::BoundRig::world_from_model) for one at the origin; that under the game's own
    /// transform for one elsewhere. The identity does for a file that is made as glTF asks.
    pub root: Transform,
    pub goals: &'a [Goal<'a>],
    /// How fingers shall be bent; a hand without one keeps those of the incoming pose.
    pub fingers: &'a [FingerGoal],
    pub look_target_in_world: Option<Vec3>,
    /// Without a look target: look at the goal of this chain, named as in [`Goal::chain`], so that a character looks at what its hand
    /// takes. As the look-at's own limits, speed and half-life let it; no goal this frame is no target.
    pub look_at_goal_of: Option<&'a str>,
    /// Hang from the hands that have goals.
    pub hang: Option<Hang>,
    /// Walk without a clip, as the rig's gait says; in place of grounding. None leaves the legs to the clip.
    pub gait: Option<GaitInput>,
    /// Whether the character stands or walks on the ground, as its game knows; in the air the feet are left alone.
    pub grounded: bool,
    /// A foot without a [`FootPhase`] asks it three times a call where what is below is one plane; else, and with one, several times more.
    pub ground: &'a dyn Ground,
    /// What the clip knows of the feet now; a foot without one is judged by its height and speed.
    pub feet: &'a [FootPhase<'a>],
}

impl<'a> Inputs<'a> {
    /// No time, no goals for limbs, fingers or the look, at the origin, on the given ground.
    pub fn settled(ground: &'a dyn Ground) -> Self {
        Self {
            dt: 0.0,
            root: Transform::IDENTITY,
            goals: &[],
            fingers: &[],
            look_target_in_world: None,
            look_at_goal_of: None,
            hang: None,
            gait: None,
            grounded: true,
            ground,
            feet: &[],
        }
    }
}
