//! Bones that a role is likely to be looked for among.

use surefoot::humanoid::Role;
use surefoot::skeleton::JointId;

use super::super::Stage;
use super::counterpart;

/// No more than this are worth naming before the whole list.
const MOST: usize = 5;
const LEAST_SCORE: f32 = 2.5;

/// The likeliest first: what was recognised, the mirror image of the other side, and free bones of fitting name and place.
pub fn candidates(stage: &Stage, role: Role) -> Vec<JointId> {
    let detected = stage.detection().get(role).map(|found| found.joint);
    let mirrored = stage.map().get(role.mirrored()).filter(|_| role.mirrored() != role);
    let mirrored = mirrored.and_then(|joint| counterpart::of(stage, joint));
    let score = |joint: JointId| {
        let mut score = 0.0;
        if detected == Some(joint) {
            score += 5.0;
        }
        if mirrored == Some(joint) {
            score += 4.0;
        }
        score + by_name(stage, role, joint) + by_tree(stage, role, joint)
    };
    let mut scored: Vec<(f32, JointId)> = stage.skeleton().ids().map(|joint| (score(joint), joint)).collect();
    scored.retain(|&(score, _)| score >= LEAST_SCORE);
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().take(MOST).map(|(_, joint)| joint).collect()
}

fn by_name(stage: &Stage, role: Role, joint: JointId) -> f32 {
    let name = stage.skeleton().name(joint).to_lowercase();
    if words(role).iter().any(|word| name.contains(word)) { 2.0 } else { 0.0 }
}

/// Below the role above it and above the role below it, and not taken.
fn by_tree(stage: &Stage, role: Role, joint: JointId) -> f32 {
    let (skeleton, map) = (stage.skeleton(), stage.map());
    if map.role_of(joint).is_some_and(|other| other != role) {
        return -3.0;
    }
    let above = std::iter::successors(role.parent(), |role| role.parent()).find_map(|role| map.get(role));
    let below = map.iter().filter(|&(other, _)| other.parent() == Some(role)).map(|(_, joint)| joint).next();
    let mut score = 0.0;
    if let Some(above) = above {
        let hangs = joint != above && skeleton.is_within(joint, above);
        score += if hangs { 1.0 } else { -1.0 };
        if skeleton.parent(joint) == Some(above) {
            score += 0.5;
        }
    }
    if let Some(below) = below {
        score += if joint != below && skeleton.is_within(below, joint) { 1.0 } else { -1.0 };
    }
    score
}

/// What bones of this role are often called.
fn words(role: Role) -> &'static [&'static str] {
    let name = role.name();
    let bare = name.strip_prefix("left").or(name.strip_prefix("right")).unwrap_or(name);
    match bare {
        "hips" => &["hip", "pelvis", "cog"],
        "spine" | "chest" | "upperChest" => &["spine", "chest", "torso", "abdomen", "back"],
        "neck" => &["neck"],
        "head" => &["head", "skull"],
        "Eye" => &["eye"],
        "jaw" => &["jaw", "chin"],
        "UpperLeg" => &["upleg", "upperleg", "thigh", "hip"],
        "LowerLeg" => &["leg", "shin", "calf", "knee"],
        "Foot" => &["foot", "ankle"],
        "Toes" => &["toe", "ball"],
        "Shoulder" => &["shoulder", "clavicle", "collar"],
        "UpperArm" => &["arm", "shoulder"],
        "LowerArm" => &["forearm", "lowerarm", "elbow"],
        "Hand" => &["hand", "wrist"],
        finger if finger.starts_with("Thumb") => &["thumb"],
        finger if finger.starts_with("Index") => &["index", "point"],
        finger if finger.starts_with("Middle") => &["middle", "mid"],
        finger if finger.starts_with("Ring") => &["ring"],
        finger if finger.starts_with("Little") => &["pinky", "little", "pinkie"],
        _ => &[],
    }
}
