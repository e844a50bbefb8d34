use std::cell::Cell;

use surefoot::glam::{Quat, Vec3};
use surefoot::ground::{Ground, Hit, LayerMask, NoGround};
use surefoot::humanoid::Role;
use surefoot::math::{Transform, angle_between};
use surefoot::pose::{Globals, Pose};
use surefoot::rig::Rig;
use surefoot::runtime::{Goal, Inputs, SolveReport};

use crate::limbs::goal;
use crate::person::{Built, Heights, LEG, Person, Slope, whole};

fn settle(built: &Built, rig: &Rig, inputs: &Inputs) -> (Pose, Globals, SolveReport) {
    settle_from(built, rig, inputs, built.skeleton.rest().clone())
}

fn settle_from(built: &Built, rig: &Rig, inputs: &Inputs, mut pose: Pose) -> (Pose, Globals, SolveReport) {
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let report = bound.solve(&mut pose, &mut memory, inputs).clone();
    let globals = Globals::of(&built.skeleton, &pose);
    (pose, globals, report)
}

fn position(built: &Built, globals: &Globals, role: Role) -> Vec3 {
    globals.position(built.joint(role))
}

/// The turn from rest of one bone, model space.
fn turned(built: &Built, globals: &Globals, role: Role) -> Quat {
    let joint = built.joint(role);
    globals.rotation(joint) * built.skeleton.rest_globals().rotation(joint).inverse()
}

const FEET: [Role; 2] = [Role::LeftFoot, Role::RightFoot];

#[test]
fn on_flat_ground_the_pose_passes() {
    for knee_forward in [0.0, -0.004, 0.02] {
        for (size, scale_above, rolls) in [(1.0, 1.0, 0), (0.01, 1.0, 4), (100.0, 0.01, 9)] {
            let person =
                Person { knee_forward, size, rolls, scale_above: Vec3::splat(scale_above), ..Person::default() };
            let built = person.build();
            let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&Slope::FLAT));
            for joint in built.skeleton.ids() {
                let moved = globals.position(joint).distance(built.skeleton.rest_globals().position(joint));
                assert!(moved < 1e-3 * size, "{}: {moved}", built.skeleton.name(joint));
            }
            assert!(report.feet.iter().all(|foot| foot.planted && foot.slope < 1e-4));
            assert!(report.pelvis_offset.length() < 1e-5 * size);
        }
    }
}

/// Counts the questions that it is asked.
struct Counted<G: Ground>(G, Cell<u32>);

impl<G: Ground> Ground for Counted<G> {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, layers: LayerMask) -> Option<Hit> {
        self.1.set(self.1.get() + 1);
        self.0.cast(origin, direction, max_distance, layers)
    }
}

#[test]
fn on_one_plane_each_contact_is_asked_for_once_and_told_as_it_stands() {
    let built = Person::default().build();
    for slope in [Slope::FLAT, Slope::rising(12.0, 30.0), Slope::rising(-15.0, 100.0)] {
        let ground = Counted(slope, Cell::new(0));
        let (_, _, report) = settle(&built, &whole(), &Inputs::settled(&ground));
        assert_eq!(ground.1.get(), 6, "three contacts of two feet");
        for contact in report.feet.iter().flat_map(|foot| foot.contacts) {
            assert!((contact.gap - slope.gap(contact.position)).abs() < 1e-5, "{contact:?}");
            let under = contact.ground.unwrap();
            assert!(slope.gap(under).abs() < 1e-5 && (under - contact.position).with_y(0.0).length() < 1e-6);
        }
    }
    // A sill of 3 cm from just behind the balls on: more than one plane, which tilting and the report ask for themselves.
    let ball = built.rest(Role::LeftToes).z;
    let sill = Heights(|at: Vec3| Some(if at.z > ball - 0.01 { 0.03 } else { 0.0 }));
    let ground = Counted(sill, Cell::new(0));
    let (_, _, report) = settle(&built, &whole(), &Inputs::settled(&ground));
    assert!(ground.1.get() >= 12, "{}", ground.1.get());
    for contact in report.feet.iter().flat_map(|foot| foot.contacts) {
        let height = if contact.position.z > ball - 0.01 { 0.03 } else { 0.0 };
        assert_eq!(contact.ground.unwrap().y, height, "{contact:?}");
    }
}

