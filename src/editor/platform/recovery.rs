//! What survives a crash: the unsaved rig, in a file of its own in the data folder.
//!
//! Each running window holds a lock on a file named for its process. A recovery file whose lock is free was left by a
//! window that did not end well.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use surefoot::rig::Rig;

use super::atomic;
use crate::editor::core::LeftOver;

/// Unsaved work as it lies on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recovered {
    /// Seconds since 1970.
    pub saved_at: u64,
    /// Where the rig was last saved.
    pub path: Option<PathBuf>,
    /// The model that was open.
    pub model: Option<PathBuf>,
    /// The rig as text.
    pub rig: String,
}

/// Writes unsaved work down from time to time, and when the program breaks.
pub struct Recovery {
    file: PathBuf,
    /// Held for as long as the program runs.
    _lock: File,
    lock_file: PathBuf,
    latest: Arc<Mutex<Option<Unsaved>>>,
    written: Option<Arc<Rig>>,
    written_at: Instant,
    changed_at: Option<Instant>,
}

/// A rig that is not in its file yet, with where it belongs.
#[derive(Clone, Debug)]
pub struct Unsaved {
    pub rig: Arc<Rig>,
    pub path: Option<PathBuf>,
    pub model: Option<PathBuf>,
}

impl Recovery {
    const EVERY: Duration = Duration::from_secs(60);
    /// An edit is written once nothing has changed for this long.
    const CALM: Duration = Duration::from_secs(5);

    /// # Errors
    /// When the folder can't be written to; the editor then runs without recovery.
    pub fn start(folder: &Path) -> std::io::Result<Self> {
        let folder = folder.join("recovery");
        fs::create_dir_all(&folder)?;
        let (file, lock_file, lock) = Self::take_a_place(&folder)?;
        Ok(Self {
            file,
            _lock: lock,
            lock_file,
            latest: Arc::default(),
            written: None,
            written_at: Instant::now(),
            changed_at: None,
        })
    }

    /// The first file named for this process that nobody uses and nobody left.
    fn take_a_place(folder: &Path) -> std::io::Result<(PathBuf, PathBuf, File)> {
        let id = std::process::id();
        for number in 0..100 {
            let file = folder.join(format!("{id}-{number}.ron"));
            let lock_file = file.with_extension("lock");
            let lock = File::create(&lock_file)?;
            if lock.try_lock().is_ok() && !file.exists() {
                return Ok((file, lock_file, lock));
            }
        }
        Err(std::io::ErrorKind::AlreadyExists.into())
    }

    /// Before a panic goes on, writes what is unsaved. Works where panics abort.
    pub fn write_on_panic(&self) {
        let (file, latest) = (self.file.clone(), self.latest.clone());
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // Where the lock is held the panic came from here, and waiting would hang.
            let unsaved = latest.try_lock().ok().and_then(|latest| latest.clone());
            if let Some(unsaved) = unsaved {
                match write(&file, &unsaved) {
                    Ok(()) => eprintln!("your unsaved rig is safe: it is offered when Surefoot starts again"),
                    Err(error) => eprintln!("the unsaved rig could not be kept: {error}"),
                }
            }
            usual(info);
        }));
    }

    /// What the panic hook does.
    #[cfg(test)]
    pub fn write_now(&self) {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(unsaved) = &*latest {
            write(&self.file, unsaved).unwrap();
        }
    }

    /// Told every frame what is unsaved; none where all is saved. Writes when it is time, and forgets what was saved.
    pub fn note(&mut self, unsaved: Option<Unsaved>, now: Instant) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let same = match (&*latest, &unsaved) {
            (Some(a), Some(b)) => Arc::ptr_eq(&a.rig, &b.rig) && a.path == b.path,
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.changed_at = Some(now);
        }
        latest.clone_from(&unsaved);
        drop(latest);
        let Some(unsaved) = unsaved else {
            if self.written.take().is_some() {
                remove(&self.file);
            }
            return;
        };
        if self.written.as_ref().is_some_and(|written| Arc::ptr_eq(written, &unsaved.rig)) {
            return;
        }
        let calm = self.changed_at.is_some_and(|changed| now.saturating_duration_since(changed) >= Self::CALM);
        if calm || now.saturating_duration_since(self.written_at) >= Self::EVERY {
            if let Err(error) = write(&self.file, &unsaved) {
                log::warn!("unsaved work could not be kept: {error}");
            }
            // Tried is as good as done: the next change or minute tries again.
            (self.written, self.written_at) = (Some(unsaved.rig), now);
        }
    }

    /// How long until [`Recovery::note`] has something to write.
    pub fn next_write(&self, now: Instant) -> Option<Duration> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let unsaved = latest.as_ref()?;
        if self.written.as_ref().is_some_and(|written| Arc::ptr_eq(written, &unsaved.rig)) {
            return None;
        }
        let calm = self.changed_at.map(|changed| (changed + Self::CALM).saturating_duration_since(now));
        let regular = (self.written_at + Self::EVERY).saturating_duration_since(now);
        Some(calm.map_or(regular, |calm| calm.min(regular)))
    }

    /// What windows that did not end well have left, latest first.
    pub fn left_over(folder: &Path) -> Vec<(PathBuf, Recovered)> {
        let files = || fs::read_dir(folder.join("recovery")).into_iter().flatten().flatten().map(|entry| entry.path());
        // A window that ended badly with nothing unsaved leaves its lock alone.
        files()
            .filter(|file| file.extension().is_some_and(|extension| extension == "lock"))
            .filter(|lock| !lock.with_extension("ron").exists() && is_abandoned(lock))
            .for_each(|lock| remove(&lock));
        let mut found: Vec<(PathBuf, Recovered)> = files()
            .filter(|file| file.extension().is_some_and(|extension| extension == "ron") && is_abandoned(file))
            .filter_map(|file| Some((file.clone(), ron::from_str(&fs::read_to_string(&file).ok()?).ok()?)))
            .collect();
        found.sort_by_key(|(_, recovered)| std::cmp::Reverse(recovered.saved_at));
        found
    }

    /// Removes a file of [`Recovery::left_over`].
    pub fn discard(file: &Path) {
        remove(file);
        remove(&file.with_extension("lock"));
    }

    /// The program ends well: nothing is left behind.
    pub fn end(self) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        remove(&self.file);
        remove(&self.lock_file);
    }
}

