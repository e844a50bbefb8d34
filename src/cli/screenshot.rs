//! `surefoot screenshot`: one frame of the viewport as a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::trouble::Trouble;

#[derive(Args)]
pub struct ScreenshotArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to draw: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// The ground, as for `solve`
    #[arg(long, value_name = "SPEC")]
    pub ground: Option<String>,
    /// Where the picture goes: .png
    #[arg(short, long, value_name = "PNG")]
    pub output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: [u32; 2],
}

/// `1280x800` as a pair.
fn size(text: &str) -> Result<[u32; 2], String> {
    let pair =
        text.split_once(['x', 'X']).and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    pair.filter(|pair| !pair.contains(&0)).ok_or_else(|| "give width and height in pixels, as in 1280x800".into())
}

#[cfg(not(feature = "editor"))]
pub fn run(args: &ScreenshotArgs) -> anyhow::Result<ExitCode> {
    Err(Trouble::new(format!("{} cannot be drawn", args.output.display()))
        .why("this program was built without the window's renderer")
        .fix("build it with `cargo build --release`, without `--no-default-features`")
        .into())
}

#[cfg(feature = "editor")]
pub fn run(args: &ScreenshotArgs) -> anyhow::Result<ExitCode> {
    use std::sync::Arc;

    use image::ImageFormat;
    use surefoot::pose::Globals;
    use surefoot::runtime::Inputs;

    use super::ground::{self, Laid};
    use super::{FOUND_WANTING, files, solve, trouble};
    use crate::editor::render::offscreen::render_to_image;
    use crate::editor::theme::Theme;
    use crate::editor::viewport::scene::SceneColors;
    use crate::editor::viewport::stage::{Sitter, bounds_of, ground_of_mesh, ground_under, portrait};

    let chosen = ground::choose(args.ground.as_deref())?;
    let rig = files::rig(&args.rig)?;
    let character = files::character(&args.model)?;
    let bound = match solve::bind(&rig, &character) {
        Ok(bound) => bound,
        Err(error) => {
            trouble::print(&solve::does_not_fit(&args.rig, &args.model, &error).into());
            return Ok(ExitCode::from(FOUND_WANTING));
        }
    };
    let forward = bound.frame().forward;
    let laid = chosen.laid(forward);
    let mut pose = character.skeleton.rest().clone();
    bound.solve(&mut pose, &mut bound.memory(), &Inputs::settled(laid.as_ground()));

    let globals = Globals::of(&character.skeleton, &pose);
    let bounds = bounds_of(&character, &globals);
    let shown = match &laid {
        Laid::Scene(placed) => ground_under(placed, bounds),
        Laid::Mesh(mesh) => ground_of_mesh(mesh.surface(), bounds),
    };
    let sitter = Sitter { character: Arc::new(character), pose: Arc::new(globals), forward };
    let scene = portrait(&sitter, laid.as_ground(), shown, SceneColors::from(Theme::dark()), args.size);
    let drawn = render_to_image(&scene)
        .map_err(|error| Trouble::new(format!("{} cannot be drawn", args.output.display())).why(error))?;

    let mut png = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut png,
        &drawn.rgba,
        drawn.width,
        drawn.height,
        image::ColorType::Rgba8,
        ImageFormat::Png,
    )?;
    files::save(&args.output, png.get_ref())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn a_size_is_two_numbers_above_zero() {
        assert_eq!(size("1280x800"), Ok([1280, 800]));
        for wrong in ["", "1280", "x", "0x10", "10x0", "-1x5", "1x2x3", "99999999999x1"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
