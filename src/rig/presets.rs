//! Rigs on roles alone that come with Surefoot, and fitting one to a character.

use crate::humanoid::HumanoidMap;
use crate::rig::fit_twist::twist_bones;
use crate::rig::{BoneRef, Correction, Rig, Solver};
use crate::skeleton::Skeleton;

const PRESETS: [(&str, &str); 2] = [
    ("biped", include_str!("../../presets/rigs/biped.ron")),
    ("simple", include_str!("../../presets/rigs/simple.ron")),
];

/// The name of the preset for which nothing need be chosen.
pub const DEFAULT_PRESET: &str = "biped";

/// The names [`preset`] knows.
pub fn preset_names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|&(name, _)| name)
}

/// The rig that comes with Surefoot under this name.
pub fn preset(name: &str) -> Option<Rig> {
    let (_, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
    // That each of them reads is tested.
    Rig::from_ron(text).ok().map(|reading| reading.rig)
}

impl Rig {
    /// A preset for one character: `bones` says which node has which role, and whatever the body lacks is left out: chains,
    /// limits, shoulders, toes, eyes, spine bones of the look. Bones that take up the roll of its arms are found and named. Lengths stay on the preset's reference leg, for binding scales them.
    pub fn fit_preset(preset: &Self, skeleton: &Skeleton, map: &HumanoidMap, name: &str) -> Self {
        let has = |bone: &BoneRef| match bone {
            BoneRef::Role(role) => map.get(*role).is_some(),
            other => other.resolve(skeleton, map).is_ok(),
        };
        let mut rig = preset.clone();
        rig.name = name.to_owned();
        rig.character = Correction::default();
        rig.bones = map.iter().map(|(role, joint)| (role, BoneRef::naming(skeleton, joint))).collect();
        rig.chains.retain(|chain| {
            let mid = match &chain.solver {
                Solver::TwoBone(limb) => has(&limb.mid),
                Solver::Fabrik(_) => true,
            };
            mid && has(&chain.root) && has(&chain.tip)
        });
        for chain in &mut rig.chains {
            if let Solver::TwoBone(limb) = &mut chain.solver {
                limb.shoulder = limb.shoulder.take().filter(|shoulder| has(&shoulder.bone));
            }
        }
        rig.limits.retain(|limit| has(&limit.bone));
        rig.twist_bones.retain(|twist| has(&twist.bone) && has(&twist.of));
        if rig.twist_bones.is_empty() {
            rig.twist_bones = twist_bones(skeleton, map);
        }
        let kept = |name: &str| rig.chains.iter().any(|chain| chain.name == name);
        if let Some(look) = &mut rig.look_at {
            let mut stays = look.spine.iter().map(has);
            look.spine_weights.retain(|_| stays.next().unwrap_or(true));
            look.spine.retain(has);
            look.eye_bones.retain(has);
            look.neck = look.neck.take().filter(has);
        }
        rig.look_at = rig.look_at.filter(|look| has(&look.head_bone));
        if let Some(grounding) = &mut rig.grounding {
            grounding.feet.retain(|foot| kept(&foot.chain));
            for foot in &mut grounding.feet {
                foot.toes = foot.toes.take().filter(has);
            }
        }
        rig.grounding = rig.grounding.filter(|grounding| !grounding.feet.is_empty());
        if let Some(gait) = &mut rig.gait {
            gait.groups.iter_mut().for_each(|group| group.retain(|foot| kept(foot)));
            gait.groups.retain(|group| !group.is_empty());
        }
        rig.gait = rig.gait.filter(|gait| !gait.groups.is_empty());
        if let Some(notes) = &mut rig.editor {
            notes.goals.retain(|goal| kept(&goal.chain));
        }
        rig
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::humanoid::Role;
    use crate::math::Transform;
    use crate::rig::validate;
    use crate::skeleton::Joint;

    #[test]
    fn every_preset_is_sound_and_in_its_own_form() {
        for (name, text) in PRESETS {
            let reading = Rig::from_ron(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(reading.warnings, [], "{name}");
            assert!(reading.rig.to_ron() == text, "{name} is not as it would be saved:\n{}", reading.rig.to_ron());
            assert_eq!(validate(&reading.rig), [], "{name}");
            assert!(reading.rig.bones.is_empty(), "{name} is for any character");
        }
        assert!(preset(DEFAULT_PRESET).is_some());
        assert!(preset("tripod").is_none());
    }

    /// A body without toes, eyes, chest and right arm; the left hand's name repeats, and a foot has none.
    #[test]
    fn fitting_leaves_out_what_the_body_lacks_and_names_every_bone() {
        let mut joints = Vec::new();
        let mut joint = |name: &str, parent: Option<u16>| {
            let rest = Transform::from_translation(Vec3::Y);
            joints.push(Joint { name: name.into(), parent, rest, source: Some(joints.len() as u32 + 100) });
        };
        joint("Hips", None);
        joint("Spine", Some(0));
        joint("Head", Some(1));
        joint("UpperArm", Some(1));
        joint("LowerArm", Some(3));
        joint("Hand", Some(4));
        joint("Hand", Some(0));
        joint("Thigh", Some(0));
        joint("Calf", Some(7));
        joint("", Some(8));
        let skeleton = Skeleton::new(joints).unwrap();
        let roles = [
            (Role::Hips, 0),
            (Role::Spine, 1),
            (Role::Head, 2),
            (Role::LeftUpperArm, 3),
            (Role::LeftLowerArm, 4),
            (Role::LeftHand, 5),
            (Role::LeftUpperLeg, 7),
            (Role::LeftLowerLeg, 8),
            (Role::LeftFoot, 9),
        ];
        let map: HumanoidMap = roles.into_iter().map(|(role, index)| (role, skeleton.id(index).unwrap())).collect();
        let rig = Rig::fit_preset(&preset("biped").unwrap(), &skeleton, &map, "Half");

        let chains: Vec<&str> = rig.chains.iter().map(|chain| chain.name.as_str()).collect();
        assert_eq!(chains, ["left_leg", "left_arm", "spine"]);
        assert_eq!(rig.bones[&Role::Spine], BoneRef::Node("Spine".into()));
        assert_eq!(rig.bones[&Role::LeftHand], BoneRef::Path("Hips/Spine/UpperArm/LowerArm/Hand".into()));
        assert_eq!(rig.bones[&Role::LeftFoot], BoneRef::Index(109));
        assert_eq!(rig.limits.len(), 3);
        let look = rig.look_at.as_ref().unwrap();
        assert_eq!(
            (look.spine.as_slice(), look.spine_weights.as_slice()),
            (&[BoneRef::Role(Role::Spine)][..], &[0.2][..])
        );
        assert!(look.neck.is_none() && look.eye_bones.is_empty());
        let feet = &rig.grounding.as_ref().unwrap().feet;
        assert!(feet.len() == 1 && feet[0].toes.is_none());
        assert_eq!(validate(&rig), []);
        assert_eq!(rig.humanoid_map(&skeleton), (map, Vec::new()));
    }
}
