use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::{Quat, Vec3};
use surefoot::character::Character;
use surefoot::humanoid::{BodyFrame, Detection, HumanoidMap, Role, body_frame};
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{BoneRef, Rig};
use surefoot::runtime::{BindIssue, BoundRig, Goal, Inputs, Memory, SolveReport};
use surefoot::skeleton::{JointId, Skeleton};

use super::added_clips::{AddedClips, clips};
use super::{Document, bone_ref};

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
    /// Which of the humanoids in the file the roles are of.
    humanoid: usize,
    body_frame: BodyFrame,
    pub(super) added: Vec<AddedClips>,
    leg_length: f32,
    incoming: Pose,
    incoming_globals: Globals,
    solved: Pose,
    solved_globals: Globals,
    report: SolveReport,
    solve_time: Duration,
    /// None where the rig does not fit.
    solver: Option<(BoundRig, Memory)>,
}

impl Stage {
    pub(super) fn new(model: LoadedModel) -> Self {
        let rest = model.character.skeleton.rest().clone();
        let globals = model.character.skeleton.rest_globals().clone();
        let mut stage = Self {
            map: model.detection.map(),
            humanoid: 0,
            body_frame: BodyFrame::GLTF,
            added: Vec::new(),
            leg_length: 0.85,
            incoming: rest.clone(),
            incoming_globals: globals.clone(),
            solved: rest,
            solved_globals: globals,
            report: SolveReport::default(),
            solve_time: Duration::ZERO,
            solver: None,
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

    /// What was found of the humanoid whose roles are mapped: the first in the file, or the one that was chosen.
    pub fn detection(&self) -> &Detection {
        self.detections().nth(self.humanoid).unwrap_or(&self.model.detection)
    }

    /// Every humanoid in the file.
    pub fn detections(&self) -> impl Iterator<Item = &Detection> {
        std::iter::once(&*self.model.detection).chain(&self.model.detection.others)
    }

    /// The index of [`Stage::detection`] in [`Stage::detections`].
    pub fn humanoid(&self) -> usize {
        self.humanoid
    }

    /// Roles: those the rig assigns, or what detection found where it assigns none.
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
    pub fn incoming_globals(&self) -> &Globals {
        &self.incoming_globals
    }

    /// The pose as the library solved it; the incoming one with IK off.
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

    /// Binds `rig` anew and lists what does not fit. With an error nothing is solved.
    pub(super) fn bind(&mut self, rig: &Rig) -> Vec<BindIssue> {
        let skeleton = &self.model.character.skeleton;
        // As a game binds it: the rig's own roles, or for a preset those that are found.
        let (map, unknown) = rig.humanoid_map(skeleton);
        let map = if rig.bones.is_empty() { self.model.detection.map() } else { map };
        let roles_changed = self.map != map;
        self.map = map;
        self.humanoid = self.humanoid_of_map();
        let mut issues: Vec<BindIssue> = unknown
            .into_iter()
            .map(|(role, error)| BindIssue { path: format!("bones.{role}"), cause: error.into() })
            .collect();
        match rig.bind_with(skeleton, &self.map) {
            Ok(bound) => {
                issues.extend_from_slice(bound.warnings());
                let memory = bound.memory();
                self.solver = Some((bound, memory));
            }
            Err(error) => {
                issues.extend(error.issues);
                self.solver = None;
            }
        }
        self.measure();
        if roles_changed {
            self.lay_added_clips();
        }
        issues
    }

    /// The humanoid that has most of the mapped bones.
    fn humanoid_of_map(&self) -> usize {
        let has = |detection: &Detection| {
            let bones = || detection.bones.iter().map(|bone| bone.joint);
            self.map.iter().filter(|&(_, joint)| bones().any(|bone| bone == joint)).count()
        };
        let counts: Vec<usize> = self.detections().map(has).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        counts.iter().position(|&count| count == most).unwrap_or(0)
    }

    /// The rig does not fit, so the incoming pose passes through.
    pub fn is_bound(&self) -> bool {
        self.solver.is_some()
    }

    /// Samples the clip and solves. `dt` 0 settles at once.
    pub(super) fn update(&mut self, document: &Document, clip: Option<usize>, time: f32, dt: f32, ik_on: bool) {
        let character = &self.model.character;
        let skeleton = &character.skeleton;
        self.incoming.copy_from(if clip.is_some() { character.pose_under_clips() } else { skeleton.rest() });
        if let Some(clip) = clip.and_then(|index| clips(character, &self.added).nth(index)).map(|found| found.clip) {
            // The session has looped the time already.
            clip.sample(time, surefoot::clip::Playback::Once, &mut self.incoming);
        }
        self.incoming_globals.update_from(skeleton, &self.incoming, 0);
        self.solved.copy_from(&self.incoming);
        match &mut self.solver {
            Some((bound, memory)) if ik_on => {
                let ground = document.ground().placed(self.body_frame.forward);
                let goals = goals(document);
                let inputs = Inputs {
                    dt,
                    goals: &goals,
                    look_target_in_world: document.look_target().and_then(point_of),
                    ..Inputs::settled(&ground)
                };
                let start = Instant::now();
                let report = bound.solve(&mut self.solved, memory, &inputs);
                self.solve_time = start.elapsed();
                self.report.clone_from(report);
            }
            _ => {
                self.report = SolveReport::default();
                self.solve_time = Duration::ZERO;
            }
        }
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

/// The goals of the document. Model space is world space here: the character stands at the origin.
fn goals(document: &Document) -> Vec<Goal<'_>> {
    let notes = document.notes().map_or(&[][..], |notes| &notes.goals);
    notes
        .iter()
        .filter_map(|note| {
            Some(Goal {
                chain: &note.chain,
                position_in_world: point_of(note.position)?,
                rotation_in_world: note.rotation.and_then(rotation_of),
                hint_in_world: None,
                weight: 1.0,
            })
        })
        .collect()
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
