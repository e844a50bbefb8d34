//! Clips from other files.

use std::path::{Path, PathBuf};

use super::super::{LoadedModel, PlaybackAction, Request, Severity, Trouble};
use super::Session;

impl Session {
    /// Reads files for their clips, one after the other; the character and its rig stay.
    pub(super) fn add_animations(&mut self, paths: Vec<PathBuf>) {
        if self.stage.is_none() {
            self.open_paths(paths);
            return;
        }
        self.animations_to_add.extend(paths);
        self.add_next_animations();
    }

    pub(super) fn add_next_animations(&mut self) {
        let Some(path) = self.animations_to_add.first().cloned() else { return };
        let name = file_name(&path);
        self.begin_loading(name);
        self.requests.push(Request::Load { paths: vec![path] });
    }

    /// What was read is a file for its clips: it is laid over the character that is open.
    pub(super) fn take_animations(&mut self, model: Option<LoadedModel>) {
        let path = self.animations_to_add.remove(0);
        match model {
            Some(model) => self.lay_clips(&path, &model),
            None => self.message(Severity::Error, no_clips(&path)),
        }
        self.add_next_animations();
    }

    fn lay_clips(&mut self, path: &Path, model: &LoadedModel) {
        let Some(stage) = &mut self.stage else { return };
        if model.character.clips.is_empty() {
            self.message(Severity::Error, no_clips(path));
            return;
        }
        let file = file_name(path);
        match stage.add_clips(&file, model) {
            Ok(count) => {
                let first = stage.first_clip_from(&file);
                // Another clip may stand where one of that file did, and what the rig keeps for clips may fit now.
                self.rebind();
                let clips = if count == 1 { "1 clip".to_owned() } else { format!("{count} clips") };
                self.tell(format!("Added {clips} from {file}, laid over {}", self.name_of_character()));
                self.apply(super::super::Action::Playback(PlaybackAction::Clip(first)));
            }
            Err(error) => self.message(
                Severity::Error,
                Trouble::new(format!("The clips of {file} do not fit {}", self.name_of_character()))
                    .cause(error.to_string())
                    .fix("open that file as a model and look at its humanoid map"),
            ),
        }
    }

    fn name_of_character(&self) -> String {
        match self.model_path() {
            Some(path) => file_name(path),
            None => "this character".into(),
        }
    }
}

fn no_clips(path: &Path) -> Trouble {
    Trouble::new(format!("{} has no animations", file_name(path))).fix("choose a .glb, .gltf or .vrm file with clips")
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
