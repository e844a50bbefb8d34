//! Word mark, menus, workspaces, the rig's name, presets and the switch of IK.

use eframe::egui::{
    self, Align, Button, Layout, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, containers::menu, pos2, vec2,
};

use super::{Panels, Workspace};
use crate::editor::core::{Action, Actions, Category, Command, Session};
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::{Weight, button, menu_at, menu_like_button, segmented};

pub fn ui(ui: &mut Ui, session: &Session, panels: &mut Panels, actions: &mut Actions) {
    let rect = ui.max_rect();
    ui.horizontal_centered(|ui| {
        word_mark(ui);
        ui.add_space(2.0 * STEP);
        menus(ui, session, actions);
    });
    let choices = [
        (Workspace::Map, "Map"),
        (Workspace::Rig, "Rig"),
        (Workspace::Ground, "Ground"),
        (Workspace::Report, "Report"),
    ];
    let width = 308.0;
    let left = (rect.center().x - width / 2.0).max(rect.left() + 330.0);
    let place = egui::Rect::from_min_size(pos2(left, rect.center().y - 15.0), vec2(width, 30.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center)));
    if let Some(workspace) = segmented(&mut child, "workspace", panels.workspace, &choices) {
        panels.workspace = workspace;
    }
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| at_the_right(ui, session, actions));
}

fn word_mark(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let sure = ui.painter().layout_no_wrap("sure".into(), theme::title(), theme.text1);
    let foot = ui.painter().layout_no_wrap("foot".into(), theme::title(), theme.ground);
    let (rect, response) = ui.allocate_exact_size(vec2(sure.size().x + foot.size().x, 24.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "Surefoot"));
    let top = rect.center().y - sure.size().y / 2.0;
    let split = rect.left() + sure.size().x;
    ui.painter().galley(pos2(rect.left(), top), sure, theme.text1);
    ui.painter().galley(pos2(split, top), foot, theme.ground);
}

fn menus(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let theme = Theme::of(ui);
    menu::MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding = vec2(2.0 * STEP, STEP);
        for category in Category::ALL {
            let title = RichText::new(category.name()).color(theme.text2);
            menu::MenuButton::new(title).ui(ui, |ui| {
                ui.set_min_width(250.0);
                ui.spacing_mut().button_padding = vec2(2.0 * STEP, STEP);
                let mut last = None;
                for command in Command::in_category(category) {
                    if last.is_some_and(|last| starts_group(last, command)) {
                        ui.separator();
                    }
                    last = Some(command);
                    menu_entry(ui, session, command, actions);
                }
                if category == Category::File {
                    recent(ui, session, actions);
                }
                if category == Category::Edit {
                    history(ui, session, actions);
                }
            });
        }
    });
}

/// Where a thin line parts a menu.
fn starts_group(before: Command, after: Command) -> bool {
    use Command as C;
    matches!(
        (before, after),
        (C::OpenBundled, C::AddAnimations)
            | (C::AddAnimations, C::Save)
            | (C::SaveAs, C::Quit)
            | (
                C::Redo
                    | C::Duplicate
                    | C::FrameSelected
                    | C::ToggleProjection
                    | C::ToggleSnap
                    | C::ToggleGhost
                    | C::AddLimit
                    | C::ResetHint,
                _
            )
    )
}

/// A command as a menu shows it: what it would do, its shortcut, a tick when it is a switch that is on.
fn menu_entry(ui: &mut Ui, session: &Session, command: Command, actions: &mut Actions) {
    let reason = command.unavailable(session);
    let mut entry = Button::new(command.label(session)).selected(false);
    let shortcut = command.shortcuts().first().map(ToString::to_string);
    if let Some(shortcut) = &shortcut {
        entry = entry.shortcut_text(shortcut);
    }
    if command.is_on(session) == Some(true) {
        entry = entry.right_text("✓");
        if let Some(shortcut) = &shortcut {
            entry = entry.right_text(format!("✓  {shortcut}"));
        }
    }
    let response = ui.add_enabled(reason.is_none(), entry);
    if response.clicked() {
        actions.run(command);
        ui.close();
    }
    if let Some(reason) = reason {
        response.on_disabled_hover_text(reason);
    }
}

fn recent(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    if session.recent().is_empty() {
        return;
    }
    ui.separator();
    let theme = Theme::of(ui);
    ui.label(RichText::new("Recent").font(theme::small()).color(theme.text3));
    for path in session.recent().iter().take(8) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
            actions.push(Action::OpenPaths(vec![path.clone()]));
            ui.close();
        }
    }
}

fn history(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let history = session.document().history();
    if history.labels().len() < 2 {
        return;
    }
    ui.separator();
    ui.menu_button("History", |ui| {
        ui.set_min_width(260.0);
        egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            for (position, label) in history.labels().enumerate().collect::<Vec<_>>().into_iter().rev() {
                let entry = Button::new(label).selected(position == history.position());
                if ui.add(entry).clicked() {
                    actions.push(Action::JumpInHistory(position));
                }
            }
        });
    });
}

fn at_the_right(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let on = session.ik_on();
    let weight = if on { Weight::Strong(Meaning::Leg) } else { Weight::Normal };
    let ik = button(ui, if on { "IK on" } else { "IK off" }, weight);
    let shortcut = Command::ToggleIk.shortcuts().first().map(ToString::to_string).unwrap_or_default();
    if ik.on_hover_text(format!("Shows the pose with and without IK ({shortcut})")).clicked() {
        actions.run(Command::ToggleIk);
    }
    let preset = menu_like_button(ui, "Preset", "Preset", Weight::Normal);
    menu_at(&preset, |ui| {
        menu_entry(ui, session, Command::ApplyBipedPreset, actions);
        menu_entry(ui, session, Command::OpenRig, actions);
    });
    let document = session.document();
    let mark = if document.is_dirty() { 14.0 } else { 0.0 };
    let galley =
        theme::line_of(ui, &document.title(), theme::body(), theme.text2, (ui.available_width() - 620.0).max(90.0));
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + mark, 24.0), Sense::hover());
    let spoken = if document.is_dirty() { "Rig, with unsaved changes" } else { "Rig, saved" };
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(document.title()),
        ..WidgetInfo::labeled(Role::Label, true, spoken)
    });
    ui.painter().galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, theme.text2);
    if document.is_dirty() {
        ui.painter().circle_filled(pos2(rect.right() - 4.0, rect.center().y + 0.5), 2.5, theme.selection);
    }
    let place = document.path().map_or_else(|| "Not saved yet".to_owned(), |path| path.display().to_string());
    response.on_hover_text(place);
}
