//! What lies over the panels: questions, errors, the progress of loading, and what a drop would do.

use std::path::PathBuf;

use eframe::egui::{self, Align, Align2, Id, Key, Layout, Order, RichText, vec2};

use crate::editor::core::{Action, Actions, Answer, Message, Next, PathPurpose, Prompt, Session, Severity};
use crate::editor::platform::loader::is_rig;
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::{Weight, button, paragraph};

/// What is typed into a question that is open.
#[derive(Default)]
pub struct PromptState {
    path: String,
    /// The question the text belongs to.
    asked: Option<Prompt>,
}

/// Draws all that lies over the panels.
pub fn ui(ctx: &egui::Context, session: &Session, state: &mut PromptState, actions: &mut Actions) {
    if session.prompt() != state.asked.as_ref() {
        state.asked = session.prompt().cloned();
        state.path = match session.prompt() {
            Some(Prompt::TypePath { suggestion: Some(path), .. }) => path.to_string_lossy().into_owned(),
            _ => String::new(),
        };
    }
    match session.prompt() {
        Some(Prompt::Unsaved(next)) => unsaved(ctx, session, next, actions),
        Some(Prompt::TypePath { purpose, .. }) => type_path(ctx, *purpose, &mut state.path, actions),
        Some(Prompt::Recover(left_over)) => {
            let text = format!("{} has changes from {} that were not saved.", left_over.name, left_over.age);
            let choices = [
                ("Bring them back", Answer::Recover, Weight::Strong(Meaning::Leg)),
                ("Discard them", Answer::Discard, Weight::Normal),
                ("Decide later", Answer::Cancel, Weight::Quiet),
            ];
            question(ctx, "Surefoot did not end well last time", &text, &choices, actions);
        }
        None => {}
    }
    loading(ctx, session, actions);
    changed_on_disk(ctx, session, actions);
    errors(ctx, session, actions);
    drop_overlay(ctx, session.stage().is_some());
}

fn unsaved(ctx: &egui::Context, session: &Session, next: &Next, actions: &mut Actions) {
    let what_for = match next {
        Next::Quit => "before closing",
        Next::New => "before starting a new rig",
        Next::TakeOver => "before the file that was read takes its place",
        _ => "before opening another file",
    };
    let title = format!("Save changes to {}?", session.document().title());
    let steps = session.document().history().position();
    let lost = match (session.document().history().undo_label(), steps) {
        (None, _) => "The changes".to_owned(),
        (Some(undo), 1) => format!("“{undo}”"),
        (Some(undo), _) => format!("“{undo}” and what came before it"),
    };
    let text = format!("{lost} would be lost. Save {what_for}?");
    let choices = [
        ("Save", Answer::Save, Weight::Strong(Meaning::Leg)),
        ("Don't save", Answer::Discard, Weight::Normal),
        ("Cancel", Answer::Cancel, Weight::Quiet),
    ];
    question(ctx, &title, &text, &choices, actions);
}

