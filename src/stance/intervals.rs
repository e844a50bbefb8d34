use super::planar::Twist;
use super::thresholds::{Thresholds, quantile};
use super::track::{Contacts, Track};
use crate::clip::Playback;
use crate::runtime::LegMoment;

/// A stretch of a looped clip, seconds. It starts within the clip; an end past the duration is as far into the next loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub start_s: f32,
    pub end_s: f32,
}

impl Interval {
    pub fn length_s(self) -> f32 {
        self.end_s - self.start_s
    }

    /// How far `time_s` is into it, where it is: seconds since its start.
    fn passed(self, time_s: f32, duration_s: f32) -> Option<f32> {
        let within = Playback::Loop.within(time_s, duration_s);
        [within, within + duration_s]
            .into_iter()
            .find(|time| (self.start_s..self.end_s).contains(time))
            .map(|time| time - self.start_s)
    }
}

/// Whether a foot is down at a time, since how many seconds and for how many more; infinite for one that never changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootTimes {
    pub down: bool,
    pub since_s: f32,
    pub until_s: f32,
    /// Of this stance, or of the next: how long it is, and [`FootStances::heights`].
    pub stance_s: f32,
    pub stands_at: f32,
}

/// When one foot is down.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FootStances {
    /// In the order of their starts.
    pub down: Vec<Interval>,
    /// Of heel, ball and toe tip; within `down`.
    pub contacts: [Vec<Interval>; 3],
    /// How high the foot's lowest contact mostly is in each of `down`, metres over the character's own ground: the median.
    pub heights: Vec<f32>,
}

/// When the feet of a clip are down.
#[derive(Clone, Debug, PartialEq)]
pub struct Stances {
    pub duration_s: f32,
    /// One a foot, in the order of the track's.
    pub feet: Vec<FootStances>,
}

impl Stances {
    /// A foot is down while its heel, ball or toe tip is low and slow over ground that the root crosses by `travel`.
    pub fn find(track: &Track, travel: Twist, thresholds: &Thresholds) -> Self {
        let shortest = (thresholds.shortest_s / track.step_s().max(f32::MIN_POSITIVE)).round().max(1.0) as usize;
        let foot = |foot: usize| {
            let samples = &track.legs[foot];
            // Low contacts only, by how fast they are.
            let speeds = |sample: usize| -> [Option<f32>; 3] {
                let velocities = track.velocities(foot, sample, travel);
                let contacts = track.stiff(foot, sample);
                std::array::from_fn(|at| {
                    let is_low = contacts[at].y - thresholds.ground <= thresholds.height;
                    is_low.then(|| velocities[at].length())
                })
            };
            let speeds: Vec<[Option<f32>; 3]> = (0..samples.len()).map(speeds).collect();
            let mut planted: [Vec<bool>; 3] = std::array::from_fn(|at| {
                let of_contact: Vec<Option<f32>> = speeds.iter().map(|speeds| speeds[at]).collect();
                stands(&of_contact, thresholds)
            });
            for contact in &mut planted {
                clean(contact, shortest);
            }
            let mut down: Vec<bool> = (0..samples.len()).map(|at| planted.iter().any(|contact| contact[at])).collect();
            clean(&mut down, shortest);
            let step = track.step_s();
            FootStances {
                contacts: planted.map(|contact| intervals(&contact, step)),
                heights: runs(&down, true).into_iter().map(|run| height(samples, run)).collect(),
                down: intervals(&down, step),
            }
        };
        Self { duration_s: track.duration_s, feet: (0..track.legs.len()).map(foot).collect() }
    }

    /// Has a foot down at these times and no others; in order, apart and within the loop. Of its contacts those are down that were found to be,
    /// and where none was, those that are about as low as the lowest.
    pub(super) fn put(&mut self, foot: usize, down: &[Interval], track: &Track, thresholds: &Thresholds) {
        let Some((stances, samples)) = self.feet.get_mut(foot).zip(track.legs.get(foot)) else { return };
        let (count, step) = (samples.len(), track.step_s());
        // In the middle of the sample, so that a stance that begins with it has it.
        let has = |intervals: &[Interval], sample: usize| {
            intervals.iter().any(|one| one.passed((sample as f32 + 0.5) * step, track.duration_s).is_some())
        };
        let mut planted: [Vec<bool>; 3] = std::array::from_fn(|_| vec![false; count]);
        for sample in (0..count).filter(|&sample| has(down, sample)) {
            let found: [bool; 3] = std::array::from_fn(|contact| has(&stances.contacts[contact], sample));
            let low = lowest(&samples[sample].contacts) + thresholds.height;
            for (contact, planted) in planted.iter_mut().enumerate() {
                let is_low = samples[sample].contacts[contact].y <= low;
                planted[sample] = if found == [false; 3] { is_low } else { found[contact] };
            }
        }
        let run = |one: &Interval| {
            let first = if step > 0.0 { (one.start_s / step) as usize } else { 0 };
            let length = if step > 0.0 { (one.length_s() / step) as usize } else { 0 };
            (first, length.clamp(1, count.max(1)))
        };
        *stances = FootStances {
            contacts: planted.map(|contact| intervals(&contact, step)),
            heights: down.iter().map(|one| height(samples, run(one))).collect(),
            down: down.to_vec(),
        };
    }

