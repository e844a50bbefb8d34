use std::sync::Arc;

use glam::Vec3;
use surefoot::character::Character;
use surefoot::clip::Clip;
use surefoot::ground::{GroundScene, Scene, SceneGround};
use surefoot::humanoid::HumanoidMap;
use surefoot::pose::Pose;
use surefoot::quality::Subject;
use surefoot::rig::Rig;
use surefoot::runtime::BoundRig;
use surefoot::stance::Motion;

use super::super::Stage;

/// What a report is of. The same again gives the same figures.
#[derive(Clone)]
pub struct MadeOf {
    character: Arc<Character>,
    /// Without the notes for the editor.
    rig: Arc<Rig>,
    map: HumanoidMap,
    clip: Clip,
}

impl MadeOf {
    pub fn of(stage: &Stage, rig: &Rig, clip: usize) -> Option<Self> {
        Some(Self {
            character: Arc::clone(stage.character()),
            rig: Arc::new(Rig { editor: None, ..rig.clone() }),
            map: stage.map().clone(),
            clip: stage.clip(clip)?.clone(),
        })
    }

    /// The clip's name.
    pub fn clip_name(&self) -> &str {
        &self.clip.name
    }

    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.character, &other.character)
            && self.rig == other.rig
            && self.map == other.map
            && self.clip == other.clip
    }
}

/// A clip of the character on stage, to be played elsewhere.
#[derive(Clone)]
pub struct OwnSubject {
    bound: BoundRig,
    clip: Clip,
    under_clips: Pose,
    /// Which way heading 0 is.
    ahead: Vec3,
}

impl OwnSubject {
    /// With the document's rig.
    pub fn of(stage: &Stage, clip: usize) -> Option<Self> {
        Self::with_rig(stage.bound()?, stage, clip)
    }

    /// With the rig that it is compared with.
    pub fn of_other(stage: &Stage, clip: usize) -> Option<Self> {
        Self::with_rig(stage.other_bound()?, stage, clip)
    }

    fn with_rig(bound: &BoundRig, stage: &Stage, clip: usize) -> Option<Self> {
        Some(Self {
            bound: bound.clone(),
            clip: stage.clip(clip)?.clone(),
            under_clips: stage.character().pose_under_clips().clone(),
            ahead: bound.world_from_model().rotation * bound.frame().forward,
        })
    }

    pub fn motion(&self) -> Motion {
        Motion::of(&self.bound, &self.clip, &self.under_clips)
    }

    pub fn with<'a>(&'a self, motion: &'a Motion) -> Subject<'a> {
        Subject { bound: &self.bound, clip: &self.clip, under_clips: &self.under_clips, motion }
    }

    pub fn lay(&self, ground: GroundScene) -> SceneGround {
        Scene::from(ground).placed(self.ahead).unwrap_or_default()
    }

    /// The names of the chains that stand on the ground.
    pub fn feet(&self) -> Vec<String> {
        self.bound.feet().map(|foot| foot.chain_name().to_owned()).collect()
    }
}
