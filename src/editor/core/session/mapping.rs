//! What the Map workspace asks for.

use surefoot::humanoid::Side;
use surefoot::rig::{EditorNotes, Rig};

use super::super::mapping::{self, MapGroup, RoleChange};
use super::super::{CameraRequest, Edit, auto_rig};
use super::Session;

impl Session {
    /// The Map workspace is shown: the character stands in its rest pose, without IK.
    pub fn is_mapping(&self) -> bool {
        self.is_mapping
    }

    /// What mapping automatically would change, while that is asked about.
    pub fn map_preview(&self) -> Option<Vec<RoleChange>> {
        self.stage.as_ref().filter(|_| self.map_preview).map(mapping::automatic)
    }

    pub(super) fn show_mapping(&mut self, is_mapping: bool) {
        if self.is_mapping != is_mapping {
            self.is_mapping = is_mapping;
            self.map_preview &= is_mapping;
            self.playback.playing = false;
            self.stale = true;
        }
    }

    pub(super) fn preview_map(&mut self) {
        let Some(stage) = &self.stage else { return };
        if mapping::automatic(stage).is_empty() {
            self.tell("Every role has the bone that is recognised as it".into());
        } else {
            self.map_preview = true;
        }
    }

    pub(super) fn end_map_preview(&mut self, apply: bool) {
        let changes = self.map_preview();
        self.map_preview = false;
        if let Some(changes) = changes.filter(|_| apply) {
            self.change_roles("Map automatically", &changes);
        }
    }

    pub(super) fn mirror_map(&mut self, from: Side) {
        let Some(stage) = &self.stage else { return };
        let changes = mapping::mirroring(stage, from);
        let label = match from {
            Side::Left => "Mirror the map from left to right",
            Side::Right => "Mirror the map from right to left",
        };
        self.change_roles(label, &changes);
    }

    pub(super) fn clear_map(&mut self, group: MapGroup) {
        let Some(stage) = &self.stage else { return };
        let changes = mapping::clearing(stage, group);
        let stays = group.roles().filter(|&role| stage.map().get(role).is_some()).count() > changes.len();
        self.change_roles(&format!("Clear the map of the {}", group.name()), &changes);
        if stays {
            self.tell("A rig that names no bone gets those that are recognised, so one stays".into());
        }
    }

    fn change_roles(&mut self, label: &str, changes: &[RoleChange]) {
        let Some(stage) = self.stage.as_ref().filter(|_| !changes.is_empty()) else { return };
        let edit = mapping::edit_of(stage, changes);
        self.edit(label.into(), edit);
    }

    /// Goals and the look target were the other's and go; the ground stays.
    pub(super) fn choose_character(&mut self, index: usize) {
        let Some(stage) = &self.stage else { return };
        let Some(detection) = stage.detections().nth(index) else { return };
        let now = self.document.rig();
        let editor =
            now.editor.clone().map(|notes| EditorNotes { goals: Vec::new(), look_target: None, prop: None, ..notes });
        let rig = Rig { editor, ..auto_rig::biped(stage, detection) };
        self.edit(format!("Rig character {}", index + 1), Edit::Rig(Box::new(rig)));
        self.ask_camera(CameraRequest::FrameCharacter);
    }
}
