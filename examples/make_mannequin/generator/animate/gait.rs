//! Walking and running in place: feet on authored trajectories, everything else in step with them.
//!
//! A planted foot moves backwards at exactly the gait's speed. It rolls over three points of the sole in turn: the heel
//! until it lies flat, the toe joint while the heel rises, the edge of the toe cap at the end.

use glam::{Quat, Vec3};
use surefoot::humanoid::{Role, Side};

use super::super::body::{HEEL_CONTACT_Z, TOE_CONTACT_Z};
use super::super::field::smoothstep;
use super::super::skeleton::{LEFT_ANKLE, LEFT_BALL, Skeleton};
use super::curve::{Curve, hermite, wave};
use super::pose::{FootTarget, Pose, mirrored};
use super::posture::{Arm, Turn, bend_trunk, hold_arm, look};

/// One way of going, as numbers. Phases are fractions of the cycle since the foot's first contact.
pub struct Gait {
    /// Metres a second.
    pub speed: f32,
    /// Seconds of one cycle: two steps.
    pub period: f32,
    /// When the foot leaves the ground.
    toe_off: f32,
    /// When the toes begin to roll off.
    toe_roll: f32,
    /// Metres ahead of its place at rest where the foot lands.
    reach: f32,
    /// Metres by which each foot runs nearer the middle than at rest.
    narrow: f32,
    /// Pitch of the foot over the cycle in degrees, heel up positive; level while the foot is flat.
    pitch: &'static [(f32, f32)],
    /// Metres added to the swinging ankle's height and place, over the swing.
    lift: &'static [(f32, f32)],
    /// Metres: pelvis up and down, and to the side of the standing foot.
    bob: f32,
    sway: f32,
    /// When the pelvis is highest.
    highest: f32,
    /// Degrees.
    pelvis_yaw: f32,
    pelvis_list: f32,
    lean: f32,
    /// Degrees: the arm's swing to either side of its middle, and how it is held there.
    arm_swing: f32,
    arm: Arm,
    /// Degrees the elbow bends more when the arm is in front.
    elbow_swing: f32,
}

pub const WALK: Gait = Gait {
    speed: 1.4,
    period: 1.0,
    toe_off: 0.61,
    toe_roll: 0.57,
    reach: 0.312,
    narrow: 0.046,
    pitch: &[
        (0.0, -17.0),
        (0.08, 0.0),
        (0.30, 0.0),
        (0.44, 14.0),
        (0.61, 58.0),
        (0.67, 60.0),
        (0.80, 18.0),
        (0.92, -18.0),
        (0.97, -19.0),
    ],
    lift: &[(0.0, 0.0), (0.28, 0.024), (0.60, 0.018), (0.88, 0.005)],
    bob: 0.021,
    sway: 0.020,
    highest: 0.245,
    pelvis_yaw: 6.0,
    pelvis_list: 3.5,
    lean: 2.5,
    arm_swing: 21.0,
    arm: Arm { raise: 0.0, spread: 8.0, elbow: 7.0, twist: 8.0, curl: 15.0, shrug: 0.0 },
    elbow_swing: 11.0,
};

pub const RUN: Gait = Gait {
    speed: 3.5,
    period: 0.7,
    toe_off: 0.30,
    toe_roll: 0.27,
    reach: 0.250,
    narrow: 0.066,
    pitch: &[
        (0.0, -8.0),
        (0.045, 0.0),
        (0.13, 0.0),
        (0.20, 17.0),
        (0.30, 60.0),
        (0.39, 78.0),
        (0.58, 70.0),
        (0.76, 22.0),
        (0.90, -6.0),
        (0.96, -9.0),
    ],
    lift: &[(0.0, 0.0), (0.38, 0.235), (0.75, 0.06)],
    bob: 0.036,
    sway: 0.010,
    highest: 0.40,
    pelvis_yaw: 7.0,
    pelvis_list: 3.0,
    lean: 7.0,
    arm_swing: 36.0,
    arm: Arm { raise: -8.0, spread: 13.0, elbow: 78.0, twist: 16.0, curl: 38.0, shrug: 3.0 },
    elbow_swing: 22.0,
};

