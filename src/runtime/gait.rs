//! A character that walks without clips: feet, legs and body from the steps that `solve::gait` takes.

use glam::{Mat3, Quat, Vec3};

use super::bind::LONGEST;
use super::body::Body;
use super::bound::{BoundChain, BoundGait, BoundRig, BoundSolver};
use super::memory::ChainTarget;
use super::place::Place;
use super::{Inputs, SolveReport, limb};
use crate::math::{angle_between, arc_between, atan2, decay_factor, direction_or, reject, shortened, smooth_step};
use crate::solve::gait::{self, FootAt, Motion, Params};
use crate::solve::grounding::{Leg, pelvis_offset};

const UP: Vec3 = Vec3::Y;
/// Seconds in which half of the way into the gait and out of it is made; the feet of grounding fade alike.
const FADE_HALF_LIFE: f32 = 0.04;
const FADED: f32 = 1e-3;
/// A velocity worked out from where the character was counts up to a fast run, leg lengths a second.
const FASTEST: f32 = 4.0;
/// A velocity that is told counts up to here, leg lengths and radians a second.
const FASTEST_TOLD: f32 = 20.0;
const FASTEST_TURN: f32 = 12.0;
/// A leg folds no farther than this share of its length, and the body goes down no farther than that one.
const DEEPEST_SQUAT: f32 = 0.35;
const DEEPEST: f32 = 0.5;
/// How fast it goes down at most after a foot that will land, leg lengths a second.
const SINKS: f32 = 0.8;
/// Seconds in which the body makes half of its way back up from where a stride took it.
const RISE_HALF_LIFE: f32 = 0.12;
/// A foot tilts at most so far from level: 45°.
const MOST_TILT: f32 = std::f32::consts::FRAC_PI_4;
/// A heel is raised as far as it may from here on behind the hip, in leg lengths; before the hip not at all.
const BEHIND: f32 = 0.2;
/// Halvings in which the least turn of a heel is found.
const HALVINGS: u32 = 16;

/// Walk as the rig's gait says.
///
/// ```
/// use surefoot::glam::Vec3;
/// use surefoot::runtime::GaitInput;
///
/// // At a known speed; by default the speed is worked out from how the root moves from call to call.
/// let known = GaitInput { velocity_in_world: Some(Vec3::Z), turn_rate: Some(0.0) };
/// assert_ne!(GaitInput::default(), known);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct GaitInput {
    /// How fast the body goes, metres a second, world space; its level part counts. Worked out from the root where it is not told or not
    /// finite.
    pub velocity_in_world: Option<Vec3>,
    /// How fast it turns about the world's up, radians a second, to the left above 0. Likewise.
    pub turn_rate: Option<f32>,
}

/// Where one walking foot is. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaitFootReport {
    /// Index into the rig's chains.
    pub chain: usize,
    /// Whether it is on its way.
    pub is_up: bool,
    /// The point on which it stands, or, on the way, would: the ball of a foot that has one.
    pub position: Vec3,
    /// Of the ground, unit.
    pub normal: Vec3,
    /// Where it is at home now, as seen from above; at the height of the character's own ground.
    pub home: Vec3,
    /// Steps since it was put down at home.
    pub steps: u32,
}

/// What walking remembers.
#[derive(Clone, Debug)]
pub(super) struct GaitMemory {
    steps: gait::Memory,
    /// How far walking is on, 0..=1.
    weight: f32,
    /// What it was asked for last, for as long as it fades.
    last: GaitInput,
    from: Option<gait::Place>,
    /// How far below its place the body is for the legs to reach; at most 0.
    dip: f32,
    feet: Vec<FootTurn>,
    /// Of the rig, at the size of the world.
    places: Vec<gait::Foot>,
}

/// What a foot of this frame needs after its leg, and keeps for the next.
#[derive(Clone, Copy, Debug, Default)]
struct FootTurn {
    /// How far the heel is raised, radians, and was at take-off.
    roll: f32,
    roll_at_start: f32,
    /// Bends the toes against it, model space.
    toes: Quat,
}

