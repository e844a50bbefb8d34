//! Whose report it is, what it comes to, and whether it is still true.

use eframe::egui::{Align, Align2, Layout, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use surefoot::quality::Verdict;

use super::super::compare;
use crate::editor::core::{Action, Actions, Command, ReportAction, Session, Suite, ground_title};
use crate::editor::figure_words as words;
use crate::editor::theme::{self, Meaning, RADIUS, ROW, STEP, Theme};
use crate::editor::widgets::{Icon, Weight, button, hint, link, lower_first, section_head};

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let report = session.report();
    let clip = report.suite().map_or("", Suite::clip_name);
    section_head(ui, "Report", clip);
    match report.suite() {
        Some(suite) => {
            let is_other = shows_other(session);
            counts(ui, suite, is_other);
            worst(ui, suite, is_other, actions);
            compared(ui, session, suite, actions);
        }
        None => hint(ui, "How well the feet stand while the clip walks over slopes, stairs, ledges, a ramp and bumps."),
    }
    ui.add_space(STEP);
    standing(ui, session, actions);
    ui.add_space(STEP);
}

/// Passes, warnings and failures, each with its colour and letter.
fn counts(ui: &mut Ui, suite: &Suite, is_other: bool) {
    let [pass, warn, fail] = suite.counts(is_other);
    let parts = [(Verdict::Pass, pass, "pass"), (Verdict::Warn, warn, "warn"), (Verdict::Fail, fail, "fail")];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * STEP;
        for (verdict, count, word) in parts {
            let theme = Theme::of(ui);
            let text = format!("{count} {word}");
            let galley = ui.painter().layout_no_wrap(text.clone(), theme::title(), theme.text1);
            let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 22.0, 22.0), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
            let mark = Rect::from_center_size(pos2(rect.left() + 8.0, rect.center().y), theme::square(16.0));
            super::grid::paint_mark(ui.painter(), theme, mark, verdict);
            ui.painter().galley(pos2(rect.left() + 22.0, rect.center().y - galley.size().y / 2.0), galley, theme.text1);
        }
    });
}

fn worst(ui: &mut Ui, suite: &Suite, is_other: bool, actions: &mut Actions) {
    let Some((index, judged)) = suite.worst(is_other) else {
        hint(ui, "Every figure is within its target.");
        return;
    };
    let ground = ground_title(&suite.cells[index].ground);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 20.0));
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center)).id_salt("worst");
    ui.scope_builder(builder, |ui| {
        if link(ui, &ground, "Show the worst ground").clicked() {
            actions.push(Action::Report(ReportAction::ShowCell(index)));
        }
        let theme = Theme::of(ui);
        let text = format!("Worst: {}", words::against_target(judged));
        let room = Rect::from_min_max(rect.min, pos2(ui.min_rect().left() - 2.0 * STEP, rect.bottom()));
        let galley = theme::line_of(ui, &text, theme::body(), theme.text2, room.width());
        let response = ui.interact(room, ui.make_persistent_id("worst figure"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        ui.painter().galley(pos2(room.left(), room.center().y - galley.size().y / 2.0), galley, theme.text2);
    });
}

/// Whether the grid is of the other rig: it is seen, and was measured.
pub fn shows_other(session: &Session) -> bool {
    let is_measured = session.report().suite().is_some_and(|suite| suite.other.is_some());
    session.shows_other() && is_measured
}

/// What comparing with the other rig comes to.
fn compared(ui: &mut Ui, session: &Session, suite: &Suite, actions: &mut Actions) {
    let Some(other) = session.other() else { return };
    ui.horizontal(|ui| {
        compare::switch(ui, session, actions);
        let text = match (suite.changes(), &suite.other) {
            (Some([better, same, worse]), Some(measured)) if measured.of.is_same(other) => {
                format!("B, {}: {better} better, {worse} worse, {same} the same", lower_first(&other.name))
            }
            _ => format!("Run again to measure B, {}", lower_first(&other.name)),
        };
        hint(ui, &text);
    });
}

/// How the report stands, and the button that changes that. Always as high, so that the grid below stays where it is.
fn standing(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW + 2.0));
    let report = session.report();
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center)).id_salt("run");
    let taken = ui.scope_builder(builder, |ui| {
        if report.progress().is_some() {
            if button(ui, "Cancel", Weight::Normal).on_hover_text("Stop the run; the last result stays").clicked() {
                actions.push(Action::Report(ReportAction::Cancel));
            }
        } else {
            run_button(ui, session, actions);
        }
        ui.min_rect().width()
    });
    let room = rect.with_max_x(rect.right() - taken.inner - 2.0 * STEP);
    match report.progress() {
        Some((done, count)) => progress(ui, room, done, count),
        None => state(ui, room, session),
    }
}

fn run_button(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let report = session.report();
    let reason = Command::RunReport.unavailable(session);
    let (text, weight) = match report.suite() {
        None => ("Run", Weight::Strong(Meaning::Ground)),
        Some(_) if report.is_current() => ("Run again", Weight::Normal),
        Some(_) => ("Run again", Weight::Strong(Meaning::Ground)),
    };
    let shortcut = Command::RunReport.shortcuts().first().map(ToString::to_string).unwrap_or_default();
    let response = ui.add_enabled_ui(reason.is_none(), |ui| button(ui, text, weight)).inner;
    if response.hovered() {
        actions.hint(format!("Plays the clip over every ground and measures the feet ({shortcut})."));
    }
    if response.clicked() {
        actions.run(Command::RunReport);
    }
}

fn progress(ui: &mut Ui, rect: Rect, done: usize, count: usize) {
    let theme = Theme::of(ui);
    let text = format!("{done} of {count}");
    let response = ui.interact(rect, ui.make_persistent_id("report progress"), Sense::hover());
    response.widget_info(|| WidgetInfo {
        value: Some(done as f64),
        current_text_value: Some(text.clone()),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, "Report progress")
    });
    let painter = ui.painter();
    painter.rect_filled(rect, RADIUS, theme.bg0);
    let share = done as f32 / count.max(1) as f32;
    let full = rect.with_max_x(rect.left() + rect.width() * share);
    painter.rect_filled(full, RADIUS, theme.fill_of(Meaning::Ground));
    painter.text(rect.center(), Align2::CENTER_CENTER, text, theme::body(), theme.text1);
}

fn state(ui: &mut Ui, rect: Rect, session: &Session) {
    let theme = Theme::of(ui);
    let report = session.report();
    let (meaning, text) = match (Command::RunReport.unavailable(session), report.suite()) {
        (Some(reason), None) => (None, reason.to_owned()),
        (None, None) => (None, format!("{} grounds", surefoot::quality::suite_grounds().len())),
        (_, Some(_)) if report.is_current() => (None, "Of this rig and clip".to_owned()),
        (_, Some(_)) => (Some(Meaning::Warn), "Out of date".to_owned()),
    };
    let mut left = rect.left();
    if let Some((meaning, icon)) = meaning.and_then(|meaning| Some((meaning, Icon::of(meaning)?))) {
        let place = Rect::from_center_size(pos2(left + 8.0, rect.center().y), theme::square(15.0));
        icon.paint(ui.painter(), place, theme.color(meaning));
        left += 22.0;
    }
    let color = meaning.map_or(theme.text3, |meaning| theme.color(meaning));
    let galley = theme::line_of(ui, &text, theme::body(), color, rect.right() - left);
    let response = ui.interact(rect, ui.make_persistent_id("report state"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
    if meaning.is_some() {
        response.on_hover_text("The rig or the clip has changed since these grounds were measured.");
    }
}
