//! Every damaged or unusual file of the corpus, through the program as a script runs it: within 2 s and 512 MB, with the
//! outcome that the corpus's list of them asks for.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use common::corpus;

enum Outcome {
    /// Opens with the joints of the whole file, and a warning that has this in it.
    Opens { warns: Option<&'static str> },
    /// Opens, whatever it holds, with finite numbers.
    OpensFinite,
    /// Says on stderr all of these, and nothing on stdout.
    Refuses(&'static [&'static str]),
}
use Outcome::{Opens, OpensFinite, Refuses};

const FILES: [(&str, Outcome); 13] = [
    ("truncated.glb", Refuses(&["cut short"])),
    ("header_length_wrong.glb", Opens { warns: Some("header") }),
    ("nan_inverse_bind.glb", Opens { warns: Some("\"Belly\"") }),
    ("zero_scale_joint.glb", Opens { warns: None }),
    ("bom_and_escaped_uri.gltf", Opens { warns: None }),
    ("joint_out_of_range.glb", Refuses(&["joint", "skin", "does not exist"])),
    ("no_default_scene.glb", Opens { warns: None }),
    ("required_unknown_extension.glb", Refuses(&["EXT_made_up_geometry"])),
    ("lfs_pointer.glb", Refuses(&["Git LFS"])),
    ("missing_bin.gltf", Refuses(&["BoxTextured0.bin"])),
    ("node_cycle.gltf", Refuses(&["circle"])),
    ("box_with_infinites.glb", OpensFinite),
    ("gltf_version_1.gltf", Refuses(&["version 1.0"])),
];

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// `surefoot info FILE --json` in 512 MB of address space, which holds its memory down too; ended after 2 s.
fn info(path: &std::path::Path) -> Ran {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 524288 && exec \"$0\" info \"$1\" --json", env!("CARGO_BIN_EXE_surefoot")])
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(2);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("{}: not done after 2 s", path.display());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn opened(ran: &Ran, name: &str) -> Value {
    assert_eq!(ran.code, Some(0), "{name}: {}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{name}: {error}\n{}", ran.stdout))
}

#[test]
fn every_broken_file_ends_as_it_should() {
    let Some(corpus) = corpus() else { return };
    let broken = corpus.join("broken");
    let whole = opened(&info(&corpus.join("quaternius_humanoid_rig.glb")), "the whole file");
    let mut listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    let mut there: Vec<String> = std::fs::read_dir(&broken)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".bin"))
        .collect();
    there.sort_unstable();
    assert_eq!(there, listed, "a file has no expected outcome, or an outcome no file");

    for (name, outcome) in &FILES {
        let ran = info(&broken.join(name));
        assert!(!ran.stderr.contains("panicked"), "{name}: {}", ran.stderr);
        match outcome {
            Opens { warns } => {
                let info = opened(&ran, name);
                // A skeleton, a size and a body like those of the file that these were made from.
                for part in ["/skeleton/joints", "/skeleton/roots", "/skins", "/meshes"] {
                    assert_eq!(info.pointer(part), whole.pointer(part), "{name}: {part}");
                }
                assert!((info["height"].as_f64().unwrap() - 3.75).abs() < 0.05, "{name}: {}", info["height"]);
                assert_eq!(info["body"]["missing"], whole["body"]["missing"], "{name}");
                let messages: Vec<&str> =
                    info["findings"].as_array().unwrap().iter().filter_map(|found| found["message"].as_str()).collect();
                let is_told = |part: &str| messages.iter().any(|message| message.contains(part));
                assert!(warns.is_none_or(is_told), "{name}: {messages:?}");
            }
            OpensFinite => {
                // JSON has no word for a number that is not finite.
                assert!(opened(&ran, name)["height"].is_number(), "{name}: {}", ran.stdout);
            }
            Refuses(parts) => {
                assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{name}: {}", ran.stderr);
                for part in [*name, "fix:"].iter().chain(*parts) {
                    assert!(ran.stderr.contains(part), "{name} does not say {part:?}: {}", ran.stderr);
                }
            }
        }
    }
}
