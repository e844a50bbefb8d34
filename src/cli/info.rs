//! `surefoot info`: what a model holds and what is wrong with it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use surefoot::character::{Character, VrmVersion};
use surefoot::glam::Vec3;
use surefoot::humanoid::{Detection, HumanoidMap, RestPose, Role, body_frame, diagnose, rest_pose};
use surefoot::skin::Bounds;

use super::output;
use super::trouble::Trouble;

#[derive(Args)]
pub struct InfoArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What scripts read. Lengths in metres, times in seconds.
#[derive(Serialize)]
struct Info<'a> {
    file: &'a str,
    vrm: Option<&'static str>,
    skeleton: SkeletonInfo<'a>,
    skins: Vec<SkinInfo>,
    meshes: MeshInfo,
    clips: Vec<ClipInfo<'a>>,
    /// Upright, at rest; of the joints where there is no mesh.
    height: f32,
    height_from: &'static str,
    /// Null for what is no humanoid.
    body: Option<Body>,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct SkeletonInfo<'a> {
    joints: usize,
    roots: Vec<&'a str>,
    /// `nodes`, or `bind` where the file's nodes stand in another pose than the meshes were bound in.
    rest_from: &'static str,
}

#[derive(Serialize)]
struct SkinInfo {
    joints: usize,
}

#[derive(Serialize)]
struct MeshInfo {
    count: usize,
    vertices: usize,
    triangles: usize,
    materials: usize,
    images: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct ClipInfo<'a> {
    index: usize,
    name: &'a str,
    duration: f32,
    channels: usize,
}

#[derive(Serialize)]
struct Body {
    score: f32,
    /// `+X`, `-Z` and so on; the vector where it is none of the axes.
    facing: String,
    rest_pose: &'static str,
    leg_length: Option<f32>,
    /// Of the hips' joint against model space: 0.01 for a character modelled in centimetres.
    scale: f32,
    missing: Vec<&'static str>,
}

/// Something wrong or unusual, where, and what helps.
#[derive(Serialize)]
struct Finding {
    /// Stable, for scripts.
    code: &'static str,
    severity: &'static str,
    message: String,
    /// Index of the node, when it is one.
    node: Option<usize>,
    fix: Option<String>,
}

pub fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let character = Character::read(&args.model).map_err(Trouble::from)?;
    let info = info(&character);
    if args.json {
        output::json(&info)?;
    } else {
        output::line(&text(&info))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn info(character: &Character) -> Info<'_> {
    let detection = character.detect();
    let rest = character.skeleton.rest_globals();
    let (height_from, bounds) = match character.bounds(rest) {
        bounds if bounds.is_empty() => {
            ("joints", Bounds::around(character.skeleton.ids().map(|joint| rest.position(joint))))
        }
        bounds => ("mesh", bounds),
    };
    let height = bounds.size().y;
    let body = detection.humanoid.then(|| body(character, &detection));
    let skeleton = &character.skeleton;
    Info {
        file: &character.name,
        vrm: character.vrm.as_ref().map(|vrm| match vrm.version {
            VrmVersion::V0 => "0",
            VrmVersion::V1 => "1",
        }),
        skeleton: SkeletonInfo {
            joints: skeleton.len(),
            roots: skeleton
                .ids()
                .filter(|&joint| skeleton.parent(joint).is_none())
                .map(|root| skeleton.name(root))
                .collect(),
            rest_from: if character.node_rest.is_some() { "bind" } else { "nodes" },
        },
        skins: character.skins.iter().map(|skin| SkinInfo { joints: skin.joints.len() }).collect(),
        meshes: MeshInfo {
            count: character.meshes.len(),
            vertices: character.meshes.iter().map(|mesh| mesh.positions.len()).sum(),
            triangles: character.meshes.iter().map(|mesh| mesh.indices.len() / 3).sum(),
            materials: character.materials.len(),
            images: character.images.iter().map(|image| [image.width, image.height]).collect(),
        },
        clips: character
            .clips
            .iter()
            .enumerate()
            .map(|(index, clip)| ClipInfo {
                index,
                name: &clip.name,
                duration: clip.duration,
                channels: clip.channels.len(),
            })
            .collect(),
        findings: findings(character, &detection),
        height,
        height_from,
        body,
    }
}