impl GaitMemory {
    pub fn new(feet: usize) -> Self {
        Self {
            steps: gait::Memory::new(feet),
            weight: 0.0,
            last: GaitInput::default(),
            from: None,
            dip: 0.0,
            feet: vec![FootTurn::default(); feet],
            places: vec![gait::Foot::default(); feet],
        }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn reset(&mut self) {
        self.steps.reset();
        self.weight = 0.0;
        self.from = None;
        self.dip = 0.0;
        self.feet.fill(FootTurn::default());
    }
}

/// Takes the steps of this frame, moves the body over the feet and fills the legs' targets. Returns the body's way, world space.
pub(super) fn plan(
    bound: &BoundRig,
    body: &mut Body,
    memory: &mut GaitMemory,
    targets: &mut [ChainTarget],
    place: Place,
    inputs: &Inputs,
    settle: bool,
) -> Vec3 {
    let Some(gait) = &bound.gait else { return Vec3::ZERO };
    let wanted = if inputs.gait.is_some() { 1.0 } else { 0.0 };
    let share = if settle { 0.0 } else { decay_factor(FADE_HALF_LIFE, inputs.dt) };
    let next = wanted + (memory.weight - wanted) * share;
    memory.weight = if (next - wanted).abs() < FADED { wanted } else { next };
    if memory.weight == 0.0 {
        memory.reset();
        return Vec3::ZERO;
    }
    memory.last = inputs.gait.unwrap_or(memory.last);
    let here = standing_place(bound, place);
    let from = memory.from.filter(|_| !settle).unwrap_or(here);
    let motion = motion(bound, memory, place, from, here, if settle { 0.0 } else { inputs.dt });
    if !(here.origin.is_finite() && here.rotation.is_finite()) {
        memory.reset();
        return Vec3::ZERO;
    }
    memory.from = Some(here);
    let params = at_size(&gait.params, place.scale);
    for (foot, of) in memory.places.iter_mut().zip(&gait.places) {
        let size = place.scale;
        *foot = gait::Foot {
            turn: of.turn,
            home: of.home * size,
            heel: of.heel * size,
            toe: of.toe * size,
            reach: of.reach * size,
        };
    }
    gait::advance(&mut memory.steps, &memory.places, &params, &motion, inputs.ground);
    if settle {
        memory.feet.fill(FootTurn::default());
    }

    let over = move_body(gait, body, memory, place, here);
    let frame = Frame { bound, gait, place, here, inputs, settle };
    let dip = dip(&frame, body, memory);
    if let Some((pelvis, _)) = &gait.pelvis {
        body.translate(*pelvis, place.around_to_model(UP * (dip * memory.weight)));
    }
    for index in 0..gait.feet.len() {
        aim(&frame, index, body, memory, targets);
    }
    over + UP * (dip * memory.weight)
}

/// Where the character stands, with its turn about up alone.
fn standing_place(bound: &BoundRig, place: Place) -> gait::Place {
    let forward = direction_or(reject(place.rotation * bound.frame.forward, UP), Vec3::Z);
    let left = UP.cross(forward);
    gait::Place {
        origin: place.to_world(bound.frame.up * bound.ground_in_model),
        rotation: Quat::from_mat3(&Mat3::from_cols(left, UP, forward)),
    }
}

fn motion(bound: &BoundRig, memory: &GaitMemory, place: Place, from: gait::Place, to: gait::Place, dt: f32) -> Motion {
    let leg = bound.gait.as_ref().map_or(bound.leg_length, |gait| gait.leg_length) * place.scale;
    let most = FASTEST_TOLD * leg;
    let velocity = memory.last.velocity_in_world.filter(|told| told.is_finite());
    let turn_rate = memory.last.turn_rate.filter(|told| told.is_finite());
    Motion {
        from,
        to,
        velocity: velocity.map(|told| reject(shortened(told, most), UP).clamp_length_max(most)),
        turn_rate: turn_rate.map(|told| told.clamp(-FASTEST_TURN, FASTEST_TURN)),
        fastest: FASTEST * leg,
        dt,
    }
}

fn at_size(params: &Params, size: f32) -> Params {
    Params {
        step_distance: params.step_distance * size,
        stand_distance: params.stand_distance * size,
        lift: params.lift * size,
        step_up: params.step_up * size,
        step_down: params.step_down * size,
        ..*params
    }
}

/// Moves the body to its height over the feet and tilts it about its middle; the way of the pelvis, world.
fn move_body(gait: &BoundGait, body: &mut Body, memory: &GaitMemory, place: Place, here: gait::Place) -> Vec3 {
    let Some((pelvis, above)) = &gait.pelvis else { return Vec3::ZERO };
    body.refresh(above);
    body.refresh(&[*pelvis]);
    let follow = memory.steps.body();
    let weight = memory.weight;
    let at = place.around(body.position(*pelvis));
    let middle = (here.origin + here.rotation * (gait.middle * place.scale) - place.origin).with_y(at.y);
    let whole = arc_between(UP, follow.normal());
    let tilt = if weight < 1.0 { Quat::IDENTITY.slerp(whole, weight) } else { whole };
    let rise = UP * ((follow.height() - here.origin.y - gait.crouch * place.scale) * weight);
    let way = middle + tilt * (at - middle) + rise - at;
    if !way.is_finite() {
        return Vec3::ZERO;
    }
    body.turn(*pelvis, place.turn_to_model(tilt));
    body.translate(*pelvis, place.around_to_model(way));
    way
}

/// One call, as it is seen.
#[derive(Clone, Copy)]
struct Frame<'a> {
    bound: &'a BoundRig,
    gait: &'a BoundGait,
    place: Place,
    here: gait::Place,
    inputs: &'a Inputs<'a>,
    settle: bool,
}

