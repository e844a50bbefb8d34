//! The whole window without OpenGL, as a person and a screen reader meet it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{self, Key, Modifiers, Role, Vec2, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use surefoot::rig::Rig;

use super::*;
use crate::editor::core::{Edit, Severity};
use crate::editor::platform::recovery::Recovery;

struct Bench {
    app: Option<App>,
    start: Start,
    folder: PathBuf,
}

type Window = Harness<'static, Bench>;

/// A window whose settings and recovery files lie in `folder`.
fn window(folder: &Path, start: Start) -> Window {
    let bench = Bench { app: None, start: Start { typed_paths: true, ..start }, folder: folder.to_owned() };
    let frame = |ui: &mut egui::Ui, bench: &mut Bench| {
        let Bench { app, start, folder } = bench;
        let folders = Folders { config: folder.clone(), data: folder.clone() };
        let without_gl = || SharedRenderer::new(&eframe::CreationContext::_new_kittest(ui.ctx().clone()));
        app.get_or_insert_with(|| App::new(ui.ctx(), without_gl(), start, Some(folders))).frame(ui);
    };
    let builder = Harness::builder().with_size(Vec2::new(1440.0, 900.0)).with_step_dt(1.0 / 60.0);
    builder.with_context_setup(theme::install).build_ui_state(frame, bench)
}

/// Steps until the condition holds.
fn wait(window: &mut Window, what: &str, condition: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while !condition(window) {
        assert!(start.elapsed() < Duration::from_secs(120), "{what} does not come");
        window.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    window.step();
}

fn session(window: &Window) -> &Session {
    &window.state().app.as_ref().unwrap().session
}

fn opened(folder: &Path) -> Window {
    let mut window = window(folder, Start::default());
    wait(&mut window, "the bundled character", |window| session(window).stage().is_some());
    window
}

fn make_a_change(window: &mut Window) {
    window.state_mut().app.as_mut().unwrap().actions.edit("Rename", Edit::Name("changed".into()));
    window.run_steps(2);
    assert!(session(window).document().is_dirty());
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

fn type_path(window: &mut Window, path: &Path, button: &str) {
    wait(window, "the question for a path", |window| window.query_by_label("Path").is_some());
    window.run_steps(2);
    let field = window.get_by_role_and_label(Role::TextInput, "Path");
    field.focus();
    field.type_text(&path.to_string_lossy());
    window.run_steps(2);
    window.get_by_label(button).click();
    window.run_steps(2);
}

#[test]
fn it_opens_with_the_bundled_character_and_runs_without_opengl() {
    let folder = tempfile::tempdir().unwrap();
    let window = opened(folder.path());
    assert!(window.query_by_label("Viewport").is_some(), "the viewport has a name");
    assert_eq!(session(&window).count_problems(Severity::Error), 0);
}

#[test]
fn closing_with_unsaved_changes_asks_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    make_a_change(&mut window);
    let close = |window: &mut Window| {
        let viewport = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        window.step();
        let commands = window.output().viewport_output[&ViewportId::ROOT].commands.clone();
        window.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
        window.run_steps(3);
        commands
    };
    assert!(close(&mut window).contains(&ViewportCommand::CancelClose));
    assert!(window.query_by_label("Don't save").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Don't save").is_none(), "Esc is Cancel");
    assert!(!window.state().app.as_ref().unwrap().desktop.wants_to_quit());
    close(&mut window);
    window.get_by_label("Don't save").click();
    window.run_steps(3);
    assert!(window.state().app.as_ref().unwrap().desktop.wants_to_quit());
}

#[test]
fn a_rig_is_saved_and_opened_by_typed_paths() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    make_a_change(&mut window);
    let path = folder.path().join("hero.rig.ron");
    press(&mut window, Modifiers::COMMAND, Key::S);
    type_path(&mut window, &path, "Save");
    let saved = Rig::from_ron(&std::fs::read_to_string(&path).unwrap()).unwrap().rig;
    assert_eq!(saved.name, "changed");
    assert!(!session(&window).document().is_dirty());

    make_another_change(&mut window);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Don't save").click();
    type_path(&mut window, &path, "Open");
    wait(&mut window, "the saved rig", |window| session(window).document().rig().name == "changed");
    assert_eq!(**session(&window).document().rig(), saved);
}

fn make_another_change(window: &mut Window) {
    window.state_mut().app.as_mut().unwrap().actions.edit("Rename", Edit::Name("changed again".into()));
    window.run_steps(2);
}

#[test]
fn a_file_that_is_no_model_gives_a_sentence_and_leaves_the_rest_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    let path = folder.path().join("notes.glb");
    std::fs::write(&path, "these are notes").unwrap();
    press(&mut window, Modifiers::COMMAND, Key::O);
    type_path(&mut window, &path, "Open");
    wait(&mut window, "the error", |window| window.query_by_label_contains("can't be opened").is_some());
    assert!(session(&window).stage().is_some());
    window.get_by_label("Dismiss").click();
    window.run_steps(3);
    assert!(window.query_by_label_contains("can't be opened").is_none());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn files_can_be_dropped_on_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    let path = folder.path().join("dropped.ron");
    let rig = Rig { name: "dropped".into(), ..Rig::clone(session(&window).document().rig()) };
    std::fs::write(&path, rig.to_ron()).unwrap();
    window.input_mut().hovered_files = vec![egui::HoveredFile { path: Some(path.clone()), mime: String::new() }];
    window.run_steps(2);
    assert!(window.query_by_label("Open this rig or scene").is_some());
    window.input_mut().hovered_files.clear();
    window.input_mut().dropped_files = vec![Arc::new(Dropped(path))];
    window.step();
    window.input_mut().dropped_files.clear();
    wait(&mut window, "the dropped rig", |window| session(window).document().rig().name == "dropped");
}