fn body(character: &Character, detection: &Detection) -> Body {
    let map = detection.map();
    let frame = body_frame(&character.skeleton, &map);
    let rest = character.skeleton.rest_globals();
    let scale = map.get(Role::Hips).map_or(1.0, |hips| rest.model_from_joint(hips).matrix3.determinant().abs().cbrt());
    Body {
        score: detection.score,
        facing: axis_name(frame.forward),
        rest_pose: match rest_pose(&character.skeleton, &map) {
            RestPose::T => "T-pose",
            RestPose::A => "A-pose",
            RestPose::Other => "another rest pose",
        },
        leg_length: leg_length(character, &map),
        scale,
        missing: detection.missing.iter().map(|role| role.name()).collect(),
    }
}

/// The mean of both legs, from hip over knee to ankle at rest.
fn leg_length(character: &Character, map: &HumanoidMap) -> Option<f32> {
    let at = |role| Some(character.skeleton.rest_globals().position(map.get(role)?));
    let leg = |upper, lower, foot| -> Option<f32> {
        let (hip, knee, ankle) = (at(upper)?, at(lower)?, at(foot)?);
        Some(hip.distance(knee) + knee.distance(ankle))
    };
    let left = leg(Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot);
    let right = leg(Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot);
    match (left, right) {
        (Some(left), Some(right)) => Some((left + right) * 0.5),
        (one, other) => one.or(other),
    }
}

fn axis_name(direction: Vec3) -> String {
    let axes = [(Vec3::X, "+X"), (Vec3::NEG_X, "-X"), (Vec3::Z, "+Z"), (Vec3::NEG_Z, "-Z")];
    match axes.iter().find(|(axis, _)| axis.dot(direction) > 0.999) {
        Some((_, name)) => (*name).to_owned(),
        None => format!("({:.2}, {:.2}, {:.2})", direction.x, direction.y, direction.z),
    }
}

fn findings(character: &Character, detection: &Detection) -> Vec<Finding> {
    let of_file = character.warnings.iter().map(|warning| Finding {
        code: "file",
        severity: "warning",
        message: warning.trim_end_matches('.').to_owned(),
        node: None,
        fix: None,
    });
    let others = (!detection.others.is_empty()).then(|| Finding {
        code: "several-characters",
        severity: "warning",
        message: format!("the file holds {} more humanoids; only the first is rigged", detection.others.len()),
        node: None,
        fix: Some("export each character into a file of its own".into()),
    });
    let of_body = diagnose(&character.skeleton, &detection.map()).into_iter().map(|finding| Finding {
        code: finding.code,
        severity: finding.severity.name(),
        message: finding.message,
        node: finding.place.map(|joint| character.node_of(joint)),
        fix: finding.fix,
    });
    of_file.chain(others).chain(of_body).collect()
}

fn text(info: &Info) -> String {
    let mut lines = vec![info.file.to_owned()];
    let mut row = |name: &str, value: String| lines.push(format!("  {name:<10} {value}"));
    if let Some(vrm) = info.vrm {
        row("format", format!("VRM {vrm}"));
    }
    let SkeletonInfo { joints, roots, rest_from } = &info.skeleton;
    let rest_from = if *rest_from == "bind" { "the bind pose" } else { "the file's nodes" };
    row("skeleton", format!("{joints} joints under {}; rest from {rest_from}", names(roots)));
    let skins: Vec<String> = info.skins.iter().map(|skin| skin.joints.to_string()).collect();
    row(
        "skins",
        if skins.is_empty() { "none".into() } else { format!("{}, of {} joints", skins.len(), names(&skins)) },
    );
    let MeshInfo { count, vertices, triangles, materials, images } = &info.meshes;
    row(
        "meshes",
        format!("{count}: {vertices} vertices, {triangles} triangles, {materials} materials, {} images", images.len()),
    );
    row("height", format!("{:.3} m (by its {})", info.height, info.height_from));
    match &info.body {
        Some(body) => {
            row("body", format!("humanoid, score {:.2}; {}; faces {}", body.score, body.rest_pose, body.facing));
            if let Some(leg_length) = body.leg_length {
                row("legs", format!("{leg_length:.3} m"));
            }
            row("scale", format!("{} at the hips", (body.scale * 1e4).round() / 1e4));
        }
        None => row("body", "no humanoid".into()),
    }
    for clip in &info.clips {
        let name = if clip.name.is_empty() { "(no name)" } else { clip.name };
        row("clip", format!("{} {name}: {:.2} s, {} channels", clip.index, clip.duration, clip.channels));
    }
    for finding in &info.findings {
        row(finding.severity, format!("{} ({})", finding.message, finding.code));
        if let Some(fix) = &finding.fix {
            row("", format!("fix: {fix}"));
        }
    }
    lines.join("\n")
}

/// The first few, and how many more.
fn names(all: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> =
        all.iter().take(4).map(AsRef::as_ref).map(|name| if name.is_empty() { "(no name)" } else { name }).collect();
    match all.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
