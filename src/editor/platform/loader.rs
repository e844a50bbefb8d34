//! Reads models and rigs off the thread that draws.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use surefoot::character::{Character, ReadFault, ReadStep};
use surefoot::humanoid::Names;
use surefoot::rig::Rig;

use super::peek::is_scene;
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
    /// What is being done, and how far it is, 0..=1 and never less than before.
    Step(String, Option<f32>),
    Done(Result<Box<Opened>, Trouble>),
}

/// A load under way, or none.
pub struct Loader {
    /// What bones may be called.
    names: Arc<Names>,
    running: Option<Running>,
}

struct Running {
    progress: Receiver<Progress>,
    cancelled: Arc<AtomicBool>,
}

impl Loader {
    /// One that finds bones by `names`.
    pub fn new(names: Names) -> Self {
        Self { names: Arc::new(names), running: None }
    }

    /// Starts to read a model, a rig, or both; a load under way is given up. `current_model` is what is open now: a rig that
    /// names it does not have it read again. `wake` is called whenever there is news.
    pub fn start(&mut self, source: Source, wake: impl Fn() + Send + 'static) {
        self.cancel();
        let (sender, progress) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job { names: self.names.clone(), sender, cancelled: cancelled.clone(), wake: Box::new(wake) };
        let spawned = std::thread::Builder::new().name("loading".into()).spawn(move || {
            let result = job.load(source);
            job.say(Progress::Done(result.map(Box::new)));
        });
        match spawned {
            Ok(_) => self.running = Some(Running { progress, cancelled }),
            Err(error) => log::error!("no thread to load with: {error}"),
        }
    }

