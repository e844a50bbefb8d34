use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use surefoot::ground::{Ground, GroundScene, SceneGround};
use surefoot::quality::{Cell, Judged, Playing, Subject, Verdict, judge, run, suite_grounds};

use surefoot::stance::Motion;

use super::super::OtherRig;
use super::background::{Background, News};
use super::change::Change;
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
    /// The same with the rig that it is compared with.
    pub other: Option<OtherCells>,
}

/// What another rig came to over the same grounds.
pub struct OtherCells {
    pub of: OtherRig,
    pub cells: Vec<SuiteCell>,
}

impl Suite {
    /// How the other rig stands on a ground against the document's; none where none was measured.
    pub fn change(&self, index: usize) -> Option<Change> {
        let other = self.other.as_ref()?.cells.get(index)?;
        Some(Change::of(other, self.cells.get(index)?))
    }

    /// On how many grounds the other is better, the same and worse.
    pub fn changes(&self) -> Option<[usize; 3]> {
        self.other.as_ref()?;
        let all = || (0..self.cells.len()).filter_map(|index| self.change(index));
        Some(Change::ALL.map(|change| all().filter(|one| *one == change).count()))
    }

    /// Of the document's rig, or of the other where that was measured.
    pub fn cells_of(&self, is_other: bool) -> &[SuiteCell] {
        match &self.other {
            Some(other) if is_other => &other.cells,
            _ => &self.cells,
        }
    }

    /// Passes, warnings and failures, of the document's rig or of the other.
    pub fn counts(&self, is_other: bool) -> [usize; 3] {
        [Verdict::Pass, Verdict::Warn, Verdict::Fail]
            .map(|verdict| self.cells_of(is_other).iter().filter(|cell| cell.verdict() == verdict).count())
    }

    /// The clip's name.
    pub fn clip_name(&self) -> &str {
        self.made_of.clip_name()
    }

    /// The cell and its figure that are farthest past a target; none where all pass.
    pub fn worst(&self, is_other: bool) -> Option<(usize, &Judged)> {
        let each = self.cells_of(is_other).iter().enumerate().filter_map(|(index, cell)| Some((index, cell.worst()?)));
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
    answer: Background<Option<Vec<Vec<SuiteCell>>>>,
    other: Option<OtherRig>,
}

impl Run {
    pub fn start(made_of: MadeOf, subject: OwnSubject, other: Option<(OtherRig, OwnSubject)>) -> Option<Self> {
        let grounds = suite_grounds();
        let (other, other_subject) = other.unzip();
        let subjects: Vec<OwnSubject> = std::iter::once(subject).chain(other_subject).collect();
        let count = grounds.len() * subjects.len();
        let (done, cancelled) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (told, asked) = (Arc::clone(&done), Arc::clone(&cancelled));
        let work = move || {
            let motions: Vec<Motion> = subjects.iter().map(OwnSubject::motion).collect();
            // Both stand on the same ground.
            let laid: Vec<SceneGround> = grounds.iter().map(|&ground| subjects[0].lay(ground)).collect();
            let of_clip = subjects.iter().zip(&motions).map(|(subject, motion)| subject.with(motion));
            let on_each = |subject| laid.iter().map(move |ground| (subject, ground as &(dyn Ground + Sync)));
            let cells: Vec<(Subject, &(dyn Ground + Sync))> = of_clip.flat_map(on_each).collect();
            let progress = |count: usize| {
                told.fetch_max(count, Ordering::Relaxed);
            };
            let measured = run(&cells, &Playing::default(), &progress, &asked).ok()?;
            let suites = measured.chunks(grounds.len()).zip(&motions).map(|(measured, motion)| {
                let cells = grounds.iter().zip(measured);
                cells.map(|(&ground, &cell)| SuiteCell::new(ground, cell, motion.track.leg_length)).collect()
            });
            Some(suites.collect())
        };
        Some(Self { made_of, done, cancelled, count, answer: Background::start("report", work)?, other })
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
            News::Done(None) => Some(None),
            News::Done(Some(suites)) => {
                let mut suites = suites.into_iter();
                let cells = suites.next().unwrap_or_default();
                let other = self.other.clone().zip(suites.next()).map(|(of, cells)| OtherCells { of, cells });
                Some(Some(Suite { made_of: self.made_of.clone(), cells, other }))
            }
            News::Lost => Some(None),
        }
    }
}
