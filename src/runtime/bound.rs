use std::ops::Range;

use glam::{Vec2, Vec3};

use super::JointRange;
use super::bind::BindIssue;
use super::hand::Hand;
use crate::humanoid::{BodyFrame, Role};
use crate::math::Transform;
use crate::rig::{ClipContacts, GroundingMethod, HintMode};
use crate::skeleton::{JointId, Skeleton};
use crate::solve::limits::Cone;
use crate::solve::{fabrik, gait, look_at};

/// A rig fitted to one skeleton: joints looked up, lengths scaled, axes measured, everything `solve` needs side by side.
///
/// Never changes while solving, so any number of characters can share one, each with its own [`super::Memory`].
#[derive(Clone, Debug)]
pub struct BoundRig {
    pub(super) skeleton: Skeleton,
    pub(super) frame: BodyFrame,
    /// Metres, model space.
    pub(super) leg_length: f32,
    /// Height of the soles at rest along the body's up, model space.
    pub(super) ground_in_model: f32,
    pub(super) world_from_model: Transform,
    /// Whether every rest scale is even and positive, so that rotations alone turn vectors between joints.
    pub(super) even_scales: bool,
    /// In the order of solving.
    pub(super) chains: Vec<BoundChain>,
    /// Indices into them, in the order of the rig.
    pub(super) in_order_of_rig: Box<[usize]>,
    pub(super) trees: Vec<BoundTree>,
    /// Runs of chains that are solved side by side.
    pub(super) abreast: Box<[Range<usize>]>,
    /// By chain, then parents first.
    pub(super) twists: Vec<BoundTwist>,
    /// What is moved where the whole body is, and the joints above it.
    pub(super) pelvis: Option<(JointId, Box<[JointId]>)>,
    /// Left, right.
    pub(super) hands: [Option<Hand>; 2],
    pub(super) grounding: Option<BoundGrounding>,
    pub(super) gait: Option<BoundGait>,
    pub(super) look: Option<BoundLook>,
    pub(super) joint_ranges: Box<[JointRange]>,
    pub(super) warnings: Vec<BindIssue>,
}

impl BoundRig {
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Which way the character stands and faces at rest.
    pub fn frame(&self) -> BodyFrame {
        self.frame
    }

    /// Hip joint to ankle over the knee, at rest; model space. Lengths of the rig are scaled by this over its
    /// reference. Estimated from arms or height where there are no legs.
    pub fn leg_length(&self) -> f32 {
        self.leg_length
    }

    /// Height of the soles at rest along the body's up, model space. Nearly always 0; [`BoundRig::world_from_model`] heeds it.
    pub fn ground_in_model(&self) -> f32 {
        self.ground_in_model
    }

    /// Where the character stands by itself: the [`Inputs::root`](super::Inputs) for one at the world's origin, and the transform
    /// that draws it there; see [`Rig::world_from_model`](crate::rig::Rig::world_from_model).
    pub fn world_from_model(&self) -> Transform {
        self.world_from_model
    }

    /// Names of the chains that were fitted, in the order in which they are solved; those left out are in
    /// [`BoundRig::warnings`].
    pub fn fitting(&self) -> impl Iterator<Item = &str> {
        self.chains.iter().map(|chain| chain.name.as_str())
    }

    /// What was left out because this character lacks the bones for it.
    pub fn warnings(&self) -> &[BindIssue] {
        &self.warnings
    }
}

/// What a chain is to the body; in the order of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChainKind {
    Spine,
    Arm,
    Leg,
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct BoundChain {
    /// Index into the rig's chains.
    pub index: usize,
    pub name: String,
    pub tip_role: Option<Role>,
    pub kind: ChainKind,
    pub enabled: bool,
    /// From a root of the skeleton over the chain's own down to the last of the path.
    pub lineage: Box<[JointId]>,
    /// From the chain's root down to its tip, or, for a carried tip, to the last joint that turns.
    pub path: Box<[JointId]>,
    pub tip: JointId,
    pub carried: Option<CarriedTip>,
    pub solver: BoundSolver,
    pub shoulder: Option<BoundShoulder>,
    /// Cones of joints on the path.
    pub limits: Box<[BoundLimit]>,
    pub hint: BoundHint,
    /// Root to tip at rest, unit, model space.
    pub rest_line: Vec3,
    /// The side to which the chain bends at rest or by nature, unit, model space at rest.
    pub rest_bend: Vec3,
    /// The same in the axes of the chain's root.
    pub bend_in_root: Vec3,
    /// Sum of the bones at rest, metres, model space.
    pub length: f32,
    pub position_weight: f32,
    pub rotation_weight: f32,
    /// Seconds.
    pub fade_half_life: f32,
}

