//! What `--ground` names.

use std::path::Path;

use surefoot::ground::GroundScene;

use super::files;
use super::trouble::Trouble;

/// A ground as `--ground` spells it: a shape with its numbers, or a scene in a .ron file. Flat where nothing is given.
pub fn scene(spec: Option<&str>) -> anyhow::Result<GroundScene> {
    let Some(spec) = spec else { return Ok(GroundScene::default()) };
    if has_extension(spec, &["ron"]) {
        return ron::from_str(&files::text(Path::new(spec))?).map_err(|error| {
            Trouble::new(format!("{spec} is not a ground"))
                .why(error)
                .fix("a ground looks like (shape: Slope(angle_deg: 20.0), heading_deg: 90.0)")
                .into()
        });
    }
    if has_extension(spec, &["glb", "gltf"]) {
        return Err(Trouble::new(format!("{spec} cannot serve as a ground: grounds from meshes are not read yet"))
            .fix("use one of flat, slope, stairs, bumps, ledge, ramp-corner")
            .into());
    }
    spec.parse().map_err(|error| {
        Trouble::new(format!("`--ground {spec}` names no ground"))
            .why(error)
            .fix("for example --ground slope:20@90, a slope of 20° that rises to the character's left")
            .into()
    })
}

fn has_extension(spec: &str, known: &[&str]) -> bool {
    let extension = Path::new(spec).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    known.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
