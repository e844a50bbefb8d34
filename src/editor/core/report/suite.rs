use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use surefoot::ground::{Ground, GroundScene, SceneGround};
use surefoot::quality::{Cell, Judged, Playing, Subject, Verdict, judge, run, suite_grounds};

use super::background::{Background, News};
use super::subject::{MadeOf, OwnSubject};

/// One ground as it was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteCell {
    pub ground: GroundScene,
    pub cell: Cell,
    /// Every figure that has bars.
    pub judged: Vec<Judged>,
}

impl SuiteCell {
    pub(super) fn new(ground: GroundScene, cell: Cell, leg_length: f32) -> Self {
        Self { ground, cell, judged: judge(&cell.figures, &cell.source, leg_length) }
    }

    pub fn verdict(&self) -> Verdict {
        self.cell.verdict
    }

    /// Those past their target, the worst first.
    pub fn past_target(&self) -> Vec<&Judged> {
        let mut past: Vec<&Judged> = self.judged.iter().filter(|judged| judged.verdict > Verdict::Pass).collect();
        past.sort_by(|a, b| b.verdict.cmp(&a.verdict).then(b.excess().total_cmp(&a.excess())));
        past
    }

    /// The figure that is farthest past its target, or nearest to it.
    pub fn worst(&self) -> Option<&Judged> {
        let all = self.judged.iter();
        all.max_by(|a, b| a.verdict.cmp(&b.verdict).then(a.excess().total_cmp(&b.excess())))
    }
}

/// A clip over every ground of the set.
pub struct Suite {
    pub(super) made_of: MadeOf,
    /// In the order of [`suite_grounds`].
    pub cells: Vec<SuiteCell>,
}

impl Suite {
    /// Passes, warnings and failures.
    pub fn counts(&self) -> [usize; 3] {
        [Verdict::Pass, Verdict::Warn, Verdict::Fail]
            .map(|verdict| self.cells.iter().filter(|cell| cell.verdict() == verdict).count())
    }

    /// The clip's name.
    pub fn clip_name(&self) -> &str {
        self.made_of.clip_name()
    }

    /// The cell and its figure that are farthest past a target; none where all pass.
    pub fn worst(&self) -> Option<(usize, &Judged)> {
        let each = self.cells.iter().enumerate().filter_map(|(index, cell)| Some((index, cell.worst()?)));
        let past = each.filter(|(_, judged)| judged.verdict > Verdict::Pass);
        past.max_by(|(_, a), (_, b)| a.verdict.cmp(&b.verdict).then(a.excess().total_cmp(&b.excess())))
    }
}

/// A suite under way.
pub(super) struct Run {
    made_of: MadeOf,
    done: Arc<AtomicUsize>,
    cancelled: Arc<AtomicBool>,
    pub(super) count: usize,
    /// None where it was cancelled.
    answer: Background<Option<Vec<SuiteCell>>>,
}

impl Run {
    pub fn start(made_of: MadeOf, subject: OwnSubject) -> Option<Self> {
        let grounds = suite_grounds();
        let count = grounds.len();
        let (done, cancelled) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (told, asked) = (Arc::clone(&done), Arc::clone(&cancelled));
        let work = move || {
            let motion = subject.motion();
            let of_clip: Subject = subject.with(&motion);
            let laid: Vec<SceneGround> = grounds.iter().map(|&ground| subject.lay(ground)).collect();
            let cells: Vec<(Subject, &(dyn Ground + Sync))> =
                laid.iter().map(|ground| (of_clip, ground as &(dyn Ground + Sync))).collect();
            let progress = |count: usize| {
                told.fetch_max(count, Ordering::Relaxed);
            };
            let measured = run(&cells, &Playing::default(), &progress, &asked).ok()?;
            let leg_length = motion.track.leg_length;
            let cells = grounds.into_iter().zip(measured);
            Some(cells.map(|(ground, cell)| SuiteCell::new(ground, cell, leg_length)).collect())
        };
        Some(Self { made_of, done, cancelled, count, answer: Background::start("report", work)? })
    }

    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    pub fn cancel(self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// None while it goes on; then the suite, or nothing where it broke off.
    pub fn poll(&self) -> Option<Option<Suite>> {
        match self.answer.poll() {
            News::Busy => None,
            News::Done(cells) => Some(cells.map(|cells| Suite { made_of: self.made_of.clone(), cells })),
            News::Lost => Some(None),
        }
    }
}
