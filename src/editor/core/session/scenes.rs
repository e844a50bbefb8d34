//! The ground as a scene: opened, saved, added to, and set in motion.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surefoot::ground::{Piece, PieceShape, Scene, SceneMesh};

use super::super::{Edit, Item, NewPiece, PathPurpose, Request, SceneClock, SelectHow, Severity, Trouble};
use super::Session;
use super::files::{file_name, relative_to};

impl Session {
    pub fn scene_clock(&self) -> SceneClock {
        self.scene_clock
    }

    /// Whether anything in the ground moves or turns.
    pub fn ground_moves(&self) -> bool {
        self.document.scene().is_some_and(Scene::moves)
    }

    /// Whether time passes for the ground.
    pub(super) fn ground_runs(&self) -> bool {
        (self.scene_clock.runs || self.playback.playing) && self.ground_moves() && !self.is_mapping
    }

    pub(super) fn seek_scene(&mut self, time_s: f32) {
        if time_s.is_finite() {
            self.scene_clock.time_s = f64::from(time_s.max(0.0));
            self.stale = true;
        }
    }

    /// A scene does not take the rig's place, so nothing need be saved first. What is being read comes before it.
    pub(super) fn open_scene(&mut self, path: PathBuf) {
        if self.loading.is_some() {
            self.scene_to_open = Some(path);
        } else {
            self.requests.push(Request::ReadScene { path });
        }
    }

    /// A scene's file was read; `doubts` are what is odd about its text.
    pub fn scene_read(&mut self, path: PathBuf, mut scene: Scene, doubts: Vec<String>) {
        if scene.name.trim().is_empty() {
            scene.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        name_meshes_from(&mut scene, path.parent());
        for doubt in doubts {
            self.message(Severity::Warning, Trouble::new(doubt));
        }
        self.tell(format!("Opened {}", file_name(&path)));
        self.scene_path = Some(path);
        self.stand_on(scene);
    }

    /// One of the scenes that come along, or none for what lies under it alone.
    pub(super) fn stand_on(&mut self, scene: Scene) {
        self.scene_clock.time_s = 0.0;
        self.edit(format!("Stand on {}", title(&scene).to_lowercase()), Edit::Scene(Some(Box::new(scene))));
    }

    pub(super) fn save_scene(&mut self) {
        let beside = |name: &str| {
            let folder = self.document.path.as_deref().or(self.model_path()).and_then(Path::parent)?;
            Some(folder.join(name))
        };
        let name = self.document.scene().map(title).unwrap_or_default().to_lowercase().replace(' ', "-");
        let suggestion = self.scene_path.clone().or_else(|| beside(&format!("{name}.scene.ron")));
        self.pick(PathPurpose::SaveScene, suggestion);
    }

    pub(super) fn save_scene_to(&mut self, path: PathBuf) {
        self.document.history.commit_gesture();
        let path = if path.extension().is_some() { path } else { path.with_extension("scene.ron") };
        let mut scene = self.document.ground().into_owned();
        name_meshes_within(&mut scene, path.parent());
        self.requests.push(Request::WriteScene { path, text: scene.to_ron() });
    }

    /// The scene is on disk.
    pub fn scene_saved(&mut self, path: PathBuf) {
        self.tell(format!("Saved {}", file_name(&path)));
        self.scene_path = Some(path);
    }

    /// Asks for every mesh of the document's scene that was not asked for before.
    pub(super) fn ask_for_meshes(&mut self) {
        let Some(scene) = self.document.scene() else { return };
        let new: Vec<String> = scene
            .mesh_files()
            .into_iter()
            .filter(|file| !self.scene_meshes.contains_key(*file))
            .map(str::to_owned)
            .collect();
        for file in new {
            self.scene_meshes.insert(file.clone(), None);
            self.requests.push(Request::ReadSceneMesh { file });
        }
    }

    /// A mesh of a scene has come, or why it has not.
    pub fn scene_mesh_read(&mut self, file: String, mesh: Result<Arc<SceneMesh>, Trouble>) {
        match mesh {
            Ok(mesh) => {
                self.scene_meshes.insert(file, Some(mesh));
                if let Some(stage) = &mut self.stage {
                    stage.forget_ground();
                }
                self.stale = true;
            }
            // It stays asked for, so that it is told once and not each time something changes.
            Err(trouble) => self.message(Severity::Error, trouble),
        }
    }

    /// Adds a piece to the ground; an analytic ground alone becomes a scene.
    pub(super) fn add_piece(&mut self, new: NewPiece) {
        let label = format!("Add a {}", new.name().to_lowercase());
        self.push_piece(label, new.piece());
    }

    pub(super) fn duplicate_piece(&mut self, index: usize) {
        let Some(piece) = self.document.piece(index).cloned() else { return };
        let [x, y, z] = piece.position;
        let depth = match piece.shape {
            PieceShape::Block { size } | PieceShape::Ramp { size } => size[2],
            _ => 0.5,
        };
        let copy = Piece { position: [x, y, z + depth], ..piece };
        self.push_piece("Duplicate the piece".into(), copy);
    }

    fn push_piece(&mut self, label: String, piece: Piece) {
        let mut scene = self.document.ground().into_owned();
        if scene.pieces.len() >= Scene::MOST_PIECES {
            return;
        }
        scene.pieces.push(piece);
        let index = scene.pieces.len() - 1;
        self.edit(label, Edit::Scene(Some(Box::new(scene))));
        self.selection.select(Item::Piece(index), SelectHow::Replace);
    }

    /// The edit that takes a piece away.
    pub(super) fn without_piece(&self, index: usize) -> Option<Edit> {
        let mut scene = self.document.scene()?.clone();
        if index >= scene.pieces.len() {
            return None;
        }
        scene.pieces.remove(index);
        Some(Edit::Scene(Some(Box::new(scene))))
    }
}

/// What a scene is called.
pub fn title(scene: &Scene) -> &str {
    if scene.name.trim().is_empty() { "Own scene" } else { &scene.name }
}

/// Names meshes by whole paths, where the scene stands in `folder`: the document keeps them so, for it may be saved elsewhere.
pub(super) fn name_meshes_from(scene: &mut Scene, folder: Option<&Path>) {
    let Some(folder) = folder.filter(|folder| folder.is_absolute()) else { return };
    for_meshes(scene, |file| {
        let whole = folder.join(&*file);
        *file = whole.to_string_lossy().into_owned();
    });
}

/// Names meshes as seen from `folder`, where the scene will stand.
pub(super) fn name_meshes_within(scene: &mut Scene, folder: Option<&Path>) {
    let Some(folder) = folder.filter(|folder| folder.is_absolute()) else { return };
    for_meshes(scene, |file| *file = relative_to(Path::new(&*file), folder));
}

fn for_meshes(scene: &mut Scene, mut change: impl FnMut(&mut String)) {
    for piece in &mut scene.pieces {
        if let PieceShape::Mesh { file } = &mut piece.shape {
            change(file);
        }
    }
}
