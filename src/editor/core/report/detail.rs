use surefoot::ground::GroundScene;
use surefoot::quality::{Moment, Passage, Playing, Recording, measure, worst_moment};

use super::super::playback::Stretch;
use super::background::{Background, News};
use super::subject::OwnSubject;
use super::suite::SuiteCell;

/// What a detail depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Question {
    pub bound_serial: u64,
    /// Index into the clips of the stage.
    pub clip: usize,
    pub ground: GroundScene,
}

/// One ground, frame by frame.
pub struct Detail {
    pub cell: SuiteCell,
    pub recording: Recording,
    /// Where its worst figure is.
    pub worst: Option<Moment>,
    /// The names of the chains whose feet these are.
    pub feet: Vec<String>,
    /// What of the clip it is.
    pub(super) stretch: Stretch,
}

impl Detail {
    fn of(subject: &OwnSubject, ground: GroundScene) -> Self {
        let (motion, playing) = (subject.motion(), Playing::default());
        let recording = Recording::of(subject.with(&motion), &subject.lay(ground), &playing);
        let (figures, source) = measure(&recording);
        let verdict = figures.verdict(&source, recording.leg_length);
        let measured = surefoot::quality::Cell { figures, source, verdict };
        let cell = SuiteCell::new(ground, measured, recording.leg_length);
        let passage = Passage::of(&motion, &playing);
        let loop_s = motion.track.duration_s;
        let stretch = Stretch {
            first_lap: playing.warm_up_loops,
            laps: if loop_s > 0.0 { (passage.measured_s / loop_s).round() as u32 } else { 1 },
            start: passage.start.translation,
        };
        let worst = cell.worst().and_then(|judged| worst_moment(&recording, judged.name));
        Self { cell, recording, worst, feet: subject.feet(), stretch }
    }
}

/// The detail that is shown and the one that is being worked out.
#[derive(Default)]
pub(super) struct Details {
    done: Option<(Question, Detail)>,
    job: Option<(Question, Background<Detail>)>,
}

impl Details {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The last one, though something may have changed since.
    pub fn latest(&self) -> Option<&Detail> {
        self.done.as_ref().map(|(_, detail)| detail)
    }

    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes what is finished, and begins anew where it does not answer `question`; whether it now does. One thread at a time.
    pub fn follow(&mut self, question: Question, subject: impl FnOnce() -> Option<OwnSubject>) -> bool {
        if let Some((asked, answer)) = self.job.take() {
            match answer.poll() {
                News::Done(detail) => self.done = Some((asked, detail)),
                News::Busy => self.job = Some((asked, answer)),
                News::Lost => {}
            }
        }
        let is_answered = self.done.as_ref().is_some_and(|(asked, _)| *asked == question);
        if !is_answered
            && self.job.is_none()
            && let Some(subject) = subject()
        {
            let work = move || Detail::of(&subject, question.ground);
            self.job = Background::start("report cell", work).map(|job| (question, job));
        }
        is_answered
    }
}
