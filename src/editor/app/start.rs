//! Opens the window, or says why there is none.

use std::path::PathBuf;

use eframe::egui;

use super::App;
use crate::cli::trouble::Trouble;
use crate::editor::platform::folders::Folders;
use crate::editor::render::SharedRenderer;

/// What the window opens with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub model: Option<PathBuf>,
    pub rig: Option<PathBuf>,
    /// Ignores what was remembered, and remembers nothing of the window.
    pub safe_mode: bool,
    /// Draws the window once into this PNG and closes it.
    pub picture: Option<PathBuf>,
    /// Shows no dialog of the desktop; paths are typed.
    pub typed_paths: bool,
}

impl Start {
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.model.iter().chain(&self.rig).cloned()
    }
}

const OTHER_WAY: &str = "`surefoot screenshot` draws a picture without a window";

/// Shows the window until it is closed.
///
/// # Errors
/// Where there is no display or no OpenGL, with what to do.
pub fn run(start: Start) -> anyhow::Result<()> {
    if cfg!(all(unix, not(target_os = "macos"))) && !has_display(|name| std::env::var_os(name)) {
        return Err(Trouble::new("there is no display to open a window on")
            .why("neither WAYLAND_DISPLAY nor DISPLAY is set")
            .fix(format!("start it from a desktop, or under a virtual display as in `xvfb-run surefoot`; {OTHER_WAY}"))
            .into());
    }
    let folders = Folders::of_system();
    let options = options(folders.as_ref(), start.safe_mode);
    let create = Box::new(move |creation: &eframe::CreationContext<'_>| {
        let app = App::new(&creation.egui_ctx, SharedRenderer::new(creation), &start, folders);
        app.desktop.write_on_panic();
        Ok(Box::new(app) as Box<dyn eframe::App>)
    });
    eframe::run_native("surefoot", options, create).map_err(explain)
}

fn options(folders: Option<&Folders>, safe_mode: bool) -> eframe::NativeOptions {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("surefoot")
        .with_title("Surefoot")
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size([960.0, 600.0])
        .with_drag_and_drop(true);
    let window = if safe_mode { "window-safe.ron" } else { "window.ron" };
    eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        // The 3D view has a target of its own: the window needs neither depth nor samples.
        depth_buffer: 0,
        multisampling: 0,
        persist_window: !safe_mode,
        persistence_path: folders.map(|folders| folders.data.join(window)),
        ..Default::default()
    }
}

/// As the window toolkit decides between the two.
pub(super) fn on_wayland() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_os = "macos"))) && (is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET"))
}

fn has_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .into_iter()
        .any(|name| variable(name).is_some_and(|value| !value.is_empty()))
}

fn explain(error: eframe::Error) -> anyhow::Error {
    let trouble = match &error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            Trouble::new("no window can be opened").fix(format!(
                "check that the display named by WAYLAND_DISPLAY or DISPLAY is there and lets this user in; {OTHER_WAY}"
            ))
        }
        eframe::Error::AppCreation(_) => Trouble::new("the window can't start").fix("start with --safe-mode"),
        _ => Trouble::new("the window has no OpenGL to draw with").fix(format!(
            "update the graphics driver, or draw on the processor with LIBGL_ALWAYS_SOFTWARE=1; {OTHER_WAY}"
        )),
    };
    trouble.why(error).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_one_that_is_named() {
        let with =
            |set: &'static str, value: &'static str| has_display(move |name| (name == set).then(|| value.into()));
        assert!(with("DISPLAY", ":0") && with("WAYLAND_DISPLAY", "wayland-0"));
        assert!(!with("DISPLAY", "") && !with("HOME", "/root"));
    }
}
