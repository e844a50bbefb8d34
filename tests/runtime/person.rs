//! A grown-up of 1.75 m made of joints alone, with the oddities that real files have; and rigs for it.

use surefoot::glam::{Affine3A, Quat, Vec3};
use surefoot::ground::{Ground, Hit, LayerMask};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::rig::{BoneRef, Chain, Fabrik, Foot, Grounding, Hint, LookAt, Rig, Solver, TwoBone};
use surefoot::skeleton::{Joint, JointId, Skeleton};

/// Hip joint over the knee to the ankle; metres.
pub const LEG: f32 = 0.82;

#[derive(Clone)]
pub struct Person {
    /// Turned by half a turn, as VRM 0 files are.
    pub faces_back: bool,
    /// How far the knees rest in front of the line from hip to ankle; metres, below 0 behind.
    pub knee_forward: f32,
    /// Multiplies everything: the size of the character in model space.
    pub size: f32,
    /// The scale of the node above everything; the joints below make up for it.
    pub scale_above: Vec3,
    /// The feet hang from the topmost node instead of from the shins.
    pub feet_detached: bool,
    /// Split thighs and shins in two, with joints that take no part.
    pub split_legs: bool,
    /// Seed of a random orientation for each joint's axes; 0 for axes along the model's.
    pub rolls: u32,
    pub with_toes: bool,
    pub with_eyes: bool,
}

impl Default for Person {
    fn default() -> Self {
        Self {
            faces_back: false,
            knee_forward: 0.02,
            size: 1.0,
            scale_above: Vec3::ONE,
            feet_detached: false,
            split_legs: false,
            rolls: 0,
            with_toes: true,
            with_eyes: true,
        }
    }
}

pub struct Built {
    pub skeleton: Skeleton,
    pub map: HumanoidMap,
}

impl Built {
    pub fn joint(&self, role: Role) -> JointId {
        self.map.get(role).unwrap()
    }

    pub fn rest(&self, role: Role) -> Vec3 {
        self.skeleton.rest_globals().position(self.joint(role))
    }
}

impl Person {
    pub fn build(&self) -> Built {
        // Name, parent's name, place in body axes (x left, y up, z forward) of the left half.
        let mut parts: Vec<(String, &str, [f32; 3])> = Vec::new();
        let mut add = |name: &str, parent: &'static str, place: [f32; 3]| parts.push((name.into(), parent, place));
        add("hips", "top", [0.0, 0.95, 0.0]);
        add("spine", "hips", [0.0, 1.05, 0.0]);
        add("chest", "spine", [0.0, 1.20, 0.0]);
        add("upperChest", "chest", [0.0, 1.32, 0.0]);
        add("neck", "upperChest", [0.0, 1.48, 0.0]);
        add("head", "neck", [0.0, 1.58, 0.02]);
        if self.with_eyes {
            add("leftEye", "head", [0.03, 1.65, 0.09]);
        }
        add("leftUpperLeg", "hips", [0.09, 0.90, 0.0]);
        let shin_parent = if self.split_legs { "leftThighTwist" } else { "leftUpperLeg" };
        if self.split_legs {
            add("leftThighTwist", "leftUpperLeg", [0.09, 0.70, self.knee_forward / 2.0]);
        }
        add("leftLowerLeg", shin_parent, [0.09, 0.49, self.knee_forward]);
        let foot_parent = if self.feet_detached {
            "top"
        } else if self.split_legs {
            "leftShinTwist"
        } else {
            "leftLowerLeg"
        };
        if self.split_legs {
            add("leftShinTwist", "leftLowerLeg", [0.09, 0.30, self.knee_forward / 2.0]);
        }
        add("leftFoot", foot_parent, [0.09, 0.08, 0.0]);
        if self.with_toes {
            add("leftToes", "leftFoot", [0.09, 0.02, 0.13]);
        }
        add("leftShoulder", "upperChest", [0.03, 1.42, 0.0]);
        add("leftUpperArm", "leftShoulder", [0.17, 1.42, 0.0]);
        add("leftLowerArm", "leftUpperArm", [0.45, 1.42, 0.0]);
        add("leftHand", "leftLowerArm", [0.70, 1.42, 0.0]);
        let left = parts.clone();
        for (name, parent, [x, y, z]) in left {
            if let Some(rest) = name.strip_prefix("left") {
                let parent = match parent.strip_prefix("left") {
                    Some(rest) => Box::leak(format!("right{rest}").into_boxed_str()),
                    None => parent,
                };
                parts.push((format!("right{rest}"), parent, [-x, y, z]));
            }
        }

        let top = Transform { scale: self.scale_above, ..Transform::IDENTITY };
        let mut joints = vec![Joint { name: "top".into(), parent: None, rest: top, source: None }];
        let mut globals = vec![top.to_affine()];
        let mut seed = self.rolls;
        for (name, parent, place) in parts {
            let mut place = Vec3::from(place) * self.size;
            if self.faces_back {
                place = Vec3::new(-place.x, place.y, -place.z);
            }
            let parent = joints.iter().position(|joint| joint.name == parent).unwrap();
            let rotation = if self.rolls == 0 { Quat::IDENTITY } else { random_rotation(&mut seed) };
            let model_from_parent = globals[parent];
            let parent_scale = if parent == 0 { self.scale_above } else { Vec3::ONE };
            let parent_rotation =
                Transform::from_affine(model_from_parent * Affine3A::from_scale(Vec3::ONE / parent_scale)).rotation;
            let rest = Transform {
                translation: model_from_parent.inverse().transform_point3(place),
                rotation: if self.rolls == 0 { Quat::IDENTITY } else { parent_rotation.inverse() * rotation },
                scale: Vec3::ONE,
            };
            globals.push(model_from_parent * rest.to_affine());
            joints.push(Joint { name, parent: Some(parent as u16), rest, source: None });
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let map = Role::ALL.into_iter().filter_map(|role| Some((role, skeleton.find(role.name())?))).collect();
        Built { skeleton, map }
    }
}

/// A rotation out of a small generator of its own, so that a seed means the same for ever.
pub fn random_rotation(seed: &mut u32) -> Quat {
    let mut next = || {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0
    };
    let axis = Vec3::new(next(), next(), next()).try_normalize().unwrap_or(Vec3::X);
    Quat::from_axis_angle(axis, next() * 3.0)
}

pub fn role(role: Role) -> BoneRef {
    BoneRef::Role(role)
}

pub fn limb(name: &str, [root, mid, tip]: [Role; 3]) -> Chain {
    Chain {
        name: name.into(),
        enabled: true,
        root: role(root),
        tip: role(tip),
        solver: Solver::TwoBone(TwoBone {
            mid: role(mid),
            hint: Hint::default(),
            soften_from: 0.97,
            max_stretch: 0.0,
            shoulder: None,
        }),
        position_weight: 1.0,
        rotation_weight: 1.0,
        fade_half_life: 0.0,
    }
}

pub const LEFT_LEG: [Role; 3] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot];
pub const LEFT_ARM: [Role; 3] = [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand];

