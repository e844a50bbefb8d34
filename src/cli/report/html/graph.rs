//! What feet, knees and the pelvis do over time.

use std::fmt::Write;

use surefoot::quality::{FootFrame, Frame, Recording, Subject};

use super::text::escaped;

const WIDTH: f32 = 860.0;
const HEIGHT: f32 = 96.0;
const LEFT: f32 = 52.0;
const RIGHT: f32 = 8.0;
const TOP: f32 = 16.0;
const BOTTOM: f32 = 6.0;
/// Colours of the first foot and the second, as classes of the style.
const FEET: [&str; 2] = ["a", "b"];

struct Line {
    class: String,
    /// None where there is nothing to draw.
    values: Vec<Option<f32>>,
}

/// Over the same time, one below the other.
pub fn write(page: &mut String, recording: &Recording, subject: Subject) {
    let frames = &recording.frames;
    let names: Vec<String> = subject.bound.feet().map(|foot| escaped(foot.chain_name())).collect();
    let legend: Vec<String> = names
        .iter()
        .zip(FEET)
        .map(|(name, class)| format!("<span style=\"color:var(--{class})\">{name}</span>"))
        .collect();
    let _ = writeln!(
        page,
        "<p>{}; dashed as the clip has it over flat ground; grey while the foot is down, upper half the first foot, lower half the second.</p>",
        legend.join(", "),
    );
    let feet = names.len().min(FEET.len());
    let of_feet = |value: &dyn Fn(&FootFrame) -> Option<f32>, suffix: &str| -> Vec<Line> {
        (0..feet)
            .map(|foot| Line {
                class: format!("{}{suffix}", FEET[foot]),
                values: frames.iter().map(|frame| value(&frame.feet[foot])).collect(),
            })
            .collect()
    };
    let nearest =
        |foot: &FootFrame| foot.under.iter().flatten().map(|under| under.height * 1000.0).min_by(f32::total_cmp);
    let clip_nearest =
        |foot: &FootFrame| foot.source.all().into_iter().map(|point| point.y * 1000.0).min_by(f32::total_cmp);
    let mut heights = of_feet(&nearest, "");
    heights.extend(of_feet(&clip_nearest, " source"));
    draw(page, "height of the sole's nearest point over its ground, mm", frames, &heights);

    let while_down = |foot: &FootFrame| nearest(foot).filter(|_| foot.down);
    draw(page, "the same while planted, mm: above 0 a gap, below it inside", frames, &of_feet(&while_down, ""));

    let mut speeds = Vec::new();
    for (foot, class) in FEET.into_iter().enumerate().take(feet) {
        let speed = |at: usize, of_clip: bool| {
            let (before, now) = (frames.get(at.checked_sub(1)?)?, &frames[at]);
            let ball = |frame: &Frame| {
                let foot = &frame.feet[foot];
                if of_clip { foot.source.ball } else { foot.solved.ball }
            };
            let dt = now.time_s - before.time_s;
            (dt > 0.0).then(|| (ball(now) - ball(before)).length() / dt)
        };
        for (of_clip, suffix) in [(false, ""), (true, " source")] {
            let values = (0..frames.len()).map(|at| speed(at, of_clip)).collect();
            speeds.push(Line { class: format!("{class}{suffix}"), values });
        }
    }
    draw(page, "speed of the ball, m/s", frames, &speeds);

    let mut knees = of_feet(&|foot| Some(foot.knee?[1].to_degrees()), "");
    knees.extend(of_feet(&|foot| Some(foot.knee?[0].to_degrees()), " source"));
    draw(page, "bend of the knee, degrees", frames, &knees);

    let pelvis = |value: &dyn Fn(&Frame) -> f32, class: &str| Line {
        class: class.to_owned(),
        values: frames.iter().map(|frame| Some(value(frame) * 1000.0)).collect(),
    };
    // Over the root, so that a slope does not drown what happens on it.
    let lines = [pelvis(&|frame| frame.pelvis - frame.root.y, "a"), pelvis(&|frame| frame.pelvis_source, "a source")];
    draw(page, "height of the pelvis over the root, mm", frames, &lines);
}

fn draw(page: &mut String, title: &str, frames: &[Frame], lines: &[Line]) {
    let values = || lines.iter().flat_map(|line| &line.values).flatten().copied().filter(|value| value.is_finite());
    let (least, most) = (values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max));
    let end = frames.last().map_or(0.0, |frame| frame.time_s);
    if !(least <= most && end > 0.0) {
        return;
    }
    let room = ((most - least) * 0.06).max(1e-3);
    let (least, most) = (least - room, most + room);
    let x = |time: f32| LEFT + (WIDTH - LEFT - RIGHT) * time / end;
    let y = |value: f32| TOP + (HEIGHT - TOP - BOTTOM) * (most - value) / (most - least);
    let _ = write!(
        page,
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{0}\"><text x=\"{LEFT}\" y=\"11\">{0}</text>",
        escaped(title),
    );
    let half = (HEIGHT - TOP - BOTTOM) / 2.0;
    for foot in 0..2 {
        for (start, stop) in stands(frames, foot) {
            let _ = write!(
                page,
                "<rect class=\"down\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{half:.1}\"/>",
                x(start),
                TOP + half * foot as f32,
                x(stop) - x(start),
            );
        }
    }
    for value in [least + room, most - room, 0.0].into_iter().filter(|value| (least..=most).contains(value)) {
        let _ = write!(
            page,
            "<path class=\"axis\" d=\"M{LEFT} {0:.1}H{1}\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{4}</text>",
            y(value),
            WIDTH - RIGHT,
            LEFT - 4.0,
            y(value) + 4.0,
            label(value),
        );
    }
    for line in lines {
        let mut path = String::new();
        let mut is_drawing = false;
        for (frame, value) in frames.iter().zip(&line.values) {
            match value.filter(|value| value.is_finite()) {
                Some(value) => {
                    let command = if is_drawing { 'L' } else { 'M' };
                    let _ = write!(path, "{command}{:.1} {:.1}", x(frame.time_s), y(value));
                    is_drawing = true;
                }
                None => is_drawing = false,
            }
        }
        let _ = write!(page, "<path class=\"{}\" d=\"{path}\"/>", line.class);
    }
    page.push_str("</svg>\n");
}

fn label(value: f32) -> String {
    if value.abs() >= 100.0 || value == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Start and end of each time a foot is down, seconds.
fn stands(frames: &[Frame], foot: usize) -> Vec<(f32, f32)> {
    let mut stands: Vec<(f32, f32)> = Vec::new();
    let mut is_down = false;
    for frame in frames {
        let down = frame.feet.get(foot).is_some_and(|foot| foot.down);
        match stands.last_mut() {
            Some(last) if down && is_down => last.1 = frame.time_s,
            _ if down => stands.push((frame.time_s, frame.time_s)),
            _ => {}
        }
        is_down = down;
    }
    stands
}
