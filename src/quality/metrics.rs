use std::collections::BTreeSet;

use glam::Vec3;

use super::recording::{FootFrame, Frame, Recording};
use super::verdict::{HUMAN_LEG, Verdict};
use crate::math::{angle_between, arc_between, direction_or, reject};
use crate::stance::thresholds::quantile;

/// How well feet stood, over every measured frame and foot. Lengths are the character's own, not scaled.
///
/// A foot is *planted* while the clip has its heel, ball or toe tip down: low, and slow over flat ground that is crossed as the clip
/// travels (see [`Stances`](crate::stance::Stances)). *Beyond the clip* means less what the clip itself has over its own flat ground in the
/// same frame, so that a clip whose feet hover or sink is not held against the rig; [`SourceFigures`] tell what that is.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Figures {
    /// The farthest that a planted foot slides from where it came down, in the plane of the ground. From frame to frame a foot slides as
    /// far as the one of its planted contacts that moves least, so that rolling from heel over ball to toe is none; what is counted is
    /// the way from the start of the plant, the slides put one after the other. Not less what the clip slides. Millimetres.
    pub drift_max_mm: f32,
    /// How deep the deepest of heel, ball, toe tip and both edges of a planted foot is inside the ground, by the shortest way out, beyond
    /// the clip: the 95th percentile of frames and the most. Millimetres.
    pub penetration_p95_mm: f32,
    pub penetration_max_mm: f32,
    /// How far a planted foot is over the ground: the nearest of heel, ball, toe tip and both edges, along the ground's normal, beyond the
    /// clip. A heel that the clip lifts while the ball is down is no gap, nor is one that reaches over a stair's edge. Millimetres.
    pub gap_p95_mm: f32,
    pub gap_max_mm: f32,
    /// Share of frames in which a foot skates: its ball is within 50 mm of the ground, along its normal, in this frame and the last, and
    /// moves faster than 0.5 m/s in the ground's plane, now and on average over a quarter of a second about now; both for a leg of 0.9 m.
    /// As OmniControl (Xie and others, 2023) has it on level ground.
    pub skating_ratio: f32,
    /// The same of the clip over flat ground.
    pub skating_ratio_source: f32,
    /// Angle between the sole and the ground under it (its length from heel to ball, within the tilt cap), less the angle that the clip has
    /// between the sole and flat ground, while heel and ball are down: since a tenth of a second or longer, and at all. Degrees.
    pub sole_angle_settled_deg: f32,
    pub sole_angle_moving_deg: f32,
    /// The least bend of a knee; below 0 it bends the wrong way. Degrees.
    pub knee_flex_min_deg: f32,
    /// The most that the bend of a knee within 20° of straight changes in a sixtieth of a second, beyond the clip: there a knee pops. Bent
    /// further it goes over a step faster than over flat ground, and does not pop. Degrees.
    pub knee_step_max_deg: f32,
    /// The fastest that the pelvis goes up or down, less the mean rise of the root over the whole recording. Metres a second.
    pub pelvis_speed_max: f32,
    /// How often the pelvis turns from up to down or back, by 2 mm for a leg of 0.9 m or more, less the mean rise, for each time that a
    /// foot comes down; 0 where none does.
    pub pelvis_sign_changes_per_step: f32,
    /// How far a joint is past its limit, beyond the clip. Degrees.
    pub limit_violation_max_deg: f32,
}

/// What the clip itself does over flat ground, by the same definitions.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SourceFigures {
    pub drift_max_mm: f32,
    /// Inside and over its own ground while planted.
    pub penetration_max_mm: f32,
    pub gap_max_mm: f32,
    pub knee_flex_min_deg: f32,
    pub pelvis_speed_max: f32,
    pub pelvis_sign_changes_per_step: f32,
}

const MILLIMETRES: f32 = 1000.0;
/// The published rule's, for a human leg.
const SKATES_BELOW: f32 = 0.05;
const SKATES_FASTER: f32 = 0.5;
const SKATES_FOR_S: f32 = 0.25;
const SETTLED_S: f32 = 0.1;
/// Radians.
const NEAR_STRAIGHT: f32 = 0.349_066;
const PELVIS_TURNS_BY: f32 = 0.002;
/// Ground at heel and ball that lies farther from one plane than this, for a human leg, is not one surface.
const ONE_SURFACE: f32 = 0.02;

