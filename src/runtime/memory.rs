use glam::{Quat, Vec3};

use super::bound::BoundRig;
use super::fade::GoalFade;
use super::fingers::FingerFade;
use super::freshness::Freshness;
use super::gait::GaitMemory;
use super::hang::HangMemory;
use super::tree::TreeScratch;
use super::{STANCE_MOMENTS, SolveReport};
use crate::ground::Surface;
use crate::math::Spring;
use crate::pose::Globals;
use crate::solve::limits::Cone;
use crate::solve::look_at::Follow;
use crate::solve::{Decisions, fabrik, grounding};

/// What one character carries from frame to frame, and the room that `solve` works in.
///
/// Cloning one copies a character's state, so a replay can start from it.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) globals: Globals,
    pub(super) freshness: Freshness,
    /// One a chain, in the order of solving.
    pub(super) targets: Vec<ChainTarget>,
    pub(super) fades: Vec<GoalFade>,
    pub(super) fingers: [FingerFade; 2],
    pub(super) hang: HangMemory,
    pub(super) gait: GaitMemory,
    pub(super) outcomes: Vec<Outcome>,
    /// Where each chain's tip was in its last joint, as it came in.
    pub(super) tips: Vec<Vec3>,
    pub(super) joints: Vec<Vec3>,
    pub(super) incoming: Vec<Vec3>,
    pub(super) frames: Vec<fabrik::JointFrame>,
    pub(super) cones: Vec<Cone>,
    pub(super) workspace: fabrik::Workspace,
    pub(super) tree: TreeScratch,
    pub(super) feet: Vec<FootMemory>,
    pub(super) pelvis: PelvisMemory,
    pub(super) engagement: Engagement,
    pub(super) origin: Vec3,
    pub(super) follow: Follow,
    pub(super) look_is_on: bool,
    pub(super) is_fresh: bool,
    pub(super) report: SolveReport,
}

/// What one chain is asked for, this frame; model space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChainTarget {
    pub position: Vec3,
    /// 0 where nothing is asked.
    pub weight: f32,
    pub rotation: Option<Quat>,
    pub rotation_weight: f32,
    /// A hint point in place of the rig's.
    pub hint: Option<Vec3>,
    /// How far the rig's own hint counts, 0..=1: what the ground alone asks leaves the knees where the animation has them.
    pub hint_share: f32,
    /// The ground alone asks: the limb is not softened and may be as long as it came in.
    pub keeps_extension: bool,
    /// Of the explicit goal alone, world space, for the report.
    pub goal_in_world: Option<Vec3>,
}

impl ChainTarget {
    /// Whether it asks anything of its chain.
    pub fn asks(&self) -> bool {
        self.weight > 0.0 || (self.rotation.is_some() && self.rotation_weight > 0.0)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub iterations: u32,
    pub decided_by: Decisions,
}

/// The pelvis from frame to frame: metres along world up, at the character's own scale.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PelvisMemory {
    pub spring: Spring<f32>,
    /// What it followed last, where it follows what legs need now.
    pub goal: f32,
    /// How steep the character has taken its way to be: towards where it rises, level, as long as it rises a metre.
    pub grade: Spring<Vec3>,
}

/// Whether the ground is heeded, from frame to frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Engagement {
    /// How far, 0..=1: fades as the character leaves the ground or grows too fast.
    pub share: f32,
    pub is_fast: bool,
    pub travel: Travel,
}

impl Default for Engagement {
    fn default() -> Self {
        Self { share: 1.0, is_fast: false, travel: Travel::default() }
    }
}

