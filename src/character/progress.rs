//! How far reading is, and whether to go on.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::ReadFault;

/// Told how far reading is, 0..=1, often and never less than before; a break stops the reading.
pub type Watch<'a> = dyn Fn(f32) -> ControlFlow<()> + 'a;

/// One reading's way from 0 to 1.
pub struct Progress<'a> {
    watch: &'a Watch<'a>,
    stopped: Cell<bool>,
}

impl<'a> Progress<'a> {
    pub fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, stopped: Cell::new(false) }
    }

    pub fn stage(&self, from: f32, to: f32) -> Stage<'_> {
        Stage { progress: self, from, to }
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
        if self.progress.is_stopped() || (self.progress.watch)(self.from + (self.to - self.from) * part).is_break() {
            self.progress.stopped.set(true);
            return Err(ReadFault::Cancelled);
        }
        Ok(())
    }

    /// [`Stage::step`] for what reads through [`std::io`].
    ///
    /// # Errors
    /// When reading is to stop.
    pub fn io_step(&self, done: usize, count: usize) -> std::io::Result<()> {
        self.step(done, count).map_err(std::io::Error::other)
    }

    /// The stretch of one step of `count`.
    pub fn within(&self, done: usize, count: usize) -> Self {
        let length = (self.to - self.from) / count.max(1) as f32;
        let from = self.from + length * done as f32;
        Self { from, to: from + length, ..*self }
    }
}
