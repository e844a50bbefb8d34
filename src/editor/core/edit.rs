use std::collections::BTreeSet;

use surefoot::ground::{GroundScene, Scene};
use surefoot::humanoid::Role;
use surefoot::rig::{
    BoneRef, Chain, ClipContacts, EditorNotes, Fix, Gait, GoalNote, Grounding, JointLimit, LookAt, PropNote, Rig,
    TwistBone,
};

/// One change of the document. Most replace a whole part: clone it, change a field, push it back.
///
/// An index beyond its list changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Replaces the whole rig, as applying a preset does; notes for the editor included.
    Rig(Box<Rig>),
    Name(String),
    ReferenceLegLength(f32),
    /// Replaces a chain. A new name is made unique and carried to its goal and its foot.
    Chain {
        index: usize,
        chain: Chain,
    },
    /// Inserts a chain; its name is made unique.
    AddChain {
        index: usize,
        chain: Chain,
    },
    RemoveChain(usize),
    /// Moves a chain to another place in the list.
    MoveChain {
        from: usize,
        to: usize,
    },
    /// Replaces the limit of a joint, adds one, or removes it.
    Limit {
        index: usize,
        limit: JointLimit,
    },
    AddLimit(JointLimit),
    RemoveLimit(usize),
    /// Every bone that takes up roll.
    TwistBones(Vec<TwistBone>),
    LookAt(Option<Box<LookAt>>),
    Grounding(Option<Box<Grounding>>),
    Gait(Option<Gait>),
    /// When a foot stands in a clip, or, not by hand, that what is found counts.
    Contacts {
        of: ClipContacts,
        by_hand: bool,
    },
    /// Which bone of this character has a role, or that none has.
    Role {
        role: Role,
        bone: Option<BoneRef>,
    },
    /// Where a chain's goal is; none lets the pose through. The note's `chain` is the chain's name.
    Goal {
        chain: usize,
        goal: Option<GoalNote>,
    },
    /// Model space, metres.
    LookTarget(Option<[f32; 3]>),
    /// What lies under everything else: of a scene its analytic ground.
    Ground(GroundScene),
    /// A scene as the ground; none leaves what lies under it.
    Scene(Option<Box<Scene>>),
    /// The thing in the scene that hands hold.
    Prop(Option<PropNote>),
    /// What the diagnosis of the character proposes.
    Mend(Fix),
    /// Several changes as one.
    All(Vec<Edit>),
}

impl Edit {
    /// Whether roles of single bones change.
    pub(super) fn assigns_roles(&self) -> bool {
        match self {
            Self::Role { .. } => true,
            Self::Mend(fix) => fix.changes_bones(),
            Self::All(edits) => edits.iter().any(Self::assigns_roles),
            _ => false,
        }
    }

    /// Changes `rig`; the caller keeps the copy to go back to.
    pub(super) fn apply(self, rig: &mut Rig) {
        match self {
            Self::Rig(new) => *rig = *new,
            Self::Name(name) => rig.name = name,
            Self::ReferenceLegLength(length) => rig.reference_leg_length = length,
            Self::Chain { index, chain } => replace_chain(rig, index, chain),
            Self::AddChain { index, mut chain } => {
                chain.name = unique_name(rig, &chain.name, None);
                let index = index.min(rig.chains.len());
                rig.chains.insert(index, chain);
            }
            Self::RemoveChain(index) => remove_chain(rig, index),
            Self::MoveChain { from, to } => {
                if from < rig.chains.len() {
                    let chain = rig.chains.remove(from);
                    rig.chains.insert(to.min(rig.chains.len()), chain);
                }
            }
            Self::Limit { index, limit } => {
                if let Some(slot) = rig.limits.get_mut(index) {
                    *slot = limit;
                }
            }
            Self::AddLimit(limit) => {
                rig.limits.retain(|other| other.bone != limit.bone);
                rig.limits.push(limit);
            }
            Self::RemoveLimit(index) => {
                if index < rig.limits.len() {
                    rig.limits.remove(index);
                }
            }
            Self::TwistBones(bones) => rig.twist_bones = bones,
            Self::LookAt(look_at) => rig.look_at = look_at.map(|look_at| *look_at),
            Self::Grounding(grounding) => rig.grounding = grounding.map(|grounding| *grounding),
            Self::Gait(gait) => rig.gait = gait,
            Self::Contacts { of, by_hand } => set_contacts(rig, of, by_hand),
            Self::Role { role, bone } => {
                match bone {
                    Some(bone) => rig.bones.insert(role, bone),
                    None => rig.bones.remove(&role),
                };
            }
            Self::Goal { chain, goal } => set_goal(rig, chain, goal),
            Self::LookTarget(target) => notes(rig).look_target = target,
            Self::Ground(ground) => {
                let notes = notes(rig);
                notes.ground = ground;
                if let Some(scene) = &mut notes.scene {
                    scene.set_base(ground);
                }
            }
            Self::Scene(scene) => {
                let notes = notes(rig);
                notes.ground = scene.as_ref().and_then(|scene| scene.base()).unwrap_or(notes.ground);
                notes.scene = scene.map(|scene| *scene);
            }
            Self::Prop(prop) => notes(rig).prop = prop,
            Self::Mend(fix) => fix.apply(rig),
            Self::All(edits) => edits.into_iter().for_each(|edit| edit.apply(rig)),
        }
    }
}

