//! When feet stand in the clip on stage, and how a person changes that: pure functions on lists of stretches.
//!
//! A list is as [`surefoot::rig::ClipContacts::down`] has it: in order, apart, each beginning within the clip, the last perhaps going on into the
//! next loop.

use super::Playback;

/// From when to when a foot stands, seconds into the clip; an end past the clip's is as far into the next loop.
pub type Stretch = [f32; 2];

/// One foot in the clip on stage.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactLane {
    /// Index into the feet of the rig's grounding.
    pub foot: usize,
    /// Name of its chain.
    pub chain: String,
    pub down: Vec<Stretch>,
    /// What is found in the clip, where [`ContactLane::down`] was set by hand instead.
    pub found: Option<Vec<Stretch>>,
}

/// What of a stretch is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContactPart {
    Start,
    End,
    Whole,
}

/// A foot stands for a frame at least, and is up for one.
pub const LEAST_S: f32 = Playback::FRAME;
/// Times are kept to so many parts of a second, so that they read well in the rig.
const GRAINS: f32 = 1e4;
/// How long a stretch is that is added where there is room.
const NEW_S: f32 = 0.2;

/// `stretch` with `part` of it moved by so many seconds, as far as it may.
pub fn moved(stretch: Stretch, part: ContactPart, by_s: f32, clip_s: f32) -> Stretch {
    let [from, to] = stretch;
    let by_s = if by_s.is_finite() { by_s } else { 0.0 };
    match part {
        ContactPart::Start => [(from + by_s).clamp((to - clip_s).min(to - LEAST_S), to - LEAST_S), to],
        ContactPart::End => [from, (to + by_s).clamp(from + LEAST_S, (from + clip_s).max(from + LEAST_S))],
        ContactPart::Whole => [from + by_s, to + by_s],
    }
}

/// The list with another stretch in the place of one, joined with those that it now touches, and where in the list it is then.
pub fn replaced(down: &[Stretch], at: usize, stretch: Stretch, clip_s: f32) -> (Vec<Stretch>, usize) {
    let others = down.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, other)| *other);
    joined(others.chain([stretch]).collect(), stretch, clip_s)
}

/// The list with a stretch more round a time at which the foot is up, as long as there is room for, and where in the list it is.
pub fn added(down: &[Stretch], time_s: f32, clip_s: f32) -> Option<(Vec<Stretch>, usize)> {
    if !(clip_s > 2.0 * LEAST_S) || !time_s.is_finite() {
        return None;
    }
    let loops = || [-clip_s, 0.0, clip_s].into_iter();
    let around = || down.iter().flat_map(|&stretch| loops().map(move |by| stretch.map(|end| end + by)));
    if around().any(|[from, to]| (from..to).contains(&time_s)) {
        return None;
    }
    // A frame is left free to either side, so that it is a stretch of its own.
    let before = around().map(|[_, to]| to).filter(|&to| to <= time_s).fold(time_s - clip_s, f32::max) + LEAST_S;
    let after = around().map(|[from, _]| from).filter(|&from| from >= time_s).fold(time_s + clip_s, f32::min) - LEAST_S;
    let stretch = [before.max(time_s - 0.5 * NEW_S), after.min(time_s + 0.5 * NEW_S)];
    (stretch[1] - stretch[0] >= LEAST_S)
        .then(|| joined(down.iter().copied().chain([stretch]).collect(), stretch, clip_s))
}

/// The list without one.
pub fn removed(down: &[Stretch], at: usize) -> Vec<Stretch> {
    down.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, other)| *other).collect()
}

/// From when to when one of the list can be changed without touching another, or itself round the loop.
pub fn room(down: &[Stretch], at: usize, clip_s: f32) -> Stretch {
    let before = at.checked_sub(1).and_then(|before| down.get(before)).map(|one| one[1]);
    let before = before.or_else(|| down.last().map(|last| last[1] - clip_s)).unwrap_or(0.0);
    let after = down.get(at + 1).map(|one| one[0]);
    let after = after.or_else(|| down.first().map(|first| first[0] + clip_s)).unwrap_or(clip_s);
    [(before + LEAST_S).max(0.0), after - LEAST_S]
}