/// A foot from frame to frame. World axes and metres.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FootMemory {
    /// The ground under the foot as last met, from the character's origin.
    pub ground: Option<grounding::Plane>,
    /// The ground's normal as it is followed.
    pub normal: Vec3,
    /// How far the foot is still from the ground it was last given, along up.
    pub behind: Spring<f32>,
    pub toe_bend: f32,
    /// 0 in the air, 1 on the ground; fades between.
    pub presence: f32,
    /// This frame's plan, for the report.
    pub plan: Option<FootPlan>,
    /// Of one that is known to step, this frame: what its leg asks for at each moment of the stance that is or comes next.
    pub demands: [Demand; STANCE_MOMENTS],
    /// How far the foot stands back from a riser that its toes would stick into, metres.
    pub back: f32,
    /// The place that it keeps while it stands.
    pub lock: Option<Stand>,
    /// Where it stood last.
    pub stood: Option<Stand>,
    /// How high the animation has a foot that stands there.
    pub stood_at: f32,
    /// How far it came down past the plane of its place, as it rolled over an edge.
    pub hung: f32,
    /// Let go of its place before its time; it is not locked again until it has been up.
    pub released: bool,
    /// How the lock holds it against the animation, or what is left of that.
    pub slip: Slip,
    /// What the lock will hold against when the foot leaves, as far as its last two frames tell.
    pub slip_at_end: Slip,
    /// Of the frame that comes, the share in which it still stands.
    pub stays: f32,
    /// How the character goes over what the foot stood on.
    pub travel: Travel,
    /// The animated contacts, in the axes of `surface`.
    pub contacts: Option<[Vec3; 3]>,
    pub surface: Surface,
}

/// How the character goes over what carries it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Travel {
    /// Where it was in the last frame, in the axes of that.
    pub origin_on: Option<(Surface, Vec3)>,
    /// How fast it goes, over a few frames; world axes.
    pub velocity: Option<Vec3>,
}

impl FootMemory {
    /// What carries the foot, as far as it stood anywhere.
    pub fn carrier(&self) -> Surface {
        self.stood.map_or(Surface::WORLD, |stood| stood.surface)
    }
}

/// A print on the ground, in the axes of what carries it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub surface: Surface,
    pub ball: Vec3,
    /// How far the foot was set aside from where the animation had it; world axes.
    pub aside: Vec3,
    /// Heel to toe, unit, level when it was set.
    pub ahead: Vec3,
    pub plane: grounding::Plane,
}

/// What brings an animated foot onto its print.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Slip {
    /// A shift seen from above, world axes.
    pub by: Vec3,
    /// A turn about the ball, radians.
    pub yaw: f32,
    /// From the ball, after both, to where the print's own ball is, seen from above: the point about which the foot tilts with its ground
    /// must stay where it is while a foot rolls.
    pub to_print: Vec3,
}

/// How far a foot may be raised: about its toe joint, then over its ball until its toes are down, and then over the tip of its toes. From the
/// character's origin, world axes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rolling {
    /// Of the foot that is not raised.
    pub ankle: Vec3,
    pub toe_joint: Vec3,
    pub ball: Vec3,
    pub tip: Vec3,
    /// Turning about it raises the toes; zero where nothing turns.
    pub axis: Vec3,
    /// Radians.
    pub heel_room: f32,
    pub ball_room: f32,
    pub tip_room: f32,
}

/// What a leg will ask of the pelvis at a moment that is known: as the foot comes down, and as it leaves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    pub in_s: f32,
    /// Where the limb will begin, as the clip has it and the character goes; from where the character is now.
    pub hip: Vec3,
    /// The limb's length then in the clip.
    pub by_clip: f32,
    /// How far the ankle will be moved from where the clip has it.
    pub moved: f32,
    pub rolling: Rolling,
    /// How high the pelvis may be then for the leg to reach, along up from where the animation has it.
    pub highest: f32,
}

/// What is known of the step that a foot is in; by default nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// Whether it is known to be in the air: there it goes no farther than its leg without being stretched.
    pub swings: bool,
    /// Whether it is known to step, and so [`FootMemory::demands`].
    pub walks: bool,
    /// How far it goes with the hip as the animation has it while it swings, 0..=1, and how far it may sink for that and still be clear.
    pub free: f32,
    pub sinks: f32,
    /// The share of a stance by which it may leave before the animation has it leave, and whether it may by now.
    pub early: f32,
    pub may_leave: bool,
}