/// A foot on its way or on the ground, from the character's origin, world axes.
struct Placed {
    ankle: Vec3,
    turn: Quat,
    pivot: Option<Vec3>,
    /// Turning about it raises the toes.
    toe_axis: Vec3,
    at: FootAt,
}

impl Placed {
    fn of(frame: &Frame, index: usize, at: FootAt) -> Self {
        let Frame { place, here, .. } = *frame;
        let foot = &frame.gait.feet[index];
        let facing = here.rotation * Vec3::Z;
        let yaw = Quat::from_rotation_y(atan2(facing.cross(at.ahead).dot(UP), facing.dot(at.ahead)));
        let whole = arc_between(UP, at.normal);
        let tilt = angle_between(UP, at.normal);
        let tilted = if tilt > MOST_TILT { Quat::IDENTITY.slerp(whole, MOST_TILT / tilt) } else { whole };
        let turn = tilted * yaw;
        let point = at.point - place.origin;
        let from_stand = |way: Vec3| point + turn * place.around(way);
        Self {
            ankle: from_stand(foot.ankle),
            turn,
            pivot: foot.pivot.map(from_stand),
            toe_axis: direction_or((tilted * at.ahead).cross(tilted * UP), Vec3::ZERO),
            at,
        }
    }

    /// The ankle with the heel raised by an angle.
    fn raised(&self, angle: f32) -> Vec3 {
        let Some(pivot) = self.pivot else { return self.ankle };
        pivot + self.roll(angle) * (self.ankle - pivot)
    }

    fn roll(&self, angle: f32) -> Quat {
        if self.toe_axis == Vec3::ZERO { Quat::IDENTITY } else { Quat::from_axis_angle(self.toe_axis, -angle) }
    }

