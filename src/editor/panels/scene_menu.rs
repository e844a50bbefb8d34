//! The list of scenes to stand on.

use std::sync::LazyLock;

use eframe::egui::Ui;
use surefoot::ground::{Scene, scene, scene_names};

use super::inspector::field_width;
use crate::editor::core::{Actions, Command, Edit, Session, scene_title};
use crate::editor::widgets::{Choice, Entry, Weight, menu_like_button, pick_from};

static SHIPPED: LazyLock<Vec<Scene>> = LazyLock::new(|| scene_names().filter_map(scene).collect());

const NONE: &str = "No scene";
const OPEN: &str = "Open a file…";
const NAME: &str = "Scene to stand on";
const TIP: &str = "pieces on the ground: steps, stones, a raft, a ceiling; kept with the rig for the editor alone";

/// A field in a panel that shows the scene and lists others.
pub fn field(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let width = field_width(ui);
    let picked = Choice { name: NAME, text: shown(session), note: "", tip: TIP, faulty: false }.show(
        ui,
        width,
        current(session),
        entries,
    );
    take(picked, session, actions);
}

/// The same as a button in a bar.
pub fn button(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let text = session.document().scene().map_or("Scene", scene_title);
    let response = menu_like_button(ui, NAME, text, Weight::Quiet);
    take(pick_from(&response, NAME, 220.0, current(session), entries), session, actions);
}

fn shown(session: &Session) -> &str {
    session.document().scene().map_or(NONE, scene_title)
}

fn current(session: &Session) -> Option<usize> {
    match session.document().scene() {
        None => Some(0),
        Some(scene) => SHIPPED.iter().position(|shipped| shipped == scene).map(|at| at + 1),
    }
}

fn entries() -> Vec<Entry<'static>> {
    let entry = |text| Entry { text, note: "", depth: 0 };
    let shipped = SHIPPED.iter().map(|scene| entry(scene_title(scene)));
    std::iter::once(entry(NONE)).chain(shipped).chain([entry(OPEN)]).collect()
}

fn take(picked: Option<usize>, session: &Session, actions: &mut Actions) {
    let Some(picked) = picked else { return };
    match (picked.checked_sub(1), session.document().scene()) {
        (None, None) => {}
        (None, Some(_)) => actions.edit("Take the scene away", Edit::Scene(None)),
        (Some(at), _) => match SHIPPED.get(at) {
            Some(scene) => {
                let label = format!("Stand on {}", scene_title(scene).to_lowercase());
                actions.edit(label, Edit::Scene(Some(Box::new(scene.clone()))));
            }
            None => actions.run(Command::OpenScene),
        },
    }
}
