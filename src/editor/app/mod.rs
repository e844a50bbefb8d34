//! The window: calls every panel, hands the actions of the frame to the session, and lets time pass. Wiring only.

mod desktop;
mod keys;
mod picture;
mod prompts;
mod start;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use eframe::egui;

pub use start::{Start, run};

use self::desktop::Desktop;
use self::picture::Picture;
use self::prompts::PromptState;
use super::core::{Action, Actions, Command, Session, Severity, ThemeChoice, Trouble};
use super::panels::{self, Panels};
use super::platform::folders::Folders;
use super::platform::loader::HAS_BUNDLED;
use super::platform::settings::Settings;
use super::render::{GlContext, SharedRenderer};
use super::theme;
use super::viewport::Viewport;
use crate::cli::names;

/// The application as eframe runs it.
pub struct App {
    session: Session,
    desktop: Desktop,
    actions: Actions,
    prompts: PromptState,
    panels: Panels,
    renderer: SharedRenderer,
    viewport: Viewport,
    title: String,
    ctx: egui::Context,
    safe_mode: bool,
    picture: Option<Picture>,
}

impl App {
    /// Works without OpenGL too: the viewport then says what is missing.
    pub fn new(ctx: &egui::Context, renderer: SharedRenderer, start: &Start, folders: Option<Folders>) -> Self {
        theme::install(ctx);
        let settings = match &folders {
            Some(folders) if !start.safe_mode => Settings::load(&folders.config),
            _ => Settings::default(),
        };
        ctx.set_zoom_factor(settings.zoom);
        let mut session = Session::new(settings.view, settings.recent.clone(), HAS_BUNDLED);
        session.set_takes_drops(!start::on_wayland());
        let paths: Vec<PathBuf> = start.paths().collect();
        if !paths.is_empty() {
            session.apply(Action::OpenPaths(paths));
        } else if HAS_BUNDLED {
            session.load_bundled();
        }
        let own = names::load_usual(folders.as_ref().map(|folders| folders.config.as_path()));
        for names::Warning { place, fault } in own.warnings {
            let trouble = Trouble::new(format!("The dictionary of bone names {place} is left out")).cause(fault);
            session.message(Severity::Warning, trouble.fix("correct it in a text editor and start Surefoot again"));
        }
        let desktop = Desktop::new(folders, settings, own.names, start.typed_paths);
        desktop.offer_recovery(&mut session);
        Self {
            session,
            desktop,
            actions: Actions::default(),
            prompts: PromptState::default(),
            panels: Panels::default(),
            renderer,
            viewport: Viewport::default(),
            title: String::new(),
            ctx: ctx.clone(),
            safe_mode: start.safe_mode,
            picture: start.picture.clone().map(Picture::new),
        }
    }

    fn panels(&mut self, ui: &mut egui::Ui) {
        let Self { session, panels, actions, viewport, renderer, .. } = self;
        panels::show(ui, session, panels, actions, |ui, actions| {
            viewport.ui(ui, session, renderer, actions);
        });
    }

    fn remember_settings(&mut self) {
        if !self.safe_mode {
            self.desktop.remember(&self.session, self.ctx.zoom_factor());
        }
    }

    /// One frame: what came in, the panels, what they ask for, and the passing of time.
    fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.watch_closing(&ctx);
        self.desktop.update(&mut self.session, &ctx);
        if let Some(action) = desktop::dropped(&ctx, &self.session) {
            self.actions.push(action);
        }
        if self.session.prompt().is_none() {
            for command in keys::pressed(&ctx) {
                self.actions.run(command);
            }
        }
        self.panels(ui);
        prompts::ui(&ctx, &self.session, &mut self.prompts, &mut self.actions);

        let changed = self.session.apply_all(self.actions.take());
        self.session.tick(ctx.input(|input| input.stable_dt));
        if changed {
            // What was drawn above shows the state before.
            ctx.request_repaint();
        }
        self.follow_session(&ctx);
        if let Some(picture) = &mut self.picture
            && picture.update(&ctx, &self.session)
        {
            self.desktop.quit();
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    /// Closing by the window's own button asks about unsaved changes too.
    fn watch_closing(&mut self, ctx: &egui::Context) {
        let closing = ctx.input(|input| input.viewport().close_requested());
        if closing && !self.desktop.wants_to_quit() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.actions.run(Command::Quit);
        }
    }

    fn follow_session(&mut self, ctx: &egui::Context) {
        let title = self.session.title();
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        ctx.options_mut(|options| {
            options.theme_preference = match self.session.view_options().theme {
                ThemeChoice::System => egui::ThemePreference::System,
                ThemeChoice::Light => egui::ThemePreference::Light,
                ThemeChoice::Dark => egui::ThemePreference::Dark,
            };
        });
        if self.session.is_animating() {
            ctx.request_repaint();
        } else if let Some(seconds) = self.session.next_wake() {
            ctx.request_repaint_after(std::time::Duration::from_secs_f32(seconds));
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.frame(ui);
    }

    fn save(&mut self, _storage: &mut dyn eframe::Storage) {
        self.remember_settings();
    }

    fn on_exit(&mut self, _gl: Option<&GlContext>) {
        self.remember_settings();
        self.desktop.end();
        self.renderer.release();
    }

    fn persist_egui_memory(&self) -> bool {
        !self.safe_mode
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