/// Measures a recording; all figures are 0 for one without frames.
pub fn measure(recording: &Recording) -> (Figures, SourceFigures) {
    let frames = &recording.frames;
    if frames.is_empty() {
        return (Figures::default(), SourceFigures::default());
    }
    let human = recording.leg_length / HUMAN_LEG;
    let (mut figures, mut source) = (Figures::default(), SourceFigures::default());
    let (mut depths, mut gaps) = (Vec::new(), Vec::new());
    let (mut knee_least, mut knee_least_source) = (f32::INFINITY, f32::INFINITY);
    let mut skating = [BTreeSet::new(), BTreeSet::new()];
    let mut steps = 0_u32;
    for foot in 0..frames[0].feet.len() {
        let track: Vec<&FootFrame> = frames.iter().filter_map(|frame| frame.feet.get(foot)).collect();
        if track.len() != frames.len() {
            continue;
        }
        figures.drift_max_mm = figures.drift_max_mm.max(drift(&track, |foot| foot.solved.contacts(), ground_normal));
        source.drift_max_mm = source.drift_max_mm.max(drift(&track, |foot| foot.source.contacts(), |_, _| Vec3::Y));
        steps += track.windows(2).filter(|pair| pair[1].down && !pair[0].down).count() as u32;
        for frame in track.iter().filter(|frame| frame.down) {
            let (depth, depth_source) = (depth(frame), depth_of_source(frame));
            depths.push((depth - depth_source).max(0.0) * MILLIMETRES);
            source.penetration_max_mm = source.penetration_max_mm.max(depth_source * MILLIMETRES);
            if let Some((gap, gap_source)) = gap(frame) {
                gaps.push((gap - gap_source).max(0.0) * MILLIMETRES);
                source.gap_max_mm = source.gap_max_mm.max(gap_source * MILLIMETRES);
            }
        }
        let [settled, moving] = sole_angles(frames, foot, recording.tilt_cap, human);
        figures.sole_angle_settled_deg = figures.sole_angle_settled_deg.max(settled);
        figures.sole_angle_moving_deg = figures.sole_angle_moving_deg.max(moving);
        for [flex_source, flex] in track.iter().filter_map(|frame| frame.knee) {
            knee_least = knee_least.min(flex);
            knee_least_source = knee_least_source.min(flex_source);
        }
        figures.knee_step_max_deg = figures.knee_step_max_deg.max(knee_step(frames, foot));
        let solved = |frame: &FootFrame| frame.under[1].map(|under| (frame.solved.ball, under.height, under.normal));
        skating[0].extend(skates(frames, foot, human, solved));
        skating[1].extend(skates(frames, foot, human, |frame| Some((frame.source.ball, frame.source.ball.y, Vec3::Y))));
    }
    let share = |frames_of: &BTreeSet<usize>| frames_of.len() as f32 / (frames.len() - 1).max(1) as f32;
    figures.penetration_p95_mm = quantile(depths.iter().copied(), 0.95);
    figures.penetration_max_mm = depths.into_iter().fold(0.0, f32::max);
    figures.gap_p95_mm = quantile(gaps.iter().copied(), 0.95);
    figures.gap_max_mm = gaps.into_iter().fold(0.0, f32::max);
    figures.skating_ratio = share(&skating[0]);
    figures.skating_ratio_source = share(&skating[1]);
    let in_degrees = |radians: f32| if radians.is_finite() { radians.to_degrees() } else { 0.0 };
    figures.knee_flex_min_deg = in_degrees(knee_least);
    source.knee_flex_min_deg = in_degrees(knee_least_source);
    let rise = mean_rise(frames);
    (figures.pelvis_speed_max, figures.pelvis_sign_changes_per_step) =
        pelvis(frames, |frame| frame.pelvis, rise, human, steps);
    (source.pelvis_speed_max, source.pelvis_sign_changes_per_step) =
        pelvis(frames, |frame| frame.pelvis_source, 0.0, human, steps);
    let past = frames.iter().map(|frame| frame.limit_violation).fold(0.0, f32::max);
    figures.limit_violation_max_deg = past.to_degrees();
    (figures, source)
}

fn ground_normal(foot: &FootFrame, contact: usize) -> Vec3 {
    foot.under[contact].map_or(Vec3::Y, |under| under.normal)
}

fn drift(
    track: &[&FootFrame],
    points: impl Fn(&FootFrame) -> [Vec3; 3],
    normal: impl Fn(&FootFrame, usize) -> Vec3,
) -> f32 {
    let (mut slid, mut farthest) = (Vec3::ZERO, 0.0_f32);
    for pair in track.windows(2) {
        let [before, now] = [pair[0], pair[1]];
        if !(before.down && now.down) {
            slid = Vec3::ZERO;
            continue;
        }
        let (from, to) = (points(before), points(now));
        let stood = (0..3).filter(|&contact| before.contacts_down[contact] && now.contacts_down[contact]);
        let slides = stood.map(|contact| reject(to[contact] - from[contact], normal(now, contact)));
        if let Some(least) = slides.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())) {
            slid += least;
            farthest = farthest.max(slid.length());
        }
    }
    farthest * MILLIMETRES
}

