//! One ground: what is past its target there, all its figures, and its graphs.

use eframe::egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use surefoot::quality::{Judged, Verdict};

use super::{ReportState, graphs};
use crate::editor::core::{Actions, Change, Detail, PlaybackAction, Session, SuiteCell, ground_title};
use crate::editor::figure_words as words;
use crate::editor::meaning;
use crate::editor::theme::{self, STEP, Theme};
use crate::editor::widgets::{
    Icon, empty, link, lower_first, marked_paragraph, paragraph, rule, section_head, segmented,
};

pub fn ui(ui: &mut Ui, session: &Session, state: &mut ReportState, actions: &mut Actions) {
    let report = session.report();
    let Some(detail) = report.detail() else {
        section_head(ui, "Ground", "");
        empty(
            ui,
            match report.suite() {
                Some(_) => {
                    "Click a cell of the grid: the character walks over that ground, and stands at the frame that is worst."
                }
                None => "Run the report, then click a cell of the grid to see that ground.",
            },
        );
        return;
    };
    let verdict = detail.cell.verdict();
    head(ui, &words::capitalised(&ground_title(&detail.cell.ground)), verdict);
    let past = detail.cell.past_target();
    if past.is_empty() {
        paragraph(ui, "Every figure is within its target.");
    }
    for judged in past {
        let text = words::capitalised(&words::against_target(judged));
        marked_paragraph(ui, words::meaning(judged.verdict), &text);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * STEP;
        worst(ui, detail, actions);
        let (text, name) = match state.shows_all_figures {
            true => ("Fewer figures", "Show fewer figures"),
            false => ("All figures", "Show all figures"),
        };
        if link(ui, text, name).clicked() {
            state.shows_all_figures ^= true;
        }
    });
    let other = other_cell(session, detail);
    if let Some((other, change)) = other {
        against_other(ui, session, other, change);
    }
    if state.shows_all_figures {
        if other.is_some() {
            heads(ui);
        }
        for judged in &detail.cell.judged {
            let of_other = other.and_then(|(other, _)| other.judged.iter().find(|one| one.name == judged.name));
            figure(ui, judged, of_other);
        }
    }
    rule(ui);
    let foot = chosen_foot(ui, detail, state);
    graphs::ui(ui, session, &detail.recording, foot, actions);
}

fn head(ui: &mut Ui, title: &str, verdict: Verdict) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 22.0));
    let response = ui.interact(rect, ui.make_persistent_id("cell head"), Sense::hover());
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(verdict.name().to_owned()),
        ..WidgetInfo::labeled(Role::Heading, true, title)
    });
    let galley = theme::line_of(ui, title, theme::title(), theme.text1, rect.width() - 64.0);
    ui.painter().galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, theme.text1);
    let color = theme.color(words::meaning(verdict));
    let place = ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, verdict.name(), theme::body(), color);
    let mark = Rect::from_center_size(pos2(place.left() - 12.0, rect.center().y), theme::square(16.0));
    super::grid::paint_mark(ui.painter(), theme, mark, verdict);
}

/// Where the worst figure is, to go back to.
fn worst(ui: &mut Ui, detail: &Detail, actions: &mut Actions) {
    let Some((moment, frame)) =
        detail.worst.and_then(|moment| Some((moment, detail.recording.frames.get(moment.frame)?)))
    else {
        return;
    };
    let of = moment.foot.and_then(|foot| detail.feet.get(foot));
    let of = of.map(|foot| format!(", {}", meaning::chain_title(foot).to_lowercase())).unwrap_or_default();
    let what = if detail.cell.verdict() == Verdict::Pass { "Nearest to a target" } else { "Worst" };
    let text = format!("{what} at {:.2} s{of}", frame.time_s);
    if link(ui, &text, "Go to the worst frame").clicked() {
        actions.playback(PlaybackAction::Play(false));
        actions.playback(PlaybackAction::SeekInStretch(frame.time_s));
    }
}