impl BoundChain {
    /// From a root of the skeleton down to the joint above the chain.
    pub fn above(&self) -> &[JointId] {
        &self.lineage[..self.lineage.len() - self.path.len()]
    }
}

/// Chains of many bones from one root that share more than the root.
#[derive(Clone, Debug)]
pub(super) struct BoundTree {
    /// Indices into the bound chains, in the order of solving.
    pub chains: Box<[usize]>,
    /// Every joint of their paths, parents first; the root is the first.
    pub joints: Box<[JointId]>,
    /// Index into `joints` of each joint's parent.
    pub parents: Box<[Option<usize>]>,
    /// Whether two or more of the chains go through it and on.
    pub is_shared: Box<[bool]>,
    /// Index into `joints` of each chain's tip.
    pub tips: Box<[usize]>,
    /// Index into each chain's path of its first joint that is its own.
    pub own_from: Box<[usize]>,
}

impl BoundTree {
    /// [`BoundTree::own_from`] of one of its chains.
    pub fn own_from_of(&self, chain: usize) -> usize {
        self.chains.iter().position(|&other| other == chain).map_or(0, |at| self.own_from[at])
    }
}

/// The joint above a limb that turns towards a far goal first.
#[derive(Clone, Debug)]
pub(super) struct BoundShoulder {
    pub joint: JointId,
    /// From below it down to the joint above the limb.
    pub below: Box<[JointId]>,
    pub weight: f32,
    pub offset: f32,
    /// Radians.
    pub max_turn: f32,
}

/// A bone that takes up roll.
#[derive(Clone, Debug)]
pub(super) struct BoundTwist {
    /// Index into the bound chains.
    pub chain: usize,
    pub joint: JointId,
    /// From below the start of the segment down to the joint.
    pub path: Box<[JointId]>,
    /// From below the joint down to the end of the segment; empty for one that hangs beside.
    pub below: Box<[JointId]>,
    /// The joints between which it lies.
    pub start: JointId,
    pub end: JointId,
    /// Whose roll is spread, and against what it is measured.
    pub of: JointId,
    pub against: Option<JointId>,
    /// From start to end at rest, unit, model space.
    pub axis: Vec3,
    /// How much of the roll the joint has, as seen from the start of the segment: less than nothing where the start has it all.
    pub share: f32,
}

/// A tip that does not hang below the chain: it is put where the chain ends.
#[derive(Clone, Debug)]
pub(super) struct CarriedTip {
    /// From a root of the skeleton down to the joint above the tip.
    pub above: Box<[JointId]>,
}

#[derive(Clone, Debug)]
pub(super) enum BoundSolver {
    TwoBone {
        /// Index into the path.
        mid: usize,
        soften_from: f32,
        max_stretch: f32,
        bend_range: Option<[f32; 2]>,
    },
    Fabrik {
        /// Metres.
        tolerance: f32,
        max_iterations: u32,
        stiffness: Box<[f32]>,
        method: fabrik::Method,
    },
}

/// How far one joint of a chain may turn from rest, in its own frame.
#[derive(Clone, Debug)]
pub(super) struct BoundLimit {
    /// Index into the path.
    pub at: usize,
    pub cone: Cone,
}

#[derive(Clone, Debug)]
pub(super) struct BoundHint {
    pub mode: HintMode,
    /// From the chain's root at rest to the hint point, model space.
    pub from_root: Vec3,
    /// That and [`BoundChain::rest_line`], unit, in the axes of the joint above the chain.
    pub side_in_above: Vec3,
    pub line_in_above: Vec3,
    pub weight: f32,
}

#[derive(Clone, Debug)]
pub(super) struct BoundLook {
    pub enabled: bool,
    pub weight: f32,
    pub body: f32,
    pub head: f32,
    pub eyes: f32,
    /// From a root of the skeleton down to the head.
    pub lineage: Box<[JointId]>,
    /// The joint that carries neck and head; none for a head without parents.
    pub chest: Option<JointId>,
    /// The body's axes at rest, in those of the chest, or the model's without one; and of the head.
    pub in_chest: look_at::Frame,
    pub in_head: look_at::Frame,
    /// Indices into the lineage, with the share each takes of the body's turn.
    pub spine: Box<[(usize, f32)]>,
    /// Index into the lineage.
    pub neck: Option<usize>,
    pub head_joint: JointId,
    pub eye_joints: Box<[EyePath]>,
    /// Of the rig's limits those of joints that the look turns.
    pub limits: Box<[(JointId, Cone)]>,
    pub head_range: look_at::Range,
    pub eye_range: look_at::Range,
    pub max_speed: f32,
    pub half_life: f32,
}

/// An eye and what lies between it and the head.
#[derive(Clone, Debug)]
pub(super) struct EyePath {
    /// From below the head, or from a root of the skeleton, down to the eye.
    pub path: Box<[JointId]>,
    pub eye: JointId,
    /// The body's forward at rest, in the eye's axes.
    pub forward_in_eye: Vec3,
    /// In place of the range.
    pub map: Option<look_at::EyeMap>,
}

