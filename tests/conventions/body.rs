//! Where the joints of a person of 1.75 m are, who stands in a T-pose and faces +Z.

use glam::Vec3;

/// Place, and the place that follows it outwards; the left half and the middle.
const PLACES: [(&str, [f32; 3], &str); 49] = [
    ("root", [0.0, 0.0, 0.0], "hips"),
    ("hips", [0.0, 0.96, 0.0], "spine"),
    ("spine", [0.0, 1.06, 0.005], "chest"),
    ("chest", [0.0, 1.2, -0.005], "upperChest"),
    ("upperChest", [0.0, 1.32, -0.015], "neck"),
    ("neck", [0.0, 1.48, -0.02], "head"),
    ("head", [0.0, 1.57, 0.0], "headTop"),
    ("headTop", [0.0, 1.75, 0.0], "headTop"),
    ("face", [0.0, 1.6, 0.06], "face"),
    ("eye", [0.032, 1.63, 0.08], "eye"),
    ("ear", [0.075, 1.62, 0.0], "ear"),
    ("jaw", [0.0, 1.58, 0.02], "chin"),
    ("chin", [0.0, 1.53, 0.09], "chin"),
    ("breast", [0.08, 1.28, 0.12], "breast"),
    ("tail", [0.0, 0.9, -0.12], "tailTip"),
    ("tailTip", [0.0, 0.7, -0.4], "tailTip"),
    ("skirt", [0.15, 0.85, 0.05], "skirtHem"),
    ("skirtHem", [0.2, 0.5, 0.1], "skirtHem"),
    ("hair", [0.06, 1.68, -0.08], "hairTip"),
    ("hairTip", [0.09, 1.3, -0.14], "hairTip"),
    ("shoulder", [0.03, 1.43, -0.01], "upperArm"),
    ("upperArm", [0.17, 1.43, -0.02], "lowerArm"),
    ("lowerArm", [0.45, 1.43, -0.035], "hand"),
    ("hand", [0.7, 1.43, -0.02], "middle1"),
    ("thumb1", [0.73, 1.42, 0.015], "thumb2"),
    ("thumb2", [0.765, 1.415, 0.045], "thumb3"),
    ("thumb3", [0.79, 1.41, 0.07], "thumb4"),
    ("thumb4", [0.81, 1.405, 0.09], "thumb4"),
    ("index1", [0.8, 1.435, 0.02], "index2"),
    ("index2", [0.84, 1.435, 0.024], "index3"),
    ("index3", [0.865, 1.433, 0.027], "index4"),
    ("index4", [0.886, 1.43, 0.029], "index4"),
    ("middle1", [0.805, 1.437, 0.0], "middle2"),
    ("middle2", [0.85, 1.437, 0.0], "middle3"),
    ("middle3", [0.878, 1.435, 0.0], "middle4"),
    ("middle4", [0.9, 1.432, 0.0], "middle4"),
    ("ring1", [0.8, 1.435, -0.02], "ring2"),
    ("ring2", [0.84, 1.435, -0.023], "ring3"),
    ("ring3", [0.866, 1.433, -0.026], "ring4"),
    ("ring4", [0.887, 1.43, -0.028], "ring4"),
    ("little1", [0.79, 1.43, -0.04], "little2"),
    ("little2", [0.822, 1.43, -0.045], "little3"),
    ("little3", [0.842, 1.428, -0.048], "little4"),
    ("little4", [0.86, 1.425, -0.051], "little4"),
    ("upperLeg", [0.09, 0.91, 0.0], "lowerLeg"),
    ("lowerLeg", [0.1, 0.5, 0.015], "foot"),
    ("foot", [0.105, 0.09, -0.03], "toes"),
    ("toes", [0.11, 0.02, 0.1], "toesTip"),
    ("toesTip", [0.115, 0.015, 0.17], "toesTip"),
];

/// The part `along` of the way from `place` to the one that follows it; beside the body where nothing is called so.
pub fn point(place: &str, along: f32) -> Option<Vec3> {
    let find = |name: &str| PLACES.iter().find(|(other, ..)| *other == name);
    let &(_, at, next) = find(place)?;
    let &(_, to, _) = find(next)?;
    Some(Vec3::from(at).lerp(Vec3::from(to), along))
}
