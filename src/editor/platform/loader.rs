//! Reads models and rigs off the thread that draws.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use surefoot::character::Character;
use surefoot::rig::Rig;

use super::recovery::Recovered;
use crate::editor::core::{LoadedModel, Opened, Trouble};

/// What to load.
#[derive(Clone, Debug)]
pub enum Source {
    /// A model, a rig, or both. A rig that names `current_model` does not have it read again.
    Paths {
        paths: Vec<PathBuf>,
        current_model: Option<PathBuf>,
    },
    Bundled,
    /// A model that has changed on disk, under the rig that is open.
    Reload {
        model: PathBuf,
    },
    /// What a crash left, with its model.
    Recovered(Recovered),
}

/// What a load says on its way.
pub enum Progress {
    /// What is being done, and how far it is, 0..=1.
    Step(String, Option<f32>),
    Done(Result<Box<Opened>, Trouble>),
}

/// A load under way, or none.
#[derive(Default)]
pub struct Loader {
    running: Option<Running>,
}

struct Running {
    progress: Receiver<Progress>,
    cancelled: Arc<AtomicBool>,
}

impl Loader {
    /// Starts to read a model, a rig, or both; a load under way is given up. `current_model` is what is open now: a rig that
    /// names it does not have it read again. `wake` is called whenever there is news.
    pub fn start(&mut self, source: Source, wake: impl Fn() + Send + 'static) {
        self.cancel();
        let (sender, progress) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job { sender, cancelled: cancelled.clone(), wake: Box::new(wake) };
        let spawned = std::thread::Builder::new().name("loading".into()).spawn(move || {
            let result = job.load(source);
            job.say(Progress::Done(result.map(Box::new)));
        });
        match spawned {
            Ok(_) => self.running = Some(Running { progress, cancelled }),
            Err(error) => log::error!("no thread to load with: {error}"),
        }
    }

    /// The thread ends at its next step and its result is dropped.
    pub fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// The next piece of news.
    pub fn poll(&mut self) -> Option<Progress> {
        let running = self.running.as_ref()?;
        let news =
            match running.progress.try_recv() {
                Ok(news) => news,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Progress::Done(Err(Trouble::new("Reading the file broke off")
                    .cause("the thread that read it met a fault of the program"))),
            };
        if matches!(news, Progress::Done(_)) {
            self.running = None;
        }
        Some(news)
    }
}

struct Job {
    sender: Sender<Progress>,
    cancelled: Arc<AtomicBool>,
    wake: Box<dyn Fn() + Send>,
}

impl Job {
    fn say(&self, progress: Progress) {
        // Nobody listens any more once the load was cancelled.
        let _ = self.sender.send(progress);
        (self.wake)();
    }

    fn step(&self, step: &str, progress: f32) -> Result<(), Trouble> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Trouble::new("Loading was cancelled"));
        }
        self.say(Progress::Step(step.into(), Some(progress)));
        Ok(())
    }

    fn load(&self, source: Source) -> Result<Opened, Trouble> {
        match source {
            Source::Paths { paths, current_model } => self.load_paths(&paths, current_model.as_deref()),
            Source::Bundled => {
                self.step("Reading the model", 0.1)?;
                Ok(Opened { model: Some(LoadedModel::new(None, bundled()?)), ..Opened::default() })
            }
            Source::Reload { model } => {
                self.step("Reading the model", 0.1)?;
                let character = read_character(&model)?;
                let model = LoadedModel::new(Some(model), character);
                Ok(Opened { model: Some(model), keeps_rig: true, ..Opened::default() })
            }
            Source::Recovered(recovered) => self.load_recovered(recovered),
        }
    }

    fn load_recovered(&self, recovered: Recovered) -> Result<Opened, Trouble> {
        let reading = Rig::from_ron(&recovered.rig).map_err(|error| {
            Trouble::new("The unsaved changes of the last run can't be read").cause(error.to_string())
        })?;
        self.step("Reading the model", 0.1)?;
        let model = match recovered.model {
            Some(path) => LoadedModel::new(Some(path.clone()), read_character(&path)?),
            None => LoadedModel::new(None, bundled()?),
        };
        Ok(Opened { model: Some(model), recovered: Some((reading.rig, recovered.path)), ..Opened::default() })
    }

    fn load_paths(&self, paths: &[PathBuf], current_model: Option<&Path>) -> Result<Opened, Trouble> {
        let mut opened = Opened::default();
        let mut model_path = None;
        let mut rig_path = None;
        for path in paths {
            let slot = if is_rig(path) { &mut rig_path } else { &mut model_path };
            if let Some(first) = slot.replace(path.clone()) {
                return Err(Trouble::new(format!("Two files of one kind: {} and {}", first.display(), path.display()))
                    .fix("open one model and at most one rig at a time"));
            }
        }
        if let Some(path) = rig_path {
            self.step("Reading the rig", 0.05)?;
            let (rig, doubts) = read_rig(&path)?;
            if model_path.is_none() {
                model_path = model_of_rig(&path, rig.editor.as_ref().and_then(|notes| notes.model.as_deref()))
                    .filter(|model| current_model != Some(model.as_path()));
            }
            opened.rig = Some((path, rig, doubts));
        }
        if let Some(path) = model_path {
            self.step("Reading the model", 0.1)?;
            let character = read_character(&path)?;
            self.step("Finding the bones", 0.9)?;
            opened.model = Some(LoadedModel::new(Some(path), character));
        }
        Ok(opened)
    }
}

