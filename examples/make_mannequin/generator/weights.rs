//! Skin weights: which joints move each vertex.
//!
//! Every joint takes a share of what its parent moves: none well before the joint, all of it well past it, and a smooth
//! blend between. Shares multiplied down the tree sum to 1, and a left joint never reaches a right limb, nor a finger the
//! next.

use glam::Vec3;
use surefoot::humanoid::{Role, Side};

use super::body::Body;
use super::field::smoothstep;
use super::mesh::BodyMesh;
use super::skeleton::{HandFrame, Skeleton, left_fingers, on};

/// Four joints (indices into the skeleton) and their weights in 255ths, heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Influences {
    pub joints: [u8; 4],
    pub weights: [u8; 4],
}

const SMOOTHING_ROUNDS: usize = 3;

pub fn weigh(mesh: &BodyMesh, body: &Body, skeleton: &Skeleton) -> Vec<Influences> {
    let mut dense: Vec<Vec<f32>> = mesh.positions.iter().map(|&point| shares(point, body, skeleton)).collect();
    let neighbours = neighbours(mesh);
    // Over the web between two fingers smoothing would tie them together.
    let fingers: Vec<usize> =
        left_fingers().iter().flat_map(|finger| finger.roles).map(|role| skeleton.index(role)).collect();
    let kept: Vec<bool> = (0..dense.len())
        .map(|vertex| {
            let left = &dense[if mesh.positions[vertex].x < 0.0 { mesh.twins[vertex] as usize } else { vertex }];
            fingers.iter().any(|&joint| left[joint] > 0.0)
        })
        .collect();
    for _ in 0..SMOOTHING_ROUNDS {
        dense = smoothed(&dense, &neighbours, &kept);
    }
    // Rounding to 255ths goes one way on the left: its twin must get the same numbers.
    let left: Vec<Influences> = dense.iter().map(|weights| quantised(weights)).collect();
    let mirrored: Vec<u8> = skeleton.joints.iter().map(|joint| skeleton.index(joint.role.mirrored()) as u8).collect();
    let twin_of = |index: usize| {
        let twin = left[mesh.twins[index] as usize];
        Influences { joints: twin.joints.map(|joint| mirrored[joint as usize]), ..twin }
    };
    (0..left.len()).map(|index| if mesh.positions[index].x < 0.0 { twin_of(index) } else { left[index] }).collect()
}

