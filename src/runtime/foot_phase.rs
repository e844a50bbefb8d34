use glam::Vec3;

/// What a clip knows of one foot now: whether it stands, for how long, and where it stands or will stand next.
///
/// With it a foot is on its ground from the first frame to the last, and while it swings it is led to where it will land; without it
/// a foot is judged by its height and its speed as they come.
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
    /// Where it stands now, or, while it swings, will stand next.
    pub footprint: Footprint,
    /// How high over the character's own ground the animation has the foot's lowest contact when it comes down next, metres in the world. 0
    /// for a clip without fault; one that hovers or sinks is put right over the whole swing.
    pub landing_height: f32,
}

impl FootPhase<'_> {
    pub(super) fn is_sound(&self) -> bool {
        self.since_s >= 0.0
            && self.until_s >= 0.0
            && self.landing_height.is_finite()
            && self.footprint.ball_in_world.is_finite()
            && self.footprint.ahead_in_world.is_finite()
    }
}

/// The print of a foot that stands flat, seen from above; heights are not read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Under the ball of the foot, metres.
    pub ball_in_world: Vec3,
    /// From heel to toe, of any length.
    pub ahead_in_world: Vec3,
}
