use super::verdict::Verdict;

/// How well feet stood, over every measured frame and foot. Lengths are the character's own, not scaled.
///
/// A foot is *planted* while the clip has its heel, ball or toe tip down: low, and slow over flat ground that is crossed as the clip
/// travels (see [`Stances`](crate::stance::Stances)); and, where the rig is told of that, while its leg reaches: how much of stands
/// that leaves out is a figure of its own, `let_go_share`. *Beyond the clip* means less what the clip itself has over its own flat ground in the
/// same frame, so that a clip whose feet hover or sink is not held against the rig; [`SourceFigures`] tell what that is.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Figures {
    /// The farthest that a planted foot slides from where it came down, in the plane of the ground. From frame to frame a foot slides as
    /// far as the one of its planted contacts that moves least, so that rolling from heel over ball to toe is none; what is counted is
    /// the way from the start of the plant, the slides put one after the other. Not less what the clip slides. Millimetres.
    pub drift_max_mm: f32,
    /// How deep the deepest of heel, ball, toe tip and both edges of a planted foot is inside the ground, by the shortest way out, beyond
    /// the clip: the 95th percentile of frames and the most. Millimetres.
    pub penetration_p95_mm: f32,
    pub penetration_max_mm: f32,
    /// How far a planted foot is over the ground: the nearest of heel, ball, toe tip and both edges, along the ground's normal, beyond the
    /// clip. A heel that the clip lifts while the ball is down is no gap, nor is one that reaches over a stair's edge. Millimetres.
    pub gap_p95_mm: f32,
    pub gap_max_mm: f32,
    /// Share of frames in which a foot skates: its ball is within 50 mm of the ground, along its normal, in this frame and the last, and
    /// moves faster than 0.5 m/s in the ground's plane, now and on average over a quarter of a second about now; both for a leg of 0.9 m.
    /// As OmniControl (Xie and others, 2023) has it on level ground.
    pub skating_ratio: f32,
    /// The same of the clip over flat ground.
    pub skating_ratio_source: f32,
    /// Angle between the sole and the ground under it (its length from heel to ball, within the tilt cap), less the angle that the clip has
    /// between the sole and flat ground, while heel and ball are down: since a tenth of a second or longer, and at all. Degrees.
    pub sole_angle_settled_deg: f32,
    pub sole_angle_moving_deg: f32,
    /// The least bend of a knee; below 0 it bends the wrong way. Degrees.
    pub knee_flex_min_deg: f32,
    /// The most that a knee's bend changes in a sixtieth of a second, beyond the clip. Within 20° of straight all of it counts, for there a
    /// knee pops. Bent further it goes over a step faster than over flat ground, so that only what is beyond 15° counts. Degrees.
    pub knee_step_max_deg: f32,
    /// The fastest that the pelvis goes up or down, less the mean rise of the root over the whole recording. Metres a second.
    pub pelvis_speed_max: f32,
    /// How often the pelvis turns from up to down or back, by 2 mm for a leg of 0.9 m or more, less the mean rise, for each time that a
    /// foot comes down; 0 where none does.
    pub pelvis_sign_changes_per_step: f32,
    /// Of the frames in which the clip has a foot down, the share in which the rig lets it go, for its leg does not reach; of the foot of which
    /// that is most. A person who walks has both feet down for a third of each stance: when it is less than that, one foot stands still.
    pub let_go_share: f32,
    /// How far a joint is past its limit, beyond the clip. Degrees.
    pub limit_violation_max_deg: f32,
}

/// What the clip itself does over flat ground, by the same definitions.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SourceFigures {
    pub drift_max_mm: f32,
    /// Inside and over its own ground while planted.
    pub penetration_max_mm: f32,
    pub gap_max_mm: f32,
    pub knee_flex_min_deg: f32,
    pub pelvis_speed_max: f32,
    pub pelvis_sign_changes_per_step: f32,
}

impl Figures {
    /// Each figure's name in reports, its value, and whether less of it is worse.
    pub fn each(&self) -> [(&'static str, f32); 15] {
        [
            ("drift_max_mm", self.drift_max_mm),
            ("penetration_p95_mm", self.penetration_p95_mm),
            ("penetration_max_mm", self.penetration_max_mm),
            ("gap_p95_mm", self.gap_p95_mm),
            ("gap_max_mm", self.gap_max_mm),
            ("skating_ratio", self.skating_ratio),
            ("skating_ratio_source", self.skating_ratio_source),
            ("sole_angle_settled_deg", self.sole_angle_settled_deg),
            ("sole_angle_moving_deg", self.sole_angle_moving_deg),
            ("knee_flex_min_deg", self.knee_flex_min_deg),
            ("knee_step_max_deg", self.knee_step_max_deg),
            ("pelvis_speed_max", self.pelvis_speed_max),
            ("pelvis_sign_changes_per_step", self.pelvis_sign_changes_per_step),
            ("let_go_share", self.let_go_share),
            ("limit_violation_max_deg", self.limit_violation_max_deg),
        ]
    }

    /// Figure by figure the worse of the two.
    pub fn worse(&self, other: &Self) -> Self {
        Self {
            drift_max_mm: self.drift_max_mm.max(other.drift_max_mm),
            penetration_p95_mm: self.penetration_p95_mm.max(other.penetration_p95_mm),
            penetration_max_mm: self.penetration_max_mm.max(other.penetration_max_mm),
            gap_p95_mm: self.gap_p95_mm.max(other.gap_p95_mm),
            gap_max_mm: self.gap_max_mm.max(other.gap_max_mm),
            skating_ratio: self.skating_ratio.max(other.skating_ratio),
            skating_ratio_source: self.skating_ratio_source.max(other.skating_ratio_source),
            sole_angle_settled_deg: self.sole_angle_settled_deg.max(other.sole_angle_settled_deg),
            sole_angle_moving_deg: self.sole_angle_moving_deg.max(other.sole_angle_moving_deg),
            knee_flex_min_deg: self.knee_flex_min_deg.min(other.knee_flex_min_deg),
            knee_step_max_deg: self.knee_step_max_deg.max(other.knee_step_max_deg),
            pelvis_speed_max: self.pelvis_speed_max.max(other.pelvis_speed_max),
            pelvis_sign_changes_per_step: self.pelvis_sign_changes_per_step.max(other.pelvis_sign_changes_per_step),
            let_go_share: self.let_go_share.max(other.let_go_share),
            limit_violation_max_deg: self.limit_violation_max_deg.max(other.limit_violation_max_deg),
        }
    }

    /// How they stand against the bars; see [`Verdict`].
    pub fn verdict(&self, source: &SourceFigures, leg_length: f32) -> Verdict {
        Verdict::of(self, source, leg_length)
    }
}
