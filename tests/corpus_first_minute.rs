//! The first minute with a real file, through the program: a rig without help, feet on slopes, a hand before the chest.
//!
//! What is right comes from the corpus' truth (sides, facing, height) and from plane geometry, not from the program's own
//! report of itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use surefoot::glam::Vec3;
use surefoot::rig::Rig;

use common::corpus;

const FILES: [&str; 8] = [
    "mixamo_ybot.glb",
    "rpm_apose.glb",
    "quaternius_knight.glb",
    "gdquest_mannequiny.glb",
    "vrm1_example.vrm",
    "vrm0_catbot.vrm",
    "mpfb_game_engine_walk_rootmotion.glb",
    "kaykit_rogue.glb",
];

/// Lengths are told for a body of this height and scaled to each.
const ADULT: f32 = 1.75;

/// A model and what others measured of it.
struct Subject {
    name: String,
    model: PathBuf,
    /// Metres.
    height: f32,
    forward: Vec3,
}

impl Subject {
    /// A length on the adult, on this body.
    fn scaled(&self, metres: f32) -> f32 {
        metres * self.height / ADULT
    }

    fn left(&self) -> Vec3 {
        Vec3::Y.cross(self.forward)
    }
}

fn subjects() -> Vec<Subject> {
    let mannequin = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/mannequin.glb");
    let mut subjects =
        vec![Subject { name: "mannequin.glb".into(), model: mannequin, height: ADULT, forward: Vec3::Z }];
    let Some(folder) = corpus() else { return subjects };
    let truth = std::fs::read_to_string(folder.join("humanoid_truth_detail.json")).unwrap();
    let truth: Value = serde_json::from_str(&truth).unwrap();
    subjects.extend(FILES.map(|name| {
        let forward = match truth[name]["forward"].as_str().unwrap() {
            "+Z" => Vec3::Z,
            "-Z" => Vec3::NEG_Z,
            other => panic!("{name} faces {other}"),
        };
        let height = truth[name]["height"].as_f64().unwrap() as f32;
        Subject { name: name.into(), model: folder.join(name), height, forward }
    }));
    subjects
}

