//! The report of foot placement: run, and gone into.

use super::super::{CameraRequest, Edit, FootReport, ReportAction, ground_title};
use super::Session;

impl Session {
    pub fn report(&self) -> &FootReport {
        &self.report
    }

    /// Why the report can't be run now; none when it can.
    pub fn report_unavailable(&self) -> Option<&'static str> {
        let Some(stage) = &self.stage else { return Some("Open a model") };
        if stage.clips().next().is_none() {
            return Some("Open a model that has a clip, or add animations from a file");
        }
        if self.playback.clip.is_none() {
            return Some("Choose a clip");
        }
        match stage.bound() {
            None => Some("Mend what does not fit the character first"),
            Some(bound) if bound.feet().next().is_none() => Some("Give the rig feet that stand on the ground"),
            Some(_) => None,
        }
    }

    pub(super) fn run_report(&mut self) {
        if let Some((stage, clip)) = self.stage.as_ref().zip(self.playback.clip) {
            self.report.open();
            self.report.start(stage, self.document.rig(), clip, self.other.as_ref());
        }
    }

    pub(super) fn report_action(&mut self, action: ReportAction) {
        match action {
            ReportAction::Cancel => self.report.cancel(),
            ReportAction::ShowCell(index) => self.show_cell(index),
        }
    }

    fn show_cell(&mut self, index: usize) {
        let Some(ground) = self.report.suite().and_then(|suite| Some(suite.cells.get(index)?.ground)) else { return };
        let alone = Edit::All(vec![Edit::Scene(None), Edit::Ground(ground)]);
        self.edit(format!("Stand on {}", ground_title(&ground)), alone);
        self.playback.playing = false;
        self.report.show(ground);
        self.stale = true;
    }

    /// Takes in what was worked out in the background.
    pub(super) fn follow_report(&mut self) {
        let found = self.report.follow(self.stage.as_ref(), &self.document, &self.playback, self.other.as_ref());
        if let Some(to_play) = found {
            self.playback.set_stretch(Some(to_play.stretch), to_play.time_s);
            self.stale = true;
            if to_play.is_chosen {
                // Down a ledge it stands lower, and what rises ahead hides it from there.
                self.ask_camera(CameraRequest::FrameInSight);
            }
        } else if self.report.shown().is_none() && self.playback.stretch().is_some() {
            self.playback.set_stretch(None, 0.0);
            self.stale = true;
        }
        if self.stale {
            self.solve(0.0);
        }
    }
}
