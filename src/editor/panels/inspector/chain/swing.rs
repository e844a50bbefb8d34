use eframe::egui::{Mesh, Sense, Shape, Ui, pos2, vec2};

use super::{Editing, words};
use crate::editor::core::{Actions, Command, LEAST_TURN_RATE, Session};
use crate::editor::theme::{self, Meaning, ROW, STEP, Theme};
use crate::editor::viewport::turn_color;
use crate::editor::widgets::{hint, lower_first, toggle};

/// The switch of the map of goals at which the limb swings round, and what it shows.
pub fn ui(ui: &mut Ui, session: &Session, editing: &Editing<'_>, actions: &mut Actions) {
    let joint = lower_first(words(editing.meaning).0);
    let on = session.view_options().swing_map;
    ui.add_space(STEP);
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let text = format!("Show where the {joint} would swing");
        let response = toggle(ui, &text, on, Meaning::Warn);
        let galley = theme::line_of(ui, &text, theme::body(), Theme::of(ui).text2, ui.available_width());
        let (rect, label) = ui.allocate_exact_size(galley.size(), Sense::click());
        ui.painter().galley(rect.min, galley, Theme::of(ui).text2);
        if response.hovered() || label.hovered() {
            actions.hint(format!("Marks the goals at which a small step of the goal turns the {joint} far."));
        }
        if response.clicked() || label.clicked() {
            actions.run(Command::ToggleSwingMap);
        }
    });
    if !on {
        return;
    }
    match session.swing_map() {
        _ if !session.ik_on() => hint(ui, "Switch IK on to see it."),
        _ if session.playback().playing => hint(ui, "Pause the clip to see it."),
        None => hint(ui, "Being worked out…"),
        Some([]) => hint(ui, &format!("Nowhere in reach does the {joint} swing round.")),
        Some(_) => {
            scale(ui);
            hint(
                ui,
                &format!("Goals here turn the {joint} by more than 1° a millimetre; move the hint away from them."),
            );
        }
    }
}

/// What the colours stand for.
fn scale(ui: &mut Ui) {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.5 * STEP;
        hint(ui, "1°/mm");
        let (rect, _) = ui.allocate_exact_size(vec2(96.0, 6.0), Sense::hover());
        let mut mesh = Mesh::default();
        for step in 0..=8_u32 {
            let share = step as f32 / 8.0;
            let color = turn_color(theme, LEAST_TURN_RATE * 8_f32.powf(share));
            let x = rect.left() + rect.width() * share;
            mesh.colored_vertex(pos2(x, rect.top()), color);
            mesh.colored_vertex(pos2(x, rect.bottom()), color);
            if step > 0 {
                let base = 2 * step;
                mesh.add_triangle(base - 2, base - 1, base);
                mesh.add_triangle(base - 1, base, base + 1);
            }
        }
        ui.painter().add(Shape::mesh(mesh));
        hint(ui, "8°/mm and more");
    });
}