/// The bundled character's clips and bones with nothing to see.
fn animations_only() -> Vec<u8> {
    let whole: &[u8] = include_bytes!("../../../assets/mannequin.glb");
    let length = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let mut json: serde_json::Value = serde_json::from_slice(&whole[20..20 + length]).unwrap();
    let root = json.as_object_mut().unwrap();
    root.remove("meshes");
    for node in root["nodes"].as_array_mut().unwrap() {
        let node = node.as_object_mut().unwrap();
        node.remove("mesh");
        node.remove("skin");
    }
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let rest = &whole[20 + length..];
    let mut file = whole[..8].to_vec();
    file.extend((20 + json.len() as u32 + rest.len() as u32).to_le_bytes());
    file.extend((json.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(json);
    file.extend(rest);
    file
}

#[test]
fn a_dropped_file_of_animations_alone_is_added_with_nothing_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    make_a_change(&mut window);
    let own = session(&window).stage().unwrap().clips().count();
    let path = folder.path().join("moves.glb");
    std::fs::write(&path, animations_only()).unwrap();
    window.input_mut().dropped_files = vec![Arc::new(Dropped(path))];
    window.step();
    window.input_mut().dropped_files.clear();
    wait(&mut window, "the dropped clips", |window| session(window).stage().unwrap().clips().count() == 2 * own);
    assert_eq!(session(&window).prompt(), None);
    assert_eq!(session(&window).document().rig().name, "changed");
    assert!(session(&window).stage().unwrap().clips().skip(own).all(|clip| clip.file == Some("moves.glb")));
}

#[test]
fn keys_reach_commands_but_not_from_text_fields() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    assert!(session(&window).ik_on());
    press(&mut window, Modifiers::NONE, Key::Backslash);
    assert!(!session(&window).ik_on());
    window.get_by_label("Search bones").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Backslash);
    assert!(!session(&window).ik_on(), "typed into the field");
}

#[test]
fn work_that_a_crash_left_is_offered_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    {
        let mut window = opened(folder.path());
        make_a_change(&mut window);
        // As the panic hook would; then the window goes away without its good end.
        let app = window.state_mut().app.as_mut().unwrap();
        app.desktop.write_recovery_now();
    }
    assert_eq!(Recovery::left_over(folder.path()).len(), 1);
    let mut window = opened(folder.path());
    window.get_by_label("Bring them back").click();
    wait(&mut window, "the lost work", |window| session(window).document().rig().name == "changed");
    assert!(session(&window).document().is_dirty());
    // The old file is gone; what is unsaved is now this window's own.
    assert!(Recovery::left_over(folder.path()).is_empty());
}

#[test]
fn dictionaries_of_ones_own_are_taken_and_broken_ones_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let hips = |window: &Window| {
        let stage = session(window).stage().unwrap();
        let found = stage.detection().get(surefoot::humanoid::Role::Hips).unwrap();
        (stage.skeleton().name(found.joint).to_owned(), found.why.clone())
    };
    let (name, why) = hips(&opened(folder.path()));
    assert!(!why.contains("Studio"), "{why}");

    let names = folder.path().join("names");
    std::fs::create_dir(&names).unwrap();
    std::fs::write(names.join("studio.ron"), format!("(name: \"Studio\", bones: {{hips: [\"{name}\"]}})")).unwrap();
    std::fs::write(names.join("torn.ron"), "(\n    name: \"Torn\",\n    bones: {hip: []},\n)").unwrap();
    let window = opened(folder.path());
    let (_, why) = hips(&window);
    assert!(why.contains("named as in Studio"), "{why}");
    let told = session(&window).messages().iter().find(|message| message.text.contains("torn.ron"));
    let told = told.unwrap_or_else(|| panic!("{:?}", session(&window).messages()));
    assert!(told.text.contains("torn.ron:3:") && told.cause.is_some() && told.fix.is_some(), "{told:?}");
    assert_eq!(told.severity, Severity::Warning);
}
