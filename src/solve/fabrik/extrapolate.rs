//! Extrapolation between sweeps: the shapes of the last few tell where the next many would lead.

use glam::Vec3A;

use super::sweep::{self, Task};
use super::{Workspace, start};

/// How many past sweeps a long chain learns from.
const DEPTH: usize = 3;
/// Chains of fewer bones learn from the last two residuals alone: deeper memories stall on them.
const SHORT: usize = 5;
/// A sweep that ends this much farther from the goal than the last, by its square, has left the shape that was learnt from.
const GROWN: f32 = 4.0;
/// After so many of those the rest is plain.
const MOST_RESTARTS: u32 = 4;
/// So many sweeps without getting nearer by a tenth, likewise: this share of the sweeps that are allowed, within these bounds.
const STALE_SHARE: u32 = 8;
const MOST_STALE: [u32; 2] = [3, 12];

/// How much of itself each unknown is held back by.
const FREE_DAMPING: f32 = 1e-5;
/// Limits bend the way that sweeps take; with less, rounding alone grows to millimetres there.
const HELD_DAMPING: f32 = 1e-3;

/// Past sweeps: how their ends and their steps differed from the sweep before.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    end: Vec<Vec3A>,
    step: Vec<Vec3A>,
    end_differences: [Vec<Vec3A>; DEPTH],
    step_differences: [Vec<Vec3A>; DEPTH],
    /// Dot products of the step differences.
    products: [[f32; DEPTH]; DEPTH],
    /// How many differences there are, and where the next one goes.
    filled: usize,
    next: usize,
    has_step: bool,
}

impl History {
    pub fn for_joints(joints: usize) -> Self {
        let points = || Vec::with_capacity(joints);
        Self {
            end: points(),
            step: points(),
            end_differences: std::array::from_fn(|_| points()),
            step_differences: std::array::from_fn(|_| points()),
            ..Self::default()
        }
    }

    /// Room for `joints`, and nothing remembered.
    fn start(&mut self, joints: usize) {
        if self.end.len() < joints {
            let History { end, step, end_differences, step_differences, .. } = self;
            for points in [end, step].into_iter().chain(end_differences).chain(step_differences) {
                points.resize(joints, Vec3A::ZERO);
            }
        }
        self.forget();
    }

    fn forget(&mut self) {
        self.filled = 0;
        self.next = 0;
        self.has_step = false;
    }
}

/// Whether sweeps get on, or should go on without extrapolation.
struct Progress {
    best: f32,
    last: f32,
    stale: u32,
    restarts: u32,
}

/// Sweeps with extrapolation until the tip is there; how many. With `must_sweep` the lengths do not hold yet.
///
/// What it leaves is the sweep that ended nearest to the goal.
pub(super) fn run(workspace: &mut Workspace, task: &Task, must_sweep: bool) -> u32 {
    let near = task.tolerance * task.tolerance;
    let most = task.params.max_iterations;
    let error_of = |workspace: &Workspace| workspace.tip().distance_squared(task.target);
    let joints = workspace.now.len();
    workspace.history.start(joints);
    let is_short = workspace.lengths.len() < SHORT;
    let mut progress = Progress { best: f32::INFINITY, last: f32::INFINITY, stale: 0, restarts: 0 };
    let mut iterations = 0;
    let mut is_plain = false;
    let damping = if task.is_limited { HELD_DAMPING } else { FREE_DAMPING };
    let most_stale = (most / STALE_SHARE).clamp(MOST_STALE[0], MOST_STALE[1]);
    workspace.start.clear();
    workspace.start.extend_from_slice(&workspace.now);
    if !must_sweep && error_of(workspace) <= near && !task.is_limited {
        return 0;
    }
    while iterations < most {
        sweep::once(workspace, task);
        iterations += 1;
        let error = error_of(workspace);
        if error <= near {
            return iterations;
        }
        if error < progress.best {
            progress.stale = if error < progress.best * 0.81 { 0 } else { progress.stale + 1 };
            progress.best = error;
            workspace.best.clear();
            workspace.best.extend_from_slice(&workspace.now);
        } else {
            progress.stale += 1;
        }
        if is_plain || iterations == most {
            if is_plain && task.is_limited && progress.stale > 2 * most_stale {
                break;
            }
            continue;
        }
        if progress.restarts > MOST_RESTARTS || progress.stale > most_stale {
            // Extrapolation has led into a fold that sweeps would take long to leave: from the beginning, and plainly.
            is_plain = true;
            progress.stale = 0;
            workspace.now.copy_from_slice(&workspace.start);
            start::bow(workspace, task.target, task.params.bend_hint);
            continue;
        }
        if error > progress.last * GROWN {
            workspace.history.forget();
            workspace.now.copy_from_slice(&workspace.best);
            progress.restarts += 1;
        }
        progress.last = error;
        if is_short { aitken(workspace) } else { anderson(workspace, damping) }
    }
    if workspace.best.len() == joints && error_of(workspace) > progress.best {
        workspace.now.copy_from_slice(&workspace.best);
        workspace.turns.clear();
    }
    iterations
}

