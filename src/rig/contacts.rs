use serde::{Deserialize, Serialize};

use crate::rig::schema::{Field, Kind, Record};

/// When one foot stands in one clip, set by hand. It counts in place of what is found in the clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClipContacts {
    /// Name of the clip.
    pub clip: String,
    /// How long that clip is, seconds, above 0. A clip of this name that is longer or shorter by more than [`ClipContacts::TOLERANCE_S`] is
    /// another one, and in that the found ones count.
    pub clip_s: f32,
    /// Name of the chain whose tip is the foot.
    pub chain: String,
    /// From when to when the foot stands, seconds into the clip: in order and apart. Each begins within the clip; the last may end after the
    /// clip's end, as far into the next loop, and before the first begins there. None for a foot that never stands. Default none.
    #[serde(default)]
    pub down: Vec<[f32; 2]>,
}

/// What is wrong with a list of stretches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ContactsFault {
    /// Index of the stretch.
    pub at: usize,
    /// The number that is wrong.
    pub value: f32,
    pub message: String,
}

impl ClipContacts {
    /// Exporters round a clip's length to frames; half of one at 60 Hz, seconds.
    pub const TOLERANCE_S: f32 = 0.5 / 60.0;

    /// Whether it is this clip that they were set for.
    pub fn is_for(&self, clip: &str, duration_s: f32) -> bool {
        self.clip == clip && (self.clip_s - duration_s).abs() <= Self::TOLERANCE_S
    }

    /// Why they count in none of `clips`, names and lengths in seconds; none where they count.
    pub fn misfit<'a>(&self, clips: impl IntoIterator<Item = (&'a str, f32)>) -> Option<ContactsMisfit> {
        let mut length_s = None;
        for (name, duration_s) in clips {
            if self.is_for(name, duration_s) {
                return None;
            }
            length_s = length_s.or((name == self.clip).then_some(duration_s));
        }
        let clip = self.clip.clone();
        Some(match length_s {
            Some(length_s) => ContactsMisfit::OtherLength { clip, clip_s: self.clip_s, length_s },
            None => ContactsMisfit::NoClip { clip },
        })
    }

    /// The first stretch that is not as [`ClipContacts::down`] says.
    pub(crate) fn fault(clip_s: f32, down: &[[f32; 2]]) -> Option<ContactsFault> {
        let fault = |at: usize, value: f32, message: String| Some(ContactsFault { at, value, message });
        for (at, &[from, to]) in down.iter().enumerate() {
            if !(0.0..clip_s).contains(&from) {
                return fault(at, from, format!("a contact begins at {from} s, outside of the clip of {clip_s} s"));
            }
            if !(to > from) {
                return fault(at, to, format!("a contact ends at {to} s, before it begins at {from} s"));
            }
            if !(to - from <= clip_s) {
                return fault(
                    at,
                    to,
                    format!("a contact from {from} s to {to} s is longer than the clip of {clip_s} s"),
                );
            }
            if let Some(before) = at.checked_sub(1).map(|before| down[before][1])
                && !(from > before)
            {
                let message = format!("a contact begins at {from} s, when the one before it ends only at {before} s");
                return fault(at, from, message);
            }
        }
        if let [[first, _], .., [_, last]] = *down
            && !(last - clip_s < first)
        {
            let message = format!("the last contact goes on to {last} s, into the first of the next loop");
            return fault(down.len() - 1, last, message);
        }
        None
    }
}

/// Why contacts that were set count in no clip; displays as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContactsMisfit {
    #[error("contacts are set for the clip {clip:?}, which is not here")]
    NoClip { clip: String },
    /// Seconds.
    #[error(
        "contacts are set for a clip {clip:?} of {clip_s} s, but it is {length_s} s long, so those found in it count instead"
    )]
    OtherLength { clip: String, clip_s: f32, length_s: f32 },
}

impl ContactsMisfit {
    /// Stable, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoClip { .. } => "no-such-clip",
            Self::OtherLength { .. } => "clip-length",
        }
    }

    /// What to do about it, likewise.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoClip { .. } => "add the animations it is in, mend its name, or take its contacts out of the rig",
            Self::OtherLength { .. } => "set the contacts anew on the clip as it is now, or take them out of the rig",
        }
    }
}

/// Far longer than any clip.
const LONGEST_S: f32 = 1e5;

pub(crate) const CLIP_CONTACTS: Record = Record {
    name: "ClipContacts",
    fields: &[
        Field::required("clip", Kind::Name, "the name of the clip"),
        Field::required("clip_s", Kind::Number { min: 0.001, max: LONGEST_S }, "how long that clip is, seconds"),
        Field::required("chain", Kind::Name, "the chain whose tip is the foot"),
        Field::or(
            "down",
            Kind::List(&Kind::Tuple(2, &Kind::Number { min: 0.0, max: 2.0 * LONGEST_S })),
            "[]",
            "from when to when it stands, seconds into the clip",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_stand_in_order_within_the_loop() {
        let fault = |down: &[[f32; 2]]| ClipContacts::fault(1.0, down).map(|fault| fault.at);
        assert_eq!(fault(&[]), None);
        assert_eq!(fault(&[[0.0, 1.0]]), None, "a foot that always stands");
        assert_eq!(fault(&[[0.2, 0.5], [0.9, 1.1]]), None, "over the seam");
        assert_eq!(fault(&[[0.0, 0.5], [0.5, 0.7]]), Some(1), "two that touch are one");
        assert_eq!(fault(&[[0.2, 0.5], [0.9, 1.2]]), Some(1), "round the loop too");
        assert_eq!(fault(&[[0.5, 0.7], [0.1, 0.2]]), Some(1));
        assert_eq!(fault(&[[0.5, 0.5]]), Some(0));
        assert_eq!(fault(&[[1.0, 1.5]]), Some(0));
        assert_eq!(fault(&[[0.5, 1.6]]), Some(0));
        assert_eq!(fault(&[[f32::NAN, 0.5]]), Some(0));
        assert_eq!(fault(&[[0.1, f32::INFINITY]]), Some(0));
    }

    #[test]
    fn they_are_for_one_clip_of_one_length() {
        let contacts =
            ClipContacts { clip: "walk".into(), clip_s: 1.0, chain: "left_leg".into(), down: vec![[0.0, 0.5]] };
        assert_eq!(contacts.misfit([("run", 0.7), ("walk", 1.004)]), None);
        let code = |clips: &[(&str, f32)]| contacts.misfit(clips.iter().copied()).map(|misfit| misfit.code());
        assert_eq!(code(&[("walk", 1.1)]), Some("clip-length"));
        assert_eq!(code(&[("run", 1.0)]), Some("no-such-clip"));
    }
}
