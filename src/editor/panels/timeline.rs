//! Clips: which one plays, how fast, and where it stands.

use eframe::egui::{
    self, Align, Align2, CursorIcon, Layout, Rect, Role, Sense, Shape, Stroke, Ui, UiBuilder, WidgetInfo, accesskit,
    pos2, vec2,
};

use super::contact_lanes::{self, LanesState, Scale};
use crate::editor::core::{
    Actions, Command, ContactLane, LoopMode, Pace, Playback, PlaybackAction, Session, StageClip,
};
use crate::editor::theme::{self, Meaning, PAD, STEP, Theme};
use crate::editor::widgets::{Change, Choice, Entry, Icon, ValueField, icon_button, property};

/// Whether the scrubbing snaps to frames.
#[derive(Debug)]
pub struct TimelineState {
    snap_to_frames: bool,
    /// As wide as the panel above.
    pub controls_width: f32,
    lanes: LanesState,
}

impl Default for TimelineState {
    fn default() -> Self {
        Self { snap_to_frames: true, controls_width: 288.0, lanes: LanesState::default() }
    }
}

pub fn ui(ui: &mut Ui, session: &Session, state: &mut TimelineState, actions: &mut Actions) {
    let rect = ui.max_rect();
    let lanes = session.contact_lanes();
    let left = rect.with_max_x(rect.left() + state.controls_width.clamp(240.0, rect.width() * 0.5));
    let builder = UiBuilder::new().max_rect(left.shrink(PAD)).layout(Layout::top_down(Align::LEFT));
    ui.scope_builder(builder, |ui| {
        controls(ui, session, actions);
        pace(ui, session, actions);
        contact_lanes::names(ui, rect.top(), session, &lanes, actions);
    });
    let right = rect.with_min_x(left.right());
    ui.painter().vline(left.right(), rect.y_range(), Theme::of(ui).rule());
    ruler(ui, right, session, &lanes, state, actions);
    // What is resized by hand keeps its height only where it is taken.
    ui.take_available_space();
}

fn controls(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(stage) = session.stage() else { return };
    let playback = session.playback();
    let clips: Vec<StageClip<'_>> = stage.clips().collect();
    ui.horizontal(|ui| {
        // Rest pose, the walk without a clip where there is one to be had, then clips.
        let can_stroll = session.stroll_unavailable().is_none();
        let first_clip = 1 + usize::from(can_stroll);
        let strolls = playback.stroll().is_some();
        let current = playback.clip.map_or(usize::from(strolls && can_stroll), |clip| clip + first_clip);
        let text = playback
            .clip
            .and_then(|clip| clips.get(clip))
            .map_or(if strolls { STROLL } else { "Rest pose" }, |found| clip_name(&found.clip.name));
        let note = |found: &StageClip<'_>| match found.file {
            Some(file) => format!("{file} · {:.2} s", found.clip.duration),
            None => format!("{:.2} s", found.clip.duration),
        };
        let notes: Vec<String> = clips.iter().map(note).collect();
        let file = playback.clip.and_then(|clip| clips.get(clip)).and_then(|found| found.file).unwrap_or_default();
        let choice = Choice { name: "Clip", text, note: "", tip: file, faulty: false };
        // Room for the names of files.
        let list_width = if clips.iter().any(|clip| clip.file.is_some()) { 440.0 } else { 260.0 };
        let entries = || {
            let rest = Entry { text: "Rest pose", note: "", depth: 0 };
            let clips = clips.iter().zip(&notes).map(|(found, note)| Entry {
                text: clip_name(&found.clip.name),
                note,
                depth: 0,
            });
            let stroll = can_stroll.then_some(Entry { text: STROLL, note: "", depth: 0 });
            std::iter::once(rest).chain(stroll).chain(clips).collect()
        };
        if let Some(picked) = choice.show_with_list(ui, ui.available_width() - 84.0, list_width, Some(current), entries)
        {
            match picked {
                1 if can_stroll => actions.run(Command::Stroll),
                picked => actions.playback(PlaybackAction::Clip(picked.checked_sub(first_clip))),
            }
        }
        let speed =
            ValueField::new("Playback speed", playback.speed, Playback::SPEED_RANGE).unit("×").snap(0.25).tight();
        let speed = speed.tip("How fast the clip plays; 1 is as it was made.");
        if let Change::Live(speed) | Change::Set(speed) = speed.show_sized(ui, 76.0) {
            actions.playback(PlaybackAction::Speed(speed));
        }
    });
    ui.add_space(STEP);
    let has_clip = playback.clip.is_some();
    let strolls = playback.stroll().is_some();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_enabled_ui(has_clip || strolls, |ui| {
            let play = if playback.playing { (Icon::Pause, "Pause the clip") } else { (Icon::Play, "Play the clip") };
            let buttons = [
                (Icon::First, "First frame", Command::FirstFrame),
                (Icon::StepBack, "Step back", Command::StepBack),
                (play.0, play.1, Command::PlayPause),
                (Icon::StepForward, "Step forward", Command::StepForward),
                (Icon::Last, "Last frame", Command::LastFrame),
            ];
            for (icon, name, command) in buttons {
                if strolls && command != Command::PlayPause {
                    continue;
                }
                let response = icon_button(ui, icon, name, command == Command::PlayPause && playback.playing);
                if response.hovered()
                    && let Some(shortcut) = command.shortcuts().first()
                {
                    actions.hint(format!("{name} ({shortcut})"));
                }
                if response.clicked() {
                    actions.run(command);
                }
            }
        });
        ui.add_space(STEP);
        if !strolls {
            let icon = match playback.loop_mode {
                LoopMode::Loop => Icon::Loop,
                LoopMode::Once => Icon::Once,
                LoopMode::PingPong => Icon::PingPong,
            };
            let name = format!("At the end: {}", playback.loop_mode.name().to_lowercase());
            if icon_button(ui, icon, &name, false).clicked() {
                let place = LoopMode::ALL.iter().position(|&mode| mode == playback.loop_mode).unwrap_or(0);
                actions.playback(PlaybackAction::Loop(LoopMode::ALL[(place + 1) % LoopMode::ALL.len()]));
            }
        }
        if has_clip {
            let name = if playback.travels { "Travel over the ground: on" } else { "Travel over the ground: off" };
            if icon_button(ui, Icon::Ground, name, playback.travels).clicked() {
                actions.playback(PlaybackAction::Travel(!playback.travels));
            }
            let theme = Theme::of(ui);
            let frame = (playback.time / Playback::FRAME).round();
            let (room, _) = ui.allocate_exact_size(vec2(ui.available_width().max(0.0), 24.0), Sense::hover());
            // As much of it as there is room for.
            let texts = [format!("{:.2} s · frame {frame:.0}", playback.time), format!("{:.2} s", playback.time)];
            let galleys = texts.map(|text| ui.painter().layout_no_wrap(text, theme::small(), theme.text3));
            if let Some(galley) = galleys.into_iter().find(|galley| galley.size().x + STEP <= room.width()) {
                let at = pos2(room.right() - galley.size().x, room.center().y - galley.size().y / 2.0);
                ui.painter().galley(at, galley, theme.text3);
            }
        }
    });
}

