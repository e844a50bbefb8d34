//! The map of goals at which a limb would swing round, as soft points over the picture.

use eframe::egui::{Color32, Mesh, Pos2, Shape, vec2};

use super::overlay::Overlay;
use crate::editor::core::LEAST_TURN_RATE;
use crate::editor::theme::Theme;

/// So many times the least turn is drawn in the gravest colour.
const GRAVEST: f32 = 8.0;

impl Overlay<'_> {
    pub fn swing_map(&self) {
        let Some(goals) = self.session.swing_map() else { return };
        let eye = self.lens.camera.eye();
        let radius = self.stage.leg_length() * 0.022;
        let seen = goals.iter().filter_map(|goal| {
            let at = goal.position_in_world;
            let points = radius / self.lens.metres_per_point(at).max(1e-9);
            Some((eye.distance(at), self.lens.project(at)?, points.clamp(3.0, 16.0), goal.turn_rate))
        });
        let mut seen: Vec<(f32, Pos2, f32, f32)> = seen.collect();
        seen.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut mesh = Mesh::default();
        for (_, at, radius, turn_rate) in seen {
            let color = turn_color(self.theme, turn_rate);
            soft_disc(&mut mesh, at, radius, color.gamma_multiply(0.85));
        }
        self.painter.add(Shape::mesh(mesh));
    }
}

/// From amber where the plane turns as little as is shown to red where it turns most.
pub fn turn_color(theme: &Theme, turn_rate: f32) -> Color32 {
    let share = (turn_rate / LEAST_TURN_RATE).max(1.0).ln() / GRAVEST.ln();
    theme.warn.lerp_to_gamma(theme.bad, if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 })
}

/// A disc that is full in its middle half and melts away to its edge.
fn soft_disc(mesh: &mut Mesh, at: Pos2, radius: f32, color: Color32) {
    const CORNERS: u32 = 14;
    let middle = mesh.vertices.len() as u32;
    mesh.colored_vertex(at, color);
    for (share, color) in [(0.45, color), (1.0, Color32::TRANSPARENT)] {
        for corner in 0..CORNERS {
            let (sine, cosine) = (std::f32::consts::TAU * corner as f32 / CORNERS as f32).sin_cos();
            mesh.colored_vertex(at + vec2(cosine, sine) * (radius * share), color);
        }
    }
    let inner = |corner: u32| middle + 1 + corner % CORNERS;
    let outer = |corner: u32| middle + 1 + CORNERS + corner % CORNERS;
    for corner in 0..CORNERS {
        mesh.add_triangle(middle, inner(corner), inner(corner + 1));
        mesh.add_triangle(inner(corner), outer(corner), outer(corner + 1));
        mesh.add_triangle(inner(corner), outer(corner + 1), inner(corner + 1));
    }
}
