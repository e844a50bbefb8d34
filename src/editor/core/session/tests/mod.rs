//! The session as actions change it, with no window.

mod animations;
mod chance;
mod contacts;
mod editing;
mod files;
mod other;
mod props;
mod report;
mod scenes;
mod stroll;

use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::Role;

use crate::editor::core::Session;
use crate::editor::core::{Action, Edit, Item, SelectHow};

fn bone(session: &Session, role: Role) -> Item {
    Item::Bone(session.stage().unwrap().map().get(role).unwrap())
}

fn select(session: &mut Session, item: Item) {
    session.apply(Action::Select { item, how: SelectHow::Replace });
}

fn edit(session: &mut Session, label: &str, edit: Edit) {
    session.apply(Action::Edit { label: label.into(), edit });
    session.tick(0.0);
}

fn slope(angle_deg: f32) -> Edit {
    Edit::Ground(GroundScene { shape: GroundShape::Slope { angle_deg }, ..GroundScene::default() })
}
