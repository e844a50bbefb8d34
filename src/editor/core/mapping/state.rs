use surefoot::humanoid::{Role, RoleFault, role_faults};
use surefoot::skeleton::JointId;

use super::super::Stage;

/// How sure it is that a role has the right bone; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoleState {
    /// It has a bone that can't be right.
    Wrong,
    /// A humanoid needs it.
    Missing,
    /// The bone was little more than guessed.
    Doubtful,
    Mapped,
    /// None, and a character can do without it.
    Unmapped,
}

impl RoleState {
    /// Below this confidence a bone is doubtful.
    pub const DOUBTFUL: f32 = 0.6;
}

/// All there is to say of a role on this character.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleView {
    pub role: Role,
    pub joint: Option<JointId>,
    pub state: RoleState,
    /// Recognised otherwise, and changed by hand.
    pub by_hand: bool,
    /// Why it has this bone, or none; a clause.
    pub why: String,
}

impl RoleView {
    /// One for every role, in [`Role::ALL`]'s order.
    pub fn all(stage: &Stage) -> Vec<Self> {
        let faults = role_faults(stage.skeleton(), stage.map());
        let fault_of = |role: Role| faults.iter().find(|fault| fault.0 == role).map(|fault| fault.1);
        Role::ALL.into_iter().map(|role| Self::of(stage, role, fault_of(role))).collect()
    }

    fn of(stage: &Stage, role: Role, fault: Option<RoleFault>) -> Self {
        let joint = stage.map().get(role);
        let detected = stage.detection().get(role);
        let found = detected.filter(|found| Some(found.joint) == joint);
        let by_hand = found.is_none() && (joint.is_some() || detected.is_some());
        let state = match (joint, fault, found) {
            (Some(_), Some(_), _) => RoleState::Wrong,
            (Some(_), None, Some(found)) if found.confidence < RoleState::DOUBTFUL => RoleState::Doubtful,
            (Some(_), ..) => RoleState::Mapped,
            (None, ..) if role.is_required() => RoleState::Missing,
            (None, ..) => RoleState::Unmapped,
        };
        let why = match (fault, found) {
            (Some(fault), _) => fault.to_string(),
            (None, Some(found)) => format!("{:.0} % sure: {}", found.confidence * 100.0, found.why),
            (None, None) if joint.is_some() => "set by hand".into(),
            (None, None) if by_hand => "taken away by hand".into(),
            (None, None) if role.is_required() => "a humanoid needs this bone; pick it here".into(),
            (None, None) => "not found; a character can do without it".into(),
        };
        Self { role, joint, state, by_hand, why }
    }
}
