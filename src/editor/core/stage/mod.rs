//! The character on stage, and what is shown of it.

mod added_clips;
mod fit;
mod frame;
mod gone;
mod ground;
mod loaded_model;
mod notes;
mod other;
mod soles;
mod walk;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use glam::Vec3;
use surefoot::character::Character;
use surefoot::ground::SceneGround;
use surefoot::humanoid::{BodyFrame, Detection, HumanoidMap};
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::{BoneRef, Foot, Rig, Solver};
use surefoot::runtime::{BoundRig, Memory, SolveReport};
use surefoot::skeleton::{JointId, Skeleton};

use super::swing_map::Question;
use super::{Document, bone_ref};
use added_clips::AddedClips;
pub use added_clips::StageClip;
pub(super) use ground::SceneMeshes;
use ground::StageGround;
pub use loaded_model::LoadedModel;
use other::Other;
pub use other::{OtherAction, OtherRig};
use soles::Soles;
use walk::Walk;

/// The character on stage: its roles, the rig bound to it, and this frame's poses.
///
/// All that is shown is in the world: metres, +Y up, the soles on height 0, as the rig's correction of the file has it.
pub struct Stage {
    model: LoadedModel,
    /// At the pose of the file's nodes, where the rig calls that rest.
    skeleton_at_nodes: Option<Skeleton>,
    world_from_model: Transform,
    /// Where what moves under the character has carried it.
    carried: Transform,
    ground: StageGround,
    rest_globals: Globals,
    map: HumanoidMap,
    /// Which of the humanoids in the file the roles are of.
    humanoid: usize,
    body_frame: BodyFrame,
    added: Vec<AddedClips>,
    leg_length: f32,
    incoming: Pose,
    incoming_globals: Globals,
    solved: Pose,
    solved_globals: Globals,
    report: SolveReport,
    solve_time: Duration,
    /// None where the rig does not fit.
    solver: Option<(BoundRig, Memory)>,
    /// Counts how often a rig was bound.
    bound_serial: u64,
    walk: Option<Walk>,
    soles: Soles,
    other: Option<Other>,
    /// The other rig's pose is what is seen.
    shows_other: bool,
    /// How far the character has come over the ground scene, metres.
    gone: Vec3,
}

impl Stage {
    pub(in crate::editor::core) fn new(model: LoadedModel) -> Self {
        let rest = model.character.skeleton.rest().clone();
        let globals = model.character.skeleton.rest_globals().clone();
        Self {
            skeleton_at_nodes: None,
            world_from_model: Transform::IDENTITY,
            carried: Transform::IDENTITY,
            ground: StageGround::default(),
            rest_globals: globals.clone(),
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
            bound_serial: 0,
            walk: None,
            soles: Soles::default(),
            other: None,
            shows_other: false,
            gone: Vec3::ZERO,
            model,
        }
    }

    pub fn character(&self) -> &Arc<Character> {
        &self.model.character
    }