/// Rigs are told from models by their ending.
pub fn is_rig(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// The model a rig names, where it is on this machine.
fn model_of_rig(rig: &Path, model: Option<&str>) -> Option<PathBuf> {
    let model = rig.parent().unwrap_or(Path::new("")).join(model?);
    // Without `..` in it, so that it can be compared with what is open.
    model.is_file().then(|| std::fs::canonicalize(&model).unwrap_or(model))
}

fn read_rig(path: &Path) -> Result<(Rig, Vec<String>), Trouble> {
    let text = std::fs::read_to_string(path).map_err(|error| cannot_open(path, &error))?;
    let reading = Rig::from_ron(&text).map_err(|error| {
        Trouble::new(format!("{} is not a rig that can be read", path.display()))
            .cause(error.to_string())
            .fix("correct the places named above in a text editor, or open another file")
    })?;
    let doubts = reading.warnings.iter().map(|warning| format!("{}: {warning}", path.display())).collect();
    Ok((reading.rig, doubts))
}

/// Whether a character comes with this build.
pub const HAS_BUNDLED: bool = true;

fn bundled() -> Result<Character, Trouble> {
    let bytes = include_bytes!("../../../assets/mannequin.glb");
    let nothing_beside = |uri: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, uri.to_owned()));
    Character::from_bytes("mannequin", bytes, &nothing_beside).map_err(|error| {
        Trouble::new("The bundled character can't be read").cause(error.to_string()).fix("install Surefoot again")
    })
}

fn read_character(path: &Path) -> Result<Character, Trouble> {
    Character::read(path).map_err(|error| {
        Trouble::new(format!("{} can't be opened", path.display()))
            .cause(error.fault.to_string())
            .fix(error.fault.advice().trim_end_matches('.'))
    })
}

fn cannot_open(path: &Path, error: &std::io::Error) -> Trouble {
    let fix = match error.kind() {
        std::io::ErrorKind::NotFound => "check the path; the file may have been moved or renamed",
        std::io::ErrorKind::PermissionDenied => "allow your user to read the file, or copy it to a folder of yours",
        std::io::ErrorKind::InvalidData => "this file holds no text; choose a rig that Surefoot saved",
        _ => "check the path and the disk",
    };
    Trouble::new(format!("{} can't be opened", path.display())).cause(error.to_string()).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(paths: &[PathBuf]) -> Result<Opened, Trouble> {
        let mut loader = Loader::default();
        loader.start(Source::Paths { paths: paths.to_vec(), current_model: None }, || {});
        loop {
            match loader.poll() {
                Some(Progress::Done(result)) => return result.map(|opened| *opened),
                Some(Progress::Step(..)) => {}
                None => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let missing = load(&[folder.path().join("missing.ron")]).unwrap_err();
        assert!(missing.text.contains("missing.ron") && missing.fix.is_some(), "{missing:?}");
        let broken = folder.path().join("broken.ron");
        std::fs::write(&broken, "(format_version: 1,\n chains: 7)").unwrap();
        let trouble = load(&[broken]).unwrap_err();
        assert!(trouble.cause.is_some() && trouble.fix.is_some(), "{trouble:?}");
        let two = load(&["a.ron".into(), "b.ron".into()]).unwrap_err();
        assert!(two.text.contains("Two files"), "{two:?}");
    }

    #[test]
    fn a_cancelled_load_says_nothing_more() {
        let mut loader = Loader::default();
        loader.start(Source::Bundled, || {});
        loader.cancel();
        assert!(loader.poll().is_none());
    }
}
