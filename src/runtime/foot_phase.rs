use glam::Vec3;

/// How many moments of a stance are told, the middle one among them.
pub const STANCE_MOMENTS: usize = 5;

/// What a clip knows of one foot now: whether it stands, for how long, and where it came down or will come down next.
///
/// With it a foot is on its ground from the first frame to the last, and while it swings it is led to where it will land; without it
/// a foot is judged by its height and its speed as they come. [`Motion::tell`](crate::stance::Motion::tell) reads it from a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPhase<'a> {
    /// Name of the foot's chain, or the role of its tip in VRM's spelling, as in `leftFoot`.
    pub chain: &'a str,
    /// Whether it stands.
    pub down: bool,
    /// Seconds since that changed last; infinite where it never does.
    pub since_s: f32,
    /// Seconds until it changes next; infinite where it never does.
    pub until_s: f32,
    /// The leg at even times of this stance, or, while the foot swings, of the next: first as the foot comes down, last as it leaves. As the
    /// animation has it; metres, in the world as if it were as level as the animation takes it to be, at the height of the root now.
    pub stance_in_world: [LegMoment; STANCE_MOMENTS],
    /// How long this stance is, or, while the foot swings, the next; seconds, infinite where the foot never leaves.
    pub stance_s: f32,
    /// How high over the character's own ground the animation has the foot in that stance, metres in the world: 0 for a clip without fault, for
    /// one that hovers or sinks what the foot is put right by.
    pub stands_at: f32,
}

/// A leg at one moment of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LegMoment {
    /// Where the limb begins, and where it ends.
    pub hip: Vec3,
    pub ankle: Vec3,
    /// Where the toes bend; their tip where they do not.
    pub toe_joint: Vec3,
    /// Heel, ball and toe tip.
    pub contacts: [Vec3; 3],
    /// The level way that the foot points, however far it is pitched; a direction of any length but 0.
    pub ahead: Vec3,
}

impl LegMoment {
    /// The same in another space: `point` for places and `way` for directions.
    pub fn map(&self, point: impl Fn(Vec3) -> Vec3, way: impl Fn(Vec3) -> Vec3) -> Self {
        Self {
            hip: point(self.hip),
            ankle: point(self.ankle),
            toe_joint: point(self.toe_joint),
            contacts: self.contacts.map(&point),
            ahead: way(self.ahead),
        }
    }

    /// Between this and another.
    pub fn lerp(&self, other: &Self, share: f32) -> Self {
        Self {
            hip: self.hip.lerp(other.hip, share),
            ankle: self.ankle.lerp(other.ankle, share),
            toe_joint: self.toe_joint.lerp(other.toe_joint, share),
            contacts: std::array::from_fn(|contact| self.contacts[contact].lerp(other.contacts[contact], share)),
            ahead: self.ahead.lerp(other.ahead, share),
        }
    }

    fn is_finite(&self) -> bool {
        [self.hip, self.ankle, self.toe_joint, self.ahead].iter().chain(&self.contacts).all(|point| point.is_finite())
    }
}

impl FootPhase<'_> {
    /// The leg in the middle of the stance.
    pub(super) fn stand(&self) -> &LegMoment {
        &self.stance_in_world[STANCE_MOMENTS / 2]
    }

    pub(super) fn is_sound(&self) -> bool {
        self.since_s >= 0.0
            && self.until_s >= 0.0
            && self.stands_at.is_finite()
            && self.stance_s >= 0.0
            && self.stance_in_world.iter().all(LegMoment::is_finite)
    }
}
