//! One frame: what is asked for, and the order in which it is done.

use glam::{Quat, Vec3};

use super::body::Body;
use super::bound::{BoundChain, BoundRig, BoundSolver, BoundTree, ChainKind};
use super::fade::{Asked, GoalFade};
use super::memory::{ChainTarget, Memory, Outcome};
use super::place::Place;
use super::{ChainReport, Inputs, SolveReport, abreast, feet, fingers, gait, hang, limb, look, tree, twist};
use crate::math::far_apart;
use crate::pose::Pose;
use crate::solve::Decision;
use crate::solve::look_at::Frame;

/// A limb of two bones that ends nearer to its goal than this share of its length has reached it.
const REACHED: f32 = 1e-3;

impl BoundRig {
    /// Solves one frame: changes `pose` in place and tells what happened.
    ///
    /// In this order: fingers, pelvis, the whole body where it hangs, spine and look-at, arms, legs, feet and toes, and what is no limb last. A chain without a
    /// goal, a foot off the ground and anything of weight 0 pass through bit for bit. Translations and scales of joints are
    /// never changed, save the pelvis' by grounding, a stretched limb's, and that of a foot which hangs from a control.
    ///
    /// Allocates nothing and never panics; the result depends on the arguments alone, bit for bit on one target. A pose that is not
    /// finite or not of this skeleton, and a root without size, pass through; a goal that is not finite is ignored and
    /// reported. Nothing of that is remembered: the next good frame is solved as ever.
    pub fn solve<'m>(&self, pose: &mut Pose, memory: &'m mut Memory, inputs: &Inputs) -> &'m SolveReport {
        if !self.fits(memory) {
            // The memory of another rig: the one case that allocates.
            *memory = self.memory();
        }
        memory.report.chains.clear();
        memory.report.feet.clear();
        memory.report.look = None;
        memory.report.hang = None;
        memory.report.gait.clear();
        memory.report.pelvis_offset = Vec3::ZERO;
        let (is_finite, is_rigid) = pose.is_finite_and_rigid();
        let is_sound = is_finite && pose.local().len() == self.skeleton.len();
        let Some(place) = Place::of(inputs).filter(|_| is_sound) else {
            memory.globals.update_from(&self.skeleton, pose, 0);
            return &memory.report;
        };

        let hangs = inputs.hang.is_some_and(|hang| hang.weight > 0.0);
        let walks = self.gait.is_some() && inputs.gait.is_some() && inputs.grounded && !hangs;
        let inputs =
            &Inputs { grounded: inputs.grounded && !hangs && !walks, gait: inputs.gait.filter(|_| walks), ..*inputs };
        memory.outcomes.fill(Outcome::default());
        self.read_goals(memory, place, inputs);
        let Memory {
            globals,
            freshness,
            targets,
            outcomes,
            fingers: finger_fades,
            hang: hanging,
            gait: walking,
            tips,
            joints,
            incoming,
            frames,
            cones,
            workspace,
            tree: tree_scratch,
            feet,
            pelvis,
            engagement,
            origin,
            follow,
            ..
        } = memory;
        let mut body = Body {
            skeleton: &self.skeleton,
            even_scales: self.even_scales,
            world_from_model: place.scale,
            pose,
            globals,
            freshness,
            unscaled: is_rigid,
        };
        body.freshness.all_stale();

        // They hang below everything else, so that nothing waits for them.
        let settle = memory.is_fresh || inputs.dt == 0.0;
        for (hand, fade) in self.hands.iter().zip(finger_fades.iter_mut()) {
            if let Some(hand) = hand {
                fingers::bend(&mut body, hand, fade, inputs.fingers, inputs.dt, settle);
            }
        }

        for (chain, tip) in self.chains.iter().zip(tips.iter_mut()).filter(|(chain, _)| chain.carried.is_some()) {
            limb::refresh(&mut body, chain);
            *tip = limb::tip_in_last(&body, chain);
        }
        let moved = *origin - place.origin;
        let plans = &mut feet::Plans { feet, targets, pelvis, engagement, origin, is_fresh: memory.is_fresh };
        memory.report.pelvis_offset = feet::plan(self, &mut body, plans, place, inputs);

        memory.report.pelvis_offset += gait::plan(self, &mut body, walking, targets, place, inputs, settle);

        let frame = hang::Frame { targets, tips, place, moved, dt: inputs.dt, settle };
        memory.report.hang = hang::hang(self, &mut body, hanging, inputs.hang, &frame);
        memory.report.pelvis_offset += memory.report.hang.map_or(Vec3::ZERO, |hang| hang.offset);

        let mut looked = false;
        let (mut solved, mut solved_from) = ([None; abreast::MOST], 0);
        for (index, chain) in self.chains.iter().enumerate() {
            if chain.kind > ChainKind::Spine && !looked {
                looked = true;
                memory.report.look = self.look(&mut body, follow, &mut memory.look_is_on, place, inputs);
            }
            let mut scratch = limb::Scratch { joints, incoming, frames, cones, workspace };
            if let Some(run) = self.abreast.iter().find(|run| run.start == index && body.is_rigid()) {
                solved_from = index;
                solved = abreast::solve(&mut body, &self.chains[run.clone()], &targets[run.clone()], scratch.again());
            }
            if targets[index].asks() {
                let mut from = 0;
                let is_of = |tree: &&BoundTree| tree.chains.contains(&index) && tree::is_pulled(tree, targets);
                if let Some(tree) = self.trees.iter().find(is_of) {
                    if tree.chains.iter().find(|&&chain| targets[chain].weight > 0.0) == Some(&index) {
                        tree::settle(&mut body, tree, &self.chains, targets, tree_scratch, scratch.again());
                    }
                    from = tree.own_from_of(index);
                    if targets[index].weight < 1.0 {
                        outcomes[index].decided_by.insert(Decision::Weight);
                    }
                }
                let target = &targets[index];
                let outcome = solved.get(index - solved_from).copied().flatten().unwrap_or_else(|| {
                    limb::refresh(&mut body, chain);
                    limb::solve(&mut body, chain, target, tips[index], from, scratch.again())
                });
                outcomes[index].iterations = outcome.iterations;
                outcomes[index].decided_by = outcome.decided_by.union(outcomes[index].decided_by);
                twist::spread(self, &mut body, target, index);
            }
            feet::bend_toes(self, &mut body, feet, index);
            if let Some(way) = feet::still_to_go(self, &mut body, feet, index, place) {
                targets[index].position += way;
                limb::refresh(&mut body, chain);
                limb::solve(&mut body, chain, &targets[index], tips[index], 0, scratch);
            }
            gait::bend_toes(self, &mut body, walking, index);
        }
        if !looked {
            memory.report.look = self.look(&mut body, follow, &mut memory.look_is_on, place, inputs);
        }

        body.finish();
        for &index in &self.in_order_of_rig {
            memory.report.chains.push(chain_report(
                &body,
                &self.chains[index],
                &targets[index],
                &outcomes[index],
                place,
            ));
        }
        feet::report(self, &body, feet, &mut memory.report.feet, place, inputs);
        gait::report(self, walking, &mut memory.report, place, inputs);
        *origin = place.origin;
        memory.is_fresh = false;
        &memory.report
    }

    fn read_goals(&self, memory: &mut Memory, place: Place, inputs: &Inputs) {
        let settle = memory.is_fresh || inputs.dt == 0.0;
        let kept = memory.targets.iter_mut().zip(&mut memory.fades).zip(&mut memory.outcomes);
        for (chain, ((target, fade), Outcome { decided_by, .. })) in self.chains.iter().zip(kept) {
            if !chain.enabled {
                *target = ChainTarget::default();
                *fade = GoalFade::default();
                continue;
            }
            let mut asked = None;
            for goal in inputs.goals.iter().filter(|goal| chain.answers_to(goal.chain)) {
                let position = goal.position_in_world;
                if !(position.is_finite() && place.to_model(position).is_finite()) {
                    decided_by.insert(Decision::GoalNotFinite);
                    continue;
                }
                let rotation = goal.rotation_in_world.and_then(unit);
                if goal.rotation_in_world.is_some() && rotation.is_none() {
                    decided_by.insert(Decision::GoalNotFinite);
                }
                let weight = if goal.weight.is_finite() { goal.weight.clamp(0.0, 1.0) } else { 0.0 };
                asked = Some(Asked { position, rotation, hint: goal.hint_in_world, weight });
            }
            fade.step(target, chain, asked.as_ref(), place, inputs.dt, settle);
        }
    }

    fn look(
        &self,
        body: &mut Body,
        follow: &mut crate::solve::look_at::Follow,
        is_on: &mut bool,
        place: Place,
        inputs: &Inputs,
    ) -> Option<super::LookReport> {
        let bound = self.look.as_ref()?;
        let at_goal = || {
            let chain =
                self.chains.iter().find(|chain| inputs.look_at_goal_of.is_some_and(|name| chain.answers_to(name)))?;
            Some(inputs.goals.iter().rfind(|goal| chain.answers_to(goal.chain))?.position_in_world)
        };
        let in_world = inputs.look_target_in_world.or_else(at_goal).filter(|target| target.is_finite());
        let target = in_world.map(|target| place.to_model(target)).filter(|target| target.is_finite());
        let state = look::LookState { follow, is_on, dt: inputs.dt };
        let report = look::solve(body, bound, target, state)?;
        let to_world = |axis: Vec3| place.rotation * axis;
        let frame = Frame { forward: to_world(report.frame.forward), up: to_world(report.frame.up) };
        Some(super::LookReport { target: in_world?, frame, ..report })
    }
}

/// Made unit; none where it has no length to speak of or is not finite.
fn unit(rotation: Quat) -> Option<Quat> {
    let length = rotation.length();
    (length > 1e-6 && length.is_finite()).then(|| rotation / length)
}

fn chain_report(body: &Body, chain: &BoundChain, target: &ChainTarget, outcome: &Outcome, place: Place) -> ChainReport {
    let position = place.to_world(body.position(chain.tip));
    let asked = target.goal_in_world.or((target.weight > 0.0).then(|| place.to_world(target.position)));
    let error = asked.map_or(0.0, |asked| far_apart(asked, position));
    let tolerance = place.scale
        * match chain.solver {
            BoundSolver::TwoBone { .. } => REACHED * chain.length,
            BoundSolver::Fabrik { tolerance, .. } => tolerance,
        };
    ChainReport {
        chain: chain.index,
        target: asked,
        position,
        error,
        reached: asked.is_some() && error <= tolerance,
        iterations: outcome.iterations,
        decided_by: outcome.decided_by,
    }
}