/// Every third sweep goes on along its step by the ratio by which steps shrink, λ / (1 − λ).
fn aitken(workspace: &mut Workspace) {
    let Workspace { now, before, history, .. } = workspace;
    let (mut squared, mut shared) = (Vec3A::ZERO, Vec3A::ZERO);
    for ((&end, &start), last) in now.iter().zip(before.iter()).zip(&mut history.step) {
        let step = end - start;
        squared += *last * *last;
        shared += *last * step;
        *last = step;
    }
    history.filled += 1;
    let squared = squared.element_sum();
    if history.filled < 3 || squared <= f32::MIN_POSITIVE {
        return;
    }
    history.filled = 0;
    let ratio = (shared.element_sum() / squared).clamp(0.0, 0.97);
    let further = ratio / (1.0 - ratio);
    for (joint, &step) in now.iter_mut().zip(&history.step).skip(1) {
        *joint += step * further;
    }
}

/// The combination of the last ends whose steps would cancel best, by least squares.
fn anderson(workspace: &mut Workspace, damping: f32) {
    let Workspace { now, before, history, .. } = workspace;
    let joints = now.len();
    let (now, before) = (&mut now[..joints], &before[..joints]);
    let (end, step) = (&mut history.end[..joints], &mut history.step[..joints]);
    if !history.has_step {
        for joint in 0..joints {
            end[joint] = now[joint];
            step[joint] = now[joint] - before[joint];
        }
        history.has_step = true;
        return;
    }
    let newest = history.next;
    let filled = (history.filled + 1).min(DEPTH);
    let mut with_step = [0.0_f32; DEPTH];
    {
        let end_difference = &mut history.end_differences[newest][..joints];
        let step_difference = &mut history.step_differences[newest][..joints];
        for joint in 0..joints {
            let new_step = now[joint] - before[joint];
            end_difference[joint] = now[joint] - end[joint];
            step_difference[joint] = new_step - step[joint];
            end[joint] = now[joint];
            step[joint] = new_step;
        }
    }
    for (other, with_step) in with_step.iter_mut().enumerate().take(filled) {
        let (new, old) = (&history.step_differences[newest][..joints], &history.step_differences[other][..joints]);
        let (mut product, mut along) = (Vec3A::ZERO, Vec3A::ZERO);
        for joint in 0..joints {
            product += new[joint] * old[joint];
            along += old[joint] * step[joint];
        }
        history.products[newest][other] = product.element_sum();
        history.products[other][newest] = history.products[newest][other];
        *with_step = along.element_sum();
    }
    history.filled = filled;
    history.next = (newest + 1) % DEPTH;
    let shares = least_squares(&history.products, with_step, filled, damping);
    if shares.iter().all(|share| share.is_finite()) {
        for (differences, &share) in history.end_differences.iter().zip(&shares).take(filled) {
            for (joint, &difference) in now.iter_mut().zip(&differences[..joints]).skip(1) {
                *joint -= difference * share;
            }
        }
    }
}

/// Solves the normal equations of the first `size` unknowns by elimination, with a trace of `damping`.
fn least_squares(products: &[[f32; DEPTH]; DEPTH], right: [f32; DEPTH], size: usize, damping: f32) -> [f32; DEPTH] {
    let (mut matrix, mut right) = (*products, right);
    for (row, cells) in matrix.iter_mut().enumerate().take(size) {
        cells[row] = cells[row] * (1.0 + damping) + 1e-30;
    }
    for pivot in 0..size {
        let above = matrix[pivot];
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / above[pivot];
            for (cell, above) in matrix[row][pivot..size].iter_mut().zip(&above[pivot..size]) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; DEPTH];
    for row in (0..size).rev() {
        let known: f32 = (row + 1..size).map(|column| matrix[row][column] * solution[column]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}
