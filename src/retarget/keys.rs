//! When the carried clip has its keys.

use crate::clip::{Channel, Clip, Interpolation};

/// Seconds between keys at most where values blend: bones that hang from several blending joints do not blend evenly.
const LONGEST: f32 = 1.0 / 30.0;
/// More than half an hour of keys at 30 a second.
pub(super) const MOST: usize = 1 << 16;

/// Seconds, rising, and how values between them are found; `is_wanted` says which channels count. One at 0 where none does.
pub(super) fn times(clip: &Clip, is_wanted: impl Fn(&Channel) -> bool) -> (Vec<f32>, Interpolation) {
    let channels = || clip.channels.iter().filter(|channel| is_wanted(channel) && !channel.times.is_empty());
    let steps = channels().all(|channel| channel.interpolation == Interpolation::Step);
    let interpolation = if steps { Interpolation::Step } else { Interpolation::Linear };
    let mut times: Vec<f32> = Vec::new();
    for channel in channels() {
        times.extend(&channel.times);
        if !steps && channel.interpolation == Interpolation::Step {
            // A step among lines holds until just before its next key.
            times.extend(channel.times.iter().map(|time| time.next_down()));
        }
        tidy(&mut times);
        if times.len() > MOST {
            return (evenly(&times), interpolation);
        }
    }
    if times.is_empty() {
        return (vec![0.0], interpolation);
    }
    if !steps {
        let between: Vec<f32> = times.windows(2).flat_map(|pair| between(pair[0], pair[1])).collect();
        times.extend(between);
        tidy(&mut times);
        if times.len() > MOST {
            return (evenly(&times), interpolation);
        }
    }
    (times, interpolation)
}

fn tidy(times: &mut Vec<f32>) {
    times.retain(|time| *time >= 0.0 && time.is_finite());
    times.sort_by(f32::total_cmp);
    times.dedup();
}

/// Times strictly between two keys, close enough to each other.
fn between(from: f32, to: f32) -> impl Iterator<Item = f32> {
    let spans = ((to - from) / LONGEST - 1e-3).ceil().clamp(1.0, MOST as f32) as usize;
    (1..spans).map(move |index| from + (to - from) * (index as f32 / spans as f32))
}

fn evenly(times: &[f32]) -> Vec<f32> {
    let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    let mut even: Vec<f32> =
        (0..MOST).map(|index| first + (last - first) * (index as f32 / (MOST - 1) as f32)).collect();
    tidy(&mut even);
    even
}
