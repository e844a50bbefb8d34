use super::figures::{Figures, SourceFigures};

/// The leg for which the bars in metres are written; they grow and shrink with the character's own.
pub const HUMAN_LEG: f32 = 0.9;

/// A third of a stance is when a walker has both feet down: a foot that leaves up to half of that early, or comes as late, leaves the other standing. Past
/// half of its stance it hardly stands.
const LET_GO: [f32; 2] = [1.0 / 6.0, 0.5];

/// Degrees.
const ROUNDING: f32 = 0.01;

/// How figures stand against the bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Within every target.
    Pass,
    /// Past a target, but past no bar of failure.
    Warn,
    /// Past a bar of failure.
    Fail,
}

/// One figure against its bars: past `target` is a warning, past `fail` a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    pub name: &'static str,
    pub value: f32,
    pub target: f32,
    /// Infinite where nothing fails.
    pub fail: f32,
    /// It is past a bar when it is below; otherwise when it is above.
    pub less_is_worse: bool,
    pub verdict: Verdict,
}

impl Judged {
    /// How far past its target it is, by what it may be past that before it fails, or by the target where nothing fails; below 0 within it.
    /// For telling which of several is worst.
    pub fn excess(&self) -> f32 {
        let room = if self.fail.is_finite() { (self.fail - self.target).abs() } else { self.target.abs() };
        let past = if self.less_is_worse { self.target - self.value } else { self.value - self.target };
        past / room.max(1e-3)
    }
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }

    /// The worst of all figures.
    pub(super) fn of(figures: &Figures, source: &SourceFigures, leg_length: f32) -> Self {
        judge(figures, source, leg_length).iter().map(|judged| judged.verdict).max().unwrap_or(Self::Pass)
    }
}

/// Every figure that has bars. Lengths and speeds are for a leg of [`HUMAN_LEG`] and scale with the character's; what the clip itself does
/// to knee and pelvis is no fault of the rig.
pub fn judge(figures: &Figures, source: &SourceFigures, leg_length: f32) -> Vec<Judged> {
    let human = leg_length / HUMAN_LEG;
    let most = |name, value: f32, target: f32, fail: f32| {
        let verdict = if value > fail {
            Verdict::Fail
        } else if value > target {
            Verdict::Warn
        } else {
            Verdict::Pass
        };
        Judged { name, value, target, fail, less_is_worse: false, verdict }
    };
    // A knee that the clip holds straighter than the target may stay so.
    let flex = source.knee_flex_min_deg.min(2.0);
    let least = |name, value: f32, target: f32, fail: f32| {
        // Rounding is no bend.
        let verdict = most(name, -value, ROUNDING - target, ROUNDING - fail).verdict;
        Judged { name, value, target, fail, less_is_worse: true, verdict }
    };
    vec![
        most("drift_max_mm", figures.drift_max_mm, 5.0 * human, 21.0 * human),
        most("skating_ratio", figures.skating_ratio, figures.skating_ratio_source, figures.skating_ratio_source + 0.01),
        most("penetration_p95_mm", figures.penetration_p95_mm, 2.0 * human, f32::INFINITY),
        most("penetration_max_mm", figures.penetration_max_mm, 5.0 * human, 30.0 * human),
        most("gap_p95_mm", figures.gap_p95_mm, 3.0 * human, f32::INFINITY),
        most("gap_max_mm", figures.gap_max_mm, 5.0 * human, 10.0 * human),
        most("sole_angle_settled_deg", figures.sole_angle_settled_deg, 1.0, 5.0),
        most("sole_angle_moving_deg", figures.sole_angle_moving_deg, 3.0, 5.0),
        least("knee_flex_min_deg", figures.knee_flex_min_deg, flex, flex.min(0.0)),
        most("knee_step_max_deg", figures.knee_step_max_deg, 6.0, 15.0),
        most(
            "pelvis_speed_max",
            figures.pelvis_speed_max,
            (1.5 * human).max(source.pelvis_speed_max),
            (3.0 * human).max(source.pelvis_speed_max * 1.1),
        ),
        most(
            "pelvis_sign_changes_per_step",
            figures.pelvis_sign_changes_per_step,
            source.pelvis_sign_changes_per_step.max(2.0),
            f32::INFINITY,
        ),
        most("let_go_share", figures.let_go_share, LET_GO[0], LET_GO[1]),
        most("limit_violation_max_deg", figures.limit_violation_max_deg, 0.1, 1.0),
    ]
}
