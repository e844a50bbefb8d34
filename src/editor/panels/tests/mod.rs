//! The panels as a person meets them, with the bundled character and no window.

mod bones;
mod chains;
mod compare;
mod contacts;
mod frame;
mod ground;
mod look;
mod map;
mod report;
mod rig_list;
mod soles;

use eframe::egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Panels, show};
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Actions, Command, Item, Session};
use crate::editor::theme;

/// A window with everything but the viewport; actions are applied as the application does, and kept.
struct Window {
    session: Session,
    panels: Panels,
    done: Vec<Action>,
}

fn window(session: Session) -> Harness<'static, Window> {
    let state = Window { session, panels: Panels::default(), done: Vec::new() };
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1600.0, 1400.0))
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(40)
        .with_context_setup(theme::install)
        .build_ui_state(
            |ui, window: &mut Window| {
                let mut actions = Actions::default();
                show(ui, &window.session, &mut window.panels, &mut actions, |_, _| {});
                let actions = actions.take();
                let lasting = |action: &&Action| !matches!(action, Action::Hover(_) | Action::Hint(_));
                window.done.extend(actions.iter().filter(lasting).cloned());
                window.session.apply_all(actions);
                window.session.tick(0.0);
            },
            state,
        );
    harness.run();
    harness
}

fn bundled() -> Session {
    open(mannequin())
}

fn click(harness: &mut Harness<'_, Window>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn search_bones(harness: &mut Harness<'_, Window>, text: &str) {
    harness.get_by_label("Search bones").focus();
    harness.run();
    harness.get_by_label("Search bones").type_text(text);
    harness.run();
}

fn select(harness: &mut Harness<'_, Window>, item: Item) {
    let mut actions = Actions::default();
    actions.select(item);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
}

fn chain_called(harness: &Harness<'_, Window>, name: &str) -> usize {
    let chains = &harness.state().session.document().rig().chains;
    chains.iter().position(|chain| chain.name == name).expect("the preset has this chain")
}

fn undo(harness: &mut Harness<'_, Window>) {
    let mut actions = Actions::default();
    actions.run(Command::Undo);
    harness.state_mut().session.apply_all(actions.take());
    harness.run();
}
