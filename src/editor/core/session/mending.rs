//! What is odd about a character's file: told, shown, and mended in the rig.

use glam::Vec3;
use serde_json::{Value, json};
use surefoot::character::Character;
use surefoot::humanoid::{Names, Role};
use surefoot::rig::{Axis, BoneRef, Correction, Rig};

use super::super::{Action, Command, Edit, Item, LoadedModel, SelectHow, Severity, ViewOptions};
use super::{Opened, Session};

const MANNEQUIN: &[u8] = include_bytes!("../../../../assets/mannequin.glb");

/// The mannequin with a node of its own over everything: as exporters leave a turn or a scale.
fn mannequin_under(node: &Value) -> Character {
    let length = |at: usize| u32::from_le_bytes(MANNEQUIN[at..at + 4].try_into().unwrap()) as usize;
    let (text, rest) = MANNEQUIN[20..].split_at(length(12));
    let mut json: Value = serde_json::from_slice(text).unwrap();
    let roots = json["scenes"][0]["nodes"].take();
    let nodes = json["nodes"].as_array_mut().unwrap();
    let last = nodes.len();
    nodes.push(node.clone());
    nodes[last]["children"] = roots;
    json["scenes"][0]["nodes"] = json!([last]);
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((20 + text.len() as u32 + rest.len() as u32).to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend(rest);
    let nothing = |uri: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, uri.to_owned()));
    Character::from_bytes("mannequin.glb", &bytes, &nothing).unwrap()
}

/// In centimetres with +Z up: a quarter turn about X takes +Y to +Z, and +Z, the front, to -Y.
fn centimetres_z_up() -> Character {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    mannequin_under(&json!({"name": "Armature", "rotation": [half, 0.0, 0.0, half], "scale": [100.0, 100.0, 100.0]}))
}

/// As the first frame after loading shows it: no time has passed.
fn open(character: Character) -> Session {
    let mut session = Session::new(ViewOptions::default(), Vec::new(), true);
    session.opened(Opened { model: Some(LoadedModel::new(None, character, Names::built_in())), ..Opened::default() });
    session
}

fn head(session: &Session) -> Vec3 {
    let stage = session.stage().unwrap();
    stage.solved_globals().position(stage.map().get(Role::Head).unwrap())
}

fn asking(session: &Session) -> Vec<&str> {
    session.problems().iter().filter(|problem| problem.asks_for_something()).map(|problem| problem.code).collect()
}

fn correct(session: &mut Session, character: Correction) {
    let rig = Rig { character, ..Rig::clone(session.document().rig()) };
    session.apply(Action::Edit { label: "Correct".into(), edit: Edit::Rig(Box::new(rig)) });
    session.tick(0.0);
}

#[test]
fn a_file_in_centimetres_with_z_up_stands_upright_in_metres_at_once() {
    let plain = open(mannequin_under(&json!({})));
    let session = open(centimetres_z_up());
    let rig = session.document().rig();
    assert_eq!((rig.character.metres_per_unit, rig.character.up), (0.01, Axis::Z));
    assert_eq!(asking(&session), [""; 0], "{:?}", session.problems());
    let kept: Vec<&str> = session.problems().iter().map(|problem| problem.code).collect();
    assert!(kept.contains(&"unit-scale") && kept.contains(&"up-axis"), "{kept:?}");
    assert!(head(&session).distance(head(&plain)) < 1e-3, "{} and {}", head(&session), head(&plain));
    let (stage, other) = (session.stage().unwrap(), plain.stage().unwrap());
    assert!((stage.leg_length() - other.leg_length()).abs() < 1e-3);
    assert!(stage.body_frame().up.distance(Vec3::Y) < 1e-5 && stage.body_frame().forward.distance(Vec3::Z) < 1e-5);
    for (foot, same) in stage.report().feet.iter().zip(&other.report().feet) {
        for (contact, other) in foot.contacts.iter().zip(same.contacts) {
            assert!(contact.position.distance(other.position) < 2e-3, "{contact:?} and {other:?}");
        }
    }
}