impl Gait {
    /// The gait of a body: pelvis as high as it can be while both legs reach.
    pub fn on<'a>(&'a self, skeleton: &'a Skeleton) -> GaitMotion<'a> {
        let mut motion =
            GaitMotion { gait: self, skeleton, pitch: Curve::new(self.pitch), lift: Curve::new(self.lift), lower: 0.0 };
        motion.lower = motion.needed_lowering();
        motion
    }
}

/// Metres a second by which a foot rises as it leaves and sinks as it lands.
const LIFT_OFF_SPEED: f32 = 0.32;
const LANDING_SPEED: f32 = 0.42;

/// A gait fitted to a skeleton.
pub struct GaitMotion<'a> {
    gait: &'a Gait,
    skeleton: &'a Skeleton,
    pitch: Curve,
    lift: Curve,
    /// Metres the pelvis is below its rest height on average.
    lower: f32,
}

impl<'a> GaitMotion<'a> {
    /// `phase` is a fraction of the cycle since the left foot's first contact.
    pub fn pose(&self, phase: f32) -> Pose<'a> {
        let phase = phase.rem_euclid(1.0);
        let mut pose = self.trunk(phase);
        for side in Side::BOTH {
            let own = own_phase(side, phase);
            let target = on_side(side, self.foot(own));
            let toes_out = mirrored(side, Quat::from_rotation_y(4_f32.to_radians()));
            let pelvis_forward = pose.rotation(Role::Hips) * Vec3::Z;
            let forward = pelvis_forward.lerp(Vec3::Z, 0.6).normalize_or(Vec3::Z);
            pose.place_foot(side, target, toes_out * forward);

            // Each arm swings against its own leg.
            let front = -wave(own, 0.02, 1.0);
            let arm = Arm {
                raise: self.gait.arm.raise + self.gait.arm_swing * front,
                elbow: self.gait.arm.elbow + self.gait.elbow_swing * (0.5 + 0.5 * -wave(own, 0.06, 1.0)),
                ..self.gait.arm
            };
            hold_arm(&mut pose, side, arm);
        }
        pose
    }

    /// Pelvis, spine and head.
    fn trunk(&self, phase: f32) -> Pose<'a> {
        let gait = self.gait;
        let mut pose = Pose::rest(self.skeleton);
        let standing = 0.5 * gait.toe_off;
        pose.hips += Vec3::new(
            gait.sway * wave(phase, standing, 1.0),
            gait.bob * wave(phase, gait.highest, 2.0) - self.lower,
            0.006 * wave(phase, gait.highest - 0.125, 2.0),
        );
        let yaw = -gait.pelvis_yaw * wave(phase, 0.0, 1.0);
        // The side of the swinging leg drops.
        let list = -gait.pelvis_list * wave(phase, standing - 0.09, 1.0);
        pose.set(Role::Hips, Turn { forwards: gait.lean * 0.5, left: yaw, lean_left: list }.rotation());
        let nod = 0.8 * wave(phase, gait.highest - 0.2, 2.0);
        bend_trunk(&mut pose, Turn { forwards: gait.lean * 0.5 + nod, left: -1.9 * yaw, lean_left: -1.15 * list });
        look(&mut pose, Turn { forwards: gait.lean * 0.25 - 0.5 * nod, left: -0.15 * yaw, lean_left: 0.0 });
        pose
    }

    /// The left foot in model space at its own phase.
    fn foot(&self, phase: f32) -> FootTarget {
        let gait = self.gait;
        let (ankle, toes) = if phase <= gait.toe_off {
            (self.planted_ankle(phase), self.toe_pitch(phase))
        } else {
            (self.swinging_ankle(phase), self.toe_pitch(phase))
        };
        FootTarget { ankle, foot: heel_up(self.pitch.at(phase)), toes: heel_up(toes) }
    }

    /// Pitch of the toes: flat while the heel rises over them, then following the foot.
    fn toe_pitch(&self, phase: f32) -> f32 {
        let foot = self.pitch.at(phase);
        if foot <= 0.0 || phase > 0.9 {
            return foot;
        }
        // They are in line with the foot again when it has risen enough not to scrape.
        foot * smoothstep(self.gait.toe_roll, self.gait.toe_off + 0.30, phase)
    }

    /// Where the ankle is while the sole rolls on the ground.
    fn planted_ankle(&self, phase: f32) -> Vec3 {
        let gait = self.gait;
        let foot = self.pitch.at(phase);
        let ankle = if foot < 0.0 {
            let heel = Vec3::new(LEFT_ANKLE.x, 0.0, HEEL_CONTACT_Z + 0.003);
            heel + heel_up(foot) * (LEFT_ANKLE - heel)
        } else {
            let tip = Vec3::new(LEFT_BALL.x, 0.0, TOE_CONTACT_Z - 0.003);
            let ball = tip + heel_up(self.toe_pitch(phase)) * (LEFT_BALL - tip);
            ball + heel_up(foot) * (LEFT_ANKLE - LEFT_BALL)
        };
        ankle + Vec3::new(-gait.narrow, 0.0, gait.reach - gait.speed * gait.period * phase)
    }

    /// From toe-off to the next contact, leaving and arriving in the planted foot's own direction.
    fn swinging_ankle(&self, phase: f32) -> Vec3 {
        const STEP: f32 = 1.0 / 512.0;
        let gait = self.gait;
        let swing = 1.0 - gait.toe_off;
        let t = (phase - gait.toe_off) / swing;
        let (from, to) = (self.planted_ankle(gait.toe_off), self.planted_ankle(0.0));
        let mut from_slope = (from - self.planted_ankle(gait.toe_off - STEP)) / STEP * swing;
        let mut to_slope = (self.planted_ankle(STEP) - to) / STEP * swing;
        // Up and down quicker than the sole rolls, or the shoe would scrape as it leaves and as it lands.
        from_slope.y += LIFT_OFF_SPEED * gait.period * swing;
        to_slope.y -= LANDING_SPEED * gait.period * swing;
        to_slope.z *= 0.92;
        let mut ankle = Vec3::ZERO;
        for axis in 0..3 {
            ankle[axis] = hermite(from[axis], from_slope[axis], to[axis], to_slope[axis], t);
        }
        ankle.y += self.lift.at(t.min(0.9999));
        ankle
    }

    /// How far the pelvis must go down for every leg of the cycle to keep a little bend.
    fn needed_lowering(&self) -> f32 {
        const SAMPLES: usize = 240;
        let rest = |role: Role| self.skeleton.position(role);
        let leg = rest(Role::LeftUpperLeg).distance(rest(Role::LeftLowerLeg))
            + rest(Role::LeftLowerLeg).distance(rest(Role::LeftFoot));
        let longest = leg * 0.998;
        let mut lowering = 0.0_f32;
        for sample in 0..SAMPLES {
            let phase = sample as f32 / SAMPLES as f32;
            let pose = self.trunk(phase);
            for (side, role) in [(Side::Left, Role::LeftUpperLeg), (Side::Right, Role::RightUpperLeg)] {
                let hip = pose.position(role);
                let ankle = on_side(side, self.foot(own_phase(side, phase))).ankle;
                let across = (hip - ankle).with_y(0.0).length();
                let highest = ankle.y + (longest * longest - across * across).max(0.0).sqrt();
                lowering = lowering.max(hip.y - highest);
            }
        }
        lowering
    }
}

/// The right foot is half a cycle behind.
fn own_phase(side: Side, phase: f32) -> f32 {
    match side {
        Side::Left => phase,
        Side::Right => (phase + 0.5).rem_euclid(1.0),
    }
}

fn on_side(side: Side, left: FootTarget) -> FootTarget {
    FootTarget {
        ankle: left.ankle * Vec3::new(side.sign(), 1.0, 1.0),
        foot: mirrored(side, left.foot),
        toes: mirrored(side, left.toes),
    }
}

fn heel_up(degrees: f32) -> Quat {
    Quat::from_rotation_x(degrees.to_radians())
}
