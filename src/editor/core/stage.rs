use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::{Affine3A, Quat, Vec3};
use surefoot::character::Character;
use surefoot::clip::Clip;
use surefoot::ground::SceneGround;
use surefoot::humanoid::{BodyFrame, Detection, HumanoidMap, Names, Role};
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::prop::Hold;
use surefoot::quality::Subject;
use surefoot::rig::{BoneRef, Foot, RestSource, Rig, Solver};
use surefoot::runtime::{BindError, BindIssue, BoundRig, FingerGoal, Goal, Inputs, Memory, SolveReport};
use surefoot::skeleton::{JointId, Skeleton};

use super::added_clips::{AddedClips, clips};
use super::other::Other;
use super::soles::Soles;
use super::stage_ground::{SceneMeshes, StageGround};
use super::swing_map::Question;
use super::walk::{Walk, go_on};
use super::{Document, Playback, bone_ref, props};

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
    /// Finds the humanoid in `character`, whose bones may be called as `names` knows.
    pub fn new(path: Option<PathBuf>, character: Character, names: &Names) -> Self {
        let detection = Arc::new(character.detect_with(names));
        Self { path, character: Arc::new(character), detection }
    }
}

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

/// So many frames at most are played to come to one; springs have forgotten by then what was before.
const MOST_REPLAYED: f32 = 600.0;

