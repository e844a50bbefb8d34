//! Everything the window shows, and the one way to change it.

mod animations;
mod apply;
mod commands;
mod contacts;
mod files;
mod gather;
mod mapping;
#[cfg(test)]
mod mending;
mod other;
mod report;
mod scenes;
mod stroll;
#[cfg(test)]
mod tests;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surefoot::rig::{Chain, Rig};
use surefoot::runtime::SingularGoal;
use surefoot::skeleton::JointId;

use super::{
    CameraRequest, Document, FootReport, Handle, Item, Message, Next, OtherRig, Playback, Problem, Prompt, Request,
    SceneClock, Selection, Severity, Stage, ViewOptions, marking,
};

use super::stage::SceneMeshes;
use super::swing_map::SwingMap;

pub use files::Opened;
pub use scenes::title as scene_title;

/// Everything the window shows. What draws holds it by shared reference; only [`Session::apply`] and the application's own
/// calls change it.
pub struct Session {
    document: Document,
    stage: Option<Stage>,
    has_bundled: bool,
    takes_drops: bool,
    selection: Selection,
    hover: Option<Item>,
    playback: Playback,
    ik_on: bool,
    scene_clock: SceneClock,
    scene_meshes: SceneMeshes,
    /// Where the scene was opened from or saved to.
    scene_path: Option<PathBuf>,
    /// Waits until what is being read has come.
    scene_to_open: Option<PathBuf>,
    view: ViewOptions,
    problems: Vec<Problem>,
    handles: Vec<Handle>,
    messages: Vec<Message>,
    next_message: u64,
    status_hint: String,
    prompt: Option<Prompt>,
    /// What goes on once the rig is saved.
    after_save: Option<Next>,
    loading: Option<Loading>,
    /// What was read and waits for an answer about the changes made meanwhile.
    arrived: Option<Box<Opened>>,
    /// Files to read for their clips; the first is being read.
    animations_to_add: Vec<PathBuf>,
    recent: Vec<PathBuf>,
    changed_on_disk: Vec<PathBuf>,
    requests: Vec<Request>,
    camera_request: (u64, CameraRequest),
    swing_map: SwingMap,
    report: FootReport,
    /// What the document's rig is compared with, and whether it is what is seen.
    other: Option<OtherRig>,
    shows_other: bool,
    palette_open: bool,
    shortcuts_open: bool,
    /// The Map workspace is shown.
    is_mapping: bool,
    map_preview: bool,
    /// The poses do not show the document as it stands.
    stale: bool,
}

/// A model being read in the background.
#[derive(Clone, Debug, PartialEq)]
pub struct Loading {
    /// The file's name.
    pub name: String,
    /// What is being done, as in "reading textures".
    pub step: String,
    /// 0..=1, where it is known.
    pub progress: Option<f32>,
    /// The document when it began, whose loss was agreed to.
    rig: Arc<Rig>,
}