#[test]
fn soles_lie_on_every_slope_in_every_direction() {
    for faces_back in [false, true] {
        let built = Person { faces_back, ..Person::default() }.build();
        for step in -7..=7 {
            for heading in 0..8 {
                let slope = Slope::rising(step as f32 * 5.0, heading as f32 * 45.0);
                let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&slope));
                let of = format!("{}° at {}°", step * 5, heading * 45);
                for (foot, role) in report.feet.iter().zip(FEET) {
                    assert!(foot.planted, "{of}");
                    for contact in foot.contacts {
                        // The report must say what the slope itself says.
                        assert!((contact.gap - slope.gap(contact.position)).abs() < 1e-4, "{of}: {contact:?}");
                        assert!(contact.gap.abs() < 2e-3, "{of}: {contact:?}");
                    }
                    // Ankle and ball lie as high over the plane as they did at rest: 0.08 and 0.02.
                    let toes = if role == Role::LeftFoot { Role::LeftToes } else { Role::RightToes };
                    for (role, height) in [(role, 0.08), (toes, 0.02)] {
                        let gap = slope.gap(position(&built, &globals, role));
                        assert!((gap - height).abs() < 2e-3, "{of}: {role} {gap}");
                    }
                    let sole = turned(&built, &globals, role) * Vec3::Y;
                    assert!(angle_between(sole, slope.normal) < 0.5_f32.to_radians(), "{of}");
                    assert!(foot.sole_angle_error < 0.5_f32.to_radians());
                }
                // The knees never bend backward.
                let forward = if faces_back { -1.0 } else { 1.0 };
                for [hip, knee, foot] in [
                    [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
                    [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
                ] {
                    let [hip, knee, foot] = [hip, knee, foot].map(|role| position(&built, &globals, role));
                    let line = (foot - hip).try_normalize().unwrap();
                    let bend = (knee - hip) - line * (knee - hip).dot(line);
                    assert!(bend.z * forward > -1e-4, "{of}: {bend}");
                }
            }
        }
    }
}

#[test]
fn one_foot_over_the_edge_is_left_to_the_animation() {
    let built = Person::default().build();
    let left_alone = Heights(|at: Vec3| (at.x > 0.0).then_some(0.30));
    let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&left_alone));
    assert!(report.feet[0].planted && !report.feet[1].planted);
    assert!((position(&built, &globals, Role::LeftFoot).y - 0.38).abs() < 1e-3);
    assert!(position(&built, &globals, Role::RightFoot).distance(built.rest(Role::RightFoot)) < 1e-3);
    assert!(report.pelvis_offset.length() < 1e-6, "{}", report.pelvis_offset);

    // With ground 0.2 below, the right leg must come down as far: the pelvis goes down, within what the rig allows.
    let lower = Heights(|at: Vec3| Some(if at.x > 0.0 { 0.30 } else { -0.20 }));
    let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&lower));
    assert!((position(&built, &globals, Role::RightFoot).y + 0.12).abs() < 1e-3);
    assert!((position(&built, &globals, Role::LeftFoot).y - 0.38).abs() < 1e-3);
    assert!(report.pelvis_offset.y < -0.15 && report.pelvis_offset.y > -0.21, "{}", report.pelvis_offset);
    let mut capped = whole();
    capped.grounding.as_mut().unwrap().max_pelvis_drop = 0.1;
    let (_, _, report) = settle(&built, &capped, &Inputs::settled(&lower));
    // The leg over the knee is 1 mm longer than the rig's reference.
    assert!((report.pelvis_offset.y + 0.1).abs() < 2e-4);
}

