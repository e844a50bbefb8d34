use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use surefoot::ground::{GroundScene, GroundShape};
use surefoot::rig::{EditorNotes, Rig};

use super::super::{
    Answer, CameraRequest, Document, Edit, LeftOver, LoadedModel, Message, Next, PathPurpose, Playback, Prompt,
    Request, SceneClock, Severity, Stage, Trouble, auto_rig,
};
use super::scenes::{name_meshes_from, name_meshes_within};
use super::{Loading, Session};

/// What the background thread read.
#[derive(Debug, Default)]
pub struct Opened {
    pub model: Option<LoadedModel>,
    /// With the path it was read from and what was doubtful about it.
    pub rig: Option<(PathBuf, Rig, Vec<String>)>,
    /// The rig that is open stays, on the new model.
    pub keeps_rig: bool,
    /// The file of a scene to stand on once the rest has its place.
    pub scene: Option<PathBuf>,
    /// What a crash left, and where it belongs.
    pub recovered: Option<(Rig, Option<PathBuf>)>,
}

impl Session {
    const RECENT: usize = 10;

    /// Goes on at once, or after a question where something is not saved.
    pub(super) fn guard(&mut self, next: Next) {
        self.document.history.commit_gesture();
        if self.document.is_dirty() {
            self.prompt = Some(Prompt::Unsaved(next));
        } else {
            self.go_on(next);
        }
    }

    fn go_on(&mut self, next: Next) {
        match next {
            Next::New => self.new_rig(),
            Next::OpenBundled => self.load_bundled(),
            Next::OpenModel => self.pick(PathPurpose::OpenModel, None),
            Next::OpenRig => self.pick(PathPurpose::OpenRig, None),
            Next::OpenPaths(paths) => self.load(paths),
            Next::TakeOver => {
                if let Some(opened) = self.arrived.take() {
                    self.take_over(*opened);
                }
            }
            Next::Quit => self.requests.push(Request::Quit),
        }
    }

    pub(super) fn pick(&mut self, purpose: PathPurpose, suggestion: Option<PathBuf>) {
        self.requests.push(Request::PickPath { purpose, suggestion });
    }

    /// There is no file dialog: ask for a typed path.
    pub fn ask_for_path(&mut self, purpose: PathPurpose, suggestion: Option<PathBuf>) {
        self.prompt = Some(Prompt::TypePath { purpose, suggestion });
    }

    pub fn ask_to_recover(&mut self, left_over: LeftOver) {
        self.prompt = Some(Prompt::Recover(left_over));
    }

    pub(super) fn open_paths(&mut self, paths: Vec<PathBuf>) {
        if paths.is_empty() {
            return;
        }
        self.guard(Next::OpenPaths(paths));
    }

    pub fn load_bundled(&mut self) {
        self.animations_to_add.clear();
        self.begin_loading("the bundled character".into());
        self.requests.push(Request::LoadBundled);
    }

    fn load(&mut self, paths: Vec<PathBuf>) {
        let name = paths.first().map(|path| file_name(path)).unwrap_or_default();
        self.animations_to_add.clear();
        self.begin_loading(name);
        self.requests.push(Request::Load { paths });
    }

    pub(super) fn begin_loading(&mut self, name: String) {
        let rig = Arc::clone(self.document.rig());
        self.loading = Some(Loading { name, step: "Reading".into(), progress: None, rig });
    }

    pub fn set_loading_step(&mut self, step: String, progress: Option<f32>) {
        if let Some(loading) = &mut self.loading {
            (loading.step, loading.progress) = (step, progress);
        }
    }

    pub(super) fn cancel_loading(&mut self) {
        self.animations_to_add.clear();
        if self.loading.take().is_some() {
            self.requests.push(Request::CancelLoad);
        }
    }

    /// What was read has come. Where the document was changed meanwhile, and would be replaced, that is asked about first.
    pub fn opened(&mut self, opened: Opened) {
        if !self.animations_to_add.is_empty() {
            self.loading = None;
            self.take_animations(opened.model);
            return;
        }
        self.document.history.commit_gesture();
        let loading = self.loading.take();
        let is_changed = loading.is_some_and(|loading| loading.rig != *self.document.rig());
        if is_changed && self.document.is_dirty() && !opened.keeps_rig {
            self.arrived = Some(Box::new(opened));
            self.prompt = Some(Prompt::Unsaved(Next::TakeOver));
        } else {
            self.take_over(opened);
        }
    }

