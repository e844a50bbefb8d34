//! What a foot, its knee and the pelvis do over the time that was measured.

use eframe::egui::{Align2, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use surefoot::quality::{FootFrame, Frame, Recording};

use super::plot::{self, Line, Plot};
use crate::editor::core::{Actions, Playback, PlaybackAction, Session};
use crate::editor::theme::{self, Meaning, STEP, Theme};

const MILLIMETRES: f32 = 1000.0;
const COUNT: f32 = 5.0;

pub fn ui(ui: &mut Ui, session: &Session, recording: &Recording, foot: usize, actions: &mut Actions) {
    legend(ui);
    let times: Vec<f32> = recording.frames.iter().map(|frame| frame.time_s).collect();
    let stances = stances(&recording.frames, foot);
    // What is left of the panel, so that all are seen at once where there is room.
    let left = ui.clip_rect().bottom() - ui.cursor().top() - 3.0 * STEP;
    let height = ((left - 18.0) / COUNT - 18.0 - STEP).clamp(40.0, 96.0);
    let cursor = session.playback().time_in_stretch();
    let frames = &recording.frames;
    let of_foot = |value: &dyn Fn(&FootFrame) -> Option<f32>, is_source: bool| Line {
        values: frames.iter().map(|frame| frame.feet.get(foot).and_then(value)).collect(),
        is_source,
    };
    let ball = |foot: &FootFrame| foot.under[1].map(|under| under.height * MILLIMETRES);
    let ball_in_clip = |foot: &FootFrame| Some(foot.source.ball.y * MILLIMETRES);
    let nearest = |foot: &FootFrame| {
        let heights = foot.under.iter().flatten().map(|under| under.height * MILLIMETRES);
        heights.min_by(f32::total_cmp).filter(|_| foot.down)
    };
    let nearest_in_clip = |foot: &FootFrame| {
        let heights = foot.source.all().into_iter().map(|point| point.y * MILLIMETRES);
        heights.min_by(f32::total_cmp).filter(|_| foot.down)
    };
    let knee = |which: usize| move |foot: &FootFrame| foot.knee.map(|knee| knee[which].to_degrees());
    let pelvis = |value: &dyn Fn(&Frame) -> f32, is_source: bool| Line {
        values: frames.iter().map(|frame| Some(value(frame) * MILLIMETRES)).collect(),
        is_source,
    };
    let graphs = [
        ("Foot height", " mm", 0, 40.0, vec![of_foot(&ball, false), of_foot(&ball_in_clip, true)]),
        ("Gap while down", " mm", 1, 12.0, vec![of_foot(&nearest, false), of_foot(&nearest_in_clip, true)]),
        ("Speed of the ball", " m/s", 2, 1.0, vec![speed(frames, foot, false), speed(frames, foot, true)]),
        ("Knee bend", "°", 1, 20.0, vec![of_foot(&knee(1), false), of_foot(&knee(0), true)]),
        // Over the root, so that a slope does not drown what happens on it.
        (
            "Pelvis over the root",
            " mm",
            0,
            40.0,
            vec![pelvis(&|frame| frame.pelvis - frame.root.y, false), pelvis(&|frame| frame.pelvis_source, true)],
        ),
    ];
    for (title, unit, decimals, least_span, lines) in graphs {
        let plot = Plot { title, unit, decimals, lines, times: &times, stances: &stances, least_span, cursor };
        if let Some(time) = plot.show(ui, height) {
            let frame = times.partition_point(|&at| at < time - 0.5 * Playback::FRAME);
            actions.playback(PlaybackAction::Play(false));
            actions.playback(PlaybackAction::SeekInStretch(times.get(frame).copied().unwrap_or(time)));
        }
    }
    plot::seconds(ui, times.last().copied().unwrap_or(0.0), cursor);
}

/// How fast the ball of the foot goes over the world, metres a second.
fn speed(frames: &[Frame], foot: usize, is_source: bool) -> Line {
    let ball = |frame: &Frame| {
        let foot = frame.feet.get(foot)?;
        Some(if is_source { foot.source.ball } else { foot.solved.ball })
    };
    let at = |index: usize| {
        let (before, now) = (frames.get(index.checked_sub(1)?)?, &frames[index]);
        let dt = now.time_s - before.time_s;
        (dt > 0.0).then_some((ball(now)? - ball(before)?).length() / dt)
    };
    Line { values: (0..frames.len()).map(at).collect(), is_source }
}

/// Start and end of each time the foot is down, seconds.
fn stances(frames: &[Frame], foot: usize) -> Vec<(f32, f32)> {
    let mut stances: Vec<(f32, f32)> = Vec::new();
    let mut was_down = false;
    for frame in frames {
        let down = frame.feet.get(foot).is_some_and(|foot| foot.down);
        match stances.last_mut() {
            Some(last) if down && was_down => last.1 = frame.time_s,
            _ if down => stances.push((frame.time_s, frame.time_s)),
            _ => {}
        }
        was_down = down;
    }
    stances
}

/// Solved, in the clip, and while the foot is down.
fn legend(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 16.0));
    let response = ui.interact(rect, ui.make_persistent_id("graph legend"), Sense::hover());
    let words = "Solved, as a line; in the clip over flat ground, dashed; shaded while the foot is down";
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    let (painter, y) = (ui.painter(), rect.center().y);
    let mut left = rect.left();
    let mut part = |text: &str, mark: &dyn Fn(f32)| {
        mark(left);
        let galley = painter.layout_no_wrap(text.to_owned(), theme::small(), theme.text3);
        let width = galley.size().x;
        painter.galley(pos2(left + 24.0, y - galley.size().y / 2.0), galley, theme.text3);
        left += 24.0 + width + 4.0 * STEP;
    };
    let leg = theme.color(Meaning::Leg);
    part("solved", &|x| {
        painter.hline(x..=x + 18.0, y, Stroke::new(1.6, leg));
    });
    part("clip", &|x| {
        let ends = [pos2(x, y), pos2(x + 18.0, y)];
        painter.extend(Shape::dashed_line(&ends, Stroke::new(1.2, theme.text3), 4.0, 3.0));
    });
    part("foot down", &|x| {
        let place = Align2::LEFT_CENTER.anchor_size(pos2(x, y), vec2(18.0, 10.0));
        painter.rect_filled(place, 2.0, theme.bg0.lerp_to_gamma(leg, 0.16));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_that_comes_down_twice_has_two_stances() {
        let frames: Vec<Frame> = [true, true, false, true]
            .into_iter()
            .enumerate()
            .map(|(at, down)| Frame {
                time_s: at as f32,
                feet: vec![FootFrame { down, ..FootFrame::default() }],
                ..Frame::default()
            })
            .collect();
        assert_eq!(stances(&frames, 0), [(0.0, 1.0), (3.0, 3.0)]);
        assert_eq!(stances(&frames, 1), []);
    }
}
