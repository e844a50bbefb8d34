//! Rest poses that nobody stands in: names that leave no doubt hold in all of them.

use glam::{Quat, Vec3};
use surefoot::humanoid::{DetectInput, Role, detect};

use crate::held::faults;
use crate::table::{self, Rig};

impl Rig {
    /// Turns a bone, and all below it, about where it is.
    pub fn turned(mut self, role: Role, turn: Quat) -> Self {
        let Some(top) = self.bones.iter().position(|bone| bone.role == Some(role)) else { return self };
        let pivot = self.bones[top].place;
        for index in top..self.bones.len() {
            let above = std::iter::successors(Some(index), |&at| self.bones[at].parent);
            if above.into_iter().any(|at| at == top) {
                let place = self.bones[index].place;
                self.bones[index].place = pivot + turn * (place - pivot);
            }
        }
        self
    }

    fn turned_both(self, left: Role, turn: Quat) -> Self {
        self.turned(left, turn).turned(left.mirrored(), turn)
    }

    pub fn renamed(mut self, rename: impl Fn(&str) -> String) -> Self {
        for bone in &mut self.bones {
            bone.name = rename(&bone.name);
        }
        self
    }
}

fn pitch(deg: f32) -> Quat {
    Quat::from_rotation_x(deg.to_radians())
}

type Pose = (&'static str, fn(Rig) -> Rig);

const POSES: [Pose; 11] = [
    ("on the back", |rig| rig.turned(Role::Hips, pitch(-90.0))),
    ("face down", |rig| rig.turned(Role::Hips, pitch(90.0))),
    ("on the side", |rig| rig.turned(Role::Hips, Quat::from_rotation_z(1.57))),
    ("upside down", |rig| rig.turned(Role::Hips, pitch(180.0))),
    ("falling", |rig| rig.turned(Role::Hips, Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.7))),
    ("askew", |rig| rig.turned(Role::Hips, Quat::from_axis_angle(Vec3::new(0.48, 0.6, 0.64), 2.0))),
    ("sitting", |rig| rig.turned_both(Role::LeftUpperLeg, pitch(-90.0)).turned_both(Role::LeftLowerLeg, pitch(90.0))),
    ("sitting on the floor", |rig| rig.turned_both(Role::LeftUpperLeg, pitch(-88.0))),
    ("crouching", |rig| {
        rig.turned_both(Role::LeftUpperLeg, pitch(-120.0))
            .turned_both(Role::LeftLowerLeg, pitch(140.0))
            .turned(Role::Spine, pitch(70.0))
    }),
    ("rolling", |rig| {
        rig.turned_both(Role::LeftUpperLeg, pitch(-130.0))
            .turned_both(Role::LeftLowerLeg, pitch(120.0))
            .turned(Role::Spine, pitch(60.0))
            .turned(Role::Hips, pitch(120.0))
    }),
    // The spine lies below the hips.
    ("folded over", |rig| rig.turned(Role::Spine, pitch(150.0)).turned(Role::Hips, pitch(40.0))),
];

/// Without a skin, which is the least that a file can tell.
#[test]
fn an_odd_rest_pose_does_not_hide_a_person_with_plain_names() {
    let mut all = Vec::new();
    for convention in
        ["Ready Player Me", "Mixamo", "Unreal 4 mannequin", "Unreal 5 mannequin", "VRM 1.0", "Godot humanoid"]
    {
        for (pose, bend) in POSES {
            for prefix in ["", "Avatar_"] {
                let rig = bend(table::rig(convention).renamed(|name| format!("{prefix}{name}")));
                let skeleton = rig.skeleton();
                let detection = detect(&DetectInput { skeleton: &skeleton, joints: &[], declared: &[] });
                all.extend(
                    faults(&rig, &skeleton, &detection, |_| true).into_iter().map(|fault| format!("{pose}: {fault}")),
                );
            }
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// Words that may mean several bones are held to the limb they are in, whatever its pose; required bones at least.
#[test]
fn an_odd_rest_pose_swaps_no_side() {
    let mut swapped = Vec::new();
    let mut right = 0;
    let mut total = 0;
    for plain in table::rigs() {
        for (pose, bend) in POSES {
            let rig = bend(plain.clone());
            let skeleton = rig.skeleton();
            let detection = detect(&DetectInput { skeleton: &skeleton, joints: &[], declared: &[] });
            let wrong = faults(&rig, &skeleton, &detection, Role::is_required);
            total += 1;
            right += usize::from(wrong.is_empty());
            for bone in &detection.bones {
                let made = rig.bones[skeleton.source(bone.joint) as usize].role;
                if made.is_some_and(|made| made.side().is_some() && made.side() == bone.role.mirrored().side()) {
                    swapped.push(format!("{}, {pose}: {}", rig.convention, bone.role));
                }
            }
            if !wrong.is_empty() {
                println!("{pose}: {}", wrong.join("; "));
            }
        }
    }
    println!("{right} of {total} posed rigs have every required bone");
    assert!(swapped.is_empty(), "{}", swapped.join("\n"));
    assert!(right * 100 >= total * 95, "{right} of {total} posed rigs have every required bone");
}
