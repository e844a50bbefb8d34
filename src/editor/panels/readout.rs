//! The figures that matter, under the eye: gap of the soles, height of the pelvis, bend of the knees.

use eframe::egui::{self, Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use surefoot::pose::Globals;
use surefoot::rig::Solver;
use surefoot::runtime::SolveReport;

use super::plate;
use crate::editor::core::{Session, Stage};
use crate::editor::theme::{self, STEP, Theme};

/// Soles within this of the ground are well placed, metres.
const GOOD_GAP: f32 = 0.003;
/// Beyond this they are not, metres.
const BAD_GAP: f32 = 0.010;

pub fn ui(ui: &mut Ui, rect: Rect, session: &Session) {
    let Some(stage) = session.stage() else { return };
    if !session.ik_on() {
        return;
    }
    let theme = Theme::of(ui);
    let shown = [(stage.report(), stage.solved_globals())];
    let sides: Vec<(&SolveReport, &Globals)> = stage.both().map_or(shown.to_vec(), |both| both.to_vec());
    let mut lines: Vec<(&str, Vec<Figure>)> = Vec::new();
    let mut line = |name, figure: &dyn Fn(&SolveReport, &Globals) -> Option<Figure>| {
        let figures: Vec<Option<Figure>> = sides.iter().map(|(report, globals)| figure(report, globals)).collect();
        if figures.iter().any(Option::is_some) {
            let none = || ("–".to_owned(), theme.text3);
            lines.push((name, figures.into_iter().map(|figure| figure.unwrap_or_else(none)).collect()));
        }
    };
    line("gap", &|report, _| worst_gap(report).map(|gap| (format!("{:.1} mm", gap * 1000.0), color_of(theme, gap))));
    line("pelvis", &|report, _| {
        worst_gap(report)?;
        Some((format!("{:+.0} mm", report.pelvis_offset.y * 1000.0), theme.text1))
    });
    line("bend", &|_, globals| selected_bend(session, stage, globals).map(|bend| (format!("{bend:.0}°"), theme.text1)));
    if lines.is_empty() {
        return;
    }
    // Where the ground bar takes the whole width, above it.
    let lift = if rect.width() < super::ground_bar::WIDTH + 150.0 { 44.0 } else { 0.0 };
    plate(ui, "readout", rect, Align2::RIGHT_BOTTOM, lift, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if sides.len() > 1 {
            let color = |is_other: bool| if is_other == session.shows_other() { theme.selection } else { theme.text3 };
            row(ui, "", &[("A".into(), color(false)), ("B".into(), color(true))]);
        }
        for (name, figures) in &lines {
            row(ui, name, figures);
        }
    });
}

/// Text and colour.
type Figure = (String, Color32);

fn color_of(theme: &Theme, gap: f32) -> Color32 {
    match gap.abs() {
        gap if gap <= GOOD_GAP => theme.ground,
        gap if gap <= BAD_GAP => theme.warn,
        _ => theme.bad,
    }
}

/// A name and a figure, or one of each of two rigs.
fn row(ui: &mut Ui, name: &str, figures: &[Figure]) {
    const WIDE: f32 = 70.0;
    let theme = Theme::of(ui);
    let name_galley = ui.painter().layout_no_wrap(name.to_owned(), theme::body(), theme.text2);
    let (row, response) = ui.allocate_exact_size(vec2(50.0 + WIDE * figures.len() as f32, 18.0), Sense::hover());
    let texts: Vec<&str> = figures.iter().map(|(text, _)| text.as_str()).collect();
    if !name.is_empty() {
        response.widget_info(|| WidgetInfo {
            current_text_value: Some(texts.join(", in B ")),
            ..WidgetInfo::labeled(Role::Label, true, name)
        });
    }
    let y = row.center().y - name_galley.size().y / 2.0;
    ui.painter().galley(egui::pos2(row.left() + STEP, y), name_galley, theme.text2);
    for (place, (text, color)) in figures.iter().rev().enumerate() {
        let galley = ui.painter().layout_no_wrap(text.clone(), theme::body(), *color);
        let right = row.right() - STEP - WIDE * place as f32 - galley.size().x;
        ui.painter().galley(egui::pos2(right, y), galley, *color);
    }
}

/// The gap of the planted sole that is farthest from none: of each, that of its lowest contact, since a heel that the
/// animation lifts is no gap. Below 0 it is inside the ground.
fn worst_gap(report: &SolveReport) -> Option<f32> {
    let feet = report.feet.iter().filter(|foot| foot.planted);
    let lowest = feet.filter_map(|foot| {
        let touching = foot.contacts.iter().filter(|contact| contact.ground.is_some());
        touching.map(|contact| contact.gap).min_by(f32::total_cmp)
    });
    // Adding 0 makes a negative zero positive, so that nobody reads "-0.0".
    lowest.max_by(|a, b| a.abs().total_cmp(&b.abs())).map(|gap| (gap * 1e4).round() / 1e4 + 0.0)
}

/// How far the middle joint of the selected limb is bent, degrees; 0 is straight.
fn selected_bend(session: &Session, stage: &Stage, globals: &Globals) -> Option<f32> {
    let chain = session.document().rig().chains.get(session.selection().chain()?)?;
    let Solver::TwoBone(two_bone) = &chain.solver else { return None };
    let at = |bone| Some(globals.position(stage.joint(bone)?));
    let (root, mid, tip) = (at(&chain.root)?, at(&two_bone.mid)?, at(&chain.tip)?);
    let angle = (mid - root).angle_between(tip - mid).to_degrees();
    angle.is_finite().then_some(angle)
}
