use std::cell::OnceCell;

use surefoot::character::Character;
use surefoot::humanoid::HumanoidMap;
use surefoot::rig::{Chain, Correction, Foot, Grounding, Rig};

/// The soles on the meshes, measured when they are first asked for: it takes every vertex.
#[derive(Default)]
pub(super) struct Soles {
    depends_on: Option<DependsOn>,
    feet: OnceCell<Vec<Option<Foot>>>,
}

/// What of a rig the measures go by.
#[derive(PartialEq)]
struct DependsOn {
    reference_leg_length: f32,
    correction: Correction,
    map: HumanoidMap,
    chains: Vec<Chain>,
    /// Chain and toes.
    feet: Vec<Foot>,
}

impl Soles {
    /// Forgets them where the rig has become another.
    pub fn follow(&mut self, rig: &Rig, map: &HumanoidMap) {
        let feet = rig.grounding.as_ref().map_or(&[][..], |Grounding { feet, .. }| feet);
        let now = DependsOn {
            reference_leg_length: rig.reference_leg_length,
            correction: rig.character,
            map: map.clone(),
            chains: rig.chains.clone(),
            feet: feet.iter().map(Foot::without_sole).collect(),
        };
        if self.depends_on.as_ref() != Some(&now) {
            *self = Self { depends_on: Some(now), feet: OnceCell::new() };
        }
    }

    /// Of the rig that was followed last.
    pub fn of(&self, rig: &Rig, character: &Character, map: &HumanoidMap) -> &[Option<Foot>] {
        self.feet.get_or_init(|| character.feet_on_mesh(rig, map))
    }
}