#[test]
fn the_result_is_that_of_the_present_hits_whatever_came_before() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let high = Heights(|_: Vec3| Some(0.2));
    let edge = Heights(|at: Vec3| (at.x > 0.0).then_some(0.1));
    let grounds: [&dyn Ground; 3] = [&high, &edge, &Slope::FLAT];
    for last in grounds {
        let alone = settle(&built, &whole(), &Inputs::settled(last)).1;
        for before in grounds {
            let mut memory = bound.memory();
            let mut solved = built.skeleton.rest().clone();
            for (ground, frames) in [(before, 60), (last, 240)] {
                for _ in 0..frames {
                    solved.copy_from(built.skeleton.rest());
                    bound.solve(&mut solved, &mut memory, &Inputs { dt: 1.0 / 60.0, ..Inputs::settled(ground) });
                }
            }
            let globals = Globals::of(&built.skeleton, &solved);
            for joint in built.skeleton.ids() {
                let apart = globals.position(joint).distance(alone.position(joint));
                assert!(apart < 1e-4, "{}: {apart}", built.skeleton.name(joint));
            }
        }
    }
}

#[test]
fn standing_still_comes_to_rest_bit_for_bit() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let slope = Slope::rising(17.0, 30.0);
    let mut frame = |ground: &dyn Ground| {
        let mut pose = built.skeleton.rest().clone();
        let look = Some(Vec3::new(0.5, 1.5, 2.0));
        let inputs = Inputs { dt: 1.0 / 60.0, look_target_in_world: look, ..Inputs::settled(ground) };
        bound.solve(&mut pose, &mut memory, &inputs);
        pose
    };
    for _ in 0..30 {
        frame(&Slope::FLAT);
    }
    for _ in 0..60 {
        frame(&slope);
    }
    let settled = frame(&slope);
    for _ in 0..5 {
        assert_eq!(frame(&slope), settled);
    }
}

#[test]
fn feet_come_down_gently_and_arrive() {
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let low = Heights(|at: Vec3| Some(if at.x > 0.0 { -0.2 } else { 0.0 }));
    let mut solve = |ground: &dyn Ground| {
        let mut pose = built.skeleton.rest().clone();
        let inputs = Inputs { dt: 1.0 / 60.0, ..Inputs::settled(ground) };
        let offset = bound.solve(&mut pose, &mut memory, &inputs).pelvis_offset.y;
        (offset, Globals::of(&built.skeleton, &pose).position(built.joint(Role::LeftFoot)).y)
    };
    let (mut pelvis, mut foot) = solve(&Slope::FLAT);
    for _ in 0..60 {
        let (next_pelvis, next_foot) = solve(&low);
        // 0.2 m in a half-life of 0.08 s: never faster than a fall of a few metres a second.
        assert!((next_pelvis - pelvis).abs() * 60.0 < 3.0 && next_foot <= foot + 1e-5);
        (pelvis, foot) = (next_pelvis, next_foot);
    }
    assert!((foot + 0.12).abs() < 1e-3 && pelvis < -0.15, "{foot} {pelvis}");
}

#[test]
fn in_the_air_feet_are_left_alone() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 0.0);
    let (pose, _, _) = settle(&built, &whole(), &Inputs { grounded: false, ..Inputs::settled(&slope) });
    assert_eq!(&pose, built.skeleton.rest());
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let mut pose = built.skeleton.rest().clone();
    bound.solve(&mut pose, &mut memory, &Inputs::settled(&slope));
    for _ in 0..60 {
        pose.copy_from(built.skeleton.rest());
        bound.solve(&mut pose, &mut memory, &Inputs { dt: 1.0 / 60.0, grounded: false, ..Inputs::settled(&slope) });
    }
    assert_eq!(&pose, built.skeleton.rest());
}

