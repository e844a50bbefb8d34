use super::planar::Twist;
use super::track::Track;

/// What makes a contact of a foot planted. Proposed from a clip; a person may change them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Height on which the clip's feet stand, metres over the character's own ground; 0 for a clip made with care.
    pub ground: f32,
    /// A contact is low up to this far over that, metres.
    pub height: f32,
    /// And planted while it moves slower than this over the ground, metres a second.
    pub speed: f32,
    /// Gaps shorter than this are closed, stances shorter than this dropped; seconds.
    pub shortest_s: f32,
}

/// Bounds of what is proposed, in leg lengths (a second).
const HEIGHT: [f32; 2] = [0.008, 0.018];
const SPEED: [f32; 2] = [0.17, 0.5];
/// The clip's feet stand at most this far from the character's own ground, in leg lengths.
const GROUND: f32 = 0.12;
const SHORTEST_S: f32 = 0.06;

impl Thresholds {
    /// From the clip's own histograms of height and speed: the split that leaves the least spread on both sides (Otsu, "A threshold
    /// selection method from gray-level histograms", 1979), held within bounds in leg lengths.
    pub fn propose(track: &Track, travel: Twist) -> Self {
        let leg = track.leg_length;
        let lowest_of = |contacts: &super::Contacts| contacts.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
        let ground = quantile(track.feet.iter().flatten().map(lowest_of), 0.05);
        let ground = if ground.abs() <= GROUND * leg { ground } else { 0.0 };
        let heights: Vec<f32> = track.feet.iter().flatten().map(|contacts| lowest_of(contacts) - ground).collect();
        let height =
            otsu(&heights).map_or(HEIGHT[1] * leg, |split| 0.5 * split).clamp(HEIGHT[0] * leg, HEIGHT[1] * leg);
        let mut speeds = Vec::new();
        for (foot, samples) in track.feet.iter().enumerate() {
            for (index, contacts) in samples.iter().enumerate() {
                let velocities = track.velocities(foot, index, travel);
                let low = (0..3).filter(|&at| contacts[at].y - ground <= HEIGHT[1] * leg);
                speeds.extend(low.map(|at| velocities[at].length()));
            }
        }
        let speed = otsu(&speeds).map_or(SPEED[1] * leg, |split| 0.5 * split).clamp(SPEED[0] * leg, SPEED[1] * leg);
        Self { ground, height, speed, shortest_s: SHORTEST_S }
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
