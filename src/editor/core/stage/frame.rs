//! What stands on stage in a frame: the clip, the way over the ground, and what the rig makes of both.

use std::time::{Duration, Instant};

use glam::Vec3;
use surefoot::clip::{self, Clip};
use surefoot::math::Transform;
use surefoot::prop::Hold;
use surefoot::quality::Subject;
use surefoot::runtime::{FingerGoal, GaitInput, Goal, Inputs, SolveReport};

use super::Stage;
use super::added_clips::clips;
use super::gone::bring_back;
use super::walk::{Walk, go_on};
use crate::editor::core::{Document, Playback, props};

/// So many frames at most are played to come to one; springs have forgotten by then what was before.
const MOST_REPLAYED: f32 = 600.0;

impl Stage {
    /// What stands at the playback's time: within a stretch as it is come to frame by frame, so that what a report says of a frame is what
    /// is seen; else settled.
    pub(in crate::editor::core) fn play_up_to(&mut self, document: &Document, playback: &Playback, ik_on: bool) {
        let end = playback.stretch().and(playback.travelled_s()).filter(|_| ik_on && playback.clip.is_some());
        let (Some(end), Some((bound, memory))) = (end, &mut self.solver) else {
            self.update(document, playback, 0.0, ik_on);
            return;
        };
        *memory = bound.memory();
        if let Some(other) = &mut self.other {
            other.begin_anew();
        }
        let frames = (end / Playback::FRAME).round();
        let on_frame = (end - frames * Playback::FRAME).abs() < 1e-3;
        let first = (frames - MOST_REPLAYED).max(0.0);
        let before = (0..(frames - first) as u32).map(|frame| (first + frame as f32) * Playback::FRAME);
        let (mut last, mut dt) = (None::<f32>, 0.0);
        for time in before.chain(std::iter::once(end)) {
            if let Some(last) = last {
                dt = if on_frame { Playback::FRAME } else { (time - last).max(1e-4) };
            }
            self.update(document, &playback.at_travelled(time), dt, ik_on);
            last = Some(time);
        }
    }

    /// Samples the clip and solves on the ground as it was laid. `dt` 0 settles at once.
    pub(in crate::editor::core) fn update(&mut self, document: &Document, playback: &Playback, dt: f32, ik_on: bool) {
        let character = self.model.character.clone();
        let mut root = self.carried;
        let travel = self.read_clip(playback, &mut root);
        let strolled = playback.stroll().filter(|_| ik_on).map(|stroll| {
            let (stands, ground, leg) = (self.world_from_model, self.ground.ground(), self.leg_length);
            stroll.place(playback.playing, self.body_frame.forward, stands, ground, leg, self.gone)
        });
        if let Some(strolled) = &strolled {
            (self.carried, self.gone, root) = (self.world_from_model, strolled.gone, strolled.root);
        } else if travel.is_none() {
            self.gone = Vec3::ZERO;
        }
        let own = &character.skeleton;
        self.incoming_globals.update_from(self.skeleton_at_nodes.as_ref().unwrap_or(own), &self.incoming, 0);
        self.incoming_globals.carry(root);
        self.solved.copy_from(&self.incoming);
        if ik_on && self.solver.is_some() {
            self.solve(document, dt, root, travel, strolled.map(|strolled| strolled.input));
        } else {
            self.report = SolveReport::default();
            self.solve_time = Duration::ZERO;
            if let Some(other) = &mut self.other {
                other.pass(&self.incoming);
            }
        }
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(own);
        if let Some(other) = &mut self.other {
            other.place(skeleton, root);
        }
        self.solved_globals.update_from(skeleton, &self.solved, 0);
        self.solved_globals.carry(root);
    }

    /// Writes the clip, or the rest pose where there is none, into the incoming pose; where it travels, moves the ground and `root` and gives the
    /// time in seconds for which it has.
    fn read_clip(&mut self, playback: &Playback, root: &mut Transform) -> Option<f32> {
        let character = self.model.character.clone();
        self.incoming.copy_from(if playback.clip.is_some() {
            character.pose_under_clips()
        } else {
            self.skeleton_at_nodes.as_ref().unwrap_or(&character.skeleton).rest()
        });
        let added = std::mem::take(&mut self.added);
        let clip = playback.clip.and_then(|index| Some((index, clips(&character, &added).nth(index)?.clip)));
        let travel = clip.and_then(|(index, clip)| {
            if let Some(other) = &mut self.other {
                other.know_walk(index, clip, character.pose_under_clips());
            }
            let travel = self.walk_on(index, clip, playback, root);
            if travel.is_none() {
                // The session has looped the time already.
                clip.sample(playback.time, clip::Playback::Once, &mut self.incoming);
            }
            travel
        });
        self.added = added;
        travel
    }

