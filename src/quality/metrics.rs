use std::collections::BTreeSet;

use glam::Vec3;

use super::figures::{Figures, SourceFigures};
use super::recording::{FootFrame, Frame, Recording};
use super::under::normal_through;
use super::verdict::HUMAN_LEG;
use crate::math::{angle_between, arc_between, direction_or, reject};
use crate::stance::thresholds::quantile;

const MILLIMETRES: f32 = 1000.0;
/// The published rule's, for a human leg.
const SKATES_BELOW: f32 = 0.05;
const SKATES_FASTER: f32 = 0.5;
const SKATES_FOR_S: f32 = 0.25;
const SETTLED_S: f32 = 0.1;
/// Radians.
const NEAR_STRAIGHT: f32 = 20.0 * std::f32::consts::PI / 180.0;
const FREE_WHILE_BENT: f32 = 15.0 * std::f32::consts::PI / 180.0;
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
        let solved = drift(&track, |foot| foot.down, |foot| foot.solved.contacts(), ground_normal);
        let by_clip = drift(&track, |foot| foot.stands, |foot| foot.source.contacts(), |_, _| Vec3::Y);
        figures.drift_max_mm = figures.drift_max_mm.max(solved);
        source.drift_max_mm = source.drift_max_mm.max(by_clip);
        steps += track.windows(2).filter(|pair| pair[1].stands && !pair[0].stands).count() as u32;
        figures.let_go_share = figures.let_go_share.max(let_go_share(&track));
        for frame in track.iter().filter(|frame| frame.stands) {
            let depth_source = depth_of_source(frame);
            source.penetration_max_mm = source.penetration_max_mm.max(depth_source * MILLIMETRES);
            if frame.down {
                depths.push((depth(frame) - depth_source).max(0.0) * MILLIMETRES);
            }
            let Some((gap, gap_source)) = gap(frame) else { continue };
            source.gap_max_mm = source.gap_max_mm.max(gap_source * MILLIMETRES);
            if frame.down {
                gaps.push((gap - gap_source).max(0.0) * MILLIMETRES);
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

fn let_go_share(track: &[&FootFrame]) -> f32 {
    let stands = track.iter().filter(|frame| frame.stands).count();
    let is_let_go = track.iter().filter(|frame| frame.stands && !frame.down).count();
    is_let_go as f32 / stands.max(1) as f32
}

fn drift(
    track: &[&FootFrame],
    is_down: impl Fn(&FootFrame) -> bool,
    points: impl Fn(&FootFrame) -> [Vec3; 3],
    normal: impl Fn(&FootFrame, usize) -> Vec3,
) -> f32 {
    let (mut slid, mut farthest) = (Vec3::ZERO, 0.0_f32);
    for pair in track.windows(2) {
        let [before, now] = [pair[0], pair[1]];
        if !(is_down(before) && is_down(now)) {
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
    let along = foot.solved.ball.with_y(ball.ground) - foot.solved.heel.with_y(heel.ground);
    if along.dot(mean).abs() > ONE_SURFACE * human {
        return None;
    }
    normal_through([(foot.solved.heel, heel), (foot.solved.ball, ball)])
}

/// Degrees in a sixtieth of a second.
fn knee_step(frames: &[Frame], foot: usize) -> f32 {
    let step = |pair: &[Frame]| {
        let [before, now] = [pair[0].feet[foot].knee?, pair[1].feet[foot].knee?];
        let dt = pair[1].time_s - pair[0].time_s;
        let change = |which: usize| (now[which] - before[which]).abs();
        let free = if now[1].min(before[1]) > NEAR_STRAIGHT { FREE_WHILE_BENT } else { 0.0 };
        (dt > 0.0).then(|| (change(1) - change(0)).max(0.0) / (dt * 60.0) - free)
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
