//! What is done with an input that opens, and what must hold of everything that comes out.

use surefoot::character::{Character, ReadFault};
use surefoot::clip::{ChannelValues, Playback};
use surefoot::glam::{Affine3A, Quat, Vec3};
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::HumanoidMap;
use surefoot::pose::Pose;
use surefoot::retarget::{Performer, Retarget};
use surefoot::rig::{BoneRef, Code, Rig, Severity, validate};
use surefoot::runtime::{BoundRig, Goal, Inputs};
use surefoot::skeleton::Skeleton;
use surefoot::skin::Binding;

use super::sources::beside;

/// How far an input got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// A typed error that says something.
    Refused,
    /// A model or a rig, to which the other does not fit.
    Opened,
    /// A frame was solved.
    Solved,
}

/// The sound other half: a model is tried with a rig, and a rig with a model.
pub struct Partner {
    pub person: Character,
    pub map: HumanoidMap,
    pub rig: Rig,
}

type Verdict = Result<Outcome, String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// A model: read, looked through, detected, diagnosed, its clips played and carried over, the rig bound and a frame solved.
pub fn model(bytes: &[u8], partner: &Partner) -> Verdict {
    let character = match Character::from_bytes("input", bytes, &beside) {
        Ok(character) => character,
        Err(error) => {
            must(!matches!(error.fault, ReadFault::Io(_)), || format!("no file was asked for: {error}"))?;
            must(error.to_string().len() < 4_000, || "the message is longer than anyone reads".into())?;
            return Ok(Outcome::Refused);
        }
    };
    sound(&character)?;
    let detection = character.detect();
    must((0.0..=1.0).contains(&detection.score), || format!("the score is {}", detection.score))?;
    let map = detection.map();
    clips(&character, &map, partner)?;
    if map.is_empty() {
        return Ok(Outcome::Opened);
    }
    let mut rig = partner.rig.clone();
    character.fit_soles(&mut rig, &map);
    valid(&rig, "fitting soles")?;
    let plain = match rig.bind_with(&character.skeleton, &map) {
        Err(error) => told(&error.issues).map(|()| Outcome::Opened)?,
        Ok(bound) => frame(&bound, &character.skeleton, character.pose_under_clips())?,
    };
    mended(&character, &map, rig).map(|mended| mended.max(plain))
}

/// As [`model`] ends, with everything put into the rig that mends what is odd about the character.
fn mended(character: &Character, map: &HumanoidMap, mut rig: Rig) -> Verdict {
    rig.bones = map.iter().map(|(role, joint)| (role, BoneRef::naming(&character.skeleton, joint))).collect();
    for finding in character.diagnose(map, &rig) {
        must(!finding.message.is_empty(), || format!("{} says nothing", finding.code))?;
        if let Some(fix) = finding.fix {
            fix.apply(&mut rig);
        }
    }
    valid(&rig, "a fix")?;
    let skeleton = character.skeleton_at(rig.character.rest);
    match rig.bind(&skeleton) {
        Err(error) => told(&error.issues).map(|()| Outcome::Opened),
        Ok(bound) => frame(&bound, &skeleton, skeleton.rest()),
    }
}

/// A rig's text: read, held to what any rig is held to, bound to a person and a frame solved.
pub fn rig(bytes: &[u8], partner: &Partner) -> Verdict {
    let text = String::from_utf8_lossy(bytes);
    let rig = match Rig::from_ron(&text) {
        Ok(reading) => reading.rig,
        Err(error) => {
            must(!error.diagnostics.is_empty(), || "refused without a word".into())?;
            let unreadable = error.diagnostics.iter().find(|found| found.code == Code::Unreadable);
            must(unreadable.is_none(), || format!("the tables let this pass: {unreadable:?}"))?;
            return Ok(Outcome::Refused);
        }
    };
    let saved = rig.to_ron();
    let again = Rig::from_ron(&saved).map_err(|error| format!("what was saved does not open: {error}"))?;
    must(again.rig.to_ron() == saved, || "saved twice, it differs".into())?;
    let skeleton = &partner.person.skeleton;
    let mut outcome = Outcome::Opened;
    for bound in [rig.bind(skeleton), rig.bind_with(skeleton, &partner.map)] {
        match bound {
            Err(error) => told(&error.issues)?,
            Ok(bound) => outcome = frame(&bound, skeleton, skeleton.rest())?,
        }
    }
    Ok(outcome)
}

fn valid(rig: &Rig, after: &str) -> Result<(), String> {
    let error = validate(rig).into_iter().find(|found| found.severity == Severity::Error);
    must(error.is_none(), || format!("{after} broke the rig: {error:?}"))
}

fn told(issues: &[surefoot::runtime::BindIssue]) -> Result<(), String> {
    must(!issues.is_empty(), || "a misfit without a reason".into())
}

