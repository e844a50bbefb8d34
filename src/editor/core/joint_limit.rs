//! Where a limited joint stands in its range this frame, as the solver sees it.

use glam::{Quat, Vec3};
use surefoot::math::{angle_between, any_orthogonal, direction_or, reject, swing_twist};
use surefoot::runtime::{Decision, JointRange, RangeShape};
use surefoot::skeleton::JointId;
use surefoot::solve::limits::Cone;

use super::Stage;

/// Beyond its range by this much a joint would be held; radians. Solvers leave a joint on its limit within rounding.
const HAIR: f32 = 0.006;

/// A limited joint and where it stands. World space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimitState {
    /// Index into the rig's limits.
    pub limit: usize,
    pub joint: JointId,
    /// The chain that heeds the limit, by its index; none where none does.
    pub chain: Option<usize>,
    pub position: Vec3,
    /// Of the bone from the joint on, metres.
    pub bone_length: f32,
    pub range: RangeState,
}

/// How a joint stands in its range. Radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RangeState {
    Cone {
        cone: Cone,
        /// The joint at rest under its parent of this frame.
        world_from_rest: Quat,
        /// The joint from there, in its own frame.
        from_rest: Quat,
        swing_held: bool,
        twist_held: bool,
    },
    Hinge {
        /// Unit, the way in which the bone above goes on: a bend of 0.
        straight: Vec3,
        /// Unit; a turn about it bends.
        axis: Vec3,
        least: f32,
        greatest: f32,
        bend: f32,
        held: bool,
    },
}

impl JointLimitState {
    /// Of every limit that this character has the bone for.
    pub fn all(stage: &Stage) -> impl Iterator<Item = Self> + '_ {
        let ranges = stage.bound().map_or(&[][..], |bound| bound.joint_ranges());
        ranges.iter().filter_map(|range| Self::of(stage, range))
    }

    /// Of the limit with this index.
    pub fn at(stage: &Stage, limit: usize) -> Option<Self> {
        Self::all(stage).find(|state| state.limit == limit)
    }

    /// Whether the limit holds the joint this frame.
    pub fn is_held(&self) -> bool {
        match self.range {
            RangeState::Cone { swing_held, twist_held, .. } => swing_held || twist_held,
            RangeState::Hinge { held, .. } => held,
        }
    }

    fn of(stage: &Stage, range: &JointRange) -> Option<Self> {
        let solved = stage.solved_globals();
        let position = solved.position(range.joint);
        let decided = range.chain.and_then(|chain| stage.report().chains.iter().find(|report| report.chain == chain));
        let may_hold = decided.is_some_and(|report| report.decided_by.contains(Decision::Limit));
        let (bone_length, state) = match range.shape {
            RangeShape::Cone(cone) => (bone_length(stage, range.joint), cone_state(stage, range.joint, cone, may_hold)),
            RangeShape::Hinge { upper, lower, bend: [least, greatest], to_side } => {
                let above = direction_or(position - solved.position(upper), Vec3::NEG_Y);
                let below = solved.position(lower) - position;
                let bend = angle_between(above, direction_or(below, above));
                let turn = solved.rotation(upper) * stage.rest_globals().rotation(upper).inverse();
                let side = turn * (stage.world_from_model().rotation * to_side);
                // The joint goes to its side, so what is below it goes to the other.
                let natural = direction_or(above.cross(reject(-side, above)), any_orthogonal(above));
                let axis = if bend > 0.03 { direction_or(above.cross(below), natural) } else { natural };
                let held = may_hold && (bend < least + HAIR || bend > greatest - HAIR);
                (below.length(), RangeState::Hinge { straight: above, axis, least, greatest, bend, held })
            }
        };
        let state =
            Self { limit: range.limit, joint: range.joint, chain: range.chain, position, bone_length, range: state };
        (position.is_finite() && bone_length.is_finite()).then_some(state)
    }
}

fn cone_state(stage: &Stage, joint: JointId, cone: Cone, may_hold: bool) -> RangeState {
    let skeleton = stage.skeleton();
    let rest = skeleton.rest().get(joint).rotation;
    let above = skeleton.parent(joint);
    let world_from_parent =
        above.map_or(stage.world_from_model().rotation, |above| stage.solved_globals().rotation(above));
    let from_rest = (rest.conjugate() * stage.solved().get(joint).rotation).normalize();
    let parts = swing_twist(from_rest, cone.bone);
    let farther = |part: Quat| {
        let part = if part.w < 0.0 { -part } else { part };
        let (axis, angle) = part.to_axis_angle();
        Quat::from_axis_angle(axis, angle + HAIR)
    };
    // The solver's own clamp says whether a hair more would be held.
    let is_at_edge = |part: Quat| cone.clamp(farther(part)).limited;
    RangeState::Cone {
        cone,
        world_from_rest: (world_from_parent * rest).normalize(),
        from_rest,
        swing_held: may_hold && is_at_edge(parts.swing),
        twist_held: may_hold && is_at_edge(parts.twist),
    }
}

/// To the farthest child that is near; a third of the leg for the last joint.
fn bone_length(stage: &Stage, joint: JointId) -> f32 {
    let rest = stage.rest_globals();
    let lengths = stage.skeleton().children(joint).map(|child| rest.position(child).distance(rest.position(joint)));
    let longest = lengths.fold(0.0, f32::max);
    if longest > stage.leg_length() * 0.01 { longest } else { stage.leg_length() * 0.2 }
}