/// How fast a walk without a clip goes, and how it turns.
fn pace(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pace) = session.playback().stroll().map(|stroll| stroll.pace) else { return };
    ui.add_space(STEP);
    let speed = property(ui, "Goes at", |ui| {
        let field = ValueField::new("Walking speed", pace.speed, Pace::SPEEDS).unit("m/s").snap(0.2).tight();
        field.meaning(Meaning::Ground).tip("how fast the body goes; the feet keep up with it").show(ui)
    });
    let turn = property(ui, "Turns by", |ui| {
        let field =
            ValueField::new("Walking turn", pace.turn_deg, Pace::TURNS).unit("°/s").decimals(0).snap(15.0).tight();
        field.meaning(Meaning::Ground).tip("how fast it turns to its left; below 0 to its right").show(ui)
    });
    if let Change::Live(speed) | Change::Set(speed) = speed {
        actions.playback(PlaybackAction::Stroll(Pace { speed, ..pace }));
    }
    if let Change::Live(turn_deg) | Change::Set(turn_deg) = turn {
        actions.playback(PlaybackAction::Stroll(Pace { turn_deg, ..pace }));
    }
}

const STROLL: &str = "Walk without a clip";

fn clip_name(name: &str) -> &str {
    if name.is_empty() { "Unnamed clip" } else { name }
}

