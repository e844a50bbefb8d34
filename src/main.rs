//! The `surefoot` program: arguments, log, and hand over to a subcommand or the editor.

fn main() {}
