//! The `surefoot` program: arguments, log, and hand over to a subcommand or the editor.

use std::process::ExitCode;

mod cli;
#[cfg(feature = "editor")]
mod editor;

/// What goes to stderr without `RUST_LOG`. A desktop without file dialogs is told in the window, and the locale `C` is no fault.
const LOGGED: &str = "warn,rfd=off,egui_system_font_provider=error";

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(LOGGED)).init();
    say_plainly_what_broke();
    cli::run(std::env::args_os())
}

/// A panic is a fault of the program, never of its input: say so, and what to send, before the usual message.
fn say_plainly_what_broke() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        eprintln!(
            "error: Surefoot {} met a fault of its own and has to stop\n  fix: please report the lines below, with the \
             command and, if you can, the file you used",
            env!("CARGO_PKG_VERSION")
        );
        usual(info);
    }));
}
