//! `surefoot report` as a script sees it: keys, exit codes, the baseline, and the page.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");

const FIGURES: [&str; 15] = [
    "drift_max_mm",
    "penetration_p95_mm",
    "penetration_max_mm",
    "gap_p95_mm",
    "gap_max_mm",
    "skating_ratio",
    "skating_ratio_source",
    "sole_angle_settled_deg",
    "sole_angle_moving_deg",
    "knee_flex_min_deg",
    "knee_step_max_deg",
    "pelvis_speed_max",
    "pelvis_sign_changes_per_step",
    "let_go_share",
    "limit_violation_max_deg",
];

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// A folder with a rig for the bundled character.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        let ran = place.surefoot(&["new", MODEL, "-o", "rig.ron"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn surefoot(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_surefoot"))
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    fn report(&self, more: &[&str]) -> Ran {
        let arguments: Vec<&str> = ["report", "rig.ron", "--model", MODEL].iter().chain(more).copied().collect();
        self.surefoot(&arguments)
    }
}

#[track_caller]
fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}:\n{}\n{}", ran.stdout, ran.stderr))
}

#[test]
fn json_has_a_cell_for_each_ground_and_clip_and_the_worst_of_each_figure() {
    let place = Place::new();
    let grounds = ["flat", "slope:20@90"];
    let clips = ["idle", "1"];
    let ran = place
        .report(&["--clip", clips[0], "--clip", clips[1], "--ground", grounds[0], "--ground", grounds[1], "--json"]);
    let report = json(&ran);
    let cells = report["cells"].as_array().unwrap();
    let named: Vec<(&str, &str)> =
        cells.iter().map(|cell| (cell["ground"].as_str().unwrap(), cell["clip"].as_str().unwrap())).collect();
    assert_eq!(named, [("flat", "idle"), ("slope:20@90", "idle"), ("flat", "walk"), ("slope:20@90", "walk")]);
    for cell in cells {
        let keys: Vec<&str> = cell.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys.len(), FIGURES.len() + 3, "{keys:?}");
        assert!(FIGURES.iter().all(|figure| cell[figure].is_f64()), "{cell}");
        assert!(["pass", "warn", "fail"].contains(&cell["verdict"].as_str().unwrap()));
    }
    for figure in FIGURES {
        let values = cells.iter().map(|cell| cell[figure].as_f64().unwrap());
        let worst = if figure == "knee_flex_min_deg" {
            values.fold(f64::MAX, f64::min)
        } else {
            values.fold(f64::MIN, f64::max)
        };
        assert_eq!(report["worst"][figure].as_f64(), Some(worst), "{figure}");
    }
    // The exit code says what the verdict says.
    assert_eq!(ran.code, Some(if report["verdict"] == "fail" { 1 } else { 0 }));
    // As the generator of the character made it.
    assert!((report["clips"][1]["speed"].as_f64().unwrap() - 1.4).abs() < 0.01, "{report}");
    assert_eq!(report["clips"][0]["travel"], "still");
}

