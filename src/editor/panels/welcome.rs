//! What the window shows before a model is open.

use eframe::egui::{self, Align, Layout, RichText, Ui, UiBuilder, vec2};

use crate::editor::core::{Action, Actions, Command, Session};
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::{Weight, button, link};

pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, theme.viewport_bottom);
    let recent = session.recent().len().min(5) as f32;
    let size = vec2(360.0, 190.0 + recent * 24.0);
    let place = egui::Rect::from_center_size(rect.center(), size);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new("Open a character").font(theme::title()).color(theme.text1));
        ui.add_space(STEP);
        let text = if session.takes_drops() {
            "Drop a .glb, .gltf or .vrm file here. Its bones are recognised and it gets a rig to start from."
        } else {
            "Its bones are recognised and it gets a rig to start from. Wayland passes no dropped files on: choose one, \
             or start with WAYLAND_DISPLAY= before the command."
        };
        ui.label(RichText::new(text).color(theme.text2));
        ui.add_space(4.0 * STEP);
        ui.horizontal(|ui| {
            ui.add_space(if session.has_bundled() { 30.0 } else { 122.0 });
            if button(ui, "Open model…", Weight::Strong(Meaning::Leg)).clicked() {
                actions.run(Command::OpenModel);
            }
            if session.has_bundled() && button(ui, "The bundled character", Weight::Normal).clicked() {
                actions.run(Command::OpenBundled);
            }
        });
        if !session.recent().is_empty() {
            ui.add_space(5.0 * STEP);
            ui.label(RichText::new("Recent").font(theme::section()).color(theme.text3));
            for path in session.recent().iter().take(5) {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                if link(ui, &name, &format!("Open {name}")).on_hover_text(path.display().to_string()).clicked() {
                    actions.push(Action::OpenPaths(vec![path.clone()]));
                }
            }
        }
    });
}