/// One that is there keeps its place in the list.
fn set_contacts(rig: &mut Rig, new: ClipContacts, by_hand: bool) {
    let Some(grounding) = &mut rig.grounding else { return };
    let is_same = |one: &ClipContacts| one.clip == new.clip && one.chain == new.chain;
    match grounding.contacts.iter_mut().find(|one| is_same(one)) {
        Some(one) if by_hand => *one = new,
        None if by_hand => grounding.contacts.push(new),
        _ => grounding.contacts.retain(|one| !is_same(one)),
    }
}

fn notes(rig: &mut Rig) -> &mut EditorNotes {
    rig.editor.get_or_insert_default()
}

fn replace_chain(rig: &mut Rig, index: usize, mut chain: Chain) {
    if index >= rig.chains.len() {
        return;
    }
    chain.name = unique_name(rig, &chain.name, Some(index));
    let old_name = rig.chains[index].name.clone();
    if old_name != chain.name {
        if let Some(notes) = &mut rig.editor {
            notes
                .goals
                .iter_mut()
                .filter(|goal| goal.chain == old_name)
                .for_each(|goal| goal.chain = chain.name.clone());
        }
        if let Some(grounding) = &mut rig.grounding {
            grounding
                .feet
                .iter_mut()
                .filter(|foot| foot.chain == old_name)
                .for_each(|foot| foot.chain = chain.name.clone());
            let contacts = grounding.contacts.iter_mut().filter(|contacts| contacts.chain == old_name);
            contacts.for_each(|contacts| contacts.chain.clone_from(&chain.name));
        }
        if let Some(gait) = &mut rig.gait {
            let feet = gait.groups.iter_mut().flatten();
            feet.filter(|foot| **foot == old_name).for_each(|foot| foot.clone_from(&chain.name));
        }
    }
    rig.chains[index] = chain;
}

fn remove_chain(rig: &mut Rig, index: usize) {
    if index >= rig.chains.len() {
        return;
    }
    let name = rig.chains.remove(index).name;
    if let Some(notes) = &mut rig.editor {
        notes.goals.retain(|goal| goal.chain != name);
    }
    if let Some(grounding) = &mut rig.grounding {
        grounding.feet.retain(|foot| foot.chain != name);
        grounding.contacts.retain(|contacts| contacts.chain != name);
    }
    if let Some(gait) = &mut rig.gait {
        gait.groups.iter_mut().for_each(|group| group.retain(|foot| *foot != name));
    }
}

fn set_goal(rig: &mut Rig, chain: usize, goal: Option<GoalNote>) {
    let Some(name) = rig.chains.get(chain).map(|chain| chain.name.clone()) else { return };
    let goals = &mut notes(rig).goals;
    let place = goals.iter().position(|other| other.chain == name);
    match (place, goal) {
        (Some(place), Some(goal)) => goals[place] = GoalNote { chain: name, ..goal },
        (Some(place), None) => drop(goals.remove(place)),
        (None, Some(goal)) => goals.push(GoalNote { chain: name, ..goal }),
        (None, None) => {}
    }
}

