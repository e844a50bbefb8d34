//! Where the joints of an adult of 1.75 m stand in the rest pose.
//!
//! Segment lengths follow the usual fractions of stature (hip 0.53, knee 0.285, ankle 0.047, shoulder 0.80, hand 0.108),
//! with legs a little long, as figure drawing likes them.

use glam::Vec3;
use surefoot::humanoid::{Role, Side};

/// One joint of the rest pose; its rest rotation is the identity.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    pub role: Role,
    /// Index of the parent; smaller than the joint's own.
    pub parent: Option<usize>,
    /// Metres, model space.
    pub position: Vec3,
}

/// A finger's joints and tip from its base outwards, in model space.
#[derive(Clone, Copy, Debug)]
pub struct Finger {
    pub roles: [Role; 3],
    /// The three joints and the tip.
    pub points: [Vec3; 4],
    /// Radius at each of [`Finger::points`].
    pub radii: [f32; 4],
}

/// The left hand's own axes: along the fingers, towards the thumb, out of the back of the hand.
pub struct HandFrame {
    pub along: Vec3,
    pub thumb: Vec3,
    pub back: Vec3,
}

impl HandFrame {
    pub fn left() -> Self {
        let along = (LEFT_WRIST - LEFT_ELBOW + Vec3::new(0.0, -0.004, 0.010)).normalize_or(Vec3::X);
        let thumb = (Vec3::new(0.0, 0.0, 1.0) - along * along.z).normalize_or(Vec3::Z);
        Self { along, thumb, back: thumb.cross(along) }
    }

    /// From the wrist: metres along, towards the thumb, out of the back.
    pub fn point(&self, along: f32, thumb: f32, back: f32) -> Vec3 {
        LEFT_WRIST + self.vector(along, thumb, back)
    }

    pub fn vector(&self, along: f32, thumb: f32, back: f32) -> Vec3 {
        self.along * along + self.thumb * thumb + self.back * back
    }
}

pub const HIPS: Vec3 = Vec3::new(0.0, 0.965, 0.0);
pub const SPINE: Vec3 = Vec3::new(0.0, 1.065, -0.006);
pub const CHEST: Vec3 = Vec3::new(0.0, 1.185, -0.012);
pub const UPPER_CHEST: Vec3 = Vec3::new(0.0, 1.305, -0.018);
pub const NECK: Vec3 = Vec3::new(0.0, 1.468, -0.030);
pub const HEAD: Vec3 = Vec3::new(0.0, 1.566, -0.008);
pub const LEFT_EYE: Vec3 = Vec3::new(0.032, 1.645, 0.070);
pub const JAW: Vec3 = Vec3::new(0.0, 1.598, 0.020);
pub const LEFT_UPPER_LEG: Vec3 = Vec3::new(0.094, 0.926, 0.0);
pub const LEFT_KNEE: Vec3 = Vec3::new(0.097, 0.503, 0.016);
pub const LEFT_ANKLE: Vec3 = Vec3::new(0.101, 0.086, -0.018);
pub const LEFT_BALL: Vec3 = Vec3::new(0.110, 0.022, 0.116);
pub const LEFT_CLAVICLE: Vec3 = Vec3::new(0.026, 1.420, 0.002);
pub const LEFT_SHOULDER: Vec3 = Vec3::new(0.187, 1.410, -0.024);
pub const LEFT_ELBOW: Vec3 = Vec3::new(0.397, 1.208, -0.040);
pub const LEFT_WRIST: Vec3 = Vec3::new(0.580, 1.036, -0.020);

const FINGER_ROLES: [[Role; 3]; 5] = [
    [Role::LeftThumbMetacarpal, Role::LeftThumbProximal, Role::LeftThumbDistal],
    [Role::LeftIndexProximal, Role::LeftIndexIntermediate, Role::LeftIndexDistal],
    [Role::LeftMiddleProximal, Role::LeftMiddleIntermediate, Role::LeftMiddleDistal],
    [Role::LeftRingProximal, Role::LeftRingIntermediate, Role::LeftRingDistal],
    [Role::LeftLittleProximal, Role::LeftLittleIntermediate, Role::LeftLittleDistal],
];

/// A finger in the hand's own axes.
struct FingerPlan {
    /// Metres from the wrist.
    base: [f32; 3],
    /// Slope towards the thumb, and at the first joint towards the palm.
    splay: f32,
    bend: f32,
    /// Metres.
    lengths: [f32; 3],
    radii: [f32; 4],
}