    /// The stance of a foot at a time: which one, and how many seconds of it have passed.
    pub fn stance_at(&self, foot: usize, time_s: f32) -> Option<(Interval, f32)> {
        let down = &self.feet.get(foot)?.down;
        down.iter().find_map(|&interval| Some((interval, interval.passed(time_s, self.duration_s)?)))
    }

    /// Whether heel, ball and toe tip are down.
    pub fn contacts_at(&self, foot: usize, time_s: f32) -> [bool; 3] {
        let Some(foot) = self.feet.get(foot) else { return [false; 3] };
        let is_in =
            |intervals: &Vec<Interval>| intervals.iter().any(|one| one.passed(time_s, self.duration_s).is_some());
        std::array::from_fn(|contact| is_in(&foot.contacts[contact]))
    }

    /// Seconds until a foot that is in the air lands; none for one that never does, or is down.
    pub fn until_landing(&self, foot: usize, time_s: f32) -> Option<f32> {
        if self.stance_at(foot, time_s).is_some() {
            return None;
        }
        let within = Playback::Loop.within(time_s, self.duration_s);
        let waits = self.feet.get(foot)?.down.iter().map(|one| (one.start_s - within).rem_euclid(self.duration_s));
        waits.min_by(f32::total_cmp)
    }

    /// How long a foot has been down or up at a time, and how long it will be; none for no foot.
    pub fn times(&self, foot: usize, time_s: f32) -> Option<FootTimes> {
        let FootStances { down, heights, .. } = self.feet.get(foot)?;
        let height_of = |stance: usize| heights.get(stance).copied().unwrap_or(0.0);
        let within = Playback::Loop.within(time_s, self.duration_s);
        if let Some((stance, passed)) = self.stance_at(foot, time_s) {
            let never_ends = stance.length_s() >= self.duration_s * 0.9999;
            let stands_at = down.iter().position(|one| *one == stance).map_or(0.0, height_of);
            let [since_s, until_s] = if never_ends { [f32::INFINITY; 2] } else { [passed, stance.length_s() - passed] };
            return Some(FootTimes { down: true, since_s, until_s, stance_s: stance.length_s(), stands_at });
        }
        let waits = down.iter().map(|one| (one.start_s - within).rem_euclid(self.duration_s)).enumerate();
        let Some((next, until_s)) = waits.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            let never = f32::INFINITY;
            return Some(FootTimes { down: false, since_s: never, until_s: never, stance_s: 0.0, stands_at: 0.0 });
        };
        let since = down.iter().map(|one| (within - one.end_s).rem_euclid(self.duration_s));
        let since_s = since.fold(f32::INFINITY, f32::min);
        let stance_s = down[next].length_s();
        Some(FootTimes { down: false, since_s, until_s, stance_s, stands_at: height_of(next) })
    }

    /// Share of the clip in which no foot is down, 0..=1.
    pub fn flight(&self) -> f32 {
        const TIMES: u32 = 240;
        let is_up = |time: &u32| {
            let time_s = self.duration_s * *time as f32 / TIMES as f32;
            (0..self.feet.len()).all(|foot| self.stance_at(foot, time_s).is_none())
        };
        (0..TIMES).filter(is_up).count() as f32 / TIMES as f32
    }

    /// Share of the clip that a foot is down, 0..=1.
    pub fn duty(&self, foot: usize) -> f32 {
        let down: f32 = self.feet.get(foot).into_iter().flat_map(|foot| &foot.down).map(|one| one.length_s()).sum();
        if self.duration_s > 0.0 { down / self.duration_s } else { 0.0 }
    }
}

fn lowest(contacts: &Contacts) -> f32 {
    contacts.iter().map(|point| point.y).fold(f32::INFINITY, f32::min)
}

/// How high the lowest contact mostly is in a run of samples, round the loop.
fn height(samples: &[LegMoment], (start, length): (usize, usize)) -> f32 {
    quantile(
        (start..start + length).filter_map(|at| Some(lowest(&samples.get(at % samples.len().max(1))?.contacts))),
        0.5,
    )
}

/// Where a contact that is low at these speeds stands: slow somewhere, and not fast from there on to either side.
fn stands(speeds: &[Option<f32>], thresholds: &Thresholds) -> Vec<bool> {
    let below =
        |most: f32| -> Vec<bool> { speeds.iter().map(|speed| speed.is_some_and(|speed| speed <= most)).collect() };
    let (slow, mut stands) = (below(thresholds.speed), below(thresholds.release_speed.max(thresholds.speed)));
    for (start, length) in runs(&stands, true) {
        let places = || (0..length).map(|offset| (start + offset) % speeds.len());
        if !places().any(|at| slow[at]) {
            places().for_each(|at| stands[at] = false);
        }
    }
    stands
}

/// Closes gaps and then drops stances shorter than `shortest` samples; the ends meet.
fn clean(planted: &mut [bool], shortest: usize) {
    for wanted in [true, false] {
        for (start, length) in runs(planted, !wanted) {
            if length < shortest && length < planted.len() {
                for offset in 0..length {
                    let at = (start + offset) % planted.len();
                    planted[at] = wanted;
                }
            }
        }
    }
}