    /// Solves the incoming pose by the document's rig and the other one, with the goals and things of the document.
    fn solve(
        &mut self,
        document: &Document,
        dt: f32,
        root: Transform,
        travelled_s: Option<f32>,
        gait: Option<GaitInput>,
    ) {
        let thing = document.prop().zip(self.placed_prop(document));
        let holds = thing.map_or_else(Vec::new, |(note, placed)| props::holds(note, placed));
        let hang = thing.and_then(|(note, (_, place))| props::hang(note, place));
        let mut goals = self.goals(document, &holds);
        let fingers: Vec<FingerGoal> = holds.iter().map(Hold::fingers).collect();
        let look_target = document.look_target().and_then(|note| self.point_of_note(note));
        let Some((bound, memory)) = &mut self.solver else { return };
        // Out where the character has come to: what feet keep from frame to frame they keep in the world. What is shown stays in
        // the middle of the stage, and so does what a person has put there.
        let out = Transform { translation: root.translation + self.gone, ..root };
        for goal in &mut goals {
            goal.position_in_world += self.gone;
            goal.hint_in_world = goal.hint_in_world.map(|hint| hint + self.gone);
        }
        let mut phases = Vec::new();
        if let Some((walk, travelled_s)) = self.walk.as_ref().zip(travelled_s) {
            walk.motion.tell(bound, travelled_s, out, &mut phases);
        }
        let inputs = Inputs {
            dt,
            root: out,
            feet: &phases,
            goals: &goals,
            fingers: &fingers,
            hang,
            gait,
            look_target_in_world: look_target.map(|target| target + self.gone),
            ..Inputs::settled(self.ground.ground())
        };
        let start = Instant::now();
        let report = bound.solve(&mut self.solved, memory, &inputs);
        self.solve_time = start.elapsed();
        self.report.clone_from(report);
        bring_back(&mut self.report, self.gone);
        if let Some(other) = &mut self.other {
            other.solve(&self.incoming, travelled_s, inputs, self.gone);
        }
    }

    /// Reads how the clip at this index goes over the ground, where that is not known yet.
    fn know_walk(&mut self, index: usize, clip: &Clip) {
        let is_known = self.walk.as_ref().is_some_and(|walk| walk.is_of(index, self.bound_serial));
        if let Some((bound, _)) = self.solver.as_ref().filter(|_| !is_known) {
            let under = self.model.character.pose_under_clips();
            self.walk = Some(Walk::of(index, clip, bound, self.bound_serial, under));
        }
    }

    /// How the clip at this index goes over the ground; none before it was shown, and where the rig does not fit.
    pub(in crate::editor::core) fn walk(&self, index: usize) -> Option<&Walk> {
        self.walk.as_ref().filter(|walk| walk.is_of(index, self.bound_serial))
    }

    /// Writes the clip in place into the incoming pose and moves the ground and `root` as the clip travels; the time in seconds for which it
    /// has. None where it goes nowhere, or shall not.
    fn walk_on(&mut self, index: usize, clip: &Clip, playback: &Playback, root: &mut Transform) -> Option<f32> {
        self.know_walk(index, clip);
        let (bound, _) = self.solver.as_ref()?;
        let walk = self.walk.as_ref().filter(|walk| walk.is_of(index, self.bound_serial))?;
        let under_clips = self.model.character.pose_under_clips();
        let subject = Subject { bound, clip, under_clips, motion: &walk.motion };
        let ground = self.ground.ground();
        let way = go_on(subject, playback, ground, self.leg_length, self.gone, &mut self.incoming)?;
        self.carried = self.world_from_model;
        (self.gone, *root) = (way.gone, way.root);
        Some(way.travelled_s)
    }

    /// The goals of the document; those of hands that hold something come from what they hold.
    fn goals<'a>(&self, document: &'a Document, holds: &[Hold]) -> Vec<Goal<'a>> {
        let notes = document.notes().map_or(&[][..], |notes| &notes.goals);
        let held = holds.iter().filter_map(|hold| hold.goal(self.bound()?, self.carried));
        notes
            .iter()
            .filter_map(|note| {
                Some(Goal {
                    chain: &note.chain,
                    position_in_world: self.point_of_note(note.position)?,
                    rotation_in_world: note.rotation.and_then(|rotation| self.rotation_of_note(rotation)),
                    hint_in_world: None,
                    weight: 1.0,
                })
            })
            .chain(held)
            .collect()
    }
}
