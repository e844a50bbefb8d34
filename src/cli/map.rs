//! `surefoot map`: which bone is which.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use surefoot::character::Character;
use surefoot::humanoid::{DetectedBone, Detection};

use super::detecting::DetectArgs;
use super::trouble::Trouble;
use super::{FOUND_WANTING, output};

#[derive(Args)]
pub struct MapArgs {
    /// A character: .glb, .gltf or .vrm
    pub model: PathBuf,
    #[command(flatten)]
    pub detect: DetectArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What scripts read; `bones` by role.
#[derive(Serialize)]
struct Map<'a> {
    humanoid: bool,
    score: f32,
    bones: BTreeMap<&'static str, Bone<'a>>,
    missing: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Map<'a>>,
}

#[derive(Serialize)]
struct Bone<'a> {
    /// Null where the node has no name.
    node: Option<&'a str>,
    /// Of the node in the file.
    index: usize,
    confidence: f32,
    why: &'a str,
}

pub fn run(args: &MapArgs) -> anyhow::Result<ExitCode> {
    let character = Character::read(&args.model).map_err(Trouble::from)?;
    let detection = args.detect.find(&character)?;
    if args.json {
        output::json(&map(&character, &detection))?;
    } else {
        print(args, &character, &detection)?;
    }
    Ok(if detection.humanoid { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WANTING) })
}

fn map<'a>(character: &'a Character, detection: &'a Detection) -> Map<'a> {
    let bone = |bone: &'a DetectedBone| {
        let name = character.skeleton.name(bone.joint);
        Bone {
            node: (!name.is_empty()).then_some(name),
            index: character.traits[bone.joint.index()].node,
            confidence: hundredths(bone.confidence),
            why: &bone.why,
        }
    };
    Map {
        humanoid: detection.humanoid,
        score: hundredths(detection.score),
        bones: detection.bones.iter().map(|found| (found.role.name(), bone(found))).collect(),
        missing: detection.missing.iter().map(|role| role.name()).collect(),
        others: detection.others.iter().map(|other| map(character, other)).collect(),
    }
}

/// More digits would claim more than is known.
fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn print(args: &MapArgs, character: &Character, detection: &Detection) -> anyhow::Result<()> {
    let model = args.model.display();
    if !detection.humanoid {
        return output::line(&format!(
            "{model}: no humanoid: nothing in it stands upright on two legs, or has two arms and a head"
        ));
    }
    output::line(&format!("{model}: humanoid, score {:.2}", detection.score))?;
    for bone in &detection.bones {
        let name = match character.skeleton.name(bone.joint) {
            "" => format!("node {}", character.traits[bone.joint.index()].node),
            name => name.to_owned(),
        };
        output::line(&format!("  {:<24} {name:<32} {:.2}  {}", bone.role.name(), bone.confidence, bone.why))?;
    }
    for role in &detection.missing {
        output::line(&format!("  {:<24} missing", role.name()))?;
    }
    if !detection.others.is_empty() {
        output::line(&format!("  and {} more in the same file: --character 2 is the next", detection.others.len()))?;
    }
    Ok(())
}
