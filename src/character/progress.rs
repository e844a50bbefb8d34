//! How far reading is, and whether to go on.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::ReadFault;

/// Told what is being read and how far all of it is, 0..=1, often and never less than before; a break stops the reading.
pub type Watch<'a> = dyn Fn(ReadStep, f32) -> ControlFlow<()> + 'a;

/// What is being read of a character's file, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadStep {
    /// Its bytes, and those of the buffers beside it.
    File,
    Meshes,
    Images,
    Clips,
}

/// One reading's way from 0 to 1.
pub struct Progress<'a> {
    watch: &'a Watch<'a>,
    /// What the watch was told last.
    told: Cell<(ReadStep, f32)>,
    stopped: Cell<bool>,
}

impl<'a> Progress<'a> {
    pub fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, told: Cell::new((ReadStep::File, 0.0)), stopped: Cell::new(false) }
    }

    pub fn stage(&self, step: ReadStep, from: f32, to: f32) -> Stage<'_> {
        Stage { progress: self, step, from, to }
    }

    /// Looks whether to go on, inside a step.
    ///
    /// # Errors
    /// When reading is to stop.
    pub fn look(&self) -> Result<(), ReadFault> {
        let (step, share) = self.told.get();
        self.tell(step, share)
    }

    fn tell(&self, step: ReadStep, share: f32) -> Result<(), ReadFault> {
        let (step_before, share_before) = self.told.get();
        let (step, share) = (step.max(step_before), share.max(share_before));
        self.told.set((step, share));
        if self.is_stopped() || (self.watch)(step, share).is_break() {
            self.stopped.set(true);
            return Err(ReadFault::Cancelled);
        }
        Ok(())
    }

    /// Whether the watch has broken off, whatever has become of that on the way.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}

/// A stretch of the way.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    progress: &'a Progress<'a>,
    step: ReadStep,
    from: f32,
    to: f32,
}

impl Stage<'_> {
    /// Says that `done` of `count` steps of this stage are done.
    ///
    /// # Errors
    /// When reading is to stop.
    pub fn step(&self, done: usize, count: usize) -> Result<(), ReadFault> {
        let part = if count == 0 { 1.0 } else { done as f32 / count as f32 };
        self.progress.tell(self.step, self.from + (self.to - self.from) * part)
    }

    /// [`Stage::step`] for what reads through [`std::io`].
    ///
    /// # Errors
    /// When reading is to stop.
    pub fn io_step(&self, done: usize, count: usize) -> std::io::Result<()> {
        self.step(done, count).map_err(std::io::Error::other)
    }

    /// The stretch of the steps from `first` to before `end`, of `count`.
    pub fn within(&self, first: usize, end: usize, count: usize) -> Self {
        let at = |step: usize| self.from + (self.to - self.from) * (step as f32 / count.max(1) as f32).min(1.0);
        Self { from: at(first), to: at(end), ..*self }
    }
}
