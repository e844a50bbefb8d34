use glam::Vec3;

use crate::clip::Clip;
use crate::ground::{Ground, Hit};
use crate::pose::{Globals, Pose};
use crate::runtime::{BoundRig, RangeShape, RiggedFoot, SolePoints};
use crate::solve::grounding::is_one_surface;
use crate::stance::{Motion, Planar};

use super::player::{Player, Roots};
use super::under::{Under, beneath, normal_through};

/// A clip of a character, ready to be played over grounds.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub bound: &'a BoundRig,
    pub clip: &'a Clip,
    /// The pose that the clip is laid over: `Character::pose_under_clips`.
    pub under_clips: &'a Pose,
    pub motion: &'a Motion,
}

/// How a clip is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Playing {
    /// Seconds from frame to frame, in turn. Default a sixtieth.
    pub steps_s: Vec<f32>,
    /// Loops that are played before anything is measured. Default 1.
    pub warm_up_loops: u32,
    /// Whole loops are measured until they take this long. Default 2 s.
    pub least_s: f32,
    /// Tell the solver what the clip knows of its feet, as [`Motion::tell`] does; without it feet are judged by their height and speed, as in a
    /// game that knows no more than poses. Default yes.
    pub tells_phases: bool,
    /// Keep where every joint is, for pictures. Default no.
    pub with_joints: bool,
}

impl Default for Playing {
    fn default() -> Self {
        Self { steps_s: vec![1.0 / 60.0], warm_up_loops: 1, least_s: 2.0, tells_phases: true, with_joints: false }
    }
}

/// What of a clip a [`Recording`] plays and measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Played before anything is measured, seconds.
    pub warm_up_s: f32,
    /// Whole loops, seconds.
    pub measured_s: f32,
    /// Where the clip begins: the middle of what is measured is over the world's origin.
    pub start: Planar,
}

impl Passage {
    pub fn of(motion: &Motion, playing: &Playing) -> Self {
        let loop_s = motion.track.duration_s;
        let loops = if loop_s > 0.0 { (playing.least_s / loop_s).ceil().clamp(1.0, 1e4) } else { 1.0 };
        let measured_s = if loop_s > 0.0 { loops * loop_s } else { playing.least_s };
        let warm_up_s = playing.warm_up_loops as f32 * loop_s;
        let middle = motion.root_at(warm_up_s + 0.5 * measured_s);
        Self { warm_up_s, measured_s, start: Planar { translation: -middle.translation, yaw: 0.0 } }
    }
}

/// A clip as it was solved over a ground, frame by frame.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Recording {
    /// Of a leg, metres in the world.
    pub leg_length: f32,
    /// Soles tilt no farther, radians.
    pub tilt_cap: f32,
    pub frames: Vec<Frame>,
}

/// One frame. World space, metres.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Frame {
    /// Since the first frame that is measured.
    pub time_s: f32,
    /// Where the root is.
    pub root: Vec3,
    /// Height of the pelvis as the clip has it over flat ground, and as it was solved.
    pub pelvis_source: f32,
    pub pelvis: f32,
    pub feet: Vec<FootFrame>,
    /// How far a joint is past its limit, beyond what the clip has; radians.
    pub limit_violation: f32,
    /// Every joint, where asked for.
    pub joints: Vec<Vec3>,
}

/// One foot in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FootFrame {
    /// Whether the clip has the foot down.
    pub stands: bool,
    /// Whether it is planted: the clip has it down, and the rig has not let it go. And which of heel, ball and toe tip the clip has down.
    pub down: bool,
    pub contacts_down: [bool; 3],
    /// As the clip has it, over flat ground of height 0.
    pub source: SolePoints,
    pub solved: SolePoints,
    /// The ground at heel, ball, toe tip and the two edges as solved; none where there is none.
    pub under: [Option<Under>; 5],
    /// What is up on the sole; unit.
    pub source_up: Vec3,
    pub solved_up: Vec3,
    /// Bend of the knee in the clip and as solved, radians; none for a leg not of two bones.
    pub knee: Option<[f32; 2]>,
}

/// No more frames are measured, however long the clip.
const MOST_FRAMES: usize = 20_000;