/// When a foot stands in a clip, in order and within the loop.
#[derive(Clone, Debug)]
pub(super) struct BoundContacts {
    /// Index into the feet of the grounding.
    pub foot: usize,
    pub of_rig: ClipContacts,
}

/// Lengths in model metres.
#[derive(Clone, Debug)]
pub(super) struct BoundGrounding {
    pub method: GroundingMethod,
    /// Of the character; what swings are measured by.
    pub leg_length: f32,
    pub weight: f32,
    pub feet: Vec<BoundFoot>,
    /// Set by hand, for whoever reads clips; the solver is told of them as of any others.
    pub contacts: Box<[BoundContacts]>,
    /// The joint that is lowered, and the joints above it.
    pub pelvis: Option<(JointId, Box<[JointId]>)>,
    /// Joints of the legs below it, parents first.
    pub moved_with_pelvis: Box<[JointId]>,
    pub trunk: Option<BoundTrunk>,
    pub ray_up: f32,
    pub ray_down: f32,
    pub sole_offset: f32,
    pub max_tilt: f32,
    pub step_up: f32,
    pub step_down: f32,
    pub flat_threshold: f32,
    pub layers: u32,
    pub pelvis_weight: f32,
    pub max_pelvis_drop: f32,
    pub pelvis_half_life: f32,
    pub pelvis_rise_half_life: f32,
    pub set_back: f32,
    pub lean: f32,
    pub foot_half_life: f32,
    /// A second.
    pub fades_above: Option<f32>,
    pub swing_clearance: f32,
    /// Radians.
    pub heel_lift: f32,
    pub lock: Option<BoundLock>,
}

/// What leans on a steep way.
#[derive(Clone, Debug)]
pub(super) struct BoundTrunk {
    /// The lowest of the spine.
    pub joint: JointId,
    /// The joints from below the pelvis to it.
    pub path: Box<[JointId]>,
    pub limit: Option<Cone>,
}

/// Speeds in model metres a second, angles in radians.
#[derive(Clone, Debug)]
pub(super) struct BoundLock {
    pub lock_below: f32,
    pub release_above: f32,
    pub release_distance: f32,
    pub release_angle: f32,
    pub release_half_life: f32,
}

/// How a character walks without clips. Lengths in model metres.
#[derive(Clone, Debug)]
pub(super) struct BoundGait {
    /// At the size of the model.
    pub params: gait::Params,
    pub feet: Box<[BoundGaitFoot]>,
    /// As the solver takes them, at the size of the model.
    pub places: Box<[gait::Foot]>,
    /// The joint that carries all legs, and the joints above it.
    pub pelvis: Option<(JointId, Box<[JointId]>)>,
    /// The mean of the homes, in body axes: about it the body tilts.
    pub middle: Vec3,
    pub crouch: f32,
    /// Radians.
    pub heel_lift: f32,
    /// Of the legs on the mean.
    pub leg_length: f32,
}

#[derive(Clone, Debug)]
pub(super) struct BoundGaitFoot {
    /// Index into the bound chains.
    pub chain: usize,
    /// With the joints from below the foot down to it.
    pub toes: Option<(JointId, Box<[JointId]>)>,
    /// From the point on which it stands to the ankle at rest, model space.
    pub ankle: Vec3,
    /// Likewise to the point about which the heel is raised; none for a foot that is a point.
    pub pivot: Option<Vec3>,
}

#[derive(Clone, Debug)]
pub(super) struct BoundFoot {
    /// Index into the bound chains.
    pub chain: usize,
    pub foot: JointId,
    /// With the joints from below the foot down to it.
    pub toes: Option<(JointId, Box<[JointId]>)>,
    /// From the foot joint at rest, model space.
    pub heel: Vec3,
    /// Likewise; from the toe joint where there is one, about which a foot rolls off.
    pub ball: Vec3,
    pub toe: Vec3,
    /// Heel, ball and toe likewise, in the axes of those joints.
    pub in_joints: [Vec3; 3],
    /// Of a foot that stands flat, seen from above: heel and toe tip from the ball, ahead and to the left.
    pub print: [Vec2; 2],
    /// From the middle of the ball to either edge of the sole, model space.
    pub half_breadth: f32,
    /// Of the round of its heel, model space; see [`crate::solve::heel::Heel`].
    pub heel_radius: f32,
    /// The way along its sole at rest, in the axes of the foot; unit.
    pub ahead_in_foot: Vec3,
    /// The way to its left at rest, in the axes of the foot; unit.
    pub left_in_foot: Vec3,
    /// And the body's up.
    pub up_in_foot: Vec3,
}