/// The weight of every joint at a point of the surface; they sum to 1.
fn shares(point: Vec3, body: &Body, skeleton: &Skeleton) -> Vec<f32> {
    let mut weights = vec![0.0; skeleton.joints.len()];
    let mut set = |role: Role, weight: f32| weights[skeleton.index(role)] = weight;
    let side = if point.x < 0.0 { Side::Right } else { Side::Left };
    let p = Vec3::new(point.x.abs(), point.y, point.z);
    let at = |role: Role| skeleton.position(role);
    let parts = body.parts(p);

    // The arm and the leg of this side first: the trunk has what they leave.
    let to_arm = arm_share(p, parts.trunk.min(parts.head), parts.arm.min(parts.hand));
    let to_collar = to_arm.max(collar_share(p));
    let to_leg = leg_share(p);

    let trunk = (1.0 - to_collar) * (1.0 - to_leg);
    let chain = [Role::Hips, Role::Spine, Role::Chest, Role::UpperChest, Role::Neck, Role::Head];
    let beyond = [
        1.0,
        smoothstep(1.000, 1.105, p.y),
        smoothstep(1.110, 1.245, p.y),
        smoothstep(1.225, 1.365, p.y),
        smoothstep(-0.030, 0.038, along(p, at(Role::Neck), Vec3::new(0.0, 1.0, 0.30))),
        smoothstep(-0.022, 0.034, along(p, at(Role::Head), Vec3::new(0.0, 1.0, 0.62))),
        0.0,
    ];
    let jaw = smoothstep(0.0, 0.030, along(p, Vec3::new(0.0, 1.596, 0.046), Vec3::new(0.0, -0.85, 0.53)))
        * smoothstep(0.030, 0.052, p.z);
    for (index, role) in chain.into_iter().enumerate() {
        let own = trunk * beyond[..=index].iter().product::<f32>() * (1.0 - beyond[index + 1]);
        set(role, if role == Role::Head { own * (1.0 - jaw) } else { own });
        if role == Role::Head {
            set(Role::Jaw, own * jaw);
        }
    }

    set(on(side, Role::LeftShoulder), to_collar - to_arm);
    let elbow = joint_share(p, at(Role::LeftUpperArm), at(Role::LeftLowerArm), at(Role::LeftHand), 0.034);
    let hand_frame = HandFrame::left();
    let wrist = smoothstep(-0.020, 0.022, along(p, at(Role::LeftHand), hand_frame.along));
    set(on(side, Role::LeftUpperArm), to_arm * (1.0 - elbow));
    set(on(side, Role::LeftLowerArm), to_arm * elbow * (1.0 - wrist));
    let hand = to_arm * elbow * wrist;
    let fingers = if hand > 0.0 { finger_shares(p, body) } else { [[0.0; 3]; 5] };
    set(on(side, Role::LeftHand), hand * (1.0 - fingers.as_flattened().iter().sum::<f32>()));
    for (finger, shares) in left_fingers().into_iter().zip(fingers) {
        for (role, share) in finger.roles.into_iter().zip(shares) {
            set(on(side, role), hand * share);
        }
    }

    let leg = to_leg * (1.0 - to_collar);
    let knee = joint_share(p, at(Role::LeftUpperLeg), at(Role::LeftLowerLeg), at(Role::LeftFoot), 0.052);
    let ankle_axis = Vec3::new(0.0, -1.0, 0.42);
    let ankle = smoothstep(-0.040, 0.024, along(p, at(Role::LeftFoot), ankle_axis));
    // The sole under the joint goes with the toes, so that it stays where it is while the heel rises.
    let crease = at(Role::LeftToes) - Vec3::Z * 0.010;
    let ball = smoothstep(-0.020, 0.020, along(p, crease, Vec3::new(0.0, -0.75, 1.0)));
    set(on(side, Role::LeftUpperLeg), leg * (1.0 - knee));
    set(on(side, Role::LeftLowerLeg), leg * knee * (1.0 - ankle));
    set(on(side, Role::LeftFoot), leg * knee * ankle * (1.0 - ball));
    set(on(side, Role::LeftToes), leg * knee * ankle * ball);
    weights
}

fn along(point: Vec3, origin: Vec3, direction: Vec3) -> f32 {
    (point - origin).dot(direction.normalize_or(Vec3::Y))
}

/// What lies past a hinge, blended over `half` metres to either side of the plane that halves its angle.
fn joint_share(point: Vec3, before: Vec3, joint: Vec3, after: Vec3, half: f32) -> f32 {
    let direction = (joint - before).normalize_or(Vec3::Y) + (after - joint).normalize_or(Vec3::Y);
    smoothstep(-half, half, along(point, joint, direction))
}

fn arm_share(p: Vec3, trunk: f32, arm: f32) -> f32 {
    // Over the armpit the seam follows where trunk and arm are equally near; on top it must reach in to the deltoid.
    let seam = 0.5 * (trunk - arm);
    let outwards = along(p, super::skeleton::LEFT_SHOULDER, Vec3::new(0.93, -0.36, 0.0));
    let by_plane = smoothstep(-0.050, 0.060, outwards);
    let by_seam = smoothstep(-0.022, 0.026, seam);
    let top = smoothstep(1.36, 1.45, p.y);
    if p.x < 0.06 || arm > 0.3 { 0.0 } else { by_seam * (1.0 - top) + by_plane * top }
}

