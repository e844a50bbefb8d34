//! How far legs reach, and how far heels are raised for them to.

use glam::{Quat, Vec3};

use super::UP;
use crate::math::{atan2, reject, rotated, smooth_step};
use crate::runtime::body::Body;
use crate::runtime::bound::{BoundChain, BoundSolver};
use crate::runtime::memory::{FootPlan, Rolling};
use crate::runtime::place::Place;
use crate::skeleton::JointId;

/// A foot is where the clip has it when it is no farther from there than this, in leg lengths: so far at most are feet put right on flat ground.
const LEFT_ALONE: f32 = 0.015;
/// A foot that must go farther than this from where it stands, in leg lengths, for its leg to reach, stands no longer.
const LET_GO: f32 = 0.001;
/// Halvings in which the least turn of a heel is found.
const HALVINGS: u32 = 14;

/// A joint of which no two scales differ by more than this share is scaled evenly.
const UNEVEN: f32 = 1e-3;
/// Below joints that are scaled unevenly a leg keeps back this share of its length where a heel is raised by this many radians.
const SHEARED: f32 = 0.04;
const SHEARED_BY: f32 = 0.1;

/// How far a foot is raised: about its toe joint, over its ball, and over the tip of its toes; radians.
struct Roll {
    heel: f32,
    ball: f32,
    tip: f32,
}

impl Rolling {
    /// How far it is raised for the ankle to be as near to `hip` as it gets, radians: a foot that is turned past upright takes its ankle down again.
    fn nearest(&self, hip: Vec3) -> f32 {
        if self.axis == Vec3::ZERO {
            return 0.0;
        }
        let (mut ankle, mut angle, mut tip) = (self.ankle, 0.0, self.tip);
        for (stage, room) in [self.heel_room, self.ball_room, self.tip_room].into_iter().enumerate() {
            if room <= 0.0 {
                continue;
            }
            let pivot = [self.toe_joint, self.ball, tip][stage];
            let (is, best) = (reject(ankle - pivot, self.axis), reject(hip - pivot, self.axis));
            let turn = atan2(best.cross(is).dot(self.axis), best.dot(is)).clamp(0.0, room);
            angle += turn;
            if turn < room {
                break;
            }
            ankle = self.about(pivot, turn, ankle);
            if stage == 1 {
                tip = self.about(pivot, turn, tip);
            }
        }
        angle
    }

    /// Where the ankle comes to when it is raised to be as near to `hip` as it gets.
    pub(super) fn raised_towards(&self, hip: Vec3) -> Vec3 {
        self.raised(self.nearest(hip))
    }

    /// Where the ankle comes to when the foot is raised by `angle` in all.
    pub(super) fn raised(&self, angle: f32) -> Vec3 {
        let roll = self.roll(angle);
        self.over_toes(&roll, self.about(self.toe_joint, roll.heel, self.ankle))
    }

    /// And the ball, which stays while the foot turns about its toe joint.
    fn ball_raised(&self, angle: f32) -> Vec3 {
        self.over_toes(&self.roll(angle), self.ball)
    }

    fn over_toes(&self, roll: &Roll, point: Vec3) -> Vec3 {
        let over_ball = |point: Vec3| self.about(self.ball, roll.ball, point);
        self.about(over_ball(self.tip), roll.tip, over_ball(point))
    }

    fn about(&self, pivot: Vec3, angle: f32, point: Vec3) -> Vec3 {
        if angle == 0.0 { point } else { pivot + rotated(Quat::from_axis_angle(self.axis, -angle), point - pivot) }
    }

    fn moved(self, by: Vec3) -> Self {
        let [ankle, toe_joint, ball, tip] = [self.ankle, self.toe_joint, self.ball, self.tip].map(|point| point + by);
        Self { ankle, toe_joint, ball, tip, ..self }
    }

    fn roll(&self, angle: f32) -> Roll {
        let heel = angle.min(self.heel_room);
        let ball = (angle - heel).min(self.ball_room);
        Roll { heel, ball, tip: angle - heel - ball }
    }
}