fn surefoot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_surefoot")).args(arguments).output().unwrap()
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> Output {
    let output = surefoot(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A rig made for the subject in `folder`, and where it is.
fn new_rig(subject: &Subject, folder: &Path) -> String {
    let rig = folder.join("rig.ron").to_str().unwrap().to_owned();
    succeeds(&["new", subject.model.to_str().unwrap(), "-o", &rig]);
    rig
}

/// What `solve --json` prints.
struct Frame(Value);

impl Frame {
    fn solve(subject: &Subject, rig: &str, more: &[&str]) -> Self {
        let mut arguments = vec!["solve", rig, "--model", subject.model.to_str().unwrap(), "--json"];
        arguments.extend(more);
        Self(serde_json::from_slice(&succeeds(&arguments).stdout).unwrap())
    }

    /// Where the joint with a role is, model space.
    fn joint(&self, role: &str) -> Option<Vec3> {
        let joints = self.0["joints"].as_array().unwrap();
        joints.iter().find(|joint| joint["role"] == role).map(|joint| point(&joint["position"]))
    }

    #[track_caller]
    fn required(&self, role: &str) -> Vec3 {
        self.joint(role).unwrap_or_else(|| panic!("no joint is {role}"))
    }
}

fn point(value: &Value) -> Vec3 {
    let number = |index: usize| value[index].as_f64().unwrap() as f32;
    Vec3::new(number(0), number(1), number(2))
}

#[test]
fn a_rig_is_made_without_help_and_stays_the_same_bytes() {
    for subject in subjects() {
        let folder = tempfile::tempdir().unwrap();
        let rig = new_rig(&subject, folder.path());
        let model = subject.model.to_str().unwrap();
        succeeds(&["check", &rig]);
        let check = succeeds(&["check", &rig, "--model", model, "--json"]);
        let findings: Value = serde_json::from_slice(&check.stdout).unwrap();
        assert_eq!(findings["diagnostics"], Value::Array(Vec::new()), "{}", subject.name);

        let text = std::fs::read_to_string(&rig).unwrap();
        let read = Rig::from_ron(&text).unwrap().rig;
        assert_eq!(read.to_ron(), text, "{}", subject.name);
        let chains: Vec<&str> = read.chains.iter().map(|chain| chain.name.as_str()).collect();
        assert_eq!(chains, ["left_leg", "right_leg", "left_arm", "right_arm", "spine"], "{}", subject.name);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the rig is left behind");
    }
}

#[test]
fn a_hand_reaches_a_goal_before_the_chest() {
    for subject in subjects() {
        let folder = tempfile::tempdir().unwrap();
        let rig = new_rig(&subject, folder.path());
        let rest = Frame::solve(&subject, &rig, &[]);
        let [shoulder, elbow, hand] = ["leftUpperArm", "leftLowerArm", "leftHand"].map(|role| rest.required(role));
        let chest = shoulder.midpoint(rest.required("rightUpperArm"));
        let goal = chest + subject.forward * subject.scaled(0.3);
        let (near, far) = {
            let (upper, lower) = (shoulder.distance(elbow), elbow.distance(hand));
            ((upper - lower).abs(), 0.97 * (upper + lower))
        };
        let distance = shoulder.distance(goal);
        assert!((near..far).contains(&distance), "{}: {distance} is not within {near}..{far}", subject.name);

        let frame = Frame::solve(&subject, &rig, &["--goal", &format!("leftHand={},{},{}", goal.x, goal.y, goal.z)]);
        let off = frame.required("leftHand").distance(goal);
        assert!(off <= subject.scaled(0.001), "{}: {off} m from the goal", subject.name);
        let row = &frame.0["goals"][0];
        assert_eq!(
            (row["chain"].as_str(), row["reached"].as_bool()),
            (Some("left_arm"), Some(true)),
            "{}",
            subject.name
        );
        let elbow = frame.required("leftLowerArm");
        let kept = (elbow.distance(goal) - rest.required("leftLowerArm").distance(hand)).abs();
        assert!(kept <= subject.scaled(0.001), "{}: the forearm changed by {kept} m", subject.name);
    }
}

/// Whether a leg of the rest pose has no bend to speak of.
fn rests_straight(rest: &Frame, side: &str) -> bool {
    let [hip, knee, ankle] = ["UpperLeg", "LowerLeg", "Foot"].map(|name| rest.required(&format!("{side}{name}")));
    let along = (ankle - hip).normalize_or(Vec3::NEG_Y);
    (knee - hip).reject_from_normalized(along).length() < 1e-3 * hip.distance(ankle)
}

#[test]
fn feet_stand_on_slopes_with_knees_forward() {
    let mut faults = Vec::new();
    for subject in subjects() {
        let folder = tempfile::tempdir().unwrap();
        let rig = new_rig(&subject, folder.path());
        let rest = Frame::solve(&subject, &rig, &[]);
        for (spec, rises_to) in
            [("slope:20", subject.forward), ("slope:20@90", subject.left()), ("slope:-20", -subject.forward)]
        {
            let frame = Frame::solve(&subject, &rig, &["--ground", spec]);
            let (sine, cosine) = 20_f32.to_radians().sin_cos();
            let normal = Vec3::Y * cosine - rises_to * sine;
            let mut fault = |what: String| faults.push(format!("{} on {spec}: {what}", subject.name));

            let feet = frame.0["feet"].as_array().unwrap();
            assert_eq!(feet.len(), 2, "{} on {spec}", subject.name);
            for foot in feet {
                for name in ["heel", "toe"] {
                    let contacts = foot["contacts"].as_array().unwrap();
                    let contact = contacts.iter().find(|contact| contact["name"] == name).unwrap();
                    let gap = point(&contact["position"]).dot(normal);
                    if gap.abs() > subject.scaled(0.005) {
                        fault(format!("{} {name} is {gap} m over the ground", foot["role"]));
                    }
                }
            }
            for side in ["left", "right"] {
                let joint = |frame: &Frame, name: &str| frame.required(&format!("{side}{name}"));
                // A sole along the slope keeps the joints of the foot as high over it as they rest over level ground.
                for name in ["Foot", "Toes"] {
                    let role = format!("{side}{name}");
                    let (Some(before), Some(after)) = (rest.joint(&role), frame.joint(&role)) else { continue };
                    let lifted = after.dot(normal) - before.y;
                    if lifted.abs() > subject.scaled(0.005) {
                        fault(format!("{role} is {lifted} m higher over the slope than at rest"));
                    }
                }
                let [hip, knee, ankle] = ["UpperLeg", "LowerLeg", "Foot"].map(|name| joint(&frame, name));
                let along = (ankle - hip).normalize_or(Vec3::NEG_Y);
                let off_line = (knee - hip).reject_from_normalized(along);
                let forward = off_line.dot(subject.forward);
                // A leg that rests exactly straight may stay so, to rounding; one that bends, bends forward.
                let is_straight = off_line.length() < subject.scaled(1e-5);
                if !is_straight && forward < 0.7 * off_line.length() {
                    fault(format!("the {side} knee is off the line from hip to ankle by {off_line}"));
                }
                if is_straight && !rests_straight(&rest, side) {
                    fault(format!("the {side} knee has been pulled straight"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