impl Session {
    /// An empty session: no model, an empty rig. `has_bundled` says whether a character comes with this build.
    pub fn new(view: ViewOptions, recent: Vec<PathBuf>, has_bundled: bool) -> Self {
        Self {
            document: Document::new(Rig::default(), None),
            stage: None,
            has_bundled,
            takes_drops: true,
            selection: Selection::default(),
            hover: None,
            playback: Playback::default(),
            ik_on: true,
            scene_clock: SceneClock::default(),
            scene_meshes: SceneMeshes::new(),
            scene_path: None,
            scene_to_open: None,
            view,
            problems: Vec::new(),
            handles: Vec::new(),
            messages: Vec::new(),
            next_message: 0,
            status_hint: String::new(),
            prompt: None,
            after_save: None,
            loading: None,
            arrived: None,
            animations_to_add: Vec::new(),
            recent,
            changed_on_disk: Vec::new(),
            requests: Vec::new(),
            camera_request: (0, CameraRequest::FrameAll),
            swing_map: SwingMap::default(),
            report: FootReport::default(),
            other: None,
            shows_other: false,
            palette_open: false,
            shortcuts_open: false,
            is_mapping: false,
            map_preview: false,
            stale: true,
        }
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The character with its poses; none until a model is open.
    pub fn stage(&self) -> Option<&Stage> {
        self.stage.as_ref()
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// What the pointer is over, in any panel or the viewport.
    pub fn hover(&self) -> Option<Item> {
        self.hover
    }

    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    pub fn ik_on(&self) -> bool {
        self.ik_on
    }

    pub fn view_options(&self) -> &ViewOptions {
        &self.view
    }

    /// Gravest first.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What can be grabbed in the viewport, this frame.
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// Toasts and errors, oldest first.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What the thing under the pointer does.
    pub fn status_hint(&self) -> &str {
        &self.status_hint
    }

    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    pub fn loading(&self) -> Option<&Loading> {
        self.loading.as_ref()
    }

    /// Files opened or saved, latest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// The last request to the camera with its serial number; the viewport carries out a number it has not seen.
    pub fn camera_request(&self) -> (u64, CameraRequest) {
        self.camera_request
    }

    pub fn palette_open(&self) -> bool {
        self.palette_open
    }

    pub fn shortcuts_open(&self) -> bool {
        self.shortcuts_open
    }

    pub fn has_bundled(&self) -> bool {
        self.has_bundled
    }

    /// Files can be dropped on the window. Under Wayland the window toolkit is never told of them.
    pub fn takes_drops(&self) -> bool {
        self.takes_drops
    }

    pub fn set_takes_drops(&mut self, takes_drops: bool) {
        self.takes_drops = takes_drops;
    }

    /// The window's title, with a star when there is something to save.
    pub fn title(&self) -> String {
        let star = if self.document.is_dirty() { "*" } else { "" };
        format!("{}{star} — Surefoot", self.document.title())
    }

    /// How many problems there are of this severity.
    pub fn count_problems(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.severity == severity).count()
    }

    /// Time passes on its own: a clip plays, or the ground moves.
    pub fn is_animating(&self) -> bool {
        self.playback.playing || self.ground_runs()
    }

    /// Seconds until something on screen changes by itself, such as a message that goes away.
    pub fn next_wake(&self) -> Option<f32> {
        let passing = self.messages.iter().filter(|message| message.severity != Severity::Error);
        let map = self.swing_map.is_busy().then_some(0.02);
        let report = self.report.next_wake();
        passing
            .map(|message| (Message::LIFETIME - message.age).max(0.0))
            .chain(map)
            .chain(report)
            .min_by(f32::total_cmp)
    }

    /// Goals at which the selected limb would swing round, where that is shown; none while it is first worked out.
    pub fn swing_map(&self) -> Option<&[SingularGoal]> {
        self.swing_map.of_chain(self.mapped_chain()?)
    }

    /// The chain whose map is shown.
    fn mapped_chain(&self) -> Option<usize> {
        let is_wanted = self.view.swing_map && self.ik_on && !self.is_mapping && !self.playback.playing;
        self.selection.chain().filter(|_| is_wanted)
    }

    /// Keeps the map in step, off the drawing's path.
    fn follow_swing_map(&mut self) {
        let asked = self.mapped_chain().zip(self.stage.as_ref());
        let question =
            asked.and_then(|(chain, stage)| Some((stage.swing_question(&self.document, chain)?, stage.bound()?)));
        match question {
            Some((question, bound)) => self.swing_map.follow(question, bound),
            None => self.swing_map.clear(),
        }
    }

    /// The chain that [`super::Command::AddChain`] would add: with one bone selected two bones over its tip, with two the whole
    /// way between them.
    pub fn proposed_chain(&self) -> Result<Chain, &'static str> {
        let stage = self.stage.as_ref().ok_or("Open a model")?;
        let (skeleton, map) = (stage.skeleton(), stage.map());
        let bones: Vec<JointId> = self.selection.bones().collect();
        match bones[..] {
            [tip] => marking::propose_chain(skeleton, map, tip),
            [a, b] if skeleton.is_within(a, b) => marking::propose_fabrik(skeleton, map, b, a),
            [a, b] => marking::propose_fabrik(skeleton, map, a, b),
            _ => Err("Select the tip of the chain, or its root and its tip"),
        }
    }

    /// The chain whose goal is selected and in the document.
    pub fn selected_goal(&self) -> Option<usize> {
        let chain = self.selection.chain()?;
        self.document.goal(chain).map(|_| chain)
    }

    /// Whether [`super::Command::Delete`] has something to delete.
    pub fn can_delete(&self) -> bool {
        match self.selection.primary() {
            Some(Item::Chain(_) | Item::Limit(_) | Item::LookAt | Item::Grounding | Item::Prop | Item::Piece(_)) => {
                true
            }
            Some(Item::Goal(_)) => self.selected_goal().is_some(),
            Some(Item::LookTarget) => self.document.look_target().is_some(),
            Some(Item::Contact { .. }) => self.without_contact().is_some(),
            _ => false,
        }
    }

    /// What the desktop is asked to do, once each.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The model's file name, to suggest a name for its rig.
    fn model_path(&self) -> Option<&Path> {
        self.stage.as_ref().and_then(Stage::model_path)
    }
}