/// Brings a foot within its leg's reach, without stretching the leg, once the pelvis has gone by `offset`: a foot in the air goes with it, the heel
/// is raised as little as does it, and a foot that steps goes no farther than the leg, even off the ground that it should stand on still.
pub(super) fn reach(body: &Body, chain: &BoundChain, plan: &mut FootPlan, place: Place, offset: Vec3) {
    let [hip, by_clip] = [chain.path[0], chain.tip].map(|joint| place.around(body.position(joint)));
    let extent = Extent::of(body, chain, place);
    // As far as the pelvis goes where there is much room, and no farther than that.
    if plan.step.free > 0.0 {
        let up = (by_clip + offset - plan.rolling.ankle).dot(UP);
        let up = if up < 0.0 { up * plan.step.sinks / (plan.step.sinks - up) } else { up };
        plan.rolling = plan.rolling.moved(UP * (up * plan.step.free));
    }
    let rolling = plan.rolling;
    let longest = extent.longest(plan.step.walks, by_clip.distance(hip), rolling.ankle.distance(by_clip));
    plan.longest = longest;
    let hip = hip + offset;
    // A sheared foot that is turned must go on a little for its toes to be where they shall.
    let kept_back = if is_sheared(body, chain) { SHEARED } else { 0.0 };
    let reaches = |angle: f32| {
        let length = longest * (1.0 - kept_back * smooth_step(0.0, SHEARED_BY, angle));
        rolling.raised(angle).distance_squared(hip) <= length * length
    };
    if reaches(0.0) {
        return;
    }
    let (mut short, mut enough) = (0.0, rolling.nearest(hip));
    if reaches(enough) {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (short + enough);
            if reaches(middle) { enough = middle } else { short = middle }
        }
    }
    let turn = |angle: f32| Quat::from_axis_angle(rolling.axis, angle);
    (plan.rolling.ankle, plan.rolling.ball) = (rolling.raised(enough), rolling.ball_raised(enough));
    plan.turn = turn(-enough) * plan.turn;
    if plan.has_toes {
        plan.toe_turn = turn(rolling.roll(enough).heel) * plan.toe_turn;
    }
    if plan.step.walks || plan.step.swings {
        let leg = plan.rolling.ankle - hip;
        let length = leg.length();
        plan.let_go = plan.down && length - longest > LET_GO * extent.full;
        plan.down &= !plan.let_go;
        plan.rolling = plan.rolling.moved(leg * (longest / length.max(longest) - 1.0));
    }
}

/// Whether a joint of a limb is scaled unevenly in this pose.
fn is_sheared(body: &Body, chain: &BoundChain) -> bool {
    let is_uneven = |&joint: &JointId| {
        let scale = body.pose.get(joint).scale;
        scale.max_element() - scale.min_element() > UNEVEN * scale.max_element().abs()
    };
    !body.is_rigid() && chain.path.iter().any(is_uneven)
}

/// How far a limb reaches, world lengths.
pub(super) struct Extent {
    pub full: f32,
    /// Up to here it is not softened.
    smooth: f32,
}

impl Extent {
    pub fn of(body: &Body, chain: &BoundChain, place: Place) -> Self {
        let (full, share) = match &chain.solver {
            &BoundSolver::TwoBone { mid, soften_from, .. } => {
                let mid_at = body.position(chain.path[mid]);
                let full = body.position(chain.path[0]).distance(mid_at) + mid_at.distance(body.position(chain.tip));
                (full, soften_from)
            }
            BoundSolver::Fabrik { .. } => {
                let bones = chain.path.windows(2);
                (bones.map(|pair| body.position(pair[0]).distance(body.position(pair[1]))).sum(), 1.0)
            }
        };
        let full = full * place.scale;
        Self { full, smooth: full * share }
    }

    /// How long the limb may be: as long as the clip has it. In a walk less so the farther its foot is moved, for a leg that straightens against the ground
    /// snaps.
    pub fn longest(&self, walks: bool, by_clip: f32, moved: f32) -> f32 {
        let less = if walks { (moved - LEFT_ALONE * self.full).clamp(0.0, self.full - self.smooth) } else { 0.0 };
        self.smooth.max(by_clip - less)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ankle a foot's length behind the tip, at its height: raised by a right angle it is over the tip, where it is nearest to a hip there.
    #[test]
    fn a_foot_is_raised_no_farther_than_upright_for_a_hip_above() {
        let rolling =
            Rolling { ankle: Vec3::new(0.0, 0.0, -0.2), axis: Vec3::NEG_X, tip_room: 2.0, ..Rolling::default() };
        let hip = Vec3::Y;
        assert!((rolling.nearest(hip) - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
        assert!(rolling.raised_towards(hip).distance(Vec3::Y * 0.2) < 1e-5);
        assert!((rolling.nearest(Vec3::new(0.0, 1.0, -1.0)) - std::f32::consts::FRAC_PI_4).abs() < 1e-5);
        // As far as it may, and not at all where that takes it away.
        assert_eq!(Rolling { tip_room: 0.5, ..rolling }.nearest(hip), 0.5);
        assert_eq!(rolling.nearest(Vec3::new(0.0, -1.0, -1.0)), 0.0);
        assert_eq!(Rolling::default().nearest(hip), 0.0);
    }
}
