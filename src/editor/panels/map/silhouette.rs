//! The figure of a page: its body, the lines within it, and the bones between the dots.

use eframe::egui::epaint::{Mesh, Vertex, WHITE_UV};
use eframe::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Ui, pos2};

use super::figure::{Figure, Placed};
use super::page::Page;
use crate::editor::core::mapping::MapGroup;
use crate::editor::meaning;
use crate::editor::theme::{self, STEP, Theme};

/// Paints the figure and the bones of `page`.
pub fn paint(ui: &Ui, rect: Rect, page: &Page) {
    let theme = Theme::of(ui);
    let figure = Figure::of(page.group);
    let placed = Placed::within(figure, rect);
    body(ui, rect, theme, figure, placed);
    if figure.joined {
        bones(ui, theme, figure, placed, page);
    }
    captions(ui, rect, theme, page.group);
}

fn body(ui: &Ui, rect: Rect, theme: &Theme, figure: &Figure, placed: Placed) {
    let painter = ui.painter_at(rect);
    let (light, dark) = (theme.bg3, theme.bg1.lerp_to_gamma(theme.bg3, 0.72));
    let points: Vec<Pos2> = figure.outline.iter().map(|&point| placed.at(point)).collect();
    let vertices = figure.outline.iter().zip(&points).map(|(point, &pos)| {
        let color = light.lerp_to_gamma(dark, (point.y / 100.0).clamp(0.0, 1.0));
        Vertex { pos, uv: WHITE_UV, color }
    });
    let mesh = Mesh {
        vertices: vertices.collect(),
        indices: figure.triangles.iter().flatten().copied().collect(),
        ..Mesh::default()
    };
    painter.add(Shape::mesh(mesh));
    let contour = theme.bg3.lerp_to_gamma(theme.text3, 0.38);
    painter.add(Shape::closed_line(points, Stroke::new(1.4, contour)));
    for line in &figure.lines {
        let line: Vec<Pos2> = line.iter().map(|&point| placed.at(point)).collect();
        painter.add(Shape::line(line, Stroke::new(1.2, contour.gamma_multiply(0.8))));
    }
    if figure.is_cut {
        fade(ui, rect, theme.bg1);
    }
}

/// The lower edge melts into the panel.
fn fade(ui: &Ui, rect: Rect, ground: Color32) {
    let top = rect.bottom() - rect.height() * 0.13;
    let mut mesh = Mesh::default();
    for (y, color) in [(top, ground.gamma_multiply(0.0)), (rect.bottom() - 1.0, ground), (rect.bottom() + 1.0, ground)]
    {
        mesh.colored_vertex(pos2(rect.left(), y), color);
        mesh.colored_vertex(pos2(rect.right(), y), color);
    }
    for band in [0, 2] {
        mesh.add_triangle(band, band + 1, band + 2);
        mesh.add_triangle(band + 1, band + 2, band + 3);
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// From each dot to that of the role above it: in the colour of the limb where both are mapped.
fn bones(ui: &Ui, theme: &Theme, figure: &Figure, placed: Placed, page: &Page) {
    for &(role, at) in &figure.dots {
        let above =
            std::iter::successors(role.parent(), |role| role.parent()).find_map(|up| Some((up, figure.dot(up)?)));
        let (is_mapped, from) = match (above, figure.wrist) {
            (Some((up, from)), _) => (page.is_mapped(role) && page.is_mapped(up), from),
            (None, Some(wrist)) => (page.is_mapped(role), wrist),
            (None, None) => continue,
        };
        let ends = [placed.at(from), placed.at(at)];
        if is_mapped {
            let color = theme.color(meaning::of_role(role)).gamma_multiply(0.55);
            ui.painter().line_segment(ends, Stroke::new(2.0, color));
        } else {
            let stroke = Stroke::new(1.2, theme.text3.gamma_multiply(0.6));
            ui.painter().extend(Shape::dashed_line(&ends, stroke, 3.0, 3.0));
        }
    }
}

/// Which side is which: the character faces the viewer.
fn captions(ui: &Ui, rect: Rect, theme: &Theme, group: MapGroup) {
    let painter = ui.painter();
    let (y, inset) = (rect.top() + 2.0 * STEP, STEP);
    match group {
        MapGroup::Body | MapGroup::Head => {
            let left = pos2(rect.left() + inset, y);
            let right = pos2(rect.right() - inset, y);
            painter.text(left, Align2::LEFT_TOP, "right side", theme::small(), theme.text3);
            painter.text(right, Align2::RIGHT_TOP, "left side", theme::small(), theme.text3);
        }
        MapGroup::LeftHand | MapGroup::RightHand => {
            let text = format!("{}, from its back", group.name());
            painter.text(pos2(rect.left() + inset, y), Align2::LEFT_TOP, text, theme::small(), theme.text3);
        }
    }
}
