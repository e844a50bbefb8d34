//! `surefoot info`: what a model holds and what is wrong with it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use surefoot::character::{Character, Mesh, VrmVersion};
use surefoot::glam::Vec3;
use surefoot::humanoid::{Detection, HumanoidMap, RestPose, Role, rest_pose};
use surefoot::rig::{Axis, DEFAULT_PRESET, Rig, preset};
use surefoot::skin::{Binding, Bounds};

use super::detecting::DetectArgs;
use super::findings::Row;
use super::output;
use super::trouble::Trouble;

#[derive(Args)]
pub struct InfoArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    #[command(flatten)]
    pub detect: DetectArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What scripts read. Lengths as the file has them, which glTF says are metres, times in seconds.
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
    findings: Vec<Row>,
}

#[derive(Serialize)]
struct SkeletonInfo<'a> {
    joints: usize,
    roots: Vec<&'a str>,
    /// `nodes`, or `bind` where the file's nodes stand in another pose than the meshes were bound in.
    rest_from: &'static str,
    /// Every node of the scene, parents first.
    nodes: Vec<NodeInfo<'a>>,
}

#[derive(Serialize)]
struct NodeInfo<'a> {
    /// Null where it has no name.
    node: Option<&'a str>,
    index: usize,
    /// The index of the node above it.
    parent: Option<usize>,
    /// Listed among the joints of a skin.
    in_skin: bool,
}

#[derive(Serialize)]
struct SkinInfo {
    joints: usize,
    /// Meshes that it moves, one a primitive.
    meshes: usize,
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
    /// Metres that one unit of the file is by its looks; 1 for nearly all.
    metres_per_unit: f32,
    /// The axis of the file that points up by its looks.
    up: &'static str,
    missing: Vec<&'static str>,
}

pub fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let character = Character::read(&args.model).map_err(Trouble::from)?;
    let info = info(&character, &args.detect.find(&character)?);
    if args.json {
        output::json(&info)?;
    } else {
        output::line(&text(&info))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn info<'a>(character: &'a Character, detection: &Detection) -> Info<'a> {
    let rig = settled(character, &detection.map());
    let rest = character.skeleton.rest_globals();
    let (height_from, bounds) = match character.bounds(rest) {
        bounds if bounds.is_empty() => {
            ("joints", Bounds::around(character.skeleton.ids().map(|joint| rest.position(joint))))
        }
        bounds => ("mesh", bounds),
    };
    let height = bounds.size().dot(rig.character.up.direction().abs());
    let body = detection.humanoid.then(|| body(character, detection, &rig));
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
            nodes: skeleton
                .ids()
                .map(|joint| NodeInfo {
                    node: Some(skeleton.name(joint)).filter(|name| !name.is_empty()),
                    index: character.node_of(joint),
                    parent: skeleton.parent(joint).map(|parent| character.node_of(parent)),
                    in_skin: character.traits[joint.index()].in_skin,
                })
                .collect(),
        },
        skins: character
            .skins
            .iter()
            .enumerate()
            .map(|(index, skin)| {
                let is_its = |mesh: &&Mesh| matches!(mesh.binding, Binding::Skinned { skin, .. } if skin == index);
                SkinInfo { joints: skin.joints.len(), meshes: character.meshes.iter().filter(is_its).count() }
            })
            .collect(),
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
        findings: findings(character, detection),
        height,
        height_from,
        body,
    }
}

/// What a rig that is made without asking would hold, as far as it concerns the file.
fn settled(character: &Character, map: &HumanoidMap) -> Rig {
    let mut rig = fitted(character, map);
    character.settle(map, &mut rig);
    rig
}

fn fitted(character: &Character, map: &HumanoidMap) -> Rig {
    Rig::fit_preset(&preset(DEFAULT_PRESET).unwrap_or_default(), &character.skeleton, map, "")
}

fn body(character: &Character, detection: &Detection, rig: &Rig) -> Body {
    let map = detection.map();
    let frame = rig.body_frame(&character.skeleton, &map);
    let rest = character.skeleton.rest_globals();
    let scale = map.get(Role::Hips).map_or(1.0, |hips| rest.model_from_joint(hips).matrix3.determinant().abs().cbrt());
    Body {
        score: detection.score,
        facing: axis_name(frame.forward),
        rest_pose: match rest_pose(&character.skeleton, &map, frame.up) {
            RestPose::T => "T-pose",
            RestPose::A => "A-pose",
            RestPose::Other => "another rest pose",
        },
        leg_length: leg_length(character, &map),
        scale,
        metres_per_unit: rig.character.metres_per_unit,
        up: rig.character.up.name(),
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
    match Axis::along(direction, 0.045) {
        Some(axis) => axis.name().to_owned(),
        None => format!("({:.2}, {:.2}, {:.2})", direction.x, direction.y, direction.z),
    }
}

fn findings(character: &Character, detection: &Detection) -> Vec<Row> {
    let of_file = character.warnings.iter().map(|warning| Row {
        code: "file",
        severity: "warning",
        message: warning.trim_end_matches('.').to_owned(),
        place: None,
        fix: None,
        repair: None,
    });
    let others = (!detection.others.is_empty()).then(|| Row {
        code: "several-characters",
        severity: "warning",
        message: format!("the file holds {} more humanoids; only the first is rigged", detection.others.len()),
        place: None,
        fix: Some("export each character into a file of its own".into()),
        repair: None,
    });
    // Against the rig that the character would get, so that a fix names that rig's chains.
    let map = detection.map();
    let rig = fitted(character, &map);
    let of_body = character.diagnose(&map, &rig).into_iter().map(|finding| Row::new(finding, character, &rig));
    of_file.chain(others).chain(of_body).collect()
}

fn text(info: &Info) -> String {
    let mut lines = vec![info.file.to_owned()];
    let mut row = |name: &str, value: String| lines.push(format!("  {name:<10} {value}"));
    if let Some(vrm) = info.vrm {
        row("format", format!("VRM {vrm}"));
    }
    let SkeletonInfo { joints, roots, rest_from, .. } = &info.skeleton;
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
    let unit = info.body.as_ref().map_or(1.0, |body| body.metres_per_unit);
    let height = match unit {
        1.0 => format!("{:.3} m (by its {})", info.height, info.height_from),
        _ => format!(
            "{:.3} units (by its {}), which looks like {:.3} m",
            info.height,
            info.height_from,
            info.height * unit
        ),
    };
    row("height", height);
    match &info.body {
        Some(body) => {
            let up = if body.up == "+Y" { String::new() } else { format!(", with {} up", body.up) };
            row("body", format!("humanoid, score {:.2}; {}; faces {}{}", body.score, body.rest_pose, body.facing, up));
            if let Some(leg_length) = body.leg_length {
                row("legs", format!("{:.3} m", leg_length * unit));
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
