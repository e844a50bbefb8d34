use glam::{Quat, Vec3, Vec3A};

use super::Params;
use super::extrapolate::History;

/// The room that a chain is solved in: allocated once, written anew by every call.
///
/// Inside, the root is the origin and the chain is one long, so the same shape at any size and place is solved in the same bits
/// but for the rounding of the first subtraction.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The joints.
    pub(super) now: Vec<Vec3A>,
    /// Before the last sweep.
    pub(super) before: Vec<Vec3A>,
    /// Where the search began.
    pub(super) start: Vec<Vec3A>,
    /// The nearest to the goal so far.
    pub(super) best: Vec<Vec3A>,
    /// One a bone.
    pub(super) lengths: Vec<f32>,
    /// The bones' directions as they come in, unit.
    pub(super) incoming: Vec<Vec3A>,
    /// How each joint is turned from the incoming pose; kept for chains with limits and stiffness.
    pub(super) turns: Vec<Quat>,
    pub(super) history: History,
    /// Whether a limit held anything in the last sweep.
    pub(super) met_limit: bool,
}

impl Workspace {
    /// Room for chains of up to `joints` joints. A longer one makes it grow.
    pub fn for_joints(joints: usize) -> Self {
        let points = || Vec::with_capacity(joints);
        Self {
            now: points(),
            before: points(),
            start: points(),
            best: points(),
            lengths: Vec::with_capacity(joints),
            incoming: points(),
            turns: Vec::with_capacity(joints),
            history: History::for_joints(joints),
            met_limit: false,
        }
    }

    /// How each joint but the tip was turned from the incoming pose by the last call, in the solver's space, root first. Empty for a
    /// chain without limits and stiffness: there the smallest turn that carries each bone onto its new direction is the answer.
    pub fn turns(&self) -> &[Quat] {
        &self.turns
    }

    pub(super) fn clear(&mut self) {
        self.now.clear();
        self.before.clear();
        self.best.clear();
        self.lengths.clear();
        self.incoming.clear();
        self.turns.clear();
        self.met_limit = false;
    }

    pub(super) fn load(&mut self, joints: &[Vec3], incoming: &[Vec3], total: f32) {
        let scale = 1.0 / total;
        let root = joints[0];
        self.now.extend(joints.iter().map(|&joint| Vec3A::from((joint - root) * scale)));
        self.before.extend_from_slice(&self.now);
        let mut last = Vec3A::Y;
        for pair in incoming.windows(2) {
            let bone = Vec3A::from((pair[1] - pair[0]) * scale);
            // A bone without length goes on as the one before.
            last = bone.try_normalize().unwrap_or(last);
            self.incoming.push(last);
            self.lengths.push(bone.length());
        }
    }

    pub(super) fn store(&self, joints: &mut [Vec3], root: Vec3, total: f32) {
        for (joint, &now) in joints.iter_mut().zip(&self.now).skip(1) {
            *joint = root + Vec3::from(now) * total;
        }
    }

    pub(super) fn tip(&self) -> Vec3A {
        self.now.last().copied().unwrap_or(Vec3A::ZERO)
    }

    /// The nearest that the tip can come to the root.
    pub(super) fn nearest(&self) -> f32 {
        let longest = self.lengths.iter().copied().fold(0.0, f32::max);
        (2.0 * longest - 1.0).max(0.0)
    }

    pub(super) fn straighten(&mut self, towards: Vec3A) {
        let direction = towards.try_normalize().unwrap_or(Vec3A::Y);
        for bone in 0..self.lengths.len() {
            self.now[bone + 1] = self.now[bone] + direction * self.lengths[bone];
        }
    }

    /// Whether every joint is inside its limit as it comes in.
    pub(super) fn is_within(&self, params: &Params) -> bool {
        params.frames.iter().all(|frame| {
            frame.limit.is_none_or(|limit| !limit.clamp(frame.at_rest.conjugate() * frame.incoming).limited)
        })
    }
}
