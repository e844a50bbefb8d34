//! From keys that are pressed to commands.

use eframe::egui;

use crate::editor::core::{Command, Key, Shortcut};

/// The commands whose shortcuts were pressed this frame; their key presses are used up.
///
/// While a text field has the focus nothing is taken, so that typing stays typing; while any widget has it, Space and Enter are its
/// own.
pub fn pressed(ctx: &egui::Context) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let was_typing = egui::Id::unique("was typing");
    // Esc takes the focus from a text field before anyone sees the key: it is still the field's.
    let escape_is_taken = ctx.data_mut(|data| {
        let was = data.get_temp::<bool>(was_typing).unwrap_or(false);
        data.insert_temp(was_typing, typing);
        was && !typing
    });
    if typing {
        return Vec::new();
    }
    let widget_focused = ctx.egui_wants_keyboard_input();
    let mut table: Vec<(Shortcut, Command)> = Command::all()
        .flat_map(|command| command.shortcuts().iter().map(move |&shortcut| (shortcut, command)))
        .filter(|(shortcut, _)| !(widget_focused && belongs_to_widgets(*shortcut)))
        .filter(|(shortcut, _)| !(escape_is_taken && shortcut.key == Key::Escape))
        .collect();
    // The longest chord first: the toolkit ignores modifiers that are held beyond those asked for.
    table.sort_by_key(|(shortcut, _)| std::cmp::Reverse(held(*shortcut)));
    ctx.input_mut(|input| {
        table.into_iter().filter(|(shortcut, _)| consume(input, *shortcut)).map(|(_, command)| command).collect()
    })
}

fn held(shortcut: Shortcut) -> usize {
    [shortcut.ctrl, shortcut.shift, shortcut.alt].into_iter().filter(|&held| held).count()
}

fn belongs_to_widgets(shortcut: Shortcut) -> bool {
    held(shortcut) == 0 && matches!(shortcut.key, Key::Space | Key::Left | Key::Right | Key::Home | Key::End)
}

fn consume(input: &mut egui::InputState, shortcut: Shortcut) -> bool {
    let mut modifiers = egui::Modifiers::NONE;
    modifiers.command = shortcut.ctrl;
    modifiers.shift = shortcut.shift;
    modifiers.alt = shortcut.alt;
    let (key, wanted) = (egui_key(shortcut.key), shortcut);
    let mut found = false;
    input.events.retain(|event| {
        let matches = matches!(event, egui::Event::Key { key: pressed, pressed: true, modifiers: with, .. }
            if *pressed == key && with.matches_exact(modifiers) && with.alt == wanted.alt && with.shift == wanted.shift);
        found |= matches;
        !matches
    });
    found
}

fn egui_key(key: Key) -> egui::Key {
    match key {
        Key::A => egui::Key::A,
        Key::B => egui::Key::B,
        Key::D => egui::Key::D,
        Key::E => egui::Key::E,
        Key::F => egui::Key::F,
        Key::G => egui::Key::G,
        Key::I => egui::Key::I,
        Key::N => egui::Key::N,
        Key::O => egui::Key::O,
        Key::P => egui::Key::P,
        Key::Q => egui::Key::Q,
        Key::R => egui::Key::R,
        Key::S => egui::Key::S,
        Key::T => egui::Key::T,
        Key::W => egui::Key::W,
        Key::Y => egui::Key::Y,
        Key::Z => egui::Key::Z,
        Key::Num1 => egui::Key::Num1,
        Key::Num3 => egui::Key::Num3,
        Key::Num7 => egui::Key::Num7,
        Key::F1 => egui::Key::F1,
        Key::Space => egui::Key::Space,
        Key::Delete => egui::Key::Delete,
        Key::Escape => egui::Key::Escape,
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Home => egui::Key::Home,
        Key::End => egui::Key::End,
        Key::OpenBracket => egui::Key::OpenBracket,
        Key::CloseBracket => egui::Key::CloseBracket,
        Key::Backslash => egui::Key::Backslash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: egui::Key, modifiers: egui::Modifiers) -> Vec<Command> {
        let ctx = egui::Context::default();
        let event = egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let input = egui::RawInput { events: vec![event], ..Default::default() };
        let mut commands = Vec::new();
        let mut output = ctx.run_ui(input, |ui| commands = pressed(ui.ctx()));
        output.textures_delta.clear();
        commands
    }

    #[test]
    fn the_whole_chord_decides() {
        let command = egui::Modifiers::COMMAND | egui::Modifiers::CTRL;
        assert_eq!(press(egui::Key::S, command), [Command::Save]);
        assert_eq!(press(egui::Key::S, command | egui::Modifiers::SHIFT), [Command::SaveAs]);
        assert_eq!(press(egui::Key::Z, command | egui::Modifiers::SHIFT), [Command::Redo]);
        assert_eq!(press(egui::Key::F, egui::Modifiers::NONE), [Command::FrameSelected]);
        assert_eq!(press(egui::Key::F, egui::Modifiers::SHIFT), []);
        assert_eq!(press(egui::Key::A, egui::Modifiers::ALT), [Command::SelectNone]);
    }
}
