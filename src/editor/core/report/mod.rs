//! Foot placement of a clip over the set of grounds, worked out in the background and kept with what it was made of.

mod background;
mod change;
mod detail;
mod subject;
mod suite;

use std::sync::Arc;

use surefoot::ground::{GroundScene, GroundShape};
use surefoot::rig::Rig;

pub use change::Change;
pub use detail::Detail;
pub use suite::{Suite, SuiteCell};

use super::playback::Stretch;
use super::{Document, OtherRig, Playback, Stage};
use detail::{Details, Question};
use subject::{MadeOf, OwnSubject};
use suite::Run;

/// What the report can be asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReportAction {
    /// Stops the run that is under way; the last result stays.
    Cancel,
    /// Makes a cell's ground the document's and goes to its worst frame.
    ShowCell(usize),
}

/// What is to be played over the ground that is shown.
pub(super) struct ToPlay {
    pub stretch: Stretch,
    /// Seconds since it began.
    pub time_s: f32,
    /// A person has just chosen the ground.
    pub is_chosen: bool,
}

/// The report of the window.
#[derive(Default)]
pub struct FootReport {
    suite: Option<Suite>,
    run: Option<Run>,
    shown: Option<GroundScene>,
    /// The worst frame is gone to once it is known.
    seeks: bool,
    details: Details,
    /// For which rig, binding and clip [`FootReport::is_current`] was found, so that it is found once.
    compared: Option<(Arc<Rig>, u64, Option<usize>)>,
    is_current: bool,
    /// Another rig has been chosen to compare with than was measured.
    lacks_other: bool,
    openings: u64,
    /// Something came in that has not been drawn.
    has_news: bool,
}

impl FootReport {
    /// The last run that came to its end.
    pub fn suite(&self) -> Option<&Suite> {
        self.suite.as_ref()
    }

    /// Whether the suite is of the rig and the clip as they are now, and of the rig that they are compared with.
    pub fn is_current(&self) -> bool {
        self.is_current && !self.lacks_other
    }

    /// How many grounds of how many the run under way has measured.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.run.as_ref().map(|run| (run.done().min(run.count), run.count))
    }

    /// The ground that was chosen in the grid and still is the document's.
    pub fn shown(&self) -> Option<GroundScene> {
        self.shown
    }

    /// Of the ground that is shown; for a moment that of the last one.
    pub fn detail(&self) -> Option<&Detail> {
        self.shown.and_then(|_| self.details.latest())
    }

    /// Counts how often the panel was asked for.
    pub fn openings(&self) -> u64 {
        self.openings
    }

    pub(super) fn is_busy(&self) -> bool {
        self.run.is_some() || self.details.is_busy()
    }

    /// Seconds until there may be something to draw.
    pub(super) fn next_wake(&self) -> Option<f32> {
        if self.has_news { Some(0.0) } else { self.is_busy().then_some(0.02) }
    }

    pub(super) fn open(&mut self) {
        self.openings += 1;
    }

    pub(super) fn start(&mut self, stage: &Stage, rig: &Rig, clip: usize, other: Option<&OtherRig>) {
        self.cancel();
        if let Some((made_of, subject)) = MadeOf::of(stage, rig, clip).zip(OwnSubject::of(stage, clip)) {
            self.run = Run::start(made_of, subject, other.cloned().zip(OwnSubject::of_other(stage, clip)));
        }
    }

    pub(super) fn cancel(&mut self) {
        if let Some(run) = self.run.take() {
            run.cancel();
        }
    }

    pub(super) fn show(&mut self, ground: GroundScene) {
        (self.shown, self.seeks) = (Some(ground), true);
    }

    /// Another character stands on stage.
    pub(super) fn forget(&mut self) {
        self.cancel();
        *self = Self { openings: self.openings, ..Self::default() };
    }

    /// Takes in what threads have found. Gives what is to be played where that is not what is played.
    pub(super) fn follow(
        &mut self,
        stage: Option<&Stage>,
        document: &Document,
        playback: &Playback,
        other: Option<&OtherRig>,
    ) -> Option<ToPlay> {
        self.has_news = false;
        let was_busy = self.details.is_busy();
        if let Some(end) = self.run.as_ref().and_then(Run::poll) {
            (self.run, self.has_news) = (None, true);
            if let Some(suite) = end {
                (self.suite, self.compared) = (Some(suite), None);
            }
        }
        let stage = stage?;
        let measured = self.suite.as_ref().and_then(|suite| suite.other.as_ref());
        self.lacks_other = other.is_some_and(|other| measured.is_none_or(|one| !one.of.is_same(other)));
        self.compare(stage, document, playback.clip);
        let stays = |ground: &GroundScene| document.scene().is_none() && document.base() == Some(*ground);
        self.shown = self.shown.filter(stays);
        let Some((ground, clip)) = self.shown.zip(playback.clip) else {
            self.details.clear();
            return None;
        };
        let question = Question { bound_serial: stage.bound_serial(), clip, ground };
        let is_known = self.details.follow(question, || OwnSubject::of(stage, clip));
        self.has_news |= was_busy && !self.details.is_busy();
        let detail = self.details.latest().filter(|_| is_known)?;
        if std::mem::take(&mut self.seeks) {
            let worst = detail.worst.and_then(|moment| detail.recording.frames.get(moment.frame));
            let time_s = worst.map_or(0.0, |frame| frame.time_s);
            return Some(ToPlay { stretch: detail.stretch, time_s, is_chosen: true });
        }
        // Another clip, or a rig that goes another way, is played as it was measured now.
        let is_other = playback.travels && playback.stretch() != Some(detail.stretch);
        let time_s = playback.time_in_stretch().unwrap_or(playback.time);
        is_other.then_some(ToPlay { stretch: detail.stretch, time_s, is_chosen: false })
    }

    fn compare(&mut self, stage: &Stage, document: &Document, clip: Option<usize>) {
        let rig = document.rig();
        let is_compared = |(of, serial, with): &(Arc<Rig>, u64, Option<usize>)| {
            Arc::ptr_eq(of, rig) && *serial == stage.bound_serial() && *with == clip
        };
        if self.compared.as_ref().is_some_and(is_compared) {
            return;
        }
        let is_same = |suite: &Suite| {
            clip.and_then(|clip| MadeOf::of(stage, rig, clip)).is_some_and(|now| suite.made_of.is_same(&now))
        };
        self.is_current = self.suite.as_ref().is_some_and(is_same);
        self.compared = Some((Arc::clone(rig), stage.bound_serial(), clip));
    }
}

/// What a ground of the set is called: "slope 20° at 90".
pub fn ground_title(ground: &GroundScene) -> String {
    let form = match ground.shape {
        GroundShape::Flat => "flat".to_owned(),
        GroundShape::Slope { angle_deg } => format!("slope {angle_deg}°"),
        GroundShape::Stairs { rise, run } => format!("stairs {rise:.2} × {run:.2} m"),
        GroundShape::Bumps { amplitude, length } => format!("bumps {amplitude:.2} × {length:.2} m"),
        GroundShape::Ledge { height } => format!("ledge {height:.2} m"),
        GroundShape::RampCorner { angle_deg } => format!("ramp corner {angle_deg}°"),
    };
    format!("{form} at {}", ground.heading_deg)
}
