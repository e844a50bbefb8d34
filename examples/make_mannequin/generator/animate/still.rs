//! Clips that stay on the spot: idle, a turn to the left and a reach.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};
use surefoot::humanoid::{Role, Side};

use super::super::skeleton::{Skeleton, on};
use super::curve::ease;
use super::pose::{FootTarget, Pose};
use super::posture::{Arm, Turn, bend_trunk, hold_arm, look};

pub const IDLE_SECONDS: f32 = 4.0;
pub const TURN_SECONDS: f32 = 1.8;
pub const REACH_SECONDS: f32 = 3.0;
pub const TURN_DEG: f32 = 90.0;

/// Metres the pelvis is lower than at rest, so that the knees keep their bend.
const EASY_STAND: f32 = 0.007;

/// Breathes once and lets the weight drift from one foot to the other and back.
pub fn idle(skeleton: &Skeleton, time: f32) -> Pose<'_> {
    let cycle = TAU * time / IDLE_SECONDS;
    let breath = 0.5 - 0.5 * cycle.cos();
    let weight = (cycle + 0.6).sin();
    stand(skeleton, weight, breath, Arm::RELAXED, Turn::default(), Turn::default())
}

/// Reaches forwards and up with the right hand as if to take something from a shelf, and comes back.
pub fn reach(skeleton: &Skeleton, time: f32) -> Pose<'_> {
    let out_and_back = |delay: f32| ease(0.15 + delay, 1.15 + delay, time) - ease(1.65 + 0.6 * delay, 2.75, time);
    let trunk = out_and_back(0.0);
    let arm = out_and_back(0.10);
    let hand = out_and_back(0.22);
    // The elbow folds on the way, so that the hand travels in front of the body and not around it.
    let fold = (PI * arm).sin().max(0.0) * 46.0;
    let raised = Arm { raise: 116.0, spread: 4.0, elbow: 8.0, twist: 14.0, curl: 4.0, shrug: 16.0 };
    let mut right = Arm::RELAXED.lerp(raised, arm);
    right.elbow += fold;
    right.curl = Arm::RELAXED.curl + (raised.curl - Arm::RELAXED.curl) * hand;
    let turn = Turn { forwards: 5.0 * trunk, left: 15.0 * trunk, lean_left: 4.0 * trunk };
    let gaze = Turn { forwards: -20.0 * trunk, left: -4.0 * trunk, lean_left: 0.0 };
    let mut pose = stand(skeleton, -0.9 * trunk, 0.4 * trunk, Arm::RELAXED, turn, gaze);
    hold_arm(&mut pose, Side::Right, right);
    pose
}

/// Standing on both feet where they rest: `weight` from −1 (right foot) to 1 (left), `breath` from 0 to 1.
fn stand(skeleton: &Skeleton, weight: f32, breath: f32, arms: Arm, turn: Turn, gaze: Turn) -> Pose<'_> {
    let mut pose = Pose::rest(skeleton);
    pose.hips += Vec3::new(0.014 * weight, -EASY_STAND + 0.0015 * breath - 0.002 * weight * weight, -0.004);
    let list = -1.2 * weight;
    pose.set(Role::Hips, Turn { forwards: 0.5, left: 0.25 * turn.left + 0.8 * weight, lean_left: list }.rotation());
    bend_trunk(
        &mut pose,
        Turn {
            forwards: turn.forwards - 1.4 * breath,
            left: 0.75 * turn.left - 1.4 * weight,
            lean_left: turn.lean_left - 1.5 * list,
        },
    );
    look(
        &mut pose,
        Turn { forwards: gaze.forwards + 0.8 * breath, left: gaze.left + 1.2 * weight, lean_left: 0.4 * weight },
    );
    for side in Side::BOTH {
        let lag = 0.8 * weight * side.sign();
        let arm = Arm { shrug: arms.shrug + 1.0 * breath, spread: arms.spread + 0.6 * breath + lag, ..arms };
        hold_arm(&mut pose, side, arm);
        let target = Footprint::rest(skeleton, side).target(skeleton, side, 0.0, 0.0);
        pose.place_foot(side, target, toes_out(side));
    }
    pose
}

/// Where a foot stands: its place at rest, turned about the body's middle.
#[derive(Clone, Copy)]
struct Footprint {
    ankle: Vec3,
    /// Degrees to the left.
    turn: f32,
}

impl Footprint {
    fn rest(skeleton: &Skeleton, side: Side) -> Self {
        Self { ankle: skeleton.position(on(side, Role::LeftFoot)), turn: 0.0 }
    }

    fn turned(self, degrees: f32) -> Self {
        Self { ankle: to_the_left(degrees) * self.ankle, turn: self.turn + degrees }
    }

