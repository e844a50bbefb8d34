//! Carries out what the session asks of the desktop, and hands it what comes back.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use eframe::egui;
use surefoot::humanoid::Names;

use crate::cli::scenes;
use crate::editor::core::{Action, Request, Session, Trouble};
use crate::editor::platform::atomic;
use crate::editor::platform::dialogs::{DialogEnd, Dialogs};
use crate::editor::platform::folders::Folders;
use crate::editor::platform::loader::{Loader, Progress, Source, read_rig};
use crate::editor::platform::mesh_reader::{MeshReader, trouble_of};
use crate::editor::platform::peek::{holds_only_animations, is_scene};
use crate::editor::platform::recovery::{Recovered, Recovery, Unsaved};
use crate::editor::platform::settings::Settings;
use crate::editor::platform::watch::Watch;

/// The desktop as the window uses it.
pub struct Desktop {
    folders: Option<Folders>,
    settings: Settings,
    recovery: Option<Recovery>,
    left_over: Option<(PathBuf, Recovered)>,
    loader: Loader,
    dialogs: Dialogs,
    meshes: MeshReader,
    watch: Watch,
    wants_to_quit: bool,
}

impl Desktop {
    /// Without folders nothing is remembered and nothing can be recovered. Bones are found by `names`.
    pub fn new(folders: Option<Folders>, settings: Settings, names: Names, typed_paths: bool) -> Self {
        let recovery = folders.as_ref().and_then(|folders| match Recovery::start(&folders.data) {
            Ok(recovery) => Some(recovery),
            Err(error) => {
                log::warn!("no recovery after a crash: {} can't be used: {error}", folders.data.display());
                None
            }
        });
        let left_over = folders.as_ref().and_then(|folders| Recovery::left_over(&folders.data).into_iter().next());
        Self {
            folders,
            settings,
            recovery,
            left_over,
            loader: Loader::new(names),
            dialogs: Dialogs::new(typed_paths),
            meshes: MeshReader::default(),
            watch: Watch::default(),
            wants_to_quit: false,
        }
    }

    /// From here on a panic leaves what is unsaved behind.
    pub fn write_on_panic(&self) {
        if let Some(recovery) = &self.recovery {
            recovery.write_on_panic();
        }
    }

    /// Offers what the last run did not save.
    pub fn offer_recovery(&self, session: &mut Session) {
        if let Some((_, recovered)) = &self.left_over {
            session.ask_to_recover(recovered.describe(SystemTime::now()));
        }
    }

    /// Lets the window close without asking.
    pub fn quit(&mut self) {
        self.wants_to_quit = true;
    }

    /// The session has nothing against closing the window.
    pub fn wants_to_quit(&self) -> bool {
        self.wants_to_quit
    }

    /// Takes in what threads have to say, carries out requests, and keeps unsaved work safe.
    pub fn update(&mut self, session: &mut Session, ctx: &egui::Context) {
        while let Some(progress) = self.loader.poll() {
            match progress {
                Progress::Step(step, share) => session.set_loading_step(step, share),
                Progress::Done(Ok(opened)) => {
                    if opened.recovered.is_some() {
                        self.forget_left_over();
                    }
                    session.opened(*opened);
                    self.watch.forget();
                }
                Progress::Done(Err(trouble)) => session.failed(trouble),
            }
        }
        while let Some((file, mesh)) = self.meshes.poll() {
            session.scene_mesh_read(file, mesh);
        }
        match self.dialogs.poll() {
            Some(DialogEnd::Chosen { purpose, path }) => session.path_chosen(purpose, path),
            Some(DialogEnd::Missing { purpose, suggestion }) => session.ask_for_path(purpose, suggestion),
            Some(DialogEnd::Cancelled) => session.pick_cancelled(),
            None => {}
        }
        for request in session.take_requests() {
            self.carry_out(request, session, ctx);
        }
        self.keep_safe(session, ctx);
        self.watch_files(session, ctx);
    }

    /// Looks when the window gets the focus back: that is when a person may have been elsewhere.
    fn watch_files(&mut self, session: &mut Session, ctx: &egui::Context) {
        self.watch.set(session.watched());
        let is_back = |event: &egui::Event| matches!(event, egui::Event::WindowFocused(true));
        if ctx.input(|input| input.events.iter().any(is_back)) {
            for path in self.watch.changed() {
                session.note_change_on_disk(&path);
            }
        }
    }

