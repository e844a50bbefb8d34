//! The feet of a fitted rig at any pose, for tools that measure them.

use glam::{Quat, Vec3};

use super::LegMoment;
use super::body::rotation;
use super::bound::{BoundChain, BoundFoot, BoundRig, BoundSolver};
use super::feet::heading;
use crate::math::{acos_clamped, direction_or, reject};
use crate::pose::Globals;
use crate::skeleton::JointId;
use crate::solve::grounding::Sole;
use crate::solve::heel::Heel;

/// A foot that stands on the ground, as it was fitted to a character.
#[derive(Clone, Copy, Debug)]
pub struct RiggedFoot<'a> {
    bound: &'a BoundRig,
    foot: &'a BoundFoot,
}

/// The points by which a sole is measured, in the space of the globals that they were worked out from.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SolePoints {
    pub heel: Vec3,
    pub ball: Vec3,
    pub toe: Vec3,
    /// Beside the ball, to the body's left and right.
    pub edges: [Vec3; 2],
}

impl SolePoints {
    /// Heel, ball and toe tip.
    pub fn contacts(&self) -> [Vec3; 3] {
        [self.heel, self.ball, self.toe]
    }

    /// Heel, ball, toe tip and the edges.
    pub fn all(&self) -> [Vec3; 5] {
        [self.heel, self.ball, self.toe, self.edges[0], self.edges[1]]
    }

    /// The same in another space.
    pub fn map(&self, change: impl Fn(Vec3) -> Vec3) -> Self {
        Self { heel: change(self.heel), ball: change(self.ball), toe: change(self.toe), edges: self.edges.map(&change) }
    }
}

impl BoundRig {
    /// The feet that grounding puts on the ground, in the order of the rig; none where it is off.
    pub fn feet(&self) -> impl Iterator<Item = RiggedFoot<'_>> {
        let feet = self.grounding.iter().flat_map(|grounding| &grounding.feet);
        feet.map(|foot| RiggedFoot { bound: self, foot })
    }

    /// What was set by hand for a clip so called and so long: the place of the foot among [`BoundRig::feet`], and from when to when it stands,
    /// seconds, in order and within the loop.
    pub fn contacts_by_hand(&self, clip: &str, duration_s: f32) -> impl Iterator<Item = (usize, &[[f32; 2]])> {
        let all = self.grounding.iter().flat_map(|grounding| &grounding.contacts);
        let of_clip = all.filter(move |contacts| contacts.of_rig.is_for(clip, duration_s));
        of_clip.map(|contacts| (contacts.foot, &contacts.of_rig.down[..]))
    }

    /// How far a sole may tilt from level, radians; 0 without grounding.
    pub fn sole_tilt_cap(&self) -> f32 {
        self.grounding.as_ref().map_or(0.0, |grounding| grounding.max_tilt)
    }

    /// The joint that grounding lowers.
    pub fn grounded_pelvis(&self) -> Option<JointId> {
        self.grounding.as_ref()?.pelvis.as_ref().map(|(pelvis, _)| *pelvis)
    }
}

impl<'a> RiggedFoot<'a> {
    fn bound_chain(&self) -> &BoundChain {
        &self.bound.chains[self.foot.chain]
    }

