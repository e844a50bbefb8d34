//! Bodies with any even number of legs, and people, that walk by the gait of their rig.

#![allow(dead_code, reason = "figures that not every test asks for")]

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, LayerMask};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::rig::{BoneRef, Chain, Fabrik, Gait, Hint, Rig, Solver, TwoBone};
use surefoot::runtime::{BoundRig, GaitInput, Inputs, Memory, SolveReport};
use surefoot::skeleton::{Joint, JointId, Skeleton};

use crate::person::{Person, whole};

/// A body on pairs of legs: two bones each, or three, which FABRIK bends.
#[derive(Clone, Copy)]
pub struct Creature {
    pub pairs: usize,
    pub has_three_bones: bool,
    pub size: f32,
}

impl Creature {
    pub const QUADRUPED: Self = Self { pairs: 2, has_three_bones: false, size: 1.0 };
    pub const HEXAPOD: Self = Self { pairs: 3, has_three_bones: true, size: 1.0 };

    /// From hip to foot on the left, metres at size 1; the feet are points on the ground.
    fn leg(self) -> Vec<Vec3> {
        if self.has_three_bones {
            vec![
                Vec3::new(0.12, 0.30, 0.0),
                Vec3::new(0.30, 0.42, 0.0),
                Vec3::new(0.48, 0.24, 0.0),
                Vec3::new(0.52, 0.0, 0.0),
            ]
        } else {
            vec![Vec3::new(0.16, 0.60, 0.0), Vec3::new(0.17, 0.34, 0.14), Vec3::new(0.17, 0.0, 0.0)]
        }
    }

    fn height(self) -> f32 {
        if self.has_three_bones { 0.32 } else { 0.65 }
    }

    pub fn skeleton(self) -> Skeleton {
        let mut joints = vec![Joint { name: "top".into(), parent: None, rest: Transform::IDENTITY, source: None }];
        let body = Vec3::new(0.0, self.height(), 0.0) * self.size;
        joints.push(Joint {
            name: "body".into(),
            parent: Some(0),
            rest: Transform::from_translation(body),
            source: None,
        });
        for pair in 0..self.pairs {
            let along = 0.6 * (0.5 * (self.pairs - 1) as f32 - pair as f32);
            for side in [1.0, -1.0] {
                let (mut parent, mut from) = (1, body);
                for (bone, point) in self.leg().into_iter().enumerate() {
                    let point = Vec3::new(point.x * side, point.y, point.z + along) * self.size;
                    let name = format!("{}_{bone}", leg_name(pair, side > 0.0));
                    let rest = Transform::from_translation(point - from);
                    joints.push(Joint { name, parent: Some(parent), rest, source: None });
                    (parent, from) = (joints.len() as u16 - 1, point);
                }
            }
        }
        Skeleton::new(joints).unwrap()
    }

    pub fn rig(self) -> Rig {
        let bones = self.leg().len();
        let node = |leg: &str, bone: usize| BoneRef::Node(format!("{leg}_{bone}"));
        let legs = (0..self.pairs).flat_map(|pair| [true, false].map(|left| leg_name(pair, left)));
        let chain = |leg: String| Chain {
            root: node(&leg, 0),
            tip: node(&leg, bones - 1),
            solver: if bones == 3 {
                let hint = Hint::default();
                Solver::TwoBone(TwoBone {
                    mid: node(&leg, 1),
                    hint,
                    soften_from: 1.0,
                    max_stretch: 0.0,
                    shoulder: None,
                })
            } else {
                Solver::Fabrik(Fabrik { tolerance: 1e-5, max_iterations: 60, ..Fabrik::default() })
            },
            name: leg,
            enabled: true,
            position_weight: 1.0,
            rotation_weight: 0.0,
            fade_half_life: 0.0,
        };
        // A trot or tripods: each pair's left foot steps with the right feet of the pairs beside it.
        let group =
            |pair: usize| [pair.is_multiple_of(2), !pair.is_multiple_of(2)].map(|left| leg_name(pair, left)).to_vec();
        let whole = Self { size: 1.0, ..self }.skeleton();
        Rig {
            // Of the body at size 1, so that lengths here are metres there.
            reference_leg_length: Rig::default().bind_with(&whole, &HumanoidMap::default()).unwrap().leg_length(),
            chains: legs.map(chain).collect(),
            gait: Some(Gait {
                groups: (0..self.pairs).map(group).collect(),
                step_distance: 0.16,
                stand_distance: 0.05,
                crouch: 0.03,
                ..Gait::default()
            }),
            ..Rig::default()
        }
    }
}

fn leg_name(pair: usize, left: bool) -> String {
    format!("{}{pair}", if left { "left" } else { "right" })
}

/// A person who walks without clips.
pub fn person_rig() -> Rig {
    let feet = vec!["left_leg".to_owned(), "right_leg".to_owned()];
    Rig { gait: Some(Gait { groups: vec![feet], ..Gait::default() }), ..whole() }
}