    fn lerp(self, to: Self, t: f32) -> Self {
        Self { ankle: self.ankle.lerp(to.ankle, t), turn: self.turn + (to.turn - self.turn) * t }
    }

    /// The foot on this print with the ball `lifted` metres and the heel up by `pitch` degrees about the ball.
    fn target(self, skeleton: &Skeleton, side: Side, lifted: f32, pitch: f32) -> FootTarget {
        let role = |left: Role| skeleton.position(on(side, left));
        let ball_from_ankle = role(Role::LeftToes) - role(Role::LeftFoot);
        let yaw = to_the_left(self.turn);
        let foot = yaw * Quat::from_rotation_x(pitch.to_radians());
        let ball = self.ankle + yaw * ball_from_ankle + Vec3::Y * lifted;
        FootTarget { ankle: ball - foot * ball_from_ankle, foot, toes: yaw }
    }
}

/// One step of the turn.
struct Step {
    side: Side,
    start: f32,
    end: f32,
    /// Degrees at which the foot stands before and after.
    from: f32,
    to: f32,
}

const STEPS: [Step; 3] = [
    Step { side: Side::Left, start: 0.20, end: 0.62, from: 0.0, to: 58.0 },
    Step { side: Side::Right, start: 0.68, end: 1.14, from: 0.0, to: TURN_DEG },
    Step { side: Side::Left, start: 1.18, end: 1.54, from: 58.0, to: TURN_DEG },
];

/// Turns 90° to the left in three steps. The turn is the root's: under it the last pose is the first.
pub fn turn_in_place(skeleton: &Skeleton, time: f32) -> Pose<'_> {
    let turned = TURN_DEG * ease(0.10, 1.52, time);
    let head = TURN_DEG * ease(0.0, 1.20, time) - turned;
    let (mut weight, mut dip) = (0.0, 0.0);
    for step in &STEPS {
        // The weight goes over to the standing foot before the other lifts, and comes back as it lands.
        let over = ease(step.start - 0.16, step.start + 0.10, time) - ease(step.end - 0.12, step.end + 0.16, time);
        weight -= over * step.side.sign();
        dip += over;
    }
    let away = (1.0 - (time / TURN_SECONDS * 2.0 - 1.0).powi(4)).max(0.0);
    let mut pose = stand(skeleton, 0.0, 0.0, Arm::RELAXED, Turn::default(), Turn::default());
    pose.hips += Vec3::new(0.052 * weight, -0.024 * dip - 0.004 * away, 0.0);
    pose.set(Role::Hips, Turn { forwards: 0.5 + dip, left: 0.0, lean_left: -2.0 * weight }.rotation());
    bend_trunk(&mut pose, Turn { forwards: 1.0 * dip, left: 0.30 * head, lean_left: 2.4 * weight });
    look(&mut pose, Turn { forwards: 2.0 * dip, left: head, lean_left: 0.0 });
    for side in Side::BOTH {
        let (target, forward) = stepping_foot(skeleton, side, time, turned);
        pose.place_foot(side, target, forward);
        let swing = 0.22 * head * side.sign();
        let arm = Arm { spread: Arm::RELAXED.spread + 4.0 * dip, raise: Arm::RELAXED.raise + swing, ..Arm::RELAXED };
        hold_arm(&mut pose, side, arm);
    }
    pose.root = to_the_left(turned);
    pose
}

/// A foot of the turning body, under a root that has turned by `turned` degrees, and where its knee points.
fn stepping_foot(skeleton: &Skeleton, side: Side, time: f32, turned: f32) -> (FootTarget, Vec3) {
    let rest = Footprint::rest(skeleton, side);
    let mut print = rest;
    let (mut lifted, mut pitch) = (0.0, 0.0);
    for step in STEPS.iter().filter(|step| step.side == side && time > step.start) {
        // It is clear of the ground before it moves along, and comes down where it is.
        let through = ((time - step.start) / (step.end - step.start)).min(1.0);
        print = rest.turned(step.from).lerp(rest.turned(step.to), ease(0.16, 0.86, through));
        lifted = 0.050 * (PI * through).sin().powi(2);
        // Heel first up, toes last down.
        pitch = 26.0 * (PI * through.powf(0.75)).sin().max(0.0).powi(2);
    }
    let in_body = Footprint { ankle: to_the_left(-turned) * print.ankle, turn: print.turn - turned };
    let knee = to_the_left(in_body.turn * 0.6) * toes_out(side);
    (in_body.target(skeleton, side, lifted, pitch), knee)
}

/// Where a knee points above a foot at rest.
fn toes_out(side: Side) -> Vec3 {
    to_the_left(4.0 * side.sign()) * Vec3::Z
}

fn to_the_left(degrees: f32) -> Quat {
    Quat::from_rotation_y(degrees.to_radians())
}
