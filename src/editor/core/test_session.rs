//! The bundled character, opened, for tests.

use surefoot::character::Character;
use surefoot::humanoid::Names;

use super::{Action, LoadedModel, Opened, PlaybackAction, Session, ViewOptions};

pub fn mannequin() -> LoadedModel {
    let bytes = include_bytes!("../../../assets/mannequin.glb");
    let nothing = |uri: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, uri.to_owned()));
    LoadedModel::new(None, Character::from_bytes("mannequin", bytes, &nothing).unwrap(), Names::built_in())
}

/// A session with `model` open, one frame on.
pub fn open(model: LoadedModel) -> Session {
    let mut session = Session::new(ViewOptions::default(), Vec::new(), true);
    session.opened(Opened { model: Some(model), ..Opened::default() });
    session.tick(0.0);
    session
}

/// One in which the walk of the bundled character is chosen.
pub fn walking() -> Session {
    walking_at(0.0)
}

/// And shown at `time_s` seconds from the first frame on.
pub fn walking_at(time_s: f32) -> Session {
    let mut session = open(mannequin());
    let walk = session.stage().unwrap().clips().position(|found| found.clip.name == "walk").unwrap();
    session.apply(Action::Playback(PlaybackAction::Clip(Some(walk))));
    session.apply(Action::Playback(PlaybackAction::Seek(time_s)));
    session.tick(0.0);
    session
}