    fn carry_out(&mut self, request: Request, session: &mut Session, ctx: &egui::Context) {
        let waker = || {
            let ctx = ctx.clone();
            move || ctx.request_repaint()
        };
        match request {
            Request::PickPath { purpose, suggestion } => self.dialogs.ask(purpose, suggestion, waker()),
            Request::Load { paths } => {
                let paths = paths.into_iter().map(|path| absolute(&path)).collect();
                let current_model = session.stage().and_then(|stage| stage.model_path()).map(Path::to_owned);
                self.loader.start(Source::Paths { paths, current_model }, waker());
            }
            Request::ReloadModel { path } => self.loader.start(Source::Reload { model: path }, waker()),
            Request::LoadBundled => self.loader.start(Source::Bundled, waker()),
            Request::CancelLoad => self.loader.cancel(),
            Request::Write { path, text } => {
                let path = absolute(&path);
                match atomic::write(&path, text.as_bytes()) {
                    Ok(()) => {
                        session.saved(path.clone());
                        self.watch.set(session.watched());
                        self.watch.refresh(&path);
                    }
                    Err(error) => session.failed(not_saved(&path, &error)),
                }
                // Saving may be what closing waited for.
                ctx.request_repaint();
            }
            Request::ReadScene { path } => {
                let path = absolute(&path);
                match scenes::read(&path) {
                    Ok((scene, doubts)) => {
                        let doubts = doubts.iter().map(|doubt| format!("{}:{doubt}", path.display())).collect();
                        session.scene_read(path, scene, doubts);
                    }
                    Err(error) => session.failed(trouble_of(&error)),
                }
                ctx.request_repaint();
            }
            Request::ReadOther { path } => {
                match read_rig(&path) {
                    Ok((rig, doubts)) => session.other_read(&path, rig, doubts),
                    Err(trouble) => session.failed(trouble),
                }
                ctx.request_repaint();
            }
            Request::ReadSceneMesh { file } => self.meshes.read(file, waker()),
            Request::WriteScene { path, text } => {
                let path = absolute(&path);
                match atomic::write(&path, text.as_bytes()) {
                    Ok(()) => session.scene_saved(path),
                    Err(error) => session.failed(not_saved(&path, &error)),
                }
                ctx.request_repaint();
            }
            Request::Recover => {
                if let Some((_, recovered)) = &self.left_over {
                    self.loader.start(Source::Recovered(recovered.clone()), waker());
                }
            }
            Request::DiscardRecovery => self.forget_left_over(),
            Request::Quit => {
                self.wants_to_quit = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    fn forget_left_over(&mut self) {
        if let Some((file, _)) = self.left_over.take() {
            Recovery::discard(&file);
        }
    }

    fn keep_safe(&mut self, session: &Session, ctx: &egui::Context) {
        let Some(recovery) = &mut self.recovery else { return };
        let document = session.document();
        let unsaved = document.is_dirty().then(|| Unsaved {
            rig: document.rig().clone(),
            path: document.path().map(Path::to_owned),
            model: session.stage().and_then(|stage| stage.model_path()).map(Path::to_owned),
        });
        let now = Instant::now();
        recovery.note(unsaved, now);
        if let Some(wait) = recovery.next_write(now) {
            ctx.request_repaint_after(wait);
        }
    }

    #[cfg(test)]
    pub fn write_recovery_now(&mut self) {
        if let Some(recovery) = &self.recovery {
            recovery.write_now();
        }
    }

    /// Writes settings down where they changed.
    pub fn remember(&mut self, session: &Session, zoom: f32) {
        let settings =
            Settings { view: *session.view_options(), recent: session.recent().to_vec(), zoom, ..Settings::default() };
        if settings == self.settings {
            return;
        }
        self.settings = settings;
        if let Some(folders) = &self.folders
            && let Err(error) = self.settings.save(&folders.config)
        {
            log::warn!("{error}");
        }
    }

    /// The window closes in good order.
    pub fn end(&mut self) {
        self.loader.cancel();
        if let Some(recovery) = self.recovery.take() {
            recovery.end();
        }
    }
}

/// Files that were dropped on the window, as an action.
pub fn dropped(ctx: &egui::Context, session: &Session) -> Option<Action> {
    let paths: Vec<PathBuf> =
        ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
    if paths.is_empty() {
        return None;
    }
    if let [path] = paths.as_slice()
        && is_scene(path)
    {
        return Some(Action::OpenScene(path.clone()));
    }
    let adds = session.stage().is_some() && paths.iter().all(|path| holds_only_animations(path));
    Some(if adds { Action::AddAnimations(paths) } else { Action::OpenPaths(paths) })
}

fn not_saved(path: &Path, error: &std::io::Error) -> Trouble {
    Trouble::new(format!("{} could not be saved", path.display()))
        .cause(error.to_string())
        .fix("check that the folder exists and can be written to, or save under another name")
}

fn absolute(path: &Path) -> PathBuf {
    // A path from a shell's habits: `~` is the home folder.
    let path = match (path.strip_prefix("~"), directories::BaseDirs::new()) {
        (Ok(rest), Some(folders)) => folders.home_dir().join(rest),
        _ => path.to_owned(),
    };
    std::path::absolute(&path).unwrap_or(path)
}
