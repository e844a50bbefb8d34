//! Where the search starts, so that no shape locks it or makes it crawl.

use glam::{Vec3, Vec3A};

use super::Workspace;
use crate::math::{any_orthogonal, arc_between, direction_or};

fn reject(v: Vec3A, axis: Vec3A) -> Vec3A {
    v - axis * axis.dot(v)
}

/// Bends a chain that lies on the line to the goal, where every sweep would only slide it along that line. Whether it did; the
/// lengths do not hold then.
pub(super) fn unlock(workspace: &mut Workspace, target: Vec3A, hint: Vec3) -> bool {
    let toward = target.try_normalize().unwrap_or(Vec3A::Y);
    let line = workspace.tip().try_normalize().unwrap_or(toward);
    let is_on_line = |point: &Vec3A| reject(*point, line).length_squared() < 1e-8;
    if !(is_on_line(&target) && workspace.now.iter().all(is_on_line)) {
        return false;
    }
    let side = side_of(hint, line);
    let last = workspace.lengths.len();
    for (index, joint) in workspace.now.iter_mut().enumerate().take(last).skip(1) {
        // A shallow bow: enough for the sweeps to find the bend, too little to be seen in the result.
        let along = index as f32 / last as f32;
        *joint += side * (0.4 * along * (1.0 - along));
    }
    true
}

/// Starts a chain that must be almost straight from an almost straight shape, because sweeps take hundreds of rounds to find
/// the last percent of its length. Fades in from 94 % of the length on, so that a goal moving outward meets no jump.
/// Whether it moved anything; the lengths do not hold then.
pub(super) fn bow(workspace: &mut Workspace, target: Vec3A, hint: Vec3) -> bool {
    let distance = target.length();
    let share = ((distance - 0.94) / 0.03).clamp(0.0, 1.0);
    let share = share * share * (3.0 - 2.0 * share);
    if share == 0.0 {
        return false;
    }
    let last = workspace.lengths.len();
    let line = target.try_normalize().unwrap_or(Vec3A::Y);
    let now = workspace.tip().try_normalize().unwrap_or(line);
    let swing = arc_between(now.into(), line.into());
    let bend: Vec3A = workspace.now[1..last].iter().map(|&joint| reject(swing * joint, line)).sum();
    let side = bend.try_normalize().unwrap_or_else(|| side_of(hint, line));
    // The sag of a shallow parabola that is longer than its chord by the slack.
    let sag = (0.375 * (1.0 - distance).max(0.0)).sqrt();
    let mut length = 0.0;
    for (joint, &bone) in workspace.now[1..].iter_mut().zip(&workspace.lengths) {
        length += bone;
        let guess = line * (distance * length) + side * (4.0 * sag * length * (1.0 - length));
        *joint = joint.lerp(guess, share);
    }
    true
}

fn side_of(hint: Vec3, line: Vec3A) -> Vec3A {
    let hint = Vec3A::from(direction_or(hint, Vec3::ZERO));
    reject(hint, line).try_normalize().unwrap_or_else(|| any_orthogonal(line.into()).into())
}
