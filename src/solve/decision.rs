/// What decided where a chain ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Decision {
    /// The goal is farther than the chain is long.
    OutOfReach,
    /// The goal is nearer than the chain can fold.
    TooNear,
    /// A joint limit held it back.
    Limit,
    /// A weight below 1 did.
    Weight,
    /// The limb is softened near its full length.
    Softened,
    /// The limb was stretched.
    Stretched,
    /// The bone above the limb turned to help.
    Shoulder,
    /// The hint lies on the limb's own line and was ignored.
    HintOnLine,
    /// The sweeps ended before the tolerance was met.
    IterationsSpent,
    /// The goal was not finite and was ignored.
    GoalNotFinite,
    /// The goal is where a small step of it swings the bend plane far: by more than 1° a millimetre.
    NearSingular,
}

impl Decision {
    pub const ALL: [Self; 11] = [
        Self::OutOfReach,
        Self::TooNear,
        Self::Limit,
        Self::Weight,
        Self::Softened,
        Self::Stretched,
        Self::Shoulder,
        Self::HintOnLine,
        Self::IterationsSpent,
        Self::GoalNotFinite,
        Self::NearSingular,
    ];

    /// As the command line prints it, as in `out_of_reach`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutOfReach => "out_of_reach",
            Self::TooNear => "too_near",
            Self::Limit => "limit",
            Self::Weight => "weight",
            Self::Softened => "softened",
            Self::Stretched => "stretched",
            Self::Shoulder => "shoulder",
            Self::HintOnLine => "hint_on_line",
            Self::IterationsSpent => "iterations_spent",
            Self::GoalNotFinite => "goal_not_finite",
            Self::NearSingular => "near_singular",
        }
    }
}

/// A set of [`Decision`]s; needs no memory of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Decisions(u16);

impl Decisions {
    pub fn insert(&mut self, decision: Decision) {
        self.0 |= 1 << decision as u8;
    }

    /// Everything that is in one or the other.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn contains(self, decision: Decision) -> bool {
        self.0 & 1 << decision as u8 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Decision> {
        Decision::ALL.into_iter().filter(move |&decision| self.contains(decision))
    }
}
