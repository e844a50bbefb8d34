use surefoot::rig::{JointLimit, Rig};
use surefoot::skeleton::JointId;

use super::super::handles::hint_of_mut;
use super::super::{
    BoneStyle, CameraRequest, Command, Edit, GizmoMode, GizmoSpace, History, Item, NewPiece, Next, OtherAction,
    PathPurpose, PlaybackAction, SelectHow, ThemeChoice, auto_rig, marking,
};
use super::Session;

impl Session {
    /// Runs a command; one that can't run now does nothing.
    pub(super) fn run(&mut self, command: Command) {
        if command.unavailable(self).is_some() {
            return;
        }
        match command {
            Command::New => self.guard(Next::New),
            Command::OpenModel => self.guard(Next::OpenModel),
            Command::OpenRig => self.guard(Next::OpenRig),
            Command::OpenBundled => self.guard(Next::OpenBundled),
            Command::AddAnimations => self.pick(PathPurpose::OpenAnimations, None),
            Command::OpenScene => self.pick(PathPurpose::OpenScene, self.scene_path.clone()),
            Command::SaveScene => self.save_scene(),
            Command::AddBlock => self.add_piece(NewPiece::Block),
            Command::AddRamp => self.add_piece(NewPiece::Ramp),
            Command::AddRubble => self.add_piece(NewPiece::Rubble),
            Command::AddPlatform => self.add_piece(NewPiece::Platform),
            Command::ShowReport => self.report.open(),
            Command::RunReport => self.run_report(),
            Command::RunScene => self.scene_clock.runs = !self.scene_clock.runs,
            Command::Save => self.save(),
            Command::SaveAs => self.save_as(),
            Command::Quit => self.guard(Next::Quit),
            Command::Undo => {
                let label = self.document.history().undo_label().map(str::to_owned);
                // With a drag under way, undo takes that back first.
                self.change(|history| {
                    if !history.cancel_gesture() {
                        history.undo();
                    }
                });
                self.tell(label.map_or_else(|| "Undid the drag".into(), |label| format!("Undid {}", quoted(&label))));
            }
            Command::Redo => {
                let label = self.document.history().redo_label().map(str::to_owned).unwrap_or_default();
                self.change(History::redo);
                self.tell(format!("Redid {}", quoted(&label)));
            }
            Command::Delete => self.delete(),
            Command::Duplicate => self.duplicate(),
            Command::SelectAllBones => {
                let bones: Vec<Item> =
                    self.stage.iter().flat_map(|stage| stage.skeleton().ids()).map(Item::Bone).collect();
                self.selection.set(bones);
            }
            Command::SelectNone => self.selection.set([]),
            Command::SelectParent => {
                self.select_neighbour(|session, bone| session.stage.as_ref()?.skeleton().parent(bone));
            }
            Command::SelectChild => {
                self.select_neighbour(|session, bone| session.stage.as_ref()?.skeleton().children(bone).next());
            }
            Command::Cancel => self.cancel(),
            Command::FrameAll => self.ask_camera(CameraRequest::FrameAll),
            Command::FrameSelected => self.ask_camera(CameraRequest::FrameSelected),
            Command::ViewFront => self.ask_camera(CameraRequest::Front),
            Command::ViewBack => self.ask_camera(CameraRequest::Back),
            Command::ViewLeft => self.ask_camera(CameraRequest::Left),
            Command::ViewRight => self.ask_camera(CameraRequest::Right),
            Command::ViewTop => self.ask_camera(CameraRequest::Top),
            Command::ViewBottom => self.ask_camera(CameraRequest::Bottom),
            Command::ToggleProjection => self.ask_camera(CameraRequest::ToggleProjection),
            Command::GizmoMove => self.view.gizmo = GizmoMode::Move,
            Command::GizmoRotate => self.view.gizmo = GizmoMode::Rotate,
            Command::ToggleGizmoSpace => {
                self.view.gizmo_space = match self.view.gizmo_space {
                    GizmoSpace::Local => GizmoSpace::World,
                    GizmoSpace::World => GizmoSpace::Local,
                };
            }
            Command::ToggleSnap => self.view.snap = !self.view.snap,
            Command::ToggleBones => {
                let hidden = self.view.bones == BoneStyle::Hidden;
                self.view.bones = if hidden { BoneStyle::Sticks } else { BoneStyle::Hidden };
            }
            Command::ToggleBoneNames => self.view.bone_names = !self.view.bone_names,
            Command::ToggleGrid => self.view.grid = !self.view.grid,
            Command::ToggleGhost => self.view.ghost = !self.view.ghost,
            Command::ToggleLimits => self.view.limits = !self.view.limits,
            Command::ToggleSwingMap => self.view.swing_map = !self.view.swing_map,
            Command::ToggleTheme => {
                let light = self.view.theme == ThemeChoice::Light;
                self.view.theme = if light { ThemeChoice::Dark } else { ThemeChoice::Light };
            }
            Command::AddChain => self.add_chain(),
            Command::ToggleChain => self.edit_selected_chain("Switch chain", |chain| chain.enabled = !chain.enabled),
            Command::AddLimit => self.add_limit(),
            Command::ResetGoal => {
                if let Some(chain) = self.selected_goal() {
                    self.edit("Reset goal".into(), Edit::Goal { chain, goal: None });
                }
            }
            Command::ResetHint => {
                self.edit_selected_chain("Reset hint", |chain| hint_of_mut(chain).offset = [0.0; 3]);
            }
            Command::ApplyBipedPreset => self.apply_preset(),
            Command::MapAutomatically => self.preview_map(),
            Command::MirrorMapToRight | Command::MirrorMapToLeft => self.mirror_map(command.mirrors_from()),
            Command::ClearBodyMap | Command::ClearHeadMap | Command::ClearLeftHandMap | Command::ClearRightHandMap => {
                if let Some(group) = command.clears() {
                    self.clear_map(group);
                }
            }
            Command::ToggleIk => {
                self.ik_on = !self.ik_on;
                self.stale = true;
            }
            Command::ToggleOther => self.other_action(OtherAction::Show(!self.shows_other)),
            Command::Stroll => self.stroll(),
            Command::PlayPause => self.apply(play(PlaybackAction::Play(!self.playback.playing))),
            Command::StepBack => self.apply(play(PlaybackAction::Step(-1))),
            Command::StepForward => self.apply(play(PlaybackAction::Step(1))),
            Command::FirstFrame => self.apply(play(PlaybackAction::Seek(0.0))),
            Command::LastFrame => self.apply(play(PlaybackAction::Seek(self.playback.duration))),
            Command::Palette => self.palette_open = !self.palette_open,
            Command::Shortcuts => self.shortcuts_open = !self.shortcuts_open,
        }
    }