fn depth(foot: &FootFrame) -> f32 {
    foot.under.iter().flatten().map(|under| -under.height).fold(0.0, f32::max)
}

fn depth_of_source(foot: &FootFrame) -> f32 {
    foot.source.all().iter().map(|point| -point.y).fold(0.0, f32::max)
}

/// Of the nearest point of the sole, as solved and in the clip; what is inside the ground is no gap. None where there is no ground.
fn gap(foot: &FootFrame) -> Option<(f32, f32)> {
    let solved = foot.under.iter().flatten().map(|under| under.height.max(0.0)).min_by(f32::total_cmp)?;
    let source = foot.source.all().iter().map(|point| point.y.max(0.0)).fold(f32::INFINITY, f32::min);
    Some((solved, source))
}

/// Degrees, settled and at all.
fn sole_angles(frames: &[Frame], foot: usize, tilt_cap: f32, human: f32) -> [f32; 2] {
    let (mut settled, mut moving) = (0.0_f32, 0.0_f32);
    let mut flat_since = None;
    for frame in frames {
        let foot = &frame.feet[foot];
        if !(foot.down && foot.contacts_down[0] && foot.contacts_down[1]) {
            flat_since = None;
            continue;
        }
        let since = *flat_since.get_or_insert(frame.time_s);
        let Some(normal) = normal_under(foot, human) else { continue };
        if angle_between(normal, Vec3::Y) > tilt_cap {
            continue;
        }
        let wanted = arc_between(Vec3::Y, normal) * foot.source_up;
        let off = angle_between(foot.solved_up, wanted).to_degrees();
        moving = moving.max(off);
        if frame.time_s - since >= SETTLED_S {
            settled = settled.max(off);
        }
    }
    [settled, moving]
}

/// Of the surface that heel and ball are on; none where that is not one.
fn normal_under(foot: &FootFrame, human: f32) -> Option<Vec3> {
    let (heel, ball) = (foot.under[0]?, foot.under[1]?);
    let mean = direction_or(heel.normal + ball.normal, ball.normal);
    let at = |point: Vec3, height: f32| Vec3::new(point.x, height, point.z);
    let along = at(foot.solved.ball, ball.ground) - at(foot.solved.heel, heel.ground);
    if along.dot(mean).abs() > ONE_SURFACE * human {
        return None;
    }
    let along = along.try_normalize()?;
    reject(mean, along).try_normalize()
}

/// Degrees in a sixtieth of a second.
fn knee_step(frames: &[Frame], foot: usize) -> f32 {
    let step = |pair: &[Frame]| {
        let [before, now] = [pair[0].feet[foot].knee?, pair[1].feet[foot].knee?];
        let dt = pair[1].time_s - pair[0].time_s;
        let change = |which: usize| (now[which] - before[which]).abs();
        if now[1].min(before[1]) > NEAR_STRAIGHT {
            return None;
        }
        (dt > 0.0).then(|| (change(1) - change(0)).max(0.0) / (dt * 60.0))
    };
    frames.windows(2).filter_map(step).fold(0.0, f32::max).to_degrees()
}

