//! Cyclic coordinate descent, after Wang and Chen, "A combined optimization method for solving the inverse kinematics problem of
//! mechanical manipulators" (1991).

use glam::{Quat, Vec3, Vec3A};

use super::Workspace;
use super::sweep::{self, Task};
use crate::math::arc_between;

/// Rounds over all joints until the tip is there or nothing gets nearer; how many. With `must_sweep` the lengths do not hold yet and a
/// sweep restores them first.
pub(super) fn run(workspace: &mut Workspace, task: &Task, most: u32, must_sweep: bool) -> u32 {
    if must_sweep {
        sweep::once(workspace, task);
    }
    if workspace.turns.len() != workspace.lengths.len() {
        sweep::turns_of(workspace);
        hold_all(workspace, task);
    }
    let mut rounds = 0;
    let mut last = f32::INFINITY;
    while rounds < most {
        let error = workspace.tip().distance(task.target);
        // A round that gains less than a thousandth of what is missing is the last.
        if error <= task.tolerance || error > last * 0.999 {
            break;
        }
        last = error;
        round(workspace, task);
        rounds += 1;
    }
    rounds
}

fn round(workspace: &mut Workspace, task: &Task) {
    for bone in (0..workspace.lengths.len()).rev() {
        let pivot = workspace.now[bone];
        let (from, to) = (workspace.tip() - pivot, task.target - pivot);
        let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else { continue };
        let stiffness = task.params.stiffness.get(bone).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        let to = if stiffness > 0.0 { to.lerp(from, stiffness).try_normalize().unwrap_or(from) } else { to };
        let turned = (arc_between(from.into(), to.into()) * workspace.turns[bone]).normalize();
        let carried_by = bone.checked_sub(1).map_or(Quat::IDENTITY, |before| workspace.turns[before]);
        let held = sweep::held_over(task.params, bone, carried_by, turned);
        workspace.met_limit |= held.is_some();
        place(workspace, bone, held.unwrap_or(turned));
    }
}

/// Brings every joint inside its limit, from the root on.
fn hold_all(workspace: &mut Workspace, task: &Task) {
    for bone in 0..workspace.lengths.len() {
        let carried_by = bone.checked_sub(1).map_or(Quat::IDENTITY, |before| workspace.turns[before]);
        if let Some(held) = sweep::held_over(task.params, bone, carried_by, workspace.turns[bone]) {
            workspace.met_limit = true;
            place(workspace, bone, held);
        }
    }
}

/// Gives joint `bone` the turn `turned` and carries everything below along.
fn place(workspace: &mut Workspace, bone: usize, turned: Quat) {
    let by = turned * workspace.turns[bone].conjugate();
    workspace.turns[bone] = turned;
    for below in bone + 1..workspace.turns.len() {
        workspace.turns[below] = (by * workspace.turns[below]).normalize();
    }
    // Laid out anew from lengths and turns, so that rounding does not add up.
    for below in bone..workspace.lengths.len() {
        let direction = workspace.turns[below] * Vec3::from(workspace.incoming[below]);
        workspace.now[below + 1] = workspace.now[below] + Vec3A::from(direction) * workspace.lengths[below];
    }
}