/// Arms, legs and a spine without weight on the ground; no grounding, no look.
pub fn limbs() -> Rig {
    let spine = Chain {
        name: "spine".into(),
        enabled: true,
        root: role(Role::Spine),
        tip: role(Role::Neck),
        solver: Solver::Fabrik(Fabrik::default()),
        position_weight: 1.0,
        rotation_weight: 1.0,
        fade_half_life: 0.0,
    };
    Rig {
        reference_leg_length: LEG,
        chains: vec![
            limb("left_leg", LEFT_LEG),
            limb("right_leg", LEFT_LEG.map(Role::mirrored)),
            limb("left_arm", LEFT_ARM),
            limb("right_arm", LEFT_ARM.map(Role::mirrored)),
            spine,
        ],
        ..Rig::default()
    }
}

/// As [`limbs`], with both feet on the ground and a look.
pub fn whole() -> Rig {
    let foot = |chain: &str, toes| Foot {
        chain: chain.into(),
        toes: Some(role(toes)),
        heel: None,
        ball: None,
        toe: None,
        half_breadth: None,
        heel_radius: None,
    };
    let look = "(head_bone: Role(head), neck: Some(Role(neck)), spine: [Role(spine), Role(chest)], eye_bones: [Role(leftEye), Role(rightEye)])";
    Rig {
        grounding: Some(Grounding {
            feet: vec![foot("left_leg", Role::LeftToes), foot("right_leg", Role::RightToes)],
            ..Grounding::default()
        }),
        look_at: Some(ron::from_str::<LookAt>(look).unwrap()),
        ..limbs()
    }
}

/// An endless plane.
#[derive(Clone, Copy)]
pub struct Slope {
    pub point: Vec3,
    pub normal: Vec3,
}

impl Slope {
    pub const FLAT: Self = Self { point: Vec3::ZERO, normal: Vec3::Y };

    /// Rises by `degrees` towards `heading` degrees from +Z, to the left of it.
    pub fn rising(degrees: f32, heading: f32) -> Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (x, z) = heading.to_radians().sin_cos();
        Self { point: Vec3::ZERO, normal: Vec3::new(-x * sine, cosine, -z * sine) }
    }

    pub fn gap(&self, point: Vec3) -> f32 {
        (point - self.point).dot(self.normal)
    }
}

impl Ground for Slope {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let (above, along) = (self.gap(origin), direction.dot(self.normal));
        let distance = above / -along;
        (above >= 0.0 && along < 0.0 && distance <= max_distance)
            .then(|| Hit::still(origin + direction * distance, self.normal))
    }
}

/// Level ground whose height depends on the place.
pub struct Heights<F: Fn(Vec3) -> Option<f32>>(pub F);

impl<F: Fn(Vec3) -> Option<f32>> Ground for Heights<F> {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _: LayerMask) -> Option<Hit> {
        let height = (self.0)(origin)?;
        let distance = origin.y - height;
        (direction == Vec3::NEG_Y && (0.0..=max_distance).contains(&distance))
            .then(|| Hit::still(Vec3::new(origin.x, height, origin.z), Vec3::Y))
    }
}