#[test]
fn a_swinging_foot_keeps_its_height_over_the_ground() {
    let built = Person::default().build();
    let mut pose = built.skeleton.rest().clone();
    pose.get_mut(built.joint(Role::LeftUpperLeg)).rotation = Quat::from_rotation_x(-0.6);
    pose.get_mut(built.joint(Role::LeftLowerLeg)).rotation = Quat::from_rotation_x(0.9);
    let incoming = Globals::of(&built.skeleton, &pose);
    let step = Heights(|_| Some(0.15));
    let (_, globals, report) = settle_from(&built, &whole(), &Inputs::settled(&step), pose.clone());
    assert!(!report.feet[0].planted && report.feet[1].planted);
    let (now, before) = (position(&built, &globals, Role::LeftFoot), position(&built, &incoming, Role::LeftFoot));
    assert!((now - before).distance(Vec3::Y * 0.15) < 1e-3, "{now} {before}");
}

#[test]
fn a_foot_at_the_edge_of_a_step_stands_level_on_it() {
    let built = Person::default().build();
    // The edge runs under the middle of both feet, between heel and ball.
    let steps = Heights(|at: Vec3| Some(if at.z > 0.05 { 0.15 } else { 0.0 }));
    let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&steps));
    for (foot, role) in report.feet.iter().zip(FEET) {
        assert!(angle_between(turned(&built, &globals, role) * Vec3::Y, Vec3::Y) < 1e-3);
        assert!(foot.contacts[1].gap.abs() < 1e-3 && foot.contacts[2].gap.abs() < 1e-3, "{foot:?}");
        assert!((position(&built, &globals, role).y - 0.23).abs() < 1e-3);
    }
}

#[test]
fn toes_that_would_stick_into_a_riser_stand_back_from_it() {
    let built = Person::default().build();
    let (_, before, on_flat) = settle(&built, &whole(), &Inputs::settled(&Heights(|_| Some(0.0))));
    let riser = on_flat.feet[0].contacts[2].position.z - 0.03;
    let stairs = Heights(move |at: Vec3| Some(if at.z > riser { 0.15 } else { 0.0 }));
    let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&stairs));
    for (foot, role) in report.feet.iter().zip(FEET) {
        assert!(foot.planted && foot.contacts.iter().all(|contact| contact.gap.abs() < 1e-3), "{foot:?}");
        let toe = foot.contacts[2].position.z;
        assert!(toe <= riser + 1e-4 && toe > riser - 5e-3, "the toe is at {toe}, the riser at {riser}");
        let moved = position(&built, &globals, role) - position(&built, &before, role);
        assert!(moved.y.abs() < 1e-3 && moved.x.abs() < 1e-3, "{moved}");
    }
    assert!(report.pelvis_offset.y.abs() < 0.01);
}

#[test]
fn a_low_ceiling_is_no_ground() {
    let built = Person::default().build();
    // Ground at 0 and a floor above the head of every cast that needs none: at 0.48.
    let room = Heights(|from: Vec3| Some(if from.y > 0.48 { 0.48 } else { 0.0 }));
    let (_, globals, report) = settle(&built, &whole(), &Inputs::settled(&room));
    assert!(report.feet.iter().all(|foot| foot.planted));
    assert!(position(&built, &globals, Role::LeftFoot).distance(built.rest(Role::LeftFoot)) < 1e-3);
}

#[test]
fn a_goal_takes_a_foot_off_the_ground() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 0.0);
    let target = Vec3::new(0.15, 0.4, 0.25);
    let (_, globals, report) =
        settle(&built, &whole(), &Inputs { goals: &[goal("left_leg", target)], ..Inputs::settled(&slope) });
    assert!(position(&built, &globals, Role::LeftFoot).distance(target) < 1e-4 * LEG);
    assert_eq!(report.chains[0].target, Some(target));
    let none = Goal { weight: 0.0, ..goal("left_leg", target) };
    let (with, _, _) = settle(&built, &whole(), &Inputs { goals: &[none], ..Inputs::settled(&slope) });
    assert_eq!(with, settle(&built, &whole(), &Inputs::settled(&slope)).0);
}

