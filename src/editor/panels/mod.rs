//! The panels round the viewport. Each reads the session, keeps only its own state, and asks for changes by pushing actions.

mod apply;
mod compare;
mod contact_lanes;
mod ground_bar;
mod inspector;
mod map;
mod outliner;
mod palette;
mod problems;
mod readout;
mod report;
mod rig_list;
mod scene_menu;
mod shortcut_sheet;
mod status_bar;
mod timeline;
mod toasts;
mod tool_bar;
mod top_bar;
mod welcome;

#[cfg(test)]
mod tests;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Rect, ScrollArea, Ui};

use super::core::{Action, Actions, Session};
use super::theme::{MOTION, PAD, STEP, Theme};

/// What the window is arranged for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Workspace {
    /// Which bone has which role.
    Map,
    /// Chains, look-at, weights and limits.
    #[default]
    Rig,
    /// The ground under the character.
    Ground,
    /// How well the feet stand, over many grounds.
    Report,
}

/// What the panels remember between frames. Nothing of it is part of the document.
#[derive(Debug, Default)]
pub struct Panels {
    pub workspace: Workspace,
    left_width: f32,
    outliner: outliner::OutlinerState,
    map: map::MapState,
    palette: palette::PaletteState,
    timeline: timeline::TimelineState,
    rig_list: rig_list::RigListState,
    report: report::ReportState,
    /// The problems were asked for, and are scrolled to once their panel is drawn.
    reveals_problems: bool,
}

/// Draws the whole window: the panels, and `viewport` in the middle of them; the palette and the sheet of keys come on top.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    panels: &mut Panels,
    actions: &mut Actions,
    viewport: impl FnOnce(&mut Ui, &mut Actions),
) {
    follow_motion(ui.ctx(), session.view_options().reduced_motion);
    if session.map_preview().is_some() && !session.is_mapping() {
        // Asked for from elsewhere; here the answer is given.
        panels.workspace = Workspace::Map;
    }
    if session.report().openings() != panels.report.openings {
        (panels.report.openings, panels.workspace) = (session.report().openings(), Workspace::Report);
    }
    let is_mapping = panels.workspace == Workspace::Map;
    let is_reporting = panels.workspace == Workspace::Report && session.stage().is_some();
    if session.is_mapping() != is_mapping {
        actions.push(Action::ShowMapping(is_mapping));
    }
    let theme = Theme::of(ui);
    let bar = Frame::new().fill(theme.bg1).inner_margin(Margin::symmetric(PAD as i8, STEP as i8));
    Panel::top("top bar").frame(bar).exact_size(40.0).show(ui, |ui| top_bar::ui(ui, session, panels, actions));
    let low = Frame::new().fill(theme.bg0).inner_margin(Margin::symmetric(PAD as i8, 2));
    Panel::bottom("status bar").frame(low).exact_size(26.0).show(ui, |ui| {
        if status_bar::ui(ui, session) {
            let has_problems = matches!(panels.workspace, Workspace::Rig | Workspace::Ground);
            panels.workspace = if has_problems { panels.workspace } else { Workspace::Rig };
            panels.reveals_problems = true;
        }
    });
    if is_reporting {
        report_sides(ui, session, panels, actions);
        // What is beside it needs the height more than this does the width.
        timeline(ui, session, panels, actions);
    } else {
        if !is_mapping {
            timeline(ui, session, panels, actions);
        }
        sides(ui, session, panels, actions);
    }
    CentralPanel::no_frame().show(ui, |ui| {
        let rect = ui.max_rect();
        if session.stage().is_some() {
            viewport(ui, actions);
            over_the_viewport(ui, rect, session, actions);
        } else {
            welcome::ui(ui, session, actions);
        }
        toasts::ui(ui, rect, session, actions);
    });
    let ctx = ui.ctx().clone();
    palette::ui(&ctx, session, &mut panels.palette, actions);
    shortcut_sheet::ui(&ctx, session, actions);
}

