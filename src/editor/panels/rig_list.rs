//! The rig as a list: pelvis and feet, look-at, chains; and the limits of joints.

use eframe::egui::{self, Frame, Margin, Rangef, ScrollArea, Sense, Stroke, Ui};

use crate::editor::core::{Action, Actions, Command, Edit, Item, SelectHow, Session};
use crate::editor::meaning;
use crate::editor::theme::{ITEM, Meaning, PAD, ROW, STEP, Theme};
use crate::editor::widgets::{
    Icon, ListItem, ListItemResponse, TreeRow, Weight, empty, icon_text_button, rule, section_head,
};

/// The chain that is being dragged to another place.
#[derive(Debug, Default)]
pub struct RigListState {
    dragged: Option<usize>,
    limits_open: bool,
}

const GAP: f32 = 3.0;

/// The height that shows everything without scrolling.
pub fn wanted_height(session: &Session, state: &RigListState) -> f32 {
    let rig = session.document().rig();
    let items = rig.chains.len() + usize::from(rig.grounding.is_some()) + usize::from(rig.look_at.is_some());
    let limits = match (rig.limits.len(), state.limits_open) {
        (0, _) => 0.0,
        (_, false) => ROW + 6.0 * STEP,
        (count, true) => (count + 1) as f32 * ROW + 6.0 * STEP,
    };
    2.0 * PAD + 28.0 + if items == 0 { 90.0 } else { items as f32 * (ITEM + GAP) } + ROW + 3.0 * STEP + limits
}

pub fn ui(ui: &mut Ui, session: &Session, state: &mut RigListState, actions: &mut Actions) {
    ScrollArea::vertical().id_salt("rig").auto_shrink(false).show(ui, |ui| {
        let inset = Margin { left: 8, right: 8, top: PAD as i8, bottom: PAD as i8 };
        Frame::new().inner_margin(inset).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = GAP;
            let chains = session.document().rig().chains.len();
            Frame::new().inner_margin(Margin::symmetric(4, 0)).show(ui, |ui| {
                section_head(ui, "Rig", if chains > 1 { "drag to reorder" } else { "" });
            });
            ui.add_space(STEP);
            fixed_entries(ui, session, actions);
            chain_entries(ui, session, state, actions);
            add_chain(ui, session, actions);
            limits(ui, session, state, actions);
        });
    });
}

fn fixed_entries(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let rig = session.document().rig();
    if let Some(grounding) = &rig.grounding {
        let feet = grounding.feet.len();
        let note = if feet == 1 { "1 foot".to_owned() } else { format!("{feet} feet") };
        let shown = entry(ui, session, Item::Grounding, "Pelvis and feet", &note, Meaning::Ground, grounding.enabled);
        pointed(ui, session, &shown, Item::Grounding, "Puts the feet on the ground and lowers the pelvis.", actions);
        if shown.toggled {
            let mut grounding = grounding.clone();
            grounding.enabled = !grounding.enabled;
            actions.edit(on_off(grounding.enabled, "pelvis and feet"), Edit::Grounding(Some(Box::new(grounding))));
        }
    }
    if let Some(look) = &rig.look_at {
        let parts = [
            (!look.spine.is_empty(), "spine"),
            (look.neck.is_some(), "neck"),
            (true, "head"),
            (!look.eye_bones.is_empty(), "eyes"),
        ];
        let note: Vec<&str> = parts.into_iter().filter(|part| part.0).map(|part| part.1).collect();
        let shown = entry(ui, session, Item::LookAt, "Look-at", &note.join(" "), Meaning::Look, look.enabled);
        pointed(ui, session, &shown, Item::LookAt, "Turns spine, head and eyes towards the look target.", actions);
        if shown.toggled {
            let mut look = look.clone();
            look.enabled = !look.enabled;
            actions.edit(on_off(look.enabled, "look-at"), Edit::LookAt(Some(Box::new(look))));
        }
    }
    if rig.grounding.is_none() && rig.look_at.is_none() && rig.chains.is_empty() {
        Frame::new().inner_margin(Margin::symmetric(4, 0)).show(ui, |ui| {
            empty(ui, "Nothing here yet. Select a hand or a foot and add a chain, or apply the biped preset.");
        });
        if session.stage().is_some()
            && icon_text_button(ui, Icon::Plus, "Apply the biped preset", Weight::Quiet).clicked()
        {
            actions.run(Command::ApplyBipedPreset);
        }
    }
}

fn chain_entries(ui: &mut Ui, session: &Session, state: &mut RigListState, actions: &mut Actions) {
    let rig = session.document().rig();
    let mut tops: Vec<f32> = Vec::with_capacity(rig.chains.len());
    let mut bottom = ui.cursor().top();
    let mut dropped = None;
    for (index, chain) in rig.chains.iter().enumerate() {
        let item = Item::Chain(index);
        let meaning = meaning::of_chain(chain, session.stage());
        let note = meaning::solver_note(chain, session.stage());
        let title = meaning::chain_title(&chain.name);
        let shown = entry(ui, session, item, &title, &note, meaning, chain.enabled);
        tops.push(shown.response.rect.top());
        bottom = shown.response.rect.bottom();
        pointed(ui, session, &shown, item, "Click to edit the chain. Drag to reorder, right-click for more.", actions);
        if shown.toggled {
            let mut chain = chain.clone();
            chain.enabled = !chain.enabled;
            actions.edit(on_off(chain.enabled, &title.to_lowercase()), Edit::Chain { index, chain });
        }
        if shown.response.drag_started() {
            state.dragged = Some(index);
        }
        if shown.response.drag_stopped() && state.dragged.take().is_some() {
            dropped = Some(index);
        }
        shown.response.context_menu(|ui| chain_menu(ui, session, index, actions));
    }
    if (state.dragged.is_some() || dropped.is_some())
        && let Some(pointer) = ui.ctx().pointer_interact_pos()
    {
        let place = tops.iter().filter(|&&top| top + ITEM / 2.0 < pointer.y).count();
        if let Some(from) = dropped {
            let to = if place > from { place - 1 } else { place };
            if to != from {
                let title = meaning::chain_title(&rig.chains[from].name).to_lowercase();
                actions.edit(format!("Move {title} in the list"), Edit::MoveChain { from, to });
            }
        } else {
            let y = tops.get(place).map_or(bottom + GAP / 2.0, |top| top - GAP / 2.0);
            let x = ui.max_rect().x_range();
            ui.painter().hline(Rangef::new(x.min, x.max), y, Stroke::new(2.0, Theme::of(ui).selection));
        }
    }
}