#[test]
fn who_stands_still_on_flat_ground_passes_and_says_so_in_a_table() {
    let place = Place::new();
    // Without a clip the first: idle.
    let ran = place.report(&["--ground", "flat"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let last = ran.stdout.lines().last().unwrap();
    assert!(last.starts_with("worst") && last.ends_with("pass"), "{}", ran.stdout);
    assert!(ran.stdout.contains("idle: 0.000 m/s"));
}

#[test]
fn a_cliff_in_the_way_fails() {
    // Two metres down in one step: nobody's legs are so long.
    let ran = Place::new().report(&["--clip", "walk", "--ground", "stairs:-2x0.3", "--json"]);
    assert_eq!((ran.code, &json(&ran)["verdict"]), (Some(1), &Value::from("fail")));
}

#[test]
fn the_set_is_measured_whole() {
    let ran = Place::new().report(&["--suite", "--json"]);
    let report = json(&ran);
    let grounds: Vec<&str> =
        report["cells"].as_array().unwrap().iter().map(|cell| cell["ground"].as_str().unwrap()).collect();
    for angle in (-35..=35).step_by(5) {
        for heading in (0..360).step_by(45) {
            let name = format!("slope:{angle}@{heading}");
            assert!(grounds.contains(&name.as_str()), "{name} is not among {grounds:?}");
        }
    }
    for name in [
        "stairs:0.1x0.3@0",
        "stairs:0.15x0.3@180",
        "stairs:0.2x0.28@0",
        "ledge:0.3@0",
        "ramp-corner:20@90",
        "bumps:0.04x1.2@0",
    ] {
        assert!(grounds.contains(&name), "{name} is not among {grounds:?}");
    }
}

#[test]
fn the_same_call_prints_the_same() {
    let place = Place::new();
    let arguments = ["--clip", "walk", "--ground", "stairs:0.15x0.3", "--ground", "slope:10@45", "--json"];
    assert_eq!(place.report(&arguments).stdout, place.report(&arguments).stdout);
}

#[test]
fn a_baseline_tells_what_got_worse_and_by_how_much() {
    let place = Place::new();
    let arguments = ["--clip", "idle", "--ground", "flat", "--ground", "slope:5", "--json"];
    let before = place.report(&arguments);
    let baseline = place.path("before.json");
    std::fs::write(&baseline, &before.stdout).unwrap();
    let against = |path: &Path| place.report(&[&arguments[..], &["--baseline", path.to_str().unwrap()]].concat());
    // Nothing changed.
    let same = against(&baseline);
    assert_eq!((same.code, same.stderr.contains("worse")), (before.code, false), "{}", same.stderr);
    assert_eq!(same.stdout, before.stdout);

    // A time when the knees bent by five degrees more, and the soles lay worse.
    let mut better = json(&before);
    let cell = &mut better["cells"][0];
    let flex = cell["knee_flex_min_deg"].as_f64().unwrap();
    cell["knee_flex_min_deg"] = Value::from(flex + 5.0);
    cell["sole_angle_moving_deg"] = Value::from(3.0);
    let path = place.path("better.json");
    std::fs::write(&path, better.to_string()).unwrap();
    let worse = against(&path);
    assert_eq!(worse.code, Some(1));
    let lines: Vec<&str> = worse.stderr.lines().filter(|line| line.starts_with("worse:")).collect();
    let [line] = lines[..] else { panic!("{}", worse.stderr) };
    let told = format!("{:.3} -> {flex:.3}", flex + 5.0);
    assert!(line.contains("flat idle: knee_flex_min_deg") && line.contains(&told), "{line} lacks {told}");
}

#[test]
fn the_page_needs_nothing_else_and_shows_every_cell() {
    let place = Place::new();
    let ran = place.report(&["--clip", "walk", "--ground", "flat", "--ground", "slope:20@45", "--html", "page.html"]);
    assert!(ran.stderr.contains("page.html"), "{}", ran.stderr);
    let page = std::fs::read_to_string(place.path("page.html")).unwrap();
    for outside in ["http:", "https:", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "the page has {outside}");
    }
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
    assert!(page.matches("<svg").count() >= 6 && page.matches("<svg").count() == page.matches("</svg>").count());
    assert!(page.contains("slope:20") && page.contains("walk") && page.contains("drift_max_mm"));
    assert!(!page.contains("NaN") && !page.contains(">inf<"));
}

#[test]
fn what_cannot_be_measured_is_named() {
    let place = Place::new();
    let fails = |more: &[&str], code: i32, named: &[&str]| {
        let ran = place.report(more);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{more:?}: {}", ran.stderr);
        for name in named {
            assert!(ran.stderr.contains(name), "{more:?} does not name {name}: {}", ran.stderr);
        }
    };
    fails(&["--clip", "moonwalk"], 2, &["moonwalk", "\"walk\""]);
    fails(&["--ground", "hill:3"], 2, &["hill", "slope"]);
    fails(&["--baseline", "none.json"], 2, &["none.json"]);
    std::fs::write(place.path("no.json"), "{}").unwrap();
    fails(&["--baseline", "no.json"], 2, &["no.json", "cells", "fix:"]);
    fails(&["--ground", "flat", "--html", "no/such/page.html"], 2, &["page.html"]);
    let nothing = place.surefoot(&["report", "gone.ron", "--model", MODEL]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains("gone.ron"));
}

#[test]
fn a_rig_without_feet_falls_short() {
    let place = Place::new();
    let bare = "Rig(format_version: 1, reference_leg_length: 0.85)";
    std::fs::write(place.path("rig.ron"), bare).unwrap();
    let ran = place.report(&["--ground", "flat"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("rig.ron") && ran.stderr.contains("grounding"), "{}", ran.stderr);
}