fn timeline(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    let has_clips = session.stage().is_some_and(|stage| stage.clips().next().is_some());
    if has_clips || session.stroll_unavailable().is_none() {
        panels.timeline.controls_width = panels.left_width;
        Panel::bottom("timeline")
            .frame(Frame::new().fill(Theme::of(ui).bg1))
            .resizable(true)
            .default_size(140.0)
            .size_range(92.0..=320.0)
            .show(ui, |ui| timeline::ui(ui, session, &mut panels.timeline, actions));
    }
}

fn sides(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    let side = Frame::new().fill(Theme::of(ui).bg1);
    Panel::left("left").frame(side).default_size(288.0).size_range(220.0..=520.0).show(ui, |ui| {
        panels.left_width = ui.max_rect().width();
        left(ui, session, panels, actions);
    });
    if panels.workspace == Workspace::Map {
        Panel::left("map")
            .frame(side)
            .default_size(428.0)
            .size_range(404.0..=620.0)
            .show(ui, |ui| map::ui(ui, session, &mut panels.map, actions));
    } else {
        Panel::right("right")
            .frame(side)
            .default_size(336.0)
            .size_range(280.0..=560.0)
            .show(ui, |ui| right(ui, session, panels, actions));
    }
}

fn report_sides(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    let side = Frame::new().fill(Theme::of(ui).bg1);
    Panel::left("report").frame(side).default_size(400.0).size_range(352.0..=560.0).show(ui, |ui| {
        report::ui(ui, session, actions);
    });
    Panel::right("report cell").frame(side).default_size(336.0).size_range(300.0..=640.0).show(ui, |ui| {
        report::chosen(ui, session, &mut panels.report, actions);
    });
}

/// Nothing glides where motion is reduced.
fn follow_motion(ctx: &egui::Context, reduced: bool) {
    let wanted = if reduced { 0.0 } else { MOTION };
    if ctx.global_style().animation_time != wanted {
        ctx.all_styles_mut(|style| style.animation_time = wanted);
    }
}

fn over_the_viewport(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Actions) {
    if !session.is_mapping() {
        tool_bar::ui(ui, rect, session, actions);
        ground_bar::ui(ui, rect, session, actions);
        readout::ui(ui, rect, session);
    }
}

fn left(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    if panels.workspace == Workspace::Map {
        outliner::ui(ui, session, &mut panels.outliner, actions);
        return;
    }
    let height = ui.available_height();
    // The list takes what it needs, up to a little more than half.
    let wanted = rig_list::wanted_height(session, &panels.rig_list).min(height * 0.58).max(120.0);
    Panel::bottom("rig list")
        .frame(Frame::NONE)
        .exact_size(wanted)
        .show(ui, |ui| rig_list::ui(ui, session, &mut panels.rig_list, actions));
    CentralPanel::no_frame().show(ui, |ui| outliner::ui(ui, session, &mut panels.outliner, actions));
}

fn right(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        padded(ui, |ui| {
            inspector::ui(ui, session, panels.workspace, actions);
            problems::ui(ui, session, std::mem::take(&mut panels.reveals_problems), actions);
        });
    });
}

/// The padding every panel has round its content.
fn padded<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    Frame::new().inner_margin(Margin::same(PAD as i8)).show(ui, |ui| add(ui)).inner
}

/// A small plate that floats over the viewport, anchored to one of its corners and lifted from it.
fn plate<R>(
    ui: &mut Ui,
    name: &'static str,
    rect: Rect,
    align: egui::Align2,
    lift: f32,
    add: impl FnOnce(&mut Ui) -> R,
) -> egui::InnerResponse<R> {
    let theme = Theme::of(ui);
    let inset = rect.shrink(PAD);
    egui::Area::new(egui::Id::unique(name))
        .order(egui::Order::Middle)
        .anchor(align, egui::vec2(0.0, -lift))
        .constrain_to(inset)
        .show(ui.ctx(), |ui| {
            Frame::new()
                .fill(theme.bg1.gamma_multiply(0.92))
                .corner_radius(8.0)
                .inner_margin(Margin::symmetric(2 * STEP as i8, STEP as i8))
                .show(ui, add)
                .inner
        })
}