/// Where one foot goes, this frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootPlan {
    /// Whether it stands: its leg must reach it.
    pub down: bool,
    /// Whether it would stand, were the leg long enough.
    pub let_go: bool,
    pub step: Step,
    pub has_ground: bool,
    /// On top of the animated rotation, world axes.
    pub turn: Quat,
    /// Bends the toes on top of that; world axes.
    pub toe_turn: Quat,
    /// Where the limb shall end, and how far the foot may be raised for it.
    pub rolling: Rolling,
    /// How long the leg may be for it, metres in the world.
    pub longest: f32,
    /// Whether toes can bend against a raised heel.
    pub has_toes: bool,
    /// The ground's within the tilt cap, world axes.
    pub normal: Vec3,
    pub flat: Option<FlatGround>,
}

/// Ground that was one plane under all contacts of a foot as it was planned; from the character's origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatGround {
    pub plane: grounding::Plane,
    /// Above which heel, ball and toe it was met.
    pub contacts: [Vec3; 3],
}

impl BoundRig {
    /// Fresh memory for one character; everything that `solve` needs is allocated here.
    pub fn memory(&self) -> Memory {
        let feet = self.grounding.as_ref().map_or(0, |grounding| grounding.feet.len());
        let walkers = self.gait.as_ref().map_or(0, |gait| gait.feet.len());
        let longest = self.chains.iter().map(|chain| chain.path.len()).max().unwrap_or(0);
        Memory {
            globals: self.skeleton.rest_globals().clone(),
            freshness: Freshness::new(&self.skeleton),
            targets: vec![ChainTarget::default(); self.chains.len()],
            fingers: [FingerFade::default(); 2],
            hang: HangMemory::default(),
            gait: GaitMemory::new(walkers),
            fades: vec![GoalFade::default(); self.chains.len()],
            outcomes: vec![Outcome::default(); self.chains.len()],
            tips: vec![Vec3::ZERO; self.chains.len()],
            joints: Vec::with_capacity(longest),
            incoming: Vec::with_capacity(longest),
            frames: Vec::with_capacity(longest),
            cones: Vec::with_capacity(self.chains.iter().map(|chain| chain.limits.len()).max().unwrap_or(0)),
            workspace: fabrik::Workspace::for_joints(longest),
            tree: TreeScratch::new(&self.trees),
            feet: vec![FootMemory::default(); feet],
            pelvis: PelvisMemory::default(),
            engagement: Engagement::default(),
            origin: Vec3::ZERO,
            follow: Follow::default(),
            look_is_on: false,
            is_fresh: true,
            report: SolveReport {
                chains: Vec::with_capacity(self.chains.len()),
                feet: Vec::with_capacity(feet),
                look: None,
                hang: None,
                gait: Vec::with_capacity(walkers),
                pelvis_offset: Vec3::ZERO,
            },
        }
    }

    /// Whether `memory` was made by this rig, as far as sizes tell.
    pub(super) fn fits(&self, memory: &Memory) -> bool {
        memory.globals.len() == self.skeleton.len()
            && memory.targets.len() == self.chains.len()
            && memory.gait.len() == self.gait.as_ref().map_or(0, |gait| gait.feet.len())
            && memory.feet.len() == self.grounding.as_ref().map_or(0, |grounding| grounding.feet.len())
    }
}

impl Memory {
    /// Forgets springs, fades, looks and feet, as after a teleport: the next call settles at once.
    pub fn reset(&mut self) {
        self.feet.fill(FootMemory::default());
        self.fades.fill(GoalFade::default());
        self.fingers = [FingerFade::default(); 2];
        self.hang = HangMemory::default();
        self.gait.reset();
        self.pelvis = PelvisMemory::default();
        self.engagement = Engagement::default();
        self.follow = Follow::default();
        self.look_is_on = false;
        self.is_fresh = true;
    }

    /// Where every joint is in the pose as the last call of `solve` left it, model space: what a renderer's palette is made of, so
    /// that nothing is worked out twice. The rest pose before the first call.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// What the last call of `solve` reported; empty before the first.
    pub fn report(&self) -> &SolveReport {
        &self.report
    }
}
