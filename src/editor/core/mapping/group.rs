use surefoot::humanoid::{Role, Side};

/// The pages of the humanoid map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MapGroup {
    #[default]
    Body,
    /// Neck, head, eyes and jaw.
    Head,
    LeftHand,
    RightHand,
}

impl MapGroup {
    pub const ALL: [Self; 4] = [Self::Body, Self::Head, Self::LeftHand, Self::RightHand];

    pub fn of(role: Role) -> Self {
        let name = role.name();
        let is_finger = ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|finger| name.contains(finger));
        match role.side() {
            Some(Side::Left) if is_finger => Self::LeftHand,
            Some(Side::Right) if is_finger => Self::RightHand,
            _ if matches!(role, Role::Neck | Role::Head | Role::LeftEye | Role::RightEye | Role::Jaw) => Self::Head,
            _ => Self::Body,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Head => "head",
            Self::LeftHand => "left hand",
            Self::RightHand => "right hand",
        }
    }

    /// In [`Role::ALL`]'s order.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| Self::of(role) == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_page() {
        let counts = MapGroup::ALL.map(|group| group.roles().count());
        assert_eq!(counts, [20, 5, 15, 15]);
        assert_eq!(MapGroup::of(Role::LeftHand), MapGroup::Body, "the hand itself is part of the arm");
        assert_eq!(MapGroup::of(Role::RightThumbMetacarpal), MapGroup::RightHand);
    }
}
