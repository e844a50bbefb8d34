//! Another rig for the character on stage, B, to compare the document's with.

use std::sync::Arc;

use glam::Vec3;
use surefoot::clip::Clip;
use surefoot::humanoid::HumanoidMap;
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::rig::Rig;
use surefoot::runtime::{BindError, BoundRig, Inputs, Memory, SolveReport};
use surefoot::skeleton::Skeleton;

use super::gone::bring_back;
use super::walk::Walk;

/// A rig that the document's is compared with. It is no part of the document.
#[derive(Clone, Debug)]
pub struct OtherRig {
    /// As people call it: "Simple preset".
    pub name: String,
    pub(in crate::editor::core) rig: Arc<Rig>,
}

impl OtherRig {
    /// The same rig and no other that is called so.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rig, &other.rig)
    }
}

/// What can be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherAction {
    /// Compare with the document's rig as it is now.
    Keep,
    /// Compare with a preset, fitted to the character.
    Preset(&'static str),
    /// Compare with a rig in a file, which is asked for.
    Open,
    /// Compare with nothing any more.
    Drop,
    /// Whether B is seen, or A.
    Show(bool),
}

/// The other rig fitted to the character, and the pose that it makes of the incoming one.
pub(super) struct Other {
    pub bound: BoundRig,
    memory: Memory,
    serial: u64,
    walk: Option<Walk>,
    /// Of each of its chains the place among those of the document's rig, by name.
    chain_in_document: Vec<Option<usize>>,
    pub solved: Pose,
    pub globals: Globals,
    pub report: SolveReport,
}

impl Other {
    /// The character is the document's: its bones, and how its file stands.
    pub fn bind(
        rig: &Rig,
        document: &Rig,
        skeleton: &Skeleton,
        map: &HumanoidMap,
        serial: u64,
    ) -> Result<Self, BindError> {
        let rig = Rig { character: document.character, bones: document.bones.clone(), ..rig.clone() };
        let bound = rig.bind_with(skeleton, map)?;
        let place = |name: &String| document.chains.iter().position(|chain| chain.name == *name);
        Ok(Self {
            memory: bound.memory(),
            bound,
            serial,
            walk: None,
            chain_in_document: rig.chains.iter().map(|chain| place(&chain.name)).collect(),
            solved: skeleton.rest().clone(),
            globals: skeleton.rest_globals().clone(),
            report: SolveReport::default(),
        })
    }

    pub fn begin_anew(&mut self) {
        self.memory = self.bound.memory();
    }

    /// Reads how the clip at this index of the stage's goes over the ground, where that is not known yet.
    pub fn know_walk(&mut self, index: usize, clip: &Clip, under_clips: &Pose) {
        if self.walk.as_ref().is_none_or(|walk| !walk.is_of(index, self.serial)) {
            self.walk = Some(Walk::of(index, clip, &self.bound, self.serial, under_clips));
        }
    }

    /// Solves the incoming pose as the document's rig was: all of `inputs` but what it knows of its feet. `travelled_s` is how long the clip has
    /// travelled, `gone` how far.
    pub fn solve(&mut self, incoming: &Pose, travelled_s: Option<f32>, inputs: Inputs<'_>, gone: Vec3) {
        self.solved.copy_from(incoming);
        let mut phases = Vec::new();
        if let Some((walk, travelled_s)) = self.walk.as_ref().zip(travelled_s) {
            walk.motion.tell(&self.bound, travelled_s, inputs.root, &mut phases);
        }
        let inputs = Inputs { feet: &phases, ..inputs };
        self.report.clone_from(self.bound.solve(&mut self.solved, &mut self.memory, &inputs));
        bring_back(&mut self.report, gone);
        self.tell_in_the_document_s_order();
    }

    /// The incoming pose, with IK off.
    pub fn pass(&mut self, incoming: &Pose) {
        self.solved.copy_from(incoming);
        self.report = SolveReport::default();
    }

    pub fn place(&mut self, skeleton: &Skeleton, root: Transform) {
        self.globals.update_from(skeleton, &self.solved, 0);
        self.globals.carry(root);
    }

    /// What is told of chains that the document's rig lacks is left out.
    fn tell_in_the_document_s_order(&mut self) {
        let places = &self.chain_in_document;
        let place = |chain: &mut usize| match places.get(*chain).copied().flatten() {
            Some(place) => {
                *chain = place;
                true
            }
            None => false,
        };
        self.report.chains.retain_mut(|chain| place(&mut chain.chain));
        self.report.feet.retain_mut(|foot| place(&mut foot.chain));
    }
}