fn entry(
    ui: &mut Ui,
    session: &Session,
    item: Item,
    name: &str,
    note: &str,
    meaning: Meaning,
    on: bool,
) -> ListItemResponse {
    let selected = session.selection().items().iter().any(|&selected| owner(selected) == item);
    let hovered = session.hover().map(owner) == Some(item);
    ListItem { name, note, meaning, selected, hovered, on: Some(on) }.show(ui)
}

/// The entry of the list that a handle belongs to.
fn owner(item: Item) -> Item {
    match item {
        Item::Goal(index) | Item::Hint(index) => Item::Chain(index),
        Item::LookTarget => Item::LookAt,
        other => other,
    }
}

fn pointed(ui: &Ui, session: &Session, shown: &ListItemResponse, item: Item, hint: &str, actions: &mut Actions) {
    if shown.response.hovered() {
        actions.push(Action::Hover(Some(item)));
        actions.hint(hint);
    }
    if shown.response.clicked() {
        let how = if ui.input(|input| input.modifiers.command) { SelectHow::Toggle } else { SelectHow::Replace };
        actions.push(Action::Select { item, how });
    }
    if shown.response.secondary_clicked() && !session.selection().contains(item) {
        actions.select(item);
    }
}

fn chain_menu(ui: &mut Ui, session: &Session, index: usize, actions: &mut Actions) {
    ui.set_min_width(220.0);
    ui.spacing_mut().button_padding = egui::vec2(2.0 * STEP, STEP);
    let rig = session.document().rig();
    if ui.button("Select its bones").clicked() {
        if let Some(joints) = session.stage().and_then(|stage| meaning::chain_joints(&rig.chains[index], stage)) {
            actions.push(Action::SelectAll(joints.into_iter().map(Item::Bone).collect()));
        }
        ui.close();
    }
    for command in [Command::Duplicate, Command::ToggleChain, Command::ResetGoal, Command::ResetHint, Command::Delete] {
        let reason = command.unavailable(session);
        if ui.add_enabled(reason.is_none(), egui::Button::new(command.name())).clicked() {
            actions.run(command);
            ui.close();
        }
    }
}

fn add_chain(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    ui.add_space(STEP);
    let reason = Command::AddChain.unavailable(session);
    let response = ui
        .add_enabled_ui(reason.is_none(), |ui| {
            icon_text_button(ui, Icon::Plus, "Chain from the selected tip", Weight::Quiet)
        })
        .inner;
    if response.hovered() {
        actions.hint("Adds a chain that ends at the selected bone; with two bones selected, one between them.");
    }
    if response.clicked() {
        actions.run(Command::AddChain);
    }
    if let Some(reason) = reason {
        response.on_disabled_hover_text(reason);
    }
}

fn limits(ui: &mut Ui, session: &Session, state: &mut RigListState, actions: &mut Actions) {
    let rig = session.document().rig();
    if rig.limits.is_empty() {
        return;
    }
    Frame::new().inner_margin(Margin::symmetric(4, 0)).show(ui, rule);
    ui.spacing_mut().item_spacing.y = 0.0;
    let row = TreeRow {
        name: "Joint limits",
        shown_from: 0,
        note: &rig.limits.len().to_string(),
        depth: 0,
        open: Some(state.limits_open),
        selected: false,
        hovered: false,
        meaning: Meaning::Plain,
        marks: &[],
        faded: false,
    };
    let head = row.show(ui, usize::MAX);
    if head.folded || head.response.clicked() {
        state.limits_open = !state.limits_open;
    }
    if !state.limits_open {
        return;
    }
    for (index, limit) in rig.limits.iter().enumerate() {
        let item = Item::Limit(index);
        let name = meaning::bone_ref_name(session.stage(), &limit.bone);
        let note = match limit.shape {
            surefoot::rig::LimitShape::Hinge { .. } => "hinge",
            surefoot::rig::LimitShape::Cone { .. } => "cone",
        };
        let row = TreeRow {
            name: &name,
            shown_from: name.len() - meaning::short_name(&name).len(),
            note,
            depth: 1,
            open: None,
            selected: session.selection().contains(item),
            hovered: session.hover() == Some(item),
            meaning: Meaning::Plain,
            marks: &[],
            faded: false,
        };
        let shown = ui.push_id("limit", |ui| row.show(ui, index)).inner;
        let response = shown.response.interact(Sense::click());
        if response.hovered() {
            actions.push(Action::Hover(Some(item)));
            actions.hint("Click to edit how far this joint may turn.");
        }
        if response.clicked() {
            actions.select(item);
        }
    }
}

fn on_off(on: bool, what: &str) -> String {
    format!("Switch {what} {}", if on { "on" } else { "off" })
}
