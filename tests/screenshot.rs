//! Pictures from the command line, without a window.
#![cfg(feature = "editor")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

const MANNEQUIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");

fn surefoot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).output().unwrap()
}

#[test]
fn a_rig_is_drawn_in_the_size_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (rig, png) = (path("rig.ron"), path("picture.png"));
    assert!(surefoot(&["new", MANNEQUIN, "-o", &rig]).status.success());

    let drawn =
        surefoot(&["screenshot", &rig, "--model", MANNEQUIN, "--ground", "slope:20", "-o", &png, "--size", "320x200"]);
    let said = String::from_utf8_lossy(&drawn.stderr);
    if said.contains("there is no OpenGL") {
        assert!(std::env::var_os("CI").is_none(), "{said}");
        eprintln!("SKIPPED: {said}");
        return;
    }
    assert_eq!(drawn.status.code(), Some(0), "{said}");
    assert!(drawn.stdout.is_empty());
    let picture = image::open(&png).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (320, 200));
    // The mannequin is the one bright thing on a dark stage.
    let bright = picture.pixels().filter(|pixel| pixel.0.iter().all(|&channel| channel > 150)).count();
    assert!((1_000..30_000).contains(&bright), "{bright} bright pixels");
}

/// The bright character keeps in the middle of the picture wherever a raft has carried it, and a ceiling over it hides nothing.
#[test]
fn scenes_are_drawn_and_hide_no_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rig = path("rig.ron");
    assert!(surefoot(&["new", MANNEQUIN, "-o", &rig]).status.success());
    let bright = |ground: &str, time: &str| -> Option<usize> {
        let png = path("picture.png");
        let size = "320x240";
        let drawn = surefoot(&[
            "screenshot",
            &rig,
            "--model",
            MANNEQUIN,
            "--ground",
            ground,
            "--time",
            time,
            "-o",
            &png,
            "--size",
            size,
        ]);
        let said = String::from_utf8_lossy(&drawn.stderr);
        if said.contains("there is no OpenGL") {
            assert!(std::env::var_os("CI").is_none(), "{said}");
            eprintln!("SKIPPED: {said}");
            return None;
        }
        assert_eq!(drawn.status.code(), Some(0), "{said}");
        let picture = image::open(&png).unwrap().into_rgb8();
        Some(picture.pixels().filter(|pixel| pixel.0.iter().all(|&channel| channel > 150)).count())
    };
    let Some(flat) = bright("flat", "0") else { return };
    for (scene, time) in [("scene:low-ceiling", "0"), ("scene:raft", "0"), ("scene:raft", "3.7"), ("scene:rubble", "0")]
    {
        let Some(seen) = bright(scene, time) else { return };
        assert!(seen as f32 > 0.8 * flat as f32, "{scene} at {time} s: {seen} of {flat} bright pixels");
    }
}

#[test]
fn a_picture_that_cannot_be_made_exits_with_two_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("picture.png");
    let missing = folder.path().join("missing.ron");
    let out = [missing.to_str().unwrap(), "--model", MANNEQUIN, "-o", png.to_str().unwrap()];
    for (more, named) in [(&["--size", "320"][..], "width and height"), (&[], "missing.ron")] {
        let ran = surefoot(&[&["screenshot"], &out[..], more].concat());
        assert_eq!(ran.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&ran.stderr).contains(named), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(!Path::new(&png).exists());
    }
}
