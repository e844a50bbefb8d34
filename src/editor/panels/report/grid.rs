//! Grounds by the heading towards which they rise.

use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Painter, Rect, RichText, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::quality::{Verdict, suite_grounds};

use crate::editor::core::{Action, Actions, Change, ReportAction, Session, SuiteCell, ground_title};
use crate::editor::figure_words as words;
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::hint;

const HEADINGS: usize = 8;
const LABELS: f32 = 118.0;
const HEAD: f32 = 32.0;
/// Between two kinds of ground.
const APART: f32 = 6.0;

/// Grounds that differ in their heading alone.
struct Row {
    shape: GroundShape,
    /// Indices into the set of grounds, by eighths of a turn.
    cells: [Option<usize>; HEADINGS],
}

fn rows(grounds: &[GroundScene]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, ground) in grounds.iter().enumerate() {
        if rows.last().is_none_or(|row| row.shape != ground.shape) {
            rows.push(Row { shape: ground.shape, cells: [None; HEADINGS] });
        }
        let column = (ground.heading_deg / 45.0).round().rem_euclid(HEADINGS as f32) as usize;
        if let Some(row) = rows.last_mut() {
            row.cells[column] = Some(index);
        }
    }
    rows
}

/// What a row's kind is called, and which of the kind it is.
fn row_words(shape: &GroundShape) -> (&'static str, String) {
    match *shape {
        GroundShape::Flat => ("Flat", String::new()),
        GroundShape::Slope { angle_deg } => ("Slope", format!("{angle_deg}°")),
        GroundShape::Stairs { rise, run } => ("Stairs", format!("{:.0} × {:.0} cm", rise * 100.0, run * 100.0)),
        GroundShape::Bumps { amplitude, .. } => ("Bumps", format!("{:.0} cm", amplitude * 100.0)),
        GroundShape::Ledge { height } => ("Ledge", format!("{:.0} cm", height * 100.0)),
        GroundShape::RampCorner { angle_deg } => ("Corner", format!("{angle_deg}°")),
    }
}

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let grounds = suite_grounds();
    let rows = rows(&grounds);
    let kinds = rows.windows(2).filter(|pair| is_new_kind(&pair[0], &pair[1])).count();
    let gaps = kinds as f32 * APART;
    // As high as there is room for, so that all of it is seen at once.
    let pitch = ((ui.clip_rect().bottom() - ui.cursor().top() - 40.0 - HEAD - gaps) / rows.len() as f32).floor();
    let pitch = pitch.clamp(17.0, 26.0);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEAD + gaps + pitch * rows.len() as f32));
    let wide = ((rect.width() - LABELS) / HEADINGS as f32).floor();
    let column = |at: usize| rect.left() + LABELS + wide * at as f32;
    headings(ui, rect, wide);
    let mut top = rect.top() + HEAD;
    for (at, row) in rows.iter().enumerate() {
        let is_first = at == 0 || is_new_kind(&rows[at - 1], row);
        if at > 0 && is_first {
            top += APART;
        }
        let middle = top + pitch / 2.0;
        let (kind, which) = row_words(&row.shape);
        if is_first {
            let place = pos2(rect.left(), middle);
            ui.painter().text(place, Align2::LEFT_CENTER, kind, theme::body(), theme.text2);
        }
        let place = pos2(rect.left() + LABELS - 2.0 * STEP, middle);
        ui.painter().text(place, Align2::RIGHT_CENTER, which, theme::small(), theme.text3);
        for (place, index) in row.cells.iter().enumerate() {
            let whole = Rect::from_min_size(pos2(column(place), top), vec2(wide, pitch));
            if let Some(index) = *index {
                cell(ui, whole.shrink(1.0), session, index, &grounds[index], actions);
            }
        }
        top += pitch;
    }
    hint(ui, "P within every target, W past a target, F past a bar of failure.");
    if session.other().is_some() {
        let one = if super::head::shows_other(session) { ["B", "A"] } else { ["A", "B"] };
        hint(ui, &format!("▲ {} is better there than {}, ▼ worse.", one[0], one[1]));
    }
}

fn is_new_kind(before: &Row, row: &Row) -> bool {
    std::mem::discriminant(&before.shape) != std::mem::discriminant(&row.shape)
}

/// The way the ground rises, seen from above by one who walks up the screen.
fn headings(ui: &Ui, rect: Rect, wide: f32) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    let low = rect.top() + HEAD - 9.0;
    painter.text(pos2(rect.left(), low), Align2::LEFT_CENTER, "Rises towards", theme::small(), theme.text3);
    for place in 0..HEADINGS {
        let x = rect.left() + LABELS + wide * (place as f32 + 0.5);
        let turn = place as f32 * std::f32::consts::FRAC_PI_4;
        let way = vec2(-turn.sin(), -turn.cos());
        let (middle, ink) = (pos2(x, rect.top() + 7.0), Stroke::new(1.2, theme.text2));
        let tip = middle + way * 5.5;
        painter.line_segment([middle - way * 5.5, tip], ink);
        for side in [-1.0, 1.0] {
            let back = Vec2::new(-way.x - side * way.y, -way.y + side * way.x) * 2.8;
            painter.line_segment([tip, tip + back], ink);
        }
        let text = format!("{}°", place * 45);
        painter.text(pos2(x, low), Align2::CENTER_CENTER, text, theme::small(), theme.text3);
    }
}

