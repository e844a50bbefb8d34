use std::path::PathBuf;
use std::sync::Arc;

use glam::Vec3;
use surefoot::ground::{
    GroundScene, GroundShape, Hit, LayerMask, Piece, PieceShape, Scene, SceneMesh, SurfaceMesh, scene,
};
use surefoot::rig::Rig;

use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Command, Edit, Item, PathPurpose, Request};
use crate::editor::core::{Opened, Session};

fn stand_on(session: &mut Session, name: &str) {
    let edit = Edit::Scene(Some(Box::new(scene(name).unwrap())));
    session.apply(Action::Edit { label: "Stand".into(), edit });
    session.tick(0.0);
}

fn pieces(session: &Session) -> usize {
    session.document().scene().map_or(0, |scene| scene.pieces.len())
}

/// Contacts of both feet, in the world.
fn soles(session: &Session) -> Vec<Vec3> {
    let feet = &session.stage().unwrap().report().feet;
    feet.iter().flat_map(|foot| foot.contacts).map(|contact| contact.position).collect()
}

#[test]
fn pieces_are_added_changed_taken_away_and_brought_back() {
    let mut session = open(mannequin());
    let flat = GroundScene { shape: GroundShape::Flat, heading_deg: 0.0 };
    session.apply(Action::Edit { label: "Flat".into(), edit: Edit::Ground(flat) });
    assert!(session.document().scene().is_none());
    session.apply(Action::Run(Command::AddPlatform));
    assert_eq!(pieces(&session), 2, "the ground that was there, and the platform on it");
    assert_eq!(session.selection().primary(), Some(Item::Piece(1)));
    session.tick(0.0);
    let height = |session: &Session| soles(session).iter().map(|sole| sole.y).sum::<f32>() / 6.0;
    assert!((height(&session) - 0.12).abs() < 0.01, "{}", height(&session));
    session.apply(Action::Run(Command::Duplicate));
    assert_eq!((pieces(&session), session.selection().primary()), (3, Some(Item::Piece(2))));
    session.apply(Action::Run(Command::Delete));
    assert_eq!((pieces(&session), session.selection().primary()), (2, None));
    for _ in 0..3 {
        session.apply(Action::Run(Command::Undo));
    }
    assert!(session.document().scene().is_none(), "as before the first piece");
    session.apply(Action::Run(Command::Redo));
    session.tick(0.0);
    assert!((height(&session) - 0.12).abs() < 0.01);
}

#[test]
fn the_form_under_a_scene_is_that_of_its_analytic_piece() {
    let mut session = open(mannequin());
    stand_on(&mut session, "rubble");
    assert_eq!(session.document().base().map(|base| base.shape), Some(GroundShape::Flat));
    let slope = GroundScene { shape: GroundShape::Slope { angle_deg: 10.0 }, heading_deg: 90.0 };
    session.apply(Action::Edit { label: "Slope".into(), edit: Edit::Ground(slope) });
    assert_eq!(session.document().base(), Some(slope));
    assert_eq!(pieces(&session), 2);
    session.apply(Action::Edit { label: "Away".into(), edit: Edit::Scene(None) });
    assert_eq!((session.document().base(), session.document().scene()), (Some(slope), None));
}

#[test]
fn a_scene_is_opened_as_a_step_of_the_same_document_and_saved_apart() {
    let mut session = open(mannequin());
    session.take_requests();
    let path = PathBuf::from("/scenes/yard.scene.ron");
    session.apply(Action::OpenScene(path.clone()));
    assert_eq!(session.take_requests(), [Request::ReadScene { path: path.clone() }]);
    let yard = Scene {
        pieces: vec![
            Piece::new(PieceShape::Ground(GroundShape::Flat)),
            Piece::new(PieceShape::Mesh { file: "a/rock.glb".into() }),
        ],
        ..Scene::default()
    };
    session.scene_read(path.clone(), yard.clone(), Vec::new());
    assert_eq!(session.document().scene().map(|scene| scene.name.as_str()), Some("yard.scene"));
    assert_eq!(session.document().history().undo_label(), Some("Stand on yard.scene"));
    let whole = "/scenes/a/rock.glb";
    assert_eq!(session.document().scene().unwrap().mesh_files(), [whole]);
    assert_eq!(session.take_requests(), [Request::ReadSceneMesh { file: whole.into() }], "asked for once");
    session.apply(Action::Run(Command::Undo));
    session.apply(Action::Run(Command::Redo));
    assert_eq!(session.take_requests(), []);

    session.apply(Action::Run(Command::SaveScene));
    let Some(Request::PickPath { purpose: PathPurpose::SaveScene, suggestion }) = session.take_requests().pop() else {
        panic!("a dialog")
    };
    assert_eq!(suggestion, Some(path));
    session.path_chosen(PathPurpose::SaveScene, "/other/yard.ron".into());
    let Some(Request::WriteScene { text, .. }) = session.take_requests().pop() else { panic!("a file") };
    let saved = Scene::from_ron(&text).unwrap().scene;
    assert_eq!(saved.mesh_files(), [whole], "only the root is shared");
    assert!(session.document().is_dirty(), "the rig itself is not saved");
}

