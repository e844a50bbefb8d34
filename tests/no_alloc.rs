//! `solve` allocates nothing: counted by an allocator of its own.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use surefoot::glam::{Quat, Vec3};
use surefoot::humanoid::Side;
use surefoot::math::Transform;
use surefoot::prop::HandPose;
use surefoot::rig::{Gait, Rig};
use surefoot::runtime::{FingerGoal, GaitInput, Goal, Hang, Inputs};

#[path = "runtime/person.rs"]
#[allow(dead_code)]
mod person;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn solving_allocates_nothing() {
    let built = person::Person { rolls: 3, ..person::Person::default() }.build();
    let groups = vec![vec!["left_leg".to_owned(), "right_leg".to_owned()]];
    let rig = Rig { gait: Some(Gait { groups, ..Gait::default() }), ..person::whole() };
    let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
    let mut memory = bound.memory();
    let mut pose = built.skeleton.rest().clone();
    let slope = person::Slope::rising(20.0, 30.0);
    let goals = ["left_arm", "right_arm", "left_leg", "spine"].map(|chain| Goal {
        chain,
        position_in_world: Vec3::new(0.3, 1.1, 0.4),
        rotation_in_world: Some(Quat::from_rotation_x(0.3)),
        hint_in_world: None,
        weight: 0.8,
    });
    let fingers = Side::BOTH.map(|side| FingerGoal { side, pose: HandPose::closed([60.0; 3], [20.0; 3]), weight: 0.7 });
    let before = COUNT.with(Cell::get);
    let mut steps = 0;
    for frame in 0..100 {
        pose.copy_from(built.skeleton.rest());
        let look = (frame % 10 < 5).then_some(Vec3::new(1.0, 1.4, 1.0));
        let inputs = Inputs {
            dt: 1.0 / 60.0,
            goals: &goals[..frame % 5],
            look_target_in_world: look,
            grounded: frame % 20 < 15,
            fingers: &fingers[..frame % 3],
            hang: (frame % 30 < 10).then_some(Hang::from(Vec3::NEG_Z)),
            look_at_goal_of: Some("left_arm"),
            gait: (frame >= 40).then(GaitInput::default),
            root: Transform::from_translation(Vec3::Z * 0.02 * frame as f32),
            ..Inputs::settled(&slope)
        };
        let report = bound.solve(&mut pose, &mut memory, &inputs);
        assert_eq!(report.chains.len(), 5);
        steps = steps.max(report.gait.iter().map(|foot| foot.steps).sum::<u32>());
    }
    assert_eq!(COUNT.with(Cell::get), before);
    assert!(steps > 0);
    // The counter does count.
    drop(Box::new(1));
    assert!(COUNT.with(Cell::get) > before);
}