    /// Esc: whatever is uppermost goes, a drag first.
    fn cancel(&mut self) {
        if self.document.history().in_gesture() {
            self.change(|history| {
                history.cancel_gesture();
            });
        } else if self.prompt.is_some() {
            self.answer(super::super::Answer::Cancel);
        } else if self.palette_open || self.shortcuts_open {
            self.palette_open = false;
            self.shortcuts_open = false;
        } else if self.map_preview {
            self.map_preview = false;
        } else if self.loading.is_some() {
            self.cancel_loading();
        } else if self.report.progress().is_some() {
            self.report.cancel();
        } else {
            self.selection.set([]);
        }
    }

    fn delete(&mut self) {
        let Some(item) = self.selection.primary() else { return };
        let chain_name = |index: usize| self.document.rig().chains.get(index).map(|chain| chain.name.clone());
        let (label, edit) = match item {
            Item::Chain(index) => {
                (format!("Delete {}", chain_name(index).unwrap_or_default()), Edit::RemoveChain(index))
            }
            Item::Goal(chain) => ("Reset goal".into(), Edit::Goal { chain, goal: None }),
            Item::Limit(index) => ("Delete limit".into(), Edit::RemoveLimit(index)),
            Item::LookAt => ("Delete look-at".into(), Edit::LookAt(None)),
            Item::Grounding => ("Delete pelvis and feet".into(), Edit::Grounding(None)),
            Item::LookTarget => ("Reset look target".into(), Edit::LookTarget(None)),
            Item::Prop => ("Remove the thing".into(), Edit::Prop(None)),
            Item::Contact { .. } => match self.without_contact() {
                Some(edit) => ("Remove the contact".into(), edit),
                None => return,
            },
            Item::Piece(index) => match self.without_piece(index) {
                Some(edit) => ("Delete the piece".into(), edit),
                None => return,
            },
            _ => return,
        };
        self.edit(label, edit);
    }