#[test]
fn a_rig_names_the_meshes_of_its_scene_from_its_own_folder() {
    let mut session = open(mannequin());
    let mesh = Piece::new(PieceShape::Mesh { file: "/home/me/scenes/rock.glb".into() });
    let rocky = Scene { pieces: vec![mesh], ..Scene::default() };
    session.apply(Action::Edit { label: "Rocky".into(), edit: Edit::Scene(Some(Box::new(rocky.clone()))) });
    session.take_requests();
    session.path_chosen(PathPurpose::SaveRig, "/home/me/rigs/hero.rig.ron".into());
    let Some(Request::Write { text, path }) = session.take_requests().pop() else { panic!("a file") };
    let rig = Rig::from_ron(&text).unwrap().rig;
    assert_eq!(rig.editor.as_ref().unwrap().scene.as_ref().unwrap().mesh_files(), ["../scenes/rock.glb"]);
    let mut again = open(mannequin());
    again.opened(Opened { rig: Some((path, rig, Vec::new())), ..Opened::default() });
    assert_eq!(again.document().scene().unwrap().mesh_files(), ["/home/me/rigs/../scenes/rock.glb"]);
    assert!(!again.document().is_dirty());
}

/// A level at a height.
struct Level(f32);

impl surefoot::ground::Ground for Level {
    fn cast(&self, origin: Vec3, direction: Vec3, most: f32, _: LayerMask) -> Option<Hit> {
        let way = (self.0 - origin.y) / direction.y;
        (direction.y < 0.0 && (0.0..=most).contains(&way)).then(|| Hit::still(origin + direction * way, Vec3::Y))
    }
}

#[test]
fn feet_find_a_mesh_once_it_has_come() {
    let mut session = open(mannequin());
    let mesh = Piece::new(PieceShape::Mesh { file: "/rock.glb".into() });
    let flat = Piece { position: [0.0, -0.1, 0.0], ..Piece::new(PieceShape::Ground(GroundShape::Flat)) };
    let rocky = Scene { pieces: vec![mesh, flat], ..Scene::default() };
    session.apply(Action::Edit { label: "Rocky".into(), edit: Edit::Scene(Some(Box::new(rocky))) });
    session.tick(0.0);
    assert!(soles(&session).iter().all(|sole| (sole.y + 0.1).abs() < 0.01), "{:?}", soles(&session));
    let mesh = SceneMesh { ground: Box::new(Level(0.05)), surface: SurfaceMesh::default() };
    session.scene_mesh_read("/rock.glb".into(), Ok(Arc::new(mesh)));
    session.tick(0.0);
    assert!(soles(&session).iter().all(|sole| (sole.y - 0.05).abs() < 0.01), "{:?}", soles(&session));
}

#[test]
fn the_character_rides_on_what_moves_and_its_feet_keep_their_place() {
    let mut session = open(mannequin());
    stand_on(&mut session, "raft");
    assert!(!session.is_animating(), "nothing moves before it is asked to");
    let on_raft = |session: &Session| -> Vec<Vec3> {
        let raft = session.stage().unwrap().ground().world_from_piece(1).unwrap();
        soles(session).into_iter().map(|sole| raft.rotation.conjugate() * (sole - raft.translation)).collect()
    };
    let first = on_raft(&session);
    session.apply(Action::Run(Command::RunScene));
    assert!(session.is_animating());
    for frame in 0..300 {
        session.tick(1.0 / 60.0);
        for (now, first) in on_raft(&session).iter().zip(&first) {
            assert!(now.distance(*first) < 1e-3, "frame {frame}: {now} {first}");
        }
    }
    let gone = session.stage().unwrap().carried().translation;
    assert!(gone.length() > 0.3, "{gone}");
    session.apply(Action::Run(Command::RunScene));
    assert!(!session.is_animating());
    // Back at the start it stands where it stood, whatever came before.
    session.apply(Action::SeekScene(0.0));
    session.tick(0.0);
    for (now, first) in on_raft(&session).iter().zip(&first) {
        assert!(now.distance(*first) < 1e-5, "{now} {first}");
    }
}

#[test]
fn goals_go_with_the_character_and_can_be_moved_there() {
    let mut session = open(mannequin());
    stand_on(&mut session, "raft");
    session.apply(Action::SeekScene(4.0));
    session.tick(0.0);
    let goal = |session: &Session| {
        session
            .handles()
            .iter()
            .find(|handle| matches!(handle.item, Item::Goal(_)))
            .map(|handle| (handle.item, handle.position_in_world))
    };
    let (item, at) = goal(&session).unwrap();
    let to = at + Vec3::new(0.05, 0.05, 0.0);
    session.apply(Action::MoveHandle { item, position_in_world: to, rotation_in_world: None });
    session.tick(0.0);
    assert!(goal(&session).unwrap().1.distance(to) < 1e-4);
}