fn collar_share(p: Vec3) -> f32 {
    let outwards = smoothstep(0.035, 0.150, p.x);
    let height = smoothstep(1.285, 1.420, p.y);
    0.9 * outwards * height
}

fn leg_share(p: Vec3) -> f32 {
    // The plane of the groin: from the crotch up to the outer hip; behind, the seat follows later than the front.
    let below = along(p, super::skeleton::LEFT_UPPER_LEG, Vec3::new(0.50, -0.866, 0.0));
    let behind = smoothstep(0.02, -0.09, p.z);
    let share = smoothstep(-0.050 - 0.022 * behind, 0.050 + 0.030 * behind, below + 0.004);
    let own_side = smoothstep(-0.004, 0.030, p.x);
    let reach = smoothstep(1.06, 0.98, p.y);
    let arm_side = smoothstep(0.32, 0.27, p.x);
    share * own_side * reach * arm_side
}

/// Shares of the hand's weight for each finger's three joints.
fn finger_shares(p: Vec3, body: &Body) -> [[f32; 3]; 5] {
    let mut shares = [[0.0; 3]; 5];
    let (nearest, lead) = body.nearest_finger(p);
    let finger = left_fingers()[nearest];
    let thumb = nearest == 0;
    let wrist = super::skeleton::LEFT_WRIST;
    let before =
        [if thumb { wrist } else { wrist + (finger.points[0] - wrist) * 0.2 }, finger.points[0], finger.points[1]];
    let mut beyond = [0.0; 4];
    for joint in 0..3 {
        let half = if joint == 0 { if thumb { 0.014 } else { 0.010 } } else { finger.radii[joint] * 0.75 };
        beyond[joint] = joint_share(p, before[joint], finger.points[joint], finger.points[joint + 1], half);
    }
    if thumb {
        // The thumb's first bone lies inside the palm: only what stands out of it follows.
        let hand = HandFrame::left();
        let outside = along(p, hand.point(0.030, 0.024, -0.010), hand.vector(0.25, 0.95, -0.30));
        beyond[0] *= smoothstep(-0.012, 0.016, outside);
    }
    // The web between two fingers is the palm's.
    let mut share = smoothstep(-0.001, 0.0035, lead);
    for joint in 0..3 {
        share *= beyond[joint];
        shares[nearest][joint] = share * (1.0 - beyond[joint + 1]);
    }
    shares
}

fn neighbours(mesh: &BodyMesh) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); mesh.positions.len()];
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            for (one, other) in [(from, to), (to, from)] {
                let list: &mut Vec<u32> = &mut neighbours[one as usize];
                if !list.contains(&other) {
                    list.push(other);
                }
            }
        }
    }
    neighbours
}

/// Halfway to the mean of the neighbours, except for the vertices that keep theirs.
fn smoothed(weights: &[Vec<f32>], neighbours: &[Vec<u32>], kept: &[bool]) -> Vec<Vec<f32>> {
    weights
        .iter()
        .zip(neighbours)
        .zip(kept)
        .map(|((own, ring), &kept)| {
            if kept {
                return own.clone();
            }
            let count = ring.len().max(1) as f32;
            let mean = |joint: usize| ring.iter().map(|&v| weights[v as usize][joint]).sum::<f32>() / count;
            own.iter().enumerate().map(|(joint, weight)| 0.5 * weight + 0.5 * mean(joint)).collect()
        })
        .collect()
}

/// The four heaviest, in 255ths that sum to 255.
fn quantised(weights: &[f32]) -> Influences {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    let four = [order[0], order[1], order[2], order[3]];
    let total: f32 = four.iter().map(|&joint| weights[joint]).sum();
    let mut shares = four.map(|joint| (weights[joint] / total * 255.0).round() as i32);
    shares[0] += 255 - shares.iter().sum::<i32>();
    let used = |slot: usize| if shares[slot] > 0 { four[slot] as u8 } else { 0 };
    Influences { joints: [used(0), used(1), used(2), used(3)], weights: shares.map(|share| share as u8) }
}