    /// At the rest pose that the rig asks for; in model space, as the file has it.
    pub fn skeleton(&self) -> &Skeleton {
        self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton)
    }

    /// Where the rig has the character stand; what moves may have carried it on from there.
    pub fn world_from_model(&self) -> Transform {
        self.world_from_model
    }

    /// Where the character stands now, carried by what moves under it.
    pub fn carried(&self) -> Transform {
        self.carried
    }

    /// The rest pose, in the world.
    pub fn rest_globals(&self) -> &Globals {
        &self.rest_globals
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

    /// In the world.
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

    /// The pose as the clip gives it, in the world.
    pub fn incoming_globals(&self) -> &Globals {
        &self.incoming_globals
    }

    /// The pose as the library solved it, in the world; the incoming one with IK off. By the rig that is seen: the document's, or the other.
    pub fn solved_globals(&self) -> &Globals {
        self.shown_other().map_or(&self.solved_globals, |other| &other.globals)
    }

    /// What happened in the last solve of the rig that is seen; chains by their places in the document's rig.
    pub fn report(&self) -> &SolveReport {
        self.shown_other().map_or(&self.report, |other| &other.report)
    }

    fn shown_other(&self) -> Option<&Other> {
        self.other.as_ref().filter(|_| self.shows_other)
    }

    /// What the document's rig made of the pose and what the other did; none without another that fits.
    pub fn both(&self) -> Option<[(&SolveReport, &Globals); 2]> {
        let other = self.other.as_ref()?;
        Some([(&self.report, &self.solved_globals), (&other.report, &other.globals)])
    }

    /// How long it took.
    pub fn solve_time(&self) -> Duration {
        self.solve_time
    }

    /// The rig does not fit, so the incoming pose passes through.
    pub fn is_bound(&self) -> bool {
        self.solver.is_some()
    }

    /// The other rig as it is fitted to this character; none where there is none that fits.
    pub(in crate::editor::core) fn other_bound(&self) -> Option<&BoundRig> {
        self.other.as_ref().map(|other| &other.bound)
    }

    /// The rig that is seen, the document's or the other, as it is fitted to this character.
    pub fn shown_bound(&self) -> Option<&BoundRig> {
        self.shown_other().map(|other| &other.bound).or_else(|| self.bound())
    }

    /// The rig as it is fitted to this character; none where it does not fit.
    pub fn bound(&self) -> Option<&BoundRig> {
        self.solver.as_ref().map(|(bound, _)| bound)
    }

    /// The feet of the rig with heel, ball, toe tip and breadth as the character's meshes have them; see [`Character::feet_on_mesh`].
    pub fn feet_on_mesh(&self, rig: &Rig) -> &[Option<Foot>] {
        self.soles.of(rig, &self.model.character, &self.map)
    }

    /// The pose as the clip gives it, each joint under its parent.
    pub fn incoming(&self) -> &Pose {
        &self.incoming
    }

    /// The pose as the library solved it, each joint under its parent; the incoming one with IK off.
    pub fn solved(&self) -> &Pose {
        self.shown_other().map_or(&self.solved, |other| &other.solved)
    }

    /// How far the character has come over the ground scene: the scene is shown as much behind. Metres.
    pub fn gone(&self) -> Vec3 {
        self.gone
    }

    /// The document's ground as it is now.
    pub fn ground(&self) -> &SceneGround {
        self.ground.ground()
    }

    /// Changes when another ground is laid.
    pub fn ground_serial(&self) -> u64 {
        self.ground.serial()
    }

    /// Lays the document's ground as it is at a time in seconds, and lets the character ride on what moves.
    pub(in crate::editor::core) fn lay_ground(&mut self, document: &Document, meshes: &SceneMeshes, time_s: f64) {
        self.ground.lay(&document.ground(), self.body_frame.forward, self.leg_length, meshes, time_s);
        self.carried = self.ground.carry(self.world_from_model);
    }

    /// A mesh of the ground has come.
    pub(in crate::editor::core) fn forget_ground(&mut self) {
        self.ground.forget();
    }

    /// Counts how often a rig was bound.
    pub fn bound_serial(&self) -> u64 {
        self.bound_serial
    }

    /// What asks where the limb of `document`'s chain with this index would swing round; none for what is no limb of two bones.
    pub(in crate::editor::core) fn swing_question(&self, document: &Document, chain: usize) -> Option<Question> {
        let of_rig = document.rig().chains.get(chain).filter(|chain| chain.enabled)?;
        if !matches!(of_rig.solver, Solver::TwoBone(_)) {
            return None;
        }
        Some(Question {
            bound_serial: self.bound_serial,
            chain,
            chain_name: of_rig.name.clone(),
            goal_rotation: document.goal(chain).and_then(|note| self.rotation_of_note(note.rotation?)),
            pose: self.incoming.clone(),
            root: self.carried,
        })
    }
}
