use crate::humanoid::Role;
use crate::skeleton::JointId;

/// Which joint of one skeleton has which role; at most one joint a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanoidMap {
    joints: [Option<JointId>; Role::COUNT],
}

impl HumanoidMap {
    pub fn get(&self, role: Role) -> Option<JointId> {
        self.joints[role as usize]
    }

    pub fn set(&mut self, role: Role, joint: Option<JointId>) {
        self.joints[role as usize] = joint;
    }

    /// The role of `joint`; the first in [`Role::ALL`] where it has several.
    pub fn role_of(&self, joint: JointId) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.get(role) == Some(joint))
    }

    /// Every role that has a joint, in [`Role::ALL`]'s order.
    pub fn iter(&self) -> impl Iterator<Item = (Role, JointId)> {
        Role::ALL.into_iter().filter_map(|role| Some((role, self.get(role)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.joints.iter().all(Option::is_none)
    }
}

impl Default for HumanoidMap {
    fn default() -> Self {
        Self { joints: [None; Role::COUNT] }
    }
}

impl FromIterator<(Role, JointId)> for HumanoidMap {
    fn from_iter<T: IntoIterator<Item = (Role, JointId)>>(pairs: T) -> Self {
        let mut map = Self::default();
        for (role, joint) in pairs {
            map.set(role, Some(joint));
        }
        map
    }
}