impl Recovered {
    /// For the question whether to bring it back.
    pub fn describe(&self, now: SystemTime) -> LeftOver {
        let now = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let name = self.path.as_deref().and_then(Path::file_name);
        let name = name.map_or_else(|| "an unsaved rig".into(), |name| name.to_string_lossy().into_owned());
        LeftOver { name, age: age(now.saturating_sub(self.saved_at)) }
    }
}

fn age(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=89 => return "a moment ago".into(),
        90..=5399 => ((seconds + 30) / 60, "minute"),
        5400..=129_599 => ((seconds + 1800) / 3600, "hour"),
        _ => ((seconds + 43_200) / 86_400, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

fn write(file: &Path, unsaved: &Unsaved) -> Result<(), String> {
    let saved_at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let rig = unsaved.rig.to_ron();
    let recovered = Recovered { saved_at, path: unsaved.path.clone(), model: unsaved.model.clone(), rig };
    let text = ron::ser::to_string_pretty(&recovered, ron::ser::PrettyConfig::default()).map_err(|e| e.to_string())?;
    atomic::write(file, text.as_bytes()).map_err(|error| error.to_string())
}

/// No window holds its lock.
fn is_abandoned(file: &Path) -> bool {
    match File::open(file.with_extension("lock")) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

fn remove(file: &Path) {
    if let Err(error) = fs::remove_file(file)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        log::warn!("{} could not be removed: {error}", file.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsaved(name: &str) -> Unsaved {
        let rig = Arc::new(Rig { name: name.into(), ..Rig::default() });
        Unsaved { rig, path: Some("/home/a/hero.rig.ron".into()), model: None }
    }

    #[test]
    fn edits_are_written_once_calm_and_every_minute_in_a_storm() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::start(folder.path()).unwrap();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let exists = |recovery: &Recovery| recovery.file.exists();
        let first = unsaved("first");
        recovery.note(Some(first.clone()), at(0));
        recovery.note(Some(first.clone()), at(4));
        assert!(!exists(&recovery));
        recovery.note(Some(first.clone()), at(5));
        assert!(exists(&recovery));
        assert_eq!(recovery.next_write(at(6)), None);
        fs::remove_file(&recovery.file).unwrap();
        for second in 6..65 {
            recovery.note(Some(unsaved("storm")), at(second));
        }
        assert!(!exists(&recovery));
        recovery.note(Some(unsaved("storm")), at(66));
        assert!(exists(&recovery));
        recovery.note(None, at(67));
        assert!(!exists(&recovery), "saved work needs no recovery");
    }

    #[test]
    fn only_what_a_dead_window_left_is_offered() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::start(folder.path()).unwrap();
        let start = Instant::now();
        recovery.note(Some(unsaved("mine")), start);
        recovery.note(Some(unsaved("mine")), start + Duration::from_secs(70));
        assert!(recovery.file.exists());
        assert!(Recovery::left_over(folder.path()).is_empty(), "this window is alive");
        let dead = folder.path().join("recovery/999999.ron");
        write(&dead, &unsaved("lost")).unwrap();
        let found = Recovery::left_over(folder.path());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.path.as_deref(), Some(Path::new("/home/a/hero.rig.ron")));
        assert!(Rig::from_ron(&found[0].1.rig).unwrap().rig.name == "lost");
        Recovery::discard(&dead);
        assert!(Recovery::left_over(folder.path()).is_empty());
        recovery.end();
        assert_eq!(fs::read_dir(folder.path().join("recovery")).unwrap().count(), 0);
    }

    #[test]
    fn a_broken_recovery_file_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("recovery")).unwrap();
        fs::write(folder.path().join("recovery/1.ron"), "(saved_at: ").unwrap();
        assert!(Recovery::left_over(folder.path()).is_empty());
    }

    #[test]
    fn ages_read_as_people_say_them() {
        let ages = [5, 100, 3600, 7300, 90_000, 200_000].map(age);
        assert_eq!(
            ages,
            ["a moment ago", "2 minutes ago", "60 minutes ago", "2 hours ago", "25 hours ago", "2 days ago"]
        );
    }
}