fn sound(character: &Character) -> Result<(), String> {
    let finite = |matrices: &[Affine3A]| matrices.iter().all(Affine3A::is_finite);
    let skeleton = &character.skeleton;
    must(skeleton.rest_globals().matrices().all(|matrix| matrix.is_finite()), || "the rest pose is not finite".into())?;
    must(is_finite(character.pose_under_clips()), || "the pose under clips is not finite".into())?;
    must(character.traits.len() == skeleton.len(), || "not one set of traits a joint".into())?;
    for skin in &character.skins {
        must(finite(&skin.joint_from_mesh), || "a bind matrix is not finite".into())?;
    }
    for mesh in &character.meshes {
        let (count, name) = (mesh.positions.len(), &mesh.name);
        let vectors = mesh.positions.iter().chain(&mesh.normals);
        must(vectors.clone().all(|vector| vector.is_finite()), || format!("{name:?} is not finite"))?;
        must(mesh.normals.len() == count, || format!("{name:?} has not a normal a vertex"))?;
        must(mesh.uvs.is_empty() || mesh.uvs.len() == count, || format!("{name:?} has not a uv a vertex"))?;
        must(mesh.indices.iter().all(|index| (*index as usize) < count), || format!("{name:?} points outside"))?;
        must(mesh.material < character.materials.len(), || format!("{name:?} has a material that is not there"))?;
        if let Binding::Skinned { skin, influences } = &mesh.binding {
            let joints = character.skins.get(*skin).map_or(0, |skin| skin.joints.len());
            let inside = influences.iter().all(|one| one.joints.iter().all(|joint| usize::from(*joint) < joints));
            must(inside && influences.len() == count, || format!("{name:?} has influences outside its skin"))?;
        }
    }
    let bounds = character.bounds(skeleton.rest_globals());
    let boxed = bounds.is_empty() || (bounds.min.is_finite() && bounds.max.is_finite());
    must(boxed, || format!("the box is {:?} to {:?}", bounds.min, bounds.max))
}

fn clips(character: &Character, map: &HumanoidMap, partner: &Partner) -> Result<(), String> {
    for clip in &character.clips {
        must(clip.duration.is_finite() && clip.duration >= 0.0, || format!("{:?} lasts {}", clip.name, clip.duration))?;
        for part in 0..4 {
            let mut pose = character.pose_under_clips().clone();
            clip.sample(clip.duration * part as f32 / 3.0, Playback::Loop, &mut pose);
            must(is_finite(&pose), || format!("{:?} is not finite at {part}/3", clip.name))?;
        }
    }
    // The first is enough, unless it is a long one: this costs as much as all the rest.
    let Some(clip) = character.clips.first() else { return Ok(()) };
    if clip.duration > 20.0 {
        return Ok(());
    }
    let skeleton = &character.skeleton;
    let from = Performer { skeleton, map, under_clips: character.pose_under_clips() };
    let skeleton = &partner.person.skeleton;
    let onto = Performer { skeleton, map: &partner.map, under_clips: skeleton.rest() };
    let Ok(retarget) = Retarget::new(from, onto) else { return Ok(()) };
    let carried = retarget.clip(clip);
    let finite = carried.channels.iter().all(|channel| match &channel.values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => {
            values.iter().all(|value| value.is_finite())
        }
        ChannelValues::Rotation(values) => values.iter().all(|value| value.is_finite()),
    });
    must(finite, || format!("{:?} carried over is not finite", clip.name))
}

/// One settled frame on a slope with goals for the hands and something to look at.
fn frame(bound: &BoundRig, skeleton: &Skeleton, start: &Pose) -> Verdict {
    let scene = GroundScene { shape: GroundShape::Slope { angle_deg: 20.0 }, heading_deg: 30.0 };
    let ground = scene.placed(bound.frame().forward);
    let ahead = (bound.frame().forward + Vec3::Y) * bound.leg_length();
    let goal = |chain, rotation_in_world| Goal {
        chain,
        position_in_world: ahead,
        rotation_in_world,
        hint_in_world: None,
        weight: 1.0,
    };
    let goals = [goal("leftHand", None), goal("rightHand", Some(Quat::from_rotation_y(1.0)))];
    let inputs = Inputs { goals: &goals, look_target_in_world: Some(ahead * 3.0), ..Inputs::settled(&ground) };
    let mut memory = bound.memory();
    let mut pose = start.clone();
    let report = bound.solve(&mut pose, &mut memory, &inputs);
    let errors = report.chains.iter().map(|chain| chain.error).chain(report.look.map(|look| look.error));
    must(errors.into_iter().all(f32::is_finite), || format!("an error is not finite: {report:?}"))?;
    must(report.pelvis_offset.is_finite(), || format!("the pelvis moves by {}", report.pelvis_offset))?;
    let joint = skeleton.ids().find(|&joint| !pose.get(joint).is_finite());
    match joint {
        Some(joint) => Err(format!("{:?} is solved to {:?}", skeleton.name(joint), pose.get(joint))),
        None => Ok(Outcome::Solved),
    }
}

fn is_finite(pose: &Pose) -> bool {
    pose.local().iter().all(|local| local.is_finite())
}