    /// How far the heel is raised at least for a leg that reaches so far; as far as may be where that is not enough.
    fn least_roll(&self, hip: Vec3, longest: f32, room: f32) -> f32 {
        let behind = (hip - self.ankle).dot(self.at.ahead);
        let room = room * smooth_step(0.0, longest * BEHIND, behind);
        let reaches = |angle: f32| self.raised(angle).distance_squared(hip) <= longest * longest;
        if self.pivot.is_none() || reaches(0.0) {
            return 0.0;
        }
        let (mut short, mut enough) = (0.0, room);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (short + enough);
            if reaches(middle) { enough = middle } else { short = middle }
        }
        // A heel that does not help stays down.
        if self.raised(enough).distance_squared(hip) < self.ankle.distance_squared(hip) { enough } else { 0.0 }
    }
}

/// How far below its place the body goes for every leg to reach: down at once, up slowly.
fn dip(frame: &Frame, body: &mut Body, memory: &mut GaitMemory) -> f32 {
    let Frame { bound, gait, place, .. } = *frame;
    if gait.pelvis.is_none() {
        return 0.0;
    }
    for foot in &gait.feet {
        limb::refresh(body, &bound.chains[foot.chain]);
    }
    let (body, steps) = (&*body, &memory.steps);
    // A foot on its way is heeded where it will land, more and more.
    let leg = |index: usize, heeded: f32| {
        let chain = &bound.chains[gait.feet[index].chain];
        let placed = Placed::of(frame, index, steps.landing(index, frame.inputs.ground));
        let hip = place.around(body.position(chain.path[0])) + steps.way_until_landing(index);
        let longest = full_length(body, chain) * LONGEST * place.scale;
        let room = if steps.is_up(index) { 0.0 } else { gait.heel_lift };
        let ankle = placed.raised(placed.least_roll(hip, longest, room));
        Leg { hip, ankle, longest, shortest: longest * DEEPEST_SQUAT, heeded }
    };
    let most = gait.leg_length * place.scale * DEEPEST;
    let feet = 0..gait.feet.len();
    let wanted = pelvis_offset(feet.clone().map(|index| leg(index, steps.progress(index))), UP).clamp(-most, 0.0);
    let standing = feet.filter(|&index| !steps.is_up(index));
    let at_once = pelvis_offset(standing.map(|index| leg(index, 1.0)), UP).clamp(-most, 0.0);
    if !(wanted.is_finite() && at_once.is_finite()) {
        return memory.dip;
    }
    let share = if frame.settle { 0.0 } else { decay_factor(RISE_HALF_LIFE, frame.inputs.dt) };
    let risen = wanted + (memory.dip - wanted) * share;
    let small = most * 4e-4;
    memory.dip = if frame.settle || (risen - wanted).abs() < small {
        wanted
    } else {
        let soonest = memory.dip - SINKS * gait.leg_length * place.scale * frame.inputs.dt.max(0.0);
        risen.min(wanted.max(soonest)).min(at_once)
    };
    memory.dip
}

fn full_length(body: &Body, chain: &BoundChain) -> f32 {
    let far = |a, b| body.position(a).distance(body.position(b));
    match chain.solver {
        BoundSolver::TwoBone { mid, .. } => far(chain.path[0], chain.path[mid]) + far(chain.path[mid], chain.tip),
        BoundSolver::Fabrik { .. } => chain.path.windows(2).map(|pair| far(pair[0], pair[1])).sum(),
    }
}

