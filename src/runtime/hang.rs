//! A character that hangs from its hands.

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundChain, BoundRig, BoundSolver, ChainKind};
use super::limb;
use super::memory::ChainTarget;
use super::place::Place;
use crate::math::{Spring, arc_between, decay_factor};
use crate::solve::hang::{self, Arm, Problem};

/// A fade nearer to its end than this is over.
const FADED: f32 = 1e-4;
/// A hand that its body lags behind pulls it along from this share of the arm's length.
const TAUT: f32 = 0.999;
/// More arms than this hold nothing up.
const MOST_ARMS: usize = 4;

/// Whether and how the character hangs from the hands that have goals.
///
/// The whole body is moved and tilted so that the arms are nearly straight and the body is below and in front of what they hold; the
/// legs hang down, and grounding fades out as in the air. Which arms: those whose chains have a goal this frame, or are
/// still letting one go.
///
/// ```
/// use surefoot::glam::Vec3;
/// use surefoot::runtime::Hang;
///
/// // From a ledge in front of a character that faces +Z: it hangs on the ledge's −Z side.
/// let hang = Hang::from(Vec3::NEG_Z);
/// assert_eq!((hang.weight, hang.stand_off), (1.0, 0.35));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hang {
    /// 0 leaves the body alone, 1 hangs it. 0..=1, default 1.
    pub weight: f32,
    /// From what is held to where the body is, any length; zero for a bar that one hangs straight below. World space.
    pub out_in_world: Vec3,
    /// How far in front of the hands the shoulders hang, in arm lengths. 0..=0.9, default 0.35; of no meaning without `out_in_world`.
    pub stand_off: f32,
    /// How far the arms are stretched, a share of their length; no more than they are softened from. 0.5..=1, default 0.97.
    pub straightness: f32,
    /// How far the body tilts at most, radians. 0..=π/2, default 0.2.
    pub max_tilt: f32,
    /// How far the legs hang straight down instead of as they came. 0..=1, default 0.8.
    pub legs: f32,
    /// How slowly the body comes to hang and follows; the hands follow at once. Seconds, 0 at once, default 0.12.
    pub half_life: f32,
}

impl Hang {
    /// With the defaults, on the side of a ledge that `out_in_world` leads to; zero for a bar.
    pub fn from(out_in_world: Vec3) -> Self {
        Self {
            weight: 1.0,
            out_in_world,
            stand_off: 0.35,
            straightness: 0.97,
            max_tilt: 0.2,
            legs: 0.8,
            half_life: 0.12,
        }
    }
}

/// How a hanging character ended. World space, metres, radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HangReport {
    /// How far the pelvis was moved for it.
    pub offset: Vec3,
    /// How far the body was tilted.
    pub tilt: f32,
    /// How many hands hold.
    pub hands: u32,
    /// Whether what they hold is within the reach of all of them.
    pub reaches: bool,
}

/// From frame to frame; world axes, from the character's origin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HangMemory {
    weight: f32,
    offset: Spring<Vec3>,
    turn: Quat,
    /// The way the body last hung, for one that lets go.
    legs: f32,
    half_life: f32,
}

/// The parts of a call that hanging reads and writes.
pub(super) struct Frame<'a> {
    pub targets: &'a [ChainTarget],
    pub tips: &'a [Vec3],
    pub place: Place,
    /// What must be added to a point of the last frame, from the character's origin, for it to be the same place in the world.
    pub moved: Vec3,
    pub dt: f32,
    pub settle: bool,
}