/// Indices of the frames in which a foot skates.
fn skates(
    frames: &[Frame],
    foot: usize,
    human: f32,
    ball: impl Fn(&FootFrame) -> Option<(Vec3, f32, Vec3)>,
) -> BTreeSet<usize> {
    let speed = |index: usize| {
        let (from, to) = (ball(&frames[index - 1].feet[foot])?, ball(&frames[index].feet[foot])?);
        let way = to.0 - from.0;
        let dt = frames[index].time_s - frames[index - 1].time_s;
        let is_low = from.1.max(to.1) < SKATES_BELOW * human;
        (dt > 0.0).then(|| (reject(way, to.2).length() / dt, is_low))
    };
    let speeds: Vec<Option<(f32, bool)>> = (1..frames.len()).map(speed).collect();
    let mean = |index: usize| {
        let now = frames[index].time_s;
        let near = (1..frames.len()).filter(|&other| (frames[other].time_s - now).abs() <= 0.5 * SKATES_FOR_S);
        let (mut sum, mut count) = (0.0, 0.0);
        for (speed, _) in near.filter_map(|other| speeds[other - 1]) {
            sum += speed;
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let fast = SKATES_FASTER * human;
    (1..frames.len())
        .filter(|&index| speeds[index - 1].is_some_and(|(speed, is_low)| is_low && speed > fast) && mean(index) > fast)
        .collect()
}

/// Metres a second.
fn mean_rise(frames: &[Frame]) -> f32 {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return 0.0 };
    let time = last.time_s - first.time_s;
    if time > 0.0 { (last.root.y - first.root.y) / time } else { 0.0 }
}

/// The fastest vertical speed, and turns a step.
fn pelvis(frames: &[Frame], height: impl Fn(&Frame) -> f32, rise: f32, human: f32, steps: u32) -> (f32, f32) {
    let level = |frame: &Frame| height(frame) - rise * frame.time_s;
    let speed = |pair: &[Frame]| {
        let dt = pair[1].time_s - pair[0].time_s;
        if dt > 0.0 { (level(&pair[1]) - level(&pair[0])).abs() / dt } else { 0.0 }
    };
    let fastest = frames.windows(2).map(speed).fold(0.0, f32::max);
    let by = PELVIS_TURNS_BY * human;
    let (mut turns, mut way) = (0_u32, 0.0_f32);
    let mut extreme = frames.first().map_or(0.0, &level);
    for now in frames.iter().map(level) {
        // Going on moves the extreme along; coming back by enough is a turn.
        if (now - extreme) * way > 0.0 || (way == 0.0 && (now - extreme).abs() >= by) {
            if way == 0.0 {
                way = (now - extreme).signum();
            }
            extreme = now;
        } else if way != 0.0 && (now - extreme).abs() >= by {
            turns += 1;
            way = -way;
            extreme = now;
        }
    }
    (fastest, if steps > 0 { turns as f32 / steps as f32 } else { 0.0 })
}

impl Figures {
    /// Each figure's name in reports, its value, and whether less of it is worse.
    pub fn each(&self) -> [(&'static str, f32); 14] {
        [
            ("drift_max_mm", self.drift_max_mm),
            ("penetration_p95_mm", self.penetration_p95_mm),
            ("penetration_max_mm", self.penetration_max_mm),
            ("gap_p95_mm", self.gap_p95_mm),
            ("gap_max_mm", self.gap_max_mm),
            ("skating_ratio", self.skating_ratio),
            ("skating_ratio_source", self.skating_ratio_source),
            ("sole_angle_settled_deg", self.sole_angle_settled_deg),
            ("sole_angle_moving_deg", self.sole_angle_moving_deg),
            ("knee_flex_min_deg", self.knee_flex_min_deg),
            ("knee_step_max_deg", self.knee_step_max_deg),
            ("pelvis_speed_max", self.pelvis_speed_max),
            ("pelvis_sign_changes_per_step", self.pelvis_sign_changes_per_step),
            ("limit_violation_max_deg", self.limit_violation_max_deg),
        ]
    }

    /// Figure by figure the worse of the two.
    pub fn worse(&self, other: &Self) -> Self {
        Self {
            drift_max_mm: self.drift_max_mm.max(other.drift_max_mm),
            penetration_p95_mm: self.penetration_p95_mm.max(other.penetration_p95_mm),
            penetration_max_mm: self.penetration_max_mm.max(other.penetration_max_mm),
            gap_p95_mm: self.gap_p95_mm.max(other.gap_p95_mm),
            gap_max_mm: self.gap_max_mm.max(other.gap_max_mm),
            skating_ratio: self.skating_ratio.max(other.skating_ratio),
            skating_ratio_source: self.skating_ratio_source.max(other.skating_ratio_source),
            sole_angle_settled_deg: self.sole_angle_settled_deg.max(other.sole_angle_settled_deg),
            sole_angle_moving_deg: self.sole_angle_moving_deg.max(other.sole_angle_moving_deg),
            knee_flex_min_deg: self.knee_flex_min_deg.min(other.knee_flex_min_deg),
            knee_step_max_deg: self.knee_step_max_deg.max(other.knee_step_max_deg),
            pelvis_speed_max: self.pelvis_speed_max.max(other.pelvis_speed_max),
            pelvis_sign_changes_per_step: self.pelvis_sign_changes_per_step.max(other.pelvis_sign_changes_per_step),
            limit_violation_max_deg: self.limit_violation_max_deg.max(other.limit_violation_max_deg),
        }
    }

    /// How they stand against the bars; see [`Verdict`].
    pub fn verdict(&self, source: &SourceFigures, leg_length: f32) -> Verdict {
        Verdict::of(self, source, leg_length)
    }
}
