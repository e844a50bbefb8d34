//! The tree of bones, with search.

use std::collections::BTreeSet;

use eframe::egui::{self, EventFilter, Key, Modifiers, ScrollArea, Sense, Ui};
use surefoot::skeleton::JointId;

use super::padded;
use crate::editor::core::{Action, Actions, Command, Item, SelectHow, Session, Stage};
use crate::editor::meaning;
use crate::editor::theme::{Meaning, ROW, STEP};
use crate::editor::widgets::{TreeRow, TreeRowResponse, empty, find, search_field, section_head};

/// Search text, folded bones, and the rows they give.
#[derive(Debug, Default)]
pub struct OutlinerState {
    query: String,
    folded: BTreeSet<JointId>,
    /// The primary selection of the last frame, to scroll to a new one.
    shown: Option<JointId>,
    rows: Vec<Row>,
    /// What `rows` were made for.
    made_for: Option<MadeFor>,
    /// How far the list is scrolled.
    offset: f32,
    /// A row has the keyboard's focus, and the row that takes it over.
    row_has_focus: bool,
    focus_next: Option<JointId>,
}

/// The character, the search, and what is folded.
type MadeFor = (usize, String, Vec<JointId>);

#[derive(Clone, Debug)]
struct Row {
    joint: JointId,
    depth: usize,
    has_children: bool,
    marks: Vec<std::ops::Range<usize>>,
    /// Found itself, not kept for what is below it.
    found: bool,
}

pub fn ui(ui: &mut Ui, session: &Session, state: &mut OutlinerState, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let Some(stage) = session.stage() else {
        padded(ui, |ui| {
            section_head(ui, "Bones", "");
            empty(ui, "The bones of the model appear here.");
        });
        return;
    };
    padded(ui, |ui| {
        section_head(ui, "Bones", &stage.skeleton().len().to_string());
        ui.add_space(1.5 * STEP);
        let response = search_field(ui, &mut state.query, "Search bones");
        if ui.memory(|memory| memory.has_focus(response.id)) || response.lost_focus() {
            cycle_matches(ui, session, state, actions);
        }
    });
    refresh(state, stage);
    if state.rows.is_empty() {
        padded(ui, |ui| empty(ui, "No bone is called that. Letters may be skipped: “lf” finds LeftFoot."));
        return;
    }
    let primary = match session.selection().primary() {
        Some(Item::Bone(joint)) => Some(joint),
        _ => None,
    };
    let newly_selected = primary.filter(|&joint| state.shown != Some(joint));
    state.shown = primary;
    if let Some(joint) = newly_selected {
        reveal(state, stage, joint);
    }
    arrow_keys(ui, session, state, stage, actions);
    let row_height = ROW - 2.0;
    let mut area = ScrollArea::vertical().id_salt("bones").auto_shrink(false);
    if let Some(place) = newly_selected.and_then(|joint| state.rows.iter().position(|row| row.joint == joint)) {
        let (top, height) = (place as f32 * row_height, ui.available_height());
        if top < state.offset || top + row_height > state.offset + height {
            area = area.vertical_scroll_offset((top - height * 0.4).max(0.0));
        }
    }
    let (mut toggled, mut row_has_focus) = (None, false);
    let output = area.show_rows(ui, row_height, state.rows.len(), |ui, visible| {
        for row in &state.rows[visible] {
            let shown = show_row(ui, session, stage, state, row, actions);
            row_has_focus |= ui.memory(|memory| memory.has_focus(shown.response.id));
            if shown.folded && state.query.is_empty() {
                toggled = Some((row.joint, ui.input(|input| input.modifiers.alt)));
            }
        }
    });
    state.row_has_focus = row_has_focus;
    state.focus_next = None;
    state.offset = output.state.clamped_offset().y;
    if let Some((joint, with_all)) = toggled {
        fold(state, stage, joint, with_all);
    }
}

