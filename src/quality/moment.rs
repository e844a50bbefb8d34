use super::figures::Figures;
use super::metrics::measure;
use super::recording::Recording;

/// Where in a recording a figure came to be as bad as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Index into [`Recording::frames`].
    pub frame: usize,
    /// Index into [`Frame::feet`](super::Frame::feet); none for a figure that is no foot's, or both feet's alike.
    pub foot: Option<usize>,
}

/// The first frame by which a figure, named as in [`Figures::each`], is as bad as it is over the whole recording; for a share or a
/// percentile that of what it is a share of: the first frame that skates or in which a foot is let go, the deepest, the one farthest off; for turns of
/// the pelvis that in which it goes fastest. None for a recording without
/// frames and for a name that is no figure's.
pub fn worst_moment(recording: &Recording, figure: &str) -> Option<Moment> {
    let figure = match figure {
        "penetration_p95_mm" => "penetration_max_mm",
        "gap_p95_mm" => "gap_max_mm",
        other => other,
    };
    let whole = value_of(recording, figure)?;
    let frame = match figure {
        "pelvis_speed_max" | "pelvis_sign_changes_per_step" => fastest_pelvis(recording)?,
        _ => first_frame(recording, figure, whole),
    };
    let feet = recording.frames.first()?.feet.len();
    let alone = |foot: usize| value_of(&of_foot(recording, foot), figure);
    let mut with_it = (0..feet).filter(|&foot| alone(foot) == Some(whole));
    let foot = with_it.next().filter(|_| with_it.next().is_none() && feet > 1);
    Some(Moment { frame, foot: foot.filter(|_| !figure.starts_with("pelvis") && !figure.starts_with("limit")) })
}

fn value_of(recording: &Recording, figure: &str) -> Option<f32> {
    let figures: Figures = measure(recording).0;
    (!recording.frames.is_empty()).then_some(())?;
    figures.each().into_iter().find(|(name, _)| *name == figure).map(|(_, value)| value)
}

/// Extremes only grow as frames are added, so that halving finds the one that made it.
fn first_frame(recording: &Recording, figure: &str, whole: f32) -> usize {
    let is_there = |count: usize| {
        let value = value_of(&until(recording, count), figure);
        match figure {
            "skating_ratio" | "skating_ratio_source" | "let_go_share" => whole == 0.0 || value > Some(0.0),
            _ => value == Some(whole),
        }
    };
    let (mut too_few, mut enough) = (0, recording.frames.len());
    while enough - too_few > 1 {
        let count = too_few + (enough - too_few) / 2;
        if is_there(count) { enough = count } else { too_few = count }
    }
    enough - 1
}

fn until(recording: &Recording, count: usize) -> Recording {
    Recording { frames: recording.frames[..count].to_vec(), ..*recording }
}

fn of_foot(recording: &Recording, foot: usize) -> Recording {
    let mut alone = until(recording, recording.frames.len());
    for frame in &mut alone.frames {
        frame.feet = frame.feet.get(foot).copied().into_iter().collect();
    }
    alone
}

/// Where the pelvis is, after the step in which it goes up or down fastest.
fn fastest_pelvis(recording: &Recording) -> Option<usize> {
    let frames = &recording.frames;
    let (first, last) = (frames.first()?, frames.last()?);
    let time = last.time_s - first.time_s;
    let rise = if time > 0.0 { (last.root.y - first.root.y) / time } else { 0.0 };
    let speed = |at: usize| {
        let dt = frames[at].time_s - frames[at - 1].time_s;
        if dt > 0.0 { ((frames[at].pelvis - frames[at - 1].pelvis) / dt - rise).abs() } else { 0.0 }
    };
    (1..frames.len()).max_by(|&a, &b| speed(a).total_cmp(&speed(b)).then(b.cmp(&a))).or(Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::{FootFrame, Frame, Under};
    use glam::Vec3;

    /// Two feet that stand for sixty frames, each with its knee bent by what `knee` says, radians.
    fn standing(knee: impl Fn(usize, usize) -> f32, height: impl Fn(usize, usize) -> f32) -> Recording {
        let frames = (0..60).map(|at| Frame {
            time_s: at as f32 / 60.0,
            pelvis: if at < 40 { 1.0 } else { 1.1 },
            feet: (0..2)
                .map(|foot| FootFrame {
                    stands: true,
                    down: true,
                    contacts_down: [true; 3],
                    under: [Some(Under { height: height(at, foot), normal: Vec3::Y, ground: 0.0 }); 5],
                    source_up: Vec3::Y,
                    solved_up: Vec3::Y,
                    knee: Some([0.1, knee(at, foot)]),
                    ..FootFrame::default()
                })
                .collect(),
            ..Frame::default()
        });
        Recording { leg_length: 0.9, tilt_cap: 1.0, frames: frames.collect() }
    }

    #[test]
    fn an_extreme_is_found_where_it_was_put() {
        let pops = standing(|at, foot| if (at, foot) == (23, 1) { 0.2 } else { 0.1 }, |_, _| 0.0);
        let at = |frame, foot| Some(Moment { frame, foot });
        assert_eq!(worst_moment(&pops, "knee_step_max_deg"), at(23, Some(1)));
        let gapes = standing(|_, _| 0.1, |at, foot| if (at, foot) == (31, 0) { 0.02 } else { 0.0 });
        assert_eq!(worst_moment(&gapes, "gap_max_mm"), at(31, Some(0)));
        assert_eq!(worst_moment(&gapes, "gap_p95_mm"), at(31, Some(0)));
        assert_eq!(worst_moment(&gapes, "pelvis_speed_max"), at(40, None));
    }

    #[test]
    fn what_is_nowhere_worst_is_there_from_the_start() {
        let still = standing(|_, _| 0.1, |_, _| 0.0);
        assert_eq!(worst_moment(&still, "gap_max_mm"), Some(Moment { frame: 0, foot: None }));
        assert_eq!(worst_moment(&still, "beauty"), None);
        assert_eq!(worst_moment(&Recording::default(), "gap_max_mm"), None);
    }
}