fn ruler(
    ui: &mut Ui,
    rect: Rect,
    session: &Session,
    lanes: &[ContactLane],
    state: &mut TimelineState,
    actions: &mut Actions,
) {
    let theme = Theme::of(ui);
    let playback = session.playback();
    if playback.clip.is_none() || playback.duration <= 0.0 {
        let text = match (playback.clip, playback.stroll()) {
            (_, Some(_)) => {
                "Steps as the rig's gait takes them, over the ground that goes by. Its figures stand under Pelvis and feet."
            }
            (None, _) => "Choose a clip to play it.",
            _ => "This clip is a single pose.",
        };
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::body(), theme.text3);
        return;
    }
    let track = rect.shrink2(vec2(PAD + STEP, 0.0));
    let scale = Scale { track, duration: playback.duration };
    let response = ui.interact(rect, ui.make_persistent_id("ruler"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(playback.time)),
        ..WidgetInfo::labeled(Role::Slider, ui.is_enabled(), "Time")
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(f64::from(playback.duration));
        node.set_value(format!("{:.3} s", playback.time));
        node.add_action(accesskit::Action::SetValue);
    });
    ui.input(|input| {
        for request in input.accesskit_action_requests(response.id, accesskit::Action::SetValue) {
            if let Some(accesskit::ActionData::NumericValue(time)) = request.data {
                actions.playback(PlaybackAction::Seek(time as f32));
            }
        }
    });
    let lane = |at: egui::Pos2| contact_lanes::lane_at(rect.top(), at.y, lanes).filter(|_| session.can_set_contacts());
    if let Some(at) = response.hover_pos() {
        actions.hint(match lane(at) {
            Some(_) => "Drag to scrub; double click to add a contact here.",
            None => "Drag to scrub; Shift leaves the frames.",
        });
    }
    if response.double_clicked()
        && let Some((at, lane)) = response.interact_pointer_pos().and_then(|at| Some((at, lane(at)?)))
    {
        contact_lanes::add(session, lane, scale.time_at(at.x), actions);
    }
    if (response.dragged() || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        let time = scale.time_at(at.x);
        let free = ui.input(|input| input.modifiers.shift) || !state.snap_to_frames;
        let time = if free { time } else { (time / Playback::FRAME).round() * Playback::FRAME };
        if response.drag_started() || response.clicked() {
            actions.playback(PlaybackAction::Play(false));
        }
        actions.playback(PlaybackAction::Seek(time));
    }
    let head = rect.top() + 28.0;
    marks(ui, rect, track, head, playback.duration);
    contact_lanes::ui(ui, rect, scale, session, lanes, &mut state.lanes, actions);
    let x = scale.x_of(playback.time);
    let painter = ui.painter_at(rect);
    painter.vline(x, rect.y_range(), Stroke::new(1.5, theme.selection));
    let flag = [(-6.0, 2.0), (6.0, 2.0), (6.0, 9.0), (0.0, 15.0), (-6.0, 9.0)];
    let flag = flag.into_iter().map(|(dx, dy)| pos2(x + dx, rect.top() + dy)).collect();
    painter.add(Shape::convex_polygon(flag, theme.selection, Stroke::NONE));
    response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
}

/// Seconds along the ruler, as many as can be read, with frames between them where there is room.
fn marks(ui: &Ui, rect: Rect, track: Rect, head: f32, duration: f32) {
    let theme = Theme::of(ui);
    let painter = ui.painter_at(rect);
    painter.hline(rect.x_range(), head, theme.rule());
    let step = step_for(duration, track.width());
    let frame_width = track.width() * Playback::FRAME / duration;
    if frame_width >= 6.0 {
        let frames = (duration / Playback::FRAME).floor() as usize;
        for frame in 0..=frames {
            let x = track.left() + frame as f32 * frame_width;
            painter.vline(x, head - 4.0..=head, theme.rule());
        }
    }
    let count = (duration / step + 1e-3).floor() as usize;
    let decimals = if step < 0.1 { 2 } else { usize::from(step < 1.0) };
    let apart = track.width() * step / duration;
    let last_is_at_the_edge = track.left() + count as f32 * apart + 40.0 > rect.right();
    for mark in 0..=count {
        let time = mark as f32 * step;
        let x = track.left() + track.width() * time / duration;
        painter.vline(x, head - 8.0..=rect.bottom(), Stroke::new(1.0, theme.line.gamma_multiply(0.7)));
        if mark + 1 == count && last_is_at_the_edge && apart < 96.0 {
            continue;
        }
        let unit = if mark == count { " s" } else { "" };
        let text = format!("{time:.decimals$}{unit}");
        let (at, align) =
            if x + 40.0 > rect.right() { (x - STEP, Align2::RIGHT_CENTER) } else { (x + STEP, Align2::LEFT_CENTER) };
        painter.text(pos2(at, rect.top() + 10.0), align, text, theme::small(), theme.text2);
    }
}

/// A round number of seconds whose marks stand at least 64 points apart.
fn step_for(duration: f32, width: f32) -> f32 {
    let steps = [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0];
    let apart = |step: f32| width * step / duration;
    steps.into_iter().find(|&step| apart(step) >= 64.0).unwrap_or_else(|| (duration / 4.0).max(300.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_apart_however_long_the_clip() {
        for duration in [0.03, 0.5, 1.0, 30.0, 3600.0, 1e6] {
            let step = step_for(duration, 900.0);
            assert!(duration / step <= 900.0 / 64.0 + 1e-3, "{duration}: {step}");
        }
    }
}
