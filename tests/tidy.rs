//! The walls of the house, kept by reading the source as text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines a file may have at most.
const LONGEST: usize = 800;

struct Source {
    /// From the repository's root, `/` between parts.
    path: String,
    text: String,
}

impl Source {
    /// Lines of code, without what stands behind `//`.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(number, line)| (number + 1, line.split("//").next().unwrap_or("")))
    }

    fn is_within(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &str) -> Vec<Source> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(&root().join(folder), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "no source in {folder}");
    paths
        .into_iter()
        .map(|path| Source {
            text: fs::read_to_string(&path).expect("source is text"),
            path: path.strip_prefix(root()).expect("it was found below the root").to_string_lossy().replace('\\', "/"),
        })
        .collect()
}

/// Whether `word` stands in `line` as a word of its own.
fn names(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(is_part)
            && !line[at + word.len()..].chars().next().is_some_and(is_part)
    })
}

/// Fails with every place in `folder` outside `except` that names one of `words`.
fn forbid(folder: &str, except: &[&str], words: &[&str], why: &str) {
    let mut found = Vec::new();
    for source in sources(folder).iter().filter(|source| !except.iter().any(|folder| source.is_within(folder))) {
        for (number, line) in source.code() {
            if let Some(word) = words.iter().find(|word| names(line, word)) {
                found.push(format!("{}:{number} names {word}", source.path));
            }
        }
    }
    assert!(found.is_empty(), "{why}:\n{}", found.join("\n"));
}

#[test]
fn no_file_is_longer_than_800_lines() {
    let long: Vec<String> = ["src", "tests", "examples", "benches"]
        .into_iter()
        .filter(|folder| root().join(folder).is_dir())
        .flat_map(sources)
        .filter(|source| source.text.lines().count() > LONGEST)
        .map(|source| format!("{} has {} lines", source.path, source.text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_library_knows_no_window() {
    forbid(
        "src",
        &["src/editor", "src/cli", "src/main.rs"],
        &["egui", "eframe", "winit", "glow", "three_d", "rfd", "clap", "anyhow", "cli", "editor::"],
        "the library has no window and no command line",
    );
}

#[test]
fn solvers_know_no_rig() {
    forbid("src/solve", &[], &["rig", "runtime", "character", "Rig"], "solvers are functions on plain data");
}

#[test]
fn only_the_renderer_names_the_graphics_library() {
    forbid(
        "src",
        &["src/editor/render"],
        &["three_d", "glow", "cgmath", "glutin"],
        "only src/editor/render speaks to the graphics library",
    );
}

#[test]
fn the_core_of_the_editor_knows_no_interface() {
    forbid(
        "src/editor/core",
        &[],
        &["egui", "eframe", "three_d", "rfd", "glow"],
        "the document and its edits stand without a window",
    );
}

#[test]
fn panels_only_push_actions() {
    for folder in ["src/editor/panels", "src/editor/widgets"] {
        for source in sources(folder) {
            for (number, line) in source.code() {
                for owner in ["Session", "Document", "History", "Rig"] {
                    let taken = ["", "core::", "super::"].into_iter().any(|module| {
                        let wanted = format!("&mut {module}{owner}");
                        let ends = |at: usize| !line[at + wanted.len()..].starts_with(|c: char| c.is_alphanumeric());
                        line.match_indices(&wanted).any(|(at, _)| ends(at))
                    });
                    assert!(!taken, "{}:{number} takes a {owner} to change it; push an action", source.path);
                }
            }
        }
    }
}

#[test]
fn colours_come_from_the_theme() {
    let mut found = Vec::new();
    for source in sources("src/editor").iter().filter(|source| !source.is_within("src/editor/theme")) {
        for (number, line) in source.code() {
            for literal in ["Color32::from_rgb", "Color32::from_rgba", "Color32::from_gray", "hex_color!", "Srgba::new"]
            {
                if line.contains(literal) {
                    found.push(format!("{}:{number} has {literal}", source.path));
                }
            }
        }
    }
    assert!(found.is_empty(), "colours are tokens of the theme:\n{}", found.join("\n"));
}

#[test]
fn loose_ends_are_tied() {
    for folder in ["src", "tests", "examples"] {
        for source in sources(folder).iter().filter(|source| source.path != "tests/tidy.rs") {
            for (number, line) in source.text.lines().enumerate() {
                for end in ["todo!", "unimplemented!", "dbg!", "FIXME", "TODO", "#[ignore"] {
                    assert!(!line.contains(end), "{}:{} has {end}", source.path, number + 1);
                }
            }
        }
    }
}

#[test]
fn a_game_gets_no_window_and_no_loader() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--no-default-features", "-e", "normal", "--prefix", "none"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8_lossy(&tree.stdout);
    let crates: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(crates.contains(&"glam") && crates.contains(&"ron"), "{tree}");
    for denied in ["egui", "eframe", "winit", "glow", "three-d", "rfd", "gltf", "image", "clap", "parry3d", "rayon"] {
        assert!(!crates.contains(&denied), "{denied} is in the library's tree:\n{tree}");
    }
}
