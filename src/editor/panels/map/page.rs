//! What a page shows of the map: as it is, or as the automatic map would make it.

use surefoot::humanoid::{DetectedBone, Role};
use surefoot::skeleton::JointId;

use crate::editor::core::mapping::{MapGroup, RoleChange, RoleState, RoleView};
use crate::editor::core::{Session, Stage};
use crate::editor::meaning;

/// One page in one frame.
pub struct Page {
    pub group: MapGroup,
    /// Every role, in [`Role::ALL`]'s order.
    pub roles: Vec<RoleView>,
    /// Roles whose recognised bone was little more than guessed.
    guessed: Vec<Role>,
    /// What is proposed, while it is asked about.
    pub preview: Option<Vec<RoleChange>>,
}

impl Page {
    pub fn new(session: &Session, stage: &Stage, group: MapGroup) -> Self {
        let is_guess = |found: &&DetectedBone| found.confidence < RoleState::DOUBTFUL;
        let guessed = stage.detection().bones.iter().filter(is_guess).map(|found| found.role).collect();
        Self { group, roles: RoleView::all(stage), guessed, preview: session.map_preview() }
    }

    pub fn view(&self, role: Role) -> &RoleView {
        &self.roles[role as usize]
    }

    pub fn change(&self, role: Role) -> Option<&RoleChange> {
        self.preview.as_ref()?.iter().find(|change| change.role == role)
    }

    /// The bone the role has, or would have.
    pub fn joint(&self, role: Role) -> Option<JointId> {
        self.change(role).map_or(self.view(role).joint, |change| change.to)
    }

    pub fn is_mapped(&self, role: Role) -> bool {
        self.joint(role).is_some()
    }

    /// As it is, or what it would be.
    pub fn state(&self, role: Role) -> RoleState {
        match self.change(role) {
            Some(change) if change.to.is_some() && self.guessed.contains(&role) => RoleState::Doubtful,
            Some(change) if change.to.is_some() => RoleState::Mapped,
            Some(_) if role.is_required() => RoleState::Missing,
            Some(_) => RoleState::Unmapped,
            None => self.view(role).state,
        }
    }

    /// Mapped roles of a group, and all.
    pub fn count(&self, group: MapGroup) -> (usize, usize) {
        (group.roles().filter(|&role| self.is_mapped(role)).count(), group.roles().count())
    }
}

/// `leftFoot: foot_l`, or what is the matter with a role that has no bone.
pub fn spoken(stage: &Stage, page: &Page, role: Role) -> String {
    match (page.joint(role), page.state(role)) {
        (Some(joint), _) => format!("{role}: {}", meaning::joint_name(stage, joint)),
        (None, RoleState::Missing) => format!("{role}: missing"),
        (None, _) => format!("{role}: no bone"),
    }
}
