use glam::Vec3;

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
    /// Heel, ball and toe tip as the animation has them in the middle of this stance, or, while the foot swings, of the next. Metres, in the
    /// world as if it were as level as the animation takes it to be, at the height of the root now.
    pub stand_in_world: [Vec3; 3],
    /// The same when the foot comes down: elsewhere in a clip whose feet slide.
    pub touch_down_in_world: [Vec3; 3],
    /// How high over the character's own ground the animation has the foot in that stance, metres in the world: 0 for a clip without fault, for
    /// one that hovers or sinks what the foot is put right by.
    pub stands_at: f32,
}

impl FootPhase<'_> {
    pub(super) fn is_sound(&self) -> bool {
        self.since_s >= 0.0
            && self.until_s >= 0.0
            && self.stands_at.is_finite()
            && self.stand_in_world.iter().chain(&self.touch_down_in_world).all(|point| point.is_finite())
    }
}