fn question(ctx: &egui::Context, title: &str, text: &str, choices: &[(&str, Answer, Weight)], actions: &mut Actions) {
    let response = egui::Modal::new(Id::unique("question")).frame(theme::card(&ctx.global_style())).show(ctx, |ui| {
        heading(ui, title);
        paragraph(ui, text);
        ui.add_space(3.0 * STEP);
        ui.horizontal(|ui| {
            for (label, answer, weight) in choices {
                if button(ui, label, *weight).clicked() {
                    actions.push(Action::Answer(answer.clone()));
                }
            }
        });
    });
    if response.should_close() {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn type_path(ctx: &egui::Context, purpose: PathPurpose, path: &mut String, actions: &mut Actions) {
    let (title, go, example) = match purpose {
        PathPurpose::OpenModel => ("Open model", "Open", "/home/me/hero.glb"),
        PathPurpose::OpenAnimations => ("Add animations from file", "Add", "/home/me/walk.glb"),
        PathPurpose::OpenRig => ("Open rig", "Open", "/home/me/hero.rig.ron"),
        PathPurpose::OpenScene => ("Open scene", "Open", "/home/me/yard.scene.ron"),
        PathPurpose::OpenOther => ("Compare with rig", "Compare", "/home/me/hero.rig.ron"),
        PathPurpose::SaveScene => ("Save scene as", "Save", "/home/me/yard.scene.ron"),
        PathPurpose::SaveRig => ("Save rig as", "Save", "/home/me/hero.rig.ron"),
    };
    let response =
        egui::Modal::new(Id::unique("type a path")).frame(theme::card(&ctx.global_style())).show(ctx, |ui| {
            heading(ui, title);
            paragraph(ui, "This desktop has no file dialog to show. Type or paste the path of the file.");
            ui.add_space(2.0 * STEP);
            let label = ui.label(RichText::new("Path").font(theme::small()).color(Theme::of(ui).text3));
            let field = egui::TextEdit::singleline(path).desired_width(f32::INFINITY).hint_text(example);
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            // Focused from the start; not again once Enter or Esc took the focus away.
            if !field.has_focus() && !field.lost_focus() && ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            let problem = path_problem(purpose, path);
            let note = problem.as_deref().unwrap_or(" ");
            ui.label(RichText::new(note).font(theme::small()).color(Theme::of(ui).warn));
            ui.add_space(2.0 * STEP);
            ui.horizontal(|ui| {
                let ready = !path.trim().is_empty() && problem.is_none();
                let pressed =
                    ui.add_enabled_ui(ready, |ui| button(ui, go, Weight::Strong(Meaning::Leg)).clicked()).inner;
                if ready && (pressed || entered) {
                    actions.push(Action::Answer(Answer::Path(PathBuf::from(unquoted(path)))));
                }
                if button(ui, "Cancel", Weight::Quiet).clicked() {
                    actions.push(Action::Answer(Answer::Cancel));
                }
            });
        });
    if response.should_close() {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

/// File managers copy paths in quotes or as file URLs.
fn unquoted(path: &str) -> &str {
    let path = path.trim();
    let path = path.strip_prefix("file://").unwrap_or(path);
    path.trim_matches(|quote| quote == '"' || quote == '\'')
}

/// What can be said about a path while it is typed.
fn path_problem(purpose: PathPurpose, path: &str) -> Option<String> {
    let path = unquoted(path);
    if path.is_empty() || path.starts_with('~') {
        return None;
    }
    let path = std::path::Path::new(path);
    match purpose {
        PathPurpose::SaveRig | PathPurpose::SaveScene => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
            (!folder.is_dir()).then(|| format!("There is no folder {}", folder.display()))
        }
        PathPurpose::OpenModel
        | PathPurpose::OpenRig
        | PathPurpose::OpenAnimations
        | PathPurpose::OpenScene
        | PathPurpose::OpenOther => (!path.is_file()).then(|| "There is no such file".to_owned()),
    }
}

fn heading(ui: &mut egui::Ui, title: &str) {
    ui.set_width(420.0);
    ui.label(RichText::new(title).font(theme::title()).color(Theme::of(ui).text1));
    ui.add_space(STEP);
}

fn loading(ctx: &egui::Context, session: &Session, actions: &mut Actions) {
    let Some(loading) = session.loading() else { return };
    let area = egui::Area::new(Id::unique("loading")).order(Order::Foreground);
    area.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -48.0)).show(ctx, |ui| {
        theme::card(ui.style()).show(ui, |ui| {
            ui.set_width(320.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{} — {}", loading.name, loading.step)).color(Theme::of(ui).text1));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if button(ui, "Cancel loading", Weight::Quiet).clicked() {
                        actions.push(Action::CancelLoading);
                    }
                });
            });
            let bar = egui::ProgressBar::new(loading.progress.unwrap_or(0.0)).desired_height(4.0);
            ui.add(bar.fill(Theme::of(ui).leg));
        });
    });
}

/// In nobody's way: work goes on under it.
fn changed_on_disk(ctx: &egui::Context, session: &Session, actions: &mut Actions) {
    let Some(path) = session.changed_on_disk().first() else { return };
    let area = egui::Area::new(Id::unique("changed on disk")).order(Order::Foreground);
    area.anchor(Align2::CENTER_TOP, vec2(0.0, 52.0)).show(ctx, |ui| {
        theme::card(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(RichText::new(format!("{name} was changed by another program")).color(Theme::of(ui).text1));
                if button(ui, "Read it again", Weight::Normal).clicked() {
                    actions.push(Action::Reload(path.clone()));
                }
                if button(ui, "Keep mine", Weight::Quiet).clicked() {
                    actions.push(Action::KeepMine(path.clone()));
                }
            });
        });
    });
}