/// In order within the loop, what touches made one; and the index of the one that has the middle of `wanted`.
fn joined(stretches: Vec<Stretch>, wanted: Stretch, clip_s: f32) -> (Vec<Stretch>, usize) {
    let always = || (vec![[0.0, clip_s]], 0);
    let grain = |time: f32| (time * GRAINS).round() / GRAINS;
    let into_clip = |[from, to]: Stretch| {
        let start = grain(from.rem_euclid(clip_s));
        let start = if start < clip_s { start } else { 0.0 };
        [start, grain(start + (to - from))]
    };
    let mut ordered: Vec<Stretch> = stretches.into_iter().map(into_clip).collect();
    ordered.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut list: Vec<Stretch> = Vec::new();
    for [from, to] in ordered {
        match list.last_mut() {
            Some(last) if from - last[1] < 0.5 * LEAST_S => last[1] = last[1].max(to),
            _ => list.push([from, to]),
        }
    }
    // Round the seam.
    while let [first, .., last] = list[..]
        && first[0] + clip_s - last[1] < 0.5 * LEAST_S
    {
        let end = list.len() - 1;
        list[end][1] = last[1].max(first[1] + clip_s);
        list.remove(0);
    }
    if list.iter().any(|[from, to]| to - from > clip_s - 0.5 * LEAST_S) {
        return always();
    }
    let middle = (0.5 * (wanted[0] + wanted[1])).rem_euclid(clip_s);
    let has = |&[from, to]: &Stretch| [middle, middle + clip_s].iter().any(|time| (from..=to).contains(time));
    let at = list.iter().position(has).unwrap_or(0);
    (list, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALK: [Stretch; 2] = [[0.25, 0.5], [0.75, 1.125]];

    #[test]
    fn an_end_goes_where_it_is_dragged_and_no_further_than_the_loop() {
        assert_eq!(moved([0.25, 0.5], ContactPart::Start, -0.125, 1.0), [0.125, 0.5]);
        assert_eq!(moved([0.25, 0.5], ContactPart::Start, 9.0, 1.0), [0.5 - LEAST_S, 0.5]);
        assert_eq!(moved([0.25, 0.5], ContactPart::End, 9.0, 1.0), [0.25, 1.25]);
        assert_eq!(moved([0.25, 0.5], ContactPart::Whole, 1.0, 1.0), [1.25, 1.5]);
        assert_eq!(moved([0.25, 0.5], ContactPart::Whole, f32::NAN, 1.0), [0.25, 0.5]);
    }

    #[test]
    fn what_touches_becomes_one_round_the_seam_too() {
        assert_eq!(replaced(&WALK, 0, [0.25, 0.625], 1.0), (vec![[0.25, 0.625], [0.75, 1.125]], 0));
        assert_eq!(replaced(&WALK, 0, [0.25, 0.75], 1.0), (vec![[0.25, 1.125]], 0));
        assert_eq!(replaced(&WALK, 0, [0.125, 0.5], 1.0), (vec![[0.75, 1.5]], 0));
        assert_eq!(replaced(&WALK, 1, [0.75, 1.25], 1.0), (vec![[0.75, 1.5]], 0));
        assert_eq!(replaced(&WALK, 0, [-0.5, -0.25], 1.0), (vec![[0.5, 1.125]], 0), "it is moved to where it touches");
        assert_eq!(replaced(&[[0.25, 0.5]], 0, [0.25, 1.25], 1.0), (vec![[0.0, 1.0]], 0), "a foot that always stands");
        assert_eq!(replaced(&[[0.0, 0.25], [0.5, 1.0]], 1, [0.5, 1.0], 1.0), (vec![[0.5, 1.25]], 0));
    }

    #[test]
    fn one_is_added_where_there_is_room() {
        assert_eq!(added(&[], 0.5, 1.0), Some((vec![[0.4, 0.6]], 0)));
        assert_eq!(added(&WALK, 0.3, 1.0), None, "the foot stands there");
        let (list, at) = added(&WALK, 0.625, 1.0).unwrap();
        assert_eq!((list.len(), at), (3, 1));
        assert!(list[1][0] > 0.5 && list[1][1] < 0.75 && list[1][1] - list[1][0] > 0.15, "{list:?}");
        assert_eq!(added(&[[0.0, 1.0]], 0.5, 1.0), None);
        let (list, _) = added(&[[0.25, 0.5]], 0.0, 1.0).unwrap();
        assert_eq!(list, [[0.25, 0.5], [0.9, 1.1]], "over the seam");
        assert_eq!(removed(&WALK, 0), [[0.75, 1.125]]);
    }

    #[test]
    fn one_has_room_up_to_its_neighbours() {
        assert_eq!(room(&WALK, 0, 1.0), [0.125 + LEAST_S, 0.75 - LEAST_S]);
        assert_eq!(room(&WALK, 1, 1.0), [0.5 + LEAST_S, 1.25 - LEAST_S]);
        assert_eq!(room(&[[0.25, 0.5]], 0, 1.0), [0.0, 1.25 - LEAST_S]);
    }

    #[test]
    fn whatever_is_done_the_rig_takes_it() {
        let mut seed = 7_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        for clip_s in [1.0, 0.7, 1.066_666_7, 12.345_678, 0.05] {
            let mut down: Vec<Stretch> = Vec::new();
            for _ in 0..400 {
                let at = (random() * down.len() as f32) as usize;
                let pick = (random() * 5.0) as u32;
                let part = [ContactPart::Start, ContactPart::End, ContactPart::Whole][(random() * 2.99) as usize];
                let by = (random() - 0.5) * 1.5 * clip_s;
                down = match down.get(at) {
                    Some(_) if pick == 0 => removed(&down, at),
                    Some(&one) if pick < 4 => replaced(&down, at, moved(one, part, by, clip_s), clip_s).0,
                    _ => added(&down, random() * clip_s, clip_s).map_or(down, |(down, _)| down),
                };
                let contacts =
                    surefoot::rig::ClipContacts { clip: "a".into(), clip_s, chain: "leg".into(), down: down.clone() };
                let mut rig = surefoot::rig::preset("biped").unwrap();
                let grounding = rig.grounding.as_mut().unwrap();
                grounding.contacts =
                    vec![surefoot::rig::ClipContacts { chain: grounding.feet[0].chain.clone(), ..contacts }];
                assert_eq!(surefoot::rig::validate(&rig), [], "{down:?}");
            }
        }
    }
}
