//! Foot placement of the clip over the set of grounds: a grid to read at a glance and to click into, and what one ground comes to.

mod cell;
mod graphs;
mod grid;
mod head;
mod plot;

use eframe::egui::{ScrollArea, Ui};
use surefoot::ground::GroundScene;

use super::padded;
use crate::editor::core::{Actions, Session};
use crate::editor::theme::STEP;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct ReportState {
    /// How often it was asked for and has been opened.
    pub openings: u64,
    /// The foot whose graphs are shown, where one was chosen for this ground.
    foot: Option<(GroundScene, usize)>,
    shows_all_figures: bool,
}

/// The grid and what leads to it.
pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    ScrollArea::vertical().id_salt("report").auto_shrink(false).show(ui, |ui| {
        padded(ui, |ui| {
            ui.spacing_mut().item_spacing.y = STEP;
            head::ui(ui, session, actions);
            grid::ui(ui, session, actions);
        });
    });
}

/// The ground that was chosen in the grid.
pub fn chosen(ui: &mut Ui, session: &Session, state: &mut ReportState, actions: &mut Actions) {
    ScrollArea::vertical().id_salt("report cell").auto_shrink(false).show(ui, |ui| {
        padded(ui, |ui| {
            ui.spacing_mut().item_spacing.y = STEP;
            cell::ui(ui, session, state, actions);
        });
    });
}