/// Asks a leg for its foot.
fn aim(frame: &Frame, index: usize, body: &mut Body, memory: &mut GaitMemory, targets: &mut [ChainTarget]) {
    let Frame { bound, gait, place, .. } = *frame;
    let foot = &gait.feet[index];
    let chain = &bound.chains[foot.chain];
    memory.feet[index].toes = Quat::IDENTITY;
    if !(chain.enabled && chain.position_weight > 0.0) {
        return;
    }
    limb::refresh(body, chain);
    let placed = Placed::of(frame, index, memory.steps.foot(index, frame.inputs.ground));
    let hip = place.around(body.position(chain.path[0]));
    let longest = full_length(body, chain) * LONGEST * place.scale;
    let state = &mut memory.feet[index];
    let roll = if placed.at.is_up() {
        let left = 1.0 - placed.at.progress;
        state.roll_at_start * left * left
    } else {
        let roll = placed.least_roll(hip, longest, gait.heel_lift);
        state.roll_at_start = roll;
        roll
    };
    state.roll = roll;
    let mut ankle = placed.raised(roll);
    if placed.at.is_up() {
        // A foot on its way goes no farther than its leg.
        let leg = ankle - hip;
        ankle = hip + leg * (longest / leg.length().max(longest));
    }
    if !ankle.is_finite() {
        return;
    }
    let rolled = placed.roll(roll);
    state.toes = Quat::IDENTITY.slerp(place.turn_to_model(rolled.conjugate()), memory.weight);
    let rest = super::body::rotation(bound.skeleton.rest_globals(), chain.tip, bound.even_scales);
    let rotation = place.turn_to_model(rolled * placed.turn) * rest;
    let target = &mut targets[foot.chain];
    let weight = memory.weight * (1.0 - target.weight);
    if weight <= 0.0 {
        return;
    }
    // A goal that the game gives the leg comes first, as far as it goes.
    let whole = target.weight + weight * chain.position_weight;
    let by_goal = if whole > 0.0 { target.weight / whole } else { 0.0 };
    let turned = target.rotation.filter(|_| target.rotation_weight > 0.0);
    let whole_rotation =
        target.rotation_weight.max(0.0) + memory.weight * (1.0 - target.rotation_weight) * chain.rotation_weight;
    let by_goal_rotation = if whole_rotation > 0.0 { target.rotation_weight / whole_rotation } else { 0.0 };
    let position = place.around_to_model(ankle);
    *target = ChainTarget {
        position: if by_goal > 0.0 { position.lerp(target.position, by_goal) } else { position },
        weight: whole,
        rotation: Some(turned.map_or(rotation, |goal| rotation.slerp(goal, by_goal_rotation))),
        rotation_weight: whole_rotation,
        hint: target.hint,
        hint_share: 1.0,
        keeps_extension: target.weight == 0.0,
        goal_in_world: target.goal_in_world,
    };
}

/// Keeps the toes on the ground under a raised heel; the leg that `chain` is must be solved and fresh.
pub(super) fn bend_toes(bound: &BoundRig, body: &mut Body, memory: &GaitMemory, chain: usize) {
    let Some(gait) = &bound.gait else { return };
    for (foot, state) in gait.feet.iter().zip(&memory.feet).filter(|(foot, _)| foot.chain == chain) {
        if let Some((toes, path)) = &foot.toes
            && memory.weight > 0.0
            && state.toes != Quat::IDENTITY
        {
            body.refresh(path);
            body.turn(*toes, state.toes);
        }
    }
}

/// Tells where the feet are, in place of what grounding has to say of them.
pub(super) fn report(bound: &BoundRig, memory: &GaitMemory, report: &mut SolveReport, place: Place, inputs: &Inputs) {
    let Some(gait) = bound.gait.as_ref().filter(|_| memory.weight > 0.0) else { return };
    let here = standing_place(bound, place);
    for (index, foot) in gait.feet.iter().enumerate() {
        let at = memory.steps.foot(index, inputs.ground);
        let chain = bound.chains[foot.chain].index;
        report.gait.push(GaitFootReport {
            chain,
            is_up: at.is_up(),
            position: at.point,
            normal: at.normal,
            home: here.origin + here.rotation * (gait.places[index].home * place.scale),
            steps: memory.steps.steps(index),
        });
        if let Some(foot) = report.feet.iter_mut().find(|foot| foot.chain == chain) {
            foot.planted = !at.is_up();
            foot.slope = angle_between(at.normal, UP);
        }
    }
}
