use glam::{Mat3, Mat3A, Quat, Vec3};

use super::Binder;
use crate::humanoid::{Role, Side};
use crate::math::{Transform, any_orthogonal, direction_or, reject};
use crate::runtime::body;
use crate::runtime::bound::{BoundChain, ChainKind};
use crate::runtime::hand::{FingerJoint, Hand};
use crate::skeleton::JointId;

/// From the wrist to the knuckles of an adult, in lengths of the forearm; where there are no fingers.
const PALM_SHARE: f32 = 0.36;
/// Half of the palm's thickness, in its lengths: how far the skin is from the line of the bones.
const SKIN: f32 = 1.0 / 7.0;
const FINGERS: [&str; 5] = ["Thumb", "Index", "Middle", "Ring", "Little"];

/// A palm at rest, model space.
struct Palm {
    /// On the skin.
    origin: Vec3,
    /// x, y and z as the palm's axes are described in `prop`.
    axes: Mat3,
    length: f32,
}

impl Binder<'_> {
    /// The joint that carries legs and arms: the hips where they do, else the lowest joint that does.
    pub fn hanging_pelvis(&self, chains: &[BoundChain]) -> Option<(JointId, Box<[JointId]>)> {
        let limbs = chains.iter().filter(|chain| matches!(chain.kind, ChainKind::Arm | ChainKind::Leg));
        let roots: Vec<JointId> = limbs.map(|chain| chain.path[0]).collect();
        if roots.is_empty() {
            return None;
        }
        let carries = |joint: JointId| roots.iter().all(|&root| root != joint && self.skeleton.is_within(root, joint));
        let hips = self.map.get(Role::Hips).filter(|&hips| carries(hips));
        let pelvis = hips.or_else(|| self.skeleton.ids().rev().find(|&joint| carries(joint)))?;
        Some((pelvis, self.above(pelvis)))
    }

    pub fn bind_hands(&self, chains: &[BoundChain], even_scales: bool) -> [Option<Hand>; 2] {
        Side::BOTH.map(|side| self.bind_hand(side, chains, even_scales))
    }

    fn bind_hand(&self, side: Side, chains: &[BoundChain], even_scales: bool) -> Option<Hand> {
        let joint = self.map.get(Role::sided(side, "Hand")?)?;
        let palm = self.palm(side, joint)?;
        let rest = self.skeleton.rest_globals();
        let palm_rotation = Quat::from_mat3(&palm.axes).normalize();
        let palm_from_model = palm_rotation.conjugate();
        let palm_from_hand = Transform {
            translation: palm_from_model * (rest.position(joint) - palm.origin),
            rotation: (palm_from_model * body::rotation(rest, joint, even_scales)).normalize(),
            scale: Vec3::ONE,
        };
        if !palm_from_hand.is_finite() {
            return None;
        }
        let chain = chains.iter().find(|chain| chain.tip == joint);
        Some(Hand {
            side,
            joint,
            palm_from_hand,
            palm_length: palm.length,
            fade_half_life: chain.map_or(0.0, |chain| chain.fade_half_life),
            fingers: FINGERS.map(|finger| self.finger(side, finger, joint, &palm)),
        })
    }

    fn palm(&self, side: Side, hand: JointId) -> Option<Palm> {
        let rest = self.skeleton.rest_globals();
        let wrist = rest.position(hand);
        let at = |role: Option<Role>| role.and_then(|role| self.map.get(role)).map(|joint| rest.position(joint));
        let knuckle = |finger: &str| {
            let joint = self.map.get(Role::sided(side, &format!("{finger}Proximal"))?)?;
            self.skeleton.is_within(joint, hand).then(|| rest.position(joint))
        };
        // From the thumb's side to the other.
        let knuckles: Vec<Vec3> = ["Index", "Middle", "Ring", "Little"].into_iter().filter_map(knuckle).collect();
        let elbow = at(Role::sided(side, "LowerArm"));
        let forearm = elbow.map_or(Vec3::ZERO, |elbow| wrist - elbow);
        let middle = knuckles.iter().sum::<Vec3>() / knuckles.len().max(1) as f32;
        let (fingers, length) = match (middle - wrist).try_normalize() {
            Some(fingers) if !knuckles.is_empty() => (fingers, (middle - wrist).length()),
            _ => (forearm.try_normalize()?, forearm.length() * PALM_SHARE),
        };
        if !(length > self.leg_length * 1e-4) {
            return None;
        }
        let across_knuckles = match knuckles.as_slice() {
            [first, .., last] => *first - *last,
            // The knuckles say nothing: the thumb may.
            [only] => at(Role::sided(side, "ThumbProximal")).map_or(Vec3::ZERO, |thumb| thumb - *only),
            [] => Vec3::ZERO,
        };
        // At rest palms look down or to the thighs, so that thumbs are in front; those of arms held out in front look at each other.
        let candidates = [across_knuckles, self.frame.forward * length, self.frame.up * length];
        let thumb = candidates
            .into_iter()
            .map(|side| reject(side, fingers))
            .find(|side| side.length() > length * 0.15)
            .and_then(Vec3::try_normalize)
            .unwrap_or_else(|| any_orthogonal(fingers));
        let x = if side == Side::Right { thumb } else { -thumb };
        let back = fingers.cross(x);
        let origin = wrist + fingers * (length * 0.5) - back * (length * SKIN);
        Some(Palm { origin, axes: Mat3::from_cols(x, back, fingers), length })
    }

    fn finger(&self, side: Side, finger: &str, hand: JointId, palm: &Palm) -> [Option<FingerJoint>; 3] {
        let is_thumb = finger == "Thumb";
        let names =
            if is_thumb { ["Metacarpal", "Proximal", "Distal"] } else { ["Proximal", "Intermediate", "Distal"] };
        let rest = self.skeleton.rest_globals();
        let joints = names.map(|name| {
            let joint = self.map.get(Role::sided(side, &format!("{finger}{name}"))?)?;
            (joint != hand && self.skeleton.is_within(joint, hand)).then_some(joint)
        });
        let places = joints.map(|joint| joint.map(|joint| rest.position(joint)));
        let tip = joints[2].and_then(|last| {
            let end = self.skeleton.children(last).map(|child| rest.position(child));
            end.max_by(|a, b| a.distance(rest.position(last)).total_cmp(&b.distance(rest.position(last))))
        });
        let Some(first) = joints.iter().position(Option::is_some) else { return [None; 3] };
        let root = places[first].unwrap_or_default();
        let end = tip.or(places[2]).or(places[1]).unwrap_or(root);
        let [across, back, fingers] = [palm.axes.x_axis, palm.axes.y_axis, palm.axes.z_axis];
        let along = direction_or(end - root, fingers);
        let bend = if is_thumb {
            // Towards where the fingers close to, in front of the palm.
            let before = palm.origin + fingers * (palm.length * 0.35) - back * (palm.length * 0.45);
            along.cross(direction_or(before - root, -back))
        } else {
            along.cross(-back)
        };
        let bend = if bend.length() > 0.2 { direction_or(bend, across) } else { across };
        let outwards = match finger {
            "Ring" | "Little" => -1.0,
            _ => 1.0,
        };
        let spread = back * if side == Side::Right { outwards } else { -outwards };

        let mut before = if is_thumb { along } else { fingers };
        let mut found = [None; 3];
        for index in 0..3 {
            let Some(joint) = joints[index] else { continue };
            let next = places[index + 1..].iter().flatten().next().copied().or(tip);
            let bone = next.and_then(|next| (next - rest.position(joint)).try_normalize());
            let bent = match bone {
                Some(bone) if !is_thumb => angle_about(before, bone, bend),
                _ => 0.0,
            };
            before = bone.unwrap_or(before);
            found[index] = Some(FingerJoint {
                joint,
                bend_axis: self.seen_from_above(joint, bend),
                spread_axis: if index == first { self.seen_from_above(joint, spread) } else { Vec3::ZERO },
                bent_at_rest: bent,
            });
        }
        found
    }

    /// An axis to turn about, model space at rest, as the joint above sees it: reversed where that is mirrored.
    fn seen_from_above(&self, joint: JointId, axis: Vec3) -> Vec3 {
        let rest = self.skeleton.rest_globals();
        let above = self.skeleton.parent(joint).map_or(Mat3A::IDENTITY, |above| rest.model_from_joint(above).matrix3);
        let seen = above.inverse() * axis * if above.determinant() < 0.0 { -1.0 } else { 1.0 };
        direction_or(seen, axis)
    }
}

/// How far `to` is turned from `from` about the unit `axis`, radians.
fn angle_about(from: Vec3, to: Vec3, axis: Vec3) -> f32 {
    let (from, to) = (reject(from, axis), reject(to, axis));
    axis.dot(from.cross(to)).atan2(from.dot(to))
}