/// Start and length of every run of `value`, round the loop.
fn runs(planted: &[bool], value: bool) -> Vec<(usize, usize)> {
    let count = planted.len();
    let begins = |at: usize| planted[at] == value && planted[(at + count - 1) % count] != value;
    if planted.iter().all(|&one| one == value) {
        return if count > 0 { vec![(0, count)] } else { Vec::new() };
    }
    let length = |start: usize| (0..count).take_while(|offset| planted[(start + offset) % count] == value).count();
    (0..count).filter(|&at| begins(at)).map(|start| (start, length(start))).collect()
}

fn intervals(planted: &[bool], step_s: f32) -> Vec<Interval> {
    let interval = |(start, length): (usize, usize)| Interval {
        start_s: start as f32 * step_s,
        end_s: (start + length) as f32 * step_s,
    };
    runs(planted, true).into_iter().map(interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str, shortest: usize) -> String {
        let mut planted: Vec<bool> = text.chars().map(|one| one == '#').collect();
        clean(&mut planted, shortest);
        planted.into_iter().map(|one| if one { '#' } else { '.' }).collect()
    }

    #[test]
    fn gaps_are_closed_and_blips_dropped_round_the_loop() {
        assert_eq!(cleaned("###.####......", 2), "########......");
        assert_eq!(cleaned("..#.......####", 2), "..........####");
        // The gap of one sample lies at the seam.
        assert_eq!(cleaned(".###......####", 2), "####......####");
        assert_eq!(cleaned("##############", 2), "##############");
        assert_eq!(cleaned("..............", 2), "..............");
    }

    #[test]
    fn what_is_put_by_hand_stands_and_nothing_else() {
        use glam::Vec3;
        // Ten samples a tenth of a second apart: the heel is 1 cm high, the ball 2, the toe tip 9.
        let at = |y| Vec3::new(0.0, y, 0.0);
        let leg = LegMoment { contacts: [at(0.01), at(0.02), at(0.09)], ..LegMoment::default() };
        let track = Track {
            duration_s: 1.0,
            leg_length: 1.0,
            legs: vec![vec![leg; 10]],
            heel_corners: Vec::new(),
            carried: None,
        };
        let thresholds = Thresholds { ground: 0.0, height: 0.03, speed: 1.0, release_speed: 1.0, shortest_s: 0.05 };
        let found = FootStances {
            down: vec![Interval { start_s: 0.0, end_s: 0.5 }],
            contacts: [Vec::new(), Vec::new(), vec![Interval { start_s: 0.0, end_s: 0.2 }]],
            heights: vec![0.01],
        };
        let mut stances = Stances { duration_s: 1.0, feet: vec![found] };
        let by_hand = [Interval { start_s: 0.12, end_s: 0.33 }, Interval { start_s: 0.9, end_s: 1.1 }];
        stances.put(0, &by_hand, &track, &thresholds);
        assert_eq!(stances.feet[0].down, by_hand);
        assert_eq!(stances.feet[0].heights, [0.01; 2]);
        let is_down = |time_s| stances.stance_at(0, time_s).is_some();
        assert_eq!([0.05, 0.11, 0.13, 0.32, 0.34, 0.95].map(is_down), [true, false, true, true, false, true]);
        // The toe tip stands where it was found to, heel and ball where nothing was.
        assert_eq!(stances.contacts_at(0, 0.15), [false, false, true]);
        assert_eq!(stances.contacts_at(0, 0.25), [true, true, false]);
        assert_eq!(stances.contacts_at(0, 0.45), [false; 3]);
        stances.put(0, &[], &track, &thresholds);
        assert_eq!((stances.duty(0), &stances.feet[0].heights[..]), (0.0, &[][..]));
        stances.put(7, &by_hand, &track, &thresholds);
    }

    #[test]
    fn a_stance_over_the_seam_is_one() {
        let planted = [true, true, false, false, false, false, true, true];
        assert_eq!(intervals(&planted, 0.1), [Interval { start_s: 0.6, end_s: 1.0 }]);
        let stances = Stances {
            duration_s: 0.8,
            feet: vec![FootStances { down: intervals(&planted, 0.1), ..FootStances::default() }],
        };
        let (_, passed) = stances.stance_at(0, 0.1).unwrap();
        assert!((passed - 0.3).abs() < 1e-6);
        assert!((stances.until_landing(0, 0.25).unwrap() - 0.35).abs() < 1e-6);
        assert_eq!(stances.until_landing(0, 0.65), None);
        let times = stances.times(0, 0.3).unwrap();
        assert!(!times.down && (times.since_s - 0.1).abs() < 1e-6 && (times.until_s - 0.3).abs() < 1e-6);
        let times = stances.times(0, 0.7).unwrap();
        assert!(times.down && (times.since_s - 0.1).abs() < 1e-6 && (times.until_s - 0.3).abs() < 1e-6);
        assert!((stances.duty(0) - 0.5).abs() < 1e-6);
    }
}