fn cell(ui: &Ui, rect: Rect, session: &Session, index: usize, ground: &GroundScene, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let report = session.report();
    let is_other = super::head::shows_other(session);
    let Some(measured) = report.suite().and_then(|suite| suite.cells_of(is_other).get(index)) else {
        ui.painter().rect_filled(rect, 3.0, theme.bg2);
        return;
    };
    // How the one that is shown stands against the one that is not.
    let change = report.suite().filter(|_| session.other().is_some()).and_then(|suite| suite.change(index));
    let change = change.map(|change| if is_other { change } else { change.reversed() });
    let name = spoken(measured, change, is_other);
    let is_shown = report.shown() == Some(*ground);
    let response = ui.interact(rect, ui.make_persistent_id(("report cell", index)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_shown, &name));
    paint_cell(ui.painter(), theme, rect, measured.verdict(), !report.is_current());
    if let Some(change) = change {
        paint_change(ui.painter(), theme, rect, change, measured.verdict());
    }
    if is_shown {
        ui.painter().rect_stroke(rect, 3.0, Stroke::new(2.0, theme.text1), StrokeKind::Outside);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, theme.text1), StrokeKind::Outside);
    }
    if response.hovered() {
        actions.hint(format!("{}. Click to go there, to its worst frame.", words::capitalised(&name)));
    }
    if response.clicked() {
        actions.push(Action::Report(ReportAction::ShowCell(index)));
    }
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_ui(|ui| tip(ui, measured));
}

/// "slope 20° at 90: warn, knee step 7.1° of 6°".
fn spoken(measured: &SuiteCell, change: Option<Change>, is_other: bool) -> String {
    let mut text = format!("{}: {}", ground_title(&measured.ground), measured.verdict().name());
    match change {
        None | Some(Change::Same) => {}
        Some(change) => text = format!("{text}, {} than {}", change.name(), if is_other { "A" } else { "B" }),
    }
    for judged in measured.past_target() {
        text = format!("{text}, {}", words::against_target(judged));
    }
    text
}

fn tip(ui: &mut Ui, measured: &SuiteCell) {
    let theme = Theme::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let line = |ui: &mut Ui, text: String, font: FontId, color: Color32| {
        ui.label(RichText::new(text).font(font).color(color));
    };
    line(ui, words::capitalised(&ground_title(&measured.ground)), theme::section(), theme.text1);
    let past = measured.past_target();
    for judged in &past {
        let text = words::capitalised(&words::against_target(judged));
        line(ui, text, theme::body(), theme.color(words::meaning(judged.verdict)));
    }
    if past.is_empty() {
        line(ui, "Every figure is within its target.".into(), theme::body(), theme.text2);
    }
}

/// A pass is quiet, what asks to be looked at is not; what is out of date is paler.
fn paint_cell(painter: &Painter, theme: &Theme, rect: Rect, verdict: Verdict, is_old: bool) {
    let (fill, ink) = inks(theme, verdict);
    let fill = if is_old { theme.bg1.lerp_to_gamma(fill, 0.45) } else { fill };
    let ink = if is_old { theme.text1 } else { ink };
    painter.rect_filled(rect, 3.0, fill);
    painter.text(rect.center(), Align2::CENTER_CENTER, words::letter(verdict), font(verdict), ink);
}

/// A triangle in the corner: up where it is better than the other rig, down where it is worse.
fn paint_change(painter: &Painter, theme: &Theme, rect: Rect, change: Change, verdict: Verdict) {
    let ink = if verdict == Verdict::Pass { theme.text1 } else { theme.ink };
    let (way, y) = match change {
        Change::Better => (-1.0, rect.top() + 5.0),
        Change::Worse => (1.0, rect.bottom() - 5.0),
        Change::Same => return,
    };
    let (middle, reach) = (pos2(rect.right() - 5.0, y), 2.8);
    let corners = [vec2(0.0, way * reach), vec2(reach, -way * reach), vec2(-reach, -way * reach)];
    painter.add(Shape::convex_polygon(corners.map(|corner| middle + corner).to_vec(), ink, Stroke::NONE));
}

/// The same as a sign beside a count.
pub fn paint_mark(painter: &Painter, theme: &Theme, rect: Rect, verdict: Verdict) {
    paint_cell(painter, theme, rect, verdict, false);
}

fn font(verdict: Verdict) -> FontId {
    if verdict == Verdict::Pass { theme::small() } else { theme::section() }
}

/// Ground and letter.
fn inks(theme: &Theme, verdict: Verdict) -> (Color32, Color32) {
    match verdict {
        Verdict::Pass => (theme.fill_of(Meaning::Ground), theme.quiet_on_fill()),
        _ => (theme.color(words::meaning(verdict)), theme.ink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ground_of_the_set_has_a_place_of_its_own() {
        let grounds = suite_grounds();
        let rows = rows(&grounds);
        let placed: usize = rows.iter().flat_map(|row| row.cells).flatten().count();
        assert_eq!(placed, grounds.len());
        assert_eq!(rows.len(), 15 + 3 + 2 + 1 + 1);
        assert!(rows[..15].iter().all(|row| row.cells.iter().all(Option::is_some)));
    }
}