    /// What was open is replaced only here, so a file that can't be read leaves it alone.
    fn take_over(&mut self, opened: Opened) {
        if let Some(path) = opened.model.as_ref().and_then(|model| model.path.clone()) {
            self.remember(path);
        }
        let model_is_new = opened.model.is_some();
        let rig_is_new = opened.rig.is_some() || opened.recovered.is_some();
        self.changed_on_disk.clear();
        if let Some(model) = opened.model {
            let before = self.stage.replace(Stage::new(model)).filter(|_| opened.keeps_rig);
            if let (Some(stage), Some(before)) = (&mut self.stage, before) {
                stage.keep_added_clips(before);
            }
            self.playback = Playback::default();
            self.report.forget();
            self.drop_other();
            self.map_preview = false;
        }
        if let Some((rig, path)) = opened.recovered {
            self.document = Document::new(rig, path);
            self.document.history.forget_saved();
            self.tell("Brought back the unsaved changes".into());
        } else if let Some((path, rig, doubts)) = opened.rig {
            self.remember(path.clone());
            let mut rig = rig;
            if let Some(scene) = rig.editor.as_mut().and_then(|notes| notes.scene.as_mut()) {
                name_meshes_from(scene, path.parent());
            }
            self.document = Document::new(rig, Some(path));
            for doubt in doubts {
                self.message(Severity::Warning, Trouble::new(doubt));
            }
        } else if model_is_new && !opened.keeps_rig {
            self.rig_automatically();
        }
        if rig_is_new || !opened.keeps_rig {
            (self.scene_path, self.scene_clock) = (None, SceneClock::default());
        }
        self.ask_for_meshes();
        self.selection.set([]);
        self.hover = None;
        self.rebind();
        if let Some(stage) = &self.stage
            && let Some(rig) = auto_rig::refit(stage, self.document.rig())
        {
            let label = format!("Fit the rig to {}", stage.character().name);
            self.edit(label.clone(), Edit::Rig(Box::new(rig)));
            self.tell(label);
        }
        if model_is_new || rig_is_new {
            self.choose_clip();
        }
        if model_is_new && !opened.keeps_rig {
            self.ask_camera(CameraRequest::FrameAll);
        }
        if let Some(path) = opened.scene.or(self.scene_to_open.take()) {
            self.open_scene(path);
        }
    }

    /// Says why something failed; what was open stays open.
    pub fn failed(&mut self, trouble: Trouble) {
        self.loading = None;
        (self.after_save, self.arrived) = (None, None);
        if let Some(path) = self.scene_to_open.take() {
            self.open_scene(path);
        }
        let failed = !self.animations_to_add.is_empty();
        self.animations_to_add.drain(..usize::from(failed));
        self.message(Severity::Error, trouble);
        self.add_next_animations();
    }

    fn new_rig(&mut self) {
        self.document = Document::new(self.empty_rig(), None);
        self.selection.set([]);
        self.rebind();
    }

    /// A first rig that can be undone: the automatic part is a step of its own.
    fn rig_automatically(&mut self) {
        self.document = Document::new(self.empty_rig(), None);
        self.rebind();
        let Some(stage) = &self.stage else { return };
        let rig = Rig { editor: self.document.rig().editor.clone(), ..auto_rig::biped(stage, stage.detection()) };
        self.document.history.push("Apply the biped preset".into(), rig);
        // Nothing a person did would be lost yet.
        self.document.history.mark_saved();
    }

    fn empty_rig(&self) -> Rig {
        let model = self.model_path().map(|path| path.to_string_lossy().into_owned());
        let ground = GroundScene { shape: GroundShape::Slope { angle_deg: 12.0 }, ..GroundScene::default() };
        Rig { editor: Some(EditorNotes { model, ground, ..EditorNotes::default() }), ..Rig::default() }
    }

    fn choose_clip(&mut self) {
        let Some(stage) = &self.stage else { return };
        let wanted = self.document.notes().and_then(|notes| notes.clip.clone());
        let clip = wanted.and_then(|name| stage.character().clips.iter().position(|clip| clip.name == name));
        self.apply(super::super::Action::Playback(super::super::PlaybackAction::Clip(clip)));
    }

    pub(super) fn save(&mut self) {
        match self.document.path.clone() {
            Some(path) => self.save_to(path),
            None => self.save_as(),
        }
    }

    pub(super) fn save_as(&mut self) {
        let suggestion = self.document.path.clone().or_else(|| Some(self.model_path()?.with_extension("rig.ron")));
        self.pick(PathPurpose::SaveRig, suggestion);
    }