#[test]
fn each_fix_is_one_step_and_all_of_them_are_one_too() {
    let mut session = open(centimetres_z_up());
    correct(&mut session, Correction::default());
    let wanted = ["up-axis", "unit-scale"];
    assert_eq!(asking(&session), wanted, "{:?}", session.problems());
    let lying = head(&session);
    assert!(lying.z > 100.0 && lying.y.abs() < 50.0, "{lying}");

    let steps = session.document().history().labels().len();
    let camera = session.camera_request().0;
    let up = session.problems().iter().position(|problem| problem.code == "up-axis").unwrap();
    session.apply(Action::FixProblem(up));
    session.tick(0.0);
    assert_eq!(session.document().history().labels().len(), steps + 1);
    assert_eq!(session.document().history().undo_label(), Some("Take +Z as up"));
    assert_eq!(asking(&session), ["unit-scale"]);
    assert!(head(&session).y > 100.0, "{}", head(&session));
    assert_ne!(session.camera_request().0, camera, "what stands otherwise is framed anew");

    session.apply(Action::Run(Command::Undo));
    session.apply(Action::FixAll);
    session.tick(0.0);
    assert_eq!(session.document().history().labels().len(), steps + 1);
    assert_eq!(session.document().history().undo_label(), Some("Fix 2 problems"));
    assert_eq!(asking(&session), [""; 0]);
    assert!((1.4..1.8).contains(&head(&session).y), "{}", head(&session));
    session.apply(Action::Run(Command::Undo));
    session.tick(0.0);
    assert_eq!(head(&session), lying);
    session.apply(Action::FixAll);
    session.apply(Action::FixAll);
    assert_eq!(session.document().history().labels().len(), steps + 1, "nothing is left to mend");
}

#[test]
fn what_is_dragged_in_the_world_is_kept_in_the_models_axes() {
    let mut session = open(centimetres_z_up());
    let arm =
        session.document().rig().chains.iter().position(|chain| chain.tip == BoneRef::Role(Role::LeftHand)).unwrap();
    let item = Item::Goal(arm);
    let wanted = Vec3::new(0.3, 1.1, 0.25);
    session.apply(Action::MoveHandle { item, position_in_world: wanted, rotation_in_world: None });
    session.tick(0.0);
    let handle = session.handles().iter().find(|handle| handle.item == item).copied().unwrap();
    assert!(handle.position_in_world.distance(wanted) < 1e-5, "{handle:?}");
    let stage = session.stage().unwrap();
    let report = stage.report().chains.iter().find(|report| report.chain == arm).unwrap();
    assert!(report.reached && report.position.distance(wanted) < 1e-3, "{report:?}");
    let hand = stage.solved_globals().position(stage.map().get(Role::LeftHand).unwrap());
    assert!(hand.distance(wanted) < 1e-3, "{hand}");
    // +Z is up and -Y is in front.
    let note = Vec3::from_array(session.document().goal(arm).unwrap().position);
    assert!(note.distance(Vec3::new(0.3, -0.25, 1.1)) < 1e-2, "{note}");
}

#[test]
fn a_problem_leads_to_its_joint() {
    let mut session = open(centimetres_z_up());
    correct(&mut session, Correction::default());
    let hips = session.stage().unwrap().map().get(Role::Hips).unwrap();
    let problem = session.problems().iter().find(|problem| problem.code == "unit-scale").unwrap().clone();
    assert_eq!((problem.severity, problem.item), (Severity::Warning, Some(Item::Bone(hips))));
    let item = problem.item.unwrap();
    session.apply(Action::Select { item, how: SelectHow::Replace });
    assert_eq!(session.selection().primary(), Some(item));
}

#[test]
fn a_fix_of_single_bones_keeps_the_roles_that_were_found() {
    let mut session = open(mannequin_under(&json!({})));
    let rig = Rig { bones: Default::default(), ..Rig::clone(session.document().rig()) };
    session.apply(Action::Edit { label: "Use what is found".into(), edit: Edit::Rig(Box::new(rig)) });
    let found = session.stage().unwrap().map().iter().count();
    let edit = Edit::Mend(surefoot::rig::Fix::Bone { role: Role::LeftShoulder, bone: None });
    session.apply(Action::Edit { label: "Leave leftShoulder out".into(), edit });
    assert_eq!(session.document().rig().bones.len(), found - 1);
}
