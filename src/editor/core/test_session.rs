//! The bundled character, opened, for tests.

use surefoot::character::Character;
use surefoot::humanoid::Names;

use super::{LoadedModel, Opened, Session, ViewOptions};

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