    pub(super) fn save_to(&mut self, path: PathBuf) {
        self.document.history.commit_gesture();
        let path = if path.extension().is_some() { path } else { path.with_extension("ron") };
        let text = self.rig_to_save(path.parent()).to_ron();
        self.requests.push(Request::Write { path, text });
    }

    /// The rig as it goes into a file in `folder`.
    fn rig_to_save(&self, folder: Option<&Path>) -> Rig {
        let mut rig = Rig::clone(self.document.rig());
        let clip = self.playback.clip.zip(self.stage.as_ref());
        let clip = clip.and_then(|(index, stage)| Some(stage.character().clips.get(index)?.name.clone()));
        let model = self.model_path().map(|model| match folder.filter(|folder| folder.is_absolute()) {
            Some(folder) => relative_to(model, folder),
            None => with_slashes(model),
        });
        if clip.is_some() || model.is_some() || rig.editor.is_some() {
            let notes = rig.editor.get_or_insert_default();
            (notes.clip, notes.model) = (clip, model);
            if let Some(scene) = &mut notes.scene {
                name_meshes_within(scene, folder);
            }
        }
        rig
    }

    /// The file is on disk.
    pub fn saved(&mut self, path: PathBuf) {
        self.document.history.mark_saved();
        self.keep_mine(&path);
        self.tell(format!("Saved {}", file_name(&path)));
        self.remember(path.clone());
        self.document.path = Some(path);
        if let Some(next) = self.after_save.take() {
            self.go_on(next);
        }
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        let Some(prompt) = self.prompt.take() else { return };
        match (prompt, answer) {
            (Prompt::Unsaved(next), Answer::Save) => {
                self.after_save = Some(next);
                self.save();
            }
            (Prompt::Unsaved(next), Answer::Discard) => self.go_on(next),
            (Prompt::TypePath { purpose, .. }, Answer::Path(path)) => self.path_chosen(purpose, path),
            (Prompt::Recover(_), Answer::Recover) => self.requests.push(Request::Recover),
            (Prompt::Recover(_), Answer::Discard) => self.requests.push(Request::DiscardRecovery),
            _ => (self.after_save, self.arrived) = (None, None),
        }
    }

    /// A path was chosen in a file dialog.
    pub fn path_chosen(&mut self, purpose: PathPurpose, path: PathBuf) {
        match purpose {
            PathPurpose::SaveRig => self.save_to(path),
            PathPurpose::OpenModel | PathPurpose::OpenRig => self.load(vec![path]),
            PathPurpose::OpenAnimations => self.add_animations(vec![path]),
            PathPurpose::OpenScene => self.open_scene(path),
            PathPurpose::OpenOther => self.requests.push(Request::ReadOther { path }),
            PathPurpose::SaveScene => self.save_scene_to(path),
        }
    }

    /// The file dialog was closed without a choice.
    pub fn pick_cancelled(&mut self) {
        (self.after_save, self.arrived) = (None, None);
    }

    pub fn tell(&mut self, text: String) {
        self.message(Severity::Info, Trouble::new(text));
    }

    pub fn message(&mut self, severity: Severity, trouble: Trouble) {
        let Trouble { text, cause, fix } = trouble;
        // What was said last is in the status bar; two of the same would only push others away.
        self.messages.retain(|message| message.text != text || message.severity != severity);
        self.messages.push(Message { id: self.next_message, severity, text, cause, fix, age: 0.0 });
        self.next_message += 1;
    }

    fn remember(&mut self, path: PathBuf) {
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::RECENT);
    }
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// `path` as seen from `folder`, with `/` between its parts; as it is where they have no root in common.
pub(super) fn relative_to(path: &Path, folder: &Path) -> String {
    let path_parts: Vec<Component> = path.components().collect();
    let folder_parts: Vec<Component> = folder.components().collect();
    let common = path_parts.iter().zip(&folder_parts).take_while(|(a, b)| a == b).count();
    // Only the root in common: an absolute path survives a move of the rig better.
    if !path.is_absolute() || common < 2 {
        return with_slashes(path);
    }
    let up = std::iter::repeat_n("..".to_owned(), folder_parts.len() - common);
    let down = path_parts[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_named_from_the_rigs_folder() {
        let relative = |path: &str, folder: &str| relative_to(Path::new(path), Path::new(folder));
        assert_eq!(relative("/home/a/models/hero.glb", "/home/a/rigs"), "../models/hero.glb");
        assert_eq!(relative("/home/a/hero.glb", "/home/a"), "hero.glb");
        assert_eq!(relative("/mnt/hero.glb", "/home/a"), "/mnt/hero.glb");
        assert_eq!(relative("hero.glb", "/home/a"), "hero.glb");
    }
}
