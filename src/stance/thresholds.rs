use super::intervals::Stances;
use super::planar::Twist;
use super::track::Track;

/// What makes a contact of a foot planted. Proposed from a clip; a person may change them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Height on which the clip's feet stand, metres over the character's own ground; 0 for a clip made with care.
    pub ground: f32,
    /// A contact is low up to this far over that, metres.
    pub height: f32,
    /// And planted once it moves slower than this over the ground, metres a second;
    pub speed: f32,
    /// before and after that as long as it stays slower than this.
    pub release_speed: f32,
    /// Gaps shorter than this are closed, stances shorter than this dropped; seconds.
    pub shortest_s: f32,
}

/// Bounds of what is proposed, in leg lengths (a second).
const HEIGHT: [f32; 2] = [0.007, 0.045];
const SPEED: [f32; 2] = [0.27, 0.6];
/// Or up to this share of the travel's own speed, for the feet of many clips slide while they stand: the least of these with which a walker has
/// a foot down at all times, and everyone lands on either foot.
const SPEED_OF_TRAVEL: [f32; 3] = [0.5, 0.8, 1.1];
/// Walkers are slower than this, leg lengths a second; runners have times with both feet up,
const WALKS: f32 = 2.4;
/// and a walker none but this share.
const FLIGHT: f32 = 0.06;
/// Stances end where the speed is this many times what it mostly is in them.
const UNSTEADY: f32 = 3.0;
/// How much faster a contact that stands may become, and before it stands may be.
const RELEASE: f32 = 2.5;
/// A band this many times the spread of heights in stances holds their ends too.
const UNEVEN: f32 = 1.5;
const SHORTEST_S: f32 = 0.06;

impl Thresholds {
    /// From the clip itself. Low contacts are split by their speed into those that stand and those that swing (Otsu, "A threshold
    /// selection method from gray-level histograms", 1979); how steady and how level those are that stand gives speed and height, within
    /// bounds in leg lengths.
    pub fn propose(track: &Track, travel: Twist) -> Self {
        let [first, others @ ..] = SPEED_OF_TRAVEL;
        let mut proposed = Self::propose_with(track, travel, first);
        let walks = travel.velocity.length() < WALKS * track.leg_length;
        for share in others {
            let stances = Stances::find(track, travel, &proposed);
            let never_lands = stances.feet.iter().any(|foot| foot.down.is_empty());
            if never_lands || walks && stances.flight() > FLIGHT {
                proposed = Self::propose_with(track, travel, share);
            }
        }
        proposed
    }

    fn propose_with(track: &Track, travel: Twist, of_travel: f32) -> Self {
        let leg = track.leg_length;
        let low: Vec<(f32, f32)> =
            track.low().iter().map(|low| (low.point.y, (low.velocity + travel.at(low.point)).length())).collect();
        let most = SPEED[1].max(of_travel * travel.velocity.length() / leg.max(f32::MIN_POSITIVE)) * leg;
        let split = otsu(&low.iter().map(|(_, speed)| *speed).collect::<Vec<f32>>()).unwrap_or(most);
        let standing = || low.iter().filter(|(_, speed)| *speed <= split.min(most));
        let steady = quantile(standing().map(|(_, speed)| *speed), 0.5);
        let speed = (UNSTEADY * steady).min(0.5 * split).clamp(SPEED[0] * leg, most.max(SPEED[0] * leg));
        let release_speed = (RELEASE * speed).min(most.max(speed));
        let heights = |share| quantile(standing().map(|(height, _)| *height), share);
        let spread = heights(0.9) - heights(0.1);
        let height = (UNEVEN * spread).clamp(HEIGHT[0] * leg, HEIGHT[1] * leg);
        Self { ground: heights(0.5), height, speed, release_speed, shortest_s: SHORTEST_S }
    }
}

/// The value below which this share of the values lies; 0 for none.
pub(crate) fn quantile(values: impl Iterator<Item = f32>, share: f32) -> f32 {
    let mut values: Vec<f32> = values.filter(|value| value.is_finite()).collect();
    if values.is_empty() {
        return 0.0;
    }
    let at = ((values.len() - 1) as f32 * share.clamp(0.0, 1.0)).round() as usize;
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}

/// The split of a histogram into two classes that differ most; none where all are alike.
fn otsu(values: &[f32]) -> Option<f32> {
    const BINS: usize = 128;
    let (least, most) = (quantile(values.iter().copied(), 0.01), quantile(values.iter().copied(), 0.99));
    let width = (most - least) / BINS as f32;
    if !(width > 1e-6) {
        return None;
    }
    let mut counts = [0.0_f64; BINS];
    for value in values {
        counts[(((value - least) / width).max(0.0) as usize).min(BINS - 1)] += 1.0;
    }
    let total: f64 = counts.iter().sum();
    let sum: f64 = counts.iter().enumerate().map(|(bin, count)| bin as f64 * count).sum();
    let (mut below, mut sum_below) = (0.0, 0.0);
    let mut best = (0.0, 0);
    for (bin, count) in counts.iter().enumerate() {
        below += count;
        sum_below += bin as f64 * count;
        let above = total - below;
        if below == 0.0 || above == 0.0 {
            continue;
        }
        let apart = sum_below / below - (sum - sum_below) / above;
        let between = below * above * apart * apart;
        if between > best.0 {
            best = (between, bin + 1);
        }
    }
    (best.0 > 0.0).then_some(least + width * best.1 as f32)
}