impl Stage {
    pub(super) fn new(model: LoadedModel) -> Self {
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

    /// What notes of the document, in the model's axes and metres, are in.
    pub(super) fn world_from_notes(&self) -> Affine3A {
        self.carried.unscaled().to_affine()
    }

    /// Where a point of the document's notes lies in the world; none where it is not finite.
    pub fn point_of_note(&self, note: [f32; 3]) -> Option<Vec3> {
        let point = self.world_from_notes().transform_point3(Vec3::from_array(note));
        point.is_finite().then_some(point)
    }

    pub(super) fn note_of_point(&self, point_in_world: Vec3) -> [f32; 3] {
        self.world_from_notes().inverse().transform_point3(point_in_world).to_array()
    }

    /// A rotation of the document's notes as a unit quaternion in the world; none where it is none.
    pub(super) fn rotation_of_note(&self, note: [f32; 4]) -> Option<Quat> {
        let rotation = Quat::from_array(note);
        let length = rotation.length();
        (length > 1e-6 && length.is_finite()).then(|| self.carried.rotation * (rotation / length))
    }

    pub(super) fn note_of_rotation(&self, rotation_in_world: Quat) -> [f32; 4] {
        (self.carried.rotation.conjugate() * rotation_in_world).to_array()
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

    /// The joint that holds all of the humanoid whose roles are mapped and nothing of another one in the file; none where the
    /// file has no other or they can't be told apart.
    pub fn root_of_humanoid(&self) -> Option<JointId> {
        let skeleton = self.skeleton();
        let bones = |detection: &Detection| -> Vec<JointId> { detection.bones.iter().map(|bone| bone.joint).collect() };
        let others: Vec<JointId> = self
            .detections()
            .enumerate()
            .filter(|&(at, _)| at != self.humanoid)
            .flat_map(|(_, one)| bones(one))
            .collect();
        let own = bones(self.detection());
        let &first = own.first()?;
        let up = std::iter::once(first).chain(skeleton.ancestors(first));
        let highest = up.take_while(|&up| !others.iter().any(|&other| skeleton.is_within(other, up))).last()?;
        (!others.is_empty() && own.iter().all(|&joint| skeleton.is_within(joint, highest))).then_some(highest)
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

    /// Binds `rig` anew and lists what does not fit. With an error nothing is solved.
    pub(super) fn bind(&mut self, rig: &Rig) -> Vec<BindIssue> {
        match (&self.model.character.node_rest, rig.character.rest) {
            (Some(nodes), RestSource::Nodes) => {
                let at_nodes = || self.model.character.skeleton.with_rest(nodes);
                self.skeleton_at_nodes = self.skeleton_at_nodes.take().or_else(|| Some(at_nodes()));
            }
            _ => self.skeleton_at_nodes = None,
        }
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
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
        self.bound_serial += 1;
        self.soles.follow(rig, &self.map);
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
        self.measure(rig);
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

    /// Fits another rig to compare with, or none.
    pub(super) fn compare_with(
        &mut self,
        other: Option<&Rig>,
        document: &Rig,
        shows_other: bool,
    ) -> Result<(), BindError> {
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
        self.shows_other = shows_other;
        self.other = None;
        if let Some(other) = other {
            self.other = Some(Other::bind(other, document, skeleton, &self.map, self.bound_serial)?);
        }
        Ok(())
    }

    /// The other rig as it is fitted to this character; none where there is none that fits.
    pub(super) fn other_bound(&self) -> Option<&BoundRig> {
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
    pub(super) fn lay_ground(&mut self, document: &Document, meshes: &SceneMeshes, time_s: f64) {
        self.ground.lay(&document.ground(), self.body_frame.forward, self.leg_length, meshes, time_s);
        self.carried = self.ground.carry(self.world_from_model);
    }

    /// A mesh of the ground has come.
    pub(super) fn forget_ground(&mut self) {
        self.ground.forget();
    }

    /// Counts how often a rig was bound.
    pub fn bound_serial(&self) -> u64 {
        self.bound_serial
    }

    /// What stands at the playback's time: within a stretch as it is come to frame by frame, so that what a report says of a frame is what
    /// is seen; else settled.
    pub(super) fn play_up_to(&mut self, document: &Document, playback: &Playback, ik_on: bool) {
        let end = playback.stretch().and(playback.travelled_s()).filter(|_| ik_on && playback.clip.is_some());
        let (Some(end), Some((bound, memory))) = (end, &mut self.solver) else {
            self.update(document, playback, 0.0, ik_on);
            return;
        };
        *memory = bound.memory();
        if let Some(other) = &mut self.other {
            other.begin_anew();
        }
        let frames = (end / Playback::FRAME).round();
        let on_frame = (end - frames * Playback::FRAME).abs() < 1e-3;
        let first = (frames - MOST_REPLAYED).max(0.0);
        let before = (0..(frames - first) as u32).map(|frame| (first + frame as f32) * Playback::FRAME);
        let (mut last, mut dt) = (None::<f32>, 0.0);
        for time in before.chain(std::iter::once(end)) {
            if let Some(last) = last {
                dt = if on_frame { Playback::FRAME } else { (time - last).max(1e-4) };
            }
            self.update(document, &playback.at_travelled(time), dt, ik_on);
            last = Some(time);
        }
    }

    /// Samples the clip and solves on the ground as it was laid. `dt` 0 settles at once.
    pub(super) fn update(&mut self, document: &Document, playback: &Playback, dt: f32, ik_on: bool) {
        let character = self.model.character.clone();
        self.incoming.copy_from(if playback.clip.is_some() {
            character.pose_under_clips()
        } else {
            self.skeleton_at_nodes.as_ref().unwrap_or(&character.skeleton).rest()
        });
        let mut root = self.carried;
        let mut travel = None;
        let added = std::mem::take(&mut self.added);
        let clip = playback.clip.and_then(|index| Some((index, clips(&character, &added).nth(index)?.clip)));
        if let Some((index, clip)) = clip {
            if let Some(other) = &mut self.other {
                other.know_walk(index, clip, character.pose_under_clips());
            }
            travel = self.walk_on(index, clip, playback, &mut root);
            if travel.is_none() {
                // The session has looped the time already.
                clip.sample(playback.time, surefoot::clip::Playback::Once, &mut self.incoming);
            }
        }
        self.added = added;
        let strolled = playback.stroll().filter(|_| ik_on).map(|stroll| {
            let (stands, ground, leg) = (self.world_from_model, self.ground.ground(), self.leg_length);
            stroll.place(playback.playing, self.body_frame.forward, stands, ground, leg, self.gone)
        });
        if let Some(strolled) = &strolled {
            (self.carried, self.gone, root) = (self.world_from_model, strolled.gone, strolled.root);
        } else if travel.is_none() {
            self.gone = Vec3::ZERO;
        }
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&character.skeleton);
        self.incoming_globals.update_from(skeleton, &self.incoming, 0);
        self.incoming_globals.carry(root);
        self.solved.copy_from(&self.incoming);
        let thing = document.prop().zip(self.placed_prop(document));
        let holds = thing.map_or_else(Vec::new, |(note, placed)| props::holds(note, placed));
        let hang = thing.and_then(|(note, (_, place))| props::hang(note, place));
        let mut goals = self.goals(document, &holds);
        let fingers: Vec<FingerGoal> = holds.iter().map(Hold::fingers).collect();
        let look_target = document.look_target().and_then(|note| self.point_of_note(note));
        match &mut self.solver {
            Some((bound, memory)) if ik_on => {
                // Out where the character has come to: what feet keep from frame to frame they keep in the world. What is shown stays in
                // the middle of the stage, and so does what a person has put there.
                let out = Transform { translation: root.translation + self.gone, ..root };
                for goal in &mut goals {
                    goal.position_in_world += self.gone;
                    goal.hint_in_world = goal.hint_in_world.map(|hint| hint + self.gone);
                }
                let mut phases = Vec::new();
                if let Some((walk, travelled_s)) = self.walk.as_ref().zip(travel) {
                    walk.motion.tell(bound, travelled_s, out, &mut phases);
                }
                let inputs = Inputs {
                    dt,
                    root: out,
                    feet: &phases,
                    goals: &goals,
                    fingers: &fingers,
                    hang,
                    gait: strolled.map(|strolled| strolled.input),
                    look_target_in_world: look_target.map(|target| target + self.gone),
                    ..Inputs::settled(self.ground.ground())
                };
                let start = Instant::now();
                let report = bound.solve(&mut self.solved, memory, &inputs);
                self.solve_time = start.elapsed();
                self.report.clone_from(report);
                bring_back(&mut self.report, self.gone);
                if let Some(other) = &mut self.other {
                    other.solve(&self.incoming, travel, inputs, self.gone);
                }
            }
            _ => {
                self.report = SolveReport::default();
                self.solve_time = Duration::ZERO;
                if let Some(other) = &mut self.other {
                    other.pass(&self.incoming);
                }
            }
        }
        if let Some(other) = &mut self.other {
            other.place(skeleton, root);
        }
        self.solved_globals.update_from(skeleton, &self.solved, 0);
        self.solved_globals.carry(root);
    }

    /// Reads how the clip at this index goes over the ground, where that is not known yet.
    fn know_walk(&mut self, index: usize, clip: &Clip) {
        let is_known = self.walk.as_ref().is_some_and(|walk| walk.is_of(index, self.bound_serial));
        if let Some((bound, _)) = self.solver.as_ref().filter(|_| !is_known) {
            let under = self.model.character.pose_under_clips();
            self.walk = Some(Walk::of(index, clip, bound, self.bound_serial, under));
        }
    }

    /// How the clip at this index goes over the ground; none before it was shown, and where the rig does not fit.
    pub(super) fn walk(&self, index: usize) -> Option<&Walk> {
        self.walk.as_ref().filter(|walk| walk.is_of(index, self.bound_serial))
    }

    /// Writes the clip in place into the incoming pose and moves the ground and `root` as the clip travels; the time in seconds for which it
    /// has. None where it goes nowhere, or shall not.
    fn walk_on(&mut self, index: usize, clip: &Clip, playback: &Playback, root: &mut Transform) -> Option<f32> {
        self.know_walk(index, clip);
        let (bound, _) = self.solver.as_ref()?;
        let walk = self.walk.as_ref().filter(|walk| walk.is_of(index, self.bound_serial))?;
        let under_clips = self.model.character.pose_under_clips();
        let subject = Subject { bound, clip, under_clips, motion: &walk.motion };
        let ground = self.ground.ground();
        let way = go_on(subject, playback, ground, self.leg_length, self.gone, &mut self.incoming)?;
        self.carried = self.world_from_model;
        (self.gone, *root) = (way.gone, way.root);
        Some(way.travelled_s)
    }

    /// What asks where the limb of `document`'s chain with this index would swing round; none for what is no limb of two bones.
    pub(super) fn swing_question(&self, document: &Document, chain: usize) -> Option<Question> {
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

    fn measure(&mut self, rig: &Rig) {
        let skeleton = self.skeleton_at_nodes.as_ref().unwrap_or(&self.model.character.skeleton);
        self.world_from_model = rig.world_from_model(skeleton, &self.map);
        self.carried = self.world_from_model;
        let frame = rig.body_frame(skeleton, &self.map);
        let turn = self.world_from_model.rotation;
        self.body_frame =
            if turn == Quat::IDENTITY { frame } else { BodyFrame::new(turn * frame.up, turn * frame.forward) };
        self.rest_globals = Globals::under(skeleton, skeleton.rest(), self.world_from_model);
        let rest = &self.rest_globals;
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
            .unwrap_or_else(|| height(rest) * 0.5);
    }

    /// The goals of the document; those of hands that hold something come from what they hold.
    fn goals<'a>(&self, document: &'a Document, holds: &[Hold]) -> Vec<Goal<'a>> {
        let notes = document.notes().map_or(&[][..], |notes| &notes.goals);
        let held = holds.iter().filter_map(|hold| hold.goal(self.bound()?, self.carried));
        notes
            .iter()
            .filter_map(|note| {
                Some(Goal {
                    chain: &note.chain,
                    position_in_world: self.point_of_note(note.position)?,
                    rotation_in_world: note.rotation.and_then(|rotation| self.rotation_of_note(rotation)),
                    hint_in_world: None,
                    weight: 1.0,
                })
            })
            .chain(held)
            .collect()
    }
}

/// Tells of everything as it stands on stage, where the character has gone this far.
pub(super) fn bring_back(report: &mut SolveReport, gone: Vec3) {
    for chain in &mut report.chains {
        chain.position -= gone;
        chain.target = chain.target.map(|target| target - gone);
    }
    for contact in report.feet.iter_mut().flat_map(|foot| &mut foot.contacts) {
        contact.position -= gone;
        contact.ground = contact.ground.map(|ground| ground - gone);
    }
    if let Some(look) = &mut report.look {
        look.target -= gone;
    }
    for foot in &mut report.gait {
        foot.position -= gone;
        foot.home -= gone;
    }
}

/// Height of a pose's joints; 1.7 where there is none.
fn height(pose: &Globals) -> f32 {
    let heights = || pose.matrices().map(|matrix| matrix.translation.y);
    let height = heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min);
    if height.is_finite() && height > 1e-3 { height } else { 1.7 }
}
