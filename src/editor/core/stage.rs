use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::{Quat, Vec3};
use surefoot::character::Character;
use surefoot::humanoid::{BodyFrame, Detection, HumanoidMap, Role, body_frame};
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{BoneRef, Rig};
use surefoot::runtime::SolveReport;
use surefoot::skeleton::{JointId, Skeleton};

use super::{Document, Problem, bone_ref};

/// A model as the background thread hands it over.
#[derive(Clone, Debug)]
pub struct LoadedModel {
    /// None for the bundled character.
    pub path: Option<PathBuf>,
    pub character: Arc<Character>,
    /// What detection found.
    pub detection: Arc<Detection>,
}

impl LoadedModel {
    /// Finds the humanoid in `character`.
    pub fn new(path: Option<PathBuf>, character: Character) -> Self {
        let detection = Arc::new(character.detect());
        Self { path, character: Arc::new(character), detection }
    }
}

/// The character on stage: its roles, the rig bound to it, and this frame's poses.
pub struct Stage {
    model: LoadedModel,
    map: HumanoidMap,
    body_frame: BodyFrame,
    leg_length: f32,
    incoming: Pose,
    incoming_globals: Globals,
    solved: Pose,
    solved_globals: Globals,
    report: SolveReport,
    solve_time: Duration,
}

impl Stage {
    pub(super) fn new(model: LoadedModel) -> Self {
        let rest = model.character.skeleton.rest().clone();
        let globals = model.character.skeleton.rest_globals().clone();
        let mut stage = Self {
            map: model.detection.map(),
            body_frame: BodyFrame::GLTF,
            leg_length: 0.85,
            incoming: rest.clone(),
            incoming_globals: globals.clone(),
            solved: rest,
            solved_globals: globals,
            report: SolveReport::default(),
            solve_time: Duration::ZERO,
            model,
        };
        stage.measure();
        stage
    }

    pub fn character(&self) -> &Arc<Character> {
        &self.model.character
    }

    pub fn skeleton(&self) -> &Skeleton {
        &self.model.character.skeleton
    }

    /// None for the bundled character.
    pub fn model_path(&self) -> Option<&Path> {
        self.model.path.as_deref()
    }

    pub fn detection(&self) -> &Detection {
        &self.model.detection
    }

    /// Roles: those the rig assigns, and what detection found for the rest.
    pub fn map(&self) -> &HumanoidMap {
        &self.map
    }

    pub fn body_frame(&self) -> &BodyFrame {
        &self.body_frame
    }

    /// Hip to ankle, metres; a tenth of an arbitrary body where there are no legs.
    pub fn leg_length(&self) -> f32 {
        self.leg_length
    }

    /// The joint a reference of the rig means here.
    pub fn joint(&self, bone: &BoneRef) -> Option<JointId> {
        bone.resolve(self.skeleton(), &self.map).ok()
    }

    /// How a rig names this joint: by role where it has one.
    pub fn bone_ref(&self, joint: JointId) -> BoneRef {
        bone_ref(self.skeleton(), &self.map, joint)
    }

    /// The pose as the clip gives it.
    pub fn incoming(&self) -> &Pose {
        &self.incoming
    }

    pub fn incoming_globals(&self) -> &Globals {
        &self.incoming_globals
    }

    /// The pose as the library solved it; the incoming one with IK off.
    pub fn solved(&self) -> &Pose {
        &self.solved
    }

    pub fn solved_globals(&self) -> &Globals {
        &self.solved_globals
    }

    /// What happened in the last solve.
    pub fn report(&self) -> &SolveReport {
        &self.report
    }

    /// How long it took.
    pub fn solve_time(&self) -> Duration {
        self.solve_time
    }

    /// Binds `rig` anew and lists what does not fit.
    pub(super) fn bind(&mut self, rig: &Rig) -> Vec<Problem> {
        let detected = self.model.detection.map();
        self.map = detected.clone();
        for (&role, bone) in &rig.bones {
            // A role here names another role's joint at most by mistake; binding reports it.
            if let Ok(joint) = bone.resolve(&self.model.character.skeleton, &detected) {
                self.map.set(role, Some(joint));
            }
        }
        self.measure();
        Vec::new()
    }

    /// Samples the clip and solves. `dt` 0 settles at once.
    pub(super) fn update(&mut self, document: &Document, clip: Option<usize>, time: f32, dt: f32, ik_on: bool) {
        let skeleton = &self.model.character.skeleton;
        let _ = (document, clip, time, dt, ik_on);
        self.incoming_globals.update_from(skeleton, &self.incoming, 0);
        let start = Instant::now();
        self.solved.copy_from(&self.incoming);
        self.solve_time = start.elapsed();
        self.solved_globals.update_from(skeleton, &self.solved, 0);
    }

    fn measure(&mut self) {
        let skeleton = &self.model.character.skeleton;
        self.body_frame = body_frame(skeleton, &self.map);
        let rest = skeleton.rest_globals();
        let leg = |hip, knee, foot| {
            let [hip, knee, foot] = [hip, knee, foot].map(|role| self.map.get(role).map(|joint| rest.position(joint)));
            Some(hip?.distance(knee?) + knee?.distance(foot?))
        };
        let lengths = [
            leg(Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot),
            leg(Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot),
        ];
        self.leg_length = lengths
            .into_iter()
            .flatten()
            .find(|length| length.is_finite() && *length > 1e-6)
            .unwrap_or_else(|| skeleton_height(skeleton) * 0.5);
    }
}

/// Height of the rest pose's joints; 1.7 where there is none.
fn skeleton_height(skeleton: &Skeleton) -> f32 {
    let heights = || skeleton.ids().map(|joint| skeleton.rest_globals().position(joint).y);
    let height = heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min);
    if height.is_finite() && height > 1e-3 { height } else { 1.7 }
}

/// A note's rotation as a unit quaternion.
pub(super) fn rotation_of(note: [f32; 4]) -> Option<Quat> {
    let rotation = Quat::from_array(note);
    let length = rotation.length();
    (length > 1e-6 && length.is_finite()).then(|| rotation / length)
}

/// Finite points only reach the solver.
pub(super) fn point_of(note: [f32; 3]) -> Option<Vec3> {
    let point = Vec3::from_array(note);
    point.is_finite().then_some(point)
}