/// The left hand's five fingers, thumb first.
pub fn left_fingers() -> [Finger; 5] {
    let hand = HandFrame::left();
    let plan = |base, splay, bend, lengths, radii| FingerPlan { base, splay, bend, lengths, radii };
    let plans = [
        plan([0.020, 0.020, -0.009], 0.0, 0.0, [0.044, 0.034, 0.027], [0.0135, 0.0115, 0.0098, 0.0078]),
        plan([0.090, 0.0300, 0.000], 0.115, 0.10, [0.044, 0.026, 0.022], [0.0098, 0.0088, 0.0080, 0.0066]),
        plan([0.093, 0.0085, 0.002], 0.015, 0.12, [0.048, 0.030, 0.023], [0.0100, 0.0090, 0.0081, 0.0067]),
        plan([0.089, -0.0130, 0.000], -0.095, 0.14, [0.044, 0.028, 0.023], [0.0095, 0.0085, 0.0077, 0.0064]),
        plan([0.081, -0.0325, -0.005], -0.215, 0.16, [0.035, 0.021, 0.020], [0.0084, 0.0075, 0.0068, 0.0058]),
    ];
    let mut fingers = [Finger { roles: FINGER_ROLES[0], points: [Vec3::ZERO; 4], radii: [0.0; 4] }; 5];
    for (index, FingerPlan { base, splay, bend, lengths, radii }) in plans.into_iter().enumerate() {
        let thumb = index == 0;
        let mut point = hand.point(base[0], base[1], base[2]);
        let mut points = [point; 4];
        for (segment, length) in lengths.into_iter().enumerate() {
            let step = segment as f32;
            let direction = if thumb {
                hand.vector(0.68 + 0.16 * step, 0.66 - 0.16 * step, -0.36 + 0.02 * step)
            } else {
                hand.vector(1.0, splay * (1.0 - 0.25 * step), -bend - 0.17 * step)
            };
            point += direction.normalize_or(hand.along) * length;
            points[segment + 1] = point;
        }
        fingers[index] = Finger { roles: FINGER_ROLES[index], points, radii };
    }
    fingers
}

/// The rest pose; parents before children.
#[derive(Clone, Debug)]
pub struct Skeleton {
    pub joints: Vec<Joint>,
}

impl Skeleton {
    pub fn rest() -> Self {
        let mut skeleton = Self { joints: Vec::with_capacity(Role::COUNT) };
        let mut last = None;
        for (role, position) in [
            (Role::Hips, HIPS),
            (Role::Spine, SPINE),
            (Role::Chest, CHEST),
            (Role::UpperChest, UPPER_CHEST),
            (Role::Neck, NECK),
            (Role::Head, HEAD),
        ] {
            last = Some(skeleton.push(role, last, position));
        }
        skeleton.push(Role::LeftEye, last, LEFT_EYE);
        skeleton.push(Role::RightEye, last, mirror(LEFT_EYE));
        skeleton.push(Role::Jaw, last, JAW);
        for side in Side::BOTH {
            skeleton.push_leg(side);
        }
        for side in Side::BOTH {
            skeleton.push_arm(side);
        }
        skeleton
    }

    /// The joint with `role`; every role has one.
    pub fn index(&self, role: Role) -> usize {
        self.joints.iter().position(|joint| joint.role == role).expect("the mannequin has every role")
    }

    pub fn position(&self, role: Role) -> Vec3 {
        self.joints[self.index(role)].position
    }

    fn push(&mut self, role: Role, parent: Option<usize>, position: Vec3) -> usize {
        self.joints.push(Joint { role, parent, position });
        self.joints.len() - 1
    }

    fn push_leg(&mut self, side: Side) {
        let mut last = Some(self.index(Role::Hips));
        for (role, position) in [
            (Role::LeftUpperLeg, LEFT_UPPER_LEG),
            (Role::LeftLowerLeg, LEFT_KNEE),
            (Role::LeftFoot, LEFT_ANKLE),
            (Role::LeftToes, LEFT_BALL),
        ] {
            last = Some(self.push(on(side, role), last, mirror_to(side, position)));
        }
    }

    fn push_arm(&mut self, side: Side) {
        let mut last = Some(self.index(Role::UpperChest));
        for (role, position) in [
            (Role::LeftShoulder, LEFT_CLAVICLE),
            (Role::LeftUpperArm, LEFT_SHOULDER),
            (Role::LeftLowerArm, LEFT_ELBOW),
            (Role::LeftHand, LEFT_WRIST),
        ] {
            last = Some(self.push(on(side, role), last, mirror_to(side, position)));
        }
        let hand = last;
        for finger in left_fingers() {
            let mut last = hand;
            for (role, point) in finger.roles.into_iter().zip(finger.points) {
                last = Some(self.push(on(side, role), last, mirror_to(side, point)));
            }
        }
    }
}

/// The role of the left half, or its twin on the right.
pub fn on(side: Side, left_role: Role) -> Role {
    match side {
        Side::Left => left_role,
        Side::Right => left_role.mirrored(),
    }
}

/// The same place on the other half of the body.
pub fn mirror(point: Vec3) -> Vec3 {
    Vec3::new(-point.x, point.y, point.z)
}

fn mirror_to(side: Side, left_point: Vec3) -> Vec3 {
    match side {
        Side::Left => left_point,
        Side::Right => mirror(left_point),
    }
}
