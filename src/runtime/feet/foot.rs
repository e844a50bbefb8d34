//! What both ways of placing a foot share.

use glam::{Quat, Vec3};

use super::sight::Sight;
use crate::math::reject;
use crate::runtime::STANCE_MOMENTS;
use crate::runtime::memory::{Demand, FlatGround, FootMemory, FootPlan, Rolling};
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
    pub settle: bool,
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
    pub swings: bool,
    pub demands: [Option<Demand>; STANCE_MOMENTS],
    pub walks: bool,
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
    let ahead = reject(planted.sole.toe - planted.sole.ball, planted.normal);
    let toe_axis = ahead.cross(planted.normal).try_normalize();
    let bend = state.toe_bend * presence * planting.toes_down;
    let turn = if presence == 1.0 { planted.turn } else { Quat::IDENTITY.slerp(planted.turn, presence) };
    FootPlan {
        down: planting.down,
        swings: planting.swings,
        demands: planting.demands,
        walks: planting.walks,
        has_ground: planting.has_ground,
        turn: turn * *yaw,
        toe_turn: toe_axis
            .filter(|_| bend.abs() > 1e-5)
            .map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, bend)),
        rolling: Rolling {
            ankle: ankle.lerp(planted.ankle, presence),
            toe_joint: match incoming.toe_joint {
                Some(joint) => planted.sole.ball + planted.turn * (*yaw * (joint - incoming.sole.ball)),
                None => planted.sole.toe,
            },
            tip: planted.sole.toe,
            axis: toe_axis.unwrap_or(Vec3::ZERO),
            heel_room: planting.heel_room,
            tip_room: planting.tip_room,
        },
        has_toes: incoming.toe_joint.is_some(),
        normal: planted.normal,
        flat: planting.flat,
    }
}

/// The plan of a foot that has no ground: where the animation has it.
pub(super) fn animated(sight: &Sight, ankle: Vec3, yaw: Quat) -> FootPlan {
    FootPlan {
        down: false,
        swings: false,
        demands: [None; STANCE_MOMENTS],
        walks: false,
        has_ground: false,
        rolling: Rolling { ankle, toe_joint: ankle, tip: ankle, ..Rolling::default() },
        turn: yaw,
        toe_turn: Quat::IDENTITY,
        has_toes: false,
        normal: sight.own.normal,
        flat: None,
    }
}