    /// The thread ends at its next look, inside a large mesh or image too, and its result is dropped.
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

/// How far a load is once the model is read; what is left is to find the bones.
const MODEL_READ: f32 = 0.95;
/// News of less than this would only redraw the window.
const WORTH_TELLING: f32 = 0.005;

struct Job {
    names: Arc<Names>,
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
            return Err(cancelled());
        }
        self.say(Progress::Step(step.into(), Some(progress)));
        Ok(())
    }

    fn load(&self, source: Source) -> Result<Opened, Trouble> {
        match source {
            Source::Paths { paths, current_model } => self.load_paths(&paths, current_model.as_deref()),
            Source::Bundled => {
                self.step("Reading the model", 0.0)?;
                Ok(Opened { model: Some(self.model(None, bundled()?)?), ..Opened::default() })
            }
            Source::Reload { model } => {
                let character = self.read(&model)?;
                let model = self.model(Some(model), character)?;
                Ok(Opened { model: Some(model), keeps_rig: true, ..Opened::default() })
            }
            Source::Recovered(recovered) => self.load_recovered(recovered),
        }
    }

    fn load_recovered(&self, recovered: Recovered) -> Result<Opened, Trouble> {
        let reading = Rig::from_ron(&recovered.rig).map_err(|error| {
            Trouble::new("The unsaved changes of the last run can't be read").cause(error.to_string())
        })?;
        let character = match &recovered.model {
            Some(path) => self.read(path)?,
            None => bundled()?,
        };
        let model = self.model(recovered.model, character)?;
        Ok(Opened { model: Some(model), recovered: Some((reading.rig, recovered.path)), ..Opened::default() })
    }

    fn load_paths(&self, paths: &[PathBuf], current_model: Option<&Path>) -> Result<Opened, Trouble> {
        let mut opened = Opened::default();
        let mut model_path = None;
        let mut rig_path = None;
        for path in paths {
            let slot = match is_rig(path) {
                true if is_scene(path) => &mut opened.scene,
                true => &mut rig_path,
                false => &mut model_path,
            };
            if let Some(first) = slot.replace(path.clone()) {
                return Err(Trouble::new(format!("Two files of one kind: {} and {}", first.display(), path.display()))
                    .fix("open one model, and at most one rig and one scene, at a time"));
            }
        }
        if let Some(path) = rig_path {
            self.step("Reading the rig", 0.0)?;
            let (rig, doubts) = read_rig(&path)?;
            if model_path.is_none() {
                model_path = model_of_rig(&path, rig.editor.as_ref().and_then(|notes| notes.model.as_deref()))
                    .filter(|model| current_model != Some(model.as_path()));
            }
            opened.rig = Some((path, rig, doubts));
        }
        if let Some(path) = model_path {
            let character = self.read(&path)?;
            opened.model = Some(self.model(Some(path), character)?);
        }
        Ok(opened)
    }

    /// Reads a character, telling on the way what is read and how far it is.
    fn read(&self, path: &Path) -> Result<Character, Trouble> {
        let told: Cell<Option<(ReadStep, f32)>> = Cell::new(None);
        let watch = |step: ReadStep, share: f32| {
            if self.cancelled.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let share = share * MODEL_READ;
            if told.get().is_none_or(|(before, told)| step != before || share > told + WORTH_TELLING) {
                told.set(Some((step, share)));
                self.say(Progress::Step(words(step).into(), Some(share)));
            }
            ControlFlow::Continue(())
        };
        Character::read_watched(path, &watch).map_err(|error| match error.fault {
            ReadFault::Cancelled => cancelled(),
            fault => Trouble::new(format!("{} can't be opened", path.display()))
                .cause(fault.to_string())
                .fix(fault.advice().trim_end_matches('.')),
        })
    }

    fn model(&self, path: Option<PathBuf>, character: Character) -> Result<LoadedModel, Trouble> {
        self.step("Finding the bones", MODEL_READ)?;
        Ok(LoadedModel::new(path, character, &self.names))
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

/// A rig without errors, and what is doubtful about it.
pub fn read_rig(path: &Path) -> Result<(Rig, Vec<String>), Trouble> {
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

fn words(step: ReadStep) -> &'static str {
    match step {
        ReadStep::File => "Reading the file",
        ReadStep::Meshes => "Reading meshes",
        ReadStep::Images => "Reading textures",
        ReadStep::Clips => "Reading clips",
    }
}

/// Nobody is told of it: what asked for the load has given it up.
fn cancelled() -> Trouble {
    Trouble::new("Loading was cancelled")
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
        let mut loader = Loader::new(Names::built_in().clone());
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

    /// A file with a texture that takes a while: 16 megapixels of noise, with nothing to show it on but a triangle.
    fn slow_file(folder: &Path) -> PathBuf {
        let mut dice = 1_u32;
        let pixels = image::RgbImage::from_fn(4096, 4096, |_, _| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [_, r, g, b] = dice.to_le_bytes();
            image::Rgb([r, g, b])
        });
        pixels.save(folder.join("skin.png")).unwrap();
        let corners: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
        std::fs::write(folder.join("corners.bin"), corners).unwrap();
        let json = r#"{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "buffers": [{"byteLength": 36, "uri": "corners.bin"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
            "textures": [{"source": 0}], "images": [{"uri": "skin.png"}]}"#;
        let path = folder.join("slow.gltf");
        std::fs::write(&path, json).unwrap();
        path
    }

    #[test]
    fn a_load_tells_its_steps_in_order_and_its_share_rises() {
        let folder = tempfile::tempdir().unwrap();
        let mut loader = Loader::new(Names::built_in().clone());
        let paths = vec![slow_file(folder.path())];
        loader.start(Source::Paths { paths, current_model: None }, || {});
        let mut told: Vec<(String, f32)> = Vec::new();
        let opened = loop {
            match loader.poll() {
                Some(Progress::Done(result)) => break result.unwrap(),
                Some(Progress::Step(step, share)) => told.push((step, share.unwrap())),
                None => std::thread::yield_now(),
            }
        };
        assert_eq!(opened.model.unwrap().character.images.len(), 1);
        assert!(told.is_sorted_by(|one, next| one.1 <= next.1), "{told:?}");
        let mut steps: Vec<&str> = told.iter().map(|(step, _)| step.as_str()).collect();
        let textures = steps.iter().filter(|step| **step == "Reading textures").count();
        assert!(textures > 20, "the bar moves within one texture: {told:?}");
        steps.dedup();
        let wanted = ["Reading the file", "Reading meshes", "Reading textures", "Reading clips", "Finding the bones"];
        assert_eq!(steps, wanted);
    }

    #[test]
    fn cancel_ends_the_thread_inside_a_texture() {
        let folder = tempfile::tempdir().unwrap();
        let mut loader = Loader::new(Names::built_in().clone());
        let alive = Arc::new(());
        let held = Arc::downgrade(&alive);
        let wake = move || drop(Arc::clone(&alive));
        loader.start(Source::Paths { paths: vec![slow_file(folder.path())], current_model: None }, wake);
        let mut shares = 0;
        while shares < 3 {
            match loader.poll() {
                Some(Progress::Step(step, _)) => shares += usize::from(step == "Reading textures"),
                Some(Progress::Done(_)) => panic!("it was to be cancelled in the midst of the texture"),
                None => std::thread::yield_now(),
            }
        }
        loader.cancel();
        assert!(loader.poll().is_none());
        // The thread drops its waker when it ends. A machine under load may take longer than the tenth of a second that
        // is asked for, but not as long as the rest of the picture.
        let start = std::time::Instant::now();
        while held.strong_count() > 0 {
            assert!(start.elapsed().as_secs_f32() < 5.0, "the thread goes on");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        println!("the thread ended after {:?}", start.elapsed());
    }

    #[test]
    fn a_cancelled_load_says_nothing_more() {
        let mut loader = Loader::new(Names::built_in().clone());
        loader.start(Source::Bundled, || {});
        loader.cancel();
        assert!(loader.poll().is_none());
    }
}
