use std::cmp::Ordering;

use super::suite::SuiteCell;

/// How one rig stands on a ground against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Better,
    Same,
    Worse,
}

/// The figure that is farthest past its target must be nearer to it by this share of the way from target to failure.
const TELLS: f32 = 0.1;

impl Change {
    pub const ALL: [Self; 3] = [Self::Better, Self::Same, Self::Worse];

    /// Another verdict, or, past a target on both, a worst figure that is clearly nearer to its target or farther from it.
    pub fn of(now: &SuiteCell, than: &SuiteCell) -> Self {
        match now.verdict().cmp(&than.verdict()) {
            Ordering::Less => Self::Better,
            Ordering::Greater => Self::Worse,
            Ordering::Equal => {
                let excess = |cell: &SuiteCell| cell.past_target().first().map_or(0.0, |judged| judged.excess());
                match excess(now) - excess(than) {
                    by if by < -TELLS => Self::Better,
                    by if by > TELLS => Self::Worse,
                    _ => Self::Same,
                }
            }
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Same => "the same",
            Self::Worse => "worse",
        }
    }

    /// As the other rig sees it.
    pub fn reversed(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Same => Self::Same,
            Self::Worse => Self::Better,
        }
    }
}
