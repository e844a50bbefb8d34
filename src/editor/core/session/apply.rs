use std::sync::Arc;

use glam::{Quat, Vec3};
use surefoot::rig::{Chain, GoalNote, HintMode, PropNote, Rig};

use super::super::handles::{HintCarrier, hint_of, hint_of_mut};
use super::super::{
    Action, CameraRequest, Edit, History, Item, Message, Playback, PlaybackAction, Severity, Stage, auto_rig,
};
use super::Session;

impl Session {
    /// Carries out the actions of one frame, in order. Hover and hint last one frame: push them again while they hold.
    /// Gives whether what is on screen is out of date.
    pub fn apply_all(&mut self, actions: Vec<Action>) -> bool {
        let hover = self.hover.take();
        let hint = std::mem::take(&mut self.status_hint);
        let mut changed = false;
        for action in actions {
            changed |= !matches!(action, Action::Hover(_) | Action::Hint(_));
            self.apply(action);
        }
        changed || hover != self.hover || hint != self.status_hint
    }

    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Edit { label, edit } => self.edit(label, edit),
            Action::MoveHandle { item, position_in_world, rotation_in_world } => {
                self.move_handle(item, position_in_world, rotation_in_world);
            }
            Action::BeginGesture { label } => self.change(|history| history.begin_gesture(label)),
            Action::CommitGesture => self.change(History::commit_gesture),
            Action::CancelGesture => self.change(|history| {
                history.cancel_gesture();
            }),
            Action::Select { item, how } if self.is_valid(item) => self.selection.select(item, how),
            Action::Select { .. } => {}
            Action::SelectAll(items) => {
                let items: Vec<Item> = items.into_iter().filter(|&item| self.is_valid(item)).collect();
                self.selection.set(items);
            }
            Action::ClearSelection => self.selection.set([]),
            Action::Hover(item) => self.hover = item.filter(|&item| self.is_valid(item)),
            Action::Run(command) => self.run(command),
            Action::Playback(action) => self.playback_action(action),
            Action::Report(action) => self.report_action(action),
            Action::Other(action) => self.other_action(action),
            Action::JumpInHistory(position) => self.change(|history| history.jump(position)),
            Action::Hint(hint) => self.status_hint = hint,
            Action::Dismiss(id) => self.messages.retain(|message| message.id != id),
            Action::Answer(answer) => self.answer(answer),
            Action::OpenPaths(paths) => self.open_paths(paths),
            Action::OpenScene(path) => self.open_scene(path),
            Action::SeekScene(time_s) => self.seek_scene(time_s),
            Action::AddAnimations(paths) => self.add_animations(paths),
            Action::CancelLoading => self.cancel_loading(),
            Action::Reload(path) => self.reload(&path),
            Action::KeepMine(path) => self.keep_mine(&path),
            Action::ShowMapping(is_mapping) => self.show_mapping(is_mapping),
            Action::EndMapPreview { apply } => self.end_map_preview(apply),
            Action::ChooseCharacter(index) => self.choose_character(index),
            Action::FixProblem(index) => {
                if let Some(fix) = self.problems.get(index).and_then(|problem| problem.fix.clone()) {
                    self.edit(fix.label, fix.edit);
                }
            }
            Action::FixAll => self.fix_all(),
        }
    }

    /// Time passes: the clip plays, messages age, and whatever changed is solved. Seconds.
    pub fn tick(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.clamp(0.0, 0.25) } else { 0.0 };
        for message in &mut self.messages {
            message.age += dt;
        }
        self.messages.retain(|message| message.severity == Severity::Error || message.age < Message::LIFETIME);
        let (was_playing, ground_runs) = (self.playback.playing, self.ground_runs());
        let was_at = self.playback.time_in_stretch();
        self.playback.advance(dt);
        // From the end of a stretch to its beginning nobody walks.
        let jumped = self.playback.time_in_stretch() < was_at;
        let passed = if was_playing { dt * self.playback.speed } else { dt };
        if ground_runs {
            self.scene_clock.time_s += f64::from(passed);
        }
        if was_playing || ground_runs || self.stale {
            self.solve(if (was_playing || ground_runs) && !jumped { passed } else { 0.0 });
        }
        self.follow_swing_map();
        self.follow_report();
    }

    pub(super) fn edit(&mut self, label: String, edit: Edit) {
        let detected = self.stage.as_ref().filter(|_| edit.assigns_roles()).map(auto_rig::detected_bones);
        self.change(|history| {
            let mut rig = Rig::clone(history.rig());
            // A rig that names one bone names them all: the rest must not go missing.
            if let Some(bones) = detected.filter(|_| rig.bones.is_empty()) {
                rig.bones = bones;
            }
            edit.apply(&mut rig);
            history.push(label, rig);
        });
    }

    /// The only place where the document changes: what depends on it follows here.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut History)) {
        let before = Arc::clone(self.document.rig());
        change(&mut self.document.history);
        let after = Arc::clone(self.document.rig());
        if Arc::ptr_eq(&before, &after) || before == after {
            return;
        }
        self.ask_for_meshes();
        let needs_binding = without_notes(&before) != without_notes(&after);
        self.follow_in_selection(&before, &after);
        if needs_binding {
            let stands = |session: &Self| session.stage.as_ref().map(Stage::world_from_model);
            let stood = stands(self);
            self.rebind();
            if stands(self) != stood {
                // It may be a hundred times as large, or lie on its side no more.
                self.ask_camera(CameraRequest::FrameAll);
            }
        }
        self.stale = true;
    }

    /// Binds the rig to the character and gathers what is wrong with either.
    pub(super) fn rebind(&mut self) {
        self.problems = self.gather_problems();
        self.bind_other();
        self.stale = true;
    }

    fn fix_all(&mut self) {
        let Some(stage) = &self.stage else { return };
        let mut rig = Rig::clone(self.document.rig());
        let mended = stage.character().mend(&stage.detection().map(), &mut rig);
        let label = match &mended[..] {
            [] => return,
            [one] => one.fix.as_ref().map(ToString::to_string).unwrap_or_default(),
            all => format!("Fix {} problems", all.len()),
        };
        self.edit(label, Edit::Rig(Box::new(rig)));
    }

    pub(super) fn solve(&mut self, dt: f32) {
        self.stale = false;
        let Some(stage) = &mut self.stage else {
            self.handles.clear();
            return;
        };
        stage.lay_ground(&self.document, &self.scene_meshes, self.scene_clock.time_s);
        if self.is_mapping {
            stage.update(&self.document, &Playback::default(), 0.0, false);
            self.handles.clear();
            return;
        }
        if dt == 0.0 {
            stage.play_up_to(&self.document, &self.playback, self.ik_on);
        } else {
            stage.update(&self.document, &self.playback, dt, self.ik_on);
        }
        self.handles = super::super::handles::handles(&self.document, stage);
    }

    fn playback_action(&mut self, action: PlaybackAction) {
        let durations: Vec<f32> = match &self.stage {
            Some(stage) => stage.clips().map(|found| found.clip.duration).collect(),
            None => Vec::new(),
        };
        self.playback.apply(action, &durations);
        self.stale = true;
    }

    fn move_handle(&mut self, item: Item, position: Vec3, rotation: Option<Quat>) {
        if !position.is_finite() || rotation.is_some_and(|rotation| !rotation.is_finite()) {
            return;
        }
        let Some(stage) = &self.stage else { return };
        let (label, edit) = match item {
            Item::Goal(index) => {
                let Some(name) = self.document.rig().chains.get(index).map(|chain| chain.name.clone()) else { return };
                let kept = self.document.goal(index).and_then(|goal| goal.rotation);
                let rotation = rotation.map(|rotation| stage.note_of_rotation(rotation)).or(kept);
                let goal = GoalNote { chain: name.clone(), position: stage.note_of_point(position), rotation };
                (format!("Move goal of {name}"), Edit::Goal { chain: index, goal: Some(goal) })
            }
            Item::Hint(index) => match self.chain_with_hint_at(index, position) {
                Some(chain) => (format!("Move hint of {}", chain.name), Edit::Chain { index, chain }),
                None => return,
            },
            Item::LookTarget => ("Move look target".into(), Edit::LookTarget(Some(stage.note_of_point(position)))),
            Item::Prop => {
                let Some(note) = self.document.prop() else { return };
                let rotation = rotation.map(|rotation| stage.note_of_rotation(rotation)).or(note.rotation);
                let prop = PropNote { position: stage.note_of_point(position), rotation, ..note.clone() };
                ("Move the thing".into(), Edit::Prop(Some(prop)))
            }
            _ => return,
        };
        self.edit(label, edit);
    }

    fn chain_with_hint_at(&self, index: usize, point_in_world: Vec3) -> Option<Chain> {
        let rig = self.document.rig();
        let mut chain = rig.chains.get(index)?.clone();
        if hint_of(&chain).mode == HintMode::AnimatedBend {
            return None;
        }
        let carrier = HintCarrier::of(&chain, self.stage.as_ref()?, rig.reference_leg_length)?;
        hint_of_mut(&mut chain).offset = carrier.offset(point_in_world);
        Some(chain)
    }

    /// Whether there is such a thing.
    pub(super) fn is_valid(&self, item: Item) -> bool {
        let rig = self.document.rig();
        match item {
            Item::Bone(joint) => self.stage.as_ref().is_some_and(|stage| joint.index() < stage.skeleton().len()),
            Item::Chain(index) | Item::Goal(index) | Item::Hint(index) => index < rig.chains.len(),
            Item::LookAt | Item::LookTarget => rig.look_at.is_some(),
            Item::Grounding => rig.grounding.is_some(),
            Item::Ground => true,
            Item::Prop => self.document.prop().is_some(),
            Item::Piece(index) => self.document.piece(index).is_some(),
            Item::Limit(index) => index < rig.limits.len(),
            Item::Sole(foot) | Item::Contact { foot, .. } => {
                rig.grounding.as_ref().is_some_and(|grounding| foot < grounding.feet.len())
            }
        }
    }

    /// Keeps the same things selected where their places in the lists changed.
    fn follow_in_selection(&mut self, before: &Rig, after: &Rig) {
        let chain_now = |index: usize| {
            let name = &before.chains.get(index)?.name;
            let same_name = after.chains.iter().position(|chain| chain.name == *name);
            // As many as before and none of that name: it was renamed where it stands.
            same_name.or_else(|| (before.chains.len() == after.chains.len()).then_some(index))
        };
        let limit_now = |index: usize| {
            let bone = &before.limits.get(index)?.bone;
            let same_bone = after.limits.iter().position(|limit| limit.bone == *bone);
            same_bone.or_else(|| (before.limits.len() == after.limits.len()).then_some(index))
        };
        let scene_name = |rig: &Rig| Some(rig.editor.as_ref()?.scene.as_ref()?.name.clone());
        let now = |item| match item {
            Item::Chain(index) => chain_now(index).map(Item::Chain),
            Item::Goal(index) => chain_now(index).map(Item::Goal),
            Item::Hint(index) => chain_now(index).map(Item::Hint),
            Item::Limit(index) => limit_now(index).map(Item::Limit),
            Item::Piece(_) if scene_name(before) != scene_name(after) => None,
            other => Some(other),
        };
        self.selection.remap(now);
        let mut selection = std::mem::take(&mut self.selection);
        selection.remap(|item| self.is_valid(item).then_some(item));
        self.selection = selection;
        self.hover = self.hover.and_then(now).filter(|&item| self.is_valid(item));
    }
}

fn without_notes(rig: &Rig) -> Rig {
    Rig { editor: None, ..rig.clone() }
}
