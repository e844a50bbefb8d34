use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::figures::{Figures, SourceFigures};
use super::metrics::measure;
use super::recording::{Playing, Recording, Subject};
use super::verdict::Verdict;
use crate::ground::{Ground, GroundScene, GroundShape};

/// What one clip came to over one ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub figures: Figures,
    pub source: SourceFigures,
    pub verdict: Verdict,
}

/// The caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before every ground was measured")]
pub struct Cancelled;

/// The grounds on which a rig proves itself: slopes from -35° to 35° by 5°, each in eight headings; stairs, up and down; ledges; a
/// ramp's corner; bumps.
pub fn suite_grounds() -> Vec<GroundScene> {
    let mut grounds = Vec::new();
    let mut add = |shape: GroundShape, headings: &[f32]| {
        grounds.extend(headings.iter().map(|&heading_deg| GroundScene { shape, heading_deg }));
    };
    let all: Vec<f32> = (0..8).map(|eighth| eighth as f32 * 45.0).collect();
    for step in -7..=7 {
        add(GroundShape::Slope { angle_deg: step as f32 * 5.0 }, &all);
    }
    for (rise, run) in [(0.10, 0.30), (0.15, 0.30), (0.20, 0.28)] {
        add(GroundShape::Stairs { rise, run }, &[0.0, 45.0, 180.0, 225.0]);
    }
    for height in [0.15, 0.30] {
        add(GroundShape::Ledge { height }, &[0.0, 45.0, 180.0]);
    }
    // Onto the corner, off it, past it and along its edge. Straight along its open side a character would come to straddle a wall.
    add(GroundShape::RampCorner { angle_deg: 20.0 }, &[315.0, 135.0, 45.0, 90.0]);
    add(GroundShape::Bumps { amplitude: 0.04, length: 1.2 }, &[0.0, 45.0]);
    grounds
}

/// Measures every pair of subject and ground that `cells` names, in parallel, in the order of `cells`. The figures do not depend on the
/// number of threads. `progress` is told how many of them are done.
///
/// # Errors
/// When `cancel` was set before the end.
pub fn run(
    cells: &[(Subject, &(dyn Ground + Sync))],
    playing: &Playing,
    progress: &(dyn Fn(usize) + Sync),
    cancel: &AtomicBool,
) -> Result<Vec<Cell>, Cancelled> {
    let done = AtomicUsize::new(0);
    cells
        .par_iter()
        .map(|&(subject, ground)| {
            if cancel.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            let recording = Recording::of(subject, ground, playing);
            let (figures, source) = measure(&recording);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(Cell { figures, source, verdict: figures.verdict(&source, recording.leg_length) })
        })
        .collect()
}
