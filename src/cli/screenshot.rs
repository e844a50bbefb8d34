//! `surefoot screenshot`: one frame of the viewport as a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::detecting::DetectArgs;
use super::trouble::Trouble;

#[derive(Args)]
pub struct ScreenshotArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to draw: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// The ground, as for `solve`; without it the one the rig was left on
    #[arg(long, value_name = "SPEC")]
    pub ground: Option<String>,
    /// How long what moves in the ground has moved, seconds; it carries the character along
    #[arg(long, value_name = "S", allow_hyphen_values = true, default_value_t = 0.0)]
    pub time: f32,
    /// Where the picture goes: .png
    #[arg(short, long, value_name = "PNG")]
    pub output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: [u32; 2],
    #[command(flatten)]
    pub detect: DetectArgs,
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
    use super::{FOUND_WANTING, files, fitted, ground};

    let chosen = args.ground.as_deref().map(ground::choose).transpose()?;
    let Some(fitted) = fitted::read(&args.rig, &args.model, &args.detect)? else {
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    let chosen = match (chosen, &fitted.rig.editor) {
        (Some(chosen), _) => chosen,
        (None, Some(notes)) => ground::of_notes(notes, &args.rig)?,
        (None, None) => ground::Chosen::default(),
    };
    let drawn = picture::draw(fitted, &chosen, args.time, args.size).map_err(|error| {
        Trouble::new(format!("{} cannot be drawn", args.output.display()))
            .why(error)
            .fix("`surefoot solve` needs no graphics and prints the same frame as numbers")
    })?;
    let mut png = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut png,
        &drawn.rgba,
        drawn.width,
        drawn.height,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )?;
    files::save(&args.output, png.get_ref())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "editor")]
mod picture {
    use std::sync::Arc;

    use surefoot::character::Image;
    use surefoot::glam::{Affine3A, Quat, Vec3};
    use surefoot::pose::Globals;
    use surefoot::prop::Hold;
    use surefoot::rig::GoalNote;
    use surefoot::runtime::{FingerGoal, Goal, Inputs};

    use crate::cli::fitted::Fitted;
    use crate::cli::ground::Chosen;
    use crate::editor::core::props;
    use crate::editor::render::RenderError;
    use crate::editor::render::offscreen::render_to_image;
    use crate::editor::theme::Theme;
    use crate::editor::viewport::prop::PropCache;
    use crate::editor::viewport::scene::SceneColors;
    use crate::editor::viewport::stage::{Sitter, bounds_of, ground_under, portrait};

    /// The character solved from its rest pose with the goals as the rig was left, carried by what moves until `time_s`.
    pub fn draw(fitted: Fitted, chosen: &Chosen, time_s: f32, size_px: [u32; 2]) -> Result<Image, RenderError> {
        let Fitted { rig, character, bound, .. } = fitted;
        let notes = rig.editor.unwrap_or_default();
        let at_rest = bound.world_from_model();
        let laid = chosen.laid(at_rest.rotation * bound.frame().forward, time_s);
        let root = laid.carry(at_rest);
        let in_world = root.unscaled().to_affine();
        let forward = root.rotation * bound.frame().forward;
        let thing = notes.prop.as_ref().and_then(|note| Some((note, props::placed(note, in_world, root.rotation)?)));
        let holds = thing.map_or_else(Vec::new, |(note, placed)| props::holds(note, placed));
        let hang = thing.and_then(|(note, (_, place))| props::hang(note, place));
        let fingers: Vec<FingerGoal> = holds.iter().map(Hold::fingers).collect();
        let goals: Vec<Goal> = notes
            .goals
            .iter()
            .map(|note| goal(note, in_world, root.rotation))
            .chain(holds.iter().filter_map(|hold| hold.goal(&bound, root)))
            .collect();
        let inputs = Inputs {
            root,
            goals: &goals,
            fingers: &fingers,
            hang,
            look_target_in_world: notes.look_target.map(|target| in_world.transform_point3(Vec3::from_array(target))),
            ..Inputs::settled(&laid.ground)
        };
        let mut pose = bound.skeleton().rest().clone();
        bound.solve(&mut pose, &mut bound.memory(), &inputs);

        let globals = Globals::under(bound.skeleton(), &pose, root);
        let bounds = bounds_of(&character, &globals);
        let shown = ground_under(&laid.ground, bounds);
        // One who hangs from a wall is seen from the open side.
        let forward = hang.map_or(forward, |hang| hang.out_in_world);
        let sitter = Sitter { character: Arc::new(character), pose: Arc::new(globals), forward };
        let mut scene = portrait(&sitter, &laid.ground, shown, SceneColors::from(Theme::dark()), size_px);
        let eye = scene.camera.eye;
        scene.prop = thing.and_then(|(_, (thing, place))| PropCache::default().render(&thing.shape, place, eye));
        render_to_image(&scene)
    }

    /// Notes are in the model's axes, metres.
    fn goal(note: &GoalNote, in_world: Affine3A, turn: Quat) -> Goal<'_> {
        Goal {
            chain: &note.chain,
            position_in_world: in_world.transform_point3(Vec3::from_array(note.position)),
            rotation_in_world: note.rotation.map(|rotation| turn * Quat::from_array(rotation)),
            hint_in_world: None,
            weight: 1.0,
        }
    }
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
