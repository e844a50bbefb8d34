//! Every command, found by some letters of its name.

use eframe::egui::{
    Align2, Area, Context, Frame, Id, Key, Margin, Modifiers, Order, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::editor::core::{Actions, Command, Session};
use crate::editor::theme::{self, RADIUS, STEP, Theme};
use crate::editor::widgets::{empty, find, search_field};

/// What is typed, which entry is marked, and what was run lately.
#[derive(Debug, Default)]
pub struct PaletteState {
    query: String,
    cursor: usize,
    was_open: bool,
    recent: Vec<Command>,
}

const WIDTH: f32 = 460.0;
const ROW: f32 = 28.0;

pub fn ui(ctx: &Context, session: &Session, state: &mut PaletteState, actions: &mut Actions) {
    let open = session.palette_open();
    let opened = open && !state.was_open;
    state.was_open = open;
    if !open {
        return;
    }
    if opened {
        state.query.clear();
        state.cursor = 0;
    }
    let area = Area::new(Id::unique("palette")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0));
    let shown = area.show(ctx, |ui| {
        let frame = Frame::popup(ui.style()).inner_margin(Margin::same(2 * STEP as i8));
        frame.show(ui, |ui| {
            ui.set_width(WIDTH);
            content(ui, session, state, opened, actions);
        });
    });
    let outside = ctx.input(|input| input.pointer.any_pressed()) && !shown.response.contains_pointer() && !opened;
    if outside {
        actions.run(Command::Palette);
    }
}

fn content(ui: &mut Ui, session: &Session, state: &mut PaletteState, opened: bool, actions: &mut Actions) {
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        actions.run(Command::Palette);
        return;
    }
    let found = matching(state);
    let (moved, entered) = ui.input_mut(|input| {
        let down = input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) as isize;
        let up = input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) as isize;
        (down - up, input.consume_key(Modifiers::NONE, Key::Enter))
    });
    let response = search_field(ui, &mut state.query, "Find a command");
    if opened || !ui.memory(|memory| memory.has_focus(response.id)) {
        response.request_focus();
    }
    if response.changed() {
        state.cursor = 0;
    }
    let last = found.len().saturating_sub(1);
    state.cursor = state.cursor.min(last).saturating_add_signed(moved).min(last);
    let mut picked = entered.then(|| found.get(state.cursor).copied()).flatten();
    ui.add_space(STEP);
    if found.is_empty() {
        empty(ui, "No command is called that.");
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut list = ScrollArea::vertical().max_height(12.0 * ROW).auto_shrink([false, true]);
    if moved != 0 {
        list = list.vertical_scroll_offset((state.cursor as f32 * ROW - 5.0 * ROW).max(0.0));
    }
    list.show_rows(ui, ROW, found.len(), |ui, rows| {
        for row in rows {
            if entry(ui, session, found[row], row == state.cursor) {
                picked = Some(found[row]);
            }
        }
    });
    if let Some(command) = picked.filter(|command| command.unavailable(session).is_none()) {
        state.recent.retain(|&other| other != command);
        state.recent.insert(0, command);
        state.recent.truncate(5);
        actions.run(Command::Palette);
        if command != Command::Palette {
            actions.run(command);
        }
    }
}

/// Commands that match, best first; with nothing typed those run lately come first.
fn matching(state: &PaletteState) -> Vec<Command> {
    let mut found: Vec<(i32, Command)> = Command::all()
        .filter(|&command| !matches!(command, Command::Palette | Command::Cancel))
        .filter_map(|command| {
            let text = format!("{} {}", command.name(), command.category().name());
            let lately = state.recent.iter().position(|&other| other == command).map_or(0, |place| 20 - place as i32);
            Some((find(&state.query, &text)?.score + lately, command))
        })
        .collect();
    // Stable: equals stay in the order of the table.
    found.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    found.into_iter().map(|(_, command)| command).collect()
}

fn entry(ui: &mut Ui, session: &Session, command: Command, marked: bool) -> bool {
    let theme = Theme::of(ui);
    let reason = command.unavailable(session);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.make_persistent_id(command), Sense::click());
    let label = command.label(session);
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, reason.is_none(), &label));
    if ui.is_rect_visible(rect) {
        if marked || response.hovered() {
            ui.painter().rect_filled(rect, RADIUS, theme.bg3);
        }
        let (name_color, note_color) = match (reason, marked || response.hovered()) {
            (None, true) => (theme.text1, theme.text2),
            (None, false) => (theme.text1, theme.text3),
            (Some(_), true) => (theme.text2, theme.text2),
            (Some(_), false) => (theme.text3, theme.text3),
        };
        let note = match (reason, command.shortcuts().first()) {
            (Some(reason), _) => reason.to_owned(),
            (None, Some(shortcut)) => shortcut.to_string(),
            (None, None) => command.category().name().to_owned(),
        };
        let name = theme::line_of(ui, &label, theme::body(), name_color, rect.width() * 0.62);
        let note = theme::line_of(ui, &note, theme::small(), note_color, rect.width() * 0.36);
        let inner = Rect::from_min_max(
            pos2(rect.left() + 2.5 * STEP, rect.top()),
            pos2(rect.right() - 2.5 * STEP, rect.bottom()),
        );
        let y = |height: f32| inner.center().y - height / 2.0;
        ui.painter().galley(pos2(inner.right() - note.size().x, y(note.size().y)), note, note_color);
        ui.painter().galley(pos2(inner.left(), y(name.size().y)), name, name_color);
    }
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_lately_comes_first_and_letters_narrow_it_down() {
        let mut state = PaletteState { recent: vec![Command::FrameAll], ..PaletteState::default() };
        assert_eq!(matching(&state)[0], Command::FrameAll);
        state.query = "undo".into();
        assert_eq!(matching(&state)[0], Command::Undo);
        state.query = "save as".into();
        assert_eq!(matching(&state)[0], Command::SaveAs);
        state.query = "zzzz".into();
        assert!(matching(&state).is_empty());
    }
}
