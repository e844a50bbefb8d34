//! Writes the bundled character: `cargo run --release --example make_mannequin -- assets/mannequin.glb`.
//!
//! A designer's mannequin of 1.75 m, modelled as a distance field, meshed, weighted, painted and animated by the code
//! beside this file. The same code gives the same bytes.

mod generator;

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: make_mannequin OUT.glb");
        return ExitCode::from(2);
    };
    let mannequin = generator::build();
    println!("{}", mannequin.summary());
    match std::fs::write(&path, mannequin.to_glb()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
