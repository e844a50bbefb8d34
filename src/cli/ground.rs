//! What `--ground` names.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use surefoot::glam::Vec3;
use surefoot::ground::{
    GroundScene, LayerMask, Piece, PieceShape, Ride, Scene, SceneGround, SceneMesh, scene, scene_names,
};
use surefoot::math::Transform;
#[cfg(feature = "editor")]
use surefoot::rig::EditorNotes;

use super::scenes;
use super::trouble::Trouble;

/// A ground to stand on.
pub struct Chosen {
    scene: Scene,
    /// By the names that they have in the scene.
    meshes: BTreeMap<String, Arc<SceneMesh>>,
    /// A mesh alone stays where its file has it, whichever way the character faces.
    stays: bool,
}

impl Default for Chosen {
    fn default() -> Self {
        GroundScene::default().into()
    }
}

impl From<GroundScene> for Chosen {
    fn from(ground: GroundScene) -> Self {
        Self { scene: ground.into(), meshes: BTreeMap::new(), stays: false }
    }
}

impl Chosen {
    /// Whether anything in it moves or turns.
    pub fn moves(&self) -> bool {
        self.scene.moves()
    }

    /// Lays it so that its heading 0 is `forward`, as it is at a time in seconds.
    pub fn laid(&self, forward: Vec3, time_s: f32) -> Laid {
        let forward = if self.stays { Vec3::Z } else { forward };
        let mut read = |file: &str| self.meshes.get(file).cloned().ok_or_else(|| "it was not read".to_owned());
        // Every mesh was read when the ground was chosen.
        let mut ground = self.scene.placed_with(forward, &mut read).unwrap_or_else(|_| SceneGround::default());
        let ride = Ride::mount(&ground, Vec3::ZERO, STEP, LayerMask::ALL);
        ground.set_time(f64::from(time_s));
        let carried = ride.carried(&ground);
        Laid { ground, carried }
    }
}

/// A character stands on what is no farther up or down than this, metres.
const STEP: f32 = 0.5;

/// A ground in the world.
pub struct Laid {
    pub ground: SceneGround,
    /// The world now from the world at second 0, for one who has stood at the origin since.
    carried: Transform,
}

impl Laid {
    /// Where a character that stood at `root` at second 0 has been carried.
    pub fn carry(&self, root: Transform) -> Transform {
        if self.carried == Transform::IDENTITY {
            return root;
        }
        Transform {
            translation: self.carried.translation + self.carried.rotation * root.translation,
            rotation: self.carried.rotation * root.rotation,
            ..root
        }
    }
}

/// A ground as `--ground` spells it: a shape with its numbers, a scene by its name, a scene in a .ron file, or a mesh in a .glb.
pub fn choose(spec: &str) -> anyhow::Result<Chosen> {
    if let Some(name) = spec.strip_prefix("scene:") {
        return match scenes::own(name) {
            Some(path) => of_file(&path),
            None => shipped(name),
        };
    }
    if has_extension(spec, &["ron"]) {
        return of_file(Path::new(spec));
    }
    if has_extension(spec, &["glb", "gltf"]) {
        let mesh = scenes::mesh(Path::new(spec))?;
        let shape = PieceShape::Mesh { file: spec.to_owned() };
        let scene = Scene { pieces: vec![Piece::new(shape)], ..Scene::default() };
        return Ok(Chosen { scene, meshes: BTreeMap::from([(spec.to_owned(), Arc::new(mesh))]), stays: true });
    }
    let ground: GroundScene = spec.parse().map_err(|error| {
        Trouble::new(format!("`--ground {spec}` names no ground"))
            .why(error)
            .fix("for example --ground slope:20@90, a slope of 20° that rises to the character's left, or --ground scene:rubble")
    })?;
    Ok(ground.into())
}

fn shipped(name: &str) -> anyhow::Result<Chosen> {
    let scene = scene(name).ok_or_else(|| {
        let names: Vec<&str> = scene_names().collect();
        Trouble::new(format!("`--ground scene:{name}` names no scene"))
            .why(format!("those that come along are {}", names.join(", ")))
            .fix(format!(
                "name one of them, a file as in my/{name}.ron, or put that file into the folder {} points to",
                scenes::FOLDER
            ))
    })?;
    Ok(Chosen { scene, meshes: BTreeMap::new(), stays: false })
}

/// A scene of a file with all its meshes.
fn of_file(path: &Path) -> anyhow::Result<Chosen> {
    let (scene, warnings) = scenes::read(path)?;
    for warning in warnings {
        eprintln!("{}:{warning}", path.display());
    }
    with_meshes(scene, path)
}

/// With the meshes that `scene` names from the folder of the file that has it.
fn with_meshes(scene: Scene, file_of_scene: &Path) -> anyhow::Result<Chosen> {
    let mut meshes = BTreeMap::new();
    for file in scene.mesh_files() {
        meshes.insert(file.to_owned(), Arc::new(scenes::mesh(&scenes::beside(file_of_scene, file))?));
    }
    Ok(Chosen { scene, meshes, stays: false })
}

/// The ground that a rig was left on.
#[cfg(feature = "editor")]
pub fn of_notes(notes: &EditorNotes, rig: &Path) -> anyhow::Result<Chosen> {
    match &notes.scene {
        Some(scene) => with_meshes(scene.clone(), rig),
        None => Ok(notes.ground.into()),
    }
}

fn has_extension(spec: &str, known: &[&str]) -> bool {
    let extension = Path::new(spec).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    known.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// For a command at whose frames nothing moves.
pub fn note_that_it_stands(spec: &str, chosen: &Chosen) {
    if chosen.moves() {
        eprintln!("{spec}: warning: what moves in it stands still here, as at second 0");
    }
}