/// A character under way, and what each of its feet shows: the joint that stays where it is while the foot stands.
pub struct Walk {
    pub rig: Rig,
    pub bound: BoundRig,
    pub memory: Memory,
    pub size: f32,
    pub shown: Vec<JointId>,
    pub root: Transform,
    pub report: SolveReport,
    pub frames: u32,
    /// Where each shown joint came to stand, in the axes of what carries it.
    landed: Vec<Option<(u32, Vec3)>>,
    /// Metres at size 1.
    pub worst_slide: f32,
}

impl Walk {
    pub fn creature(creature: Creature) -> Self {
        let skeleton = creature.skeleton();
        let rig = creature.rig();
        let bound = rig.bind_with(&skeleton, &HumanoidMap::default()).unwrap();
        let last = creature.leg().len() - 1;
        let shown = rig.chains.iter().map(|chain| skeleton.find(&format!("{}_{last}", chain.name)).unwrap()).collect();
        Self::new(rig, bound, shown, creature.size)
    }

    pub fn person() -> Self {
        Self::person_of(&Person::default())
    }

    pub fn person_of(person: &Person) -> Self {
        let built = person.build();
        let bound = person_rig().bind_with(&built.skeleton, &built.map).unwrap();
        let shown = [Role::LeftToes, Role::RightToes].map(|role| built.joint(role)).to_vec();
        Self::new(person_rig(), bound, shown, person.size)
    }

    fn new(rig: Rig, bound: BoundRig, shown: Vec<JointId>, size: f32) -> Self {
        let memory = bound.memory();
        let landed = vec![None; shown.len()];
        let report = SolveReport::default();
        Self { rig, bound, memory, size, shown, root: Transform::IDENTITY, report, frames: 0, landed, worst_slide: 0.0 }
    }

    /// One frame with the root put on the ground at `level`, turned by `yaw` radians to the left.
    pub fn step(&mut self, dt: f32, level: Vec3, yaw: f32, gait: GaitInput, ground: &dyn Ground) -> &SolveReport {
        let above = level.with_y(50.0 * self.size);
        let hit = ground.cast(above, Vec3::NEG_Y, 100.0 * self.size, LayerMask::ALL);
        let translation = hit.map_or(level, |hit| hit.point);
        self.root = Transform { translation, rotation: Quat::from_rotation_y(yaw), ..Transform::IDENTITY };
        self.solve(dt, gait, ground)
    }

    pub fn solve(&mut self, dt: f32, gait: GaitInput, ground: &dyn Ground) -> &SolveReport {
        let mut pose = self.bound.skeleton().rest().clone();
        let inputs = Inputs { dt, root: self.root, gait: Some(gait), ..Inputs::settled(ground) };
        self.report = self.bound.solve(&mut pose, &mut self.memory, &inputs).clone();
        self.frames += 1;
        assert!(pose.is_finite(), "frame {}", self.frames);
        self.watch(ground);
        &self.report
    }

    pub fn at(&self, joint: JointId) -> Vec3 {
        self.root.to_affine().transform_point3(self.memory.globals().position(joint))
    }

    /// Keeps what must hold on any frame: the groups, and how far a standing foot is from where it came to stand.
    fn watch(&mut self, ground: &dyn Ground) {
        let report = &self.report;
        let up = |name: &String| {
            let chain = self.rig.chains.iter().position(|chain| chain.name == *name).unwrap();
            report.gait.iter().any(|foot| foot.chain == chain && foot.is_up)
        };
        for group in &self.rig.gait.as_ref().unwrap().groups {
            let count = group.iter().filter(|foot| up(foot)).count();
            assert!(count <= 1, "frame {}: {count} feet of {group:?} are up", self.frames);
        }
        for foot in &report.gait {
            let now = self.root.to_affine().transform_point3(self.memory.globals().position(self.shown[foot.chain]));
            let from_world = |at: Vec3| {
                let above = foot.position + Vec3::Y * 0.2 * self.size;
                let hit = ground.cast(above, Vec3::NEG_Y, self.size, LayerMask::ALL);
                let frame = hit.map_or(Transform::IDENTITY, |hit| ground.world_from_surface(hit.surface));
                frame.to_affine().inverse().transform_point3(at)
            };
            if foot.is_up {
                self.landed[foot.chain] = None;
                continue;
            }
            let now = from_world(now);
            // A long frame may hold a whole step.
            let same = self.landed[foot.chain].filter(|&(steps, _)| steps == foot.steps);
            let (_, landed) = *self.landed[foot.chain].insert(same.unwrap_or((foot.steps, now)));
            self.worst_slide = self.worst_slide.max(landed.distance(now) / self.size);
        }
    }

    pub fn steps(&self) -> u32 {
        self.report.gait.iter().map(|foot| foot.steps).sum()
    }

    /// How far the farthest foot is from home, seen from above; metres at size 1.
    pub fn farthest_from_home(&self) -> f32 {
        let off = |foot: &surefoot::runtime::GaitFootReport| (foot.position - foot.home).with_y(0.0).length();
        self.report.gait.iter().map(off).fold(0.0, f32::max) / self.size
    }

    /// Of the feet, world.
    pub fn mean_height(&self) -> f32 {
        self.report.gait.iter().map(|foot| foot.position.y).sum::<f32>() / self.report.gait.len() as f32
    }
}
