//! One sweep: from the goal to the root and back.

use glam::{Quat, Vec3, Vec3A};

use super::{Params, Workspace};
use crate::math::arc_between;

/// What a sweep works towards, in the workspace's own measure.
pub(super) struct Task<'a> {
    pub target: Vec3A,
    pub tolerance: f32,
    pub params: &'a Params<'a>,
    pub is_limited: bool,
    pub is_stiff: bool,
}

/// Squares below this are no length to divide by.
const NOTHING: f32 = 1e-24;

/// Plain sweeps until the tip is there; how many. With `must_sweep` the lengths do not hold yet and one is made in any case.
pub(super) fn run(workspace: &mut Workspace, task: &Task, most: u32, must_sweep: bool) -> u32 {
    let mut iterations = 0;
    while iterations < most
        && ((must_sweep && iterations == 0) || workspace.tip().distance(task.target) > task.tolerance)
    {
        once(workspace, task);
        iterations += 1;
        if task.is_limited && has_settled(workspace, task) {
            break;
        }
    }
    iterations
}

/// A chain held by its limits that moves no more will not get any nearer.
fn has_settled(workspace: &Workspace, task: &Task) -> bool {
    let still = (task.tolerance * 0.01).powi(2);
    workspace.now.iter().zip(&workspace.before).all(|(now, before)| now.distance_squared(*before) <= still)
}

/// One sweep; where the joints were is left in `before`.
pub(super) fn once(workspace: &mut Workspace, task: &Task) {
    if task.is_limited || task.is_stiff { once_held(workspace, task) } else { once_free(workspace, task.target) }
}

/// The point `length` from `from` on the way to `towards`; along `otherwise` where the two coincide.
#[inline(always)]
fn placed(from: Vec3A, towards: Vec3A, length: f32, otherwise: Vec3A) -> Vec3A {
    let way = towards - from;
    let squared = way.length_squared();
    if squared < NOTHING { from + otherwise * length } else { from + way * (length / squared.sqrt()) }
}

fn once_free(workspace: &mut Workspace, target: Vec3A) {
    let Workspace { now, before, lengths, incoming, .. } = workspace;
    let bones = lengths.len();
    // Slices of one known length, so that the loops carry no checks.
    let (now, before) = (&mut now[..=bones], &mut before[..=bones]);
    before[bones] = now[bones];
    now[bones] = target;
    let mut at = target;
    for bone in (0..bones).rev() {
        before[bone] = now[bone];
        at = placed(at, now[bone], lengths[bone], -incoming[bone]);
        now[bone] = at;
    }
    now[0] = Vec3A::ZERO;
    at = Vec3A::ZERO;
    for bone in 0..bones {
        at = placed(at, now[bone + 1], lengths[bone], incoming[bone]);
        now[bone + 1] = at;
    }
}

/// A sweep with limits and stiffness, which needs to know how each joint is turned.
fn once_held(workspace: &mut Workspace, task: &Task) {
    let bones = workspace.lengths.len();
    workspace.before.copy_from_slice(&workspace.now);
    if workspace.turns.len() != bones {
        turns_of(workspace);
    }
    workspace.now[bones] = task.target;
    for bone in (0..bones).rev() {
        let (from, towards) = (workspace.now[bone + 1], workspace.now[bone]);
        let mut direction = (from - towards).try_normalize().unwrap_or(workspace.incoming[bone]);
        let turned = turn_onto(workspace, bone, workspace.turns[bone], direction);
        workspace.turns[bone] = turned;
        if let Some(held) = held_under(workspace, task.params, bone, turned) {
            workspace.turns[bone] = held;
            direction = Vec3A::from(held * Vec3::from(workspace.incoming[bone]));
        }
        workspace.now[bone] = from - direction * workspace.lengths[bone];
    }
    workspace.now[0] = Vec3A::ZERO;
    workspace.met_limit = false;
    for bone in 0..bones {
        let carried_by = bone.checked_sub(1).map_or(Quat::IDENTITY, |before| workspace.turns[before]);
        let carried = Vec3A::from(carried_by * Vec3::from(workspace.incoming[bone]));
        let at = workspace.now[bone];
        let mut wanted = (workspace.now[bone + 1] - at).try_normalize().unwrap_or(carried);
        let stiffness = task.params.stiffness.get(bone).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        if stiffness > 0.0 {
            wanted = wanted.lerp(carried, stiffness).try_normalize().unwrap_or(carried);
        }
        let turned = (arc_between(carried.into(), wanted.into()) * carried_by).normalize();
        workspace.turns[bone] = turned;
        if let Some(held) = held_over(task.params, bone, carried_by, turned) {
            workspace.turns[bone] = held;
            wanted = Vec3A::from(held * Vec3::from(workspace.incoming[bone]));
            workspace.met_limit = true;
        }
        workspace.now[bone + 1] = at + wanted * workspace.lengths[bone];
    }
}

/// The turns that carry the incoming bones onto the present ones, each the smallest under the joint before.
pub(super) fn turns_of(workspace: &mut Workspace) {
    workspace.turns.clear();
    let mut carried_by = Quat::IDENTITY;
    for bone in 0..workspace.lengths.len() {
        let direction = (workspace.now[bone + 1] - workspace.now[bone]).try_normalize();
        if let Some(direction) = direction {
            carried_by = turn_onto(workspace, bone, carried_by, direction);
        }
        workspace.turns.push(carried_by);
    }
}

/// `turn` and then the smallest turn that brings the bone onto `direction`.
fn turn_onto(workspace: &Workspace, bone: usize, turn: Quat, direction: Vec3A) -> Quat {
    let now = turn * Vec3::from(workspace.incoming[bone]);
    (arc_between(now.normalize_or(direction.into()), direction.into()) * turn).normalize()
}

/// How joint `bone` must be turned so that it is inside its limit under a joint before it that is turned by `carried_by`; none where
/// it is inside already.
pub(super) fn held_over(params: &Params, bone: usize, carried_by: Quat, turned: Quat) -> Option<Quat> {
    let frame = params.frames.get(bone)?;
    let limit = frame.limit?;
    let at_rest = carried_by * frame.at_rest;
    let held = limit.clamp(at_rest.conjugate() * (turned * frame.incoming));
    held.limited.then(|| (at_rest * held.rotation * frame.incoming.conjugate()).normalize())
}

/// How joint `bone` must be turned so that the joint after it, which is placed already, is inside its own limit; none where it is.
fn held_under(workspace: &Workspace, params: &Params, bone: usize, turned: Quat) -> Option<Quat> {
    let frame = params.frames.get(bone + 1)?;
    let limit = frame.limit?;
    let after = workspace.turns[bone + 1] * frame.incoming;
    let held = limit.clamp((turned * frame.at_rest).conjugate() * after);
    held.limited.then(|| (after * held.rotation.conjugate() * frame.at_rest.conjugate()).normalize())
}