    /// Of its chain.
    pub fn chain_name(&self) -> &'a str {
        &self.bound.chains[self.foot.chain].name
    }

    /// Index into the rig's chains.
    pub fn chain(&self) -> usize {
        self.bound_chain().index
    }

    /// Hip, knee and ankle; none where the leg is not one of two bones.
    pub fn leg(&self) -> Option<[JointId; 3]> {
        let chain = self.bound_chain();
        match chain.solver {
            BoundSolver::TwoBone { mid, .. } => Some([chain.path[0], chain.path[mid], chain.tip]),
            BoundSolver::Fabrik { .. } => None,
        }
    }

    /// From the middle of the ball to either edge of the sole, model space.
    pub fn half_breadth(&self) -> f32 {
        self.foot.half_breadth
    }

    /// Heel, ball and toe tip at rest, from the foot's joint; body axes, metres of the model.
    pub fn contacts_at_rest(&self) -> [Vec3; 3] {
        let rest = self.bound.skeleton.rest_globals();
        let foot = self.foot;
        let to_toes = match &foot.toes {
            Some((toes, _)) => rest.position(*toes) - rest.position(foot.foot),
            None => Vec3::ZERO,
        };
        let body_from_model = self.bound.frame.model_from_body().conjugate();
        [foot.heel, foot.ball + to_toes, foot.toe + to_toes].map(|point| body_from_model * point)
    }

    /// How round the heel is, model space: see [`Heel`].
    pub fn heel_radius(&self) -> f32 {
        self.foot.heel_radius
    }

    /// Heel, ball, toe tip and edges at a pose, in the space of `globals`. A heel that is round touches ground of unit `normal` at another place as it
    /// rolls; what is told is where its corner comes to lie, as high over the ground as the round is: see [`Heel::on_ground`].
    pub fn sole(&self, globals: &Globals, normal: Vec3) -> SolePoints {
        let foot = self.foot;
        let (at, turn) = (globals.position(foot.foot), self.turn_from_rest(globals, foot.foot));
        let scale = self.scale(globals);
        let (toes_at, toes_turn) = match &foot.toes {
            Some((toes, _)) => (globals.position(*toes), self.turn_from_rest(globals, *toes)),
            None => (at, turn),
        };
        let by_toes = |from_toes: Vec3| toes_at + toes_turn * (from_toes * scale);
        let rest = self.bound.skeleton.rest_globals();
        let to_toes = match &foot.toes {
            Some((toes, _)) => rest.position(*toes) - rest.position(foot.foot),
            None => Vec3::ZERO,
        };
        let along = to_toes + foot.toe - foot.heel;
        let up = self.bound.frame.up;
        let aside = direction_or(up.cross(reject(along, up)), self.bound.frame.left);
        let half = aside * foot.half_breadth;
        let in_foot = |way: Vec3| rotation(globals, foot.foot, self.bound.even_scales) * way;
        let heel = Heel {
            corner: self.heel_corner(globals),
            ahead: in_foot(foot.ahead_in_foot),
            up: in_foot(foot.up_in_foot),
            radius: foot.heel_radius * scale,
        };
        SolePoints {
            heel: heel.on_ground(normal),
            ball: by_toes(foot.ball),
            toe: by_toes(foot.toe),
            edges: [by_toes(foot.ball + half), by_toes(foot.ball - half)],
        }
    }

    /// The corner that a round heel leaves out, likewise; the heel itself where it is no rounder.
    pub fn heel_corner(&self, globals: &Globals) -> Vec3 {
        let turn = self.turn_from_rest(globals, self.foot.foot);
        globals.position(self.foot.foot) + turn * (self.foot.heel * self.scale(globals))
    }

    /// The whole leg at a pose, in the space of `globals`, in which +Y is up.
    pub fn leg_moment(&self, globals: &Globals) -> LegMoment {
        let chain = self.bound_chain();
        let contacts = self.sole(globals, Vec3::Y).contacts();
        let [heel, ball, toe] = contacts;
        let left = rotation(globals, self.foot.foot, self.bound.even_scales) * self.foot.left_in_foot;
        LegMoment {
            hip: globals.position(chain.path[0]),
            ankle: globals.position(chain.tip),
            toe_joint: self.foot.toes.as_ref().map_or(toe, |(toes, _)| globals.position(*toes)),
            contacts,
            ahead: heading(&Sole { heel, ball, toe }, left),
        }
    }

    /// What was up on the sole at rest, at a pose; unit, in the space of `globals`.
    pub fn sole_up(&self, globals: &Globals) -> Vec3 {
        self.turn_from_rest(globals, self.foot.foot) * self.bound.frame.up
    }

    /// How far the knee is bent, radians; 0 is straight, below 0 it bends the wrong way. None where the leg is not one of two bones.
    pub fn knee_flex(&self, globals: &Globals) -> Option<f32> {
        let [hip, knee, ankle] = self.leg()?;
        let [at_hip, at_knee, at_ankle] = [hip, knee, ankle].map(|joint| globals.position(joint));
        let thigh = (at_knee - at_hip).try_normalize()?;
        let shin = (at_ankle - at_knee).try_normalize()?;
        let flex = acos_clamped(thigh.dot(shin));
        let to_front = self.turn_from_rest(globals, hip) * self.bound_chain().rest_bend;
        // The shin goes back from the thigh's front, however high the thigh is raised. Near straight the side means nothing.
        let is_behind = shin.dot(reject(to_front, thigh)) > 0.0;
        Some(if is_behind { -flex } else { flex })
    }

    fn turn_from_rest(&self, globals: &Globals, joint: JointId) -> Quat {
        let even = self.bound.even_scales;
        let rest = rotation(self.bound.skeleton.rest_globals(), joint, even);
        rotation(globals, joint, even) * rest.conjugate()
    }

    /// The space of the globals may be larger than the model's, as the world is under a root of metres a unit.
    fn scale(&self, globals: &Globals) -> f32 {
        let length = |globals: &Globals| globals.model_from_joint(self.foot.foot).matrix3.determinant().abs().cbrt();
        let (now, rest) = (length(globals), length(self.bound.skeleton.rest_globals()));
        if now.is_finite() && rest > 0.0 { now / rest } else { 1.0 }
    }
}
