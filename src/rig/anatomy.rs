//! How far the joints of people turn.
//!
//! From the ranges of motion of the American Academy of Orthopaedic Surgeons (*Joint Motion: Method of Measuring and Recording*,
//! 1965, and *The Clinical Measurement of Joint Motion*, 1994) and, for knees and elbows, the study of Soucie et al. (*Haemophilia*
//! 17, 2011), which the American Centers for Disease Control publish. Where a cone has one half-angle for two movements, such as flexion
//! and extension, it takes the larger, so that no movement which people have is held back. Trunk and neck are shared by their bones.

use crate::humanoid::Role;
use crate::rig::LimitShape;

impl LimitShape {
    /// What suits the joint of a person with this role, from a rest pose that stands with arms held out or hanging. None for roles for
    /// which there is no figure: fingers, eyes, jaw, and the hips, which carry the body.
    pub fn anatomical(role: Role) -> Option<Self> {
        use Role as R;
        Some(match role {
            // Flexion 142° in the study, and on to about 150° under the body's own weight; never backward.
            R::LeftLowerLeg | R::RightLowerLeg => hinge(150.0),
            // Flexion 150°; never backward.
            R::LeftLowerArm | R::RightLowerArm => hinge(150.0),
            // The trunk: flexion 80°, to the side 35°, rotation 45°; over two or three bones, least rotation in the lowest.
            R::Spine => cone([30.0, 20.0], 15.0),
            R::Chest => cone([25.0, 20.0], 20.0),
            R::UpperChest => cone([20.0, 15.0], 20.0),
            // The neck: flexion and extension 45°, to the side 45°, rotation 80°; a half each.
            R::Neck | R::Head => cone([25.0, 25.0], 40.0),
            // Flexion 120°, extension 30°; abduction 45°, adduction 30°; rotation 45° either way.
            R::LeftUpperLeg | R::RightUpperLeg => cone([120.0, 45.0], 45.0),
            // Plantar flexion 50°, dorsiflexion 20°; inversion 35°, eversion 15°, which is the roll.
            R::LeftFoot | R::RightFoot => cone([50.0, 20.0], 35.0),
            // Extension 70°, flexion 45°.
            R::LeftToes | R::RightToes => cone([70.0, 10.0], 10.0),
            // The clavicle (Inman et al., 1944): elevation 40°, forward 30°, and its own rotation of 40°.
            R::LeftShoulder | R::RightShoulder => cone([30.0, 40.0], 40.0),
            // Overhead from an arm that hangs is 180°, from one held out half of that; across the body 135°; rotation 90° and 70°.
            R::LeftUpperArm | R::RightUpperArm => cone([135.0, 135.0], 90.0),
            // Flexion 80°, extension 70°; to the little finger 30°, to the thumb 20°. The forearm's rotation of 80° shows at the wrist.
            R::LeftHand | R::RightHand => cone([30.0, 80.0], 80.0),
            _ => return None,
        })
    }
}

fn hinge(max_deg: f32) -> LimitShape {
    LimitShape::Hinge { min_deg: 0.0, max_deg }
}

fn cone(swing_deg: [f32; 2], twist_deg: f32) -> LimitShape {
    LimitShape::Cone { swing_deg, twist_min_deg: -twist_deg, twist_max_deg: twist_deg }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{BoneRef, DEFAULT_PRESET, preset};

    #[test]
    fn knees_and_elbows_never_go_backward() {
        for role in [Role::LeftLowerLeg, Role::RightLowerLeg, Role::LeftLowerArm, Role::RightLowerArm] {
            let shape = LimitShape::anatomical(role);
            assert!(matches!(shape, Some(LimitShape::Hinge { min_deg: 0.0, max_deg }) if max_deg > 130.0), "{role}");
        }
    }

    #[test]
    fn both_sides_are_alike_and_every_angle_is_of_a_joint() {
        for role in Role::ALL {
            let shape = LimitShape::anatomical(role);
            assert_eq!(shape, LimitShape::anatomical(role.mirrored()), "{role}");
            if let Some(LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg }) = shape {
                assert!(swing_deg.iter().all(|angle| (1.0..=180.0).contains(angle)) && twist_min_deg < twist_max_deg);
            }
        }
        let trunk = [Role::Spine, Role::Chest, Role::UpperChest].map(LimitShape::anatomical);
        let bent: f32 = trunk
            .iter()
            .map(|shape| match shape {
                Some(LimitShape::Cone { swing_deg, .. }) => swing_deg[0],
                _ => 0.0,
            })
            .sum();
        // 80° by the academy's tables, within a tenth.
        assert!((72.0..=88.0).contains(&bent), "{bent}");
    }

    #[test]
    fn the_biped_preset_has_these_limits() {
        let rig = preset(DEFAULT_PRESET).unwrap();
        for limit in &rig.limits {
            let BoneRef::Role(role) = limit.bone else { panic!("presets name roles") };
            assert_eq!(Some(limit.shape), LimitShape::anatomical(role), "{role}");
        }
    }
}