/// `wanted`, or `wanted_2`, `wanted_3` … where another chain has it.
pub(super) fn unique_name(rig: &Rig, wanted: &str, own: Option<usize>) -> String {
    let wanted = if wanted.trim().is_empty() { "chain" } else { wanted.trim() };
    let taken: BTreeSet<&str> = rig
        .chains
        .iter()
        .enumerate()
        .filter(|&(index, _)| Some(index) != own)
        .map(|(_, chain)| chain.name.as_str())
        .collect();
    if !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let stem = match wanted.rsplit_once('_') {
        Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
        _ => wanted,
    };
    (2..).map(|number| format!("{stem}_{number}")).find(|name| !taken.contains(name.as_str())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use surefoot::rig::{Fabrik, Foot, Solver};

    use super::*;

    fn chain(name: &str) -> Chain {
        Chain {
            name: name.into(),
            enabled: true,
            root: BoneRef::Role(Role::LeftUpperLeg),
            tip: BoneRef::Role(Role::LeftFoot),
            solver: Solver::Fabrik(Fabrik::default()),
            position_weight: 1.0,
            rotation_weight: 1.0,
            fade_half_life: 0.0,
        }
    }

    fn goal(chain: &str) -> GoalNote {
        GoalNote { chain: chain.into(), position: [1.0, 2.0, 3.0], rotation: None }
    }

    fn rig_with(names: &[&str]) -> Rig {
        let mut rig = Rig::default();
        for (index, name) in names.iter().enumerate() {
            Edit::AddChain { index, chain: chain(name) }.apply(&mut rig);
        }
        rig
    }

    fn names(rig: &Rig) -> Vec<&str> {
        rig.chains.iter().map(|chain| chain.name.as_str()).collect()
    }

    #[test]
    fn names_stay_unique() {
        let mut rig = rig_with(&["arm", "arm", "arm", ""]);
        assert_eq!(names(&rig), ["arm", "arm_2", "arm_3", "chain"]);
        Edit::Chain { index: 0, chain: chain("arm_2") }.apply(&mut rig);
        assert_eq!(names(&rig)[0], "arm_4");
        Edit::Chain { index: 1, chain: chain("arm_2") }.apply(&mut rig);
        assert_eq!(names(&rig)[1], "arm_2", "its own name is free to a chain");
    }

    #[test]
    fn a_new_name_reaches_goal_and_foot_and_a_removed_chain_takes_them_along() {
        let mut rig = rig_with(&["leg", "arm"]);
        rig.gait = Some(Gait { groups: vec![vec![rig.chains[0].name.clone()]], ..Gait::default() });
        rig.grounding = Some(Grounding {
            feet: vec![Foot {
                chain: "leg".into(),
                toes: None,
                heel: None,
                ball: None,
                toe: None,
                half_breadth: None,
                heel_radius: None,
            }],
            ..Grounding::default()
        });
        Edit::Goal { chain: 0, goal: Some(goal("anything")) }.apply(&mut rig);
        Edit::Chain { index: 0, chain: chain("left leg") }.apply(&mut rig);
        assert_eq!(rig.editor.as_ref().unwrap().goals, [goal("left leg")]);
        assert_eq!(rig.grounding.as_ref().unwrap().feet[0].chain, "left leg");
        assert_eq!(rig.gait.as_ref().unwrap().groups[0][0], "left leg");
        Edit::RemoveChain(0).apply(&mut rig);
        assert!(rig.editor.unwrap().goals.is_empty());
        assert!(rig.grounding.unwrap().feet.is_empty());
        assert!(rig.gait.unwrap().groups[0].is_empty());
        assert_eq!(rig.chains.len(), 1);
    }

    #[test]
    fn an_index_beyond_the_list_changes_nothing() {
        let mut rig = rig_with(&["a"]);
        let before = rig.clone();
        for edit in [
            Edit::Chain { index: 9, chain: chain("x") },
            Edit::RemoveChain(9),
            Edit::MoveChain { from: 9, to: 0 },
            Edit::RemoveLimit(9),
            Edit::Goal { chain: 9, goal: Some(goal("x")) },
        ] {
            edit.apply(&mut rig);
        }
        assert_eq!(rig, before);
    }
}