fn show_row(
    ui: &mut Ui,
    session: &Session,
    stage: &Stage,
    state: &OutlinerState,
    row: &Row,
    actions: &mut Actions,
) -> TreeRowResponse {
    let item = Item::Bone(row.joint);
    let role = stage.map().role_of(row.joint);
    let name = meaning::joint_name(stage, row.joint);
    let searching = !state.query.is_empty();
    let shown = TreeRow {
        name: &name,
        shown_from: name.len() - meaning::short_name(&name).len(),
        note: role.map_or("", |role| role.name()),
        depth: row.depth,
        open: row.has_children.then(|| searching || !state.folded.contains(&row.joint)),
        selected: session.selection().contains(item),
        hovered: session.hover() == Some(item),
        meaning: Meaning::Plain,
        marks: &row.marks,
        faded: searching && !row.found,
    }
    .show(ui, row.joint.index());
    let response = &shown.response;
    if session.is_mapping() {
        response.interact(Sense::drag()).dnd_set_drag_payload(row.joint);
    }
    if state.focus_next == Some(row.joint) {
        response.request_focus();
    }
    if ui.memory(|memory| memory.has_focus(response.id)) {
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    }
    if response.hovered() {
        actions.push(Action::Hover(Some(item)));
        actions.hint(if session.is_mapping() {
            "Drag the bone onto a dot of the figure to give it that role. Click to select."
        } else {
            "Click to select, Shift adds, Ctrl toggles. Double-click frames the bone."
        });
    }
    if response.clicked() {
        let modifiers = ui.input(|input| input.modifiers);
        let how = match (modifiers.command, modifiers.shift) {
            (true, _) => SelectHow::Toggle,
            (_, true) => SelectHow::Add,
            _ => SelectHow::Replace,
        };
        actions.push(Action::Select { item, how });
    }
    if response.double_clicked() {
        actions.run(Command::FrameSelected);
    }
    response.context_menu(|ui| {
        ui.set_min_width(220.0);
        ui.spacing_mut().button_padding = egui::vec2(2.0 * STEP, STEP);
        if !session.selection().contains(item) {
            actions.select(item);
        }
        for command in
            [Command::AddChain, Command::AddLimit, Command::SelectParent, Command::SelectChild, Command::FrameSelected]
        {
            let reason = command.unavailable(session);
            if ui.add_enabled(reason.is_none(), egui::Button::new(command.name())).clicked() {
                actions.run(command);
                ui.close();
            }
        }
    });
    shown
}

/// Makes the rows anew where the character, the search or what is folded changed.
fn refresh(state: &mut OutlinerState, stage: &Stage) {
    let identity = std::sync::Arc::as_ptr(stage.character()) as usize;
    let folded: Vec<JointId> = state.folded.iter().copied().collect();
    if let Some((character, query, was_folded)) = &state.made_for
        && *character == identity
        && *query == state.query
        && *was_folded == folded
    {
        return;
    }
    if state.made_for.as_ref().is_none_or(|(character, ..)| *character != identity) {
        state.folded = first_folds(stage);
    }
    state.rows = rows(stage, &state.query, &state.folded);
    state.made_for = Some((identity, state.query.clone(), state.folded.iter().copied().collect()));
}

/// At first fingers and what hangs below a hand or head is folded: there is much of it.
fn first_folds(stage: &Stage) -> BTreeSet<JointId> {
    use surefoot::humanoid::Role as R;
    [R::LeftHand, R::RightHand, R::Head].into_iter().filter_map(|role| stage.map().get(role)).collect()
}

