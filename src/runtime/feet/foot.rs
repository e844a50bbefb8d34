//! What both ways of placing a foot share.

use glam::{Quat, Vec3};

use super::sight::Sight;
use crate::math::{reject, rotated};
use crate::runtime::memory::{FlatGround, FootMemory, FootPlan, Rolling, Step};
use crate::solve::grounding::{Planted, Sole};

/// A foot as the animation has it, from the character's origin, world axes.
pub(super) struct Incoming {
    pub ankle: Vec3,
    pub sole: Sole,
    /// The level way that it points, however far it is pitched; unit.
    pub ahead: Vec3,
    /// Where the toes bend.
    pub toe_joint: Option<Vec3>,
    /// What must be added to a point of the last frame for it to be the same place in the world.
    pub moved: Vec3,
    /// What is left of a fade after this frame.
    pub share: f32,
}

/// A foot on its ground, before it is handed to the leg.
pub(super) struct Planting {
    /// Where it is without ground.
    pub ankle: Vec3,
    /// Its turn about up on top of the animation's.
    pub yaw: Quat,
    pub planted: Planted,
    /// How far the toes heed the ground under them, 0..=1.
    pub toes_down: f32,
    pub down: bool,
    pub step: Step,
    /// Radians.
    pub heel_room: f32,
    pub tip_room: f32,
    pub has_ground: bool,
    pub flat: Option<FlatGround>,
}

/// The plan that `planting` gives, with the foot's ground fading in and out.
#[inline]
pub(super) fn planned(incoming: &Incoming, state: &FootMemory, planting: &Planting) -> FootPlan {
    let Planting { ankle, yaw, planted, .. } = planting;
    let presence = state.presence;
    let bend = state.toe_bend * presence * planting.toes_down;
    let bends = bend.abs() > 1e-5;
    let rooms = [planting.heel_room, planting.tip_room];
    let rolling = if bends || rooms != [0.0; 2] {
        let joint = incoming.toe_joint.map(|joint| joint - incoming.sole.ball);
        rolling(planted, *yaw, joint, rooms)
    } else {
        flat(planted)
    };
    let turn = if presence == 1.0 { planted.turn } else { Quat::IDENTITY.slerp(planted.turn, presence) };
    FootPlan {
        down: planting.down,
        let_go: false,
        step: planting.step,
        has_ground: planting.has_ground,
        turn: turn * *yaw,
        toe_turn: if rolling.axis != Vec3::ZERO && bends {
            Quat::from_axis_angle(rolling.axis, bend)
        } else {
            Quat::IDENTITY
        },
        rolling: Rolling { ankle: ankle.lerp(planted.ankle, presence), ..rolling },
        longest: f32::INFINITY,
        has_toes: incoming.toe_joint.is_some(),
        normal: planted.normal,
        flat: planting.flat,
    }
}

/// How a planted foot may be raised: about its toe joint, which the animation has so far from the ball before it turns the foot by `yaw`, and then as
/// a whole, as one without such a joint is from the start: over its ball while its toes are up, and over their tip. `rooms` are for the joint and
/// for the whole, radians.
#[inline]
pub(super) fn rolling(planted: &Planted, yaw: Quat, joint_from_ball: Option<Vec3>, rooms: [f32; 2]) -> Rolling {
    let Planted { sole, turn, normal, .. } = *planted;
    let [heel_room, whole] = if joint_from_ball.is_some() { rooms } else { [0.0, rooms[0] + rooms[1]] };
    let toes = sole.toe - sole.ball;
    let toes_up = toes.dot(normal);
    let ball_room = if toes_up > 0.0 { (toes_up / toes.length().max(toes_up)).asin().min(whole) } else { 0.0 };
    Rolling {
        ankle: planted.ankle,
        toe_joint: joint_from_ball.map_or(sole.toe, |joint| sole.ball + rotated(turn, rotated(yaw, joint))),
        ball: sole.ball,
        tip: sole.toe,
        axis: reject(sole.toe - sole.ball, normal).cross(normal).try_normalize().unwrap_or(Vec3::ZERO),
        heel_room,
        ball_room,
        tip_room: whole - ball_room,
    }
}

/// A foot that is not raised.
fn flat(planted: &Planted) -> Rolling {
    let Sole { ball, toe, .. } = planted.sole;
    Rolling { ankle: planted.ankle, toe_joint: toe, ball, tip: toe, ..Rolling::default() }
}

/// The plan of a foot that has no ground: where the animation has it.
pub(super) fn animated(sight: &Sight, ankle: Vec3, yaw: Quat) -> FootPlan {
    FootPlan {
        down: false,
        let_go: false,
        step: Step::default(),
        has_ground: false,
        rolling: Rolling { ankle, toe_joint: ankle, ball: ankle, tip: ankle, ..Rolling::default() },
        longest: f32::INFINITY,
        turn: yaw,
        toe_turn: Quat::IDENTITY,
        has_toes: false,
        normal: sight.own.normal,
        flat: None,
    }
}
