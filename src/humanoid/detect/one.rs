//! One character: all sources put together.

use glam::Vec3;

use super::body::Body;
use super::limbs::{ARM, Choice, LEG};
use super::reading::Reading;
use super::sides::{Sides, named_left};
use super::structure::Shape;
use super::torso::Torso;
use super::verdict::Lean;
use super::vocabulary::Names;
use super::{confidence, details, fingers, limbs, structure, verdict};
use crate::humanoid::{DetectInput, DetectedBone, Detection, HumanoidMap, Role, Side};
use crate::skeleton::JointId;

/// Fewer joints under one root than this are no character of their own.
const LEAST_JOINTS: usize = 12;
/// Fewer bones than this make no second character.
const LEAST_BONES: usize = 12;

/// Branches that are looked at; more are no cast of characters but something else.
const MOST_CHARACTERS: usize = 32;

/// The humanoids that hang on different children of one joint, or on different roots; empty where there are not at least two.
pub(super) fn separate(input: &DetectInput, readings: &[Reading], names: &Names) -> Vec<Detection> {
    let skeleton = input.skeleton;
    let mut sizes = vec![1_usize; skeleton.len()];
    let mut children = vec![Vec::new(); skeleton.len()];
    for joint in skeleton.ids().rev() {
        if let Some(parent) = skeleton.parent(joint) {
            sizes[parent.index()] += sizes[joint.index()];
            children[parent.index()].insert(0, joint);
        }
    }
    // Down from the roots to where the tree first parts into several large branches.
    let mut branches: Vec<JointId> = skeleton.ids().filter(|&joint| skeleton.parent(joint).is_none()).collect();
    loop {
        branches.retain(|branch| sizes[branch.index()] >= LEAST_JOINTS);
        match branches[..] {
            [] => return Vec::new(),
            [only] => branches = std::mem::take(&mut children[only.index()]),
            _ => break,
        }
    }
    branches.sort_by_key(|branch| std::cmp::Reverse(sizes[branch.index()]));
    branches.truncate(MOST_CHARACTERS);
    branches.sort_unstable();
    let mut found: Vec<Detection> = branches
        .into_iter()
        .map(|root| find(input, readings, names, Some(root), Lean::Any))
        .filter(|detection| {
            let has = |role: Role| detection.get(role).is_some();
            detection.bones.len() >= LEAST_BONES && has(Role::LeftFoot) && has(Role::LeftHand) && has(Role::Head)
        })
        .collect();
    // Files list the main character first; a fuller one is taken before it only when much fuller.
    found.sort_by_key(|detection| {
        std::cmp::Reverse(detection.bones.iter().filter(|bone| bone.role.is_required()).count())
    });
    found
}

/// The humanoid among the joints under `root`, or among all.
pub(super) fn find(
    input: &DetectInput,
    readings: &[Reading],
    names: &Names,
    root: Option<JointId>,
    lean: Lean,
) -> Detection {
    let body = Body::new(input, readings, root);
    let declared: Vec<(Role, JointId)> = input
        .declared
        .iter()
        .copied()
        .filter(|&(_, joint)| root.is_none_or(|root| body.is_within(joint, root)))
        .collect();
    let named_left = named_left(&body);
    let shape = structure::find(&body, named_left);
    let left = named_left.or_else(|| shape.left.try_normalize()).unwrap_or(Vec3::X);
    let chosen = choose(&body, &shape, left, &declared);
    let map: HumanoidMap = chosen.iter().map(|choice| (choice.role, choice.joint)).collect();
    let named = confidence::named(&body, &chosen);
    if declared.is_empty() && !verdict::is_humanoid(&body, &map, &shape, named, lean) {
        return Detection { missing: required().collect(), ..Detection::default() };
    }
    let mut bones: Vec<DetectedBone> = confidence::explain(&body, &chosen, &shape, &declared, names);
    bones.sort_by_key(|bone| bone.role);
    let missing: Vec<Role> = required().filter(|&role| map.get(role).is_none()).collect();
    let sure: f32 = bones.iter().filter(|bone| bone.role.is_required()).map(|bone| bone.confidence).sum();
    Detection { humanoid: true, score: sure / required().count() as f32, bones, missing, others: Vec::new() }
}

fn required() -> impl Iterator<Item = Role> {
    Role::ALL.into_iter().filter(|role| role.is_required())
}

/// One joint a role and one role a joint; what the file declares stands.
fn choose(body: &Body, shape: &Shape, left: Vec3, declared: &[(Role, JointId)]) -> Vec<Choice> {
    let pairs: Vec<(JointId, JointId)> = Role::ALL
        .into_iter()
        .filter(|role| role.side() == Some(Side::Left))
        .filter_map(|role| Some((shape.map.get(role)?, shape.map.get(role.mirrored())?)))
        .collect();
    let sides = Sides::new(body, left, &pairs);
    let mut chosen: Vec<Choice> = Vec::new();
    for &(role, joint) in declared {
        add(&mut chosen, Choice { role, joint, score: f32::INFINITY });
    }
    for side in Side::BOTH {
        for parts in [LEG, ARM] {
            for choice in limbs::choose(body, side, parts, &shape.map, &sides) {
                add(&mut chosen, choice);
            }
        }
    }
    let map = |chosen: &[Choice]| chosen.iter().map(|choice| (choice.role, choice.joint)).collect::<HumanoidMap>();
    let limbs = map(&chosen);
    for choice in Torso::new(body, &sides, &shape.map, &limbs).choose() {
        add(&mut chosen, choice);
    }
    let known = map(&chosen);
    for choice in fingers::fingers(body, &known).into_iter().chain(details::face(body, &known)) {
        add(&mut chosen, choice);
    }
    chosen
}

fn add(chosen: &mut Vec<Choice>, new: Choice) {
    if let Some(at) = chosen.iter().position(|old| old.joint == new.joint || old.role == new.role) {
        // The joint or the role has an owner: the stronger claim wins, the other goes without.
        if new.score <= chosen[at].score {
            return;
        }
        chosen.remove(at);
        add(chosen, new);
        return;
    }
    chosen.push(new);
}
