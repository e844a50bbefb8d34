//! What `--ground` names.

use std::path::Path;

use surefoot::glam::Vec3;
use surefoot::ground::{Ground, GroundScene, PlacedScene};
use surefoot::pose::Globals;
use surefoot::quality::MeshGround;
use surefoot::skin::Palette;

use super::files;
use super::trouble::Trouble;

/// A ground to stand on.
pub enum Chosen {
    Scene(GroundScene),
    Mesh(Box<MeshGround>),
}

/// A ground in the world.
pub enum Laid {
    Scene(PlacedScene),
    Mesh(Box<MeshGround>),
}

impl Default for Chosen {
    fn default() -> Self {
        Self::Scene(GroundScene::default())
    }
}

impl Chosen {
    /// Lays a scene so that its heading 0 is `forward`; a mesh stays where its file has it.
    pub fn laid(self, forward: Vec3) -> Laid {
        match self {
            Self::Scene(scene) => Laid::Scene(scene.placed(forward)),
            Self::Mesh(mesh) => Laid::Mesh(mesh),
        }
    }
}

impl Laid {
    /// For several threads at once.
    pub fn as_shared(&self) -> &(dyn Ground + Sync) {
        match self {
            Self::Scene(scene) => scene,
            Self::Mesh(mesh) => mesh.as_ref(),
        }
    }

    pub fn as_ground(&self) -> &dyn Ground {
        match self {
            Self::Scene(scene) => scene,
            Self::Mesh(mesh) => mesh.as_ref(),
        }
    }
}

/// A ground as `--ground` spells it: a shape with its numbers, a scene in a .ron file, or a mesh in a .glb.
pub fn choose(spec: &str) -> anyhow::Result<Chosen> {
    if has_extension(spec, &["ron"]) {
        let scene = ron::from_str(&files::text(Path::new(spec))?).map_err(|error| {
            Trouble::new(format!("{spec} is not a ground"))
                .why(error)
                .fix("a ground looks like (shape: Slope(angle_deg: 20.0), heading_deg: 90.0)")
        })?;
        return Ok(Chosen::Scene(scene));
    }
    if has_extension(spec, &["glb", "gltf"]) {
        return mesh(Path::new(spec)).map(|mesh| Chosen::Mesh(Box::new(mesh)));
    }
    let scene = spec.parse().map_err(|error| {
        Trouble::new(format!("`--ground {spec}` names no ground"))
            .why(error)
            .fix("for example --ground slope:20@90, a slope of 20° that rises to the character's left")
    })?;
    Ok(Chosen::Scene(scene))
}

/// All triangles of a file, as it shows them.
fn mesh(path: &Path) -> anyhow::Result<MeshGround> {
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
    MeshGround::new(&positions, &indices).map_err(|error| {
        Trouble::new(format!("{} cannot serve as a ground", path.display()))
            .why(error)
            .fix("name a file with the mesh of a ground, y up, in metres")
            .into()
    })
}

fn has_extension(spec: &str, known: &[&str]) -> bool {
    let extension = Path::new(spec).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    known.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