fn errors(ctx: &egui::Context, session: &Session, actions: &mut Actions) {
    let shown: Vec<&Message> =
        session.messages().iter().filter(|message| message.severity != Severity::Info).rev().take(3).collect();
    if shown.is_empty() {
        return;
    }
    let area = egui::Area::new(Id::unique("errors")).order(Order::Foreground);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -44.0)).show(ctx, |ui| {
        for message in shown {
            theme::card(ui.style()).show(ui, |ui| {
                ui.set_width(380.0);
                error_card(ui, message, actions);
            });
            ui.add_space(STEP);
        }
    });
}

fn error_card(ui: &mut egui::Ui, message: &Message, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let (word, color) = match message.severity {
        Severity::Error => ("Error", theme.bad),
        _ => ("Warning", theme.warn),
    };
    ui.label(RichText::new(word).font(theme::section()).color(color));
    ui.label(RichText::new(&message.text).color(theme.text1));
    if let Some(cause) = &message.cause {
        egui::ScrollArea::vertical().id_salt(message.id).max_height(140.0).show(ui, |ui| {
            ui.label(RichText::new(cause).font(theme::small()).color(theme.text2));
        });
    }
    if let Some(fix) = &message.fix {
        ui.label(RichText::new(capitalised(fix)).color(theme.text2));
    }
    ui.horizontal(|ui| {
        if button(ui, "Dismiss", Weight::Normal).clicked() {
            actions.push(Action::Dismiss(message.id));
        }
        if button(ui, "Copy text", Weight::Quiet).clicked() {
            ui.ctx().copy_text(message.full_text());
        }
    });
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn drop_overlay(ctx: &egui::Context, is_open: bool) {
    let hovered = ctx.input(|input| input.raw.hovered_files.clone());
    if hovered.is_empty() {
        return;
    }
    let paths: Vec<PathBuf> = hovered.iter().filter_map(|file| file.path.clone()).collect();
    let text = drop_text(&paths);
    egui::Area::new(Id::unique("drop")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).show(
        ctx,
        |ui| {
            theme::card(ui.style()).show(ui, |ui| {
                ui.label(RichText::new(text).font(theme::title()).color(Theme::of(ui).text1));
                ui.label(RichText::new("Unsaved changes are asked about first").color(Theme::of(ui).text2));
                if is_open {
                    let text = "A file of animations alone is laid over the character that is open";
                    ui.label(RichText::new(text).color(Theme::of(ui).text2));
                }
            });
        },
    );
}

/// What letting go would do.
fn drop_text(paths: &[PathBuf]) -> String {
    let is_model = |path: &PathBuf| {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        ending.is_some_and(|ending| ending == "glb" || ending == "gltf" || ending == "vrm")
    };
    let models = paths.iter().filter(|path| is_model(path)).count();
    let rigs = paths.iter().filter(|path| is_rig(path)).count();
    match (models, rigs) {
        (1, 1) => "Open this model with this rig",
        (1, 0) => "Open this model",
        (0, 1) => "Open this rig or scene",
        (0, 0) if paths.is_empty() => "Open these files",
        (0, 0) => "These are no characters (.glb, .gltf, .vrm) and no rigs or scenes (.ron)",
        _ => "One model and one rig at a time",
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overlay_says_what_letting_go_does() {
        let text = |names: &[&str]| drop_text(&names.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(text(&["a.GLB"]), "Open this model");
        assert_eq!(text(&["a.vrm", "b.ron"]), "Open this model with this rig");
        assert_eq!(text(&["b.ron"]), "Open this rig or scene");
        assert!(text(&["c.png"]).contains(".glb"));
        assert!(text(&["a.glb", "b.glb"]).contains("One model"));
    }

    #[test]
    fn pasted_paths_lose_their_quotes() {
        assert_eq!(unquoted(" '/a b/c.glb' "), "/a b/c.glb");
        assert_eq!(unquoted("file:///a/c.glb"), "/a/c.glb");
    }
}