/// Hangs the body, which is as grounding left it. None where it does not hang.
pub(super) fn hang(
    bound: &BoundRig,
    body: &mut Body,
    memory: &mut HangMemory,
    wanted: Option<Hang>,
    frame: &Frame,
) -> Option<HangReport> {
    let (pelvis, above) = bound.pelvis.as_ref()?;
    let wanted = wanted.filter(|hang| hang.weight > 0.0);
    if wanted.is_none() && memory.weight == 0.0 {
        return None;
    }
    body.refresh(above);
    body.refresh(&[*pelvis]);
    let centre = body.position(*pelvis);
    let place = frame.place;
    let mut arms = [Arm { shoulder: Vec3::ZERO, length: 0.0, hand: Vec3::ZERO }; MOST_ARMS];
    let mut count = 0;
    let mut softest = 1.0_f32;
    for (chain, target) in bound.chains.iter().zip(frame.targets) {
        let holds = chain.kind == ChainKind::Arm && target.weight > 0.0 && count < MOST_ARMS;
        if holds && body.skeleton.is_within(chain.path[0], *pelvis) {
            limb::refresh(body, chain);
            arms[count] =
                Arm { shoulder: body.position(chain.path[0]), length: length(body, chain), hand: target.position };
            count += 1;
            if let BoundSolver::TwoBone { soften_from, .. } = chain.solver {
                softest = softest.min(soften_from);
            }
        }
    }
    let arms = &mut arms[..count];
    let wanted = wanted.filter(|_| count > 0);

    let settle = frame.settle;
    let half_life = wanted.map_or(memory.half_life, |hang| hang.half_life);
    let share = if settle { 0.0 } else { decay_factor(half_life, frame.dt) };
    let goal_weight = wanted.map_or(0.0, |hang| hang.weight.min(1.0));
    let starts = memory.weight == 0.0;
    let mut reaches = false;
    if let Some(hang) = wanted {
        let longest = arms.iter().map(|arm| arm.length).fold(0.0, f32::max);
        let solved = hang::solve(&Problem {
            arms,
            centre,
            up: place.around_to_model(Vec3::Y).try_normalize().unwrap_or(Vec3::Y),
            out: place.around_to_model(hang.out_in_world),
            stand_off: hang.stand_off * longest,
            straightness: hang.straightness.min(softest),
            max_tilt: hang.max_tilt,
        });
        reaches = solved.reaches;
        let goal = place.around(solved.offset);
        let turn = place.rotation * solved.turn * place.rotation.conjugate();
        if starts || settle || share == 0.0 {
            (memory.offset, memory.turn) = (Spring::at(goal), turn);
        } else {
            // What is held may stand in the world or move with the character; either is no reason to lag.
            let carried = memory.offset.value + frame.moved;
            if carried.distance_squared(goal) < memory.offset.value.distance_squared(goal) {
                memory.offset.value = carried;
            }
            memory.offset.step(goal, half_life, frame.dt);
            memory.turn = turn.slerp(memory.turn, share).normalize();
        }
        (memory.legs, memory.half_life) = (hang.legs.clamp(0.0, 1.0), hang.half_life);
    }
    let next = goal_weight + (memory.weight - goal_weight) * share;
    memory.weight = if (next - goal_weight).abs() < FADED { goal_weight } else { next };
    if !(memory.weight > 0.0 && memory.offset.value.is_finite() && memory.turn.is_finite()) {
        *memory = HangMemory::default();
        return None;
    }

    let turn_in_model = place.turn_to_model(memory.turn);
    let mut offset_in_model = place.around_to_model(memory.offset.value);
    for arm in arms.iter_mut() {
        arm.shoulder = centre + turn_in_model * (arm.shoulder - centre) + offset_in_model;
    }
    if wanted.is_some() && reaches {
        let by = hang::hold_on(arms, TAUT);
        offset_in_model += by;
        memory.offset.value += place.around(by);
    }
    let weight = memory.weight;
    let turn = if weight < 1.0 { Quat::IDENTITY.slerp(turn_in_model, weight) } else { turn_in_model };
    body.turn(*pelvis, turn);
    body.translate(*pelvis, offset_in_model * weight);
    let down = -place.around_to_model(Vec3::Y);
    for (index, chain) in bound.chains.iter().enumerate() {
        if chain.kind == ChainKind::Leg && chain.enabled && body.skeleton.is_within(chain.path[0], *pelvis) {
            dangle(body, chain, frame.tips[index], down, memory.legs * weight);
        }
    }
    Some(HangReport {
        offset: place.around(offset_in_model * weight),
        tilt: turn.to_axis_angle().1.abs(),
        hands: count as u32,
        reaches,
    })
}

/// Lets a leg hang down; `tip_in_last` is where a foot that is carried along was as it came in.
fn dangle(body: &mut Body, chain: &BoundChain, tip_in_last: Vec3, down: Vec3, share: f32) {
    limb::refresh(body, chain);
    let root = body.position(chain.path[0]);
    let last = chain.path[chain.path.len() - 1];
    let end = |body: &Body| match chain.carried {
        Some(_) => body.globals.model_from_joint(last).transform_point3(tip_in_last),
        None => body.position(chain.tip),
    };
    if let (Some(now), Some(down)) = ((end(body) - root).try_normalize(), down.try_normalize()) {
        body.turn(chain.path[0], Quat::IDENTITY.slerp(arc_between(now, down), share));
        limb::refresh(body, chain);
    }
    if chain.carried.is_some() {
        body.translate(chain.tip, end(body) - body.position(chain.tip));
    }
}

/// Of the bones as they are now.
fn length(body: &Body, chain: &BoundChain) -> f32 {
    let far = |a, b| body.position(a).distance(body.position(b));
    match chain.solver {
        BoundSolver::TwoBone { mid, .. } => far(chain.path[0], chain.path[mid]) + far(chain.path[mid], chain.tip),
        BoundSolver::Fabrik { .. } => chain.path.windows(2).map(|pair| far(pair[0], pair[1])).sum(),
    }
}