fn rows(stage: &Stage, query: &str, folded: &BTreeSet<JointId>) -> Vec<Row> {
    let skeleton = stage.skeleton();
    let count = skeleton.len();
    let mut children: Vec<Vec<JointId>> = vec![Vec::new(); count];
    let mut roots = Vec::new();
    for joint in skeleton.ids() {
        match skeleton.parent(joint) {
            Some(parent) => children[parent.index()].push(joint),
            None => roots.push(joint),
        }
    }
    let mut marks: Vec<Option<Vec<std::ops::Range<usize>>>> = vec![Some(Vec::new()); count];
    let mut kept = vec![true; count];
    if !query.trim().is_empty() {
        for joint in skeleton.ids() {
            let name = meaning::joint_name(stage, joint);
            let role = stage.map().role_of(joint).map_or("", |role| role.name());
            // A role that matches counts, with nothing to mark in the name.
            marks[joint.index()] =
                find(query, &name).map(|found| found.marks).or_else(|| find(query, role).map(|_| Vec::new()));
            kept[joint.index()] = marks[joint.index()].is_some();
        }
        for joint in skeleton.ids().rev() {
            if kept[joint.index()]
                && let Some(parent) = skeleton.parent(joint)
            {
                kept[parent.index()] = true;
            }
        }
    }
    let mut rows = Vec::new();
    let mut stack: Vec<(JointId, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    while let Some((joint, depth)) = stack.pop() {
        let index = joint.index();
        if !kept[index] {
            continue;
        }
        rows.push(Row {
            joint,
            depth,
            has_children: children[index].iter().any(|child| kept[child.index()]),
            marks: marks[index].clone().unwrap_or_default(),
            found: marks[index].is_some(),
        });
        if !query.trim().is_empty() || !folded.contains(&joint) {
            stack.extend(children[index].iter().rev().map(|&child| (child, depth + 1)));
        }
    }
    rows
}

fn fold(state: &mut OutlinerState, stage: &Stage, joint: JointId, with_all: bool) {
    let opens = state.folded.contains(&joint);
    let below: Vec<JointId> = if with_all {
        stage.skeleton().ids().filter(|&other| stage.skeleton().is_within(other, joint)).collect()
    } else {
        vec![joint]
    };
    for joint in below {
        if opens {
            state.folded.remove(&joint);
        } else {
            state.folded.insert(joint);
        }
    }
}

/// Unfolds what hides a bone that was selected elsewhere.
fn reveal(state: &mut OutlinerState, stage: &Stage, joint: JointId) {
    let hidden: Vec<JointId> = stage.skeleton().ancestors(joint).filter(|up| state.folded.contains(up)).collect();
    if hidden.is_empty() {
        return;
    }
    for up in hidden {
        state.folded.remove(&up);
    }
    refresh(state, stage);
}

/// Up and down walk the rows, left folds or goes to the parent, right unfolds.
fn arrow_keys(ui: &mut Ui, session: &Session, state: &mut OutlinerState, stage: &Stage, actions: &mut Actions) {
    let under_pointer = ui.rect_contains_pointer(ui.max_rect()) && !ui.ctx().egui_wants_keyboard_input();
    if !state.row_has_focus && !under_pointer {
        return;
    }
    let Some(Item::Bone(selected)) = session.selection().primary() else { return };
    let Some(place) = state.rows.iter().position(|row| row.joint == selected) else { return };
    let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let mut next = None;
    if pressed(ui, Key::ArrowDown) {
        next = state.rows.get(place + 1).map(|row| row.joint);
    }
    if pressed(ui, Key::ArrowUp) {
        next = place.checked_sub(1).and_then(|place| state.rows.get(place)).map(|row| row.joint);
    }
    let open = state.rows[place].has_children && !state.folded.contains(&selected);
    if pressed(ui, Key::ArrowLeft) {
        if open {
            state.folded.insert(selected);
        } else {
            next = stage.skeleton().parent(selected);
        }
    }
    if pressed(ui, Key::ArrowRight) {
        if open {
            next = state.rows.get(place + 1).map(|row| row.joint);
        } else {
            state.folded.remove(&selected);
        }
    }
    if let Some(joint) = next {
        actions.select(Item::Bone(joint));
        if state.row_has_focus {
            state.focus_next = Some(joint);
        }
    }
    refresh(state, stage);
}

/// Enter in the search selects the next bone that was found.
fn cycle_matches(ui: &mut Ui, session: &Session, state: &OutlinerState, actions: &mut Actions) {
    if state.query.is_empty() || !ui.input(|input| input.key_pressed(Key::Enter)) {
        return;
    }
    let found: Vec<JointId> = state.rows.iter().filter(|row| row.found).map(|row| row.joint).collect();
    let selected = match session.selection().primary() {
        Some(Item::Bone(joint)) => found.iter().position(|&other| other == joint),
        _ => None,
    };
    let next = selected.map_or(0, |place| (place + 1) % found.len().max(1));
    if let Some(&joint) = found.get(next) {
        actions.select(Item::Bone(joint));
    }
}
