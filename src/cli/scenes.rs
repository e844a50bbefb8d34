//! Files of scenes, and the meshes that they name.

use std::path::{Path, PathBuf};

use surefoot::ground::{GroundScene, Scene, SceneMesh};
use surefoot::pose::Globals;
use surefoot::quality::MeshGround;
use surefoot::rig::Diagnostic;
use surefoot::skin::Palette;

use super::files;
use super::names::settings_folder;
use super::trouble::Trouble;

/// Names the folder with scenes of one's own, which go before those that come with Surefoot.
pub const FOLDER: &str = "SUREFOOT_SCENES";

/// The file of a scene of one's own with this name: in the folder that [`FOLDER`] names, else in `scenes` beside the settings.
pub fn own(name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| settings_folder().map(|settings| settings.join("scenes")))?;
    // A name leads to no other folder.
    let plain = Path::new(name).file_name().is_some_and(|file| file == name);
    Some(folder.join(format!("{name}.ron"))).filter(|path| plain && path.is_file())
}

/// A scene and what is odd about its text. The form of an analytic ground alone, `(shape: .., heading_deg: ..)`, is read as well.
pub fn read(path: &Path) -> anyhow::Result<(Scene, Vec<Diagnostic>)> {
    let text = files::text(path)?;
    if let Ok(ground) = ron::from_str::<GroundScene>(&text) {
        return Ok((ground.into(), Vec::new()));
    }
    match Scene::from_ron(&text) {
        Ok(reading) => Ok((reading.scene, reading.warnings)),
        Err(error) => Err(Trouble::new(format!("{} is not a sound scene", path.display()))
            .why(error)
            .fix("correct these places; the scenes in presets/scenes show what one looks like")
            .into()),
    }
}

/// The path of a file that a scene names.
pub fn beside(scene: &Path, file: &str) -> PathBuf {
    scene.parent().unwrap_or(Path::new("")).join(file)
}

/// All triangles of a model file, as it shows them.
pub fn mesh(path: &Path) -> anyhow::Result<SceneMesh> {
    let file = files::character(path)?;
    let globals = Globals::of(&file.skeleton, file.pose_under_clips());
    let palette = Palette::new(&file.skins, &globals);
    let (mut positions, mut indices, mut posed) = (Vec::new(), Vec::new(), Vec::new());
    for mesh in &file.meshes {
        mesh.binding.posed_positions(&mesh.positions, &globals, &palette, &mut posed);
        let first = positions.len() as u32;
        positions.extend_from_slice(&posed);
        indices.extend(mesh.indices.iter().map(|index| first + index));
    }
    let ground = MeshGround::new(&positions, &indices).map_err(|error| {
        Trouble::new(format!("{} cannot serve as a ground", path.display()))
            .why(error)
            .fix("name a file with the mesh of a ground, y up, in metres")
    })?;
    let surface = ground.surface();
    Ok(SceneMesh { ground: Box::new(ground), surface })
}
