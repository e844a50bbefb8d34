//! What a state looks like: colour and shape, the same on the figure, in the legend and in the list.

use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::editor::core::mapping::RoleState;
use crate::editor::theme::{self, Meaning, STEP, Theme};

/// Half the width of a required bone's disc.
pub const RADIUS: f32 = 6.0;

/// The mark of a state in the middle of `at`. `meaning` is the part of the body; a body does without an optional bone, and its
/// disc is smaller.
pub fn mark(painter: &Painter, theme: &Theme, at: Pos2, state: RoleState, required: bool, meaning: Meaning) {
    let edge = Stroke::new(1.5, theme.bg0);
    match state {
        RoleState::Mapped => {
            let radius = if required { RADIUS } else { RADIUS - 2.0 };
            painter.circle(at, radius, theme.color(meaning), edge);
        }
        RoleState::Doubtful => {
            let corners = [(0.0, -7.5), (7.6, 5.8), (-7.6, 5.8)].map(|(x, y)| at + vec2(x, y));
            painter.add(Shape::convex_polygon(corners.to_vec(), theme.warn, edge));
            painter.line_segment([at + vec2(0.0, -2.8), at + vec2(0.0, 1.4)], Stroke::new(1.6, theme.ink));
            painter.circle_filled(at + vec2(0.0, 3.7), 1.0, theme.ink);
        }
        RoleState::Wrong => {
            let square = Rect::from_center_size(at, theme::square(2.0 * RADIUS + 1.0));
            painter.rect(square, 2.0, theme.bad, edge, StrokeKind::Outside);
            cross(painter, at, 3.2, Stroke::new(1.8, theme.ink));
        }
        RoleState::Missing => {
            painter.circle(at, RADIUS, theme.bg0, Stroke::new(1.8, theme.bad));
            cross(painter, at, 2.4, Stroke::new(1.6, theme.bad));
        }
        RoleState::Unmapped => dashed_ring(painter, at, RADIUS - 1.5, theme.text3),
    }
}

fn cross(painter: &Painter, at: Pos2, reach: f32, stroke: Stroke) {
    painter.line_segment([at - vec2(reach, reach), at + vec2(reach, reach)], stroke);
    painter.line_segment([at + vec2(-reach, reach), at + vec2(reach, -reach)], stroke);
}

fn dashed_ring(painter: &Painter, at: Pos2, radius: f32, color: Color32) {
    const DASHES: usize = 7;
    for dash in 0..DASHES {
        let start = std::f32::consts::TAU * dash as f32 / DASHES as f32;
        let points = (0..=4).map(|step| {
            let angle = start + std::f32::consts::TAU * 0.58 / DASHES as f32 * step as f32 / 4.0;
            at + vec2(angle.cos(), angle.sin()) * radius
        });
        painter.add(Shape::line(points.collect(), Stroke::new(1.3, color)));
    }
}

/// What the marks mean, in one or two lines.
pub fn legend(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let entries = [
        (RoleState::Mapped, true, "mapped"),
        (RoleState::Mapped, false, "optional"),
        (RoleState::Doubtful, true, "doubtful"),
        (RoleState::Wrong, true, "wrong"),
        (RoleState::Missing, true, "missing"),
        (RoleState::Unmapped, false, "none"),
    ];
    let texts = entries.map(|entry| ui.painter().layout_no_wrap(entry.2.into(), theme::small(), theme.text2));
    let mark_width = 20.0;
    let used: f32 = texts.iter().map(|text| text.size().x + mark_width).sum();
    let width = ui.available_width();
    let gap = ((width - used) / (entries.len() - 1) as f32).clamp(STEP, 3.0 * STEP);
    let (_, rect) = ui.allocate_space(vec2(width, 18.0));
    let total = used + gap * (entries.len() - 1) as f32;
    let mut left = rect.center().x - total.min(width) / 2.0;
    for ((state, required, _), text) in entries.into_iter().zip(texts) {
        let painter = ui.painter_at(rect.expand(2.0));
        mark(&painter, theme, pos2(left + 8.0, rect.center().y), state, required, Meaning::Leg);
        let at = pos2(left + mark_width, rect.center().y);
        painter.galley(Align2::LEFT_CENTER.anchor_size(at, text.size()).min, text.clone(), theme.text2);
        left += mark_width + text.size().x + gap;
    }
}