    fn duplicate(&mut self) {
        if let Some(Item::Piece(index)) = self.selection.primary() {
            self.duplicate_piece(index);
            return;
        }
        let Some(index) = self.selection.chain() else { return };
        let Some(chain) = self.document.rig().chains.get(index).cloned() else { return };
        self.edit(format!("Duplicate {}", chain.name), Edit::AddChain { index: index + 1, chain });
        self.selection.select(Item::Chain(index + 1), SelectHow::Replace);
    }

    fn add_chain(&mut self) {
        let Ok(chain) = self.proposed_chain() else { return };
        let index = self.document.rig().chains.len();
        self.edit(format!("Add {}", chain.name), Edit::AddChain { index, chain });
        self.selection.select(Item::Chain(index), SelectHow::Replace);
    }

    fn add_limit(&mut self) {
        let Some((stage, bone)) = self.stage.as_ref().zip(self.selection.bones().next_back()) else { return };
        let shape = marking::propose_limit(stage, bone);
        let bone = stage.bone_ref(bone);
        if let Some(index) = self.document.rig().limits.iter().position(|limit| limit.bone == bone) {
            self.selection.select(Item::Limit(index), SelectHow::Replace);
            return;
        }
        self.edit("Add limit".into(), Edit::AddLimit(JointLimit { bone, shape }));
        self.selection.select(Item::Limit(self.document.rig().limits.len() - 1), SelectHow::Replace);
    }

    fn edit_selected_chain(&mut self, label: &str, change: impl FnOnce(&mut surefoot::rig::Chain)) {
        let Some(index) = self.selection.chain() else { return };
        let Some(mut chain) = self.document.rig().chains.get(index).cloned() else { return };
        change(&mut chain);
        self.edit(label.to_owned(), Edit::Chain { index, chain });
    }

    /// Chains, limits, look-at and grounding from the preset; roles and notes stay.
    fn apply_preset(&mut self) {
        let Some(stage) = &self.stage else { return };
        let now = self.document.rig();
        let preset = auto_rig::biped(stage, stage.detection());
        let rig = Rig { name: now.name.clone(), bones: now.bones.clone(), editor: now.editor.clone(), ..preset };
        self.edit("Apply the biped preset".into(), Edit::Rig(Box::new(rig)));
    }

    fn select_neighbour(&mut self, neighbour: impl Fn(&Self, JointId) -> Option<JointId>) {
        let bone = self.selection.bones().next_back();
        if let Some(bone) = bone.and_then(|bone| neighbour(self, bone)) {
            self.selection.select(Item::Bone(bone), SelectHow::Replace);
        }
    }

    pub(super) fn ask_camera(&mut self, request: CameraRequest) {
        if self.stale {
            // What is framed is where the character will be seen.
            self.solve(0.0);
        }
        self.camera_request = (self.camera_request.0 + 1, request);
    }
}

fn play(action: PlaybackAction) -> super::super::Action {
    super::super::Action::Playback(action)
}

fn quoted(label: &str) -> String {
    format!("“{label}”")
}