impl Recording {
    /// Plays a clip over a ground: the root goes as the clip's travel says, over the middle of the world's origin, and follows the height
    /// of the ground under it; every frame is solved with `dt`, as a game does. What is measured is whole loops.
    pub fn of(subject: Subject, ground: &dyn Ground, playing: &Playing) -> Self {
        let Subject { bound, motion, .. } = subject;
        let leg_length = motion.track.leg_length;
        let mut recording = Self { leg_length, tilt_cap: bound.sole_tilt_cap(), frames: Vec::new() };
        let Passage { warm_up_s, measured_s, start } = Passage::of(motion, playing);

        let mut player = Player::new(subject, ground, start, playing.tells_phases);
        let (mut time_s, mut dt) = (0.0_f64, 0.0_f32);
        for step in 0.. {
            let measured = time_s - f64::from(warm_up_s);
            if measured > f64::from(measured_s) + 1e-6 || recording.frames.len() >= MOST_FRAMES {
                break;
            }
            let Roots { flat, root } = player.step(time_s as f32, dt);
            if measured >= -1e-6 {
                let [source, solved] = [(player.incoming(), flat), (player.solved(), root)]
                    .map(|(pose, root)| Globals::under(bound.skeleton(), pose, root));
                let let_go: Vec<bool> = player.let_go().collect();
                let feet = bound.feet().enumerate().map(|(index, foot)| {
                    let sole = solved_sole(foot, &solved, ground, leg_length);
                    let stands = motion.stances.stance_at(index, time_s as f32).is_some();
                    FootFrame {
                        stands,
                        down: stands && !let_go.get(index).copied().unwrap_or(false),
                        contacts_down: motion.stances.contacts_at(index, time_s as f32),
                        source: foot.sole(&source, Vec3::Y),
                        solved: sole,
                        under: sole.all().map(|point| beneath(ground, point, leg_length)),
                        source_up: foot.sole_up(&source),
                        solved_up: foot.sole_up(&solved),
                        knee: foot.knee_flex(&source).zip(foot.knee_flex(&solved)).map(|(a, b)| [a, b]),
                    }
                });
                let pelvis =
                    |globals: &Globals| bound.grounded_pelvis().map_or(0.0, |pelvis| globals.position(pelvis).y);
                let past = violations(bound, player.solved()).zip(violations(bound, player.incoming()));
                recording.frames.push(Frame {
                    time_s: measured.max(0.0) as f32,
                    root: root.translation,
                    pelvis_source: pelvis(&source),
                    pelvis: pelvis(&solved),
                    feet: feet.collect(),
                    limit_violation: past.map(|(now, before)| now - before).fold(0.0, f32::max),
                    joints: if playing.with_joints {
                        bound.skeleton().ids().map(|joint| solved.position(joint)).collect()
                    } else {
                        Vec::new()
                    },
                });
            }
            dt = playing.steps_s.get(step % playing.steps_s.len().max(1)).copied().unwrap_or(1.0 / 60.0).max(1e-4);
            time_s += f64::from(dt);
        }
        recording
    }
}

/// On its heel by how the ground lies from there to the ball; where that is two, by the higher.
fn solved_sole(foot: RiggedFoot, globals: &Globals, ground: &dyn Ground, leg_length: f32) -> SolePoints {
    let flat = foot.sole(globals, Vec3::Y);
    if foot.heel_radius() == 0.0 {
        return flat;
    }
    let [below, before] = [flat.heel, flat.ball].map(|point| Some((point, beneath(ground, point, leg_length)?)));
    let hit = |(point, under): (Vec3, Under)| Hit::still(point.with_y(under.ground), under.normal);
    let normal = match (below, before) {
        (Some(below), Some(before)) if is_one_surface(hit(below), hit(before)) => {
            normal_through([below, before]).unwrap_or(before.1.normal)
        }
        (Some((_, below)), Some((_, before))) if below.ground > before.ground => below.normal,
        (_, Some((_, under))) | (Some((_, under)), None) => under.normal,
        (None, None) => Vec3::Y,
    };
    foot.sole(globals, normal)
}

/// How far each joint that a chain holds is past its limit, radians.
fn violations<'a>(bound: &'a BoundRig, pose: &Pose) -> impl Iterator<Item = f32> + use<'a> {
    let skeleton = bound.skeleton();
    let globals = Globals::of(skeleton, pose);
    let pose = pose.clone();
    bound.joint_ranges().iter().filter(|range| range.chain.is_some()).map(move |range| match &range.shape {
        RangeShape::Cone(cone) => {
            let from_rest = skeleton.rest().get(range.joint).rotation.conjugate() * pose.get(range.joint).rotation;
            let held = cone.clamp(from_rest);
            if held.limited { held.rotation.angle_between(from_rest) } else { 0.0 }
        }
        RangeShape::Hinge { upper, lower, bend, to_side } => {
            let [above, at, below] = [*upper, range.joint, *lower].map(|joint| globals.position(joint));
            let (Some(from), Some(to)) = ((at - above).try_normalize(), (below - at).try_normalize()) else {
                return 0.0;
            };
            let turn = globals.rotation(*upper) * skeleton.rest_globals().rotation(*upper).conjugate();
            let angle = crate::math::angle_between(from, to);
            let side = crate::math::reject(turn * *to_side, from);
            let angle = if to.dot(side) > 0.0 { -angle } else { angle };
            (bend[0] - angle).max(angle - bend[1]).max(0.0)
        }
    })
}
