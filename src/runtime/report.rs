use glam::Vec3;

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
    /// The hint lies on the limb's own line and was ignored.
    HintOnLine,
    /// The sweeps ended before the tolerance was met.
    IterationsSpent,
    /// The goal was not finite and was ignored.
    GoalNotFinite,
}

impl Decision {
    pub const ALL: [Self; 9] = [
        Self::OutOfReach,
        Self::TooNear,
        Self::Limit,
        Self::Weight,
        Self::Softened,
        Self::Stretched,
        Self::HintOnLine,
        Self::IterationsSpent,
        Self::GoalNotFinite,
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
            Self::HintOnLine => "hint_on_line",
            Self::IterationsSpent => "iterations_spent",
            Self::GoalNotFinite => "goal_not_finite",
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

    pub fn contains(self, decision: Decision) -> bool {
        self.0 & 1 << decision as u8 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Decision> {
        Decision::ALL.into_iter().filter(move |&decision| self.contains(decision))
    }
}

/// How one chain ended. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainReport {
    /// Index into the rig's chains.
    pub chain: usize,
    /// None where the chain had no goal and passed the pose through.
    pub target: Option<Vec3>,
    pub position: Vec3,
    /// Distance from tip to target; 0 without a target.
    pub error: f32,
    pub reached: bool,
    pub iterations: u32,
    pub decided_by: Decisions,
}

/// A point of a sole and the ground under it. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactReport {
    /// `heel`, `ball` or `toe`.
    pub name: &'static str,
    pub position: Vec3,
    /// None where the cast met nothing.
    pub ground: Option<Vec3>,
    pub normal: Vec3,
    /// Height of the contact over the ground along the normal; below 0 it is inside.
    pub gap: f32,
}

/// How one foot ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootReport {
    /// Index into the rig's chains.
    pub chain: usize,
    pub planted: bool,
    /// Slope of the ground under the foot, radians.
    pub slope: f32,
    /// Angle between the sole and the ground (within the tilt cap), radians.
    pub sole_angle_error: f32,
    pub contacts: [ContactReport; 3],
}

/// How the look ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookReport {
    pub target: Vec3,
    /// Angle between the head's or eyes' line of sight and the target, radians.
    pub error: f32,
    /// A limit kept it from the target.
    pub clamped: bool,
}

/// What happened in one call of `solve`; kept in the memory and filled anew, so that a call allocates nothing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SolveReport {
    pub chains: Vec<ChainReport>,
    pub feet: Vec<FootReport>,
    pub look: Option<LookReport>,
    /// How far the pelvis was moved, world space, metres.
    pub pelvis_offset: Vec3,
}