/// What the other rig came to on this ground, and how that is against the document's.
fn other_cell<'a>(session: &'a Session, detail: &Detail) -> Option<(&'a SuiteCell, Change)> {
    let suite = session.report().suite().filter(|_| session.other().is_some() && session.report().is_current())?;
    let index = suite.cells.iter().position(|cell| cell.ground == detail.cell.ground)?;
    Some((suite.other.as_ref()?.cells.get(index)?, suite.change(index)?))
}

/// B on this ground, in a sentence.
fn against_other(ui: &mut Ui, session: &Session, other: &SuiteCell, change: Change) {
    let name = session.other().map_or_else(String::new, |other| lower_first(&other.name));
    let than = match change {
        Change::Same => "the same as A".to_owned(),
        change => format!("{} than A", change.name()),
    };
    let past =
        other.past_target().first().map_or_else(String::new, |judged| format!(": {}", words::against_target(judged)));
    let text = format!("B, {name}, is {than}, {}{past}", other.verdict().name());
    match other.verdict() {
        Verdict::Pass => paragraph(ui, &text),
        verdict => marked_paragraph(ui, words::meaning(verdict), &text),
    }
}

/// From the right edge to where figures of A and B end.
const TO_A: f32 = 134.0;
const TO_B: f32 = 64.0;

/// What stands under one another.
fn heads(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 15.0));
    for (text, to) in [("A", TO_A), ("B", TO_B), ("target", 0.0)] {
        let at = pos2(rect.right() - to, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, theme::small(), theme.text3);
    }
}

fn figure(ui: &mut Ui, judged: &Judged, other: Option<&Judged>) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 17.0));
    let (title, value, target) =
        (words::capitalised(words::title(judged)), words::value(judged), words::target(judged));
    let response = ui.interact(rect, ui.make_persistent_id(("figure", judged.name)), Sense::hover());
    let in_b = other.map(words::value);
    let spoken_b = in_b.as_ref().map_or_else(String::new, |value| format!(", in B {value}"));
    response
        .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {value}{spoken_b}, target {target}")));
    let (meaning, y) = (words::meaning(judged.verdict), rect.center().y);
    let mark = Rect::from_center_size(pos2(rect.left() + 7.0, y), theme::square(13.0));
    let icon = if judged.verdict == Verdict::Pass { Some(Icon::Check) } else { Icon::of(meaning) };
    if let Some(icon) = icon {
        icon.paint(ui.painter(), mark, theme.color(meaning));
    }
    let text = |x: f32, align: Align2, text: String, color| {
        ui.painter().text(pos2(x, y), align, text, theme::body(), color);
    };
    text(rect.left() + 22.0, Align2::LEFT_CENTER, title, theme.text2);
    if let (Some(in_b), Some(other)) = (in_b, other) {
        text(rect.right() - TO_A, Align2::RIGHT_CENTER, value, theme.text1);
        let color =
            if other.verdict == Verdict::Pass { theme.text2 } else { theme.color(words::meaning(other.verdict)) };
        text(rect.right() - TO_B, Align2::RIGHT_CENTER, in_b, color);
    } else {
        text(rect.right() - 96.0, Align2::RIGHT_CENTER, value, theme.text1);
    }
    text(rect.right(), Align2::RIGHT_CENTER, target, theme.text3);
}

/// The foot of the worst figure, until another is chosen.
fn chosen_foot(ui: &mut Ui, detail: &Detail, state: &mut ReportState) -> usize {
    let ground = detail.cell.ground;
    let usual = detail.worst.and_then(|moment| moment.foot).unwrap_or(0);
    let chosen = state.foot.filter(|(of, _)| *of == ground).map_or(usual, |(_, foot)| foot);
    let chosen = chosen.min(detail.feet.len().saturating_sub(1));
    if detail.feet.len() < 2 {
        return chosen;
    }
    let titles: Vec<String> = detail.feet.iter().map(|foot| meaning::chain_title(foot)).collect();
    let choices: Vec<(usize, &str)> = titles.iter().map(String::as_str).enumerate().collect();
    if let Some(foot) = segmented(ui, "graphs", chosen, &choices) {
        state.foot = Some((ground, foot));
    }
    chosen
}