#[test]
fn where_the_character_stands_does_not_matter() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 40.0);
    let here = settle(&built, &whole(), &Inputs::settled(&slope)).1;
    for offset in [Vec3::new(251.0, 5.0, 268.0), Vec3::new(-3000.0, 40.0, 900.0)] {
        let root = Transform::from_translation(offset);
        let ground = Slope { point: offset, ..slope };
        let there = settle(&built, &whole(), &Inputs { root, ..Inputs::settled(&ground) }).1;
        for joint in built.skeleton.ids() {
            assert!(here.position(joint).distance(there.position(joint)) < 1e-3);
        }
    }
    // Turned with the slope, and of another size with everything: the same in model space.
    let turn = Quat::from_rotation_y(1.1);
    let root = Transform { rotation: turn, scale: Vec3::splat(2.0), ..Transform::IDENTITY };
    let ground = Slope { normal: turn * slope.normal, ..slope };
    let there = settle(&built, &whole(), &Inputs { root, ..Inputs::settled(&ground) }).1;
    for joint in built.skeleton.ids() {
        assert!(here.position(joint).distance(there.position(joint)) < 1e-3);
    }
}

#[test]
fn walking_up_a_slope_planted_feet_do_not_lag() {
    // The body moves over a standing foot: the foot's place in the model moves back as the root moves on and up.
    let built = Person::default().build();
    let bound = whole().bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let slope = Slope::rising(20.0, 0.0);
    for frame in 0..24 {
        let ahead = frame as f32 * 1.2 / 60.0 - 0.24;
        let mut pose = built.skeleton.rest().clone();
        // Lower the hips a little, so that the stride is within reach.
        pose.get_mut(built.joint(Role::Hips)).translation.y -= 0.08;
        let mut before = Globals::of(&built.skeleton, &pose);
        let limbs = crate::person::limbs().bind_with(&built.skeleton, &built.map).unwrap();
        let feet = [
            goal("left_leg", built.rest(Role::LeftFoot) - Vec3::Z * ahead),
            goal("right_leg", built.rest(Role::RightFoot) + Vec3::Z * ahead * 0.5),
        ];
        limbs.solve(&mut pose, &mut limbs.memory(), &Inputs { goals: &feet, ..Inputs::settled(&NoGround) });
        before.update_from(&built.skeleton, &pose, 0);
        let root = Transform::from_translation(Vec3::new(0.0, ahead * 20.0_f32.to_radians().tan(), ahead));
        let report = bound.solve(&mut pose, &mut memory, &Inputs { dt: 1.0 / 60.0, root, ..Inputs::settled(&slope) });
        for contact in report.feet[0].contacts {
            assert!(contact.gap.abs() < 3e-3, "frame {frame}: {contact:?}");
        }
    }
}

#[test]
fn feet_that_hang_from_controls_stand_like_others() {
    let attached = Person { rolls: 5, ..Person::default() }.build();
    let detached = Person { rolls: 5, feet_detached: true, ..Person::default() }.build();
    for ground in [Slope::FLAT, Slope::rising(25.0, 100.0), Slope { point: Vec3::Y * -0.2, ..Slope::FLAT }] {
        let (_, expected, _) = settle(&attached, &whole(), &Inputs::settled(&ground));
        let (_, globals, report) = settle(&detached, &whole(), &Inputs::settled(&ground));
        assert!(report.feet.iter().all(|foot| foot.planted));
        for role in [Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes, Role::RightLowerLeg, Role::RightFoot] {
            let apart = position(&detached, &globals, role).distance(position(&attached, &expected, role));
            assert!(apart < 1e-4, "{role}: {apart}");
        }
    }
}
