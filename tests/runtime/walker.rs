//! A person who walks by formula, so that it is known when and where each foot stands.

use surefoot::glam::Vec3;
use surefoot::ground::{Ground, NoGround};
use surefoot::humanoid::Role;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::runtime::{BoundRig, FootPhase, Inputs, LegMoment, Memory, STANCE_MOMENTS, SolveReport};

use crate::limbs::goal;
use crate::person::{Built, limbs};

pub const FEET: [Role; 2] = [Role::LeftFoot, Role::RightFoot];
const NAMES: [&str; 2] = ["left_leg", "right_leg"];
const HIPS: [Role; 2] = [Role::LeftUpperLeg, Role::RightUpperLeg];
/// How much lower the hips are than at rest.
const SQUATS: f32 = 0.06;
/// Ankle to ball.
const BALL_AHEAD: f32 = 0.13;

/// One cycle is one second: a foot stands for the first `stance` of it and swings for the rest. Metres at the person's own size.
pub struct Walker {
    pub speed: f32,
    pub stance: f32,
    pub lift: f32,
    /// What the animation adds to the height of both feet while they stand: a fault, but for 0.
    pub hover: f32,
    /// How far the animation lets each standing foot slip back a second: likewise.
    pub slide: f32,
    pub size: f32,
}

impl Default for Walker {
    fn default() -> Self {
        Self { speed: 0.8, stance: 0.6, lift: 0.1, hover: 0.0, slide: 0.0, size: 1.0 }
    }
}

impl Walker {
    /// Where in its cycle a foot is at `time`, 0..1.
    fn cycle(&self, foot: usize, time: f32) -> f32 {
        (time + 0.5 * foot as f32).rem_euclid(1.0)
    }

    fn reach(&self) -> f32 {
        0.5 * self.speed * self.stance
    }

    /// The ankle over its place at rest, model space: ahead and up.
    fn ankle(&self, foot: usize, time: f32) -> [f32; 2] {
        let cycle = self.cycle(foot, time);
        if cycle < self.stance {
            let middle = cycle - 0.5 * self.stance;
            return [-self.speed * middle - self.slide * middle, self.hover];
        }
        let gone = (cycle - self.stance) / (1.0 - self.stance);
        let eased = gone * gone * (3.0 - 2.0 * gone);
        let ends = self.reach() + 0.5 * self.slide * self.stance;
        let lift = self.lift * (std::f32::consts::PI * gone).sin();
        [-ends + 2.0 * ends * eased, self.hover + lift]
    }

    pub fn pose(&self, built: &Built, time: f32) -> Pose {
        let mut pose = built.skeleton.rest().clone();
        pose.get_mut(built.joint(Role::Hips)).translation.y -= SQUATS * self.size;
        let bound = limbs().bind_with(&built.skeleton, &built.map).unwrap();
        let goals = [0, 1].map(|foot| {
            let [ahead, up] = self.ankle(foot, time);
            goal(NAMES[foot], built.rest(FEET[foot]) + Vec3::new(0.0, up, ahead) * self.size)
        });
        bound.solve(&mut pose, &mut bound.memory(), &Inputs { goals: &goals, ..Inputs::settled(&NoGround) });
        pose
    }

    /// How far the root has come at `time`; world.
    pub fn ahead(&self, time: f32) -> Vec3 {
        Vec3::Z * (self.speed * time * self.size)
    }

    pub fn is_down(&self, foot: usize, time: f32) -> bool {
        self.cycle(foot, time) < self.stance
    }

    pub fn phases(&self, built: &Built, time: f32) -> [FootPhase<'static>; 2] {
        [0, 1].map(|foot| {
            let cycle = self.cycle(foot, time);
            let down = cycle < self.stance;
            let (since_s, until_s) =
                if down { (cycle, self.stance - cycle) } else { (cycle - self.stance, 1.0 - cycle) };
            let landed = if down { time - since_s } else { time + until_s };
            let seen = |time: f32| {
                let [ahead, up] = self.ankle(foot, time);
                let gone = self.ahead(time);
                let ankle = built.rest(FEET[foot]) + Vec3::new(0.0, up, ahead) * self.size + gone;
                let ball = built.rest(FEET[foot]) + Vec3::Z * (BALL_AHEAD + ahead) * self.size + self.ahead(time);
                let ball = ball.with_y(self.hover * self.size);
                // Heel and toe tip of the bound rig: as far behind and before the ball as it works them out from the joints.
                let contacts = [-0.195, 0.0, 0.0715].map(|z| ball + Vec3::Z * z * self.size);
                let hip = built.rest(HIPS[foot]) - Vec3::Y * (SQUATS * self.size) + gone;
                LegMoment { hip, ankle, toe_joint: ankle.with_z(ball.z), contacts, ahead: Vec3::Z }
            };
            let stance_in_world = std::array::from_fn(|moment| {
                let passed = self.stance * moment as f32 / (STANCE_MOMENTS - 1) as f32;
                // A step is clear of its ends, where the foot is in the air already.
                seen(landed + passed.clamp(1e-4, self.stance - 1e-4))
            });
            let stands_at = self.hover * self.size;
            FootPhase { chain: NAMES[foot], down, since_s, until_s, stance_in_world, stance_s: self.stance, stands_at }
        })
    }
}

/// A walker on a ground, frame after frame.
pub struct Walk<'a> {
    pub walker: &'a Walker,
    pub built: &'a Built,
    pub bound: BoundRig,
    pub memory: Memory,
    pub time: f32,
}

impl<'a> Walk<'a> {
    pub fn new(walker: &'a Walker, built: &'a Built, rig: &surefoot::rig::Rig) -> Self {
        let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
        let memory = bound.memory();
        Self { walker, built, bound, memory, time: 0.0 }
    }

    /// Goes on by `dt` over `ground`, the root at `height` there.
    pub fn step(&mut self, dt: f32, ground: &dyn Ground, height: f32) -> (Pose, SolveReport) {
        let at = self.walker.ahead(self.time + dt) + Vec3::Y * height;
        self.step_with(dt, ground, Transform::from_translation(at), true)
    }

    /// Likewise with the root anywhere, and with what is known of the feet or without.
    pub fn step_with(&mut self, dt: f32, ground: &dyn Ground, root: Transform, phased: bool) -> (Pose, SolveReport) {
        self.time += dt;
        let mut phases = self.walker.phases(self.built, self.time);
        // The footprints go where the root has been led.
        let led = root.translation - self.walker.ahead(self.time);
        for phase in &mut phases {
            for leg in &mut phase.stance_in_world {
                *leg = leg.map(|point| point + led, |ahead| ahead);
            }
        }
        let feet: &[FootPhase] = if phased { &phases } else { &[] };
        let mut pose = self.walker.pose(self.built, self.time);
        let inputs = Inputs { dt, root, feet, ..Inputs::settled(ground) };
        let report = self.bound.solve(&mut pose, &mut self.memory, &inputs).clone();
        (pose, report)
    }
}
