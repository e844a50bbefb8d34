//! The humanoid map: a figure with a dot for every role, what can be done to the map as a whole, and the roles as a list.

mod characters;
mod dots;
mod figure;
mod list;
mod marks;
mod page;
mod picker;
mod preview;
mod silhouette;
mod triangles;

use eframe::egui::{self, Frame, Margin, ScrollArea, Ui, vec2};

use self::page::Page;
use super::padded;
use crate::editor::core::mapping::MapGroup;
use crate::editor::core::{Actions, Command, Session, Stage};
use crate::editor::theme::STEP;
use crate::editor::widgets::{
    Weight, button, empty, hint, menu_at, menu_like_button, search_field, section_head, segmented_pages,
};

/// The page that is shown, and the search.
#[derive(Debug, Default)]
pub struct MapState {
    group: MapGroup,
    query: String,
}

/// Height of the legend and the search.
const BELOW: f32 = 58.0;
/// How much of the rest the figure takes; the list has what is left.
const SHARE: f32 = 0.67;

pub fn ui(ui: &mut Ui, session: &Session, state: &mut MapState, actions: &mut Actions) {
    let Some(stage) = session.stage() else {
        padded(ui, |ui| {
            section_head(ui, "Humanoid map", "");
            empty(ui, "Open a model to see which of its bones is which.");
        });
        return;
    };
    let page = Page::new(session, stage, state.group);
    padded(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.5 * STEP;
        match &page.preview {
            Some(changes) => preview::question(ui, changes, actions),
            None => {
                head(ui, stage, &page);
                characters::ui(ui, stage, actions);
                tools(ui, session, state.group, actions);
            }
        }
        if let Some(group) = pages(ui, &page) {
            state.group = group;
        }
        let height = ((ui.available_height() - BELOW) * SHARE).clamp(220.0, 520.0);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
        silhouette::paint(ui, rect, &page);
        dots::ui(ui, rect, session, stage, &page, actions);
        marks::legend(ui);
        if page.preview.is_none() {
            search_field(ui, &mut state.query, "Search roles and bones");
        }
    });
    ScrollArea::vertical().id_salt("roles").auto_shrink(false).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(ui, |ui| {
            match &page.preview {
                Some(changes) => preview::list(ui, stage, &page, changes, actions),
                None => list::ui(ui, session, stage, &page, &state.query, actions),
            }
        });
    });
}

fn head(ui: &mut Ui, stage: &Stage, page: &Page) {
    let (mapped, all) =
        MapGroup::ALL.iter().map(|&group| page.count(group)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    section_head(ui, "Humanoid map", &format!("{mapped} of {all}"));
    let score = stage.detection().score;
    if !stage.detection().humanoid {
        hint(ui, "This does not look like a humanoid. Roles can be given by hand.");
    } else if score < 1.0 {
        hint(
            ui,
            &format!("Recognised with {:.0} % confidence. Drag a bone onto a dot, or click a dot.", score * 100.0),
        );
    } else {
        hint(ui, "Declared by the file. Drag a bone onto a dot, or click a dot.");
    }
}

/// What is done to the map as a whole.
fn tools(ui: &mut Ui, session: &Session, group: MapGroup, actions: &mut Actions) {
    ui.horizontal(|ui| {
        command(ui, session, Command::MapAutomatically, "Map automatically…", actions);
        let mirror = menu_like_button(ui, "Mirror the map", "Mirror", Weight::Normal);
        menu_at(&mirror, |ui| {
            for (command, text) in
                [(Command::MirrorMapToRight, "From left to right"), (Command::MirrorMapToLeft, "From right to left")]
            {
                let reason = command.unavailable(session);
                let entry = ui.add_enabled(reason.is_none(), egui::Button::new(text));
                if entry.clicked() {
                    actions.run(command);
                    ui.close();
                }
                if let Some(reason) = reason {
                    entry.on_disabled_hover_text(reason);
                }
            }
        });
        command(ui, session, Command::clearing(group), &format!("Clear {}", group.name()), actions);
    });
}

fn command(ui: &mut Ui, session: &Session, command: Command, text: &str, actions: &mut Actions) {
    let reason = command.unavailable(session);
    let response = ui.add_enabled_ui(reason.is_none(), |ui| button(ui, text, Weight::Normal)).inner;
    if response.hovered() {
        actions.hint(format!("{}.", command.name().trim_end_matches('…')));
    }
    if response.clicked() {
        actions.run(command);
    }
    if let Some(reason) = reason {
        response.on_disabled_hover_text(reason);
    }
}

/// A page for each part of the body, with how many of its roles have a bone.
fn pages(ui: &mut Ui, page: &Page) -> Option<MapGroup> {
    let short = |group| match group {
        MapGroup::Body => "Body",
        MapGroup::Head => "Head",
        MapGroup::LeftHand => "L hand",
        MapGroup::RightHand => "R hand",
    };
    let titles = MapGroup::ALL.map(|group| {
        let (mapped, all) = page.count(group);
        (group, format!("{} {mapped}/{all}", short(group)))
    });
    let choices = titles.each_ref().map(|(group, title)| (*group, title.as_str()));
    segmented_pages(ui, "page", page.group, &choices)
}
